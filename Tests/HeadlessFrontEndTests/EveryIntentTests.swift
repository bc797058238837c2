import PickerModel
import TestSupport
import Testing

/// Every intent is documented and does no harm to a front end that knows nothing of it.
@MainActor
@Suite("every intent")
struct EveryIntentTests {
  /// The name of an intent in the documentation.
  ///
  /// Exhaustive on purpose: whoever adds an intent comes by here, and then by `Intents.md`.
  private static func symbol(_ intent: Intent) -> String {
    switch intent {
    case .move: "move(_:count:)"
    case .goTo: "goTo(_:)"
    case .scroll: "scroll(rows:)"
    case .click: "click(at:_:)"
    case .toggle: "toggle"
    case .toggleSet: "toggleSet(_:)"
    case .leaveSets: "leaveSets"
    case .markRange: "markRange"
    case .pickAll: "pickAll"
    case .invert: "invert"
    case .clear: "clear"
    case .undo: "undo"
    case .redo: "redo"
    case .removePick: "removePick"
    case .movePick: "movePick(by:)"
    case .confirm: "confirm"
    case .cancel: "cancel"
    case .dismiss: "dismiss"
    case .quit: "quit"
    case .togglePreview: "togglePreview"
    case .zoom: "zoom(by:)"
    case .toggleActualSize: "toggleActualSize"
    case .pan: "pan(_:)"
    case .nextPhoto: "nextPhoto"
    case .previousPhoto: "previousPhoto"
    case .toggleInfo: "toggleInfo"
    case .toggleTray: "toggleTray"
    case .reveal: "reveal"
    case .toggleHelp: "toggleHelp"
    case .changeThumbnailSize: "changeThumbnailSize(by:)"
    case .dismissNotice: "dismissNotice"
    case .beginSearch: "beginSearch"
    case .editSearch: "editSearch(_:)"
    case .endSearch: "endSearch(keep:)"
    case .setOrder: "setOrder(_:)"
    case .cycleOrder: "cycleOrder"
    case .reverseOrder: "reverseOrder"
    case .setFilter: "setFilter(_:)"
    case .setCollection: "setCollection(_:)"
    case .stepCollection: "stepCollection(by:)"
    case .openMenu: "openMenu(_:)"
    case .menu: "menu(_:)"
    case .retry: "retry"
    case .rescan: "rescan"
    case .redraw: "redraw"
    case .suspend: "suspend"
    }
  }

  /// One of each.
  private static let all: [Intent] = [
    .move(.down, count: 2), .goTo(3), .scroll(rows: 1),
    .click(at: CellPoint(column: 30, row: 3), .toggle), .toggle, .toggleSet(1), .leaveSets,
    .markRange, .pickAll, .invert, .clear, .undo, .redo, .removePick, .movePick(by: 1), .confirm,
    .cancel, .dismiss, .quit, .togglePreview, .zoom(by: 1), .toggleActualSize, .pan(.left),
    .nextPhoto, .previousPhoto, .toggleInfo, .toggleTray, .reveal,
    .toggleHelp, .changeThumbnailSize(by: 1), .dismissNotice, .beginSearch,
    .editSearch(.insert("1")), .endSearch(keep: true), .setOrder(SortOrder(key: .modified)),
    .cycleOrder, .reverseOrder, .setFilter(.images),
    .setCollection(FolderCollection(folder: "photos")), .stepCollection(by: 1), .openMenu(.filter),
    .menu(.step(1)), .retry,
    .rescan, .redraw, .suspend,
  ]

  @Test("is in the documentation, and one of each is in this test")
  func isDocumented() throws {
    let folder = Package.root + "/Sources/PickerModel"
    let article = String(
      decoding: try TestFiles.read(FileName(folder + "/PickerModel.docc/Intents.md")),
      as: UTF8.self)
    let source = String(
      decoding: try TestFiles.read(FileName(folder + "/Picker/Intent.swift")), as: UTF8.self)
    for intent in Self.all {
      #expect(article.contains("``Intent/\(Self.symbol(intent))``"), "\(intent)")
    }
    // The cases as the source has them: a list that is too short would prove nothing.
    let declaration = source.prefix { $0 != "}" }
    let cases = declaration.split(separator: "\n").filter { $0.hasPrefix("  case ") }
    let names = cases.map { String($0.dropFirst(7).prefix { $0.isLetter }) }
    #expect(Set(names) == Set(Self.all.map { String(Self.symbol($0).prefix { $0.isLetter }) }))
  }

  @Test("leaves a front end that draws and loads after each in one piece")
  func doesNoHarm() {
    var random = SplitMix64(stream: 73)
    for _ in 0..<40 {
      let frontEnd = HeadlessFrontEnd(
        PickerConfiguration(rules: .multiple), disk: FakeDisk((1...9).map { "\($0).jpg" }))
      frontEnd.scan(inBatchesOf: 4)
      for _ in 0..<40 where frontEnd.model.outcome == nil {
        guard let intent = random.pick(Self.all) else { return }
        frontEnd.perform(intent)
        frontEnd.loadPictures(limit: random.below(4))
        frontEnd.drawIfNeeded()
        #expect(frontEnd.model.selection.picks.allSatisfy { frontEnd.model.asset($0) != nil })
        #expect(!frontEnd.drawIfNeeded(), "drawing changed something")
      }
      #expect((frontEnd.model.result == nil) == (frontEnd.model.outcome == nil))
    }
  }
}
