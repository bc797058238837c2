internal import Glibc
import PickerModel

/// What day it is in the zone that `TZ` or the system names.
enum LocalClock {
  /// The present day, and the clock's distance from UTC in seconds; nil where the system can't tell.
  ///
  /// Source: localtime_r(3).
  static func today() -> (day: CivilDate, offsetSeconds: Int)? {
    var seconds = time(nil)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil,
      let day = unsafe CivilDate(
        year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    else { return nil }
    return (day, unsafe Int(parts.tm_gmtoff))
  }
}
