#ifndef PP_FILE_H
#define PP_FILE_H

#include <stddef.h>
#include <stdint.h>

/* What kind of thing a directory entry or an open file is. */
enum pp_file_kind {
  PP_FILE_UNKNOWN = 0,
  PP_FILE_REGULAR = 1,
  PP_FILE_DIRECTORY = 2,
  PP_FILE_SYMLINK = 3,
  PP_FILE_FIFO = 4,
  PP_FILE_SOCKET = 5,
  PP_FILE_CHARACTER_DEVICE = 6,
  PP_FILE_BLOCK_DEVICE = 7
};

/* The fields of stat(2) that photopick uses. */
struct pp_file_status {
  uint64_t device;
  uint64_t inode;
  int64_t byte_count;
  int64_t modified_seconds;
  int64_t changed_seconds; /* of content, name or rights: nobody can set it */
  int32_t modified_nanoseconds;
  int32_t changed_nanoseconds;
  int32_t kind; /* enum pp_file_kind */
};

/* Where openat2(2) may go. */
enum pp_resolve {
  PP_RESOLVE_BENEATH = 1,    /* not above the directory: RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS */
  PP_RESOLVE_NO_SYMLINKS = 2 /* through no symbolic link at all */
};

/* What a file is opened for. */
enum pp_open_mode {
  PP_OPEN_READ = 0,          /* O_RDONLY | O_NOCTTY | O_NONBLOCK */
  PP_OPEN_PATH = 1,          /* O_PATH: to look at, not to read */
  PP_OPEN_DIRECTORY = 2,     /* O_RDONLY | O_DIRECTORY: to list */
  PP_OPEN_DIRECTORY_PATH = 3, /* O_PATH | O_DIRECTORY: to go on from */
  PP_OPEN_STREAM = 4         /* O_RDONLY | O_NOCTTY: may wait for a FIFO's writer */
};

/* Every function returns -errno on failure. All descriptors are close-on-exec. */

/* openat(2); `follow` is whether a symlink as the last component is followed. */
int pp_openat(int directory, const char *path, int mode, int follow);
/* openat2(2); -ENOSYS where the kernel or a sandbox does not have it. */
int pp_openat2(int directory, const char *path, int mode, int resolve);
/* Opens what an O_PATH descriptor stands for; needs /proc. */
int pp_reopen(int descriptor, int mode);
int pp_status_of(int descriptor, struct pp_file_status *status);
int pp_status_at(int directory, const char *path, int follow, struct pp_file_status *status);
/* pread(2) until `count` bytes or the end; the number of bytes read. */
int64_t pp_read_at(int descriptor, void *buffer, size_t count, int64_t offset);
/* read(2), restarted after signals. */
int64_t pp_read(int descriptor, void *buffer, size_t count);
/* getdents64(2): raw struct linux_dirent64 records. */
int64_t pp_list(int directory, void *buffer, size_t count);
/* readlinkat(2); with an empty path, of the O_PATH|O_NOFOLLOW descriptor itself. */
int64_t pp_read_link(int directory, const char *path, char *buffer, size_t count);
/* The path that the kernel knows a descriptor by, from /proc/self/fd. */
int64_t pp_path_of(int descriptor, char *buffer, size_t count);
int64_t pp_current_directory(char *buffer, size_t count);
int pp_close(int descriptor);

/* The directory that relative paths start from (AT_FDCWD). */
int pp_at_current_directory(void);
/* Nanoseconds on a clock that never goes back. */
int64_t pp_monotonic_nanoseconds(void);

#endif
