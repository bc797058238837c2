#include "pp_file.h"
