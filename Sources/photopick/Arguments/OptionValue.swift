import PhotoLibrary
import PickerModel
import TermRender

/// The value of one option on its way to a type.
struct OptionValue {
  /// The option it belongs to.
  let option: OptionName
  /// The bytes as typed.
  let bytes: [UInt8]

  private var flag: String { "--\(option.rawValue)" }

  private var shown: String { TerminalText.sanitized(String(decoding: bytes, as: UTF8.self)) }

  /// A path: any bytes but none.
  ///
  /// - Throws: `UsageError` for an empty value.
  func path() throws(UsageError) -> FileName {
    guard !bytes.isEmpty else { throw UsageError("\(flag) needs a path") }
    return FileName(bytes: bytes)
  }

  /// Text in UTF-8.
  ///
  /// - Throws: `UsageError` for other bytes.
  func text() throws(UsageError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(flag): '\(shown)' is not valid UTF-8")
    }
    return text
  }

  /// The name of a client.
  ///
  /// - Throws: `UsageError` for one that is not allowed.
  func client() throws(UsageError) -> ClientID {
    guard let text = String(validating: bytes, as: UTF8.self), let client = ClientID(text) else {
      throw UsageError("\(flag): '\(shown)' is no name of a program: \(ClientID.rule)")
    }
    return client
  }

  /// The name of an album.
  ///
  /// - Throws: `UsageError` for what can't be the name of a folder that people see.
  func album() throws(UsageError) -> String {
    let name = try text()
    guard AlbumFolder.isName(name) else {
      throw UsageError(
        "\(flag): '\(shown)' can't be the name of an album: it is the name of one folder, without "
          + "'/', a dot or a blank in front, or control characters")
    }
    return name
  }

  /// A client's reason: text that is not blank, and not longer than people read.
  ///
  /// - Throws: `UsageError` for anything else.
  func reason() throws(UsageError) -> String {
    let text = try text()
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw UsageError("\(flag) needs a reason that people can read")
    }
    guard text.utf8.count <= Grant.reasonLimit, !text.unicodeScalars.contains("\0") else {
      throw UsageError("\(flag): a reason has at most \(Grant.reasonLimit) bytes")
    }
    return text
  }

  /// A count.
  ///
  /// - Parameter minimum: The smallest that makes sense.
  /// - Returns: The number.
  /// - Throws: `UsageError` for anything but digits, below the minimum, and above a billion.
  func count(from minimum: Int = 0) throws(UsageError) -> Int {
    let digits = bytes.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard digits, !bytes.isEmpty, let number = Int(String(decoding: bytes, as: UTF8.self)),
      number >= minimum, number <= 1_000_000_000
    else {
      throw UsageError("\(flag): '\(shown)' is not a number from \(minimum) to 1,000,000,000")
    }
    return number
  }

  /// A size as `8x17`.
  ///
  /// - Throws: `UsageError` for anything else and for sides outside 1 to 256.
  func pixelSize() throws(UsageError) -> PixelSize {
    let sides = String(decoding: bytes, as: UTF8.self).split(
      separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
      (1...256).contains(width), (1...256).contains(height)
    else {
      throw UsageError("\(flag): '\(shown)' is not a cell size like 8x17 (1 to 256 each)")
    }
    return PixelSize(width: width, height: height)
  }

  /// One of a few words that are an enumeration's raw values.
  ///
  /// - Throws: `UsageError` that lists them or suggests the nearest.
  func choice<Choice: RawRepresentable>(_ all: [Choice]) throws(UsageError) -> Choice
  where Choice.RawValue == String {
    let word = String(decoding: bytes, as: UTF8.self)
    if let match = all.first(where: { $0.rawValue == word }) { return match }
    throw unknown(word, among: all.map(\.rawValue))
  }

  /// One of a few words.
  ///
  /// - Throws: `UsageError` that lists them or suggests the nearest.
  func choice<Choice>(_ all: KeyValuePairs<String, Choice>) throws(UsageError) -> Choice {
    let word = String(decoding: bytes, as: UTF8.self)
    if let match = all.first(where: { $0.key == word }) { return match.value }
    throw unknown(word, among: all.map(\.key))
  }

  /// A sort key.
  ///
  /// - Throws: `UsageError` for an unknown one.
  func sortKey() throws(UsageError) -> SortOrder.Key {
    try choice(SortOrder.Key.allCases)
  }

  /// A filter expression.
  ///
  /// - Throws: `UsageError` that points at the character.
  func filter() throws(UsageError) -> AssetFilter {
    let text = try text()
    do {
      return try AssetFilter(parsing: text)
    } catch {
      throw UsageError(
        "\(flag):\n\(error.pointer)\n"
          + "kinds and attributes: \(AssetFilter.words.joined(separator: ", "))\n"
          + "photopick(1), FILTERS, tells what they mean")
    }
  }

  /// Names of sets, separated by commas.
  ///
  /// - Throws: `UsageError` for none, more than nine, a repeated one (case does not count), and a
  ///   name that is empty, longer than 20 characters, or has others than letters, digits, `-`, `_`
  ///   and `.`.
  func setNames() throws(UsageError) -> [String] {
    let names = try text().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var known: Set<String> = []
    for name in names {
      let shown = TerminalText.sanitized(name)
      guard !name.isEmpty else { throw UsageError("\(flag): a name is empty in '\(self.shown)'") }
      guard name.count <= 20, name.utf8.count <= 80, name.allSatisfy(Self.isNameCharacter) else {
        throw UsageError(
          "\(flag): '\(shown)' is not a name of up to 20 letters, digits, '-', '_' and '.'")
      }
      guard known.insert(name.lowercased()).inserted else {
        throw UsageError("\(flag): the name '\(shown)' stands twice")
      }
    }
    guard names.count <= SelectionSets.maximumCount else {
      throw UsageError(
        "\(flag): \(names.count) names, but there are keys for \(SelectionSets.maximumCount)")
    }
    return names
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_.".contains(character)
  }

  /// Parts of the picker, separated by commas.
  ///
  /// - Throws: `UsageError` for an unknown one.
  func features() throws(UsageError) -> Set<PickerFeature> {
    var features: Set<PickerFeature> = []
    for word in try text().split(separator: ",", omittingEmptySubsequences: false) {
      guard let feature = PickerFeature(rawValue: String(word)) else {
        throw unknown(String(word), among: PickerFeature.allCases.map(\.rawValue))
      }
      features.insert(feature)
    }
    return features
  }

  private func unknown(_ word: String, among known: [String]) -> UsageError {
    let shown = TerminalText.sanitized(word)
    let list = known.joined(separator: ", ")
    if let nearest = NearestWord.suggestion(for: word, among: known) {
      return UsageError("\(flag): '\(shown)' is none of \(list); did you mean '\(nearest)'?")
    }
    return UsageError("\(flag): '\(shown)' is none of \(list)")
  }
}
