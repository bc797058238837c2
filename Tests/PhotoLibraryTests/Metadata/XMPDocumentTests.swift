import PickerModel
import TestSupport
import Testing

@testable import PhotoLibrary

@Suite("XMP")
struct XMPDocumentTests {
  @Test("properties are found as attributes and as elements", arguments: [true, false])
  func bothForms(asElements: Bool) throws {
    let document = try #require(
      XMPDocument(
        parsing: XMPSample.packet(
          [
            ("xmp:Rating", "4"), ("xmp:Label", "Red"), ("xmp:CreateDate", "2024-02-29T12:34:56.25"),
          ],
          asElements: asElements)))
    #expect(document.isComplete)
    #expect(document.rating == 4)
    #expect(document.label == "Red")
    let date = try #require(document.captureDate)
    #expect(date.localSeconds == 1_709_210_096)
    #expect(date.nanoseconds == 250_000_000)
    #expect(date.offsetMinutes == nil)
    #expect(date.source == .xmp)
    #expect(document.captureDate(source: .sidecar)?.source == .sidecar)
  }

  @Test("bags, sequences and alternatives give their values in order")
  func containers() throws {
    let body = """
      <rdf:Description rdf:about=''><dc:subject><rdf:Bag><rdf:li>sea</rdf:li><rdf:li> sun &amp; sand
      </rdf:li></rdf:Bag></dc:subject><dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Beach</rdf:li>
      </rdf:Alt></dc:title></rdf:Description>
      """
    let document = try #require(XMPDocument(parsing: XMPSample.around(body)))
    #expect(document.keywords == ["sea", "sun & sand"])
    #expect(document.title == "Beach")
    #expect(document.caption == nil)
  }

  @Test("the fields of a structure know their array item")
  func structures() throws {
    let body = """
      <rdf:Description rdf:about=''><Container:Directory><rdf:Seq>
      <rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='image/jpeg' Item:Length='0'/></rdf:li>
      <rdf:li rdf:parseType='Resource'><Container:Item Item:Mime='video/mp4' Item:Length='77'/></rdf:li>
      </rdf:Seq></Container:Directory></rdf:Description>
      """
    let document = try #require(XMPDocument(parsing: XMPSample.around(body)))
    let movie = try #require(document.properties.first { $0.value == "video/mp4" })
    let length = document.properties.first { $0.name == "Length" && $0.item == movie.item }
    #expect(length?.value == "77")
  }

  @Test("UTF-16 is read in both byte orders", arguments: [true, false])
  func wide(isBigEndian: Bool) throws {
    let text = String(decoding: XMPSample.packet([("xmp:Label", "größer")]), as: UTF8.self)
    var bytes: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    for unit in text.utf16 {
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      bytes += isBigEndian ? pair : pair.reversed()
    }
    #expect(XMPDocument(parsing: bytes)?.label == "größer")
  }

  @Test(
    "a rating is a number from -1 to 5",
    arguments: [
      ("0", 0), ("5", 5), ("-1", -1), ("3.4", 3), ("6", nil), ("-2", nil), ("", nil), ("nan", nil),
      ("five", nil), ("1e400", nil), ("0x5", nil), ("0x1p2", nil), ("5e0", nil),
    ] as [(String, Int8?)])
  func ratings(text: String, rating: Int8?) {
    #expect(XMPDocument(parsing: XMPSample.packet([("xmp:Rating", text)]))?.rating == rating)
  }

  @Test(
    "a date is ISO 8601 from a day on",
    arguments: [
      ("2024-02-29", 1_709_164_800, nil), ("2024-02-29T12:34", 1_709_210_040, nil),
      ("2024-02-29T12:34:56Z", 1_709_210_096, 0), ("2024-02-29T12:34:56+05:30", 1_709_210_096, 330),
      ("2024-02-29T12:34:56-0800", 1_709_210_096, -480),
      ("2024-02-29T12:34:56,5+01:00", 1_709_210_096, 60), ("2024-02", nil, nil), ("2024", nil, nil),
      ("2024-02-29T12:34:56.99999999999999999999+14:00", 1_709_210_096, 840),
      ("2023-02-29", nil, nil), ("2024-02-29T25:00", nil, nil), ("2024-02-29X", nil, nil),
      ("2024-02-29T12:34:56 garbage", nil, nil), ("", nil, nil),
    ] as [(String, Int64?, Int16?)])
  func dates(text: String, seconds: Int64?, offset: Int16?) {
    let date = ISODate.parse(text, source: .xmp)
    #expect(date?.localSeconds == seconds)
    #expect(date?.offsetMinutes == offset)
  }

  @Test("DateTimeOriginal goes before DateCreated and CreateDate")
  func precedence() {
    let packet = XMPSample.packet([
      ("xmp:CreateDate", "2003-01-01"), ("photoshop:DateCreated", "2002-01-01"),
      ("exif:DateTimeOriginal", "not a date"),
    ])
    #expect(XMPDocument(parsing: packet)?.captureDate?.localSeconds == 1_009_843_200)
  }

  @Test(
    "document types are refused: nothing is expanded, nothing fetched",
    arguments: [
      "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>",
      "<!DOCTYPE x SYSTEM 'file:///etc/passwd'>",
      "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>", "<!DOCTYPE x>",
    ])
  func documentTypes(declaration: String) {
    let bytes = Array(declaration.utf8) + XMPSample.packet([("xmp:Label", "&a;")])
    #expect(XMPDocument(parsing: bytes) == nil)
  }

  @Test("a cut off document keeps what stands before the cut")
  func cut() throws {
    let body = "<rdf:Description rdf:about='' xmp:Rating='2'/><rdf:Description"
    let whole = XMPSample.around(body)
    let document = try #require(XMPDocument(parsing: Array(whole.prefix(whole.count - 30))))
    #expect(!document.isComplete)
    #expect(document.rating == 2)
  }

  @Test("depth, number and length of values are bounded")
  func bounds() throws {
    let deep = String(repeating: "<xmp:Label>", count: 50_000)
    #expect(XMPDocument(parsing: XMPSample.around(deep))?.isComplete == false)
    let long = String(repeating: "x", count: 50_000)
    for asElements in [true, false] {
      let packet = XMPSample.packet([("xmp:Label", long)], asElements: asElements)
      #expect(try #require(XMPDocument(parsing: packet)?.label).utf8.count == 4_096)
    }
    let many = String(repeating: "<rdf:li>x</rdf:li>", count: 30_000)
    let body =
      "<rdf:Description><dc:subject><rdf:Bag>\(many)</rdf:Bag></dc:subject></rdf:Description>"
    #expect(XMPDocument(parsing: XMPSample.around(body))?.properties.count == 2_048)
    #expect(XMPDocument(parsing: [UInt8](repeating: 0x20, count: 1_048_577)) == nil)
  }

  @Test(
    "what is no XMP is none", arguments: ["", "text", "<html/>", "<a xmlns='b' c='d'/>", "\0\0"])
  func noXMP(text: String) {
    #expect(XMPDocument(parsing: Array(text.utf8)) == nil)
  }

  @Test("damaged documents end in a value, never in a trap")
  func mutations() {
    var random = SplitMix64(stream: 0x1337)
    let seed = XMPSample.packet([("xmp:Rating", "4"), ("xmp:Label", "Red")], asElements: true)
    for _ in 0..<400 {
      var bytes = seed
      for _ in 0..<(1 + random.below(6)) {
        bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      let document = XMPDocument(parsing: bytes)
      if let rating = document?.rating { #expect((-1...5).contains(rating)) }
    }
  }

  @Test(
    "sidecars of the corpus give what independent tools found",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
  func corpus() throws {
    var ratings = 0
    for entry in Corpus.files(in: "sidecar") where entry.path.displayString.hasSuffix(".xmp") {
      let document = XMPDocument(parsing: try TestFiles.read(entry.file))
      #expect((document?.rating).map { Int($0) } == entry.fields["rating"]?.integer, "\(entry)")
      if document?.rating != nil { ratings += 1 }
      guard let expected = entry.captureDate else { continue }
      #expect(document?.captureDate == ISODate.parse(expected, source: .xmp), "\(entry)")
    }
    #expect(ratings >= 4)
  }
}

/// Hand-made XMP.
enum XMPSample {
  /// A packet with properties, as attributes or as elements.
  static func packet(_ properties: [(String, String)], asElements: Bool = false) -> [UInt8] {
    if asElements {
      let elements = properties.map { "<\($0.0)>\($0.1)</\($0.0)>" }.joined()
      return around("<rdf:Description rdf:about=''>\(elements)</rdf:Description>")
    }
    let attributes = properties.map { " \($0.0)='\($0.1)'" }.joined()
    return around("<rdf:Description rdf:about=''\(attributes)/>")
  }

  /// A packet with RDF in it.
  static func around(_ body: String) -> [UInt8] {
    let namespaces = [
      ("xmp", "http://ns.adobe.com/xap/1.0/"), ("dc", "http://purl.org/dc/elements/1.1/"),
      ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
      ("exif", "http://ns.adobe.com/exif/1.0/"),
      ("GPano", "http://ns.google.com/photos/1.0/panorama/"),
      ("GCamera", "http://ns.google.com/photos/1.0/camera/"),
      ("Container", "http://ns.google.com/photos/1.0/container/"),
      ("Item", "http://ns.google.com/photos/1.0/container/item/"),
      ("GDepth", "http://ns.google.com/photos/1.0/depthmap/"),
    ]
    let declarations = namespaces.map { " xmlns:\($0.0)='\($0.1)'" }.joined()
    return Array(
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'\(declarations)>\(body)</rdf:RDF></x:xmpmeta>"
        .utf8)
  }
}
