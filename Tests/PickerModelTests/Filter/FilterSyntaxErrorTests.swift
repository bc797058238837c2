import PickerModel
import TestSupport
import Testing

@Suite struct FilterSyntaxErrorTests {
  static func error(_ text: String) throws -> FilterSyntaxError {
    try #require(throws: FilterSyntaxError.self) { try AssetFilter(parsing: text) }
  }

  @Test(
    "a wrong filter says what is wrong and where",
    arguments: [
      ("", 1, "a filter can't be empty"), ("  ", 3, "a filter can't be empty"),
      ("images adn videos", 8, "expected \"and\" or \"or\"; did you mean \"and\"?"),
      ("images videos", 8, "expected \"and\" or \"or\""),
      ("imagse", 1, "\"imagse\" is not a kind or an attribute; did you mean \"images\"?"),
      (
        "livePhoto5", 1,
        "\"livePhoto5\" is not a kind or an attribute; did you mean \"livePhotos\"?"
      ),
      ("images and date:2024-13", 22, "there is no month 13"),
      ("date:2023-02-29", 14, "2023-02 has no day 29"),
      ("date:1900-2-29", 13, "1900-02 has no day 29"),
      ("date:2023-04-31", 14, "2023-04 has no day 31"),
      ("date:2024-05-00", 14, "there is no day 00"),
      ("date:'2024-05-32'", 15, "there is no day 32"),
      ("date:0000", 6, "there is no year 0000"),
      ("date:24", 6, "write a date as in 2024, 2024-05 or 2024-05-17"),
      ("date:2024-", 11, "a month is missing here"),
      ("date:yesterday", 6, "write a date as in 2024, 2024-05 or 2024-05-17"),
      ("date:2024-05-17x", 16, "write a date as in 2024, 2024-05 or 2024-05-17"),
      ("date:2024-05-17T24", 17, "there is no hour 24"),
      ("date>2024-05-17T12:60", 20, "there is no minute 60"),
      (
        "date:2024-05-17T12:00Z", 22, "dates are compared by the camera's own clock, without a zone"
      ),
      ("date:2024..2023", 12, "this range ends before it begins"),
      ("date:'2024..2023-13'", 18, "there is no month 13"),
      ("date>2024..2025", 6, "a range can't be compared by >; write date:2024-05..2024-06"),
      ("date", 1, "\"date\" needs a value, as in date:2024-05"),
      ("date:", 6, "expected a value, as in date:2024-05"),
      (
        "duration<10x", 10,
        "\"10x\" is not a length of time; write it as in 10s, 1m30s or 1:30"
      ),
      ("megapixels>many", 12, "\"many\" is not a number of megapixels, as in megapixels>=12"),
      ("megapixels>1.2.3", 12, "\"1.2.3\" is not a number of megapixels, as in megapixels>=12"),
      ("rating>=6", 9, "\"6\" is not a rating; there are 0 to 5, and -1 or rejected"),
      ("camera>canon", 7, "\"camera\" can't be compared by >; write camera:'iPhone*'"),
      (
        "folder:'a/2024*'", 15,
        "a path takes no patterns but a last /*; a folder's name does, as in folder:'2024*'"
      ),
      ("not", 4, "the filter ends where a kind or an attribute is expected"),
      ("(images", 1, "this parenthesis is never closed"),
      ("images)", 7, "this parenthesis was never opened"),
      ("()", 2, "expected a kind or an attribute before this parenthesis"),
      ("any(images,)", 12, "expected a kind or an attribute before this parenthesis"),
      (
        "any(images; videos)", 5,
        "\"images;\" is not a kind or an attribute; did you mean \"images\"?"
      ),
      ("any", 1, "\"any\" needs parentheses, as in any(images, videos)"),
      ("format:heci", 8, "\"heci\" is not a known format; did you mean \"heic\"?"),
      ("format:", 8, "expected a value, as in format:heic"),
      ("format>heic", 7, "\"format\" can't be compared by >; write format:heic"),
      ("name", 1, "\"name\" needs a value, as in name:'IMG_*'"),
      ("name:'abc", 6, "this quote is never closed"),
      (
        "size>5 MB", 8,
        "a unit follows its number without a blank, as in size>1MB and duration<30s"
      ),
      ("size>5XB", 6, "\"5XB\" is not a size; write it as in 800kB, 5MB or 1.5GiB"),
      (
        "size>99999999999TB", 6,
        "\"99999999999TB\" is not a size; write it as in 800kB, 5MB or 1.5GiB"
      ),
      ("width>=wide", 8, "\"wide\" is not a number of pixels, as in width>=3000"),
      ("width>=-3", 8, "\"-3\" is not a number of pixels, as in width>=3000"),
      ("aspect:potrait", 8, "\"potrait\" is not a shape; did you mean \"portrait\"?"),
      ("aspect:xxxxxxx", 8, "\"xxxxxxx\" is not a shape; there are portrait, landscape, square"),
      ("'IMG'", 1, "expected a kind or an attribute; for names write name:'…'"),
      ("images and , videos", 12, "expected a kind or an attribute"),
      ("ünd", 1, "\"ünd\" is not a kind or an attribute"),
      ("name:ä und images", 8, "expected \"and\" or \"or\"; did you mean \"and\"?"),
    ] as [(String, Int, String)])
  func messages(text: String, column: Int, message: String) throws {
    let error = try Self.error(text)
    #expect(error.message == message)
    #expect(error.column == column)
  }

  @Test("the pointer stands below the character, also behind wide and combined ones")
  func pointer() throws {
    #expect(
      try Self.error("images adn videos").pointer
        == """
        images adn videos
               ^ expected "and" or "or"; did you mean "and"?
        """)
    #expect(
      try Self.error("name:写真 x").pointer
        == """
        name:写真 x
                  ^ expected "and" or "or"
        """)
    let error = try Self.error("name:e\u{301} x")
    #expect(error.column == 8)
    #expect(error.utf8Offset == 9)
  }

  @Test("control characters don't reach the terminal, and a long text shows its surroundings")
  func hostilePointer() throws {
    let escape = try Self.error("images \u{1B}[31m\n\u{202E}x")
    #expect(escape.pointer.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(escape.pointer.split(separator: "\n").count == 2)
    #expect(!escape.pointer.unicodeScalars.contains("\u{202E}"))
    for text in [
      "/i\0--s", "\u{7}", "format:\u{1B}c", "aspect:\u{9B}2J", "size>\u{7F}", "width>\r",
    ] {
      let message = try Self.error(text).message
      #expect(!message.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    let long = try Self.error(String(repeating: "images or ", count: 500) + "x")
    #expect(long.pointer.count < 220)
    #expect(long.pointer.hasPrefix("…"))
  }

  @Test(
    "nesting is bounded, however it is written", arguments: ["(", "not ", "!", "any(", "all(any("])
  func nesting(opening: String) throws {
    let text = String(repeating: opening, count: 8000) + "images"
    #expect(try Self.error(text).message == "a filter is nested at most 64 deep")
  }

  @Test("the deepest nesting that is allowed can be read")
  func deepest() throws {
    let depth = AssetFilterParser.maximumDepth
    let text =
      String(repeating: "(", count: depth) + "images" + String(repeating: ")", count: depth)
    #expect(try AssetFilter(parsing: text) == .images)
    #expect(throws: FilterSyntaxError.self) { try AssetFilter(parsing: "(" + text + ")") }
  }

  @Test("a text of a megabyte is refused")
  func length() throws {
    let text = String(repeating: " ", count: 1_000_000) + "images"
    #expect(try Self.error(text).message == "a filter has at most 65536 bytes")
  }

  @Test("whatever is read is read without a trap, and errors point into the text", .seeded)
  func randomTexts() {
    var random = SplitMix64(stream: 8)
    let pieces = [
      "images", "videos", "and", "or", "not", "(", ")", ",", "any(", "name:", "size>", "5MB", "'",
      "\"", "\\", "width", ">=", "!", "&", "|", " ", "é", "\u{0}", "format:", "heic", "=", "<",
      "10", "date:", "2024", "-05", "..", "T1", "folder:", "a/", "/*", "\\xFF", "raw", "duration<",
      "1m", "30s", "1:30", "rating=", "-1", "megapixels=", "1.5", "camera:", "label:",
    ]
    for _ in 0..<5000 {
      let text = (0..<random.below(10)).map { _ in pieces[random.below(pieces.count)] }.joined()
      do {
        let filter = try AssetFilter(parsing: text)
        let again = try? AssetFilter(parsing: filter.description)
        #expect(again == filter)
      } catch {
        #expect(error.utf8Offset <= text.utf8.count)
        #expect(error.column <= text.count + 1)
      }
    }
  }
}
