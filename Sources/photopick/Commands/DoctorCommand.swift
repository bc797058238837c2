import PhotoLibrary
import PickerModel
import TermRender

/// `photopick doctor`: what the terminal answered, what this build can do, what it runs on.
@MainActor
enum DoctorCommand {
  /// Asks the terminal and prints.
  ///
  /// - Returns: The exit status.
  static func run(_ options: DoctorOptions) async -> Int32 {
    var report = DoctorReport()
    do {
      let screen = try TerminalScreen(options: options.screen.screenOptions(mouse: false))
      await Self.answers(of: screen)
      screen.close()
      report.take(screen)
    } catch {
      report.terminalError = error.userMessage
    }
    let bytes =
      options.isJSON
      ? report.json.encoded(isPretty: true) + Array("\n".utf8) : Array(report.text.utf8)
    do {
      try ResultDestination(file: nil).write(bytes)
    } catch {
      Diagnostics.report(error.message)
      return ExitStatus.failure.rawValue
    }
    return ExitStatus.success.rawValue
  }

  /// Waits until the terminal has answered or did not in time.
  private static func answers(of screen: TerminalScreen) async {
    guard screen.isProbing else { return }
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<Void, Never>? = continuation
      screen.onCapabilities = {
        guard !screen.isProbing else { return }
        waiting?.resume()
        waiting = nil
      }
      screen.onTermination = { _ in
        waiting?.resume()
        waiting = nil
      }
    }
  }
}
