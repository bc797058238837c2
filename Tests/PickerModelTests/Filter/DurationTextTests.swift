import PickerModel
import Testing

@Suite struct DurationTextTests {
  @Test(
    "lengths of time are read exactly",
    arguments: [
      ("10s", .seconds(10)), ("10", .seconds(10)), ("1.5", .milliseconds(1500)),
      ("1m30s", .seconds(90)), ("1min", .seconds(60)), ("1.5min", .seconds(90)),
      ("2h", .seconds(7200)), ("1h2m3s4ms", .milliseconds(3_723_004)),
      ("500MS", .milliseconds(500)),
      ("1:30", .seconds(90)), ("0:05.5", .milliseconds(5500)), ("1:02:03", .seconds(3723)),
      ("90:00", .seconds(5400)), ("0s", .zero),
      ("0.000000000000001s", Duration(secondsComponent: 0, attosecondsComponent: 1000)),
    ] as [(String, Duration)])
  func reading(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(
    "what is no length of time is none",
    arguments: [
      "", "s", "-1", "+1", "1.", ".5", "1 s", "1x", "1s1m", "1m1m", "1.5m3s", "1:60", "1:2:3:4",
      ":5",
      "1:", "1.5:30", "99999999999999999999", "99999999999h", "0.0000000000000001",
      "0.000000000000001ms", "1m30", "٣s", "9223372036854775807:00",
    ])
  func refusing(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(
    "a printed length of time is read as the same",
    arguments: [0, 1, 999, 1000, 59_999, 60_000, 3_600_000, 3_660_500, 86_400_000] as [Int64])
  func roundTrip(milliseconds: Int64) {
    let duration = Duration.milliseconds(milliseconds)
    #expect(DurationText.parse(DurationText.text(for: duration)) == duration)
  }
}

@Suite struct CivilDateTests {
  @Test("every day of a thousand years has its number, and the calendar turns as it should")
  func everyDay() throws {
    var year = 1600
    var month = 1
    var day = 1
    let first = try #require(CivilDate(year: 1600, month: 1, day: 1)).localSeconds
    for number in 0..<365_242 {
      let date = try #require(CivilDate(year: year, month: month, day: day))
      let seconds = first + Int64(number) * 86_400
      #expect(date.localSeconds == seconds)
      #expect(CivilDate(localSeconds: seconds) == date)
      #expect(CivilDate(localSeconds: seconds + 86_399) == date)
      day += 1
      if CivilDate(year: year, month: month, day: day) == nil {
        day = 1
        month += 1
        if month == 13 { (month, year) = (1, year + 1) }
      }
    }
    #expect(CivilDate(localSeconds: 0) == CivilDate(year: 1970, month: 1, day: 1))
  }

  @Test("days that the calendar has not are none, and far away seconds are no trap")
  func limits() {
    #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2000, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 2024, month: 0, day: 1) == nil)
    #expect(CivilDate(year: .max, month: 1, day: 1) == nil)
    #expect(CivilDate(localSeconds: .min).year == -9_999)
    #expect(CivilDate(localSeconds: .max) == CivilDate(year: 99_999, month: 12, day: 31))
  }
}
