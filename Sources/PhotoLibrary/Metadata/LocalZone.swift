internal import Glibc

/// The reader's own time zone: what `TZ` or `/etc/localtime` says.
internal enum LocalZone {
  /// The zone's offset at a point in time.
  ///
  /// - Parameter utcSeconds: seconds since 1970-01-01T00:00:00Z.
  /// - Returns: minutes east of UTC; 0 where the calendar ends.
  internal static func offsetMinutes(atUTC utcSeconds: Int64) -> Int16 {
    var seconds = time_t(utcSeconds)
    var fields = unsafe tm()
    guard unsafe localtime_r(&seconds, &fields) != nil else { return 0 }
    return unsafe Int16(clamping: fields.tm_gmtoff / 60)
  }

  /// The zone's offset at a wall-clock time.
  ///
  /// In the hour that the clocks skip, and in the one that they repeat, either offset may come out:
  /// nobody can tell. Not by `mktime(3)`, which asks the file system for `/etc/localtime` every time.
  ///
  /// - Parameter localSeconds: seconds since 1970-01-01T00:00:00 of the wall clock.
  /// - Returns: minutes east of UTC.
  internal static func offsetMinutes(atLocal localSeconds: Int64) -> Int16 {
    let near = offsetMinutes(atUTC: localSeconds)
    let (instant, overflows) = localSeconds.subtractingReportingOverflow(Int64(near) * 60)
    return overflows ? near : offsetMinutes(atUTC: instant)
  }
}
