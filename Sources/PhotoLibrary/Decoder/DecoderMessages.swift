/// The messages between picker and decoder, for those who test them.
public enum DecoderMessages {
  /// Whether bytes are no request, or one that says the same after it was written and read again.
  public static func requestSurvives(_ bytes: [UInt8]) -> Bool {
    guard let (number, request) = try? DecoderRequest.decoded(bytes) else { return true }
    guard let (sameNumber, same) = try? DecoderRequest.decoded(request.encoded(number)) else {
      return false
    }
    return number == sameNumber && request == same
  }

  /// Whether bytes are no answer, or one that says the same after it was written and read again.
  public static func replySurvives(_ bytes: [UInt8]) -> Bool {
    guard let (number, reply) = try? DecoderReply.decoded(bytes) else { return true }
    // What a tile would say of it must not be the end of the picker.
    if case .failure(let error) = reply { _ = error.userMessage }
    // By their bytes: a duration that is no number is not equal to itself.
    let written = reply.encoded(number)
    guard let (sameNumber, same) = try? DecoderReply.decoded(written) else { return false }
    return number == sameNumber && same.encoded(number) == written
  }
}
