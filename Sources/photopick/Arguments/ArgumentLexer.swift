import TermRender

/// An argument after GNU splitting: an option with its value, or an operand.
enum ArgumentToken: Equatable, Sendable {
  /// An option and its value, if it takes one.
  case option(OptionName, value: [UInt8]?)
  /// A path.
  case operand([UInt8])
}

/// Splits a command line the way GNU getopt_long does: `--opt=value`, `--opt value`, unique
/// prefixes (`--thumb`), bundled short options (`-m0`), options after operands, `--`.
struct ArgumentLexer {
  private let specs: [OptionSpec]

  /// Creates a lexer for the options of one command.
  init(command: CommandName) {
    specs = OptionTable.all.filter { $0.commands.contains(command) }
  }

  /// Splits arguments, the program's and the command's name excluded.
  ///
  /// - Throws: `UsageError` for an unknown or ambiguous option, a missing or an unwanted value.
  func tokens(_ arguments: [[UInt8]]) throws(UsageError) -> [ArgumentToken] {
    var tokens: [ArgumentToken] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if argument == Array("--".utf8) {
        tokens += arguments[index...].map(ArgumentToken.operand)
        break
      }
      if argument.starts(with: Array("--".utf8)) {
        tokens.append(try long(argument, following: arguments, next: &index))
      } else if argument.count > 1, argument[0] == UInt8(ascii: "-") {
        try shorts(argument, following: arguments, next: &index, into: &tokens)
      } else {
        tokens.append(.operand(argument))
      }
    }
    return tokens
  }

  private func long(
    _ argument: [UInt8], following arguments: [[UInt8]], next: inout Int
  ) throws(UsageError) -> ArgumentToken {
    let body = argument.dropFirst(2)
    let equals = body.firstIndex(of: UInt8(ascii: "="))
    let word = String(decoding: body[..<(equals ?? body.endIndex)], as: UTF8.self)
    let joined = equals.map { Array(body[($0 + 1)...]) }
    let spec = try find(word)
    switch (spec.argument, joined) {
    case (.none, .some):
      throw UsageError("option '--\(spec.name.rawValue)' takes no value")
    case (.none, .none):
      return .option(spec.name, value: nil)
    case (.optional, _), (.required, .some):
      return .option(spec.name, value: joined)
    case (.required(let kind), .none):
      guard next < arguments.count else {
        throw UsageError("option '--\(spec.name.rawValue)' needs a value: \(kind)")
      }
      defer { next += 1 }
      return .option(spec.name, value: arguments[next])
    }
  }

  private func find(_ word: String) throws(UsageError) -> OptionSpec {
    if let exact = specs.first(where: { $0.name.rawValue == word }) { return exact }
    let prefixed = word.isEmpty ? [] : specs.filter { $0.name.rawValue.hasPrefix(word) }
    if prefixed.count == 1 { return prefixed[0] }
    if prefixed.count > 1 {
      let names = prefixed.map { "--\($0.name.rawValue)" }.joined(separator: ", ")
      throw UsageError("option '--\(TerminalText.sanitized(word))' is ambiguous: \(names)")
    }
    if let other = OptionTable.all.first(where: { $0.name.rawValue == word }) {
      throw Self.misplaced("--" + word, other)
    }
    throw UsageError.unknown(
      "option", "--" + word, known: specs.map { "--" + $0.name.rawValue })
  }

  /// The error of an option that another command takes.
  private static func misplaced(_ typed: String, _ spec: OptionSpec) -> UsageError {
    let commands = spec.commands.map(\.rawValue).sorted().joined(separator: ", ")
    return UsageError("option '\(typed)' belongs to: \(commands)")
  }

  private func shorts(
    _ argument: [UInt8], following arguments: [[UInt8]], next: inout Int,
    into tokens: inout [ArgumentToken]
  ) throws(UsageError) {
    var position = 1
    while position < argument.count {
      let letter = Character(Unicode.Scalar(argument[position]))
      position += 1
      guard let spec = specs.first(where: { $0.short == letter }) else {
        if let other = OptionTable.all.first(where: { $0.short == letter }) {
          throw Self.misplaced("-\(letter)", other)
        }
        throw UsageError.unknown("option", "-\(letter)", known: [])
      }
      let rest = Array(argument[position...])
      switch spec.argument {
      case .none:
        tokens.append(.option(spec.name, value: nil))
        continue
      case .optional:
        // A number joined to `-m` is its MAX, as in `-m5`. `-m0` is `-m -0`: a MAX of 0 would say
        // no more than `-m` alone, while the two options together are what a pipeline wants.
        let digits =
          rest.first == UInt8(ascii: "0")
          ? [] : rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        tokens.append(.option(spec.name, value: digits.isEmpty ? nil : Array(digits)))
        position += digits.count
        continue
      case .required(let kind):
        if !rest.isEmpty {
          tokens.append(.option(spec.name, value: rest))
        } else if next < arguments.count {
          tokens.append(.option(spec.name, value: arguments[next]))
          next += 1
        } else {
          throw UsageError("option '-\(letter)' needs a value: \(kind)")
        }
        return
      }
    }
  }
}
