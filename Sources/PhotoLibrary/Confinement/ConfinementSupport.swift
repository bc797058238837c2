internal import CShims

/// What this kernel has to confine processes with.
public enum ConfinementSupport {
  /// The version of Landlock's interface (landlock(7)); nil where there is none, or it is turned off.
  public static var landlockVersion: Int64? {
    let version = pp_landlock_abi()
    return version > 0 ? Int64(version) : nil
  }
}
