/// One box of an ISO base media file (ISO/IEC 14496-12, 4.2).
internal struct Box {
  /// The four characters of its type.
  internal let type: String
  /// The same as a number, for lists whose items are numbered.
  internal let code: Int
  /// Where its content is, behind size and type.
  internal let payload: Range<Int64>
}

/// The boxes in a part of a file, in order, up to the first whose size makes no sense.
internal struct BoxList: Sequence {
  /// The most boxes of one list.
  private static let limit = 1_024

  private let boxes: [Box]

  /// Reads the headers of the boxes in a range.
  internal init(_ source: inout HeaderSource, in range: Range<Int64>) {
    var boxes: [Box] = []
    var offset = range.lowerBound
    while offset < range.upperBound, boxes.count < Self.limit {
      guard let header = source.viewUpTo(at: offset, count: 16), let size = header.u32(0),
        header.count >= 8
      else { break }
      let type = String(decoding: header.part(4, count: 4).bytes, as: UTF8.self)
      var start = offset + 8
      var length = Int64(size)
      if size == 1 {
        guard let large = header.number(8, width: 8), let exact = Int64(exactly: large) else {
          break
        }
        start = offset + 16
        length = exact
      } else if size == 0 {
        // To the end of the file.
        length = range.upperBound - offset
      }
      let (end, overflow) = offset.addingReportingOverflow(length)
      guard !overflow, end >= start else { break }
      // A box that is cut off still has a beginning to read.
      boxes.append(
        Box(
          type: type, code: header.u32(4) ?? 0,
          payload: start..<Swift.max(start, Swift.min(end, range.upperBound))))
      offset = end
    }
    self.boxes = boxes
  }

  /// The first box of a type.
  internal func first(_ type: String) -> Box? {
    boxes.first { $0.type == type }
  }

  /// Iterates over the boxes.
  internal func makeIterator() -> IndexingIterator<[Box]> {
    boxes.makeIterator()
  }
}
