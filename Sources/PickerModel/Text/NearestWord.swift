/// Finds the word that someone most likely meant.
public enum NearestWord {
  /// The candidate that needs the fewest typing corrections, or nil if none is near.
  ///
  /// Near is: at most a third of the word's length in corrections and at least one is allowed,
  /// where a correction inserts, deletes, replaces a letter, or swaps two neighbours. Case does not
  /// count. A word that begins a longer candidate (three letters or more) is near to it, too. The
  /// first of equals wins.
  ///
  /// - Parameters:
  ///   - word: What was written. Words of more than 64 characters are near to nothing.
  ///   - candidates: The words that would have been right.
  /// - Returns: One of the candidates, or nil.
  /// - Complexity: O(k · n²) for k candidates of n characters.
  public static func suggestion(for word: String, among candidates: [String]) -> String? {
    let written = Array(word.lowercased())
    guard !written.isEmpty, written.count <= 64 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let right = Array(candidate.lowercased())
      let distance = corrections(from: written, to: right)
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best, best.distance <= max(1, written.count / 3) { return best.candidate }
    guard written.count >= 3 else { return nil }
    return candidates.first { $0.lowercased().hasPrefix(word.lowercased()) }
  }

  /// The number of corrections, neighbours swapped counting as one (optimal string alignment).
  private static func corrections(from left: [Character], to right: [Character]) -> Int {
    var beforePrevious = [Int]()
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var cost = min(
          previous[column + 1] + 1, current[column] + 1,
          previous[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforePrevious[column - 1] + 1)
        }
        current.append(cost)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
