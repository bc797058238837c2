#define _GNU_SOURCE
#include "pp_private.h"

#include "pp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int pp_open_directory(int parent, const char *name) {
  int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory >= 0) return directory;
  int error = errno;
  struct stat status;
  /* O_DIRECTORY with O_NOFOLLOW reports a link as ENOTDIR. */
  if (error == ENOTDIR && fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISLNK(status.st_mode)) {
    error = ELOOP;
  }
  return -error;
}

static int closed(int descriptor, int error) {
  close(descriptor);
  return -error;
}

int pp_own_directory(int parent, const char *name, int create) {
  if (create && mkdirat(parent, name, 0700) < 0 && errno != EEXIST) return -errno;
  int directory = pp_open_directory(parent, name);
  if (directory < 0) return directory;
  struct stat status;
  if (fstat(directory, &status) < 0) return closed(directory, errno);
  if (status.st_uid != geteuid()) return closed(directory, EPERM);
  if ((status.st_mode & 077) != 0 && fchmod(directory, 0700) < 0) return closed(directory, errno);
  return directory;
}

int pp_make_path(const char *path) {
  char part[PATH_MAX];
  size_t count = strlen(path);
  if (count == 0 || path[0] != '/') return -EINVAL;
  if (count >= sizeof part) return -ENAMETOOLONG;
  memcpy(part, path, count + 1);
  for (size_t index = 1; index <= count; index++) {
    if (part[index] != '/' && part[index] != '\0') continue;
    char kept = part[index];
    part[index] = '\0';
    /* EEXIST, but also EROFS and EACCES above a directory that is there: opening tells. */
    (void)mkdir(part, 0700);
    part[index] = kept;
  }
  /* To go on from, not to list: a confined process may not. */
  int directory = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  return directory < 0 ? -errno : directory;
}

int pp_trusted_file(int directory, const char *name, uint32_t owner) {
  int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return -errno;
  struct stat status;
  if (fstat(file, &status) < 0) return closed(file, errno);
  if (!S_ISREG(status.st_mode)) return closed(file, EINVAL);
  if (status.st_uid != owner || status.st_nlink != 1) return closed(file, EPERM);
  if ((status.st_mode & 022) != 0) return closed(file, EACCES);
  return file;
}

int pp_trusted_directory(const char *path, uint32_t owner) {
  int directory = pp_open_directory(AT_FDCWD, path);
  if (directory < 0) return directory;
  struct stat status;
  if (fstat(directory, &status) < 0) return closed(directory, errno);
  if (status.st_uid != owner) return closed(directory, EPERM);
  if ((status.st_mode & 022) != 0) return closed(directory, EACCES);
  return directory;
}

int pp_new_file(int directory, const char *name) {
  if (unlinkat(directory, name, 0) < 0 && errno != ENOENT) return -errno;
  int file = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  return file < 0 ? -errno : file;
}

int pp_write_durably(int descriptor, const void *bytes, size_t count) {
  size_t done = 0;
  while (done < count) {
    ssize_t written = write(descriptor, (const char *)bytes + done, count - done);
    if (written < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    done += (size_t)written;
  }
  return fsync(descriptor) < 0 ? -errno : 0;
}

int pp_rename_durably(int directory, const char *from, const char *to) {
  if (renameat(directory, from, directory, to) < 0) return -errno;
  return fsync(directory) < 0 ? -errno : 0;
}

int pp_lock_file(int directory, const char *name, int milliseconds) {
  int file = openat(directory, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
  if (file < 0) return -errno;
  int64_t deadline = pp_monotonic_nanoseconds() + (int64_t)milliseconds * 1000000;
  /* flock(2) has no time limit: it is asked again, less and less often. */
  long pause = 1000000;
  while (flock(file, LOCK_EX | LOCK_NB) < 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK || pp_monotonic_nanoseconds() >= deadline) {
      return closed(file, errno);
    }
    struct timespec wait = {0, pause};
    nanosleep(&wait, NULL);
    if (pause < 50000000) pause *= 2;
  }
  return file;
}

int pp_claim_file(int file) {
  while (flock(file, LOCK_EX | LOCK_NB) < 0) {
    if (errno != EINTR) return -errno;
  }
  struct stat status;
  if (fstat(file, &status) < 0) return -errno;
  return status.st_nlink == 0 ? -ENOENT : 0;
}

uint32_t pp_user(void) { return (uint32_t)geteuid(); }

int64_t pp_wall_seconds(void) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec;
}

int pp_remove(int directory, const char *name) {
  return unlinkat(directory, name, 0) < 0 ? -errno : 0;
}
