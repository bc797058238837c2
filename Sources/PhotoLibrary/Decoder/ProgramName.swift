internal import CShims
internal import Glibc

/// The name that this program was started by, `argv[0]`.
public enum ProgramName {
  /// The bytes, from the C library: Swift's `CommandLine` reads `/proc` for them, which a decoder that a
  /// confined picker has started can't.
  public static var bytes: [UInt8] {
    guard let name = unsafe pp_program_name() else { return [] }
    let count = unsafe strlen(name)
    return (0..<count).map { unsafe UInt8(bitPattern: name[$0]) }
  }
}
