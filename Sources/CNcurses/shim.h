#ifndef PP_CNCURSES_SHIM_H
#define PP_CNCURSES_SHIM_H

/* Without this the wide-character functions (setcchar, mvwadd_wchnstr) are not declared. */
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>

#endif
