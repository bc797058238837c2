#define _GNU_SOURCE
#include "pp_handover.h"

#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>

static int option(int descriptor, int name) {
  int value = 0;
  socklen_t size = sizeof value;
  return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) < 0 ? -errno : value;
}

int pp_handover_kind(int descriptor) {
  int family = option(descriptor, SO_DOMAIN);
  if (family < 0) return family;
  if (family != AF_UNIX) return -EAFNOSUPPORT;
  int kind = option(descriptor, SO_TYPE);
  if (kind != SOCK_STREAM && kind != SOCK_SEQPACKET) return kind < 0 ? kind : -EPROTOTYPE;
  struct sockaddr_un peer;
  socklen_t size = sizeof peer;
  if (getpeername(descriptor, (struct sockaddr *)&peer, &size) < 0) return -errno;
  return kind == SOCK_STREAM ? 1 : 2;
}
