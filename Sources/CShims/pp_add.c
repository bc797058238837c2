#define _GNU_SOURCE
#include "pp_add.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int checked(int result) { return result < 0 ? -errno : result; }

int pp_add_directory(int parent, const char *name, uint32_t mode) {
  return checked(mkdirat(parent, name, mode));
}

int pp_add_remove_directory(int parent, const char *name) {
  return checked(unlinkat(parent, name, AT_REMOVEDIR));
}

int pp_add_new_file(int directory, const char *name, int *is_named) {
  *is_named = 0;
  int file = openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  /* EISDIR: a kernel or file system that does not know the flag. */
  if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return checked(file);
  *is_named = 1;
  return checked(openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
}

int pp_add_publish(int file, int directory, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  return checked(linkat(AT_FDCWD, path, directory, name, AT_SYMLINK_FOLLOW));
}

int pp_add_move(int from_directory, const char *from, int directory, const char *name) {
  if (renameat2(from_directory, from, directory, name, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -errno;
  if (linkat(from_directory, from, directory, name, 0) < 0) return -errno;
  return checked(unlinkat(from_directory, from, 0));
}

int pp_add_remove_file(int directory, const char *name) {
  return checked(unlinkat(directory, name, 0));
}

int pp_add_write(int file, const void *bytes, uint64_t count, int64_t offset) {
  uint64_t done = 0;
  while (done < count) {
    ssize_t written = pwrite(file, (const char *)bytes + done, count - done, offset + (int64_t)done);
    if (written < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    done += (uint64_t)written;
  }
  return 0;
}

int pp_add_set_time(int file, int64_t seconds, int64_t nanoseconds) {
  struct timespec times[2] = {{0, UTIME_OMIT}, {seconds, nanoseconds}};
  return checked(futimens(file, times));
}

int pp_add_flush(int file) { return checked(fsync(file)); }

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDING_COUNT = sizeof ending / sizeof ending[0] };

void pp_add_hold_signals(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < ENDING_COUNT; index++) sigaddset(&set, ending[index]);
  sigprocmask(SIG_BLOCK, &set, NULL);
  signal(SIGXFSZ, SIG_IGN);
}

void pp_add_drop_signals(void) {
  for (int index = 0; index < ENDING_COUNT; index++) signal(ending[index], SIG_IGN);
}

int pp_add_held_signal(void) {
  sigset_t set;
  if (sigpending(&set) < 0) return 0;
  for (int index = 0; index < ENDING_COUNT; index++) {
    if (sigismember(&set, ending[index]) == 1) return ending[index];
  }
  return 0;
}
