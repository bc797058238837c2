import PhotoLibrary
import PickerModel
import TermRender

/// What `doctor` tells, as values.
struct DoctorReport {
  /// A line of the report: a name and what it is.
  struct Fact {
    /// The name for people.
    let label: String
    /// The key in JSON.
    let key: String
    /// The value.
    let value: JSONValue

    /// Creates a fact.
    init(_ label: String, _ key: String, _ value: JSONValue) {
      self.label = label
      self.key = key
      self.value = value
    }
  }

  /// Why there is no terminal, if there is none.
  var terminalError: String?
  private var terminal: [Fact] = []

  /// Takes in what a terminal answered.
  @MainActor
  mutating func take(_ screen: TerminalScreen) {
    let known = screen.capabilities
    func size(_ size: PixelSize?) -> JSONValue {
      size.map { .string("\($0.width)x\($0.height)") } ?? .null
    }
    func number(_ number: Int?) -> JSONValue { number.map { .integer(Int64($0)) } ?? .null }
    let background = known.background.map { color in
      "#"
        + [color.red, color.green, color.blue]
        .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    terminal = [
      Fact("answered", "answered", .bool(known.isKnown)),
      Fact("name", "name", known.name.map { .string($0) } ?? .null),
      Fact(
        "pictures", "pictures",
        .string(
          screen.pictureMode == .sixel ? "sixel" : screen.pictureMode == .blocks ? "blocks" : "none"
        )),
      Fact("sixel", "sixel", .bool(known.hasSixel)),
      Fact("colour registers", "colorRegisters", number(known.colorRegisterCount)),
      Fact("largest sixel", "graphicLimit", size(known.graphicLimit)),
      Fact("sixels kept", "graphicCountLimit", number(known.graphicCountLimit)),
      Fact("synchronized output", "synchronizedOutput", .bool(known.hasSynchronizedOutput)),
      Fact("text colours", "paletteColors", number(known.paletteColorCount)),
      Fact("24-bit colour", "directColor", .bool(known.hasDirectColor)),
      Fact("background", "background", background.map { .string($0) } ?? .null),
      Fact("cells", "cells", .string("\(screen.size.columns)x\(screen.size.rows)")),
      Fact("cell in pixels", "cellPixels", size(screen.cellPixels)),
    ]
  }

  /// The formats that this build decodes.
  private var decoders: [Fact] {
    FileFormat.allCases.map { format in
      Fact(
        format.label, format.contentType,
        .string(BuildInfo.decodes(format) ? "decoded" : "listed, no picture"))
    }
  }

  private var libraries: [Fact] {
    BuildInfo.libraries.map { Fact($0.name, $0.name, .string($0.version)) }
  }

  /// Who decides what programs may see.
  private var access: [Fact] {
    let policy = AdministratorPolicy()
    let state =
      policy.problem.map { "all programs are restricted: the file " + $0.userMessage }
      ?? (policy.isPresent ? "in force" : "none")
    let grants = GrantStore.ofUser()?.folder.displayString ?? "none: no HOME"
    return [
      Fact("grants", "grants", .string(grants)),
      Fact(
        "administrator's file", "administratorFile",
        .string(AdministratorPolicy.file.displayString)),
      Fact("administrator's rule", "administratorRule", .string(state)),
    ]
  }

  /// What the kernel lets processes give up.
  private var confinement: [Fact] {
    let landlock = LandlockCoverage.ofKernel()
    let version: JSONValue = landlock.version > 0 ? .integer(Int64(landlock.version)) : .null
    var facts = [
      Fact("Landlock version", "landlockVersion", version),
      Fact(
        "Landlock covers", "landlockCovers",
        .string(landlock.parts.map(\.label).joined(separator: ", "))),
    ]
    if let shortfall = landlock.shortfall {
      facts.append(Fact("not confined fully", "landlockMissing", .string(shortfall)))
    }
    do throws(DecodeError) {
      let layers = try DecoderReport.probe(.thisProgram)
      facts += DecoderLayers.named.map { layer, name in
        Fact("decoder: \(name)", Self.key(of: layer), .bool(layers.contains(layer)))
      }
    } catch {
      facts.append(Fact("decoder", "decoderProblem", .string(error.userMessage)))
    }
    return facts
  }

  private static func key(of layer: DecoderLayers) -> String {
    switch layer {
    case .limits: "decoderLimits"
    case .landlock: "decoderLandlock"
    default: "decoderSeccomp"
    }
  }

  private var cache: [Fact] {
    let report = MetadataIndex.ofUser().map { IndexReport(of: $0) }
    func number(_ number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }
    return [
      Fact("metadata index", "index", .string(report?.file.displayString ?? "none: no HOME")),
      Fact("photos in it", "indexedPhotos", number(report?.photoCount)),
      Fact("bytes", "indexBytes", number(report?.byteCount)),
      Fact("not used because", "indexProblem", report?.problem.map { .string($0) } ?? .null),
    ]
  }

  /// The report for people.
  var text: String {
    var lines = ["photopick \(BuildInfo.version)", "", "Terminal"]
    if let terminalError {
      lines.append("  " + terminalError)
    } else {
      lines += Self.rows(terminal)
    }
    lines += ["", "Formats"] + Self.rows(decoders) + ["", "Cache"]
    lines += Self.rows(cache.filter { $0.value != .null })
    lines += ["", "Access"] + Self.rows(access)
    lines += ["", "Confinement"] + Self.rows(confinement)
    lines += ["", "Libraries"] + Self.rows(libraries)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report as JSON.
  var json: JSONValue {
    func object(_ facts: [Fact]) -> JSONValue {
      .object(facts.map { JSONMember($0.key, $0.value) })
    }
    return .object([
      JSONMember("version", .string(BuildInfo.version)),
      JSONMember(
        "terminal",
        terminalError.map { .object([JSONMember("error", .string($0))]) } ?? object(terminal)),
      JSONMember("formats", object(decoders)),
      JSONMember("cache", object(cache)),
      JSONMember("access", object(access)),
      JSONMember("confinement", object(confinement)),
      JSONMember("libraries", object(libraries)),
    ])
  }

  private static func rows(_ facts: [Fact]) -> [String] {
    let width = (facts.map { CellWidth.of($0.label) }.max() ?? 0) + 2
    return facts.map { fact in
      let padding = String(repeating: " ", count: width - CellWidth.of(fact.label))
      return "  " + fact.label + padding + Self.words(fact.value)
    }
  }

  private static func words(_ value: JSONValue) -> String {
    switch value {
    case .bool(let isSo): isSo ? "yes" : "no"
    case .integer(let number): "\(number)"
    case .string(let text): TerminalText.sanitized(text)
    default: "not told"
    }
  }
}
