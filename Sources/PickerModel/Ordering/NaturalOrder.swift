/// The order in which people expect names: digit runs count by value, so `IMG_2` is before
/// `IMG_10`.
///
/// The order is total. Two names are compared
/// 1. byte by byte, ASCII letters without case, a run of digits by its value however long it is,
///   and
///    the dot of the extension before everything else (`IMG_2.jpg` is before `IMG_2 (1).jpg`);
/// 2. if that tells no difference (`a01`, `A1`), by their bytes.
public enum NaturalOrder {
  /// Tells whether a name comes before another.
  public static func precedes(_ left: FileName, _ right: FileName) -> Bool {
    compare(left, right) < 0
  }

  /// Compares two names: negative if `left` comes first, 0 only if the bytes are equal.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public static func compare(_ left: FileName, _ right: FileName) -> Int {
    let primary = comparePrimary(
      left.bytes, dot: extensionDot(of: left.bytes), right.bytes,
      dot: extensionDot(of: right.bytes))
    return primary != 0 ? primary : compareBytes(left.bytes, right.bytes)
  }

  /// Compares two folders: like names, but `/` comes before everything else and no dot is special.
  static func compareFolders(_ left: FileName, _ right: FileName) -> Int {
    // The folder's bytes are shared by its assets: this is a pointer comparison most of the time.
    if left.bytes == right.bytes { return 0 }
    let primary = comparePrimary(left.bytes, dot: -1, right.bytes, dot: -1)
    return primary != 0 ? primary : compareBytes(left.bytes, right.bytes)
  }

  /// Compares byte by byte, a prefix first.
  static func compareBytes(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let common = min(left.count, right.count)
    var index = 0
    while index < common {
      if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
      index += 1
    }
    return left.count == right.count ? 0 : (left.count < right.count ? -1 : 1)
  }

  /// Writes the start of a key whose byte order is step 1 of the order of names.
  ///
  /// Where the keys of two names differ, they order them; where they are equal, the names must be
  /// compared.
  static func writeKey(ofName bytes: [UInt8], into key: inout SortKey.Builder) {
    writeKey(of: bytes, dot: extensionDot(of: bytes), into: &key)
  }

  /// As ``writeKey(ofName:into:)``, for folders.
  static func writeKey(ofFolder bytes: [UInt8], into key: inout SortKey.Builder) {
    writeKey(of: bytes, dot: -1, into: &key)
  }

  // MARK: -

  private static let digitMark = UInt8(ascii: "0")

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// What a byte counts as: letters in lowercase, every digit as the same mark, `/` as 2.
  @inline(__always)
  private static func weight(_ byte: UInt8) -> UInt8 {
    if isDigit(byte) { return digitMark }
    if byte == UInt8(ascii: "/") { return 2 }
    return CaseFolding.lowercasedASCII(byte)
  }

  /// The index of the dot before an extension of one to five letters and digits, or -1.
  private static func extensionDot(of bytes: [UInt8]) -> Int {
    var index = bytes.count - 1
    let lowest = max(1, bytes.count - 6)
    while index >= lowest {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") { return index < bytes.count - 1 ? index : -1 }
      guard isDigit(byte) || CaseFolding.lowercasedASCII(byte) &- 0x61 < 26 else { return -1 }
      index -= 1
    }
    return -1
  }

  private static func comparePrimary(
    _ left: [UInt8], dot leftDot: Int, _ right: [UInt8], dot rightDot: Int
  ) -> Int {
    let (left, right) = (left.span, right.span)
    // Names in one folder start alike: what they share is passed over at once, but for a run of
    // digits that goes on and for a dot that is special in one of them only.
    var start = 0
    let common = min(left.count, right.count)
    while start < common, left[start] == right[start] { start += 1 }
    while start > 0, isDigit(left[start - 1]) { start -= 1 }
    if leftDot != rightDot {
      if leftDot >= 0 { start = min(start, leftDot) }
      if rightDot >= 0 { start = min(start, rightDot) }
    }
    var (i, j) = (start, start)
    while i < left.count, j < right.count {
      let (a, b) = (left[i], right[j])
      if isDigit(a), isDigit(b) {
        var (startA, startB) = (i, j)
        while startA < left.count, left[startA] == digitMark { startA += 1 }
        while startB < right.count, right[startB] == digitMark { startB += 1 }
        i = startA
        while i < left.count, isDigit(left[i]) { i += 1 }
        j = startB
        while j < right.count, isDigit(right[j]) { j += 1 }
        if i - startA != j - startB { return i - startA < j - startB ? -1 : 1 }
        while startA < i {
          if left[startA] != right[startB] { return left[startA] < right[startB] ? -1 : 1 }
          startA += 1
          startB += 1
        }
      } else {
        let weightA = i == leftDot ? 1 : weight(a)
        let weightB = j == rightDot ? 1 : weight(b)
        if weightA != weightB { return weightA < weightB ? -1 : 1 }
        i += 1
        j += 1
      }
    }
    if i < left.count { return 1 }
    return j < right.count ? -1 : 0
  }

  /// Writes what `comparePrimary` compares: weights, and for a run of digits its length, then two
  /// digits a byte.
  ///
  /// The lengths 0 to 8 are the bytes of the digits 0 to 8, which no weight uses; 9 announces a
  /// byte with a greater length. So `IMG_20240612_140300` takes 14 bytes.
  private static func writeKey(of bytes: [UInt8], dot: Int, into key: inout SortKey.Builder) {
    var index = 0
    while index < bytes.count, !key.isFull {
      let byte = bytes[index]
      guard isDigit(byte) else {
        key.append(index == dot ? 1 : weight(byte))
        index += 1
        continue
      }
      var start = index
      while start < bytes.count, bytes[start] == digitMark { start += 1 }
      index = start
      while index < bytes.count, isDigit(bytes[index]) { index += 1 }
      let length = index - start
      key.append(digitMark + UInt8(min(9, length)))
      if length >= 9 { key.append(UInt8(min(255, length))) }
      // A run this long can't be told from longer ones by one byte: the comparison decides.
      if length >= 255 { break }
      while start < index, !key.isFull {
        let second = start + 1 < index ? bytes[start + 1] - digitMark : 0
        key.append((bytes[start] - digitMark) << 4 | second)
        start += 2
      }
    }
  }
}
