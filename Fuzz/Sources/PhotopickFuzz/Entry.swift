internal import Glibc

/// What is fuzzed: chosen by `PHOTOPICK_FUZZ`, so that one program serves all.
enum FuzzTarget: String, CaseIterable {
  /// The command line.
  case options
  /// The text of a filter.
  case filter
  /// What comes from the terminal.
  case keys
  /// The headers of photos and videos.
  case headers
  /// XMP packets and sidecar files.
  case xmp
  /// JPEG, PNG and HEIF from the first byte to the pixels.
  case decoders
  /// Lists of paths and grant documents.
  case lists
  /// What a person decided about a program, and the administrator's file.
  case grants
  /// The messages between picker and decoder.
  case messages

  /// The chosen one.
  static let chosen: FuzzTarget = {
    guard let raw = unsafe getenv("PHOTOPICK_FUZZ"),
      let target = unsafe FuzzTarget(rawValue: String(cString: raw))
    else {
      fatalError("PHOTOPICK_FUZZ must be one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
  }()

  /// Feeds one input.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .options: fuzzOptions(bytes)
    case .filter: fuzzFilter(bytes)
    case .keys: fuzzKeys(bytes)
    case .headers: fuzzHeaders(bytes)
    case .xmp: fuzzXMP(bytes)
    case .decoders: fuzzDecoders(bytes)
    case .lists: fuzzLists(bytes)
    case .grants: fuzzGrants(bytes)
    case .messages: fuzzMessages(bytes)
    }
  }
}

/// The entry that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  FuzzTarget.chosen.run(bytes)
  return 0
}
