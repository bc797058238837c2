internal import CExpat

/// The only door to libexpat: reads RDF as XMP uses it into properties.
///
/// Hostile documents cost little: no document type declaration is accepted, so there are no entities
/// to expand or to fetch; depth, number and length of values are bounded.
internal enum XMPParser {
  /// How many bytes are parsed at a time.
  private static let pieceByteCount = 16_384

  /// The version of expat that is loaded.
  internal static var libraryVersion: String {
    guard let text = unsafe XML_ExpatVersion() else { return "" }
    let name = unsafe String(cString: text)
    return name.hasPrefix("expat_") ? String(name.dropFirst(6)) : name
  }

  /// Parses a document.
  ///
  /// - Returns: nil where there is no `rdf:RDF`.
  internal static func parse(
    _ bytes: [UInt8]
  ) -> (properties: [XMPDocument.Property], isComplete: Bool)? {
    // A newline can't be part of a namespace name, so it can't be forged.
    guard let parser = unsafe XML_ParserCreateNS(nil, 0x0A) else { return nil }
    defer { unsafe XML_ParserFree(parser) }
    let collector = Collector()
    let isComplete = withExtendedLifetime(collector) {
      unsafe XML_SetUserData(parser, Unmanaged.passUnretained(collector).toOpaque())
      unsafe XML_SetElementHandler(
        parser,
        { context, name, attributes in
          unsafe Collector.of(context)?.start(name, attributes)
        },
        { context, _ in unsafe Collector.of(context)?.end() })
      unsafe XML_SetCharacterDataHandler(parser) { context, text, count in
        guard let text = unsafe text else { return }
        unsafe Collector.of(context)?.add(UnsafeBufferPointer(start: text, count: Int(count)))
      }
      // Refused: without a handler for external entities none is ever fetched, and without
      // declarations none is expanded.
      unsafe XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
        unsafe Collector.of(context)?.refuse()
      }
      let document = trimmed(bytes)
      return unsafe document.withUnsafeBytes { buffer in
        unsafe feed(buffer, to: parser, collector)
      }
    }
    return collector.hasRDF ? (collector.properties, isComplete) : nil
  }

  /// Gives a document to the parser in pieces, so that a refused one is not read to its end.
  private static func feed(
    _ document: UnsafeRawBufferPointer, to parser: XML_Parser, _ collector: Collector
  ) -> Bool {
    var offset = 0
    repeat {
      let count = min(pieceByteCount, document.count - offset)
      let isLast: Int32 = offset + count == document.count ? 1 : 0
      let piece = unsafe UnsafeRawBufferPointer(rebasing: document[offset..<offset + count])
      let start = unsafe piece.bindMemory(to: CChar.self).baseAddress
      let status = unsafe XML_Parse(parser, start, Int32(count), isLast)
      guard status == XML_STATUS_OK, !collector.isRefused else { return false }
      offset += count
    } while offset < document.count
    return true
  }

  /// Without the zeros that TIFF writers pad packets with.
  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    // In UTF-16 a zero is half of a character.
    if bytes.count >= 2, bytes[0] == 0 || bytes[1] == 0 || bytes[0] >= 0xFE { return bytes[...] }
    let end = bytes.lastIndex { $0 != 0 } ?? -1
    return bytes[...end]
  }
}

/// Collects properties while a document is parsed.
private final class Collector {
  /// What an element is.
  enum Element {
    /// `rdf:RDF`, `rdf:Description` and containers: structure without a name of its own.
    case structure
    /// One value of a container.
    case item(Int)
    /// A property.
    case property(XMPNamespace, String)
    /// Anything else.
    case unknown
  }

  /// The most values of one document.
  static let valueLimit = 2_048
  /// The longest value in bytes.
  static let byteLimit = 4_096
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  /// The deepest nesting of elements.
  static let depthLimit = 48

  var properties: [XMPDocument.Property] = []
  var hasRDF = false
  /// The document holds what is not accepted: nothing of it is taken from here on.
  var isRefused = false
  /// The open elements.
  private var path: [Element] = []
  private var text: [UInt8] = []
  private var items = 0

  /// The collector behind a handler's argument.
  static func of(_ context: UnsafeMutableRawPointer?) -> Collector? {
    unsafe context.map { unsafe Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
  }

  func refuse() {
    isRefused = true
  }

  func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    text.removeAll(keepingCapacity: true)
    guard let name = unsafe name, !isRefused else { return }
    guard path.count < Self.depthLimit else { return refuse() }
    path.append(element(unsafe String(cString: name)))
    guard let attributes = unsafe attributes else { return }
    var index = 0
    while let key = unsafe attributes[index], let value = unsafe attributes[index + 1] {
      if case .property(let namespace, let name) = self.element(unsafe String(cString: key)) {
        let length = unsafe length(of: value)
        unsafe append(
          namespace, name,
          Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(value), count: length)))
      }
      index += 2
    }
  }

  func add(_ bytes: UnsafeBufferPointer<CChar>) {
    guard !isRefused, text.count < Self.byteLimit else { return }
    let affordable = min(bytes.count, Self.byteLimit - text.count)
    for index in 0..<affordable { text.append(UInt8(bitPattern: unsafe bytes[index])) }
  }

  func end() {
    guard !isRefused, let element = path.popLast() else { return }
    defer { text.removeAll(keepingCapacity: true) }
    switch element {
    case .property(let namespace, let name):
      if !isBlank { append(namespace, name, text) }
    case .item:
      guard !isBlank else { return }
      // The property that the container belongs to: the nearest around it.
      for outer in path.reversed() {
        guard case .property(let namespace, let name) = outer else { continue }
        append(namespace, name, text, in: element)
        return
      }
    case .structure, .unknown: return
    }
  }

  private var isBlank: Bool { text.allSatisfy { $0 <= 0x20 } }

  private func element(_ name: String) -> Element {
    guard let separator = name.utf8.firstIndex(of: 0x0A) else { return .unknown }
    let uri = String(name[..<separator])
    let local = String(name[name.utf8.index(after: separator)...])
    if uri == Self.rdf {
      if local == "RDF" { hasRDF = true }
      if local == "li" {
        items += 1
        return .item(items)
      }
      return .structure
    }
    guard hasRDF, let namespace = XMPNamespace(uri: uri) else { return .unknown }
    return .property(namespace, local)
  }

  private func append(
    _ namespace: XMPNamespace, _ name: String, _ bytes: [UInt8], in element: Element? = nil
  ) {
    guard properties.count < Self.valueLimit else { return }
    var number = 0
    for outer in (element.map { path + [$0] } ?? path).reversed() {
      if case .item(let item) = outer {
        number = item
        break
      }
    }
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.count
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
    properties.append(
      XMPDocument.Property(
        namespace: namespace, name: name,
        value: String(decoding: bytes[start..<end], as: UTF8.self),
        item: number))
  }

  /// The length of a C string, as far as values are kept.
  private func length(of text: UnsafePointer<CChar>) -> Int {
    var count = 0
    while count < Self.byteLimit, unsafe text[count] != 0 { count += 1 }
    return count
  }
}
