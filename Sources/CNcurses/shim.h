#ifndef PP_CNCURSES_SHIM_H
#define PP_CNCURSES_SHIM_H

/* Without this the wide-character functions (setcchar, mvwadd_wchnstr) are not declared. */
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>

/* Attribute macros have casts in them, which the importer skips. */
static const unsigned int pp_attr_bold = A_BOLD;
static const unsigned int pp_attr_dim = A_DIM;
static const unsigned int pp_attr_reverse = A_REVERSE;
static const unsigned int pp_attr_underline = A_UNDERLINE;
/* Two that change nothing on a screen: see Curses.swift. */
static const unsigned int pp_attr_covered = A_PROTECT;
static const unsigned int pp_attr_text = A_LEFT;

#endif
