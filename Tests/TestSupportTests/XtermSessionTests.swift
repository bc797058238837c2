import PickerModel
import TestSupport
import Testing

@Suite(
  "a real xterm", .serialized, .timeLimit(.minutes(1)),
  .enabled(if: XtermSession.missing == nil, "\(XtermSession.missing ?? "")"))
struct XtermSessionTests {
  @Test("it shows a sixel's pixels in the cells where they were put, and takes keys")
  func showsPixels() throws {
    // Two cells by one at row 3, column 5, in red.
    let script = """
      printf '\\033[?25l\\033[3;5H\\033Pq"1;1;16;17#1;2;100;0;0#1!16~-!16~-!16N\\033\\\\\\033[1;1H'
      read line
      printf '\\033[2J'
      read more
      """
    let session = try XtermSession(script, size: CellSize(columns: 40, rows: 10))
    let red = RGBColor(red: 255, green: 0, blue: 0)
    let cells = CellRect(column: 4, row: 2, columns: 2, rows: 1)
    try session.until("red pixels") { session in
      session.pixels(in: cells)[3, 5] == red
    }
    #expect(
      session.pixels(in: CellRect(column: 3, row: 2, columns: 1, rows: 1))[7, 5]
        == XtermSession.background)
    try session.press("Return")
    try session.until("an empty screen") { $0.pixels(in: cells)[3, 5] != red }
    try session.press("Return")
    try session.until("the end") { !$0.isRunning }
  }
}
