import Glibc
public import Testing

/// A small seeded random number generator: equal seeds give equal sequences on every machine.
///
/// - Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator that starts from a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// Creates a generator from the seed of this run, or of the run that is being replayed.
  ///
  /// - Parameter stream: Tells generators of one run apart.
  public init(stream: UInt64 = 0) {
    self.init(seed: Seed.ofRun ^ (stream &* 0x9E37_79B9_7F4A_7C15))
  }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, a bound; 0 for a bound below 1.
  public mutating func below(_ bound: Int) -> Int {
    bound < 1 ? 0 : Int(next() % UInt64(bound))
  }

  /// Returns true once in `n` times on average.
  public mutating func oneIn(_ n: Int) -> Bool {
    below(n) == 0
  }

  /// Returns an element, or nil from an empty collection.
  public mutating func pick<Elements: RandomAccessCollection>(
    _ elements: Elements
  ) -> Elements.Element? {
    elements.isEmpty
      ? nil : elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }

  /// Returns random bytes.
  public mutating func bytes(count: Int) -> [UInt8] {
    var result = [UInt8]()
    result.reserveCapacity(max(0, count))
    while result.count < count {
      result.append(UInt8(truncatingIfNeeded: next() >> 24))
    }
    return result
  }
}

/// The seed of the random tests.
public enum Seed {
  /// The number in `PHOTOPICK_SEED` where it is set, else drawn anew for every run.
  public static let ofRun: UInt64 = {
    if let text = Environment.value("PHOTOPICK_SEED") {
      let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
      if let seed = UInt64(digits, radix: text.hasPrefix("0x") ? 16 : 10) { return seed }
    }
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }()

  /// How to see the same run again, in words for a failure.
  public static var note: String {
    "random seed: replay with PHOTOPICK_SEED=\(ofRun)"
  }
}

extension Trait where Self == IssueHandlingTrait {
  /// Adds the seed of the run to every failure of a test that draws random values.
  public static var seeded: Self {
    .compactMapIssues { issue in
      var issue = issue
      issue.comments.append(Comment(rawValue: Seed.note))
      return issue
    }
  }
}

/// The environment of the tests.
public enum Environment {
  /// The value of a variable, or nil where it is unset or empty.
  public static func value(_ name: String) -> String? {
    guard let raw = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: raw)
    return text.isEmpty ? nil : text
  }

  /// How much longer than usual to wait for programs: a sanitizer makes them slow.
  public static let patience: Double = value("PHOTOPICK_SANITIZER") == nil ? 1 : 5
}
