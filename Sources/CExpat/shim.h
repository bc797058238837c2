#ifndef PP_CEXPAT_SHIM_H
#define PP_CEXPAT_SHIM_H

#include <expat.h>

#endif
