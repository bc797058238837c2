/// A namespace of XMP that is read here, under its customary prefix (ISO 16684-1; Adobe XMP
/// Specification, parts 1 and 2; Exif for XMP; Google's Camera, Container and Depth metadata).
public enum XMPNamespace: String, Hashable, Sendable, CaseIterable {
  /// XMP basic.
  case xmp
  /// Dublin Core.
  case dc
  /// Photoshop.
  case photoshop
  /// EXIF.
  case exif
  /// TIFF.
  case tiff
  /// IPTC Core.
  case iptcCore = "Iptc4xmpCore"
  /// IPTC Extension.
  case iptcExtension = "Iptc4xmpExt"
  /// Google Photo Sphere: panoramas.
  case panorama = "GPano"
  /// Google's camera: Motion Photos and bursts.
  case camera = "GCamera"
  /// Google's container: what is appended to a file.
  case container = "Container"
  /// One item of a container.
  case item = "Item"
  /// Google depth maps.
  case depth = "GDepth"
  /// Dynamic Depth.
  case device = "Device"
  /// Apple's depth data in JPEG files.
  case appleDepth = "depthData"

  /// The namespace of a URI, or nil for one that is not read.
  internal init?(uri: String) {
    guard let known = Self.byURI[uri] else { return nil }
    self = known
  }

  private static let byURI: [String: XMPNamespace] = [
    "http://ns.adobe.com/xap/1.0/": .xmp,
    "http://purl.org/dc/elements/1.1/": .dc,
    "http://ns.adobe.com/photoshop/1.0/": .photoshop,
    "http://ns.adobe.com/exif/1.0/": .exif,
    "http://ns.adobe.com/tiff/1.0/": .tiff,
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": .iptcCore,
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": .iptcExtension,
    "http://ns.google.com/photos/1.0/panorama/": .panorama,
    "http://ns.google.com/photos/1.0/camera/": .camera,
    "http://ns.google.com/photos/1.0/container/": .container,
    "http://ns.google.com/photos/dd/1.0/container/": .container,
    "http://ns.google.com/photos/1.0/container/item/": .item,
    "http://ns.google.com/photos/dd/1.0/item/": .item,
    "http://ns.google.com/photos/1.0/depthmap/": .depth,
    "http://ns.google.com/photos/dd/1.0/device/": .device,
    "http://ns.apple.com/depthData/1.0/": .appleDepth,
  ]
}
