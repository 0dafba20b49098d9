/* bisect: other leaves of a mesh of triangles that are halved (mesh/bisected), which a device finds; of one
 * process a few numbers come back. Of several ranks each has its own leaves there and those of others across
 * their edges; calls are collective then, and all agree. */
#ifndef EG_SCHEME_BISECT_H
#define EG_SCHEME_BISECT_H

#include "device/device.h"
#include "mesh/bisected/ring.h"

/* Levels by numbers: one of `refine` or more asks for the next level, up to `highest`; one of `coarsen` or
 * more for its own; others, and 0, for `lowest`. What is asked for holds in so many layers of leaves around,
 * too. */
typedef struct eg_bisect_choice {
    double refine, coarsen;
    int lowest, highest, layers;
} eg_bisect_choice;

/* What a pass needs beside the leaves; it stays for the next one where that is no larger. */
typedef struct eg_bisect_pass {
    eg_buffer *asked, *wish, *mark[2], *first;            /* [held] */
    eg_buffer *count, *highest, *changed, *open, *before; /* [groups] */
    eg_buffer *result;
    bool settled; /* by `choice` the leaves are what `asked` makes of them */
    eg_bisect_choice choice;
    int now; /* which marks hold */
    eg_buffer *id, *link, *from, *origins;
} eg_bisect_pass;

/* Leaves on a device. */
typedef struct eg_bisect {
    eg_context *context;
    eg_device *device;
    char *origin; /* of the mesh, for messages */
    int64_t roots, leaves, groups;
    int64_t held, held_groups;    /* with leaves of others behind the own ones */
    const eg_bisected_ring *ring; /* NULL: one process */
    eg_buffer *id, *link;         /* [held], [leaves][3]: kernels/bisect/leaves.c */
    eg_buffer *from, *origins;    /* [leaves] what they were in the last pass; NULL: there was none */
    eg_buffer *root_x, *root_face;
    eg_program *program;
    eg_kernel *ask, *spread, *wish, *begin, *close, *any, *pair, *free, *join, *count, *scan, *fill,
        *triangles;
    eg_bisect_pass pass;
} eg_bisect;

/* Copies the leaves to the device, which outlives them; of several ranks their ring stays. Not collective.
 * EG_MEMORY, EG_DEVICE. */
eg_status eg_bisect_create(eg_device *device, const eg_bisected *leaves, eg_bisect **bisect);
void eg_bisect_destroy(eg_bisect **bisect);

/* Leaves with wish[held], 32-bit eg_bisected_wish on the device of which own ones are given, FINER are
 * halved, and whatever else it takes for edges to stay whole, each at most into four. Two children become
 * their parent where all leaves round their newest vertex have that one as newest vertex (four, two at a
 * boundary), wish COARSER, and are not halved. *changed tells whether leaves are others; then `from` and
 * `origins` say what they were. EG_MESH where a leaf would be above EG_BISECTED_LEVEL, or where there would
 * be more than EG_BISECTED_MOST. Waits once, and once more after every four turns of marks that did not do.
 * Several ranks read them next (eg_bisect_read()). */
eg_status eg_bisect_adapt(eg_bisect *bisect, eg_buffer *wish, bool *changed);

/* eg_bisect_adapt() by value[first + leaf], doubles on the device; where leaves ask for what they did when
 * nothing changed, nothing more is done than to see that, by one number on the host. *all_highest tells
 * whether all leaves were of the highest level already. */
eg_status eg_bisect_choose(eg_bisect *bisect, const eg_buffer *value, int64_t first,
                           const eg_bisect_choice *choice, bool *changed, bool *all_highest);

/* The leaves on the host, over the macro mesh of `old`, those that there were; and, where it is not NULL, where their
 * values come from. Ranks get theirs as they are dealt now, also on the device. EG_MEMORY, EG_DEVICE. The caller owns
 * *leaves and *transfer, also of what has failed. */
eg_status eg_bisect_read(eg_bisect *bisect, const eg_bisected *old, eg_bisected **leaves,
                         eg_bisected_transfer **transfer);

/* All leaves of a level below `level` are halved until there is none. */
eg_status eg_bisect_refine(eg_device *device, int level, eg_bisected **leaves);

/* eg_bisected_find_triangle() of all leaves: x[leaves][3][2], face[leaves][3]. */
eg_status eg_bisect_triangles(const eg_bisect *bisect, eg_buffer *x, eg_buffer *face);

#endif
