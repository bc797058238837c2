#ifndef PP_HANDOVER_H
#define PP_HANDOVER_H

/* Whether descriptors can be handed over on a socket: 1 for a connected Unix socket of kind
   SOCK_STREAM, 2 for SOCK_SEQPACKET. -EBADF for no open descriptor, -ENOTSOCK for no socket,
   -EAFNOSUPPORT for another family, -EPROTOTYPE for another kind, -ENOTCONN without another end. */
int pp_handover_kind(int descriptor);

#endif
