internal import CSeccomp
internal import Glibc

/// The system calls that a decoder may make (`seccomp(2)` through libseccomp): the only file that
/// knows the library.
internal enum Seccomp {
  /// What decoding needs: memory, threads of its own, reading and its one socket.
  private static let allowed = [
    "read", "readv", "pread64", "preadv", "lseek", "close", "recvmsg", "sendmsg", "munmap",
    "mremap",
    "madvise", "brk", "futex", "futex_waitv", "exit", "exit_group", "rt_sigreturn",
    "rt_sigprocmask", "rt_sigaction", "sigaltstack", "restart_syscall", "clock_gettime",
    "clock_getres", "clock_nanosleep", "gettimeofday", "time", "nanosleep", "sched_yield",
    "sched_getaffinity", "sched_getparam", "sched_getscheduler", "getpid", "gettid", "getrandom",
    "set_robust_list", "rseq", "membarrier", "alarm", "setitimer", "poll", "ppoll", "fstat",
    "getcpu",
  ]

  /// What nothing that decodes has a reason to try: whoever does ends at once.
  private static let fatal = [
    "execve", "execveat", "fork", "vfork", "socket", "socketpair", "connect", "bind", "listen",
    "accept", "accept4", "sendto", "sendmmsg", "ptrace", "process_vm_readv", "process_vm_writev",
    "process_madvise", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "kill", "tkill",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "bpf", "keyctl", "add_key", "request_key", "mount", "umount2",
    "pivot_root", "chroot", "unshare", "setns", "open_by_handle_at", "name_to_handle_at",
    "userfaultfd", "perf_event_open", "kexec_load", "kexec_file_load", "init_module",
    "finit_module", "delete_module", "reboot", "swapon", "swapoff", "memfd_create",
    "memfd_secret", "shmget", "shmat", "mknod", "mknodat", "link", "linkat", "symlink",
    "symlinkat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "ioctl",
  ]

  private static let errno: UInt32 = 0x0005_0000

  /// Confines the process to the calls, for good; everything else fails with `EPERM`.
  ///
  /// - Returns: whether the kernel has taken the filter.
  internal static func confine() -> Bool {
    guard let filter = unsafe seccomp_init(errno | UInt32(EPERM)) else { return false }
    defer { unsafe seccomp_release(filter) }
    unsafe seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2)
    // The calls of another architecture have other numbers.
    unsafe seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS)
    var isWhole = true
    func rule(_ name: String, _ action: UInt32, _ conditions: [scmp_arg_cmp] = []) {
      let number = unsafe seccomp_syscall_resolve_name(name)
      // Not a call of this architecture, or of a later kernel than the library knows.
      if number < 0 { return }
      let result = unsafe seccomp_rule_add_array(
        filter, action, number, UInt32(conditions.count), conditions)
      if result != 0 { isWhole = false }
    }
    for name in allowed { rule(name, SCMP_ACT_ALLOW) }
    for name in fatal { rule(name, SCMP_ACT_KILL_PROCESS) }
    // Memory, but none that can be run.
    let executable = UInt64(PROT_EXEC)
    for name in ["mmap", "mprotect"] {
      rule(name, SCMP_ACT_ALLOW, [masked(2, executable, 0)])
    }
    // Threads, but no processes. The call with a structure can't be looked into: the C library takes
    // the older one where there is none.
    let thread: UInt64 = 0x0001_0000
    rule("clone", SCMP_ACT_ALLOW, [masked(0, thread, thread)])
    rule("clone", SCMP_ACT_KILL_PROCESS, [masked(0, thread, 0)])
    rule("clone3", errno | UInt32(ENOSYS))
    // abort(3) and the like, to itself.
    let own = UInt64(UInt32(bitPattern: getpid()))
    rule(
      "tgkill", SCMP_ACT_ALLOW,
      [scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: own, datum_b: 0)])
    return unsafe isWhole && seccomp_load(filter) == 0
  }

  /// Takes away what would lead around Landlock, and around the terminal, from a program that is run
  /// in this one's place, for good; everything else stays as it is.
  ///
  /// Characters that are put into the terminal's input are typed into the shell that is waiting there
  /// (`TIOCSTI`, `TIOCLINUX`); a handle opens a file without a path; a kernel module does anything.
  ///
  /// - Returns: whether the kernel has taken the filter.
  internal static func closeSideDoors() -> Bool {
    guard let filter = unsafe seccomp_init(SCMP_ACT_ALLOW) else { return false }
    defer { unsafe seccomp_release(filter) }
    // Programs for the other word sizes of the processor have the same doors closed.
    let families = [["x86_64", "x86", "x32"], ["aarch64", "arm"]]
    let native = seccomp_arch_native()
    for family in families where unsafe seccomp_arch_resolve_name(family[0]) == native {
      for name in family.dropFirst() {
        unsafe seccomp_arch_add(filter, seccomp_arch_resolve_name(name))
      }
    }
    let refused = errno | UInt32(EPERM)
    var isWhole = true
    func rule(_ name: String, _ conditions: [scmp_arg_cmp] = []) {
      let number = unsafe seccomp_syscall_resolve_name(name)
      if number == -1 { return }
      let result = unsafe seccomp_rule_add_array(
        filter, refused, number, UInt32(conditions.count), conditions)
      if result != 0 { isWhole = false }
    }
    // The kernel looks at the lower half of the number alone.
    for request: UInt64 in [0x5412, 0x541C] { rule("ioctl", [masked(1, 0xFFFF_FFFF, request)]) }
    for name in [
      "open_by_handle_at", "init_module", "finit_module", "kexec_load", "kexec_file_load", "iopl",
      "ioperm",
    ] {
      rule(name)
    }
    return unsafe isWhole && seccomp_load(filter) == 0
  }

  private static func masked(_ argument: UInt32, _ mask: UInt64, _ value: UInt64) -> scmp_arg_cmp {
    scmp_arg_cmp(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
  }
}
