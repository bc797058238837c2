#ifndef CSHIMS_H
#define CSHIMS_H

#include "pp_cache.h"
#include "pp_child.h"
#include "pp_confine.h"
#include "pp_file.h"
#include "pp_handover.h"
#include "pp_identity.h"
#include "pp_add.h"
#include "pp_private.h"
#include "pp_terminal.h"
#include "pp_watch.h"

#endif
