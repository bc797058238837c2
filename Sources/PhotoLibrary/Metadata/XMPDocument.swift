public import PickerModel

/// What an XMP packet or sidecar file says (ISO 16684-1), as a flat list of properties.
///
/// Only the namespaces of ``XMPNamespace`` are kept. A property with several values (`rdf:Seq`,
/// `rdf:Bag`, `rdf:Alt`) is listed once a value, in order; a structure's fields are listed by
/// themselves, with the number of the array item that they stand in.
public struct XMPDocument: Hashable, Sendable {
  /// One value of a property.
  public struct Property: Hashable, Sendable {
    /// The namespace.
    public let namespace: XMPNamespace
    /// The name without a prefix.
    public let name: String
    /// The value, blanks at both ends removed; untrusted text.
    public let value: String
    /// Which `rdf:li` of the document it stands in, counted from 1; 0 outside of any.
    public let item: Int
  }

  /// The largest document that is read, in bytes.
  public static let maximumByteCount = 1_048_576

  /// The properties in the order of the document.
  public let properties: [Property]
  /// Whether the document was well-formed to its end; what stands before the damage is kept.
  public let isComplete: Bool

  /// Parses a packet or a file, in UTF-8 or UTF-16; nil where there is no `rdf:RDF` in it, or it is
  /// larger than ``maximumByteCount``.
  ///
  /// - Parameter bytes: the document, with or without the `xpacket` around it. Document type
  ///   declarations are refused, so that no entity is ever expanded or fetched.
  /// - Complexity: O(n) time; memory for at most 2,048 values of at most 4 KiB.
  public init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.maximumByteCount, let parsed = XMPParser.parse(bytes) else {
      return nil
    }
    properties = parsed.properties
    isComplete = parsed.isComplete
  }

  // MARK: - Values

  /// The first value of a property.
  public func first(_ namespace: XMPNamespace, _ name: String) -> String? {
    properties.first { $0.name == name && $0.namespace == namespace }?.value
  }

  /// All values of a property, in order.
  public func all(_ namespace: XMPNamespace, _ name: String) -> [String] {
    properties.filter { $0.name == name && $0.namespace == namespace }.map(\.value)
  }

  /// Stars: -1 (rejected) to 5, rounded; nil where nobody said or the value is outside.
  public var rating: Int8? {
    // Decimal digits alone: what reads numbers here would take hexadecimal ones, too.
    guard let text = first(.xmp, "Rating"),
      text.utf8.allSatisfy(Array("+-.0123456789".utf8).contains),
      let value = Double(text), value >= -1, value <= 5
    else { return nil }
    return Int8(value.rounded())
  }

  /// The colour label, as its program wrote it; nil where there is none.
  public var label: String? {
    first(.xmp, "Label").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// When the photo was taken: `exif:DateTimeOriginal`, `photoshop:DateCreated` or
  /// `xmp:CreateDate`, the first that holds a whole date.
  public var captureDate: CaptureDate? { captureDate(source: .xmp) }

  /// The same for a sidecar file: `source` says which.
  public func captureDate(source: CaptureDate.Source) -> CaptureDate? {
    let candidates: [(XMPNamespace, String)] = [
      (.exif, "DateTimeOriginal"), (.photoshop, "DateCreated"), (.xmp, "CreateDate"),
    ]
    for (namespace, name) in candidates {
      if let text = first(namespace, name), let date = ISODate.parse(text, source: source) {
        return date
      }
    }
    return nil
  }

  /// The title (`dc:title`, else `photoshop:Headline`).
  public var title: String? { first(.dc, "title") ?? first(.photoshop, "Headline") }
  /// The caption (`dc:description`).
  public var caption: String? { first(.dc, "description") }
  /// The keywords (`dc:subject`), in order.
  public var keywords: [String] { all(.dc, "subject") }
  /// The authors (`dc:creator`), in order.
  public var creators: [String] { all(.dc, "creator") }
  /// The rights (`dc:rights`).
  public var copyright: String? { first(.dc, "rights") }
}
