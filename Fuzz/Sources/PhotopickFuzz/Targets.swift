import PhotoLibrary
import PickerModel
import TermRender

/// Parses a command line whose arguments end with newlines.
func fuzzOptions(_ bytes: [UInt8]) {
  let arguments = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  do {
    _ = try ArgumentParser.parse(arguments)
  } catch {
    precondition(!error.message.isEmpty, "an error without a message")
    precondition(
      !error.message.utf8.contains { $0 < 0x20 && $0 != 0x0A },
      "a control character on standard error")
  }
}

/// Parses a filter; what it prints must parse back to an equal one.
func fuzzFilter(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do {
    let filter = try AssetFilter(parsing: text)
    guard let again = try? AssetFilter(parsing: filter.description) else {
      preconditionFailure("'\(filter.description)' does not parse")
    }
    precondition(again == filter, "'\(filter.description)' is another filter")
  } catch {
    precondition(!error.message.isEmpty, "an error without a message")
    precondition(!error.pointer.isEmpty, "an error without a pointer")
  }
}

/// Parses terminal input; pieces must give the same as the whole.
func fuzzKeys(_ bytes: [UInt8]) {
  var whole = InputParser()
  var events = whole.feed(bytes)
  events += whole.flush()
  var pieces = InputParser()
  var same = [InputEvent]()
  for byte in bytes { same += pieces.feed(CollectionOfOne(byte)) }
  same += pieces.flush()
  precondition(events == same, "pieces give other events")
}

/// Parses XMP; a rating must be one.
func fuzzXMP(_ bytes: [UInt8]) {
  guard let document = XMPDocument(parsing: bytes) else { return }
  if let rating = document.rating {
    precondition((-1...5).contains(rating), "a rating out of range")
  }
  _ = document.captureDate
}

/// Reads a header; sizes must be positive, a movie inside must lie inside.
func fuzzHeaders(_ bytes: [UInt8]) {
  _ = FileSniffer.verdict(head: Array(bytes.prefix(FileSniffer.headByteCount)), name: "a.jpg")
  guard var header = HeaderReader.header(ofBytes: bytes) else { return }
  KindRecognizer.complete(&header, name: FileName(bytes: Array(bytes.prefix(40))))
  if let movie = header.embeddedMovie {
    precondition(
      movie.byteOffset > 0 && movie.byteCount > 0
        && movie.byteOffset + movie.byteCount <= Int64(bytes.count), "a movie outside of its file")
  }
  if let size = header.displayedSize {
    precondition(size.width > 0 && size.height > 0, "a size of nothing")
  }
}

/// Reads a message between picker and decoder, of either side by the first byte.
func fuzzMessages(_ bytes: [UInt8]) {
  let message = Array(bytes.dropFirst())
  let survives =
    bytes.first.map { $0 & 1 == 0 } ?? true
    ? DecoderMessages.requestSurvives(message) : DecoderMessages.replySurvives(message)
  precondition(survives, "a message that says something else the second time")
}

/// Decodes to a thumbnail; it must fit its box.
func fuzzDecoders(_ bytes: [UInt8]) {
  guard
    let format = FileSniffer.format(ofHead: Array(bytes.prefix(FileSniffer.headByteCount))),
    PhotoDecoder.decodes(format)
  else { return }
  let limits = DecodeLimits(
    maximumPixelCount: 4_000_000, maximumWorkingByteCount: 64_000_000,
    maximumFileByteCount: 4_000_000, maximumSeconds: 2)
  let box = PixelSize(width: 144, height: 119)
  let request = DecodeRequest(format: format, target: box)
  if let photo = try? PhotoDecoder(limits: limits).decode(bytes, request) {
    let size = photo.thumbnail.pixels.size
    precondition(size.width <= box.width && size.height <= box.height, "larger than its box")
  }
}

/// Reads lists of paths; no path may hold a NUL or be empty.
func fuzzLists(_ bytes: [UInt8]) {
  for separator in [PathList.Separator.newline, .nul] {
    guard let paths = try? ApprovedList.parse(bytes, of: "list", separatedBy: separator) else {
      continue
    }
    for path in paths {
      precondition(!path.bytes.isEmpty && !path.bytes.contains(0), "a path that is none")
    }
  }
}

/// Reads a grant and an administrator's file; what is a grant can be written and read again, and a
/// file with a mistake restricts.
func fuzzGrants(_ bytes: [UInt8]) {
  guard let client = ClientID("org.example.Collage") else { return }
  if let grant = try? GrantDocument.decoded(bytes, of: client) {
    precondition(grant.client == client, "somebody else's grant")
    precondition(
      grant.approved.isEmpty || grant.decision == .limited, "approved photos beside all or none")
    for file in grant.approved {
      precondition(grant.libraries.indices.contains(file.library), "a library that is none")
      let way = file.way.bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
      precondition(
        way.allSatisfy { !$0.isEmpty && $0 != [0x2E] && $0 != [0x2E, 0x2E] }, "a way that leaves")
      precondition(!file.way.bytes.contains(0), "a path that is none")
    }
    precondition(
      (try? GrantDocument.decoded(GrantDocument.encoded(grant), of: client)) == grant,
      "another grant comes back")
  }
  let policy = AdministratorPolicy(parsing: bytes)
  if policy.problem != nil {
    precondition(policy.rule(for: client).ceiling == .restricted, "a mistake that allows")
  }
}
