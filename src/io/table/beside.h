/* What is called for a file that is read beside the one that was named. */
#ifndef EG_IO_BESIDE_H
#define EG_IO_BESIDE_H

#include "base/base.h"

typedef struct eg_beside {
    eg_status (*visit)(void *user, const char *path);
    void *user;
} eg_beside;

#endif
