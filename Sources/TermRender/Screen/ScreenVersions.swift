/// The versions of the libraries that the screen is drawn with.
public enum ScreenVersions {
  /// Name and version of each.
  public static var all: [(name: String, version: String)] {
    [("ncurses", Curses.libraryVersion), ("libsixel", SixelEncoder.libraryVersion)]
  }
}
