#ifndef PP_CTURBOJPEG_SHIM_H
#define PP_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>

/* TurboJPEG 2 has no call that tells its version; the headers of libjpeg do, where they are. */
#if defined(__has_include)
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif
#endif
#ifdef LIBJPEG_TURBO_VERSION
#define PP_TEXT_OF_(token) #token
#define PP_TEXT_OF(token) PP_TEXT_OF_(token)
static const char pp_turbojpeg_version[] = PP_TEXT_OF(LIBJPEG_TURBO_VERSION);
#else
static const char pp_turbojpeg_version[] = "2 or newer";
#endif

static inline const char *pp_turbojpeg_version_text(void) { return pp_turbojpeg_version; }

#endif
