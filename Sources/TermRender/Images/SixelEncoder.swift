internal import CSixel
internal import PickerModel

/// The only door to libsixel: opaque pictures of at most 256 colours as sixel strings.
///
/// libsixel gets indices of a palette that is chosen already (its own search for one costs four times
/// as much and looks worse). What it can't say, transparent gutters and more than 256 registers, is
/// written by ``SixelWriter``.
///
/// Source: sixel.h of libsixel 1.10, `sixel_encode` with `SIXEL_PIXELFORMAT_PAL8`.
enum SixelEncoder {
  /// The most colours that libsixel takes (`SIXEL_PALETTE_MAX`).
  static let colorLimit = 256

  /// The version of libsixel that this was compiled against.
  static var libraryVersion: String { LIBSIXEL_VERSION }

  /// Encodes a part of a picture.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - x: The first column.
  ///   - y: The first row.
  ///   - size: The part's size, inside the picture, at least 1×1.
  /// - Returns: The whole string, from DCS to ST; nil where the part is transparent somewhere, has too
  ///   many colours, or libsixel has no memory.
  static func encode(_ image: IndexedImage, x: Int, y: Int, size: PixelSize) -> [UInt8]? {
    guard image.palette.count <= colorLimit, var indices = opaque(image, x: x, y: y, size: size)
    else { return nil }
    var palette = image.palette.flatMap { [$0.red, $0.green, $0.blue] }
    let sink = Sink(capacity: size.width * size.height * 2 + 4096)
    let isEncoded = withExtendedLifetime(sink) {
      unsafe encode(
        &indices, size, palette: &palette, colorCount: Int32(image.palette.count),
        into: Unmanaged.passUnretained(sink).toOpaque())
    }
    return isEncoded ? sink.bytes : nil
  }

  /// Collects what libsixel writes.
  private final class Sink {
    var bytes: [UInt8] = []

    init(capacity: Int) {
      bytes.reserveCapacity(capacity)
    }
  }

  private static func encode(
    _ indices: inout [UInt8], _ size: PixelSize, palette: inout [UInt8], colorCount: Int32,
    into sink: UnsafeMutableRawPointer
  ) -> Bool {
    var output: OpaquePointer?
    var dither: OpaquePointer?
    defer {
      unsafe sixel_dither_unref(dither)
      unsafe sixel_output_unref(output)
    }
    let write: sixel_write_function = { data, count, context in
      guard let data = unsafe data, let context = unsafe context, count > 0 else { return 0 }
      let sink = unsafe Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue()
      unsafe data.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
        unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
      }
      return count
    }
    guard unsafe sixel_output_new(&output, write, sink, nil) == 0,
      unsafe sixel_dither_new(&dither, colorCount, nil) == 0
    else { return false }
    unsafe sixel_dither_set_palette(dither, &palette)
    unsafe sixel_dither_set_pixelformat(dither, Int32(SIXEL_PIXELFORMAT_PAL8))
    return unsafe sixel_encode(
      &indices, Int32(clamping: size.width), Int32(clamping: size.height), 8, dither, output) == 0
  }

  /// The part's indices in one byte each; nil where a pixel is transparent.
  private static func opaque(
    _ image: IndexedImage, x: Int, y: Int, size: PixelSize
  ) -> [UInt8]? {
    var part: [UInt8] = []
    part.reserveCapacity(size.width * size.height)
    for row in y..<(y + size.height) {
      let start = row * image.size.width + x
      for index in image.indices[start..<(start + size.width)] {
        guard index < colorLimit else { return nil }
        part.append(UInt8(truncatingIfNeeded: index))
      }
    }
    return part
  }
}
