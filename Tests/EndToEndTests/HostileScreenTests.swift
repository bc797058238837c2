import PickerModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite("hostile text on the screen")
  struct HostileScreenTests {
    /// Texts to be shown, each with some of the plants of ``HostileTextTests``, short enough that all
    /// of it has room on the screen.
    private static let texts: [[UInt8]] = {
      var texts: [[UInt8]] = []
      var text: [UInt8] = []
      for plant in HostileTextTests.plants {
        text += plant + Array("a".utf8)
        if text.count >= 20 {
          texts.append(text)
          text = []
        }
      }
      return text.isEmpty ? texts : texts + [text]
    }()

    /// A little-endian EXIF block in which every text that is shown is `text`.
    private static func exif(_ text: [UInt8]) -> [UInt8] {
      func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      let value = text.filter { $0 != 0 } + [0]
      // Description, make, model, software, artist, copyright; then the Exif directory's dates, comment
      // and lens.
      let first = [0x10E, 0x10F, 0x110, 0x131, 0x13B, 0x8298]
      let second = [0x9003, 0x9011, 0x9286, 0xA433, 0xA434]
      let start = 8 + 2 + 12 * (first.count + 1) + 4
      let end = start + 2 + 12 * second.count + 4
      func entry(_ tag: Int) -> [UInt8] {
        number(tag, 2) + number(tag == 0x9286 ? 7 : 2, 2) + number(value.count, 4) + number(end, 4)
      }
      var bytes = Array("II".utf8) + number(42, 2) + number(8, 4)
      bytes += number(first.count + 1, 2)
      for tag in first { bytes += entry(tag) }
      bytes += number(0x8769, 2) + number(4, 2) + number(1, 4) + number(start, 4) + number(0, 4)
      bytes += number(second.count, 2)
      for tag in second { bytes += entry(tag) }
      return bytes + number(0, 4) + value
    }

    /// The photo with an EXIF block.
    private static func photo(_ text: [UInt8], _ jpeg: [UInt8]) -> [UInt8] {
      let block = Array("Exif\0\0".utf8) + exif(text)
      let length = block.count + 2
      return Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + block
        + jpeg.dropFirst(2)
    }

    /// A sidecar whose label, maker and date are `text`, with what XML can't carry as references.
    private static func sidecar(_ text: [UInt8]) -> [UInt8] {
      let value = String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar in
        scalar.value < 0x80 && scalar.properties.isAlphabetic
          ? String(scalar) : "&#\(scalar.value);"
      }.joined()
      return Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
          xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
          xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
          xmp:Label="\(value)" tiff:Make="\(value)" xmp:CreateDate="\(value)" xmp:Rating="3"/>
        </rdf:RDF></x:xmpmeta>
        """.utf8)
    }

    /// A library in which names, folders, EXIF texts, sidecars and what is wrong with a broken photo
    /// are hostile.
    private func library() throws -> TemporaryFolder {
      let folder = try TemporaryFolder("photos")
      let jpeg = try TestFiles.read(FileName("\(Package.fixtures)/Good/baseline.jpg"))
      for (number, text) in Self.texts.enumerated() {
        let name = text.filter { $0 != UInt8(ascii: "/") && $0 != 0 }
        let path = Array("d".utf8) + name + Array("/\(number)".utf8) + name
        try folder.write(
          Self.photo(text, jpeg), to: FileName(bytes: path + Array(".jpg".utf8)))
        try folder.write(Self.sidecar(text), to: FileName(bytes: path + Array(".xmp".utf8)))
        if number % 4 == 0 {
          try folder.write(
            Array(jpeg.prefix(300)), to: FileName(bytes: path + Array("broken.jpg".utf8)))
        }
      }
      // The first photos of all, with names so short that they are shown whole.
      for (number, shown) in Self.shown.enumerated() {
        try folder.write(
          jpeg,
          to: FileName(bytes: Array("!\(number)".utf8) + shown.plant + Array(".jpg".utf8)))
      }
      return folder
    }

    /// What no terminal may be sent, in what it was sent: pictures and sequences are ASCII.
    private func unfit(_ session: PTYSession) -> [String] {
      session.screen.problems
        + String(decoding: session.output, as: UTF8.self).unicodeScalars.filter { scalar in
          HostileTextTests.isUnfit(scalar) && scalar.value >= 0x80
        }.map { "U+" + String($0.value, radix: 16) }
    }

    /// Goes to each place where a text from outside is shown, and looks at all of it.
    private func visit(_ session: PTYSession, count: Int) throws {
      func walk(_ key: String, _ steps: Int) throws {
        for _ in 0..<steps {
          session.type(key)
          session.pump(milliseconds: 15)
        }
        try session.untilQuiet(milliseconds: 80)
      }
      session.type("i")
      try walk("l", count)
      session.type("i0")
      // The menus: cameras and formats, orders, folders.
      session.type("f")
      try walk("j", 2 * count + 20)
      session.press(.escape)
      try session.untilQuiet()
      session.type("C")
      try walk("j", count + 4)
      session.press(.escape)
      try session.untilQuiet()
      session.type("s")
      try walk("j", 8)
      session.press(.escape)
      try session.untilQuiet()
      // All picked, in the tray, and one after the other in the preview, with the info panel.
      session.type("a")
      try session.until(text: "\(count) picked")
      session.type("p")
      try walk("l", count)
      session.type("p")
      session.press(.tab)
      session.type("i")
      try walk("l", count)
      session.type("i")
      session.press(.tab)
      try session.untilQuiet()
      // What a search finds in a folder, a date or a camera is told beside the name.
      session.type("/daaa")
      try session.untilQuiet()
      session.press(.escape)
      session.type("?")
      try session.untilQuiet()
      session.type("?")
      try session.untilQuiet()
    }

    /// Some of the plants, and how they look as text.
    private static let shown: [(plant: [UInt8], text: String)] = [
      (Array("\u{1B}[31m".utf8), "^[[31m"), (Array("\u{1B}]0;x".utf8), "^[]0;x"),
      (Array("\u{7}".utf8), "^G"), (Array("\u{9B}".utf8), "<9B>"),
      (Array("\u{202E}".utf8), "<202E>"), ([0xFF], "\u{FFFD}"),
    ]

    @Test(
      "names, folders, EXIF, sidecars and errors do nothing to the terminal, wherever they are shown",
      arguments: [["--graphics=auto"], ["--graphics=none"], ["--thumbnail-size=large"]])
    func texts(options: [String]) throws {
      let folder = try library()
      let count = Self.texts.count + (Self.texts.count + 3) / 4 + Self.shown.count
      let session = try Photopick.start(["-m"] + options.map { FileName($0) } + [folder.path]) {
        $0.size = CellSize(columns: 150, rows: 50)
      }
      try session.untilReady()
      try session.until(text: "\(count) photos")
      for (number, shown) in Self.shown.enumerated() {
        try session.until(text: "!\(number)\(shown.text).jpg")
      }
      try visit(session, count: count)
      #expect(unfit(session) == [])
      #expect(session.screen.title == "" && session.screen.bellCount == 0)
      session.press(.control("c"))
      #expect(try session.waitForExit() == .code(130))
      #expect(unfit(session) == [])
    }

    @Test("what the caller says through --control does nothing to the terminal")
    func control() throws {
      let folder = try Photopick.folder("a.jpg")
      let other = try TemporaryFolder("control")
      let channel = try Channel(in: other)
      let session = try Photopick.start(channel, ["-m", folder.path]) {
        $0.size = CellSize(columns: 150, rows: 30)
      }
      try session.untilReady()
      for (number, text) in Self.texts.enumerated() {
        // As JSON can carry it: escaped, and raw where it is valid UTF-8.
        let escaped = String(decoding: text, as: UTF8.self).utf16.map { unit in
          let digits = String(unit, radix: 16)
          return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
        let raw = text.filter { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        channel.send("{\"title\":\"\(number) \(escaped)\"}\n")
        try session.until(text: "\(number) ")
        channel.send(Array("{\"title\":\"\(number)r ".utf8) + raw + Array("\"}\n".utf8))
        channel.send("{\"\(escaped)\":1}\n{\"preselect\":[\"\(escaped)\"]}\n")
        channel.send(text.filter { $0 != 0x0A } + Array("\n".utf8))
        channel.send("{\"title\":\"Then \(number)\"}\n")
        try session.until(text: "Then \(number)")
      }
      #expect(unfit(session) == [])
      #expect(session.output.contains(sequence: "<202E>"))
      session.press(.control("c"))
      #expect(try session.waitForExit() == .code(130))
      #expect(unfit(session) == [])
      #expect(
        String(decoding: session.standardError, as: UTF8.self).unicodeScalars
          .filter { HostileTextTests.isUnfit($0) } == [])
      #expect(session.errorText.contains("--control"))
    }

    @Test("the reason and the folder of a question do nothing to the terminal")
    func question() throws {
      // A reason that is not UTF-8 is refused.
      let home = try TemporaryFolder("home")
      for (number, text) in Self.texts.enumerated() {
        let name = FileName(bytes: text.filter { $0 != UInt8(ascii: "/") && $0 != 0 })
        let folder = try TemporaryFolder("photos")
        try folder.write(
          TestFiles.read(FileName("\(Package.fixtures)/Good/baseline.jpg")),
          to: FileName(bytes: name.bytes + Array("/a.jpg".utf8)))
        let session = try Photopick.start([
          "access", "request", FileName("--client=a\(number)"),
          FileName("--reason=" + String(decoding: text, as: UTF8.self)),
          folder.path(of: name),
        ]) { $0.environment["XDG_DATA_HOME"] = home.text }
        try session.until(text: "Don't Allow")
        #expect(unfit(session) == [])
        session.press(.control("c"))
        #expect(try session.waitForExit() == .code(130))
        #expect(unfit(session) == [])
      }
    }
  }
}
