#include "pp_terminal.h"
