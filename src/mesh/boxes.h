/* boxes: which of many items in space, such as elements, holds a point. Items are numbered so that neighbours
 * have near numbers (along a curve): boxes over runs of 16 of them, boxes over 16 of those, and so on, are
 * then small. A box covers consecutive items, so that descending the boxes from left to right meets the items
 * in ascending number: the first that holds the point is the lowest. */
#ifndef EG_MESH_BOXES_H
#define EG_MESH_BOXES_H

#include "base/base.h"

typedef struct eg_boxes eg_boxes;

typedef struct eg_box {
    double low[3], high[3];
} eg_box;

/* The items. A caller's own begins with this struct and has further members behind it. */
typedef struct eg_boxed {
    eg_box (*box)(const struct eg_boxed *self, int64_t item);
    bool (*holds)(const struct eg_boxed *self, int64_t item, const double point[3]);
} eg_boxed;

/* Makes the box as large as both. */
void eg_box_include(eg_box *box, const double low[3], const double high[3]);
/* Moves all sides outwards by this share of the longest one. */
void eg_box_grow(eg_box *box, double share);
bool eg_box_holds(const eg_box *box, const double point[3]);

/* Boxes over `count` items, 0 < count <= 2^32; holds() is not called. EG_MEMORY. The caller owns *boxes. */
eg_status eg_boxes_create(eg_context *context, int64_t count, const eg_boxed *items, eg_boxes **boxes);
void eg_boxes_destroy(eg_boxes **boxes);

/* The lowest item that holds the point, -1 where none does; box() is not called. O(log count). */
int64_t eg_boxes_find(const eg_boxes *boxes, const eg_boxed *items, const double point[3]);

/* Calls `found` for each item whose box meets the box, ascending; a failure of it ends the search and is
 * given back. */
typedef eg_status eg_box_found(void *user, int64_t item);
eg_status eg_boxes_meeting(const eg_boxes *boxes, const eg_boxed *items, const eg_box *box,
                           eg_box_found *found, void *user);

#endif
