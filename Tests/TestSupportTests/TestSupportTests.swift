import PickerModel
import TestSupport
import Testing

@Suite("the tools of the tests")
struct TestSupportTests {
  @Test("equal seeds give equal sequences, and the first numbers are the published ones")
  func repeatsSequences() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    #expect(random.below(0) == 0 && random.pick([Int]()) == nil)
    #expect(random.bytes(count: 7).count == 7)
  }

  @Test("JSON is read strictly, with the bytes of names")
  func readsJSON() throws {
    let value = try JSON(
      parsing: #"{"a":[1,-2.5e3,true,null],"b\udcff":"\u00e9\ud83d\ude00"}"#)
    #expect(value["a"]?[0]?.integer == 1 && value["a"]?[1]?.double == -2500)
    #expect(value["a"]?[2]?.boolean == true && value["a"]?[3]?.isNull == true)
    #expect(value.members?.last?.name == [0x62, 0xFF])
    #expect(value.members?.last?.value.text == "é😀")
  }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", "{", "[1,]", "{\"a\":1,}", "{'a':1}", "01", "1 2", "nul", "\"\u{1}\"",
      "{\"a\":1,\"a\":2}",
      "[\"\\ud800\"]", "\"\\x\"", "1.", "-", "+1", "\"",
    ])
  func refusesOthers(text: String) {
    #expect(throws: NotJSON.self) { try JSON(parsing: text) }
  }

  @Test("a temporary folder takes any names, and goes with all that is in it")
  func removesFolders() throws {
    var path: FileName
    do {
      let folder = try TemporaryFolder()
      path = folder.path
      let odd = FileName(bytes: Array("a\nb".utf8) + [0xFF])
      try folder.write([1, 2, 3], to: odd)
      try folder.write("text", to: "deep/er/file")
      try folder.link("loop", to: ".")
      try folder.makePipe("pipe")
      #expect(try TestFiles.read(folder.path(of: odd)) == [1, 2, 3])
      #expect(
        TestFiles.names(in: path).map(\.displayString) == ["a\nb\u{FFFD}", "deep", "loop", "pipe"])
    }
    #expect(!TestFiles.exists(path))
  }

  @Test(
    "the corpus is read whole, odd names included",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
  func readsTheCorpus() throws {
    #expect(Corpus.entries.count > 500)
    #expect(Corpus.entries.contains { $0.path.utf8String == nil })
    let missing = Corpus.files.filter { !TestFiles.exists($0.file) }
    #expect(missing.isEmpty, "\(missing)")
    #expect(Corpus.files(in: "heic").contains { $0.displaySize != nil })
  }
}
