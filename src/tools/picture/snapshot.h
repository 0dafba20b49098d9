/* A snapshot being drawn: what its pictures, movies and comparisons share. */
#ifndef EG_TOOLS_PICTURE_SNAPSHOT_H
#define EG_TOOLS_PICTURE_SNAPSHOT_H

#include "io/picture/slice.h"
#include "run/observe/observe.h"
#include "tools/picture/picture.h"

/* What pictures take of the run that a snapshot is of. */
typedef struct eg_snapshot_marks {
    bool is_looked_for;
    eg_context *quiet; /* of all of it; NULL: nothing is known of a run */
    eg_case *loaded;   /* has the names */
    eg_picture_points points;
    eg_picture_lines lines; /* ends of layers, and interfaces */
    bool has_north;         /* y is north: the run has a projection */
} eg_snapshot_marks;

/* Looks for the run in whose folder the snapshots of `source` stand; what cannot be read of it is left out, and a
 * warning says so. Zero-initialise; free in any case. EG_MEMORY, EG_INPUT. */
eg_status eg_snapshot_marks_find(eg_context *context, const char *source, const eg_picture_view *view,
                                 eg_snapshot_marks *marks);
void eg_snapshot_marks_free(eg_snapshot_marks *marks);

/* What the map is drawn from. Arrays are NULL where the snapshot lacks the field. */
typedef struct eg_snapshot_drawing {
    eg_context *context;
    const eg_picture_options *options;
    eg_snapshot *snapshot;
    eg_snapshot_geometry *geometry;
    int field, component;                            /* component: -1: the field's value, or its norm */
    bool is_fraction;                                /* of the members of an ensemble */
    char words[EG_LABEL_ROOM], label[EG_LABEL_ROOM]; /* in the title, and beside the colours */
    double *above_of;                                /* what --above is about; NULL: the values */
    double *value, *depth, *bed, *velocity;
    eg_map_slice slice;       /* of hexahedra */
    eg_map_slice above_slice; /* of above_of */
    double (*segments)[4];
    int64_t segment_count;
    eg_snapshot_marks own_marks, *marks; /* marks: those of a movie; NULL: its own */

    /* of one of several */
    const char *title;  /* NULL: that of the options, or the field's words */
    bool has_range;     /* low and high are given, whatever the options say */
    bool is_difference; /* the values are those of two snapshots: no water, no bed, white at 0 */
    double low, high;
} eg_snapshot_drawing;

/* Opens the snapshot that the options choose, and reads what is drawn. Close it in any case. EG_INPUT,
 * EG_USAGE. */
eg_status eg_snapshot_drawing_open(eg_snapshot_drawing *drawing);
/* Draws it into a panel: a map, of hexahedra a slice. */
eg_status eg_snapshot_drawing_draw(eg_snapshot_drawing *drawing, eg_figure *figure, int column, int row);
/* Makes the values, on one mesh, those of `drawing` less those of `other`, to be drawn anew; --above shows them
 * where one of the two is above. EG_MEMORY. */
eg_status eg_snapshot_drawing_subtract(eg_snapshot_drawing *drawing, const eg_snapshot_drawing *other,
                                       const char *title);
/* Takes its values into a range. */
void eg_snapshot_drawing_widen(const eg_snapshot_drawing *drawing, double *low, double *high,
                               bool *is_signed);
/* The component of a field that is named as a column of receivers.csv is, without the unit: "velocity_x",
 * "stress_xy". False where there is none. */
bool eg_tools_find_component(const eg_snapshot *snapshot, const char *name, int *field, int *component);
/* EG_USAGE where the run's model, which is known once marks are found, has no such component. */
eg_status eg_snapshot_drawing_check_component(const eg_snapshot_drawing *drawing);
/* Chooses its words. */
void eg_snapshot_drawing_name(eg_snapshot_drawing *drawing);
void eg_snapshot_drawing_close(eg_snapshot_drawing *drawing);

#endif
