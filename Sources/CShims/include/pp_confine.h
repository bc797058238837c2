#ifndef PP_CONFINE_H
#define PP_CONFINE_H

#include <stdint.h>

/* Landlock (landlock(7)), by its system calls: the C library has no functions for them, and the
   kernel's headers are often older than the kernel. Every function returns -errno on failure;
   -ENOSYS and -EOPNOTSUPP mean that this kernel has none, or that it is turned off. */

/* Rights on files. The number behind each is the ABI version that knows it. */
enum pp_landlock_fs {
  PP_LANDLOCK_EXECUTE = 1 << 0,      /* 1 */
  PP_LANDLOCK_WRITE_FILE = 1 << 1,   /* 1 */
  PP_LANDLOCK_READ_FILE = 1 << 2,    /* 1 */
  PP_LANDLOCK_READ_DIR = 1 << 3,     /* 1 */
  PP_LANDLOCK_REMOVE_DIR = 1 << 4,   /* 1 */
  PP_LANDLOCK_REMOVE_FILE = 1 << 5,  /* 1 */
  PP_LANDLOCK_MAKE_CHAR = 1 << 6,    /* 1 */
  PP_LANDLOCK_MAKE_DIR = 1 << 7,     /* 1 */
  PP_LANDLOCK_MAKE_REG = 1 << 8,     /* 1 */
  PP_LANDLOCK_MAKE_SOCK = 1 << 9,    /* 1 */
  PP_LANDLOCK_MAKE_FIFO = 1 << 10,   /* 1 */
  PP_LANDLOCK_MAKE_BLOCK = 1 << 11,  /* 1 */
  PP_LANDLOCK_MAKE_SYM = 1 << 12,    /* 1 */
  PP_LANDLOCK_REFER = 1 << 13,       /* 2 */
  PP_LANDLOCK_TRUNCATE = 1 << 14,    /* 3 */
  PP_LANDLOCK_IOCTL_DEV = 1 << 15    /* 5 */
};

/* Rights on the network (ABI 4) and scopes (ABI 6). */
enum pp_landlock_net { PP_LANDLOCK_BIND_TCP = 1 << 0, PP_LANDLOCK_CONNECT_TCP = 1 << 1 };
enum pp_landlock_scope { PP_LANDLOCK_ABSTRACT_SOCKETS = 1 << 0, PP_LANDLOCK_SIGNALS = 1 << 1 };

/* The ABI version, 1 or more. */
int pp_landlock_abi(void);
/* A new rule set that handles these rights, cut down to what the kernel's ABI knows: what is handled
   is denied but for the rules. The descriptor, close-on-exec. */
int pp_landlock_create(uint64_t fs, uint64_t net, uint64_t scope);
/* Allows rights below an open file or directory (O_PATH will do). The rights are cut down to what the
   ABI knows and, on what is no directory, to what a file can have. 0. */
int pp_landlock_allow(int ruleset, int path, uint64_t rights);
/* Confines the calling thread, and what it starts from now on, for good; sets no_new_privs. 0. */
int pp_landlock_restrict(int ruleset);
/* Confines the calling thread to no file, no network and no signals at all. The ABI version. */
int pp_landlock_nothing(void);

/* How many threads the process has: Landlock confines only the one that asks. */
int pp_thread_count(void);

/* Raises the soft limit of open files to the hard one. The limit that holds now. */
int64_t pp_file_limit_raise(uint64_t *before);
/* Sets the soft limit of open files. 0. */
int pp_file_limit_set(uint64_t soft);

/* The name that the program was started by, as the C library got it. Swift's CommandLine reads /proc
   for it, which is out of reach where a confined process starts another one. */
const char *pp_program_name(void);

#endif
