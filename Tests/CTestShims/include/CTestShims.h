#ifndef CTESTSHIMS_H
#define CTESTSHIMS_H
#endif
