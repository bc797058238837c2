import PickerModel
import TestSupport
import Testing

@Suite struct NaturalOrderTests {
  @Test(
    "names are ordered as people expect",
    arguments: [
      ["IMG_2.jpg", "IMG_10.jpg", "IMG_100.jpg"],
      ["IMG_2.jpg", "IMG_2 (1).jpg", "IMG_2-edited.jpg", "IMG_3.jpg"],
      ["a.jpg", "B.jpg", "c.jpg"],
      ["IMG_1.JPG", "img_1.jpg"],
      ["img", "img0", "img1"],
      ["1", "01", "2", "010", "99999999999999999999998", "99999999999999999999999"],
      ["a", "ab", "b"],
      ["", "a"],
    ])
  func order(names: [String]) {
    let expected = names.map { FileName($0) }
    let sorted = expected.reversed().sorted { NaturalOrder.precedes($0, $1) }
    // Where values are equal, bytes decide: 01 is before 1.
    if names.contains("01") {
      #expect(sorted.map(\.displayString).prefix(3) == ["01", "1", "2"])
      #expect(sorted.dropFirst(3) == expected.dropFirst(3))
    } else {
      #expect(sorted == expected)
    }
  }

  @Test("the order is total: antisymmetric, transitive, and equal for equal bytes only", .seeded)
  func laws() {
    var random = SplitMix64(stream: 1)
    for _ in 0..<4000 {
      let (a, b, c) = (Sample.name(&random), Sample.name(&random), Sample.name(&random))
      let ab = NaturalOrder.compare(a, b)
      #expect(ab.signum() == -NaturalOrder.compare(b, a).signum())
      #expect((ab == 0) == (a == b))
      if ab <= 0, NaturalOrder.compare(b, c) <= 0 { #expect(NaturalOrder.compare(a, c) <= 0) }
    }
  }

  @Test("all short names are in a total order")
  func smallWorld() {
    let alphabet = Array("0a1.".utf8)
    var names: [[UInt8]] = [[]]
    for _ in 0..<4 {
      names += names.filter { $0.count == names.last?.count }.flatMap { name in
        alphabet.map { name + [$0] }
      }
    }
    let sorted = names.map { FileName(bytes: $0) }.sorted { NaturalOrder.precedes($0, $1) }
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      #expect(NaturalOrder.compare(left, right) < 0)
    }
    // Every pair agrees with the places that sorting found: so no three of them form a circle.
    for (i, left) in sorted.enumerated() where i % 7 == 0 {
      for (j, right) in sorted.enumerated() {
        #expect(NaturalOrder.compare(left, right).signum() == (i - j).signum())
      }
    }
  }

  @Test("a run of a thousand digits is a number like any other")
  func longRuns() {
    let thousand = String(repeating: "9", count: 1000)
    let more = "1" + String(repeating: "0", count: 1000)
    #expect(NaturalOrder.precedes(FileName("a" + thousand), FileName("a" + more)))
    #expect(!NaturalOrder.precedes(FileName("a" + more), FileName("a" + thousand)))
  }
}
