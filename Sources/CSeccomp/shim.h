#ifndef PP_CSECCOMP_SHIM_H
#define PP_CSECCOMP_SHIM_H

#include <seccomp.h>

#endif
