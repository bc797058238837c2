/// The versions of the libraries that photos are read with.
public enum CodecVersions {
  /// Name and version of each, as loaded where the library tells, else as compiled against.
  public static var all: [(name: String, version: String)] {
    [
      ("libjpeg-turbo", JPEGDecoder.libraryVersion),
      ("libheif", HEIFDecoder.libraryVersion),
      ("libspng", PNGDecoder.libraryVersion),
      ("Little CMS", ColorManagement.libraryVersion),
      ("jansson", JSONValue.libraryVersion),
      ("SQLite", SQLiteDatabase.libraryVersion),
      ("expat", XMPParser.libraryVersion),
    ]
  }
}
