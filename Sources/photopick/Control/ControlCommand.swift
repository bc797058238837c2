import PhotoLibrary
import PickerModel
import TermRender

/// What one line of `--control` asks for, in order.
enum ControlCommand: Equatable, Sendable {
  /// Change the minimum, the maximum (0 for none), or both.
  case rules(minimum: Int?, maximum: Int?)
  /// Change the title.
  case title(String)
  /// Pick these, too.
  case preselect([FileName])
  /// Confirm the picks.
  case confirm
  /// Leave without picks.
  case cancel

  /// The longest title, in characters.
  static let longestTitle = 200

  /// Reads a line: a JSON object whose members are commands.
  ///
  /// The minimum and the maximum of one line are one change. A line with anything wrong in it does
  /// nothing at all.
  ///
  /// - Parameter line: The bytes without their newline.
  /// - Returns: The commands, none for an empty object.
  /// - Throws: `ControlError` that names the member.
  static func parse(_ line: [UInt8]) throws(ControlError) -> [ControlCommand] {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: line)
    } catch {
      throw ControlError("not JSON: \(TerminalText.sanitized(error.message))")
    }
    guard case .object(let members) = value else { throw ControlError("not a JSON object") }
    var commands: [ControlCommand] = []
    for member in members {
      let command = try self.command(member)
      if case .rules(let minimum, let maximum) = command, let index = rules(in: commands),
        case .rules(let otherMinimum, let otherMaximum) = commands[index]
      {
        commands[index] = .rules(
          minimum: minimum ?? otherMinimum, maximum: maximum ?? otherMaximum)
      } else {
        commands.append(command)
      }
    }
    return commands
  }

  private static func rules(in commands: [ControlCommand]) -> Int? {
    commands.firstIndex { if case .rules = $0 { true } else { false } }
  }

  private static func command(_ member: JSONMember) throws(ControlError) -> ControlCommand {
    switch (member.key, member.value) {
    case ("maximum", .integer(let number)): return .rules(minimum: nil, maximum: try count(number))
    case ("minimum", .integer(let number)): return .rules(minimum: try count(number), maximum: nil)
    case ("maximum", _), ("minimum", _): throw ControlError("\(member.key) takes a number")
    case ("title", .string(let text)): return .title(String(text.prefix(longestTitle)))
    case ("title", _): throw ControlError("title takes text")
    case ("preselect", .array(let elements)):
      let paths = elements.compactMap(\.stringValue)
      guard paths.count == elements.count, !paths.contains("") else {
        throw ControlError("preselect takes a list of paths")
      }
      return .preselect(paths.map { FileName($0) })
    case ("preselect", _): throw ControlError("preselect takes a list of paths")
    case ("confirm", .bool(true)): return .confirm
    case ("cancel", .bool(true)): return .cancel
    case ("confirm", _), ("cancel", _): throw ControlError("\(member.key) takes true")
    default:
      let known = ["maximum", "minimum", "title", "preselect", "confirm", "cancel"]
      let word = TerminalText.sanitized(String(member.key.prefix(64)))
      if let nearest = NearestWord.suggestion(for: member.key, among: known) {
        throw ControlError("unknown command '\(word)'; did you mean '\(nearest)'?")
      }
      throw ControlError("unknown command '\(word)'")
    }
  }

  private static func count(_ number: Int64) throws(ControlError) -> Int {
    guard (0...1_000_000_000).contains(number) else {
      throw ControlError("\(number) is not a number from 0 to 1,000,000,000")
    }
    return Int(number)
  }
}

/// Why a line of `--control` did nothing.
struct ControlError: Error, Equatable, Sendable {
  /// The reason, for people; safe for a terminal.
  let message: String

  /// Creates an error.
  init(_ message: String) {
    self.message = message
  }
}
