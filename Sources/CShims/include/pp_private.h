#ifndef PP_PRIVATE_H
#define PP_PRIVATE_H

#include <stddef.h>
#include <stdint.h>

/* Files that decide something: whose they are and who can change them is checked on the open
   descriptor. Every function returns -errno on failure; all descriptors are close-on-exec. */

/* Opens a directory to list it and to flush it, without following a link in its place: -ELOOP then. */
int pp_open_directory(int parent, const char *name);
/* Opens a directory below an open one that is the caller's own; makes it (0700) where it is missing
   and `create` is not 0. -ELOOP for a symbolic link, -EPERM for somebody else's. Others' rights to
   write are taken away, and the rights of the directory that it is in are not looked at. */
int pp_own_directory(int parent, const char *name, int create);
/* Makes a directory (0700) and those above it; what is there stays as it is. The path is absolute.
   Opens it. */
int pp_make_path(const char *path);
/* Opens a file of `owner` to read. -ELOOP for a symbolic link, -EPERM for one of somebody else or
   with several names, -EACCES for one that others can write, -EINVAL for what is no regular file. */
int pp_trusted_file(int directory, const char *name, uint32_t owner);
/* The same for a directory by its path, which `owner` must own and nobody else be able to write. */
int pp_trusted_directory(const char *path, uint32_t owner);
/* Creates a file that was not there, 0600, open for writing; one that was is removed before. */
int pp_new_file(int directory, const char *name);
/* write(2) until all is written, then fsync(2). */
int pp_write_durably(int descriptor, const void *bytes, size_t count);
/* renameat(2) over what was there, then fsync(2) of the directory. */
int pp_rename_durably(int directory, const char *from, const char *to);
/* unlinkat(2). */
int pp_remove(int directory, const char *name);
/* Opens a file (0600) and locks it against other processes (flock(2)), waiting for at most so long.
   The lock goes with the descriptor. -EWOULDBLOCK when the time is up. */
int pp_lock_file(int directory, const char *name, int milliseconds);
/* Locks an open file against other processes, at once or not at all: -EWOULDBLOCK where it is locked,
   -ENOENT where it has lost its name in the meantime. 0. */
int pp_claim_file(int file);
/* The effective user. */
uint32_t pp_user(void);
/* Seconds since 1970 UTC. */
int64_t pp_wall_seconds(void);

#endif
