/// A part of a photo: a rectangle in pixels of the upright photo.
public struct PhotoRegion: Hashable, Sendable {
  /// The size of the whole photo that the rectangle is given in.
  public let photo: PixelSize
  /// Pixels left of the rectangle.
  public let x: Int
  /// Pixels above the rectangle.
  public let y: Int
  /// The size of the rectangle; it lies inside of the photo.
  public let size: PixelSize

  /// Creates a region; what lies outside of the photo is moved and cut to be inside.
  public init(photo: PixelSize, x: Int, y: Int, size: PixelSize) {
    let photo = PixelSize(width: max(1, photo.width), height: max(1, photo.height))
    self.photo = photo
    self.size = PixelSize(
      width: min(max(1, size.width), photo.width), height: min(max(1, size.height), photo.height))
    self.x = min(max(0, x), photo.width - self.size.width)
    self.y = min(max(0, y), photo.height - self.size.height)
  }
}

/// What a zoomed preview shows.
public struct ZoomWindow: Hashable, Sendable {
  /// Pixels of the screen for 100 pixels of the photo.
  public let percent: Int
  /// The part of the photo that is shown.
  public let region: PhotoRegion
  /// The size in pixels at which it is shown.
  public let output: PixelSize
  /// Whether a larger step was chosen and would take too much memory for this photo.
  public let isLimited: Bool
}

/// How large the preview shows photos, and which part of them.
///
/// It stays from photo to photo, so that the same place of two photos can be compared.
public struct PreviewZoom: Hashable, Sendable {
  /// Pixels of the screen for 100 pixels of the photo; nil where the whole photo is shown.
  public internal(set) var percent: Int?
  /// The middle of what is shown, from 0 at the left edge of the photo to 1.
  public internal(set) var centerX = 0.5
  /// The middle of what is shown, from 0 at the upper edge of the photo to 1.
  public internal(set) var centerY = 0.5
  /// Goes up whenever zooming begins anew.
  public internal(set) var session = 0

  /// The steps in percent.
  public static let steps = [5, 7, 10, 14, 20, 25, 33, 50, 67, 100, 200]

  /// The most pixels of a photo that are kept in memory, at a reduced scale if need be.
  public static let maximumSourcePixelCount = 64_000_000

  /// Photos with a longer side are shown whole only.
  private static let maximumSide = 4_000_000

  /// The whole photo.
  public init() {}

  // MARK: - Arithmetic

  /// The size at which a whole photo is shown, in percent; at most 100.
  public static func fitPercent(of photo: PixelSize, in box: PixelSize) -> Double {
    let width = Double(max(1, photo.width))
    let height = Double(max(1, photo.height))
    return min(100, 100 * Double(box.width) / width, 100 * Double(box.height) / height)
  }

  /// The largest step that memory allows for a photo.
  public static func maximumPercent(of photo: PixelSize) -> Int {
    let pixels = Double(photo.width) * Double(photo.height)
    if pixels <= Double(maximumSourcePixelCount) { return 200 }
    for (percent, reduction) in [(50, 2.0), (25, 4.0)]
    where pixels / (reduction * reduction) <= Double(maximumSourcePixelCount) {
      return percent
    }
    return 10
  }

  /// What is shown of a photo in a box; nil where it is shown whole.
  public func window(of photo: PixelSize, in box: PixelSize) -> ZoomWindow? {
    guard let wanted = percent, Self.canZoom(photo), box.width > 0, box.height > 0 else {
      return nil
    }
    let percent = min(wanted, Self.maximumPercent(of: photo))
    guard Double(percent) > Self.fitPercent(of: photo, in: box) * 1.005 else { return nil }
    let (width, left) = Self.span(photo.width, box.width, percent, centerX)
    let (height, top) = Self.span(photo.height, box.height, percent, centerY)
    return ZoomWindow(
      percent: percent,
      region: PhotoRegion(
        photo: photo, x: left, y: top, size: PixelSize(width: width.shown, height: height.shown)),
      output: PixelSize(width: width.output, height: height.output), isLimited: percent < wanted)
  }

  /// Whether a photo's size is one that can be zoomed into.
  static func canZoom(_ photo: PixelSize) -> Bool {
    (1...maximumSide).contains(photo.width) && (1...maximumSide).contains(photo.height)
  }

  private static func span(
    _ length: Int, _ box: Int, _ percent: Int, _ center: Double
  ) -> ((shown: Int, output: Int), start: Int) {
    let output = min(box, max(1, length * percent / 100))
    let shown = min(length, max(1, (output * 100 + percent / 2) / percent))
    let middle = (center * Double(length)).rounded()
    let start = min(max(0, Int(middle) - shown / 2), length - shown)
    return ((shown, output), start)
  }

  // MARK: - Changing

  /// Takes the next larger or smaller steps; below the smallest the whole photo is shown.
  ///
  /// - Returns: Whether anything changed.
  mutating func step(by steps: Int, of photo: PixelSize, in box: PixelSize) -> Bool {
    let before = percent
    let fit = Self.fitPercent(of: photo, in: box)
    let most = Self.maximumPercent(of: photo)
    for _ in 0..<min(steps.magnitude, UInt(Self.steps.count)) {
      let now = window(of: photo, in: box).map { Double($0.percent) } ?? fit
      if steps > 0 {
        if let next = Self.steps.first(where: { Double($0) > now * 1.01 && $0 <= most }) {
          set(next)
        }
      } else {
        set(Self.steps.last { Double($0) < now * 0.99 && Double($0) > fit * 1.01 })
      }
    }
    return percent != before
  }

  /// Takes a step, or shows the whole photo.
  mutating func set(_ percent: Int?) {
    if self.percent == nil, percent != nil {
      session &+= 1
      centerX = 0.5
      centerY = 0.5
    }
    self.percent = percent
  }

  /// Moves what is shown by shares of itself.
  mutating func pan(x: Double, y: Double, of photo: PixelSize, in box: PixelSize) {
    guard let region = window(of: photo, in: box)?.region else { return }
    centerX = Self.moved(x, region.x, region.size.width, photo.width)
    centerY = Self.moved(y, region.y, region.size.height, photo.height)
  }

  private static func moved(_ share: Double, _ start: Int, _ shown: Int, _ length: Int) -> Double {
    let limited = min(max(-1e6, share), 1e6)
    let moved = Double(start) + (limited * Double(shown)).rounded()
    let inside = min(max(0, moved), Double(length - shown))
    return (inside + Double(shown / 2)) / Double(length)
  }
}
