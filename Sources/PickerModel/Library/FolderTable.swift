/// Gives every folder a number, so that two assets are known to share one by comparing numbers.
struct FolderTable: Sendable {
  private var names: [FileName] = []
  private var numbers: [FileName: UInt32] = [:]

  /// Creates an empty table.
  init() {}

  /// The number of a folder; assets come folder by folder, so it mostly is the last one's.
  mutating func number(of folder: FileName) -> UInt32 {
    if let last = names.last, last == folder { return UInt32(names.count - 1) }
    if let known = numbers[folder] { return known }
    let number = UInt32(names.count)
    names.append(folder)
    numbers[folder] = number
    return number
  }

  /// Compares two folders by their numbers, in the order of ``NaturalOrder``.
  func compare(_ left: UInt32, _ right: UInt32) -> Int {
    NaturalOrder.compareFolders(names[Int(left)], names[Int(right)])
  }
}
