internal import CLcms
internal import PickerModel

/// The colour space that a file's samples are in.
internal enum ColorSpace: Hashable {
  /// sRGB, or nothing said.
  case sRGB
  /// An ICC profile's bytes; used only where it fits the samples.
  case icc([UInt8])
  /// R, G, B by its primaries and transfer, as PNG's `cHRM`/`gAMA` or the code points of H.273 say.
  case primaries(RGBPrimaries)
}

/// The chromaticities and the transfer function of an RGB space.
internal struct RGBPrimaries: Hashable {
  /// CIE x and y of red, green, blue and white.
  var red: SIMD2<Double>
  /// See `red`.
  var green: SIMD2<Double>
  /// See `red`.
  var blue: SIMD2<Double>
  /// See `red`.
  var white: SIMD2<Double>
  /// How samples become light.
  var transfer: Transfer

  /// A transfer function from sample to light.
  enum Transfer: Hashable {
    /// That of sRGB (IEC 61966-2-1).
    case sRGB
    /// A power function.
    case gamma(Double)
    /// SMPTE ST 2084, shown with 203 cd/m² as white and brighter light compressed.
    case perceptualQuantizer
    /// Hybrid log-gamma (ARIB STD-B67), shown without the system gamma.
    case hybridLogGamma
  }
}

extension RGBPrimaries {
  /// Whether the primaries are the same but for rounding, whatever the transfer.
  func isNearly(_ other: RGBPrimaries) -> Bool {
    zip([red, green, blue, white], [other.red, other.green, other.blue, other.white])
      .allSatisfy { abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002 }
  }

  /// The primaries of ITU-R BT.709 and sRGB.
  static func bt709(_ transfer: Transfer) -> RGBPrimaries {
    RGBPrimaries(
      red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06], white: [0.3127, 0.3290],
      transfer: transfer)
  }
  /// The primaries of Display P3 (SMPTE EG 432-1).
  static func displayP3(_ transfer: Transfer) -> RGBPrimaries {
    RGBPrimaries(
      red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: [0.3127, 0.3290],
      transfer: transfer)
  }
  /// The primaries of ITU-R BT.2020.
  static func bt2020(_ transfer: Transfer) -> RGBPrimaries {
    RGBPrimaries(
      red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046], white: [0.3127, 0.3290],
      transfer: transfer)
  }
}

/// Converts samples to sRGB: the door to Little CMS.
///
/// Transforms are made once for each profile and kept, eight at most.
/// *Isolation:* not thread-safe; owned by the decoder on its queue.
internal final class ColorManagement {
  private struct Key: Hashable {
    var space: ColorSpace
    var layout: SampleLayout
  }

  private var transforms: [Key: ColorTransform?] = [:]
  private let maximumTransformCount = 8

  /// Starts without any transform.
  init() {}

  /// Converts a raster to sRGB.
  ///
  /// - Returns: R, G, B bytes, or R, G, B, A for layouts with alpha (straight). A profile that is
  ///   damaged or is for other channels than the raster's is ignored, which is not an error.
  func convertToSRGB(_ raster: SmallRaster, from space: ColorSpace) -> [UInt8] {
    if let transform = transform(for: space, raster.layout),
      let converted = transform.apply(
        to: raster.bytes, pixelCount: raster.size.width * raster.size.height)
    {
      return converted
    }
    switch raster.layout {
    case .gray:
      let expanded = raster.bytes.flatMap { [$0, $0, $0] }
      guard let transform = transform(for: space, .rgb) else { return expanded }
      return transform.apply(to: expanded, pixelCount: raster.bytes.count) ?? expanded
    case .rgb, .straightAlpha, .premultipliedAlpha:
      // A gray profile on expanded gray: R, G and B are the same, one of them is converted.
      if case .icc = space, let expanded = convertExpandedGray(raster, from: space) {
        return expanded
      }
      return raster.bytes
    case .cmyk, .invertedCMYK:
      return PlainCMYK.convert(raster.bytes, isInverted: raster.layout == .invertedCMYK)
    }
  }

  private func convertExpandedGray(_ raster: SmallRaster, from space: ColorSpace) -> [UInt8]? {
    guard let transform = transform(for: space, .gray) else { return nil }
    let channels = raster.layout.channelCount
    let pixelCount = raster.size.width * raster.size.height
    let gray = (0..<pixelCount).map { raster.bytes[$0 * channels + 1] }
    guard let rgb = transform.apply(to: gray, pixelCount: pixelCount) else { return nil }
    if channels == 3 { return rgb }
    var bytes = raster.bytes
    for pixel in 0..<pixelCount {
      for channel in 0..<3 { bytes[pixel * 4 + channel] = rgb[pixel * 3 + channel] }
    }
    return bytes
  }

  private func transform(for space: ColorSpace, _ layout: SampleLayout) -> ColorTransform? {
    if space == .sRGB { return nil }
    let key = Key(space: space, layout: layout)
    if let known = transforms[key] { return known }
    let made = ColorTransform(from: space, layout: layout)
    if transforms.count >= maximumTransformCount { transforms.removeAll() }
    transforms[key] = .some(made)
    return made
  }
}

/// One prepared conversion to sRGB; owns the C object.
@safe
internal final class ColorTransform {
  private let handle: cmsHTRANSFORM
  private let inputChannels: Int
  private let hasAlpha: Bool

  /// Prepares a conversion; nil where the profile is damaged or does not fit the layout.
  init?(from space: ColorSpace, layout: SampleLayout) {
    guard let profile = unsafe Self.openProfile(space) else { return nil }
    defer { unsafe _ = cmsCloseProfile(profile) }
    let signature = unsafe cmsGetColorSpace(profile)
    let expected: cmsColorSpaceSignature =
      switch layout {
      case .gray: cmsSigGrayData
      case .rgb, .straightAlpha, .premultipliedAlpha: cmsSigRgbData
      case .cmyk, .invertedCMYK: cmsSigCmykData
      }
    guard signature == expected, let sRGB = unsafe cmsCreate_sRGBProfile() else { return nil }
    defer { unsafe _ = cmsCloseProfile(sRGB) }
    let perceptual: UInt32 = 0
    let copyAlpha: UInt32 = 0x0400_0000
    guard
      let handle = unsafe cmsCreateTransform(
        profile, PixelType.of(layout), sRGB, layout.hasAlpha ? PixelType.rgba : PixelType.rgb,
        perceptual, layout.hasAlpha ? copyAlpha : 0)
    else { return nil }
    unsafe self.handle = handle
    inputChannels = layout.channelCount
    hasAlpha = layout.hasAlpha
  }

  deinit {
    unsafe cmsDeleteTransform(handle)
  }

  /// Converts pixels; nil if there are fewer bytes than pixels.
  func apply(to bytes: [UInt8], pixelCount: Int) -> [UInt8]? {
    guard bytes.count >= pixelCount * inputChannels, pixelCount > 0,
      let count = UInt32(exactly: pixelCount)
    else { return nil }
    let outputCount = pixelCount * (hasAlpha ? 4 : 3)
    return unsafe [UInt8](unsafeUninitializedCapacity: outputCount) { output, used in
      unsafe bytes.withUnsafeBufferPointer { input in
        unsafe cmsDoTransform(handle, input.baseAddress, output.baseAddress, count)
      }
      used = outputCount
    }
  }

  private static func openProfile(_ space: ColorSpace) -> cmsHPROFILE? {
    switch space {
    case .sRGB: return unsafe cmsCreate_sRGBProfile()
    case .icc(let bytes):
      guard bytes.count >= 128, let count = UInt32(exactly: bytes.count) else { return nil }
      return unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe cmsOpenProfileFromMem(buffer.baseAddress, count)
      }
    case .primaries(let primaries):
      guard let curve = unsafe toneCurve(primaries.transfer) else { return nil }
      defer { unsafe cmsFreeToneCurve(curve) }
      var white = cmsCIExyY(x: primaries.white.x, y: primaries.white.y, Y: 1)
      var triple = cmsCIExyYTRIPLE(
        Red: cmsCIExyY(x: primaries.red.x, y: primaries.red.y, Y: 1),
        Green: cmsCIExyY(x: primaries.green.x, y: primaries.green.y, Y: 1),
        Blue: cmsCIExyY(x: primaries.blue.x, y: primaries.blue.y, Y: 1))
      let curves: [OpaquePointer?] = unsafe [curve, curve, curve]
      return unsafe curves.withUnsafeBufferPointer { buffer in
        unsafe cmsCreateRGBProfile(&white, &triple, buffer.baseAddress)
      }
    }
  }

  private static func toneCurve(_ transfer: RGBPrimaries.Transfer) -> OpaquePointer? {
    switch transfer {
    case .gamma(let exponent):
      guard exponent > 0.1, exponent < 10 else { return nil }
      return unsafe cmsBuildGamma(nil, exponent)
    case .sRGB, .perceptualQuantizer, .hybridLogGamma:
      let table = (0..<1024).map { Float(transfer.light(of: Double($0) / 1023)) }
      return unsafe table.withUnsafeBufferPointer { buffer in
        unsafe cmsBuildTabulatedToneCurveFloat(nil, UInt32(buffer.count), buffer.baseAddress)
      }
    }
  }
}

/// Little CMS's description of a pixel: the bit fields of `lcms2.h`, whose macros Swift can't see.
private enum PixelType {
  static let rgb = make(space: 4, channels: 3)
  static let rgba = make(space: 4, channels: 3, extra: 1)

  static func of(_ layout: SampleLayout) -> UInt32 {
    switch layout {
    case .gray: make(space: 3, channels: 1)
    case .rgb: rgb
    case .straightAlpha, .premultipliedAlpha: rgba
    case .cmyk: make(space: 6, channels: 4)
    case .invertedCMYK: make(space: 6, channels: 4) | 1 << 13
    }
  }

  /// `COLORSPACE_SH`, `EXTRA_SH`, `CHANNELS_SH` and `BYTES_SH(1)`.
  private static func make(space: UInt32, channels: UInt32, extra: UInt32 = 0) -> UInt32 {
    space << 16 | extra << 7 | channels << 3 | 1
  }
}

// MARK: - Version

extension ColorManagement {
  /// The version of Little CMS that is loaded.
  static var libraryVersion: String {
    let number = Int(cmsGetEncodedCMMversion())
    return "\(number / 1000).\(number % 1000 / 10)"
  }
}
