import Glibc

/// A terminal's line settings, and a descriptor's flags, as they are at one time.
public struct TerminalSettings: Equatable, Sendable, CustomStringConvertible {
  /// `c_iflag`, `c_oflag`, `c_cflag` and `c_lflag`.
  public let flags: [UInt32]
  /// `c_cc`.
  public let characters: [UInt8]

  /// Reads the settings of the terminal behind a descriptor.
  ///
  /// - Throws: `SystemCallError` where it is none.
  init(descriptor: Int32) throws {
    var settings = termios()
    if unsafe tcgetattr(descriptor, &settings) != 0 { throw SystemCallError("tcgetattr") }
    flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    characters = unsafe withUnsafeBytes(of: &settings.c_cc) { unsafe Array($0) }
  }

  /// Whether input is given to programs line by line.
  public var isCanonical: Bool { flags[3] & UInt32(ICANON) != 0 }
  /// Whether what is typed is shown.
  public var echoes: Bool { flags[3] & UInt32(ECHO) != 0 }

  /// The flags in octal.
  public var description: String {
    "flags \(flags.map { String($0, radix: 8) }) characters \(characters)"
  }
}
