import PhotoLibrary
import PickerModel
import TermRender

extension OpenedLibrary {
  /// The library that a client's grant leaves.
  ///
  /// With all photos authorized: the folders that the person was asked about, or those of them that
  /// the options name. With limited access: the approved photos, or those of them in the folders that
  /// the options name.
  ///
  /// - Throws: `CommandError` with exit status 3 and the remedy, where nothing may be seen.
  static func granted(
    to client: ClientID, _ options: LibraryOptions
  ) throws(CommandError) -> OpenedLibrary {
    let access = ClientAccess(of: client)
    let isNamed = !options.paths.isEmpty || options.pathList != nil
    let named = isNamed ? try named(options) : nil
    if let photos = access.photos(within: named) {
      return try limited(photos, of: access, named, options)
    }
    guard let bounds = access.bounds() else {
      throw CommandError(messages: AccessWording.refusal(access), status: .denied)
    }
    return try authorized(bounds, of: client, named, options)
  }

  private static func limited(
    _ photos: GrantedPhotos, of access: ClientAccess, _ named: [FileName]?,
    _ options: LibraryOptions
  ) throws(CommandError) -> OpenedLibrary {
    let client = access.client
    let manage = AccessWording.remedy(client)
    if photos.libraries.isEmpty, !photos.approved.refusals.isEmpty {
      throw CommandError(
        messages: photos.approved.refusals.map { line($0) + manage }, status: .denied)
    }
    if let named, options.pathList == nil {
      let problems = LibraryRoots(named).problems
      if !problems.isEmpty { throw CommandError(messages: problems.map(line)) }
    }
    // Where the store can't be written they are looked for again next time.
    if let store = GrantStore.ofUser() { try? access.note(photos.moved, in: store) }
    return OpenedLibrary(
      door: PhotoDoor(approved: photos.approved, decoder: .thisProgram),
      request: request(.approved(photos.approved), options), index: nil,
      access: .limited(approvedCount: photos.approved.photoCount),
      refusals: photos.approved.refusals.map { failure($0, remedy: manage) },
      title: title(options, named ?? photos.libraries), client: client.text)
  }

  private static func authorized(
    _ bounds: LibraryBounds, of client: ClientID, _ named: [FileName]?,
    _ options: LibraryOptions
  ) throws(CommandError) -> OpenedLibrary {
    let manage = AccessWording.remedy(client)
    if bounds.folders.isEmpty {
      let lines = bounds.problems.map { line($0) + manage }
      throw CommandError(
        messages: lines.isEmpty ? [AccessWording.nothingLeft(client)] : lines, status: .denied)
    }
    let roots = named ?? bounds.folders
    if options.pathList == nil {
      try check(roots)
      let outside = roots.filter { !bounds.contains($0) }
      if !outside.isEmpty {
        throw CommandError(
          messages: outside.map {
            "\(TerminalText.sanitized($0.displayString)): lies outside of what "
              + "\(client.text) may see" + manage
          }, status: .denied)
      }
    }
    var request = request(options.pathList == nil ? .folders(roots) : .paths(roots), options)
    request.bounds = bounds
    return OpenedLibrary(
      door: PhotoDoor(within: bounds, decoder: .thisProgram), request: request,
      index: options.usesCache ? .ofUser() : nil, access: .authorized,
      refusals: bounds.problems.map { failure($0, remedy: manage) },
      title: title(options, roots), client: client.text)
  }
}
