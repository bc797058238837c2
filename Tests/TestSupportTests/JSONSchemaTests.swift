import TestSupport
import Testing

@Suite("the schema of the result")
struct JSONSchemaTests {
  private static let good = """
    {"version":1,"outcome":"picked","selection":{"minimum":1,"maximum":0,"count":1},
    "access":{"status":"limited","approved":12},"items":[{"position":1,"id":"8:12",
    "uri":"file:///tmp/a%20b%FF.jpg","path":null,"mediaType":"image","subtypes":[],
    "contentType":"image/jpeg","uti":"public.jpeg","pixelWidth":4,"pixelHeight":3,
    "orientation":6,"creationDate":"2024-06-12T14:03:00+02:00",
    "dateSource":"exifDateTimeOriginal","byteCount":10,"duration":null,"resources":[
    {"type":"photo","uri":"file:///tmp/a%20b%FF.jpg","contentType":"image/jpeg",
    "byteCount":10}]}],"failures":[]}
    """

  @Test("a result as it should be passes")
  func acceptsAGoodResult() throws {
    let schema = try JSONSchema.ofResult()
    #expect(schema.violations(in: try JSON(parsing: Self.good)) == [])
  }

  @Test(
    "a result with one thing wrong does not",
    arguments: [
      ("\"version\":1", "\"version\":2"), ("\"version\":1,", ""), ("picked", "lost"),
      ("\"minimum\":1", "\"minimum\":-1"), ("\"maximum\":0", "\"maximum\":null"),
      ("file:///tmp/a%20b%FF.jpg\",\"path\"", "/tmp/a b.jpg\",\"path\""), ("a%20b", "a b"),
      ("\"path\":null", "\"path\":7"), ("\"orientation\":6", "\"orientation\":9"),
      ("2024-06-12T14:03:00+02:00", "yesterday"), ("\"pixelWidth\":4", "\"pixelWidth\":4.5"),
      ("\"failures\":[]", "\"failures\":[],\"more\":1"), ("\"selection\":", "\"election\":"),
      ("\"failures\":[]", "\"failures\":[{\"code\":\"missing\"}]"),
      ("\"subtypes\":[]", "\"subtypes\":[1]"),
      ("\"subtypes\":[]", "\"subtypes\":[\"a\",\"a\"]"), ("\"id\":\"8:12\"", "\"id\":\"\""),
    ])
  func refusesABadResult(part: String, replacement: String) throws {
    let schema = try JSONSchema.ofResult()
    let range = try #require(Self.good.firstRange(of: part))
    let text = Self.good.replacingCharacters(in: range, with: replacement)
    #expect(schema.violations(in: try JSON(parsing: text)) != [])
  }

  @Test("a keyword that the validator does not know is told, not ignored")
  func tellsUnknownKeywords() throws {
    let schema = try JSONSchema(parsing: Array("{\"oneOf\":[]}".utf8))
    #expect(schema.violations(in: .null).count == 1)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
