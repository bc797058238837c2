#define _GNU_SOURCE
#include "pp_terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

/* ---- width ---- */

static pthread_once_t locale_once = PTHREAD_ONCE_INIT;

static void set_locale(void) {
  /* Every glibc since 2.35 has C.UTF-8 built in; names are UTF-8 whatever LANG says. */
  if (!setlocale(LC_CTYPE, "C.UTF-8")) setlocale(LC_CTYPE, "");
}

int pp_cell_width(uint32_t scalar) {
  pthread_once(&locale_once, set_locale);
  return wcwidth((wchar_t)scalar);
}

/* ---- the device ---- */

int pp_tty_open(const char *path) {
  int fd;
  do fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  while (fd < 0 && errno == EINTR);
  if (fd >= 0 && !isatty(fd)) {
    close(fd);
    errno = ENOTTY;
    return -1;
  }
  return fd;
}

int pp_tty_set(int fd, const struct termios *wanted) {
  int rc;
  do rc = tcsetattr(fd, TCSANOW, wanted);
  while (rc < 0 && errno == EINTR);
  return rc;
}

int pp_tty_set_raw(int fd, const struct termios *saved) {
  struct termios raw = *saved;
  raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | PARMRK);
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
  raw.c_cflag = (raw.c_cflag & ~(tcflag_t)(CSIZE | PARENB)) | CS8;
  raw.c_oflag &= ~(tcflag_t)OPOST;
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  return pp_tty_set(fd, &raw);
}

int pp_tty_size(int fd, int *columns, int *rows, int *width, int *height) {
  struct winsize size;
  int rc;
  do rc = ioctl(fd, TIOCGWINSZ, &size);
  while (rc < 0 && errno == EINTR);
  if (rc < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  *width = size.ws_xpixel;
  *height = size.ws_ypixel;
  return 0;
}

int pp_tty_is_foreground(int fd) {
  pid_t group = tcgetpgrp(fd);
  return group <= 0 || group == getpgrp();
}

int pp_tty_is_gone(int fd) {
  struct pollfd one = {.fd = fd, .events = POLLIN};
  if (poll(&one, 1, 0) <= 0) return 0;
  return (one.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

/* ---- a stream in memory ---- */

FILE *pp_memory_stream(void) {
  int fd = memfd_create("photopick-screen", MFD_CLOEXEC);
  if (fd < 0) return NULL;
  FILE *stream = fdopen(fd, "w+");
  if (!stream) close(fd);
  return stream;
}

ptrdiff_t pp_memory_stream_take(FILE *stream, unsigned char **bytes) {
  *bytes = NULL;
  fflush(stream);
  int fd = fileno(stream);
  off_t size = lseek(fd, 0, SEEK_END);
  if (size <= 0) return size < 0 ? -1 : 0;
  unsigned char *buffer = malloc((size_t)size);
  if (!buffer) return -1;
  off_t done = 0;
  while (done < size) {
    ssize_t n = pread(fd, buffer + done, (size_t)(size - done), done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += n;
  }
  if (ftruncate(fd, 0) < 0 || lseek(fd, 0, SEEK_SET) < 0 || done < size) {
    free(buffer);
    return -1;
  }
  *bytes = buffer;
  return size;
}

/* ---- signals ---- */

static atomic_int signal_write_end = -1;
static int signal_read_end = -1;

static void on_signal(int signo) {
  int saved = errno;
  unsigned char byte = (unsigned char)signo;
  int fd = atomic_load_explicit(&signal_write_end, memory_order_relaxed);
  /* A full pipe means that signals wait to be read already. */
  if (fd >= 0 && write(fd, &byte, 1) < 0) { }
  errno = saved;
}

int pp_signal_pipe(void) {
  if (signal_read_end >= 0) return signal_read_end;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  signal_read_end = ends[0];
  atomic_store(&signal_write_end, ends[1]);
  return signal_read_end;
}

int pp_signal_watch(int signo) {
  struct sigaction action;
  /* What the caller ignored (nohup) stays ignored. */
  if (sigaction(signo, NULL, &action) == 0 && action.sa_handler == SIG_IGN &&
      (signo == SIGHUP || signo == SIGINT || signo == SIGQUIT))
    return 1;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  return sigaction(signo, &action, NULL);
}

static void set_action(int signo, void (*handler)(int), struct sigaction *before) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigaction(signo, &action, before);
}

void pp_signal_reset(int signo) { set_action(signo, SIG_DFL, NULL); }

void pp_signal_ignore(int signo) { set_action(signo, SIG_IGN, NULL); }

void pp_stop_group(int signo) {
  struct sigaction before, continued;
  /* With its default action SIGCONT continues and leaves no trace: no handler runs late, when the
     screen is up again. */
  set_action(SIGCONT, SIG_DFL, &continued);
  /* To this thread, so that it does not run on before the stop takes effect; and blocked until both
     are there, because SIGCONT takes back what is pending, while one that is sent or let in after
     the first has stopped the process would stop it again. */
  sigset_t only, mask;
  sigemptyset(&only);
  sigaddset(&only, signo);
  pthread_sigmask(SIG_BLOCK, &only, &mask);
  set_action(signo, SIG_IGN, &before);
  raise(signo);
  kill(0, signo);
  pp_signal_reset(signo);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL); /* it stops here */
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(signo, &before, NULL);
  sigaction(SIGCONT, &continued, NULL);
}

/* ---- the way back ---- */

/* What ends the program and nobody handles: faults, and signals that others send. */
static const int fatal_signals[] = {
    SIGSEGV, SIGBUS,  SIGILL,    SIGFPE,  SIGABRT, SIGTRAP, SIGSYS, SIGUSR1,
    SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO,   SIGPWR,
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};
enum { fatal_count = sizeof fatal_signals / sizeof *fatal_signals, guard_capacity = 512 };

static struct sigaction previous[fatal_count];
static struct termios guard_termios;
static unsigned char guard_bytes[guard_capacity];
static size_t guard_count;
static int guard_fd = -1;
static atomic_int guard_armed;
static int guard_installed;

/* Where standard error went while the screen is up; -1 when it is in its place. */
static atomic_int displaced_stderr = -1;

void pp_stderr_silence(void) {
  if (atomic_load(&displaced_stderr) >= 0) return;
  int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
  if (kept < 0) return; /* closed: nothing can be said on it anyway */
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0 || dup2(nowhere, STDERR_FILENO) < 0) {
    close(kept);
  } else {
    atomic_store(&displaced_stderr, kept);
  }
  if (nowhere >= 0) close(nowhere);
}

void pp_stderr_restore(void) {
  int kept = atomic_exchange(&displaced_stderr, -1);
  if (kept < 0) return;
  dup2(kept, STDERR_FILENO);
  close(kept);
}

/* Set by the first crash: nobody else writes to the terminal any more. */
static atomic_int writing_ended;

int pp_writing_has_ended(void) { return atomic_load(&writing_ended); }

static void restore_terminal(void) {
  pp_stderr_restore();
  if (!atomic_exchange(&guard_armed, 0)) return;
  atomic_store(&writing_ended, 1);
  /* The settings first: whatever the terminal takes or not, the shell gets its line editing back. */
  tcsetattr(guard_fd, TCSANOW, &guard_termios);
  size_t done = 0;
  /* A write never waits here, the descriptor is non-blocking. A terminal that takes nothing
     (Ctrl-S, a dead connection) must not hold the crash up: what is queued is dropped, once. */
  for (int tries = 0; done < guard_count && tries < 8; tries++) {
    struct pollfd one = {.fd = guard_fd, .events = POLLOUT};
    poll(&one, 1, 50);
    ssize_t n = write(guard_fd, guard_bytes + done, guard_count - done);
    if (n > 0)
      done += (size_t)n;
    else if (n < 0 && errno != EAGAIN && errno != EINTR)
      break;
    else if (tries == 3)
      tcflush(guard_fd, TCOFLUSH);
  }
}

static void on_fatal(int signo, siginfo_t *info, void *context) {
  int saved = errno;
  restore_terminal();
  errno = saved;
  for (int i = 0; i < fatal_count; i++) {
    if (fatal_signals[i] != signo) continue;
    struct sigaction *before = &previous[i];
    if (before->sa_flags & SA_SIGINFO && before->sa_sigaction) {
      sigaction(signo, before, NULL);
      before->sa_sigaction(signo, info, context);
      break;
    }
    if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
      sigaction(signo, before, NULL);
      before->sa_handler(signo);
      break;
    }
    break;
  }
  /* A handler that only reports returns and lets the fault happen again, but a signal that was sent
     does not. */
  pp_signal_reset(signo);
  raise(signo); /* blocked until this handler returns, then the default action */
}

void pp_guard_arm(int fd, const struct termios *saved, const unsigned char *bytes, size_t count) {
  atomic_store(&guard_armed, 0);
  guard_fd = fd;
  guard_termios = *saved;
  guard_count = count < guard_capacity ? count : guard_capacity;
  memcpy(guard_bytes, bytes, guard_count);
  if (!guard_installed) {
    guard_installed = 1;
    for (int i = 0; i < fatal_count; i++) {
      struct sigaction action;
      memset(&action, 0, sizeof action);
      action.sa_sigaction = on_fatal;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK;
      sigemptyset(&action.sa_mask);
      sigaction(fatal_signals[i], &action, &previous[i]);
      /* Who starts a program with a signal ignored wants it ignored. */
      if (!(previous[i].sa_flags & SA_SIGINFO) && previous[i].sa_handler == SIG_IGN)
        sigaction(fatal_signals[i], &previous[i], NULL);
    }
    atexit(restore_terminal);
  }
  atomic_store(&guard_armed, 1);
}

void pp_guard_disarm(void) { atomic_store(&guard_armed, 0); }
