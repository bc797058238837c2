extension PickerState {
  /// Says what day it is: for `today`, and for what is only known by its file's time.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - offsetSeconds: The clock's distance from UTC.
  public mutating func setToday(_ day: CivilDate, offsetSeconds: Int) {
    today = day
    zoneSeconds = Int64(min(max(-86_400, offsetSeconds), 86_400))
  }

  /// Goes to the first photo of a day, month or year, or to the nearest there is.
  ///
  /// A day is found where it stands in time: photos that are in another order are put in the order
  /// of their dates, and the message says so.
  ///
  /// - Complexity: O(n).
  mutating func jump(to entry: DateEntry) {
    guard !matching.isEmpty else {
      notice = Notice(kind: .refused, text: "There is no photo to go to")
      return
    }
    var words = ""
    if case .date = order.key {
    } else {
      setOrder(SortOrder(key: .date))
      words = "Now by date: "
    }
    let span = entry.localSeconds
    var nearest: (index: Int, distance: Int64)?
    for (index, id) in matching.enumerated() {
      guard let asset = catalog[id] else { continue }
      let distance = Self.distance(localSeconds(of: asset), span)
      if distance < nearest?.distance ?? .max {
        nearest = (index, distance)
        if distance == 0 { break }
      }
    }
    guard let nearest else { return }
    viewport.goTo(nearest.index)
    settleCursor()
    if nearest.distance > 0 {
      words += "no photo of \(entry.text), this is the nearest"
    } else if !words.isEmpty {
      words += entry.text
    }
    if let first = words.first {
      notice = Notice(kind: .info, text: first.uppercased() + words.dropFirst())
    }
  }

  /// When a photo was taken by its camera's clock, else when its file was modified by ours.
  private func localSeconds(of asset: Asset) -> Int64 {
    if let date = asset.creationDate { return date.localSeconds }
    let (seconds, overflows) = asset.modified.seconds.addingReportingOverflow(zoneSeconds)
    return overflows ? asset.modified.seconds : seconds
  }

  private static func distance(_ seconds: Int64, _ span: Range<Int64>) -> Int64 {
    if span.contains(seconds) { return 0 }
    let (distance, overflows) =
      seconds < span.lowerBound
      ? span.lowerBound.subtractingReportingOverflow(seconds)
      : seconds.subtractingReportingOverflow(span.upperBound - 1)
    return overflows ? .max - 1 : distance
  }
}
