#ifndef PP_TERMINAL_H
#define PP_TERMINAL_H

#endif
