internal import Glibc

/// A path as the argument of a C function.
internal enum PathArgument {
  /// Calls a function with the path, ended by NUL.
  ///
  /// - Returns: what the function returns; `-EINVAL` for a path that is empty or has a NUL in it, of
  ///   which the function would see a part.
  internal static func with<Number: SignedInteger>(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Number
  ) -> Number {
    if path.isEmpty || path.contains(0) { return Number(-EINVAL) }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: path.count + 1) {
      buffer -> Number in
      for index in path.indices { unsafe buffer[index] = CChar(bitPattern: path[index]) }
      unsafe buffer[path.count] = 0
      guard let base = unsafe UnsafePointer(buffer.baseAddress) else { return Number(-EINVAL) }
      return unsafe body(base)
    }
  }
}
