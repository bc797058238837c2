import PickerModel
import Testing

@Suite struct ByteCountTextTests {
  @Test(
    "sizes are read exactly",
    arguments: [
      ("0", 0), ("800", 800), ("5MB", 5_000_000), ("5mb", 5_000_000), ("5M", 5_000_000),
      ("1.5GiB", 1_610_612_736), ("1.5kB", 1500), ("0.0000005MB", 0),
      ("1.999999999999999999kB", 1999),
      ("9223372036854775807", .max), ("9.223372036854775807TB", 9_223_372_036_854), ("1KiB", 1024),
      ("8388607TiB", 9_223_370_937_343_148_032),
    ] as [(String, Int64)])
  func reading(text: String, count: Int64) {
    #expect(ByteCountText.parse(text) == count)
  }

  @Test(
    "what is no size is none",
    arguments: [
      "", "MB", "-1", "+1", "1.", ".5", "1 MB", "1XB", "9223372036854775808", "8388608TiB", "1..2",
      "1.0000000000000000000kB", "9223372036854775807.9kB", "٣",
    ])
  func refusing(text: String) {
    #expect(ByteCountText.parse(text) == nil)
  }

  @Test(
    "a printed size is read as the same",
    arguments: [0, 1, 999, 1000, 1500, 5_000_000, 1_000_000_000_000, .max] as [Int64])
  func roundTrip(count: Int64) {
    #expect(ByteCountText.parse(ByteCountText.text(for: count)) == count)
  }
}
