#ifndef PP_CSPNG_SHIM_H
#define PP_CSPNG_SHIM_H

#include <spng.h>

#endif
