internal import CShims

/// Standard error while a screen is up.
///
/// Codecs write to it on their own account (dav1d does for damaged AVIF), which would leave lines
/// between the pictures.
public enum StandardError {
  /// Leads it to `/dev/null`; a crash puts it back first.
  public static func silence() { pp_stderr_silence() }

  /// Puts it back; does nothing where it is in its place.
  public static func restore() { pp_stderr_restore() }
}
