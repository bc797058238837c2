internal import PickerModel

/// Hands out one ``Camera`` object for all photos of one camera.
///
/// Bounded: a library with more cameras than ``limit`` gets further objects for the last ones, which
/// are equal all the same. Belongs to one scan and its queue.
public final class CameraTable {
  /// How many cameras are kept.
  public static let limit = 256

  private var cameras: [(make: [UInt8], model: [UInt8], camera: Camera)] = []

  /// Creates an empty table.
  public init() {}

  /// The camera of an EXIF make and model.
  ///
  /// - Returns: nil where both are blank or no text.
  /// - Complexity: O(cameras); the one found last is looked at first.
  internal func camera(make: [UInt8], model: [UInt8]) -> Camera? {
    for index in cameras.indices where cameras[index].model == model && cameras[index].make == make
    {
      if index > 0 { cameras.swapAt(index, index / 2) }
      return cameras[index / 2].camera
    }
    guard let camera = Self.make(make, model) else { return nil }
    if cameras.count < Self.limit { cameras.append((make, model, camera)) }
    return camera
  }

  /// A new object.
  internal static func make(_ make: [UInt8], _ model: [UInt8]) -> Camera? {
    let make = trimmed(make)
    let model = trimmed(model)
    return make.isEmpty && model.isEmpty ? nil : Camera(make: make, model: model)
  }

  private static func trimmed(_ text: [UInt8]) -> String {
    let text = text.prefix { $0 != 0 }
    guard let first = text.firstIndex(where: { $0 > 0x20 }),
      let last = text.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(decoding: text[first...last], as: UTF8.self)
  }
}
