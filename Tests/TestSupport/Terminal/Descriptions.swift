import PickerModel

// A failed expectation prints the values in it, with all their parts: these have millions.

extension VTScreen: CustomStringConvertible, CustomReflectable {
  /// The size.
  public var description: String { "screen of \(size.columns)x\(size.rows)" }
  /// No parts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PixelPatch: CustomStringConvertible, CustomReflectable {
  /// The size.
  public var description: String { "\(size.width)x\(size.height) pixels, \(emptyCount) empty" }
  /// No parts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SixelImage: CustomStringConvertible, CustomReflectable {
  /// The size.
  public var description: String { "sixel of \(size.width)x\(size.height)" }
  /// No parts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PTYSession: CustomStringConvertible, CustomReflectable {
  /// The process.
  public var description: String { "session \(process.id)" }
  /// No parts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension XtermSession: CustomStringConvertible, CustomReflectable {
  /// The size.
  public var description: String { "xterm of \(size.columns)x\(size.rows)" }
  /// No parts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
