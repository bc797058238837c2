public import PickerModel

/// Confines a picker or a list with limited access to the approved photos, by the kernel.
///
/// To read: the approved files, each by a rule of its own on the file that was found when the set was
/// made, and what the program itself needs. To write: the state folder and the folder of the result.
/// TCP and other processes' abstract sockets are out of reach. What is opened already stays open:
/// standard streams, the caller's descriptors.
public struct PickerConfinement: Sendable {
  /// The photos.
  public let approved: ApprovedSet
  /// Whether there is a screen.
  public let hasScreen: Bool
  /// Folders for files of the program's own, read and written; those that are not there are left out.
  public var ownFolders: [FileName] = []
  /// Folders in which files are made and replaced, but not read.
  public var resultFolders: [FileName] = []
  /// Devices and pipes that are written to.
  public var resultDevices: [FileName] = []

  /// Describes a confinement.
  ///
  /// - Parameters:
  ///   - approved: The photos.
  ///   - hasScreen: Whether there is a screen.
  public init(to approved: ApprovedSet, hasScreen: Bool) {
    self.approved = approved
    self.hasScreen = hasScreen
  }

  /// Confines the process, for good, with all that it starts.
  ///
  /// To be called on the only thread that there is.
  ///
  /// - Returns: What the kernel does not keep the process from, as a clause for people; nil where
  ///   nothing is missing.
  public func enter() -> String? {
    let coverage = LandlockCoverage.ofKernel()
    if coverage.version == 0 { return coverage.shortfall }
    // A thread that is there already would stay as free as it is.
    let threadCount = Landlock.threadCount
    if threadCount != 1 { return "the process can't be confined: it has \(threadCount) threads" }
    do throws(SystemError) {
      try confine()
    } catch {
      return "the process can't be confined by Landlock: \(error.text)"
    }
    return coverage.shortfall
  }

  /// Confines the calling thread.
  internal func confine() throws(SystemError) {
    // Not from signals: the whole job is stopped by Ctrl-Z, not the picker alone.
    var others: LandlockRules.Others = [.network, .abstractSockets]
    if !hasScreen { others.insert(.signals) }
    let rules = try LandlockRules(denying: others)
    var failure: SystemError?
    approved.forEachFile { file in
      do throws(SystemError) {
        try rules.allow(.readFile, on: file)
      } catch {
        failure = error
      }
    }
    // ENOMEM and the like: no photo may be missing without a word.
    if let failure { throw failure }
    let libraries = approved.rootPaths
    for need in OwnNeeds.program + (hasScreen ? OwnNeeds.screen : []) {
      allow(need.rights, at: need.path, unlessAbove: libraries, rules)
    }
    let own: FileRights = [
      .readFile, .readFolder, .writeFile, .truncate, .makeFile, .makeFolder, .removeFile,
    ]
    for folder in ownFolders { allow(own, at: folder, followingLast: false, rules) }
    for folder in resultFolders {
      allow([.writeFile, .makeFile, .removeFile], at: folder, rules)
    }
    for device in resultDevices { allow(.useDevice, at: device, rules) }
    try rules.enter()
  }

  private func allow(
    _ rights: FileRights, at path: FileName, followingLast: Bool = true,
    unlessAbove libraries: [PathComponents] = [], _ rules: borrowing LandlockRules
  ) {
    guard
      let file = try? FileCalls.open(
        at: FileCalls.currentFolder, path.bytes, for: .look, followingLast: followingLast)
    else { return }
    if !libraries.isEmpty, rights.contains(.readFolder) {
      // Whatever a variable of the environment says, a library is nothing that the program needs.
      guard let real = try? FileCalls.path(of: file.rawValue) else { return }
      let folder = PathComponents(real)
      if libraries.contains(where: { $0.behind(folder) != nil }) { return }
    }
    try? rules.allow(rights, on: file.rawValue)
  }
}
