#ifndef PP_CACHE_H
#define PP_CACHE_H

#include <stdint.h>

/* What a private folder and the files in it must be. Every function returns 0 or -errno. */

/* Opens a directory that is the caller's own, makes it (0700) where it is missing, and takes other
   people's rights away. -ELOOP for a symbolic link, -EPERM for one that is somebody else's,
   -EOPNOTSUPP on a file system that is shared with other machines. The descriptor, else -errno. */
int pp_private_directory(const char *path);
/* Checks a file in it without opening it: 0 for a regular file of the caller's own that nobody else
   can read (rights are taken away where they were there), -ENOENT where there is none, -ELOOP,
   -EPERM, -EACCES for anything else. */
int pp_private_check(int directory, const char *name);
/* Makes an empty file, 0600, that was not there. */
int pp_private_create(int directory, const char *name);
/* unlinkat(2). */
int pp_private_remove(int directory, const char *name);
/* Seconds since 1970 UTC and nanoseconds, by the file systems' clock. */
void pp_coarse_time(int64_t *seconds, int64_t *nanoseconds);

#endif
