/* Test-only C: what Swift can't say. */
#define _GNU_SOURCE 1
#include "CTestShims.h"

#include <pthread.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static locale_t utf8_locale(void) {
  static locale_t locale;
  locale_t made = __atomic_load_n(&locale, __ATOMIC_ACQUIRE);
  if (made == (locale_t)0) {
    made = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    __atomic_store_n(&locale, made, __ATOMIC_RELEASE);
  }
  return made;
}

int pt_character_width(uint32_t scalar) {
  if (scalar >= 0x20 && scalar < 0x7F) return 1;
  locale_t old = uselocale(utf8_locale());
  int width = wcwidth((wchar_t)scalar);
  uselocale(old);
  return width;
}

int pt_open_master(char *slave_path, size_t capacity) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0) return -1;
  int error = 0;
  if (grantpt(master) != 0 || unlockpt(master) != 0) {
    error = errno;
  } else {
    error = ptsname_r(master, slave_path, capacity);
  }
  if (error != 0) {
    close(master);
    errno = error;
    return -1;
  }
  return master;
}

int pt_set_window_size(int descriptor, unsigned rows, unsigned columns, unsigned x_pixels,
                       unsigned y_pixels) {
  struct winsize size = {.ws_row = (unsigned short)rows,
                         .ws_col = (unsigned short)columns,
                         .ws_xpixel = (unsigned short)x_pixels,
                         .ws_ypixel = (unsigned short)y_pixels};
  return ioctl(descriptor, TIOCSWINSZ, &size);
}

int pt_spawn(pid_t *pid, const char *path, char *const arguments[], char *const environment[],
             const char *folder, const char *slave_path, const int streams[3]) {
  /* High enough not to meet a descriptor that is still to be copied. */
  enum { spare = 400 };
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  /* The first terminal that a session leader opens becomes its controlling terminal. */
  if (slave_path != NULL)
    error = posix_spawn_file_actions_addopen(&actions, spare, slave_path, O_RDWR, 0);
  /* First out of the way, so that no source is overwritten before it was copied. */
  for (int i = 0; i < 3 && error == 0; i++)
    if (streams[i] >= 0)
      error = posix_spawn_file_actions_adddup2(&actions, streams[i], spare + 1 + i);
  for (int i = 0; i < 3 && error == 0; i++) {
    if (streams[i] == PT_STREAM_TERMINAL)
      error = posix_spawn_file_actions_adddup2(&actions, spare, i);
    else if (streams[i] >= 0)
      error = posix_spawn_file_actions_adddup2(&actions, spare + 1 + i, i);
    else
      error = posix_spawn_file_actions_addclose(&actions, i);
  }
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
  if (error == 0 && folder != NULL)
    error = posix_spawn_file_actions_addchdir_np(&actions, folder);
  if (error == 0) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int pt_open_process(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int pt_wait(pid_t pid, int *exit_code, int *signal_number, long *peak_kib, double *cpu_seconds) {
  int status = 0;
  struct rusage usage;
  pid_t result;
  do {
    result = wait4(pid, &status, WNOHANG, &usage);
  } while (result < 0 && errno == EINTR);
  if (result <= 0) return (int)result;
  *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  *signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : -1;
  *peak_kib = usage.ru_maxrss;
  *cpu_seconds = (double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec +
                 ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec) / 1e6;
  return 1;
}

int pt_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

double pt_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int pt_try_fork(void) {
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  return pid;
}

static void *nothing(void *argument) { return argument; }

int pt_try_thread(void) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, nothing, NULL);
  return error ? error : pthread_join(thread, NULL);
}

int pt_try_exec(void) {
  char *arguments[] = {(char *)"true", NULL};
  return execv("/bin/true", arguments);
}
