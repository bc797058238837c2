#define _GNU_SOURCE
#include "pp_confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The same numbers on every architecture (asm-generic/unistd.h). */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

/* include/uapi/linux/landlock.h */
struct landlock_ruleset_attr_6 {
  uint64_t handled_access_fs;
  uint64_t handled_access_net; /* ABI 4 */
  uint64_t scoped;             /* ABI 6 */
};
struct landlock_path_beneath_attr_1 {
  uint64_t allowed_access;
  int32_t parent_fd;
} __attribute__((packed));
enum { CREATE_RULESET_VERSION = 1, RULE_PATH_BENEATH = 1 };

static uint64_t known_fs(int abi) {
  uint64_t known = PP_LANDLOCK_REFER - 1;
  if (abi >= 2) known |= PP_LANDLOCK_REFER;
  if (abi >= 3) known |= PP_LANDLOCK_TRUNCATE;
  if (abi >= 5) known |= PP_LANDLOCK_IOCTL_DEV;
  return known;
}

static const uint64_t file_rights = PP_LANDLOCK_EXECUTE | PP_LANDLOCK_WRITE_FILE |
                                    PP_LANDLOCK_READ_FILE | PP_LANDLOCK_TRUNCATE |
                                    PP_LANDLOCK_IOCTL_DEV;

int pp_landlock_abi(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, CREATE_RULESET_VERSION);
  return abi < 0 ? -errno : (int)abi;
}

int pp_landlock_create(uint64_t fs, uint64_t net, uint64_t scope) {
  int abi = pp_landlock_abi();
  if (abi < 0) return abi;
  struct landlock_ruleset_attr_6 attr = {fs & known_fs(abi), abi >= 4 ? net : 0,
                                         abi >= 6 ? scope : 0};
  size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  long ruleset = syscall(SYS_landlock_create_ruleset, &attr, size, 0);
  return ruleset < 0 ? -errno : (int)ruleset;
}

int pp_landlock_allow(int ruleset, int path, uint64_t rights) {
  /* There can be a rule for each of 100,000 files. */
  static _Atomic int known_abi;
  int abi = known_abi;
  if (abi == 0) known_abi = abi = pp_landlock_abi();
  if (abi < 0) return abi;
  struct stat status;
  if (fstat(path, &status) < 0) return -errno;
  rights &= known_fs(abi);
  if (!S_ISDIR(status.st_mode)) rights &= file_rights;
  struct landlock_path_beneath_attr_1 attr = {rights, path};
  long result = syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &attr, 0);
  return result < 0 ? -errno : 0;
}

int pp_landlock_restrict(int ruleset) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
  return syscall(SYS_landlock_restrict_self, ruleset, 0) < 0 ? -errno : 0;
}

int pp_landlock_nothing(void) {
  int abi = pp_landlock_abi();
  if (abi < 0) return abi;
  int ruleset = pp_landlock_create(~(uint64_t)0, PP_LANDLOCK_BIND_TCP | PP_LANDLOCK_CONNECT_TCP,
                                   PP_LANDLOCK_ABSTRACT_SOCKETS | PP_LANDLOCK_SIGNALS);
  if (ruleset < 0) return ruleset;
  int result = pp_landlock_restrict(ruleset);
  close(ruleset);
  return result < 0 ? result : abi;
}

int pp_thread_count(void) {
  /* The 20th field; the second one, the name, may hold anything but ends with the last ')'. */
  char text[1024];
  int file = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  ssize_t count = read(file, text, sizeof text - 1);
  int error = errno;
  close(file);
  if (count < 0) return -error;
  text[count] = 0;
  const char *field = strrchr(text, ')');
  for (int number = 2; field && number < 20; number++) field = strchr(field + 1, ' ');
  return field ? atoi(field) : -EIO;
}

int64_t pp_file_limit_raise(uint64_t *before) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  *before = limit.rlim_cur;
  if (limit.rlim_cur < limit.rlim_max) {
    struct rlimit wanted = {limit.rlim_max, limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &wanted) == 0) limit = wanted;
  }
  return limit.rlim_cur > INT32_MAX ? INT32_MAX : (int64_t)limit.rlim_cur;
}

int pp_file_limit_set(uint64_t soft) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -errno;
  limit.rlim_cur = soft;
  return setrlimit(RLIMIT_NOFILE, &limit) < 0 ? -errno : 0;
}

const char *pp_program_name(void) {
  return program_invocation_name ? program_invocation_name : "";
}
