/// Cuts a stream of bytes into lines of bounded length.
struct LineSplitter: Sendable {
  /// A line, or that one was too long and is left out.
  enum Piece: Equatable, Sendable {
    /// The bytes without the newline.
    case line([UInt8])
    /// A line above the limit.
    case tooLong
  }

  /// The longest line, in bytes.
  let limit: Int
  private var rest: [UInt8] = []
  private var isSkipping = false

  /// Creates a splitter.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes the next bytes.
  ///
  /// - Returns: The lines that end in them; empty ones are left out.
  /// - Complexity: O(n).
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Piece] {
    var pieces: [Piece] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !rest.isEmpty { pieces.append(.line(rest)) }
        rest = []
        isSkipping = false
      } else if !isSkipping {
        if rest.count < limit {
          rest.append(byte)
        } else {
          rest = []
          isSkipping = true
          pieces.append(.tooLong)
        }
      }
    }
    return pieces
  }

  /// Ends the stream.
  ///
  /// - Returns: The last line, if no newline ended it.
  mutating func finish() -> [Piece] { take([UInt8(ascii: "\n")]) }
}
