import PickerModel

extension VTScreen {
  /// Does what a control sequence says.
  mutating func perform(_ csi: VTParser.CSI) {
    let final = Character(Unicode.Scalar(csi.final))
    switch (csi.prefix.map { Character(Unicode.Scalar($0)) }, csi.intermediates.first, final) {
    case (nil, nil, _): plain(csi, final)
    case ("?", nil, "h"): for mode in csi.parameters { setMode(mode ?? 0, true) }
    case ("?", nil, "l"): for mode in csi.parameters { setMode(mode ?? 0, false) }
    case ("?", UInt8(ascii: "$"), "p"): queries.append(.privateMode(csi.value(0, default: 0)))
    case (nil, UInt8(ascii: "$"), "p"): queries.append(.ansiMode(csi.value(0, default: 0)))
    case ("?", nil, "S"):
      let action = csi.value(1, default: 0)
      queries.append(.graphics(item: csi.value(0, default: 0), action: action))
    case ("?", nil, "u"): queries.append(.kittyKeyboard)
    case ("?", nil, "J"): eraseDisplay(csi.value(0, default: 0))
    case ("?", nil, "K"): eraseLine(csi.value(0, default: 0))
    case (">", nil, "c"): queries.append(.secondaryAttributes)
    case ("=", nil, "c"): queries.append(.tertiaryAttributes)
    case (">", nil, "q"): queries.append(.version)
    // Keyboard protocols, pointer modes: nothing on the screen changes.
    case (">", nil, "m"), (">", nil, "n"), (">", nil, "u"), ("<", nil, "u"), ("=", nil, "u"),
      (">", nil, "p"):
      break
    case (nil, UInt8(ascii: " "), "q"): break
    case (nil, UInt8(ascii: "!"), "p"):
      style = VTStyle()
      top = 0
      bottom = size.rows - 1
      privateModes[25] = true
      isInserting = false
    default:
      problems.append("CSI \(csi)")
    }
  }

  private mutating func plain(_ csi: VTParser.CSI, _ final: Character) {
    let count = csi.value(0)
    switch final {
    case "A": move(row: max(cursor.row >= top ? top : 0, cursor.row - count))
    case "B", "e":
      move(row: min(cursor.row <= bottom ? bottom : size.rows - 1, cursor.row + count))
    case "C", "a": move(column: cursor.column + count)
    case "D": move(column: cursor.column - count)
    case "E": move(row: cursor.row + count, column: 0)
    case "F": move(row: cursor.row - count, column: 0)
    case "G", "`": move(column: count - 1)
    case "d": move(row: count - 1)
    case "H", "f":
      move(row: count - 1, column: csi.value(1) - 1)
      cursorIsUncertain = false
    case "I": move(column: (cursor.column / 8 + count) * 8)
    case "Z": move(column: max(0, (cursor.column + 7) / 8 - count) * 8)
    case "J": eraseDisplay(csi.value(0, default: 0))
    case "K": eraseLine(csi.value(0, default: 0))
    case "X": erase(cursor.row, cursor.column..<min(size.columns, cursor.column + count), "ECH")
    case "P": deleteCells(count)
    case "@": insertBlanks(count)
    case "L": scrollRows(from: cursor.row, by: -count)
    case "M": scrollRows(from: cursor.row, by: count)
    case "S": scroll(by: count)
    case "T": scroll(by: -count)
    case "b": repeatLast(count)
    case "m": setStyle(csi)
    case "r":
      top = min(max(0, count - 1), size.rows - 1)
      bottom = min(max(top, csi.value(1, default: size.rows) - 1), size.rows - 1)
      move(row: 0, column: 0)
      cursorIsUncertain = false
    case "s": saved.cursor = cursor
    case "u": restoreCursor()
    case "h", "l":
      for mode in csi.parameters {
        if mode == 4 {
          isInserting = final == "h"
        } else {
          problems.append("mode \(mode ?? 0)")
        }
      }
    case "n":
      if count == 6 {
        queries.append(.cursorPosition(cursor))
      } else if count == 5 {
        queries.append(.status)
      }
    case "c": queries.append(.primaryAttributes)
    case "t": windowOperation(csi)
    case "g": break
    default: problems.append("CSI \(csi)")
    }
  }

  private mutating func windowOperation(_ csi: VTParser.CSI) {
    switch csi.value(0, default: 0) {
    case 14: queries.append(.textAreaPixels)
    case 16: queries.append(.cellPixels)
    case 18: queries.append(.textAreaCells)
    case 22, 23: break
    default: problems.append("window operation \(csi.value(0, default: 0))")
    }
  }

  // MARK: - Moving

  private mutating func move(row: Int? = nil, column: Int? = nil) {
    if let row { cursor.row = min(max(0, row), size.rows - 1) }
    if let column { cursor.column = min(max(0, column), size.columns - 1) }
    isWrapPending = false
  }

  // MARK: - Modes

  private mutating func setMode(_ mode: Int, _ isOn: Bool) {
    mentionedModes.insert(mode)
    operations.append(.mode(mode, isOn))
    if mode == 2026, !isOn, isSet(2026) { updateCount += 1 }
    privateModes[mode] = isOn
    switch mode {
    case 47, 1047, 1049:
      if mode == 1049, isOn, !isAlternate {
        saved = SavedCursor(cursor: cursor, style: style, isLineDrawing: isLineDrawing)
      }
      showAlternate(isOn)
      if mode == 1049, !isOn { restoreCursor() }
    case 1048:
      if isOn {
        saved = SavedCursor(cursor: cursor, style: style, isLineDrawing: isLineDrawing)
      } else {
        restoreCursor()
      }
    default: break
    }
  }

  private mutating func showAlternate(_ isOn: Bool) {
    if isOn, !isAlternate {
      // Each of the two screens has a saved cursor of its own.
      mainScreen = (cells, plane, saved)
      cells = Array(repeating: .blank, count: size.columns * size.rows)
      plane = nil
      isAlternate = true
    } else if !isOn, isAlternate {
      if let mainScreen {
        cells = mainScreen.cells
        plane = mainScreen.plane
        saved = mainScreen.saved
      }
      mainScreen = nil
      isAlternate = false
    }
  }

  // MARK: - Style

  private mutating func setStyle(_ csi: VTParser.CSI) {
    let groups = String(decoding: csi.text, as: UTF8.self).split(
      separator: ";", omittingEmptySubsequences: false
    ).map { part in
      part.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    }
    if groups.isEmpty { style = VTStyle() }
    var index = 0
    while index < groups.count {
      let group = groups[index]
      index += 1
      let code = group.first ?? 0
      switch code {
      case 38, 48:
        let numbers: [Int]
        if group.count > 1 {
          numbers = Array(group.dropFirst())
        } else {
          let rest = groups[min(index, groups.count)...].map { $0.first ?? 0 }
          let length = rest.first == 5 ? 2 : 4
          numbers = Array(rest.prefix(length))
          index += numbers.count
        }
        let color = color(numbers)
        if code == 38 { style.foreground = color } else { style.background = color }
      default:
        setStyle(code, group)
      }
    }
  }

  private func color(_ numbers: [Int]) -> VTColor {
    func byte(_ value: Int) -> UInt8 { UInt8(min(max(0, value), 255)) }
    if numbers.first == 5, numbers.count >= 2 { return .palette(numbers[1]) }
    if numbers.first == 2, numbers.count >= 4 {
      let rgb = numbers.suffix(3).map(byte)
      return .rgb(RGBColor(red: rgb[0], green: rgb[1], blue: rgb[2]))
    }
    return .standard
  }

  private mutating func setStyle(_ code: Int, _ group: [Int]) {
    switch code {
    case 0: style = VTStyle()
    case 1: style.isBold = true
    case 2: style.isDim = true
    case 3: style.isItalic = true
    case 4: style.isUnderlined = group.count < 2 || group[1] != 0
    case 5: style.isBlinking = true
    case 7: style.isReversed = true
    case 8: style.isInvisible = true
    case 9: style.isStruck = true
    case 21: style.isUnderlined = true
    case 22:
      style.isBold = false
      style.isDim = false
    case 23: style.isItalic = false
    case 24: style.isUnderlined = false
    case 25: style.isBlinking = false
    case 27: style.isReversed = false
    case 28: style.isInvisible = false
    case 29: style.isStruck = false
    case 30...37: style.foreground = .palette(code - 30)
    case 39: style.foreground = .standard
    case 40...47: style.background = .palette(code - 40)
    case 49: style.background = .standard
    case 90...97: style.foreground = .palette(code - 82)
    case 100...107: style.background = .palette(code - 92)
    case 58, 59: break
    default: problems.append("SGR \(code)")
    }
  }

  // MARK: - Strings

  /// Does what an `OSC` says.
  mutating func operatingSystemCommand(_ content: [UInt8]) {
    let text = String(decoding: content, as: UTF8.self)
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap({ Int($0) }) else {
      problems.append("OSC \(text)")
      return
    }
    let argument = parts.count > 1 ? String(parts[1]) : ""
    switch number {
    case 0, 2: title = argument
    case 1, 7, 8, 22, 104, 110, 111, 112, 133: break
    case 4:
      let fields = argument.split(separator: ";")
      if fields.count == 2, fields[1] == "?", let index = Int(fields[0]) {
        queries.append(.paletteColor(index))
      }
    case 10, 11, 12:
      if argument == "?" {
        queries.append(.dynamicColor(number))
      } else {
        problems.append("OSC \(number) sets a colour")
      }
    default: problems.append("OSC \(text)")
    }
  }

  /// Does what a `DCS` says.
  mutating func deviceControl(_ content: [UInt8]) {
    if content.starts(with: "+q".utf8) {
      queries.append(.terminfo(Array(content.dropFirst(2))))
    } else if content.starts(with: "$q".utf8) {
      queries.append(.setting(Array(content.dropFirst(2))))
    } else if let image = SixelDecoder.decode(content) {
      place(image)
    } else {
      problems.append("DCS of \(content.count) bytes")
    }
  }
}
