#ifndef PP_CSQLITE_SHIM_H
#define PP_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
