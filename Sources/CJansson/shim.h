#ifndef PP_CJANSSON_SHIM_H
#define PP_CJANSSON_SHIM_H

#include <jansson.h>

#endif
