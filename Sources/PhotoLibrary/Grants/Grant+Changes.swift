public import PickerModel

extension Grant {
  /// Decides that all photos of these libraries may be seen.
  ///
  /// - Parameters:
  ///   - new: The libraries; those that all photos might be seen of before stay.
  ///   - time: When, in seconds since 1970 UTC.
  public mutating func authorize(_ new: [Library], at time: Int64) {
    libraries = decision == .authorized ? Self.union(libraries, new) : new
    decide(.authorized, at: time)
    approved = []
  }

  /// Decides that no photo may be seen.
  public mutating func deny(at time: Int64) {
    decide(.denied, at: time)
    approved = []
  }

  /// Approves files: access is limited then, where it was denied.
  ///
  /// Without effect where all photos may be seen.
  ///
  /// - Parameters:
  ///   - files: The files; their libraries are numbers in `new`.
  ///   - new: Their libraries.
  ///   - time: When, in seconds since 1970 UTC.
  /// - Returns: False where that would be more than ``approvedLimit`` files or ``libraryLimit``
  ///   libraries: nothing is changed then.
  public mutating func approve(_ files: [ApprovedFile], of new: [Library], at time: Int64) -> Bool {
    guard decision != .authorized else { return true }
    let all = Self.union(libraries, new)
    var known = Set(approved.map(\.proof))
    let added = files.filter { known.insert($0.proof).inserted }.compactMap { file in
      all.firstIndex(of: new[file.library]).map { index in
        ApprovedFile(library: index, way: file.way, proof: file.proof, isPart: file.isPart)
      }
    }
    guard all.count <= Self.libraryLimit, approved.count + added.count <= Self.approvedLimit else {
      return false
    }
    libraries = all
    approved += added
    decide(.limited, at: time)
    return true
  }

  /// Takes approved files away, each with the files that came along with it.
  ///
  /// - Parameters:
  ///   - numbers: Their indices.
  ///   - time: When, in seconds since 1970 UTC.
  public mutating func remove(_ numbers: Set<Int>, at time: Int64) {
    var isLeaving = false
    var kept: [ApprovedFile] = []
    for (index, file) in approved.enumerated() {
      if !file.isPart { isLeaving = false }
      if numbers.contains(index) { isLeaving = isLeaving || !file.isPart }
      if !isLeaving, !numbers.contains(index) { kept.append(file) }
    }
    approved = kept
    changed = time
  }

  /// Puts what a person chose in the place of what they saw approved; what others approved meanwhile
  /// stays.
  ///
  /// - Parameters:
  ///   - chosen: The chosen files; their libraries are numbers in `new`.
  ///   - new: The libraries that they were chosen from.
  ///   - seen: What was approved when the person began, of which the rest is taken away.
  ///   - time: When, in seconds since 1970 UTC.
  /// - Returns: False for more than ``approve(_:of:at:)`` takes.
  public mutating func choose(
    _ chosen: [ApprovedFile], of new: [Library], insteadOf seen: [ApprovedFile], at time: Int64
  ) -> Bool {
    let before = Set(seen.map(\.proof))
    let others = approved.filter { decision == .limited && !before.contains($0.proof) }
    var grant = self
    grant.approved = []
    let used = Set(others.map(\.library))
    let kept = libraries.indices.filter { used.contains($0) }
    grant.libraries = new
    if decision != .limited { grant.answered = time }
    grant.decision = .limited
    guard grant.approve(chosen, of: new, at: time),
      grant.approve(
        others.map { file in
          ApprovedFile(
            library: kept.firstIndex(of: file.library) ?? 0, way: file.way, proof: file.proof,
            isPart: file.isPart)
        }, of: kept.map { libraries[$0] }, at: time)
    else { return false }
    self = grant
    return true
  }

  /// The indices of the approved files that a path leads to, or that had this path when they were
  /// there.
  public func approvedFiles(at path: FileName) -> Set<Int> {
    let current = PathComponents((try? FileCalls.currentFolderPath()) ?? [])
    let named = PathComponents(path.bytes, from: current)
    let facts = FileFacts.atPath(path)
    return Set(
      approved.indices.filter { index in
        let file = approved[index]
        if let facts, file.proof.holds(for: facts) { return true }
        return PathComponents(self.path(of: file).bytes) == named
      })
  }

  /// The libraries that are there and are what they were, and why the others are not used.
  public func openLibraries() -> (folders: [FileName], problems: [FileError]) {
    let opened = libraries.map { GrantedFolder($0) }
    return (
      zip(libraries, opened).filter { $0.1.problem == nil }.map(\.0.path),
      opened.compactMap(\.problem)
    )
  }

  private mutating func decide(_ decision: Decision, at time: Int64) {
    if self.decision != decision { answered = time }
    self.decision = decision
    changed = time
  }

  private static func union(_ old: [Library], _ new: [Library]) -> [Library] {
    old + new.filter { !old.contains($0) }
  }
}
