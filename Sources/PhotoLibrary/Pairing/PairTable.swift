internal import PickerModel

/// Which files of a library are one asset together: Live Photos, and raw files beside a JPEG.
///
/// A pure table: files go in as they are found and the table tells whose place has changed. What it
/// says of a set of files does not depend on the order in which they came.
///
/// The rules, the first one that fits a file counts:
/// 1. *Stated:* a still and a movie of one folder and stem with the same content identifier.
/// 2. *Inferred:* a still without identifier (one that was converted or edited lost it) and a movie
///    of one folder and stem that lasts at most ``longestInferredMovie``. A still with an identifier
///    says which movie is its own: another one of its stem, even one without, is not.
/// 3. *Stated:* a still and a movie with the same content identifier, anywhere in the library, that
///    rules 1 and 2 left alone. One in the same folder comes first, then the one whose name is most
///    alike. So of copies of one still, the movie belongs to that with its stem.
/// 4. *Inferred:* a raw file and a JPEG, HEIC or other camera format of one folder and stem, unless
///    both say when they were taken and that is more than two seconds apart.
///
/// A movie and a raw file are used once. Sets larger than ``largestGroup`` are no pairs but hostile
/// or meaningless (an identifier that a converter wrote into every file), and are left alone: so
/// every step costs a bounded time.
internal struct PairTable {
  /// The longest movie that is taken for a Live Photo's by its name alone, in seconds.
  ///
  /// A Live Photo's movie lasts about three seconds, a Motion Photo's up to three; a camera that
  /// gives photos and movies one counter does not make clips that are hardly longer.
  internal static let longestInferredMovie = 5.0

  /// How far apart the dates of a raw file and its JPEG may be, in seconds: cameras write the two
  /// one after the other, and some round.
  internal static let longestRawDelay: Int64 = 2

  /// The most files of one stem or one identifier among which pairs are looked for.
  internal static let largestGroup = 64

  /// A file's number in the table, from 0 in order of arrival.
  internal typealias Handle = Int

  /// Where a file belongs.
  internal enum Place: Hashable {
    /// It is an asset: alone, or with other files.
    case asset(movie: Handle?, isStated: Bool, raws: [Handle])
    /// It is a resource of another file's asset.
    case resource(of: Handle)

    /// An asset by itself.
    internal static let alone = Place.asset(movie: nil, isStated: false, raws: [])
  }

  private struct Entry {
    var member: PairMember
    var place = Place.alone
    // The places that the rules for one stem give; the rule for identifiers goes on from there.
    var stemPlace = Place.alone
  }

  private var entries: [Entry?] = []
  private var stems: [StemKey: [Handle]] = [:]
  private var identifiers: [String: [Handle]] = [:]

  /// Creates an empty table.
  internal init() {}

  // MARK: - Questions

  /// Where a file belongs.
  internal func place(of handle: Handle) -> Place {
    entries.indices.contains(handle) ? entries[handle]?.place ?? .alone : .alone
  }

  /// The files of a stem.
  internal func handles(of stem: StemKey) -> [Handle] { stems[stem] ?? [] }

  // MARK: - Changes

  /// Adds a file.
  ///
  /// - Returns: its number, and the files whose place is another now, in ascending order, without
  ///   the new one.
  /// - Complexity: O(1) in the number of files.
  internal mutating func insert(_ member: PairMember) -> (handle: Handle, changed: [Handle]) {
    let handle = entries.count
    entries.append(Entry(member: member))
    stems[member.stem, default: []].append(handle)
    if let identifier = member.identifier { identifiers[identifier, default: []].append(handle) }
    return (handle, settle(member).filter { $0 != handle })
  }

  /// Takes a file out.
  ///
  /// - Returns: the files whose place is another now.
  internal mutating func remove(_ handle: Handle) -> [Handle] {
    guard entries.indices.contains(handle), let member = entries[handle]?.member else { return [] }
    entries[handle] = nil
    Self.remove(handle, from: &stems, at: member.stem)
    if let identifier = member.identifier {
      Self.remove(handle, from: &identifiers, at: identifier)
    }
    return settle(member)
  }

  private static func remove<Key>(
    _ handle: Handle, from groups: inout [Key: [Handle]], at key: Key
  ) {
    groups[key]?.removeAll { $0 == handle }
    if groups[key]?.isEmpty == true { groups[key] = nil }
  }

  // MARK: - Rules

  /// Applies the rules to everything that a file can have an influence on.
  private mutating func settle(_ member: PairMember) -> [Handle] {
    let ofStem = stems[member.stem] ?? []
    // Beyond the limit nothing changes any more but the file itself, which is alone.
    if ofStem.count > Self.largestGroup + 1 { return settle([member.identifier], ofStem: []) }
    settleStem(ofStem)
    var affected: [String?] = [member.identifier]
    for handle in ofStem { affected.append(entries[handle]?.member.identifier) }
    return settle(affected, ofStem: ofStem)
  }

  private mutating func settle(_ affected: [String?], ofStem: [Handle]) -> [Handle] {
    var handles = Set(ofStem)
    var names: Set<String> = []
    for identifier in affected {
      guard let identifier, names.insert(identifier).inserted else { continue }
      let group = identifiers[identifier] ?? []
      if group.count <= Self.largestGroup + 1 { handles.formUnion(group) }
    }
    var places: [Handle: Place] = [:]
    for handle in handles { places[handle] = entries[handle]?.stemPlace ?? .alone }
    for identifier in names { settleIdentifier(identifier, &places) }
    var changed: [Handle] = []
    for (handle, place) in places where entries[handle]?.place != place {
      entries[handle]?.place = place
      changed.append(handle)
    }
    return changed.sorted()
  }

  /// Rules 1, 2 and 4.
  private mutating func settleStem(_ group: [Handle]) {
    for handle in group { entries[handle]?.stemPlace = .alone }
    guard group.count > 1, group.count <= Self.largestGroup else { return }
    let sorted = inOrder(group)
    let movies = sorted.filter { isMovie($0) }
    let stills = sorted.filter { !isMovie($0) }
    var movieOf: [Handle: (movie: Handle, isStated: Bool)] = [:]
    var used: Set<Handle> = []
    // A raw file has a movie only where there is no JPEG: it is a resource itself then.
    let processed = stills.filter { !isRaw($0) }
    for isStated in [true, false] {
      for still in processed.isEmpty ? stills : processed where movieOf[still] == nil {
        let movie = bestMovie(for: still, among: movies, isStated: isStated, without: used)
        guard let movie else { continue }
        movieOf[still] = (movie, isStated)
        used.insert(movie)
      }
    }
    var rawsOf: [Handle: [Handle]] = [:]
    for raw in stills where isRaw(raw) && movieOf[raw] == nil {
      guard let owner = stills.first(where: { belongs(raw, to: $0) }) else { continue }
      rawsOf[owner, default: []].append(raw)
      entries[raw]?.stemPlace = .resource(of: owner)
    }
    for still in stills {
      let pair = movieOf[still]
      guard pair != nil || rawsOf[still] != nil else { continue }
      entries[still]?.stemPlace = .asset(
        movie: pair?.movie, isStated: pair?.isStated ?? false, raws: rawsOf[still] ?? [])
      if let pair { entries[pair.movie]?.stemPlace = .resource(of: still) }
    }
  }

  private func bestMovie(
    for still: Handle, among movies: [Handle], isStated: Bool, without used: Set<Handle>
  ) -> Handle? {
    guard let still = entries[still]?.member, still.takesMovie else { return nil }
    let fitting = movies.filter { handle in
      guard !used.contains(handle), let movie = entries[handle]?.member else { return false }
      if isStated { return still.identifier != nil && still.identifier == movie.identifier }
      guard still.identifier == nil, still.isCameraFormat, let duration = movie.duration else {
        return false
      }
      return duration <= Self.longestInferredMovie
    }
    // One whose stem is the same to the letter, rather than `IMG_1_HEVC.MOV` or `img_1.mov`.
    let stem = still.exactStem
    return fitting.first { entries[$0]?.member.exactStem == stem } ?? fitting.first
  }

  /// Rule 3, for the files of one identifier that the other rules left alone.
  private func settleIdentifier(_ identifier: String, _ places: inout [Handle: Place]) {
    let group = identifiers[identifier] ?? []
    guard group.count > 1, group.count <= Self.largestGroup else { return }
    let free = inOrder(group)
    var stills = free.filter { handle in
      guard !isMovie(handle), entries[handle]?.member.takesMovie == true else { return false }
      if case .asset(nil, _, _) = places[handle] ?? .alone { return true }
      return false
    }
    for movie in free where isMovie(movie) && (places[movie] ?? .alone) == .alone {
      guard let index = mostAlike(movie, among: stills) else { continue }
      let still = stills.remove(at: index)
      guard case .asset(_, _, let raws) = places[still] ?? .alone else { continue }
      places[still] = .asset(movie: movie, isStated: true, raws: raws)
      places[movie] = .resource(of: still)
    }
  }

  private func mostAlike(_ movie: Handle, among stills: [Handle]) -> Int? {
    guard let movie = entries[movie]?.member else { return nil }
    var best: (index: Int, isNear: Bool, length: Int)?
    for (index, handle) in stills.enumerated() {
      guard let still = entries[handle]?.member else { continue }
      let isNear = still.stem.folder == movie.stem.folder
      let length = zip(still.stem.stem, movie.stem.stem).prefix { $0 == $1 }.count
      if let best {
        if best.isNear && !isNear { continue }
        if best.isNear == isNear && best.length >= length { continue }
      }
      best = (index, isNear, length)
    }
    return best?.index
  }

  private func belongs(_ raw: Handle, to still: Handle) -> Bool {
    guard let raw = entries[raw]?.member, let still = entries[still]?.member,
      !still.isRaw, still.isCameraFormat
    else { return false }
    guard let one = raw.localSeconds, let other = still.localSeconds else { return true }
    let (delay, overflows) = one.subtractingReportingOverflow(other)
    return !overflows && delay.magnitude <= UInt64(Self.longestRawDelay)
  }

  private func isMovie(_ handle: Handle) -> Bool { entries[handle]?.member.isMovie ?? false }

  private func isRaw(_ handle: Handle) -> Bool { entries[handle]?.member.isRaw ?? false }

  /// The same order whatever the order of arrival.
  private func inOrder(_ handles: [Handle]) -> [Handle] {
    handles.sorted { left, right in
      guard let left = entries[left]?.member.path, let right = entries[right]?.member.path else {
        return left < right
      }
      return left.name == right.name ? left.folder < right.folder : left.name < right.name
    }
  }
}
