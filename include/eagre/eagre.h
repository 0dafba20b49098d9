/* eagre: everything a program that embeds it needs. */
#ifndef EAGRE_EAGRE_H
#define EAGRE_EAGRE_H

#include "eagre/api.h"
#include "eagre/array.h"
#include "eagre/context.h"
#include "eagre/ensemble.h"
#include "eagre/results.h"
#include "eagre/run.h"
#include "eagre/state.h"
#include "eagre/status.h"
#include "eagre/tools.h"

#endif
