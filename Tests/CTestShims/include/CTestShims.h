#ifndef CTESTSHIMS_H
#define CTESTSHIMS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The number of cells that a character takes in a UTF-8 terminal: 0, 1, 2, or -1 for controls. */
int pt_character_width(uint32_t scalar);

/* Opens the master of a new pseudo-terminal, close-on-exec and non-blocking (a slave that is opened
   between a hang-up that was polled and the read would block it), and writes the slave's path.
   Returns the descriptor, or -1 with errno. */
int pt_open_master(char *slave_path, size_t capacity);

/* Sets the size that programs on the terminal are told; they get SIGWINCH. */
int pt_set_window_size(int descriptor, unsigned rows, unsigned columns, unsigned x_pixels,
                       unsigned y_pixels);

/* What a child's descriptor is beside one of the caller's. */
enum { PT_STREAM_CLOSED = -1, PT_STREAM_TERMINAL = -2 };

/* Starts a program in a session of its own, with default signal dispositions and no descriptors
   above 2. `slave_path`, where not NULL, becomes its controlling terminal. Returns 0 and the id, or
   an errno value. */
int pt_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[],
             const char *folder, const char *slave_path, const int streams[3]);

/* A descriptor that becomes readable when the process ends, or -1 with errno. */
int pt_open_process(pid_t pid);

/* Takes a child's end. Returns 1 when it has ended, 0 while it runs, -1 with errno.
   `exit_code` or `signal_number` is set, the other is -1. */
int pt_wait(pid_t pid, int *exit_code, int *signal_number, long *peak_kib, double *cpu_seconds);

/* A pipe whose ends are close-on-exec. */
int pt_pipe(int ends[2]);

/* fork(2), whose child ends at once; the child's number or -1. */
int pt_try_fork(void);
/* execve(2) of /bin/true; returns only where it fails. */
int pt_try_exec(void);
/* Starts a thread and waits for it; 0 or an errno value. */
int pt_try_thread(void);

/* The wall clock that never jumps, in milliseconds. */
double pt_milliseconds(void);

#endif
