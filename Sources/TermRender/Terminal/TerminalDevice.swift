internal import CShims
internal import Glibc
internal import PickerModel

/// The terminal's device: opened once, put into raw mode, and given back as it was.
///
/// Isolation: the main actor. Reading never waits; writing is left to ``OutputWriter``.
@MainActor @safe
final class TerminalDevice {
  /// The descriptor: non-blocking, and of a description of its own, which no shell shares.
  let descriptor: Int32
  private var saved: termios
  private var isOpen = true
  private var isRaw = false

  /// Opens the device and remembers its settings; nothing is changed yet.
  ///
  /// - Parameter path: `/dev/tty`, or another terminal's.
  /// - Throws: ``TerminalError/notATerminal(path:)`` and ``TerminalError/system(call:errno:)``.
  init(path: String) throws(TerminalError) {
    let descriptor = unsafe pp_tty_open(path)
    guard descriptor >= 0 else { throw .notATerminal(path: path) }
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw .system(call: "tcgetattr", errno: code)
    }
    self.descriptor = descriptor
    saved = settings
  }

  /// Switches to raw mode and arms the guard that restores the terminal after a crash.
  ///
  /// - Parameter leaving: The bytes that lead back to the screen before.
  func enterRawMode(leaving: [UInt8]) {
    guard isOpen else { return }
    isRaw = true
    _ = unsafe pp_tty_set_raw(descriptor, &saved)
    unsafe leaving.withUnsafeBufferPointer { bytes in
      unsafe pp_guard_arm(descriptor, &saved, bytes.baseAddress, bytes.count)
    }
  }

  /// Remembers the settings anew: the shell may have changed them while the process was stopped.
  ///
  /// Does nothing in raw mode, nor where the terminal was handed back raw: then the settings are
  /// not anybody's wish.
  func rememberSettings() {
    var settings = termios()
    guard isOpen, !isRaw, unsafe tcgetattr(descriptor, &settings) == 0 else { return }
    let cooked = tcflag_t(ICANON | ECHO | ISIG)
    if settings.c_lflag & cooked == 0, saved.c_lflag & cooked != 0 { return }
    saved = settings
  }

  /// Gives the terminal's settings back.
  func leaveRawMode() {
    guard isOpen, isRaw else { return }
    isRaw = false
    pp_guard_disarm()
    _ = unsafe pp_tty_set(descriptor, &saved)
  }

  /// False while the shell keeps the process in the background.
  var isForeground: Bool { !isOpen || pp_tty_is_foreground(descriptor) != 0 }

  /// Closes the descriptor.
  func close() {
    guard isOpen else { return }
    isOpen = false
    Glibc.close(descriptor)
  }

  /// Throws away what was typed and not read yet.
  func discardInput() {
    tcflush(descriptor, TCIFLUSH)
  }

  /// Throws away what the terminal has not taken yet.
  func discardOutput() {
    tcflush(descriptor, TCOFLUSH)
  }

  /// True when the terminal on the other side is gone.
  var isGone: Bool { !isOpen || pp_tty_is_gone(descriptor) != 0 }

  /// Reads what is there.
  ///
  /// - Returns: The bytes; none when there is nothing.
  func read() -> [UInt8] {
    guard isOpen else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      count = max(0, got)
    }
  }

  /// The screen's size in cells and in pixels; a part that the terminal does not tell is 0.
  var windowSize: (cells: CellSize, pixels: PixelSize) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    var width: Int32 = 0
    var height: Int32 = 0
    guard isOpen, unsafe pp_tty_size(descriptor, &columns, &rows, &width, &height) == 0 else {
      return (CellSize(columns: 0, rows: 0), PixelSize(width: 0, height: 0))
    }
    return (
      CellSize(columns: Int(columns), rows: Int(rows)),
      PixelSize(width: Int(width), height: Int(height))
    )
  }
}
