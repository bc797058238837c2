internal import Glibc
import PhotoLibrary
import PickerModel
import TermRender

/// `add`: copies photos into the library without being able to read it.
@MainActor
enum AddCommand {
  /// Adds the photos and writes the result.
  ///
  /// To be called on the only thread that there is: the process confines itself.
  ///
  /// - Returns: 0 where all were added, 2 where one was not, 128 + n for a signal.
  /// - Throws: `CommandError` where nothing can be added.
  static func run(_ options: AddOptions) throws(CommandError) -> Int32 {
    if StandardStreams.wasOutputClosed {
      throw CommandError("standard output is closed: nobody would get the result")
    }
    let library = try library(options)
    HeldSignals.hold()
    let album: AlbumFolder
    do throws(FileError) {
      album = try AlbumFolder(library: library, album: options.album)
    } catch {
      throw CommandError(OpenedLibrary.line(error))
    }
    defer { album.close() }
    if options.format == .lines {
      try checkLines([album.path] + options.sources.map { AssetPath($0).name })
    }
    let adder = PhotoAdder(to: album)
    if let shortfall = adder.confine(to: options.sources) {
      Diagnostics.report("adding is confined by photopick alone in part: " + shortfall)
    }
    let result = add(options.sources, by: adder)
    for failure in result.failures.prefix(Diagnostics.listedLimit) {
      Diagnostics.report(
        TerminalText.sanitized(failure.source.displayString) + ": " + failure.failure.userMessage)
    }
    Diagnostics.reportUnlisted(of: result.failures.count)
    let content = AddResult(
      album: album.path, name: options.album, client: options.client?.text, items: result.items,
      failures: result.failures)
    do throws(ResultError) {
      try ResultDestination(file: nil).write(content.bytes(options.format))
    } catch {
      throw CommandError(error.message)
    }
    if let number = HeldSignals.pending {
      HeldSignals.drop()
      return ExitStatus.endedBySignal(number)
    }
    return (result.failures.isEmpty ? ExitStatus.success : .failure).rawValue
  }

  /// Nothing is added that can't be told of.
  private static func checkLines(_ names: [FileName]) throws(CommandError) {
    guard let name = names.first(where: { $0.bytes.contains(UInt8(ascii: "\n")) }) else { return }
    throw CommandError(
      "\(TerminalText.sanitized(name.displayString)): has a newline in its name, which --format lines "
        + "can't carry: use --format nul or json")
  }

  private static func add(
    _ sources: [FileName], by adder: PhotoAdder
  ) -> (items: [AddResult.Item], failures: [AddResult.Failure]) {
    let numbers = adder.numbers(for: sources)
    var items: [AddResult.Item] = []
    var failures: [AddResult.Failure] = []
    for (index, source) in sources.enumerated() {
      do throws(PhotoAdder.Failure) {
        // What is left when a signal comes is told as not added.
        if HeldSignals.pending != nil { throw .interrupted }
        items.append(
          AddResult.Item(
            position: index + 1, source: source,
            added: try adder.add(source, number: numbers[index])))
      } catch {
        failures.append(AddResult.Failure(position: index + 1, source: source, failure: error))
      }
    }
    return (items, failures)
  }

  // MARK: - Where to

  /// The library's folder, as far as the client may add to it.
  private static func library(_ options: AddOptions) throws(CommandError) -> FileName {
    guard let client = options.client else {
      guard let library = options.library ?? DefaultLocation.picturesFolder() else {
        throw CommandError("no pictures folder is known: HOME is not set; give --library FOLDER")
      }
      return library
    }
    let access = ClientAccess(
      of: client, in: GrantStore.ofUser(for: .addOnly), for: .addOnly)
    guard let bounds = access.bounds() else {
      throw CommandError(messages: AccessWording.refusal(access), status: .denied)
    }
    let remedy = AccessWording.remedy(client, .addOnly)
    if bounds.folders.isEmpty {
      let lines = bounds.problems.map { OpenedLibrary.line($0) + remedy }
      throw CommandError(
        messages: lines.isEmpty ? [AccessWording.nothingLeft(client)] : lines, status: .denied)
    }
    if let library = options.library {
      guard bounds.contains(library) else {
        throw CommandError(
          messages: [
            "\(TerminalText.sanitized(library.displayString)): lies outside of where "
              + "\(client.text) may add" + remedy
          ], status: .denied)
      }
      return library
    }
    guard bounds.folders.count == 1 else {
      throw CommandError(
        "\(client.text) may add to several folders: give --library with one of "
          + bounds.folders.map { TerminalText.sanitized($0.displayString) }.joined(separator: ", "))
    }
    return bounds.folders[0]
  }
}
