/// A folder whose photos are shown alone.
public struct FolderCollection: Hashable, Sendable {
  /// The folder's path, as the assets have it.
  public let folder: FileName
  /// Whether the photos of the folders in it belong to it.
  public let includesSubfolders: Bool

  /// Creates a collection.
  public init(folder: FileName, includesSubfolders: Bool = true) {
    self.folder = folder
    self.includesSubfolders = includesSubfolders
  }

  /// What its assets pass.
  var filter: AssetFilter { .folder(folder, includesSubfolders: includesSubfolders) }
}

/// The list of folders: all photos first, then each folder with its numbers.
public struct CollectionList: Sendable {
  /// The rows on the screen and the cursor among them.
  public internal(set) var list = Viewport()
  /// What narrows the list; nil while that prompt is closed.
  public internal(set) var prompt: TextPrompt?
  /// What is shown outside of the list; nil for all photos.
  public let present: FolderCollection?

  /// One row of the list.
  public struct Row: Hashable, Sendable {
    /// The folder's path; nil for all photos.
    public let folder: FileName?
    /// Its path from the folder that holds everything, for people: not escaped yet.
    public let label: String
    /// The photos in it.
    public let ownCount: Int
    /// The photos in it and in the folders in it.
    public let totalCount: Int
  }

  // A row of -1 is all photos.
  private var rows: [Int] = []
  private var listed: [Int] = []
  private var counts: FolderCounts
  private var root: Int?
  // The folded labels of `listed`, one after the other, while the list is narrowed.
  private var text: [UInt8] = []
  private var starts: [Int] = []

  /// Opens the list with the cursor on what is shown.
  init(_ counts: FolderCounts, present: FolderCollection?) {
    self.counts = counts
    self.present = present
    read()
    let own = present.flatMap { counts.known($0.folder) }
    list.goTo(own.flatMap { rows.firstIndex(of: $0) } ?? 0)
  }

  /// The row at an index; nil outside of the list.
  ///
  /// - Complexity: O(n) in the length of the path.
  public func row(at index: Int) -> Row? {
    guard let number = rows.element(at: index) else { return nil }
    guard number >= 0 else {
      return Row(
        folder: nil, label: "All photos", ownCount: counts.photoCount,
        totalCount: counts.photoCount)
    }
    let folder = counts.folders[number]
    return Row(
      folder: folder.path, label: counts.label(number, from: root), ownCount: folder.own,
      totalCount: folder.total)
  }

  /// The folders of the library that are listed, without narrowing.
  public var folderCount: Int { listed.count }

  /// The index of a folder's row; nil where it has none.
  func index(of folder: FileName) -> Int? {
    counts.known(folder).flatMap { rows.firstIndex(of: $0) }
  }

  /// The library has changed.
  mutating func update(_ counts: FolderCounts) {
    let anchor = rows.element(at: list.cursor)
    self.counts = counts
    read()
    place(anchor)
  }

  /// Opens the prompt that narrows the list.
  mutating func beginEditing() {
    prompt = TextPrompt()
    fold()
  }

  /// Edits the text of the prompt; the list follows.
  mutating func edit(_ edit: TextEdit) {
    let before = prompt?.field.text
    prompt?.apply(edit)
    if prompt?.field.text != before { narrow() }
  }

  /// Closes the prompt; the cursor stays on its folder.
  mutating func endEditing() {
    prompt = nil
    text = []
    starts = []
    narrow()
  }

  // MARK: -

  private mutating func read() {
    counts.sort()
    listed = counts.listed
    root = counts.root
    if prompt != nil { fold() }
    rows = matchingRows
    list.replaceItems(count: rows.count, cursor: list.cursor)
  }

  private mutating func narrow() {
    let anchor = rows.element(at: list.cursor)
    rows = matchingRows
    place(anchor)
  }

  private mutating func place(_ anchor: Int?) {
    let index = anchor.flatMap { rows.firstIndex(of: $0) } ?? 0
    list.replaceItems(count: rows.count, cursor: index)
  }

  private mutating func fold() {
    text = []
    starts = [0]
    for number in listed {
      CaseFolding.appendSearchText(Array(counts.label(number, from: root).utf8), to: &text)
      starts.append(text.count)
    }
  }

  /// The folders that the prompt's text finds, by the rules of the search.
  private var matchingRows: [Int] {
    let query = SearchQuery(prompt?.field.text ?? "")
    if query.isEmpty { return [-1] + listed }
    var matcher = FuzzyMatcher()
    let text = text.span
    var found = [Int]()
    for (index, number) in listed.enumerated() {
      let range = starts[index]..<starts[index + 1]
      let isFound = query.groups.allSatisfy { group in
        group.contains { $0.isFound(in: text, range, &matcher) != $0.isNegated }
      }
      if isFound { found.append(number) }
    }
    return found
  }
}
