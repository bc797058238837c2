#ifndef PP_ADD_H
#define PP_ADD_H

#include <stdint.h>

/* Files that are added to a folder: whole under their name, or not there. Every function returns
   -errno on failure; all descriptors are close-on-exec. */

/* Makes a directory below an open one (mkdirat(2)) with a mode that the umask is taken from. 0. */
int pp_add_directory(int parent, const char *name, uint32_t mode);
/* rmdir. 0. */
int pp_add_remove_directory(int parent, const char *name);
/* Opens a new file (0666 less the umask) to read and to write: without a name where the file system
   can do that (O_TMPFILE), else `name`. 1 in `*is_named` for the latter. */
int pp_add_new_file(int directory, const char *name, int *is_named);
/* Gives a file without a name one (linkat(2)): -EEXIST where that is taken. Needs /proc. 0. */
int pp_add_publish(int file, int directory, const char *name);
/* Moves a file with a name to another one that must be free: renameat2(2), or linkat(2) and unlinkat(2)
   where the file system can't. 0. */
int pp_add_move(int from_directory, const char *from, int directory, const char *name);
/* unlinkat(2). 0. */
int pp_add_remove_file(int directory, const char *name);
/* pwrite(2) until all is written; 0. */
int pp_add_write(int file, const void *bytes, uint64_t count, int64_t offset);
/* Sets the time of modification. 0. */
int pp_add_set_time(int file, int64_t seconds, int64_t nanoseconds);
/* fsync(2). 0. */
int pp_add_flush(int file);

/* Holds the signals that end a program back, and lets writing beyond a limit fail instead. */
void pp_add_hold_signals(void);
/* The number of a signal that is held back, or 0. */
int pp_add_held_signal(void);
/* Drops the signals that are held back, and those that still come. */
void pp_add_drop_signals(void);

#endif
