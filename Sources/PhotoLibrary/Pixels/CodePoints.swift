/// Colour spaces by the code points of ITU-T H.273, as `nclx` boxes and PNG's `cICP` have them.
internal enum CodePoints {
  /// The colour space of primaries and transfer; unknown ones count as sRGB's.
  static func colorSpace(primaries: Int, transfer: Int) -> ColorSpace {
    let curve: RGBPrimaries.Transfer =
      switch transfer {
      case 4: .gamma(2.2)
      case 5: .gamma(2.8)
      case 8: .gamma(1)
      case 16: .perceptualQuantizer
      case 18: .hybridLogGamma
      // The camera curves of BT.709 and its kin are shown as sRGB by everybody.
      default: .sRGB
      }
    switch primaries {
    case 9: return .primaries(.bt2020(curve))
    case 11, 12: return .primaries(.displayP3(curve))
    default: return curve == .sRGB ? .sRGB : .primaries(.bt709(curve))
    }
  }
}
