#ifndef PP_CHILD_H
#define PP_CHILD_H

#include <stddef.h>
#include <stdint.h>

/* The process that decodes photos: starting it, talking to it, and what it gives up. Every function
   returns -errno on failure. All descriptors are close-on-exec. */

/* The descriptors that the child is born with, beside /dev/null as 0, 1 and 2. */
enum { PP_CHILD_SOCKET = 3, PP_CHILD_MEMORY = 4 };
/* The most descriptors of one message. */
enum { PP_CHILD_FILES = 32 };

struct pp_child {
  int32_t pid;
  int32_t socket; /* the parent's end */
};

/* Starts a program as `name` with a socket (SOCK_SEQPACKET) and shared memory, in a session of its
   own, with no other descriptor, signal mask or environment than these. 0. */
int pp_child_start(const char *program, const char *name, int memory, struct pp_child *child);
/* Kills, closes the socket and waits. The status of waitpid(2); -1 in `status` where there was none. */
void pp_child_end(struct pp_child *child, int32_t *status);
/* Kills all children that were started and not ended, and waits: for the end of the program. */
void pp_child_end_all(void);
/* Takes waitpid(2)'s status apart: the signal that ended it, or 0 and its exit status. */
int32_t pp_child_signal(int32_t status);
int32_t pp_child_exit_status(int32_t status);

/* Sends one message with descriptors, waiting at most so many milliseconds (-1: for ever). The number
   of bytes. -ETIMEDOUT, -EPIPE where the other end is gone. */
int64_t pp_child_send(int socket, const void *bytes, size_t count, const int32_t *files,
                      size_t file_count, int milliseconds);
/* Receives one message and up to `*file_count` descriptors. The number of bytes, 0 at the end.
   -ETIMEDOUT; -EMSGSIZE for a message that is longer, -EPROTO for one with more descriptors. */
int64_t pp_child_receive(int socket, void *bytes, size_t capacity, int32_t *files,
                         size_t *file_count, int milliseconds);

/* Whether a descriptor is a socket of the kind that pp_child_start makes. */
int pp_child_is_link(int descriptor);

/* Anonymous memory of a fixed size (memfd_create(2), sealed against shrinking and growing). */
int pp_memory_create(size_t count);
/* Its size. */
int64_t pp_memory_size(int memory);
/* Maps it; NULL on failure. */
void *pp_memory_map(int memory, size_t count, int is_writable);
void pp_memory_unmap(void *memory, size_t count);
/* Gives the pages back; they read as zeros then. */
int pp_memory_discard(int memory, size_t count);

/* What a process gave up: bits. */
enum pp_child_layer {
  PP_LAYER_LIMITS = 1,   /* setrlimit(2): memory, files, cores */
  PP_LAYER_LANDLOCK = 2, /* no file by its name */
  PP_LAYER_SECCOMP = 4,  /* nothing but the listed system calls */
  PP_LAYER_SANITIZER = 8 /* a build for tests: memory is not bounded */
};

/* Sets the limits of the calling process: bytes of address space, open files, no core, no file
   content, and takes away what others of the same user could do to it. 0. */
int pp_child_limit(uint64_t address_space, uint64_t files);
/* PP_LAYER_SANITIZER in such a build, else 0. */
int pp_child_sanitizer(void);
/* alarm(2): ends the process by a signal unless it is called again in time; 0 calls it off. */
void pp_child_alarm(uint32_t seconds);
/* _exit(2). */
void pp_child_exit(int status) __attribute__((noreturn));

#endif
