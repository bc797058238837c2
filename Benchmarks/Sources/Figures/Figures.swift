public import Glibc

/// What a measuring program says about itself.
public enum Figures {
  /// A clock's time in seconds.
  public static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The CPU seconds that this process and its ended children have used, user and system.
  public static func processorSeconds() -> Double {
    var total = 0.0
    for who in [RUSAGE_SELF.rawValue, RUSAGE_CHILDREN.rawValue] {
      var usage = rusage()
      unsafe getrusage(who, &usage)
      for time in [usage.ru_utime, usage.ru_stime] {
        total += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
      }
    }
    return total
  }

  /// The process's highest resident memory so far (VmHWM), in kibibytes.
  public static func peakKilobytes() -> Int { status("VmHWM:") }

  /// The process's resident memory now (VmRSS), in bytes.
  public static func residentBytes() -> Int { status("VmRSS:") * 1024 }

  private static func status(_ name: String) -> Int {
    let descriptor = unsafe open("/proc/self/status", O_RDONLY)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    }
    return 0
  }
}
