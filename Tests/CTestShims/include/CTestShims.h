#ifndef CTESTSHIMS_H
#define CTESTSHIMS_H

#include <stdint.h>

/* The number of cells that a character takes in a UTF-8 terminal: 0, 1, 2, or -1 for controls. */
int pt_character_width(uint32_t scalar);

#endif
