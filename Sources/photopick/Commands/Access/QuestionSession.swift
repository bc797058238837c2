import PickerModel
import TermRender

/// Shows a question on an open terminal until it is answered; the screen stays open.
@MainActor
final class QuestionSession {
  /// How it ended.
  enum End: Equatable, Sendable {
    /// The person decided.
    case answer(AccessQuestion.Choice)
    /// The person did not decide.
    case dismissed
    /// A signal, by its number; the screen is closed.
    case signal(Int32)
  }

  private var question: AccessQuestion
  private let screen: TerminalScreen
  private var isFrameWaiting = false
  private var end: CheckedContinuation<End, Never>?

  /// Creates a session on an open terminal.
  init(_ question: AccessQuestion, on screen: TerminalScreen) {
    self.question = question
    self.screen = screen
  }

  /// Asks.
  func run() async -> End {
    // An answer is given by somebody who has seen the question.
    screen.discardInput()
    screen.onInput = { [weak self] in self?.handle($0) }
    screen.onResize = { [weak self] in self?.draw() }
    screen.onReadyForFrame = { [weak self] in
      guard let self, self.isFrameWaiting else { return }
      self.draw()
    }
    screen.onTermination = { [weak self] in self?.finish(.signal($0)) }
    draw()
    return await withCheckedContinuation { end = $0 }
  }

  private func draw() {
    isFrameWaiting = !screen.isReadyForFrame
    if !isFrameWaiting { screen.present(question.frame(for: screen.size)) }
  }

  private func handle(_ event: InputEvent) {
    guard case .key(let press) = event, end != nil else { return }
    switch question.take(press) {
    case .stay: draw()
    case .answer(let choice): finish(.answer(choice))
    case .dismiss: finish(.dismissed)
    case .redraw: screen.redrawAll()
    case .suspend: screen.suspend()
    }
  }

  private func finish(_ result: End) {
    screen.onInput = nil
    screen.onResize = nil
    screen.onReadyForFrame = nil
    end?.resume(returning: result)
    end = nil
  }
}
