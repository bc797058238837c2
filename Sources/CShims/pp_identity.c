#define _GNU_SOURCE
#include "pp_identity.h"

#include "pp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Since Linux 6.5: a handle to compare, not to open by. */
#ifndef AT_HANDLE_FID
#define AT_HANDLE_FID 0x200
#endif

enum { FAT = 0x4d44, EXFAT = 0x2011BAB0, FUSE = 0x65735546, OVERLAY = 0x794c7630 };

static int32_t kind_of(unsigned mode) {
  switch (mode & S_IFMT) {
    case S_IFREG: return PP_FILE_REGULAR;
    case S_IFDIR: return PP_FILE_DIRECTORY;
    case S_IFLNK: return PP_FILE_SYMLINK;
    case S_IFIFO: return PP_FILE_FIFO;
    case S_IFSOCK: return PP_FILE_SOCKET;
    case S_IFCHR: return PP_FILE_CHARACTER_DEVICE;
    case S_IFBLK: return PP_FILE_BLOCK_DEVICE;
    default: return PP_FILE_UNKNOWN;
  }
}

/* The handle holds the inode's generation, which changes when the number is given out again. */
static void ask_handle(int descriptor, int flags, struct pp_identity *identity) {
  union {
    struct file_handle handle;
    unsigned char room[sizeof(struct file_handle) + PP_HANDLE_LIMIT];
  } answer;
  memset(&answer, 0, sizeof answer);
  answer.handle.handle_bytes = PP_HANDLE_LIMIT;
  int mount;
  if (name_to_handle_at(descriptor, "", &answer.handle, &mount, AT_EMPTY_PATH | flags) < 0) return;
  if (answer.handle.handle_bytes > PP_HANDLE_LIMIT) return;
  identity->handle_type = answer.handle.handle_type;
  identity->handle_count = answer.handle.handle_bytes;
  memcpy(identity->handle, answer.handle.f_handle, answer.handle.handle_bytes);
}

int pp_identity_of(int descriptor, struct pp_identity *identity) {
  struct statx status;
  struct statfs system;
  memset(identity, 0, sizeof *identity);
  if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, &status) < 0) {
    return -errno;
  }
  if (fstatfs(descriptor, &system) < 0) return -errno;
  identity->device = makedev(status.stx_dev_major, status.stx_dev_minor);
  identity->inode = status.stx_ino;
  identity->byte_count = (int64_t)status.stx_size;
  identity->modified_seconds = status.stx_mtime.tv_sec;
  identity->modified_nanoseconds = (int32_t)status.stx_mtime.tv_nsec;
  identity->kind = kind_of(status.stx_mode);
  /* An image that was made with all times at the epoch knows none. */
  if ((status.stx_mask & STATX_BTIME) != 0 &&
      (status.stx_btime.tv_sec != 0 || status.stx_btime.tv_nsec != 0)) {
    identity->has_birth = 1;
    identity->birth_seconds = status.stx_btime.tv_sec;
    identity->birth_nanoseconds = (int32_t)status.stx_btime.tv_nsec;
  }
  switch ((uint32_t)system.f_type) {
    case FAT:
    case EXFAT:
    case FUSE:
      /* Numbers and generations are made up when a file is looked up, and again after it was
         forgotten. */
      identity->inode = 0;
      break;
    default:
      ask_handle(descriptor, 0, identity);
      if (identity->handle_count == 0 && (uint32_t)system.f_type == OVERLAY) {
        ask_handle(descriptor, AT_HANDLE_FID, identity);
      }
      break;
  }
  return 0;
}
