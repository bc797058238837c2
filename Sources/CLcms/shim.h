#ifndef PP_CLCMS_SHIM_H
#define PP_CLCMS_SHIM_H

#include <lcms2.h>

#endif
