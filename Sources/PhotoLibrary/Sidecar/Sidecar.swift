internal import PickerModel

/// What an XMP file beside a photo says about it.
internal struct Sidecar: Hashable, Sendable {
  /// The file as a resource of the photo.
  internal let resource: AssetResource
  /// Stars, if somebody gave any.
  internal let rating: Int8?
  /// The colour label.
  internal let label: String?
  /// When the photo was taken.
  internal let captureDate: CaptureDate?
}
