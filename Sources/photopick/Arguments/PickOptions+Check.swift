import PickerModel

extension PickOptions {
  /// Checks what options say together.
  ///
  /// - Throws: `UsageError` for two that exclude each other.
  func check() throws(UsageError) {
    try checkResume()
    let isText = output.format == .lines || output.format == .nul
    if !setNames.isEmpty, isText {
      throw UsageError(
        "--format \(output.format.rawValue) can't say which set a photo is in: "
          + "use --format json or jsonl with --sets")
    }
    if isContinuous, output.file == nil, output.format != .json, output.format != .jsonl {
      throw UsageError(
        "--continuous writes lines of JSON: --format \(output.format.rawValue) goes with it "
          + "only if --output FILE takes the result")
    }
    if control == 0, readsStandardInput {
      throw UsageError("--control 0: standard input is read for a list of paths already")
    }
    if let control, control == 1 || control == 2 {
      throw UsageError("--control \(control): commands are read, and that is written to")
    }
  }

  /// Whether a list of paths comes from standard input.
  private var readsStandardInput: Bool {
    let list = library.pathList.flatMap { $0.paths == nil ? $0.file : nil }
    return [list, preselectFile, library.approvedFile].contains(FileName("-"))
  }
}
