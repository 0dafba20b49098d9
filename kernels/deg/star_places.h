/* Numbers of the fans of vertices that the kernels of this folder and src/scheme/deg share. */
#ifndef EG_KERNELS_DEG_STAR_PLACES_H
#define EG_KERNELS_DEG_STAR_PLACES_H

#include "deg/sector.h"

enum {
    STAR_FANS = 32, /* of a group */
    STAR_VALUES = 3 /* p', u, w */
};

/* In place of a corner's slot: air as it is far away; the fan has no more corners. */
enum { STAR_AIR = -1, STAR_NONE = -2 };

#endif
