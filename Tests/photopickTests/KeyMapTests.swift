import PickerModel
import TermRender
import Testing

@testable import photopick

@Suite("Keys")
struct KeyMapTests {
  private func intents(_ keys: [KeyPress], mode: PickerMode = .grid) -> [Intent] {
    var map = KeyMap()
    return keys.compactMap { map.intent(for: $0, in: mode) }
  }

  @Test("no key stands twice in the table")
  func unique() {
    for mode in [nil] + PickerMode.allCases.map(Optional.some) {
      let keys = KeyMap.bindings.filter { binding in
        guard let mode else { return binding.section.modes == nil }
        return binding.section.modes?.contains(mode) ?? false
      }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "in \(mode.map { "\($0)" } ?? "general")")
    }
  }

  @Test("a number before a key repeats it, and 0 alone is no number")
  func counts() {
    #expect(intents([KeyPress("1"), KeyPress("2"), KeyPress("j")]) == [.move(.down, count: 12)])
    #expect(intents([KeyPress("1"), KeyPress("0"), KeyPress("G")]) == [.goTo(9)])
    #expect(intents([KeyPress("G")]) == [.move(.end, count: 1)])
    #expect(intents([KeyPress("0"), KeyPress("j")]) == [.move(.down, count: 1)])
    #expect(
      intents([KeyPress("5"), KeyPress("?"), KeyPress("j")]) == [
        .toggleHelp, .move(.down, count: 1),
      ])
  }

  @Test("a number of any length stays within bounds")
  func hugeCount() {
    let keys = Array(repeating: KeyPress("9"), count: 200) + [KeyPress("j")]
    #expect(intents(keys) == [.move(.down, count: 99_999_999)])
  }

  @Test("in the search line letters are text, and q does not cancel")
  func search() {
    #expect(intents([KeyPress("q")], mode: .search) == [.editSearch(.insert("q"))])
    #expect(intents([KeyPress("5")], mode: .search) == [.editSearch(.insert("5"))])
    #expect(intents([KeyPress(.enter)], mode: .search) == [.endSearch(keep: true)])
    #expect(intents([KeyPress(.escape)], mode: .search) == [.endSearch(keep: false)])
    #expect(intents([KeyPress("c", .control)], mode: .search) == [.quit])
    #expect(intents([KeyPress("x", .alt)], mode: .search).isEmpty)
  }

  @Test("in the tray J and K move the pick, by the number before")
  func tray() {
    #expect(
      intents([KeyPress("J"), KeyPress("3"), KeyPress("K"), KeyPress(.down, .shift)], mode: .tray)
        == [.movePick(by: 1), .movePick(by: -3), .movePick(by: 1)])
    #expect(
      intents([KeyPress("x"), KeyPress(.delete)], mode: .tray) == [.removePick, .removePick])
    #expect(intents([KeyPress("j"), KeyPress(".")], mode: .tray) == [.move(.down), .reveal])
    #expect(intents([KeyPress("J"), KeyPress("x"), KeyPress(".")]).isEmpty)
  }

  @Test("unknown keys mean nothing")
  func unknown() {
    #expect(intents([KeyPress("Z"), KeyPress(.function(5)), KeyPress("ß")]).isEmpty)
  }

  @Test("help shows every key of the table")
  func help() {
    let lines = HelpView.lines(setNames: ["keep"])
    for binding in KeyMap.bindings {
      #expect(lines.contains { $0.key == binding.label && $0.text == binding.help })
    }
  }
}

@Suite("Keys of sets and of parts that are off")
struct FeatureKeyTests {
  @Test("with sets digits are sets in the grid, and text in the search line")
  func digits() {
    var map = KeyMap(hasSets: true)
    #expect(map.intent(for: KeyPress("3"), in: .grid) == .toggleSet(3))
    #expect(map.intent(for: KeyPress("0"), in: .preview) == .leaveSets)
    #expect(map.intent(for: KeyPress("j"), in: .grid) == .move(.down, count: 1))
    #expect(map.intent(for: KeyPress("3"), in: .search) == .editSearch(.insert("3")))
  }

  @Test("help leaves out the keys of what is off, and of sets where there are none")
  func help() {
    let all = HelpView.lines(setNames: ["keep", "reject"])
    #expect(all.contains { $0.key == "2" && $0.text == "reject" })
    #expect(!HelpView.lines().contains { $0.key == "Sets" })
    for feature in PickerFeature.allCases {
      let lines = HelpView.lines(disabled: [feature])
      for binding in KeyMap.bindings where binding.feature == feature {
        #expect(!lines.contains { $0.key == binding.label && $0.text == binding.help })
      }
    }
    #expect(!HelpView.lines(disabled: [.preview]).contains { $0.key == "Double click" })
  }
}
