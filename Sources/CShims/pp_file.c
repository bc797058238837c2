#define _GNU_SOURCE
#include "pp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int flags_for(int mode) {
  switch (mode) {
    case PP_OPEN_PATH:
      return O_PATH | O_CLOEXEC;
    case PP_OPEN_DIRECTORY:
      return O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY;
    case PP_OPEN_STREAM:
      return O_RDONLY | O_CLOEXEC | O_NOCTTY;
    case PP_OPEN_DIRECTORY_PATH:
      return O_PATH | O_DIRECTORY | O_CLOEXEC;
    default:
      /* O_NONBLOCK: opening a FIFO must not wait for its writer; regular files don't care. */
      return O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  }
}

int pp_openat(int directory, const char *path, int mode, int follow) {
  int flags = flags_for(mode) | (follow ? 0 : O_NOFOLLOW);
  int descriptor;
  do {
    descriptor = openat(directory, path, flags);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor < 0 ? -errno : descriptor;
}

int pp_openat2(int directory, const char *path, int mode, int resolve) {
#ifdef SYS_openat2
  struct open_how how;
  memset(&how, 0, sizeof how);
  how.flags = (uint64_t)flags_for(mode);
  how.resolve = RESOLVE_NO_MAGICLINKS;
  if (resolve & PP_RESOLVE_BENEATH) how.resolve |= RESOLVE_BENEATH;
  if (resolve & PP_RESOLVE_NO_SYMLINKS) how.resolve |= RESOLVE_NO_SYMLINKS;
  long descriptor;
  int attempts = 0;
  do {
    descriptor = syscall(SYS_openat2, directory, path, &how, sizeof how);
    /* EAGAIN: something was renamed while a ".." was walked. */
  } while (descriptor < 0 && (errno == EINTR || (errno == EAGAIN && ++attempts < 16)));
  return descriptor < 0 ? -errno : (int)descriptor;
#else
  (void)directory, (void)path, (void)mode, (void)resolve;
  return -ENOSYS;
#endif
}

int pp_reopen(int descriptor, int mode) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return pp_openat(AT_FDCWD, path, mode, 1);
}

static void fill(struct pp_file_status *status, const struct stat *from) {
  status->device = from->st_dev;
  status->inode = from->st_ino;
  status->byte_count = from->st_size;
  status->modified_seconds = from->st_mtim.tv_sec;
  status->modified_nanoseconds = (int32_t)from->st_mtim.tv_nsec;
  status->changed_seconds = from->st_ctim.tv_sec;
  status->changed_nanoseconds = (int32_t)from->st_ctim.tv_nsec;
  switch (from->st_mode & S_IFMT) {
    case S_IFREG: status->kind = PP_FILE_REGULAR; break;
    case S_IFDIR: status->kind = PP_FILE_DIRECTORY; break;
    case S_IFLNK: status->kind = PP_FILE_SYMLINK; break;
    case S_IFIFO: status->kind = PP_FILE_FIFO; break;
    case S_IFSOCK: status->kind = PP_FILE_SOCKET; break;
    case S_IFCHR: status->kind = PP_FILE_CHARACTER_DEVICE; break;
    case S_IFBLK: status->kind = PP_FILE_BLOCK_DEVICE; break;
    default: status->kind = PP_FILE_UNKNOWN; break;
  }
}

int pp_status_of(int descriptor, struct pp_file_status *status) {
  struct stat from;
  if (fstat(descriptor, &from) < 0) return -errno;
  fill(status, &from);
  return 0;
}

int pp_status_at(int directory, const char *path, int follow, struct pp_file_status *status) {
  struct stat from;
  if (fstatat(directory, path, &from, follow ? 0 : AT_SYMLINK_NOFOLLOW) < 0) return -errno;
  fill(status, &from);
  return 0;
}

int64_t pp_read_at(int descriptor, void *buffer, size_t count, int64_t offset) {
  size_t done = 0;
  while (done < count) {
    ssize_t n = pread(descriptor, (char *)buffer + done, count - done, offset + (off_t)done);
    if (n < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    if (n == 0) break;
    done += (size_t)n;
  }
  return (int64_t)done;
}

int64_t pp_read(int descriptor, void *buffer, size_t count) {
  ssize_t n;
  do {
    n = read(descriptor, buffer, count);
  } while (n < 0 && errno == EINTR);
  return n < 0 ? -errno : n;
}

int64_t pp_list(int directory, void *buffer, size_t count) {
  long n = syscall(SYS_getdents64, directory, buffer, count);
  return n < 0 ? -errno : n;
}

int64_t pp_read_link(int directory, const char *path, char *buffer, size_t count) {
  ssize_t n = readlinkat(directory, path, buffer, count);
  return n < 0 ? -errno : n;
}

int64_t pp_path_of(int descriptor, char *buffer, size_t count) {
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return pp_read_link(AT_FDCWD, path, buffer, count);
}

int64_t pp_current_directory(char *buffer, size_t count) {
  return getcwd(buffer, count) == NULL ? -errno : (int64_t)strlen(buffer);
}

int pp_close(int descriptor) {
  /* Never retried: after EINTR the descriptor is gone on Linux. */
  return close(descriptor) < 0 ? -errno : 0;
}

int pp_at_current_directory(void) { return AT_FDCWD; }

int64_t pp_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
