/* A set of snapshots of a page, while it is collected: sets.c, and its statistics (statistics.c). */
#ifndef EG_TOOLS_PAGE_SETS_H
#define EG_TOOLS_PAGE_SETS_H

#include "tools/page/page.h"

enum { EG_PAGE_COMPONENTS = 7 /* up to six, and the magnitude of a vector */, EG_PAGE_PARTS = 1 + 3 * 9 };

/* The least or the greatest value, where and when. */
typedef struct eg_page_extreme {
    double value, x[3], time;
    int64_t found; /* number of the value in the snapshot that is read, whose place is to be told; else -1 */
} eg_page_extreme;

/* All values of a component: their range, and some of them; and the extremes, of shallow water where it is wet. */
typedef struct eg_page_statistics {
    double low, high;
    eg_page_extreme least, most;
    double *sample;
    int64_t count, room;
} eg_page_statistics;

/* Where a part's values stand. */
typedef struct eg_page_part {
    int normal; /* of a slice; -1: of the plane, or the surface */
    double at;
    eg_page_mesh mesh;
    eg_page_pixels pixels;
    int64_t shape; /* in the page */
} eg_page_part;

typedef struct eg_page_set {
    eg_page *page;
    const char *name;
    int run; /* 0, or 1: of the second run */
    eg_snapshot_list *list;
    eg_page_plan plan;
    eg_snapshot_field field[EG_SNAPSHOT_FIELDS];
    int fields, shown[EG_SNAPSHOT_FIELDS]; /* components; a vector's third is 0 in the plane */
    eg_page_statistics statistics[EG_SNAPSHOT_FIELDS][EG_PAGE_COMPONENTS];
    eg_snapshot_geometry *geometry; /* of the snapshot before */
    int parts;
    eg_page_part part[EG_PAGE_PARTS];
    eg_text shapes, snapshots; /* JSON */
    int64_t shape_count;
    uint8_t *dry; /* [values] of the snapshot that is read; NULL: all is wet */
} eg_page_set;

/* An empty one. */
void eg_page_statistics_begin(eg_page_statistics *statistics);
/* Finds where the snapshot is dry, before its values are noted. EG_INPUT, EG_MEMORY. */
eg_status eg_page_find_dry(eg_page_set *set, const eg_snapshot *snapshot);
/* Notes all values of a field of the snapshot whose geometry the set has. EG_MEMORY. */
eg_status eg_page_note_values(eg_page_set *set, int field, const eg_snapshot *snapshot, const double *values);
/* Appends `"range"` and `"usual"`: "[low, high]" of each component, of all values and without the unusual ones. */
void eg_page_add_ranges(eg_page_set *set, int field, eg_text *meta);
/* Appends `"extremes"` of each component, as ranges are: value, place (flat: x and y) and time of the least and of
 * the greatest; null where there is none. */
void eg_page_add_extremes(const eg_page_set *set, int field, bool flat, eg_text *meta);

#endif
