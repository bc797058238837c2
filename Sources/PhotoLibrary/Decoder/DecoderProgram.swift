public import PickerModel

/// The program that photos are decoded in.
///
/// It runs as a process of its own, which has given up everything but decoding: see docs/DECODER.md.
public struct DecoderProgram: Hashable, Sendable {
  /// The name that the program is started by, `argv[0]`: by it the program knows what it is to be.
  public static let name = "photopick-decoder"

  /// Where it is.
  public let path: FileName

  /// Creates the description of a program.
  public init(path: FileName) {
    self.path = path
  }

  /// This very program, also after its file was replaced (`/proc/self/exe`, proc(5)).
  public static let thisProgram = DecoderProgram(path: "/proc/self/exe")
}

/// What a decoder's process has given up.
public struct DecoderLayers: OptionSet, Hashable, Sendable {
  /// The bits, as the process sends them.
  public let rawValue: UInt8

  /// Creates a set of layers.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Limits of memory and files (`setrlimit(2)`); no core, no tracing, no new privileges.
  public static let limits = DecoderLayers(rawValue: 1)
  /// Every file by its name, the network, signals to others (`landlock(7)`).
  public static let landlock = DecoderLayers(rawValue: 2)
  /// Every system call that decoding does not need (`seccomp(2)`).
  public static let seccomp = DecoderLayers(rawValue: 4)
  /// Built for tests with a sanitizer: memory is not limited.
  public static let sanitizer = DecoderLayers(rawValue: 8)

  /// All that there are.
  public static let all: DecoderLayers = [.limits, .landlock, .seccomp]

  /// The layers with the words for them.
  public static let named: [(DecoderLayers, String)] = [
    (.limits, "resource limits"), (.landlock, "Landlock"), (.seccomp, "seccomp"),
  ]
}
