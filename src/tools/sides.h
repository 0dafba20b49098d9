/* Sides of hexahedra that no other element has. */
#ifndef EG_TOOLS_SIDES_H
#define EG_TOOLS_SIDES_H

#include "io/snapshot/snapshot.h"

/* Fills outlined[elements][6]: whether no other element of the snapshot has that side. A snapshot knows no
 * neighbours: first whole faces are compared, then those that are left with the quarters of larger ones, as
 * forests have them. EG_MEMORY. */
eg_status eg_tools_find_sides(const eg_snapshot *snapshot, const eg_snapshot_geometry *geometry,
                              bool (*outlined)[6]);

#endif
