#ifndef PP_TERMINAL_H
#define PP_TERMINAL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <termios.h>

/* Columns of one code point by the C library's own UTF-8 table: -1 when it can't be printed.
   The first call sets LC_CTYPE to C.UTF-8 for the whole process, which ncurses needs as well. */
int pp_cell_width(uint32_t scalar);

/* Opens the terminal for reading and writing, close-on-exec, never as controlling terminal, and
   non-blocking: a terminal that takes nothing must not hold anybody up, and two writers would wait
   for each other inside the kernel. Opening makes a description of our own, so that the shell, which
   has another, does not see that flag. -1 and errno on failure. */
int pp_tty_open(const char *path);

/* Raw mode: no echo, no line editing, no signals from keys; a read never waits. 0, or -1 and errno. */
int pp_tty_set_raw(int fd, const struct termios *saved);

/* tcsetattr(TCSADRAIN-less, EINTR retried). 0, or -1 and errno. */
int pp_tty_set(int fd, const struct termios *wanted);

/* TIOCGWINSZ: cells and pixels. 0, or -1 and errno. */
int pp_tty_size(int fd, int *columns, int *rows, int *width, int *height);

/* 0 when another process group has the terminal: the shell put this one into the background. 1 as
   well where there is no job control. */
int pp_tty_is_foreground(int fd);

/* 1 when the terminal on the other side is gone. */
int pp_tty_is_gone(int fd);

/* A stream onto an anonymous file in memory; NULL and errno on failure. */
FILE *pp_memory_stream(void);

/* Reads all that was written to such a stream into a malloc'ed buffer and empties it.
   Returns the byte count, or -1; *bytes is to be freed by the caller when the count is > 0. */
ptrdiff_t pp_memory_stream_take(FILE *stream, unsigned char **bytes);

/* Signals as bytes in a pipe: nothing happens in the handler but one write, and none is lost that
   arrives before somebody listens. Returns the descriptor to read from, or -1 and errno. */
int pp_signal_pipe(void);

/* Sends a signal into the pipe from now on. 0; 1 when the caller had it ignored, which stays so; or
   -1 and errno. */
int pp_signal_watch(int signo);

/* Gives a signal its default action again. */
void pp_signal_reset(int signo);

/* Ignores a signal from now on. */
void pp_signal_ignore(int signo);

/* Stops the process group of the caller with a stop signal (SIGTSTP as Ctrl-Z would, SIGTTOU), and
   returns when the caller is continued: the others get the signal, then the caller itself. The
   SIGCONT of that is not reported. An orphaned group does not stop: returns at once. */
void pp_stop_group(int signo);

/* The way back, for a crash: on a fatal signal and at exit these bytes are written to fd and the
   termios set, then whatever handler was there before runs. Replaces an earlier guard. */
void pp_guard_arm(int fd, const struct termios *saved, const unsigned char *bytes, size_t count);

/* Standard error leads nowhere from now on: libraries write to it, and on a screen that is up their
   lines would stay between the pictures. A crash puts it back before anything is reported. */
void pp_stderr_silence(void);

/* Standard error is back in its place. Does nothing where it is. */
void pp_stderr_restore(void);

/* 1 from the moment when a crash restores the terminal: nothing may be written to it after that. */
int pp_writing_has_ended(void);

/* The terminal was restored in good order: nothing is left to do in a crash. */
void pp_guard_disarm(void);

#endif
