import TestSupport
import Testing

@testable import PickerModel

@Suite struct CollectionListTests {
  static let photos = [
    Sample.asset(0, "a.jpg", folder: "/p/2023"), Sample.asset(1, "b.jpg", folder: "/p/2024"),
    Sample.asset(2, "c.jpg", folder: "/p/2024/Rome"),
    Sample.asset(3, "d.jpg", folder: "/p/2024/Rome"),
    Sample.asset(4, "e.mp4", folder: "/p/x/y/z", format: .mp4),
  ]

  static func state(_ base: AssetFilter? = nil) -> PickerState {
    var state = PickerState(
      configuration: PickerConfiguration(rules: .multiple, baseFilter: base))
    state.resize(to: CellSize(columns: 120, rows: 30))
    state.add(photos)
    return state
  }

  static func list(_ state: PickerState) throws -> CollectionList {
    guard case .collections(let list) = state.openMenu else { throw FilterMenuTests.Missing() }
    return list
  }

  static func texts(_ state: PickerState) throws -> [String] {
    let list = try list(state)
    return (0..<list.list.itemCount).compactMap { index in
      list.row(at: index).map { "\($0.label) \($0.ownCount)/\($0.totalCount)" }
    }
  }

  @Test("the list has all photos, and each folder with its own photos and all in it")
  func lists() throws {
    var state = Self.state()
    _ = state.apply(.openMenu(.collections))
    #expect(
      try Self.texts(state) == [
        "All photos 5/5", "2023 1/1", "2024 1/3", "2024/Rome 2/2", "x/y/z 1/1",
      ])
    #expect(state.mode == .collections)
  }

  @Test("Enter shows a folder with the folders in it, o without them, and the first row all photos")
  func chooses() throws {
    var state = Self.state()
    _ = state.apply(.move(.end))
    _ = state.apply(.toggle)
    _ = state.apply(.openMenu(.collections))
    _ = state.apply(.goTo(2))
    _ = state.apply(.confirm)
    #expect(state.matching == Sample.ids(1, 2, 3))
    #expect(state.collectionLabel == "2024")
    #expect(state.selection.picks == Sample.ids(4))
    #expect(state.viewport.cursor == 0)
    _ = state.apply(.openMenu(.collections))
    #expect(try Self.list(state).list.cursor == 2)
    _ = state.apply(.menu(.chooseAlone))
    #expect(state.matching == Sample.ids(1))
    _ = state.apply(.openMenu(.collections))
    _ = state.apply(.move(.home))
    _ = state.apply(.confirm)
    #expect(state.matching.count == 5 && state.collection == nil)
  }

  @Test("] and [ go from folder to folder, and stop at the ends")
  func steps() {
    var state = Self.state()
    var shown = [[AssetID]]()
    for _ in 0..<5 {
      _ = state.apply(.stepCollection(by: 1))
      shown.append(state.matching)
    }
    #expect(
      shown == [
        Sample.ids(0), Sample.ids(1, 2, 3), Sample.ids(2, 3), Sample.ids(4), Sample.ids(4),
      ])
    #expect(state.notice?.text == "This is the last folder")
    _ = state.apply(.stepCollection(by: -100))
    #expect(state.collection == nil)
    _ = state.apply(.stepCollection(by: -1))
    #expect(state.notice?.text == "These are all photos")
  }

  @Test("typing narrows the list by every word, and Enter takes the folder under the cursor")
  func narrows() throws {
    var state = Self.state()
    _ = state.apply(.openMenu(.collections))
    _ = state.apply(.beginSearch)
    #expect(state.mode == .collectionText)
    _ = state.apply(.menu(.edit(.insert("ROM 24"))))
    #expect(try Self.texts(state) == ["2024/Rome 2/2"])
    _ = state.apply(.menu(.edit(.insert("x"))))
    #expect(try Self.texts(state) == [])
    #expect(state.apply(.confirm) == [.bell])
    _ = state.apply(.menu(.edit(.deleteBackward)))
    _ = state.apply(.confirm)
    #expect(state.matching == Sample.ids(2, 3))
    #expect(state.mode == .grid)
  }

  @Test("Esc closes the prompt, then the list, and leaves what is shown")
  func leaves() throws {
    var state = Self.state()
    _ = state.apply(.setCollection(FolderCollection(folder: "/p/2024")))
    _ = state.apply(.openMenu(.collections))
    _ = state.apply(.menu(.beginEditing))
    _ = state.apply(.menu(.edit(.insert("2023"))))
    _ = state.apply(.cancel)
    #expect(try Self.texts(state).count == 5)
    _ = state.apply(.cancel)
    #expect(state.mode == .grid && state.matching == Sample.ids(1, 2, 3))
  }

  @Test("folders count what the caller's filter allows, and follow the library")
  func counts() throws {
    var state = Self.state(.images)
    _ = state.apply(.openMenu(.collections))
    #expect(try !Self.texts(state).contains { $0.hasPrefix("x") })
    state.markRemoved(Sample.ids(2, 2, 3))
    #expect(try Self.texts(state) == ["All photos 2/2", "2023 1/1", "2024 1/1"])
    state.add([
      Sample.asset(0, "a.jpg", folder: "/p/2025"), Sample.asset(0, "a.jpg", folder: "/p/n"),
    ])
    #expect(try Self.texts(state) == ["All photos 2/2", "2024 1/1", "n 1/1"])
  }

  @Test("Esc widens step by step: the search, the filter, the folder")
  func widens() {
    var state = Self.state()
    _ = state.apply(.setCollection(FolderCollection(folder: "/p/2024")))
    _ = state.apply(.setFilter(.images))
    _ = state.apply(.beginSearch)
    _ = state.apply(.editSearch(.insert("c")))
    _ = state.apply(.endSearch(keep: true))
    var counts = [state.matching.count]
    for _ in 0..<3 {
      _ = state.apply(.dismiss)
      counts.append(state.matching.count)
    }
    #expect(counts == [1, 3, 3, 5])
    #expect(state.outcome == nil)
    _ = state.apply(.dismiss)
    #expect(state.outcome == .cancelled)
  }

  @Test("numbers of folders agree with counting, whatever comes and goes", .seeded)
  func agrees() throws {
    var random = SplitMix64(stream: 47)
    for _ in 0..<20 {
      var state = PickerState(configuration: PickerConfiguration(baseFilter: .images))
      for _ in 0..<6 {
        let batch = (0..<random.below(12)).map { _ in
          let path = ["", "a", "a/b", "/", "/a", "/a/b/c", "a/b c", "../a", "a\u{1}"]
          return Sample.asset(
            UInt32(random.below(15)), "n.jpg", folder: path[random.below(path.count)],
            format: random.oneIn(3) ? .mp4 : .jpeg)
        }
        state.add(batch)
        if random.oneIn(3) { state.markRemoved([AssetID(UInt32(random.below(15)))]) }
        let assets = state.allAssets.filter { AssetFilter.images.matches($0) }
        let table = state.folders
        #expect(table.photoCount == assets.count)
        for folder in table.folders {
          let inside = assets.filter {
            AssetFilter.folder(folder.path, includesSubfolders: true).matches($0)
          }
          #expect(folder.own == assets.count { $0.path.folder == folder.path })
          if !folder.path.bytes.starts(with: "..".utf8), !folder.path.bytes.isEmpty {
            #expect(folder.total == inside.count, "\(folder.path.displayString)")
          }
        }
        let listed = table.listed.map { table.folders[$0].path }
        #expect(
          zip(listed, listed.dropFirst()).allSatisfy { NaturalOrder.compareFolders($0, $1) < 0 })
      }
    }
  }
}
