#include "compat/Precompiled.h"
