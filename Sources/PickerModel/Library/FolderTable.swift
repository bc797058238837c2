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

  /// The rank of each folder, by its number, in the order of ``NaturalOrder``.
  ///
  /// - Complexity: O(n log n) in the number of folders.
  var ranks: [UInt32] {
    var ranks = [UInt32](repeating: 0, count: names.count)
    let order = names.indices.sorted { NaturalOrder.compareFolders(names[$0], names[$1]) < 0 }
    for (rank, number) in order.enumerated() { ranks[number] = UInt32(rank) }
    return ranks
  }
}
