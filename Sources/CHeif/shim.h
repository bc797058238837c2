#ifndef PP_CHEIF_SHIM_H
#define PP_CHEIF_SHIM_H

#include <libheif/heif.h>

#endif
