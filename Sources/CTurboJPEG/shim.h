#ifndef PP_CTURBOJPEG_SHIM_H
#define PP_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>

#endif
