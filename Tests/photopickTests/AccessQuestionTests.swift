import PhotoLibrary
import PickerModel
import TermRender
import TestSupport
import Testing

@testable import photopick

@Suite("The question about a program")
struct AccessQuestionTests {
  private func question(
    _ client: String = "org.example.Collage", reason: String = "why",
    libraries: [FileName] = ["/home/ada/Pictures"],
    ceiling: AdministratorPolicy.Ceiling = .authorized, present: String? = nil
  ) throws -> AccessQuestion {
    AccessQuestion(
      client: try #require(ClientID(client)), reason: reason, libraries: libraries,
      ceiling: ceiling, present: present)
  }

  private func text(_ frame: ScreenFrame) -> [String] {
    (0..<frame.canvas.size.rows).map { frame.canvas.text(row: $0) }
  }

  @Test("the first mark gives nothing away, whatever can be said")
  func firstMark() throws {
    for ceiling in [AdministratorPolicy.Ceiling.authorized, .limited] {
      let question = try question(ceiling: ceiling)
      #expect(question.choices[question.focus] == .selectPhotos)
    }
  }

  @Test("digits answer, arrows move and stop at the ends, Esc decides nothing")
  func keys() throws {
    var question = try question()
    #expect(question.take(KeyPress("1")) == .answer(.allowAll))
    #expect(question.take(KeyPress("2")) == .answer(.selectPhotos))
    #expect(question.take(KeyPress("3")) == .answer(.deny))
    #expect(question.take(KeyPress("4")) == .stay && question.take(KeyPress("0")) == .stay)
    #expect(question.focus == 2)
    for _ in 0..<5 { #expect(question.take(KeyPress(.up)) == .stay) }
    #expect(question.take(KeyPress(.enter)) == .answer(.allowAll))
    for _ in 0..<5 { #expect(question.take(KeyPress(.down)) == .stay) }
    #expect(question.take(KeyPress(.enter)) == .answer(.deny))
    #expect(question.take(KeyPress(.escape)) == .dismiss)
    #expect(question.take(KeyPress("q")) == .dismiss)
    #expect(question.take(KeyPress("c", .control)) == .dismiss)
    #expect(question.take(KeyPress("z", .control)) == .suspend)
    #expect(question.take(KeyPress("l", .control)) == .redraw)
    #expect(question.take(KeyPress("1", .alt)) == .stay)
  }

  @Test("where all may not be given, it is no answer")
  func ceiling() throws {
    var question = try question(ceiling: .limited)
    #expect(question.take(KeyPress("1")) == .answer(.selectPhotos))
    #expect(question.take(KeyPress("2")) == .answer(.deny))
    #expect(question.take(KeyPress("3")) == .stay)
  }

  @Test("every screen of five rows and more has all choices, and nothing traps below")
  func everySize() throws {
    let long = String(repeating: "Long-", count: 25) + "end"
    let reason = String(repeating: "w\u{1B}[2J\u{202E}ords ", count: 120)
    for question in [
      try question(), try question(long, reason: reason, libraries: ["/a", "/b", "/c", "/d"]),
      try question(long, reason: "", present: "denied"),
    ] {
      for columns in [0, 1, 2, 9, 19, 20, 21, 39, 40, 41, 80, 130] {
        for rows in Array(0...14) + [24] {
          let lines = text(question.frame(for: CellSize(columns: columns, rows: rows)))
          #expect(lines.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("\u{202E}") })
          guard columns >= 20, rows >= 5 else { continue }
          let whole = lines.joined(separator: "\n")
          for choice in question.choices {
            #expect(whole.contains(choice.title(.read)), "\(columns)x\(rows)\n\(whole)")
          }
        }
      }
    }
  }

  @Test("a long name is shown in whole where there is room")
  func longName() throws {
    let long = String(repeating: "abcdefgh.", count: 14)
    let lines = text(try question(long).frame(for: CellSize(columns: 44, rows: 24)))
    let shown = lines.map { $0.filter { $0 != " " } }.joined()
    #expect(shown.contains(long))
  }
}
