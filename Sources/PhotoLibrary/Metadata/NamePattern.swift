internal import PickerModel

/// What the names tell that programs and phones give to files.
internal enum NamePattern {
  /// The kinds that a name stands for.
  internal static func kinds(of name: FileName, _ media: MediaType) -> AssetSubtypes {
    var kinds: AssetSubtypes = []
    let bytes = stem(name.bytes)
    switch media {
    case .image:
      if isScreenshot(bytes) { kinds.insert(.screenshot) }
      if isBurst(bytes) { kinds.insert(.burst) }
      if isPanorama(bytes) { kinds.insert(.panorama) }
    case .video:
      if isScreenRecording(bytes) { kinds.insert(.screenRecording) }
    }
    return kinds
  }

  // MARK: - Screens

  /// The words that pictures of screens begin with, in lower case: GNOME, KDE, macOS, Windows,
  /// iOS, Android and Samsung in the languages with the most users, with what must follow them.
  ///
  /// GNOME translates `Screenshot from %s`, macOS `Screenshot %@ at %@`, Windows `Screenshot (%d)`
  /// and `Screenshot %s`; the first word is enough where a digit, a bracket or a blank follows.
  private static let shotWords: [[UInt8]] = [
    "screenshot", "screen shot", "screencapture", "screen capture", "bildschirmfoto",
    "bildschirmkopie", "capture d’écran", "capture d'écran", "capture d'ecran",
    "captura de pantalla",
    "captura de tela", "captura de ecrã", "schermata", "schermafbeelding", "schermopname",
    "zrzut ekranu", "снимок экрана", "скриншот", "знімок екрана", "skärmavbild", "skärmbild",
    "skjermbilde", "skærmbillede", "näyttökuva", "kuvakaappaus", "ekran görüntüsü",
    "snímek obrazovky",
    "snímka obrazovky", "képernyőfotó", "képernyőkép", "captură de ecran", "スクリーンショット", "屏幕截图",
    "屏幕快照", "截屏", "截图", "螢幕快照", "螢幕擷取畫面", "스크린샷", "لقطة شاشة", "ảnh chụp màn hình",
  ].map { Array($0.utf8) }

  /// The words that videos of screens begin with.
  private static let recordingWords: [[UInt8]] = [
    "screenrecording", "screen recording", "screen-recording", "screenrecorder", "screenrecord",
    "screen_recording", "screencast", "rpreplay", "bildschirmaufnahme", "bildschirmaufzeichnung",
    "enregistrement de l’écran", "enregistrement de l'écran", "grabación de pantalla",
    "gravação de tela", "gravação do ecrã", "registrazione schermo", "schermopname",
    "запись экрана", "nagranie ekranu", "画面収録", "屏幕录制", "螢幕錄製", "录屏", "화면 기록",
  ].map { Array($0.utf8) }

  private static func isScreenshot(_ stem: [UInt8]) -> Bool { begins(stem, withOneOf: shotWords) }

  private static func isScreenRecording(_ stem: [UInt8]) -> Bool {
    begins(stem, withOneOf: recordingWords)
  }

  /// Whether a name begins with a word and goes on as a generated name does: with nothing, or a
  /// separator, and a digit somewhere behind.
  private static func begins(_ stem: [UInt8], withOneOf words: [[UInt8]]) -> Bool {
    guard let first = stem.first else { return false }
    for word in words where word[0] == first && stem.starts(with: word) {
      let rest = stem.dropFirst(word.count)
      guard let next = rest.first else { return true }
      // A letter goes on with the word: `screenshots`, `screencasting`.
      let isLetter = next >= 0x61 && next <= 0x7A
      if isLetter { continue }
      if rest.contains(where: isDigit) { return true }
    }
    return false
  }

  // MARK: - Bursts

  /// Whether a name is one of a burst: `…_BURST001`, `…_BURST20240612140300001_COVER`,
  /// `20240612_140300_001` (Samsung), `DSC…_BURST…`.
  ///
  /// A bare number behind a date and a time is also a copy's; three digits with a leading zero are
  /// what Samsung's camera gives to the shots of a burst.
  private static func isBurst(_ stem: [UInt8]) -> Bool {
    if let place = index(of: Array("burst".utf8), in: stem) {
      let before = place == 0 ? 0x5F : stem[place - 1]
      let after = place + 5 < stem.count ? stem[place + 5] : 0
      if before == 0x5F || before == 0x2D || before == 0x20, isDigit(after) { return true }
    }
    guard stem.count == 19, stem[8] == 0x5F, stem[15] == 0x5F, stem[16] == 0x30 else {
      return false
    }
    return stem[0..<8].allSatisfy(isDigit) && stem[9..<15].allSatisfy(isDigit)
      && stem[17..<19].allSatisfy(isDigit) && (stem[0] == 0x31 || stem[0] == 0x32)
  }

  /// Whether a name is one that Google's camera gives to panoramas: `PANO_20240612_140300`,
  /// `PXL_20240612_140300123.PANO`.
  private static func isPanorama(_ stem: [UInt8]) -> Bool {
    if stem.starts(with: Array("pano_".utf8)), stem.count > 5, isDigit(stem[5]) { return true }
    return stem.starts(with: Array("pxl_".utf8))
      && stem.suffix(5).elementsEqual(Array(".pano".utf8))
  }

  // MARK: - Bytes

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func index(of word: [UInt8], in text: [UInt8]) -> Int? {
    guard text.count >= word.count else { return nil }
    for start in 0...text.count - word.count
    where text[start] == word[0] && text[start..<start + word.count].elementsEqual(word) {
      return start
    }
    return nil
  }

  /// The name without its extension, ASCII letters lowered, `İ` and the like left as they are.
  private static func stem(_ name: [UInt8]) -> [UInt8] {
    let end = name.lastIndex(of: 0x2E).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    let stem = name[..<end].map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    // Cyrillic and accented first letters are capitals in real names.
    guard let first = stem.first, first >= 0x80, let text = String(validating: stem, as: UTF8.self)
    else { return stem }
    return Array(text.lowercased().utf8)
  }
}
