#ifndef PP_FILE_H
#define PP_FILE_H

#endif
