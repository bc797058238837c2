#define _GNU_SOURCE
#include "pp_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PP_SANITIZER 1
#endif
#endif

/* The variables that a child gets: what the loader and the time zone need, and no backtraces. */
enum { VARIABLE_COUNT = 8 };

static char *copied(const char *name) {
  const char *value = getenv(name);
  char *text = NULL;
  if (!value || asprintf(&text, "%s=%s", name, value) < 0) return NULL;
  return text;
}

/* The children that are there. More than this are never started: one a queue. */
enum { CHILD_LIMIT = 64 };
static pid_t children[CHILD_LIMIT];
static pthread_mutex_t children_lock = PTHREAD_MUTEX_INITIALIZER;

/* Whether `from` was in the table. */
static int note(pid_t from, pid_t to) {
  int is_found = 0;
  pthread_mutex_lock(&children_lock);
  for (int index = 0; index < CHILD_LIMIT && !is_found; index++) {
    if (children[index] != from) continue;
    children[index] = to;
    is_found = 1;
  }
  pthread_mutex_unlock(&children_lock);
  return is_found;
}

static int ended(pid_t pid) {
  int status = -1;
  kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  return status;
}

void pp_child_end_all(void) {
  pthread_mutex_lock(&children_lock);
  for (int index = 0; index < CHILD_LIMIT; index++) {
    if (children[index] > 0) ended(children[index]);
    children[index] = -1;
  }
  pthread_mutex_unlock(&children_lock);
}

int pp_child_start(const char *program, const char *name, int memory, struct pp_child *child) {
  static const char *const kept[] = {"TZ", "TZDIR", "LD_LIBRARY_PATH"};
  char *environment[VARIABLE_COUNT] = {(char *)"SWIFT_BACKTRACE=enable=no", (char *)"LC_ALL=C",
                                       (char *)"MALLOC_ARENA_MAX=2"};
  int fixed = 3;
#ifdef PP_SANITIZER
  environment[fixed++] = (char *)"ASAN_OPTIONS=detect_leaks=0:abort_on_error=1";
#endif
  int count = fixed;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) return -errno;
  /* Out of the way of the numbers that the child gets them as. */
  int theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, 16), shared = fcntl(memory, F_DUPFD_CLOEXEC, 16);
  close(ends[1]);
  int error = theirs < 0 || shared < 0 ? errno : 0;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t signals;
  pid_t pid = 0;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  for (int number = 0; number < 3 && !error; number++)
    error = posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, theirs, PP_CHILD_SOCKET);
  if (!error) error = posix_spawn_file_actions_adddup2(&actions, shared, PP_CHILD_MEMORY);
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(&actions, PP_CHILD_MEMORY + 1);
  sigemptyset(&signals);
  if (!error) error = posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  if (!error) error = posix_spawnattr_setsigdefault(&attributes, &signals);
  /* No controlling terminal: nothing can be typed into it from there. */
  if (!error)
    error = posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  for (size_t index = 0; index < sizeof kept / sizeof *kept; index++)
    if ((environment[count] = copied(kept[index]))) count++;
  char *arguments[] = {(char *)name, NULL};
  if (!error) error = posix_spawn(&pid, program, &actions, &attributes, arguments, environment);
  while (count > fixed) free(environment[--count]);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (theirs >= 0) close(theirs);
  if (shared >= 0) close(shared);
  if (error) {
    close(ends[0]);
    return -error;
  }
  if (!note(0, pid)) {
    /* The program is ending. */
    ended(pid);
    close(ends[0]);
    return -ECHILD;
  }
  child->pid = pid;
  child->socket = ends[0];
  return 0;
}

void pp_child_end(struct pp_child *child, int32_t *status) {
  int result = -1;
  /* Out of the table before its number can be another process's; one that is not in it was waited for
     at the end of the program. */
  if (child->pid > 0 && note(child->pid, 0)) result = ended(child->pid);
  if (child->socket >= 0) close(child->socket);
  child->pid = 0;
  child->socket = -1;
  *status = result;
}

int32_t pp_child_signal(int32_t status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

int32_t pp_child_exit_status(int32_t status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 0; }

static int wait_for(int socket, short events, int milliseconds) {
  struct pollfd state = {socket, events, 0};
  for (;;) {
    int count = poll(&state, 1, milliseconds);
    if (count > 0) return 0;
    if (count == 0) return -ETIMEDOUT;
    if (errno != EINTR) return -errno;
  }
}

int64_t pp_child_send(int socket, const void *bytes, size_t count, const int32_t *files,
                      size_t file_count, int milliseconds) {
  if (file_count > PP_CHILD_FILES) return -EINVAL;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * PP_CHILD_FILES)];
  } control;
  memset(&control, 0, sizeof control);
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (file_count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * file_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * file_count);
    memcpy(CMSG_DATA(header), files, sizeof(int) * file_count);
  }
  for (;;) {
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | (milliseconds < 0 ? 0 : MSG_DONTWAIT));
    if (sent >= 0) return sent;
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return -errno;
    int result = wait_for(socket, POLLOUT, milliseconds);
    if (result < 0) return result;
  }
}

int64_t pp_child_receive(int socket, void *bytes, size_t capacity, int32_t *files,
                         size_t *file_count, int milliseconds) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int) * PP_CHILD_FILES)];
  } control;
  size_t room = *file_count < PP_CHILD_FILES ? *file_count : PP_CHILD_FILES, found = 0;
  *file_count = 0;
  struct iovec part = {bytes, capacity};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  ssize_t count;
  for (;;) {
    if (milliseconds >= 0) {
      int result = wait_for(socket, POLLIN, milliseconds);
      if (result < 0) return result;
    }
    message.msg_control = room > 0 ? control.bytes : NULL;
    message.msg_controllen = room > 0 ? sizeof control.bytes : 0;
    count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count >= 0) break;
    /* The other end died with our message unread: the end all the same. */
    if (errno == ECONNRESET) return 0;
    if (errno != EINTR) return -errno;
  }
  int is_wrong = (message.msg_flags & MSG_CTRUNC) != 0;
  if (room > 0) {
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
         header = CMSG_NXTHDR(&message, header)) {
      if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
      size_t part_count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      for (size_t index = 0; index < part_count; index++) {
        int file;
        memcpy(&file, CMSG_DATA(header) + index * sizeof(int), sizeof file);
        if (found < room)
          files[found++] = file;
        else {
          close(file);
          is_wrong = 1;
        }
      }
    }
  }
  if (is_wrong || message.msg_flags & MSG_TRUNC) {
    while (found > 0) close(files[--found]);
    return is_wrong ? -EPROTO : -EMSGSIZE;
  }
  *file_count = found;
  return count;
}

int pp_child_is_link(int descriptor) {
  int type = 0;
  socklen_t size = sizeof type;
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

int pp_memory_create(size_t count) {
  int memory = memfd_create("photopick pixels", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (memory < 0) return -errno;
  if (ftruncate(memory, (off_t)count) < 0 ||
      fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
    int error = errno;
    close(memory);
    return -error;
  }
  return memory;
}

int64_t pp_memory_size(int memory) {
  off_t size = lseek(memory, 0, SEEK_END);
  return size < 0 ? -errno : size;
}

void *pp_memory_map(int memory, size_t count, int is_writable) {
  void *start =
      mmap(NULL, count, PROT_READ | (is_writable ? PROT_WRITE : 0), MAP_SHARED, memory, 0);
  return start == MAP_FAILED ? NULL : start;
}

void pp_memory_unmap(void *memory, size_t count) { munmap(memory, count); }

int pp_memory_discard(int memory, size_t count) {
  return fallocate(memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)count) < 0 ? -errno
                                                                                          : 0;
}

static int limit(int resource, rlim_t value) {
  struct rlimit wanted = {value, value}, now;
  if (getrlimit(resource, &now) < 0) return -errno;
  if (now.rlim_max < value) wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
  return setrlimit(resource, &wanted) < 0 ? -errno : 0;
}

int pp_child_limit(uint64_t address_space, uint64_t files) {
  prctl(PR_SET_NAME, "photopick-dec", 0, 0, 0);
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) return -errno;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -errno;
  int result = 0;
#ifndef PP_SANITIZER
  if (!result) result = limit(RLIMIT_AS, address_space);
#else
  (void)address_space;
#endif
  if (!result) result = limit(RLIMIT_CORE, 0);
  if (!result) result = limit(RLIMIT_FSIZE, 0);
  if (!result) result = limit(RLIMIT_NOFILE, files);
  if (!result) result = limit(RLIMIT_MEMLOCK, 0);
  return result;
}

int pp_child_sanitizer(void) {
#ifdef PP_SANITIZER
  return PP_LAYER_SANITIZER;
#else
  return 0;
#endif
}

void pp_child_alarm(uint32_t seconds) { alarm(seconds); }

void pp_child_exit(int status) { _exit(status); }
