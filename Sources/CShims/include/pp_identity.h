#ifndef PP_IDENTITY_H
#define PP_IDENTITY_H

#include <stdint.h>

/* As long as a file handle can be: MAX_HANDLE_SZ of <fcntl.h>. */
#define PP_HANDLE_LIMIT 128

/* What tells a file from every other one, also from one that gets its name or its inode number
   later. */
struct pp_identity {
  uint64_t device;
  uint64_t inode; /* 0 where the file system makes numbers up and forgets them */
  int64_t byte_count;
  int64_t modified_seconds;
  int64_t birth_seconds;
  int32_t modified_nanoseconds;
  int32_t birth_nanoseconds;
  int32_t has_birth; /* the file system knows when the inode was made: no call can set it */
  int32_t kind;      /* enum pp_file_kind */
  int32_t handle_type;
  uint32_t handle_count; /* bytes in `handle`; 0 where there is none that lasts */
  unsigned char handle[PP_HANDLE_LIMIT];
};

/* Asks statx(2) and name_to_handle_at(2) about an open file; O_PATH will do. 0, or -errno. */
int pp_identity_of(int descriptor, struct pp_identity *identity);

#endif
