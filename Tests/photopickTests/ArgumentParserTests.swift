import PickerModel
import Testing

@testable import photopick

@Suite("The command line")
struct ArgumentParserTests {
  private func pick(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> PickOptions {
    let invocation = try ArgumentParser.parse(words.map { Array($0.utf8) })
    guard case .pick(let options) = invocation else {
      Issue.record("not a pick: \(invocation)", sourceLocation: sourceLocation)
      return PickOptions()
    }
    return options
  }

  private func message(_ words: [String]) -> String? {
    do {
      _ = try ArgumentParser.parse(words.map { Array($0.utf8) })
      return nil
    } catch {
      return error.message
    }
  }

  @Test("without options one photo is picked from the default place")
  func defaults() throws {
    let options = try pick()
    #expect(options.rules == .single)
    #expect(options.library.paths.isEmpty)
    #expect(options.output.format == .json)
    #expect(options.library.isRecursive)
  }

  @Test("--max implies several, and 0 takes the limit away")
  func maximum() throws {
    #expect(try pick("--max", "5").rules.maximum == 5)
    #expect(try pick("--max=5").rules.isMultiple)
    #expect(try pick("--max", "0").rules.maximum == nil)
    #expect(try pick("-m").rules.maximum == nil)
    #expect(try pick("--multi=7").rules.maximum == 7)
    #expect(try pick("-m12").rules.maximum == 12)
  }

  @Test("-m0 and -0m are both options together")
  func bundled() throws {
    for words in ["-m0", "-0m"] {
      let options = try pick(words)
      #expect(options.output.format == .nul)
      #expect(options.rules.isMultiple && options.rules.maximum == nil)
    }
    #expect(try pick("-m30").rules.maximum == 30)
  }

  @Test("the pipeline of the manual is understood")
  func pipeline() throws {
    let options = try pick("-m", "--files0-from", "-", "-0")
    #expect(options.library.pathList == PathListOption(file: "-", isNullTerminated: true))
    #expect(options.output.format == .nul)
  }

  @Test("options may follow paths, and everything after -- is a path")
  func operands() throws {
    let options = try pick("a", "--hidden", "--", "--max", "-")
    #expect(options.library.paths == ["a", "--max", "-"])
    #expect(options.library.includesHidden)
  }

  @Test("a command is the first word alone; ./list is a folder")
  func commands() throws {
    guard case .list(let list) = try ArgumentParser.parse(["list", "a"].map { Array($0.utf8) })
    else {
      Issue.record("list is a command")
      return
    }
    #expect(list.library.paths == ["a"])
    #expect(try pick("./list").library.paths == ["./list"])
    #expect(try pick("--", "list").library.paths == ["list"])
    #expect(try pick("pick", "list").library.paths == ["list"])
  }

  @Test("paths keep bytes that are not UTF-8")
  func bytes() throws {
    let name: [UInt8] = [0x61, 0xFF, 0x62]
    guard case .pick(let options) = try ArgumentParser.parse([name]) else { return }
    #expect(options.library.paths == [FileName(bytes: name)])
  }

  @Test("long options can be shortened while they stay unique")
  func prefixes() throws {
    #expect(try pick("--thumb", "large").thumbnailSize == .large)
    #expect(message(["--files", "x"])?.contains("ambiguous") == true)
  }

  @Test(
    "a wrong command line names the option and the remedy",
    arguments: [
      (["--mx", "3"], "did you mean '--max'"),
      (["--max"], "'--max' needs a value"),
      (["--max", "-1"], "--max: '-1' is not a number"),
      (["--max", "99999999999999999999"], "not a number"),
      (["--max", ""], "not a number"),
      (["--hidden=yes"], "'--hidden' takes no value"),
      (["--min", "3", "--max", "2"], "--min 3 is above the maximum of 2"),
      (["--min", "2"], "add --multi"),
      (["--format", "jsn"], "did you mean 'json'"),
      (["--graphics", "kitty"], "none of auto, sixel, blocks, none"),
      (["--sort", "dat"], "did you mean 'date'"),
      (["--cell-size", "8"], "not a cell size like 8x17"),
      (["--cell-size", "0x17"], "not a cell size"),
      (["--depth", "0"], "not a number from 1"),
      (["-x"], "unknown option '-x'"),
      (["access", "statsu"], "did you mean 'status'?"),
      (["list", "--max", "3"], "belongs to: pick"),
      (["list", "-m", "3"], "'-m' belongs to: pick"),
      (["doctor", "folder"], "takes no path"),
      (["--files-from", "a", "--files0-from", "b"], "once"),
      (["--files-from", "a", "folder"], "not both"),
      ([""], "must not be empty"),
    ])
  func errors(words: [String], part: String) {
    #expect(message(words)?.contains(part) == true, "\(message(words) ?? "no error")")
  }

  @Test("a filter's error points at the character")
  func filterPointer() {
    let text = message(["--filter", "images and wdth>3"])
    #expect(text?.contains("images and wdth>3\n           ^") == true)
  }

  @Test("an option that holds control characters is shown escaped")
  func escaped() {
    let text = message(["--\u{1B}[31m"])
    #expect(text?.unicodeScalars.contains { $0.value == 0x1B } == false)
  }

  @Test("no line of the help is wider than 100 columns, and every option is in it")
  func help() {
    for option in OptionTable.all {
      #expect(HelpText.full.contains("--\(option.name.rawValue)"))
    }
    #expect(HelpText.full.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(Set(OptionTable.all.map(\.name)) == Set(OptionName.allCases))
  }
}

@Suite("Options of the caller")
struct CallerOptionTests {
  private func pick(_ arguments: String...) throws -> PickOptions? {
    guard case .pick(let options) = try ArgumentParser.parse(arguments.map { Array($0.utf8) })
    else { return nil }
    return options
  }

  @Test("sets have names and imply several picks")
  func sets() throws {
    let options = try #require(try pick("--sets", "keep,Größe_2,x.y", "--max", "4"))
    #expect(options.setNames == ["keep", "Größe_2", "x.y"])
    #expect(options.rules.isMultiple && options.rules.maximum == 4)
    #expect(try pick("--sets=a")?.rules.isMultiple == true)
  }

  @Test("parts are turned off by their names, in one option or several")
  func disable() throws {
    let options = try pick("--disable", "search,tray", "--disable=undo")
    #expect(options?.disabled == [.search, .tray, .undo])
    let all = PickerFeature.allCases.map(\.rawValue).joined(separator: ",")
    #expect(try pick("--disable", all)?.disabled.count == PickerFeature.allCases.count)
  }

  @Test("the caller's descriptor and events are taken")
  func talking() throws {
    let options = try pick("--control", "7", "--continuous")
    #expect(options?.control == 7 && options?.isContinuous == true)
  }

  @Test(
    "what can't be is refused with its reason",
    arguments: [
      (["--sets", ""], "a name is empty"), (["--sets", "a,,b"], "a name is empty"),
      (["--sets", "a,A"], "stands twice"), (["--sets", "a b"], "not a name"),
      (["--sets", "a\u{1B}[2J"], "not a name"), (["--sets", "a", "--sets", "b"], "once"),
      (["--sets", "1,2,3,4,5,6,7,8,9,10"], "10 names"),
      (["--sets", "abcdefghijklmnopqrstu"], "not a name"),
      (["--sets", "a", "--format", "lines"], "use --format json or jsonl"),
      (["--sets", "a", "-0"], "use --format json or jsonl"),
      (["--disable", "serach"], "did you mean 'search'?"), (["--disable", "search,"], "none of"),
      (["--control", "x"], "not a number"), (["--control", "2"], "written to"),
      (["--control", "0", "--files-from", "-"], "standard input"),
      (["--control", "0", "--approved", "-"], "standard input"),
      (["--continuous", "--format", "lines"], "--output FILE"),
      (["--continuous", "-0"], "--output FILE"),
    ] as [([String], String)])
  func refusals(arguments: [String], reason: String) throws {
    let error = #expect(throws: UsageError.self) {
      try ArgumentParser.parse(arguments.map { Array($0.utf8) })
    }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("\u{1B}") == false)
  }
}
