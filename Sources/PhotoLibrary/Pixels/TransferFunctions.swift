internal import Glibc

extension RGBPrimaries.Transfer {
  /// The light of a sample, both from 0 to 1; 1 is the display's white.
  ///
  /// *Source:* IEC 61966-2-1; ITU-R BT.2100 tables 4 and 5. High dynamic range is brought into
  /// range by a curve that keeps everything up to a third of white as it is.
  func light(of sample: Double) -> Double {
    switch self {
    case .sRGB:
      return sample <= 0.04045 ? sample / 12.92 : pow((sample + 0.055) / 1.055, 2.4)
    case .gamma(let exponent):
      return pow(sample, exponent)
    case .perceptualQuantizer:
      let power = pow(sample, 1 / 78.84375)
      let light = pow(
        max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
      return Self.compressed(light * 10_000 / 203)
    case .hybridLogGamma:
      let light =
        sample <= 0.5
        ? sample * sample / 3 : (exp((sample - 0.55991073) / 0.17883277) + 0.28466892) / 12
      // 75 % of the signal is reference white (ITU-R BT.2408).
      return Self.compressed(light / 0.2650)
    }
  }

  /// Maps 0… to 0…1: straight to a third, then ever flatter.
  private static func compressed(_ light: Double) -> Double {
    let knee = 1.0 / 3
    if light <= knee { return light }
    let over = (light - knee) / (1 - knee)
    return knee + (1 - knee) * over / (1 + over)
  }
}
