public import PickerModel

/// What to scan, and how.
public struct ScanRequest: Sendable {
  /// Where assets come from.
  public enum Source: Sendable {
    /// Folders, listed, and files named on the command line.
    case folders([FileName])
    /// Files named one by one (`--files-from`); no folder is listed.
    case paths([FileName])
    /// The approved set alone; no folder is listed. The scanner's door must be limited to the set.
    case approved(ApprovedSet)
  }

  /// Where assets come from.
  public var source: Source
  /// How many levels of folders are listed: 1 is the named folders alone, nil all.
  public var maximumDepth: Int?
  /// Whether files and folders whose name begins with a dot are seen; named ones always are.
  public var includesHidden: Bool
  /// The order in which the library is shown: its head comes first.
  public var order: SortOrder
  /// The assets that an earlier scan found, for a rescan: they keep their ids, and only differences
  /// are reported.
  public var known: [Asset]
  /// The first id that is given out; at least one above those of ``known``.
  public var firstID: UInt32
  /// Those of ``known`` whose file was missing: reported again where they are found unchanged.
  public var missing: Set<AssetID> = []
  /// Where to look, for a rescan of what has changed; nil for everything.
  public var changes: FolderChanges?
  /// The known assets that are one of these files, of those that ``known`` leaves out because
  /// nothing has changed where they are.
  internal var elsewhere: (@Sendable (Set<FileIdentity>) -> [Asset])?
  /// The folders that a link may lead to; nil for all.
  public var bounds: LibraryBounds?
  /// Who is to follow the folders that are listed.
  public var watcher: FolderWatcher?

  /// Creates a request for a first scan.
  public init(
    source: Source, maximumDepth: Int? = nil, includesHidden: Bool = false,
    order: SortOrder = SortOrder()
  ) {
    self.source = source
    self.maximumDepth = maximumDepth
    self.includesHidden = includesHidden
    self.order = order
    known = []
    firstID = 0
  }

  /// The same request as a rescan.
  ///
  /// - Parameters:
  ///   - known: the assets that are in the library now.
  ///   - firstID: one above the highest id that was ever given out.
  /// - Returns: the request.
  public func rescan(known: [Asset], firstID: UInt32) -> ScanRequest {
    var request = self
    request.known = known
    request.firstID = firstID
    return request
  }
}

/// What a scan reports, in this order: batches and the like, then `finished`.
public enum ScanEvent: Hashable, Sendable {
  /// New assets, at most ``LibraryScanner/batchLimit``.
  ///
  /// The first batch is the head of the requested order as far as the names were known by then.
  case batch([Asset])
  /// Known assets whose file has changed, or to which another file belongs now.
  case updated([Asset])
  /// Known assets that are not there any more (in a rescan that was not cancelled), or that turned
  /// out to be part of another one, which was reported before.
  case removed([AssetID])
  /// A folder or a named file that could not be used; the scan goes on.
  case problem(FileError)
  /// A root that could not be used: the caller's error rather than the library's.
  case rootProblem(FileError)
  /// How far the scan is.
  case progress(ScanTally)
  /// The scan is over, or was cancelled.
  case finished(ScanTally)
}

/// How far a scan is.
public struct ScanTally: Hashable, Sendable {
  /// Assets found, known ones included.
  public var assetCount = 0
  /// Files whose name was read but which were not looked into yet.
  public var waitingCount = 0
  /// Folders listed.
  public var folderCount = 0
  /// Problems reported.
  public var problemCount = 0

  /// Creates a tally of nothing.
  public init() {}
}
