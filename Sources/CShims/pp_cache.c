#define _GNU_SOURCE
#include "pp_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/* File systems whose locks or contents other machines share: statfs(2) and linux/magic.h. */
static int is_shared(int descriptor) {
  struct statfs system;
  if (fstatfs(descriptor, &system) < 0) return 1;
  switch ((uint32_t)system.f_type) {
    case 0x6969:     /* NFS */
    case 0x517B:     /* SMB */
    case 0xFF534D42: /* CIFS */
    case 0xFE534D42: /* SMB2 */
    case 0x5346414F: /* AFS */
    case 0x6B414653: /* kAFS */
    case 0x73757245: /* Coda */
    case 0x564C:     /* NCP */
    case 0x01021997: /* 9P */
    case 0x00C36400: /* Ceph */
    case 0x0BD00BD0: /* Lustre */
    case 0x7461636F: /* OCFS2 */
    case 0x01161970: /* GFS2 */
    case 0x47504653: /* GPFS */
    case 0x786F4256: /* VirtualBox's shared folders */
    case 0x20030528: /* OrangeFS */
      return 1;
    default:
      return 0;
  }
}

int pp_private_directory(const char *path) {
  if (mkdir(path, 0700) < 0 && errno != EEXIST) return -errno;
  int directory = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) {
    int error = errno;
    struct stat status;
    /* O_DIRECTORY with O_NOFOLLOW reports a link as ENOTDIR. */
    if (error == ENOTDIR && lstat(path, &status) == 0 && S_ISLNK(status.st_mode)) error = ELOOP;
    return -error;
  }
  struct stat status;
  int error = 0;
  if (fstat(directory, &status) < 0) {
    error = errno;
  } else if (status.st_uid != geteuid()) {
    error = EPERM;
  } else if ((status.st_mode & 077) != 0 && fchmod(directory, 0700) < 0) {
    error = errno;
  } else if (is_shared(directory)) {
    error = EOPNOTSUPP;
  }
  if (error != 0) {
    close(directory);
    return -error;
  }
  return directory;
}

int pp_private_check(int directory, const char *name) {
  struct stat status;
  if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) < 0) return -errno;
  if (S_ISLNK(status.st_mode)) return -ELOOP;
  if (!S_ISREG(status.st_mode)) return -EACCES;
  if (status.st_uid != geteuid() || status.st_nlink != 1) return -EPERM;
  if ((status.st_mode & 077) != 0) {
    /* Nobody else can reach into the directory by now. */
    if (fchmodat(directory, name, 0600, 0) < 0) return -errno;
  }
  return 0;
}

int pp_private_create(int directory, const char *name) {
  int file = openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return -errno;
  close(file);
  return 0;
}

int pp_private_remove(int directory, const char *name) {
  return unlinkat(directory, name, 0) < 0 ? -errno : 0;
}

void pp_coarse_time(int64_t *seconds, int64_t *nanoseconds) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  *seconds = now.tv_sec;
  *nanoseconds = now.tv_nsec;
}
