/// The text form of a folder in a filter: a path with a `/` in it, every byte sequence of a path.
///
/// `\` stands before a quote, a star and itself, `\xFF` is a byte that is no text. A last `/*` says
/// that the folders in it don't count.
enum FolderText {
  /// Writes a path, to stand between single quotes.
  static func text(for folder: FileName, includesSubfolders: Bool) -> String {
    var bytes = folder.bytes
    // What is relative says so: a text without `/` is a pattern.
    if bytes.isEmpty {
      bytes = Array("./".utf8)
    } else if !bytes.contains(UInt8(ascii: "/")) || bytes.starts(with: "./".utf8) {
      bytes.insert(contentsOf: "./".utf8, at: 0)
    }
    var text = String.UnicodeScalarView()
    var decoder = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var index = 0
    reading: while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        index += encoded.count
        if scalar.value < 0x20 || scalar.value == 0x7F {
          appendByte(UInt8(scalar.value), to: &text)
        } else {
          if "\\'\"*".unicodeScalars.contains(scalar) { text.append("\\") }
          text.append(scalar)
        }
      case .error(let length):
        for byte in bytes[index..<min(bytes.count, index + length)] { appendByte(byte, to: &text) }
        index += length
      case .emptyInput: break reading
      }
    }
    if !includesSubfolders {
      text.append(contentsOf: (text.last == "/" ? "*" : "/*").unicodeScalars)
    }
    return String(text)
  }

  private static func appendByte(_ byte: UInt8, to text: inout String.UnicodeScalarView) {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    text.append(contentsOf: "\\x".unicodeScalars)
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }

  /// A path as it was written.
  struct Reading {
    /// The folder, without a trailing `/` and a leading `./`; empty for the current one.
    var folder: FileName
    /// Whether the folders in it count.
    var includesSubfolders: Bool
    /// Where a star stands that is no last `/*`, in bytes from the start; nil where there is none.
    var strayStar: Int?
  }

  /// Reads a path.
  static func parse(_ text: String) -> Reading {
    let source = Array(text.utf8)
    var bytes = [UInt8]()
    var stars = [(place: Int, offset: Int)]()
    var index = 0
    while index < source.count {
      let byte = source[index]
      index += 1
      if byte == UInt8(ascii: "*") { stars.append((bytes.count, index - 1)) }
      guard byte == UInt8(ascii: "\\"), index < source.count else {
        bytes.append(byte)
        continue
      }
      if source[index] == UInt8(ascii: "x"), index + 2 < source.count,
        let high = hexValue(source[index + 1]), let low = hexValue(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    var reading = Reading(folder: FileName(bytes: []), includesSubfolders: true)
    if let last = stars.last, last.place == bytes.count - 1, last.place > 0,
      bytes[last.place - 1] == UInt8(ascii: "/")
    {
      stars.removeLast()
      bytes.removeLast()
      reading.includesSubfolders = false
    }
    reading.strayStar = stars.first?.offset
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    if bytes == Array(".".utf8) {
      bytes = []
    } else if bytes.starts(with: "./".utf8) {
      bytes.removeFirst(2)
      while bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    }
    reading.folder = FileName(bytes: bytes)
    return reading
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }

  /// Tells whether a folder is another one, whether or not it was named with a `./` in front.
  static func isSame(_ folder: FileName, _ other: FileName) -> Bool {
    folder == other || plain(folder)[...] == other.bytes[...]
  }

  /// The bytes of a folder without a `./` in front.
  private static func plain(_ folder: FileName) -> ArraySlice<UInt8> {
    if folder.bytes == Array(".".utf8) { return [] }
    return folder.bytes.starts(with: "./".utf8) ? folder.bytes.dropFirst(2) : folder.bytes[...]
  }

  /// Tells whether a folder is another one or in it.
  static func isInside(_ folder: FileName, _ other: FileName) -> Bool {
    let (inner, outer) = (plain(folder), other.bytes)
    // Without a path there is the current folder, and in it all that is not absolute.
    if outer.isEmpty { return inner.first != UInt8(ascii: "/") }
    guard inner.count >= outer.count, inner.starts(with: outer) else { return false }
    return inner.count == outer.count
      || inner[inner.startIndex + outer.count] == UInt8(ascii: "/")
      || outer.last == UInt8(ascii: "/")
  }
}
