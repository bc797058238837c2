import PhotoLibrary
import PickerModel

/// A parsed command line.
enum Invocation: Sendable {
  /// Browse and pick.
  case pick(PickOptions)
  /// Print the library.
  case list(ListOptions)
  /// Copy photos into the library.
  case add(AddOptions)
  /// Tell what the terminal and the build can do.
  case doctor(DoctorOptions)
  /// Tell or change what clients may see.
  case access(AccessOptions)
  /// Print the help text of `access`.
  case accessHelp
  /// Print the help text.
  case help
  /// Print versions.
  case version
}

/// Where assets come from and which of them exist.
struct LibraryOptions: Sendable {
  /// Folders and files as named; empty for the default location.
  var paths: [FileName] = []
  /// Whether folders in the named folders count.
  var isRecursive = true
  /// How many levels of folders, 1 for the named ones alone; nil for no limit.
  var maximumDepth: Int?
  /// Whether names that begin with a dot count.
  var includesHidden = false
  /// A file with a list of paths, and whether NUL ends each.
  var pathList: PathListOption?
  /// The filter, if any.
  var filter: AssetFilter?
  /// The text that names must contain.
  var searchText = ""
  /// The order.
  var order = SortOrder()
  /// Whether what is known from earlier runs is used and kept.
  var usesCache = true
  /// The file with the approved subset, if access is limited.
  var approvedFile: FileName?
  /// The program whose grant says what exists, if one does.
  var client: ClientID?
  /// Whether the approved file is NUL-separated.
  var isApprovedNullSeparated = false
}

/// A list of paths to read.
struct PathListOption: Equatable, Sendable {
  /// The file; `-` for standard input.
  let file: FileName
  /// Ended by NUL instead of newline.
  let isNullTerminated: Bool
  /// The paths, where they are known from an earlier run: then no file is read.
  var paths: [FileName]?
}

/// How a result is written.
enum OutputFormat: String, CaseIterable, Sendable {
  /// One JSON document.
  case json
  /// One JSON object a line.
  case jsonl
  /// One path a line.
  case lines
  /// Paths, each ended by NUL.
  case nul
}

/// Where a result goes, and how.
struct OutputOptions: Sendable {
  /// The format.
  var format = OutputFormat.json
  /// The file; nil for standard output.
  var file: FileName?
  /// Whether the format was asked for.
  var isFormatGiven = false
  /// The socket that open files are sent to instead, if any.
  var socket: Int32?
}

/// How pictures are shown, as asked for.
enum GraphicsOption: String, CaseIterable, Sendable {
  /// What the terminal says it can.
  case auto
  /// Sixel, whatever the terminal says.
  case sixel
  /// Half blocks in colour.
  case blocks
  /// A list without pictures.
  case none
}

/// What the options say about the screen.
struct ScreenOptions: Sendable {
  /// How pictures are shown.
  var graphics = GraphicsOption.auto
  /// The size of a character cell in pixels, when given.
  var cellSize: PixelSize?
}

/// The options of `pick`.
struct PickOptions: Sendable {
  /// What there is to pick from.
  var library = LibraryOptions()
  /// How many may be picked.
  var rules = SelectionRules.single
  /// Paths that start picked, in order.
  var preselected: [FileName] = []
  /// A file with more of them.
  var preselectFile: FileName?
  /// The result's form.
  var output = OutputOptions()
  /// The screen.
  var screen = ScreenOptions()
  /// The tiles' size at the start.
  var thumbnailSize = ThumbnailSize.medium
  /// The title, when given.
  var title: String?
  /// Whether Enter without a pick takes the photo under the cursor.
  var confirmsAtCursor = true
  /// Whether the mouse is used.
  var usesMouse = true
  /// Whether changes in the folders are followed.
  var isWatching = true
  /// The parts of the picker that are turned off.
  var disabled: Set<PickerFeature> = []
  /// The names of the sets; none for one list of picks.
  var setNames: [String] = []
  /// Whether changes of the picks are told while picking.
  var isContinuous = false
  /// The descriptor that commands come from, if any.
  var control: Int32?
  /// The unfinished session to go on with, if any.
  var resume: ResumeOption?
  /// The same when it was found.
  var resumed: UnfinishedSession?
  /// The options as they were given, for a later run.
  var tokens: [ArgumentToken] = []
}

/// The options of `list`.
struct ListOptions: Sendable {
  /// What to print.
  var library = LibraryOptions()
  /// In which form.
  var output = OutputOptions()
}

/// The options of `doctor`.
struct DoctorOptions: Sendable {
  /// Answer in JSON.
  var isJSON = false
  /// The screen options to try.
  var screen = ScreenOptions()
}

/// The options of `add`.
struct AddOptions: Sendable {
  /// The photos.
  var sources: [FileName] = []
  /// The library's folder; nil for the granted one, or the pictures folder.
  var library: FileName?
  /// The name of the folder in it; nil for the library's folder itself.
  var album: String?
  /// The program that adds, if its grant is to be followed.
  var client: ClientID?
  /// How the result is written.
  var format = OutputFormat.json
}
