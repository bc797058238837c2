/// A shell-like name pattern: `*`, `?`, `[a-z]`, `[!0-9]`, and `\` before a character that stands
/// for itself.
///
/// It matches the whole name, without regard to case. `?` and sets match one Unicode scalar; a byte
/// that is not UTF-8 counts as one, which `?` and `*` match. A `[` that is never closed stands for
/// itself. Two patterns are equal if they mean the same, however they were written.
public struct GlobPattern: Hashable, Sendable {
  private let tokens: [Token]
  // A number for each token, so that a step copies no token: the literal, or one of these.
  private let codes: [UInt32]
  private static let star = UInt32.max
  private static let anyOne = UInt32.max - 1
  private static let set = UInt32.max - 2

  /// Reads a pattern; every text is one.
  public init(_ text: String) {
    var reader = Reader(scalars: Array(text.unicodeScalars))
    self.init(reader.readAll())
  }

  private init(_ tokens: [Token]) {
    self.tokens = tokens
    codes = tokens.map { token in
      switch token {
      case .literal(let scalar): scalar
      case .anyOne: Self.anyOne
      case .star: Self.star
      case .set: Self.set
      }
    }
  }

  /// Tells whether a whole name matches.
  ///
  /// - Complexity: O(n · m) for n scalars in the name and m in the pattern, whatever they are.
  public func matches(_ name: FileName) -> Bool {
    let bytes = name.bytes.span
    var isASCII = true
    for index in bytes.indices where bytes[index] >= 0x80 { isASCII = false }
    guard isASCII else { return matches(Self.units(of: name.bytes)) }
    return matches(count: bytes.count) { UInt32(CaseFolding.lowercasedASCII(bytes[$0])) }
  }

  /// Tells whether a whole text matches.
  public func matches(_ text: String) -> Bool {
    matches(Self.units(of: Array(text.utf8)))
  }

  /// Whether every character stands for itself.
  public var isLiteral: Bool {
    tokens.allSatisfy { if case .literal = $0 { true } else { false } }
  }

  /// The longest run of ASCII characters that every matching name has, in lowercase; nil if there is
  /// none.
  var longestPart: String? {
    var best = ""
    var run = ""
    for token in tokens {
      if case .literal(let value) = token, value < 0x80, let scalar = Unicode.Scalar(value) {
        run.unicodeScalars.append(scalar)
        if run.utf8.count > best.utf8.count { best = run }
      } else {
        run = ""
      }
    }
    return best.isEmpty ? nil : best
  }

  /// Tells whether some part of a text matches.
  ///
  /// - Complexity: as ``matches(_:)``.
  func matchesPart(of text: String) -> Bool {
    GlobPattern([.star] + tokens + [.star]).matches(Self.units(of: Array(text.utf8)))
  }

  private func matches(_ units: [UInt32]) -> Bool {
    matches(count: units.count) { units[$0] }
  }

  @inline(__always)
  private func matches(count: Int, unitAt: (Int) -> UInt32) -> Bool {
    let codes = codes.span
    var (unit, token) = (0, 0)
    var star: (token: Int, unit: Int)?
    while unit < count {
      let code = token < codes.count ? codes[token] : Self.star
      if code == Self.star, token < codes.count {
        star = (token, unit)
        token += 1
        continue
      }
      let value = unitAt(unit)
      let isMatch =
        token < codes.count
        && (code == value || code == Self.anyOne
          || (code == Self.set && tokens[token].matches(value)))
      if isMatch {
        token += 1
        unit += 1
      } else if let last = star {
        // Only the last star needs to give way: those before it have matched as little as they can.
        token = last.token + 1
        unit = last.unit + 1
        // What comes next stands for itself: nothing before it can be its place.
        let wanted = token < codes.count ? codes[token] : Self.star
        if wanted < Self.set {
          while unit < count, unitAt(unit) != wanted { unit += 1 }
        }
        star = (last.token, unit)
      } else {
        return false
      }
    }
    while token < codes.count, codes[token] == Self.star { token += 1 }
    return token == codes.count
  }

  // MARK: -

  /// A scalar's value in lowercase; 0x110000 and up for a byte that is not UTF-8.
  private static func units(of bytes: [UInt8]) -> [UInt32] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return bytes.map { UInt32(CaseFolding.lowercasedASCII($0)) }
    }
    var units = [UInt32]()
    units.reserveCapacity(bytes.count)
    var decoder = Unicode.UTF8.ForwardParser()
    var index = 0
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded):
        units.append(CaseFolding.lowercased(Unicode.UTF8.decode(encoded)).value)
        index += encoded.count
      case .error(let length):
        for byte in bytes[index..<min(bytes.count, index + length)] {
          units.append(0x11_0000 + UInt32(byte))
        }
        index += length
      case .emptyInput:
        return units
      }
    }
  }

  /// One step of a pattern; scalars are in lowercase.
  private enum Token: Hashable {
    case literal(UInt32)
    case anyOne
    case star
    case set([ClosedRange<UInt32>], isNegated: Bool)

    func matches(_ unit: UInt32) -> Bool {
      switch self {
      case .literal(let scalar): scalar == unit
      case .anyOne, .star: true
      case .set(let ranges, let isNegated):
        unit < 0x11_0000 && ranges.contains { $0.contains(unit) } != isNegated
      }
    }
  }

  /// Reads the tokens of a pattern.
  private struct Reader {
    let scalars: [Unicode.Scalar]
    var index = 0

    init(scalars: [Unicode.Scalar]) {
      self.scalars = scalars
    }

    mutating func readAll() -> [Token] {
      var tokens = [Token]()
      while index < scalars.count {
        let scalar = scalars[index]
        index += 1
        switch scalar {
        case "*":
          if tokens.last != .star { tokens.append(.star) }
        case "?":
          tokens.append(.anyOne)
        case "[":
          if let set = readSet() { tokens.append(set) } else { tokens.append(literal("[")) }
        case "\\" where index < scalars.count:
          tokens.append(literal(scalars[index]))
          index += 1
        default:
          tokens.append(literal(scalar))
        }
      }
      return tokens
    }

    private func literal(_ scalar: Unicode.Scalar) -> Token {
      .literal(CaseFolding.lowercased(scalar).value)
    }

    /// Reads on after `[`, or leaves everything as it is if there is no `]`.
    private mutating func readSet() -> Token? {
      var position = index
      var isNegated = false
      if position < scalars.count, scalars[position] == "!" || scalars[position] == "^" {
        isNegated = true
        position += 1
      }
      var ranges = [ClosedRange<UInt32>]()
      var isFirst = true
      while position < scalars.count {
        if scalars[position] == "]", !isFirst {
          index = position + 1
          return .set(Self.canonical(ranges), isNegated: isNegated)
        }
        isFirst = false
        guard let low = readMember(&position) else { return nil }
        var high = low
        if position + 1 < scalars.count, scalars[position] == "-", scalars[position + 1] != "]" {
          position += 1
          guard let end = readMember(&position) else { return nil }
          high = end
        }
        // `z-a` holds nothing, as in a shell.
        if low <= high { ranges.append(low...high) }
      }
      return nil
    }

    private func readMember(_ position: inout Int) -> UInt32? {
      if scalars[position] == "\\" { position += 1 }
      guard position < scalars.count else { return nil }
      defer { position += 1 }
      return CaseFolding.lowercased(scalars[position]).value
    }

    /// Sorts and joins, so that `[b-da]` and `[a-d]` are equal.
    private static func canonical(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
      var joined = [ClosedRange<UInt32>]()
      for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = joined.last, range.lowerBound <= last.upperBound + 1 {
          joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        } else {
          joined.append(range)
        }
      }
      return joined
    }
  }
}

extension GlobPattern: CustomStringConvertible {
  /// The pattern in its shortest form; reading it again gives an equal one.
  public var description: String {
    var text = String.UnicodeScalarView()
    for token in tokens {
      switch token {
      case .star: text.append("*")
      case .anyOne: text.append("?")
      case .literal(let value): Self.append(value, to: &text, escaping: "*?[\\'\"")
      case .set(let ranges, let isNegated):
        text.append("[")
        if isNegated { text.append("!") }
        // `[]` would take the bracket as its first member: an inverted range says "nothing".
        if ranges.isEmpty { text.append(contentsOf: "b-a".unicodeScalars) }
        for range in ranges {
          Self.append(range.lowerBound, to: &text, escaping: "!^-[]\\'\"")
          guard range.count > 1 else { continue }
          text.append("-")
          Self.append(range.upperBound, to: &text, escaping: "!^-[]\\'\"")
        }
        text.append("]")
      }
    }
    return String(text)
  }

  private static func append(
    _ value: UInt32, to text: inout String.UnicodeScalarView, escaping special: String
  ) {
    guard let scalar = Unicode.Scalar(value) else { return }
    if special.unicodeScalars.contains(scalar) { text.append("\\") }
    text.append(scalar)
  }
}
