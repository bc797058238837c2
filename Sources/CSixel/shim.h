#ifndef PP_CSIXEL_SHIM_H
#define PP_CSIXEL_SHIM_H

#include <sixel.h>

#endif
