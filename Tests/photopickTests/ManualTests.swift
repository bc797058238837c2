internal import Glibc
import Testing

@testable import photopick

@Suite("The manual")
struct ManualTests {
  private let text: String

  init() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let descriptor = unsafe open("/" + folder + "/docs/photopick.1", O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 200_000)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test("every option is in the manual", arguments: OptionTable.all.map(\.name.rawValue))
  func options(name: String) {
    #expect(text.contains("Fl -\(name)"))
  }

  @Test("every key is in the manual with the words of the help")
  func keys() {
    let folded = text.replacing("\n", with: " ").lowercased()
    for binding in KeyMap.bindings {
      let words = binding.help.replacing("←", with: "Left").replacing("→", with: "Right")
      #expect(folded.contains(words.lowercased()), "\(binding.label)")
    }
  }
}
