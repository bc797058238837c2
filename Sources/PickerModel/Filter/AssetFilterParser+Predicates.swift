extension AssetFilterParser {
  /// The words that a predicate begins with.
  static let predicates =
    ["images", "videos"] + AssetSubtypes.filterNamed.map(\.word) + [
      "format", "name", "folder", "date", "camera", "width", "height", "megapixels", "aspect",
      "size", "duration", "rating", "label",
    ]

  /// Reads the rest of a predicate; the current piece is the one after its word.
  mutating func parsePredicate(_ word: String, at place: Int) throws(FilterSyntaxError)
    -> AssetFilter
  {
    switch word.lowercased() {
    case "images": return .images
    case "videos": return .videos
    case "format": return try parseFormat(at: place)
    case "aspect": return try parseAspect(at: place)
    case "name": return try parsePattern("name", at: place, as: "'IMG_*'") { .name($0) }
    case "camera": return try parsePattern("camera", at: place, as: "'iPhone*'") { .camera($0) }
    case "label": return try parsePattern("label", at: place, as: "red") { .label($0) }
    case "folder": return try parseFolder(at: place)
    case "date": return try parseDate(at: place)
    case "size": return try parseSize(at: place)
    case "duration": return try parseDuration(at: place)
    case "megapixels": return try parseMegapixels(at: place)
    case "rating": return try parseRating(at: place)
    case "width": return try parsePixels("width", at: place) { .width($0, $1) }
    case "height": return try parsePixels("height", at: place) { .height($0, $1) }
    case let lowercased:
      // The result's `subtypes` name the same kinds in the singular.
      let names = zip(AssetSubtypes.filterNamed, AssetSubtypes.named)
      for (kind, named) in names
      where kind.word.lowercased() == lowercased || named.name.lowercased() == lowercased {
        return .subtype(kind.subtype)
      }
      throw unknown(word, at: place)
    }
  }

  // MARK: -

  private mutating func parseFormat(at place: Int) throws(FilterSyntaxError) -> AssetFilter {
    let isNegated = try takeEquality(after: "format", at: place, example: "format:heic")
    let value = try takeValue(example: "format:heic")
    let name = value.text.lowercased()
    for format in FileFormat.allCases where format.filterNames.contains(name) {
      return Self.negated(.format(format), isNegated)
    }
    throw error(
      "\(Self.quoted(value.text)) is not a known format"
        + hint(value.text, FileFormat.allCases.flatMap(\.filterNames)),
      at: value.offset)
  }

  private mutating func parseAspect(at place: Int) throws(FilterSyntaxError) -> AssetFilter {
    let isNegated = try takeEquality(after: "aspect", at: place, example: "aspect:square")
    let value = try takeValue(example: "aspect:square")
    if let aspect = AssetFilter.Aspect(rawValue: value.text.lowercased()) {
      return Self.negated(.aspect(aspect), isNegated)
    }
    let names = AssetFilter.Aspect.allCases.map(\.rawValue)
    let near = hint(value.text, names)
    throw error(
      "\(Self.quoted(value.text)) is not a shape"
        + (near.isEmpty ? "; there are " + names.joined(separator: ", ") : near),
      at: value.offset)
  }

  private mutating func parseSize(at place: Int) throws(FilterSyntaxError) -> AssetFilter {
    let (comparison, isNegated) = try takeOrder(after: "size", at: place, example: "size>5MB")
    let value = try takeValue(example: "size>5MB")
    guard let count = ByteCountText.parse(value.text) else {
      throw error(
        "\(Self.quoted(value.text)) is not a size; write it as in 800kB, 5MB or 1.5GiB",
        at: value.offset)
    }
    return Self.negated(.byteCount(comparison, count), isNegated)
  }

  private mutating func parsePixels(
    _ word: String, at place: Int, _ make: (AssetFilter.Comparison, Int) -> AssetFilter
  ) throws(FilterSyntaxError) -> AssetFilter {
    let example = word + ">=3000"
    let (comparison, isNegated) = try takeOrder(after: word, at: place, example: example)
    let value = try takeValue(example: example)
    guard value.text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let count = Int(value.text) else {
      throw error(
        "\(Self.quoted(value.text)) is not a number of pixels, as in \(example)",
        at: value.offset)
    }
    return Self.negated(make(comparison, count), isNegated)
  }

  /// Takes `:`, `=`, `==` or `!=`.
  ///
  /// - Returns: Whether it is `!=`.
  mutating func takeEquality(
    after word: String, at place: Int, example: String
  ) throws(FilterSyntaxError) -> Bool {
    let (sign, offset) = try takeComparison(after: word, at: place, example: example)
    switch sign {
    case ":", "=", "==": return false
    case "!=": return true
    default: throw error("\"\(word)\" can't be compared by \(sign); write \(example)", at: offset)
    }
  }

  /// Takes any comparison; `!=` is the negation of `=`.
  mutating func takeOrder(
    after word: String, at place: Int, example: String
  ) throws(FilterSyntaxError) -> (AssetFilter.Comparison, isNegated: Bool) {
    let (sign, offset) = try takeComparison(after: word, at: place, example: example)
    switch sign {
    case ":", "==": return (.equal, false)
    case "!=": return (.equal, true)
    default:
      guard let comparison = AssetFilter.Comparison(rawValue: sign) else {
        throw error("\(sign) is no comparison; write it as in \(example)", at: offset)
      }
      return (comparison, false)
    }
  }

  private func unknown(_ word: String, at place: Int) -> FilterSyntaxError {
    if ["any", "all"].contains(word.lowercased()) {
      return error("\"\(word)\" needs parentheses, as in any(images, videos)", at: place)
    }
    return error(
      "\(Self.quoted(word)) is not a kind or an attribute"
        + hint(word, Self.predicates + ["any", "all", "not"]),
      at: place)
  }

  private func hint(_ word: String, _ candidates: [String]) -> String {
    guard let near = NearestWord.suggestion(for: word, among: candidates) else { return "" }
    return "; did you mean \"\(near)\"?"
  }

  /// A filter or its opposite.
  static func negated(_ filter: AssetFilter, _ isNegated: Bool) -> AssetFilter {
    isNegated ? .not(filter) : filter
  }

  /// A word for an error message, cut where it is long.
  static func quoted(_ word: String) -> String {
    word.count > 40 ? "\"\(word.prefix(39))…\"" : "\"\(word)\""
  }
}
