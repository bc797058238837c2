internal import PickerModel

extension Asset {
  /// The asset that a still, its movie, its raw files and its sidecars are together.
  ///
  /// The still's own facts stay; the movie gives its length, sidecars what people said in them.
  ///
  /// - Parameters:
  ///   - movie: The movie of a Live Photo, as one file alone tells it.
  ///   - isStated: Whether both name the same content identifier.
  ///   - raws: The raw files of the same shot.
  ///   - sidecars: Sidecars, the one that counts most first.
  /// - Returns: The asset with the others as resources, after those in its own file.
  internal func joined(
    movie: Asset?, isStated: Bool, raws: [Asset], sidecars: [Sidecar] = []
  ) -> Asset {
    if movie == nil && raws.isEmpty && sidecars.isEmpty { return self }
    var joined = self
    var resources = otherResources
    if let movie {
      resources.append(movie.resource(as: .pairedVideo))
      joined.duration = movie.duration
      if isStated {
        joined.kinds.stated.formUnion(.livePhoto)
      } else {
        joined.kinds.inferred.formUnion(.livePhoto)
      }
    }
    for raw in raws { resources.append(raw.resource(as: .alternatePhoto)) }
    if !raws.isEmpty { joined.kinds.inferred.formUnion(.raw) }
    resources += sidecars.map(\.resource)
    // A raw file keeps no rating of its own where a camera writes one into the JPEG only, and the
    // other way round.
    let others = raws.compactMap(\.extras)
    let rating =
      sidecars.lazy.compactMap(\.rating).first ?? extras?.rating
      ?? others.lazy.compactMap(\.rating).first
    let label =
      sidecars.lazy.compactMap(\.label).first ?? extras?.label
      ?? others.lazy.compactMap(\.label).first
    if joined.creationDate == nil {
      joined.creationDate =
        sidecars.lazy.compactMap(\.captureDate).first
        ?? raws.lazy.compactMap(\.creationDate).first ?? movie?.creationDate
    }
    joined.extras = AssetExtras(
      resources: resources, rating: rating, label: label,
      contentIdentifier: extras?.contentIdentifier ?? movie?.extras?.contentIdentifier,
      burstIdentifier: extras?.burstIdentifier)
    return joined
  }

  private func resource(as role: AssetResource.Role) -> AssetResource {
    AssetResource(
      role: role, path: path, identity: identity, modified: modified, format: format,
      byteCount: byteCount)
  }
}
