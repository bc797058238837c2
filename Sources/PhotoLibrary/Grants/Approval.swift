public import PickerModel

/// Turns paths into entries of a grant: what a person approves is followed once and its identity noted.
public struct Approval: Sendable {
  /// The libraries that the paths lie in.
  public let libraries: [Grant.Library]
  /// Folders that can't be libraries, each with its reason.
  public let problems: [FileError]

  private let roots: LibraryRoots

  /// One photo that is to be approved.
  public struct Photo: Hashable, Sendable {
    /// Its path.
    public let path: FileName
    /// What the person saw; nil where nobody looked.
    public let identity: FileIdentity?
    /// The files that come along with it.
    public let parts: [FileName]

    /// Creates a photo.
    public init(path: FileName, identity: FileIdentity? = nil, parts: [FileName] = []) {
      self.path = path
      self.identity = identity
      self.parts = parts
    }

    /// Creates a photo of what was picked: a Live Photo's movie, a raw file and sidecars come along.
    public init(_ asset: Asset) {
      path = asset.path.fileName
      identity = asset.identity
      parts = asset.otherResources.map(\.path.fileName).filter { $0 != asset.path.fileName }
    }
  }

  /// Opens the folders that are to be libraries.
  ///
  /// - Parameter folders: Their paths; where one holds another, both are libraries.
  public init(_ folders: [FileName]) {
    var problems: [FileError] = []
    var libraries: [Grant.Library] = []
    for folder in folders {
      do throws(SystemError) {
        let descriptor = try FileCalls.open(
          at: FileCalls.currentFolder, folder.bytes, for: .base)
        let path = FileName(bytes: try FileCalls.path(of: descriptor.rawValue))
        let proof = try FileFacts(of: descriptor.rawValue).proof
        let library = Grant.Library(path: path, proof: proof)
        if !libraries.contains(library) { libraries.append(library) }
      } catch {
        problems.append(FileError(path: folder, error))
      }
    }
    self.libraries = libraries
    self.problems = problems
    roots = LibraryRoots(libraries.map(\.path))
  }

  /// The entries of one photo.
  ///
  /// - Returns: The photo, then its parts; a part that can't be approved is left out.
  /// - Throws: as ``LibraryRoots`` does for what is not in a library; `.replacedByFile` where
  ///   something else is there than the person saw.
  public func entries(of photo: Photo) throws(FileError) -> [Grant.ApprovedFile] {
    var entries = [try entry(photo.path, identity: photo.identity, isPart: false)]
    for part in photo.parts {
      if let entry = try? entry(part, identity: nil, isPart: true) { entries.append(entry) }
    }
    return entries
  }

  private func entry(
    _ path: FileName, identity: FileIdentity?, isPart: Bool
  ) throws(FileError) -> Grant.ApprovedFile {
    let place = try roots.resolve(path)
    guard let library = libraries.firstIndex(where: { $0.path == place.root.name }) else {
      throw FileError(path: path, kind: .outsideLibrary)
    }
    let status: FileStatus
    let proof: AssetProof
    do throws(SystemError) {
      let descriptor = try FileCalls.open(
        beneath: place.root.folder.rawValue, place.way, for: .look, throughSymlinks: false)
      status = try FileCalls.status(of: descriptor.rawValue)
      proof = try FileFacts(of: descriptor.rawValue).proof
    } catch {
      throw FileError(path: path, error)
    }
    guard identity == nil || status.identity == identity else {
      throw FileError(path: path, kind: .replacedByFile)
    }
    return Grant.ApprovedFile(
      library: library, way: FileName(bytes: place.way), proof: proof, isPart: isPart)
  }
}
