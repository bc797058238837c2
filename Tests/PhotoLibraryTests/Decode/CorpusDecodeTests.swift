import PhotoLibrary
import PickerModel
import TestSupport
import Testing

@Suite("Decoding the corpus", .timeLimit(.minutes(5)))
struct CorpusDecodeTests {
  private static let formats: [String: FileFormat] = [
    "JPEG": .jpeg, "MPO": .jpeg, "PNG": .png, "HEIC": .heic, "HEIF": .heif, "AVIF": .avif,
  ]

  static let entries = Corpus.files.filter { formats[$0.format] != nil }

  /// Files that this build refuses though another tool can decode them, and why.
  private static let refused: [FileName: String] = [
    "bomb/17000x17000.avif": "867 MB of pixels, over the limit",
    "bomb/65536-uint32-limit.png": "4.3 gigapixels, over the limit",
    "corrupt/half.heic": "libheif 1.15 gives nothing of a HEIC whose end is missing",
    "corrupt/truncated.heic": "libheif 1.15 gives nothing of a HEIC whose end is missing",
    "jpeg-variants/12bit_gray.jpg": "libjpeg-turbo 2.1 has no 12-bit JPEG",
    "jpeg-variants/monkey12.jpg": "libjpeg-turbo 2.1 has no 12-bit JPEG",
    "jpeg-variants/gradient_ls.jpg": "libjpeg-turbo 2.1 has no lossless JPEG",
    "orientation-other/C008.heic": "libheif 1.15 has no iden items",
    "orientation-other/C014.heic": "libheif 1.15 has no iden items",
    "orientation-other/clap_irot_imir_non_essential.avif":
      "libheif 1.15 mirrors 8-bit pictures only",
  ]

  /// Files whose size other tools disagree about.
  private static let disputed: Set<FileName> = [
    "corrupt/21ad703b38e2c350215bb92a849486f3.jpg", "heic/invalid_id.heic",
  ]

  /// Files that are called partial for what comes after the picture.
  private static let whole: Set<FileName> = [
    "animation/chunk_no_fdat.png", "corrupt/no_iend.png",
  ]

  @Test(
    "every file decodes or fails as it should",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"), arguments: [true, false])
  func corpus(allowsEmbedded: Bool) throws {
    let decoder = PhotoDecoder(limits: DecodeLimits(maximumSeconds: 60))
    // Short, for a build without optimisation: a bomb may run into it.
    let impatient = PhotoDecoder(limits: DecodeLimits(maximumSeconds: 2))
    var counts = (shown: 0, refused: 0)
    for entry in Self.entries {
      let format = try #require(Self.formats[entry.format])
      // PNG has no previews: once is enough.
      if format == .png, allowsEmbedded { continue }
      let isExpected =
        Self.refused[entry.path] == nil
        && (entry.decodes.hasPrefix("yes") || entry.decodes.hasPrefix("partial"))
      let comment = Comment(rawValue: "\(entry.path.displayString): \(entry.decodes)")
      do {
        let photo = try (entry.category == "bomb" ? impatient : decoder).decode(
          TestFiles.read(entry.file),
          DecodeRequest(
            format: format, target: PixelSize(width: 144, height: 119),
            allowsEmbedded: allowsEmbedded))
        counts.shown += 1
        #expect(isExpected, comment)
        let size = photo.thumbnail.pixels.size
        #expect(size.width <= 144 && size.height <= 119, comment)
        if !Self.disputed.contains(entry.path) {
          #expect(photo.displayedSize == entry.displaySize, comment)
        }
        if entry.decodes == "yes" { #expect(!photo.thumbnail.isTruncated, comment) }
        if entry.decodes.hasPrefix("partial"), photo.thumbnail.source == .primary,
          !Self.whole.contains(entry.path)
        {
          #expect(photo.thumbnail.isTruncated, comment)
        }
      } catch let error as DecodeError {
        counts.refused += 1
        if case .timedOut = error, entry.category == "bomb" { continue }
        #expect(!isExpected, "\(comment.rawValue): \(error)")
      }
    }
    #expect(
      counts.shown >= (allowsEmbedded ? 160 : 285),
      "shown \(counts.shown), refused \(counts.refused)")
  }

  @Test(
    "recent iPhone photos decode, and so does their small picture",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"))
  func recentPhone() throws {
    let bytes = try TestFiles.read(Corpus.photo("livephoto/IMG_4394.HEIC"))
    let fast = try PhotoDecoder().decode(
      bytes, DecodeRequest(format: .heic, target: PixelSize(width: 144, height: 119)))
    #expect(fast.thumbnail.source == .embedded)
    #expect(fast.displayedSize == PixelSize(width: 3_024, height: 4_032))
    let full = try PhotoDecoder().decode(
      bytes,
      DecodeRequest(
        format: .heic, target: PixelSize(width: 144, height: 119), allowsEmbedded: false))
    #expect(full.thumbnail.source == .primary)
    #expect(full.thumbnail.pixels.size == fast.thumbnail.pixels.size)
    #expect(meanDifference(full.thumbnail.pixels, fast.thumbnail.pixels) < 6)
  }

  @Test(
    "the same photo in eight orientations is the same picture",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"),
    arguments: [
      "orientation-jpeg/landscape_%.jpg", "orientation-other/heic_landscape_%.heic",
      "orientation-jpeg/f%t.jpg",
    ])
  func orientations(pattern: String) throws {
    let decoder = PhotoDecoder()
    let pictures = try (1...8).map { number in
      let path = pattern.split(separator: "%", omittingEmptySubsequences: false)
        .joined(separator: "\(number)")
      return try decoder.decode(
        TestFiles.read(Corpus.photo(FileName(path))),
        DecodeRequest(
          format: path.hasSuffix("heic") ? .heic : .jpeg, target: PixelSize(width: 80, height: 60),
          allowsEmbedded: false)
      ).thumbnail.pixels
    }
    for picture in pictures.dropFirst() {
      #expect(picture.size == pictures[0].size)
      #expect(meanDifference(picture, pictures[0]) < 8)
    }
  }

  @Test(
    "a preview of other proportions or a damaged one is not used",
    .enabled(if: Corpus.isAvailable, "\(Corpus.whereabouts)"),
    arguments: [
      ("exif-thumbnail/thumb_letterboxed.jpg", Thumbnail.Source.primary),
      ("exif-thumbnail/thumb_corrupt_wood_anemones.jpg", .primary),
      ("exif-thumbnail/Canon_PowerShot_S40.jpg", .embedded),
    ])
  func previews(path: String, source: Thumbnail.Source) throws {
    let photo = try PhotoDecoder().decode(
      TestFiles.read(Corpus.photo(FileName(path))),
      DecodeRequest(format: .jpeg, target: PixelSize(width: 144, height: 119)))
    #expect(photo.thumbnail.source == source)
  }

  private func meanDifference(_ left: PixelBuffer, _ right: PixelBuffer) -> Double {
    guard left.size == right.size else { return 255 }
    let sum = zip(left.bytes, right.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(left.bytes.count)
  }
}
