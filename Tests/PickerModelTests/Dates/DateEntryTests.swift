import TestSupport
import Testing

@testable import PickerModel

@Suite struct DateEntryTests {
  private static let today = CivilDate(year: 2024, month: 3, day: 1)

  private static func text(_ date: CivilDate) -> String { "\(date.year)-\(date.month)-\(date.day)" }

  @Test(
    "dates are read as people write them",
    arguments: [
      ("2024", "2024-1-1", "2024-12-31", "2024"),
      ("2024-02", "2024-2-1", "2024-2-29", "February 2024"),
      ("2024-6-12", "2024-6-12", "2024-6-12", "12 June 2024"),
      ("2024/06/12", "2024-6-12", "2024-6-12", "12 June 2024"),
      ("june 2023", "2023-6-1", "2023-6-30", "June 2023"),
      ("2023 Jun", "2023-6-1", "2023-6-30", "June 2023"),
      ("12 June 2023", "2023-6-12", "2023-6-12", "12 June 2023"),
      ("June 12, 2023", "2023-6-12", "2023-6-12", "12 June 2023"),
      ("06/2023", "2023-6-1", "2023-6-30", "June 2023"),
      ("June", "2023-6-1", "2023-6-30", "June 2023"),
      ("march", "2024-3-1", "2024-3-31", "March 2024"),
      ("2 march", "2023-3-2", "2023-3-2", "2 March 2023"),
      ("29 feb", "2024-2-29", "2024-2-29", "29 February 2024"),
      (" TODAY ", "2024-3-1", "2024-3-1", "1 March 2024"),
      ("yesterday", "2024-2-29", "2024-2-29", "29 February 2024"),
      ("this month", "2024-3-1", "2024-3-31", "March 2024"),
      ("last month", "2024-2-1", "2024-2-29", "February 2024"),
      ("last year", "2023-1-1", "2023-12-31", "2023"),
    ])
  func reads(text: String, first: String, last: String, words: String) throws {
    let entry = try DateEntry(text, today: Self.today)
    #expect(Self.text(entry.first) == first)
    #expect(Self.text(entry.last) == last)
    #expect(entry.text == words)
  }

  @Test(
    "what is no date is refused at the place where it goes wrong",
    arguments: [
      ("", 0), ("  ", 0), ("2024-13", 5), ("2024-02-30", 8), ("12.6.2024", 3), ("jnue 2024", 0),
      ("12 foo 2024", 3), ("0000", 0), ("20245", 0), ("last week", 5), ("june july", 5),
      ("30 february 2024", 0), ("13/2024", 0), ("99999999999999999999", 0), ("today 2024", 0),
      ("-", 0),
    ])
  func refuses(text: String, offset: Int) {
    #expect { try DateEntry(text, today: Self.today) } throws: { error in
      (error as? DateEntry.Failure)?.offset == offset
    }
  }

  @Test("without a known day what counts from it is refused")
  func unknownDay() {
    for text in ["today", "june", "last year", "3 june"] {
      #expect(throws: DateEntry.Failure.self) { try DateEntry(text, today: nil) }
    }
  }

  @Test("any text of digits, words and separators is read or refused", .seeded)
  func neverTraps() {
    var random = SplitMix64(stream: 48)
    let pieces = ["2024", "1", "31", "06", "-", "/", " ", "june", "feb", "today", "last", "é", "0"]
    for _ in 0..<2_000 {
      let text = (0..<random.below(7)).map { _ in pieces[random.below(pieces.count)] }.joined()
      guard let entry = try? DateEntry(text, today: Self.today) else { continue }
      #expect(entry.first <= entry.last)
    }
  }

  // MARK: - Going there

  private static func state() -> PickerState {
    var state = PickerState(configuration: PickerConfiguration(rules: .multiple))
    let days = [(2024, 6, 12), (2024, 6, 30), (2023, 1, 1), (2022, 12, 24)]
    state.add(
      days.enumerated().map { index, day in
        var asset = Sample.asset(UInt32(index), "\(index).jpg")
        if let date = CivilDate(year: day.0, month: day.1, day: day.2) {
          asset.creationDate = CaptureDate(
            localSeconds: date.localSeconds + 3_600, offsetMinutes: nil,
            source: .exifDateTimeOriginal)
        }
        return asset
      })
    if let today { state.setToday(today, offsetSeconds: 0) }
    return state
  }

  private static func jump(_ state: inout PickerState, _ text: String) {
    _ = state.apply(.openMenu(.dates))
    _ = state.apply(.menu(.edit(.insert(text))))
    _ = state.apply(.confirm)
  }

  @Test("the cursor goes to the first photo of the time, in the order of dates")
  func jumps() {
    var state = Self.state()
    Self.jump(&state, "June 2024")
    #expect(state.order == SortOrder(key: .date))
    #expect(state.cursorID == AssetID(1))
    #expect(state.notice?.text == "Now by date: June 2024")
    Self.jump(&state, "2024-06-12")
    #expect(state.cursorID == AssetID(0))
    #expect(state.notice == nil)
    _ = state.apply(.reverseOrder)
    Self.jump(&state, "2024")
    #expect(state.cursorID == AssetID(0))
    #expect(state.order.isReversed)
  }

  @Test("without a photo of the time the nearest is shown, and said so")
  func nearest() {
    var state = Self.state()
    Self.jump(&state, "2023-02")
    #expect(state.cursorID == AssetID(2))
    #expect(state.notice?.text == "Now by date: no photo of February 2023, this is the nearest")
    Self.jump(&state, "1999")
    #expect(state.cursorID == AssetID(3))
    #expect(state.notice?.text == "No photo of 1999, this is the nearest")
  }

  @Test("a mistake stays in the prompt with its place, and Esc leaves order and cursor")
  func mistake() {
    var state = Self.state()
    Self.jump(&state, "2024-13")
    #expect(state.mode == .dateText)
    guard case .dates(let prompt) = state.openMenu else {
      Issue.record("the prompt is closed")
      return
    }
    #expect(prompt.problem == TextPrompt.Problem(message: "there is no month 13", offset: 5))
    _ = state.apply(.cancel)
    #expect(state.order == SortOrder() && state.viewport.cursor == 0 && state.mode == .grid)
  }

  @Test("an empty library has no date to go to")
  func empty() {
    var state = PickerState(configuration: PickerConfiguration())
    Self.jump(&state, "2024")
    #expect(state.notice?.text == "There is no photo to go to")
  }
}
