#ifndef PP_WATCH_H
#define PP_WATCH_H

#include <stdint.h>

/* The bits of an inotify event that photopick tells apart; the values are the kernel's. */
enum pp_watch_event {
  PP_WATCH_ATTRIBUTES = 0x00000004,
  PP_WATCH_WRITTEN = 0x00000008,
  PP_WATCH_MOVED_FROM = 0x00000040,
  PP_WATCH_MOVED_TO = 0x00000080,
  PP_WATCH_CREATED = 0x00000100,
  PP_WATCH_DELETED = 0x00000200,
  PP_WATCH_FOLDER_DELETED = 0x00000400,
  PP_WATCH_FOLDER_MOVED = 0x00000800,
  PP_WATCH_UNMOUNTED = 0x00002000,
  PP_WATCH_OVERFLOW = 0x00004000,
  PP_WATCH_ENDED = 0x00008000,
  PP_WATCH_IS_FOLDER = 0x40000000
};

/* Every function returns -errno on failure. */

/* inotify_init1(2), non-blocking and close-on-exec. */
int pp_watch_open(void);
/* inotify_add_watch(2) for what happens to the entries of a directory; the watch descriptor. */
int pp_watch_add(int descriptor, const char *path);
/* inotify_rm_watch(2). */
int pp_watch_remove(int descriptor, int watch);
/* 1 where others can change a file system behind the kernel's back (network, FUSE, shared with a
   host), so that no event tells of it; else 0. statfs(2). */
int pp_watch_is_remote(const char *path);

#endif
