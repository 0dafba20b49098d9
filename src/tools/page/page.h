/* Inside the page of a run (`eagre report --html`): what is collected, in the order in which it is done.
 *
 * A page is one file: style and script (viewer.js and the files beside it), a JSON text that says what was
 * run and what there is, and packs (io/page/pack.h) with the numbers. The JSON of fields:
 *
 *     sets[]       "name"; "fields"[]: name, words, unit, components, colormap, range, usual, extremes; "parts"[];
 *                  "shapes"[]; "snapshots"[]
 *     parts[]      "name"; "normal" 0 to 2 of a slice, else -1; "at" m
 *     shapes[]     polygons: "points" (a pack of steps of low + step k), "corners" four a cell, of triangles
 *                  the last two equal, "cells", "at_points" a value a point or one a cell pixels: "size",
 *                  "low", "step", "axis", "runs" how many are outside, inside, outside ...
 *     snapshots[]  "time", "step", "state"; "shapes"[part]; "values"[field][component][part]: pack, low, step
 *
 * A value is low + step * code, code 0 to 65534; 65535 is none. So it is that of the file to half a step. */
#ifndef EG_TOOLS_PAGE_H
#define EG_TOOLS_PAGE_H

#include "device/embedded.h"
#include "eagre/tools.h"
#include "io/page/pack.h"
#include "io/snapshot/snapshot.h"

/* Style, script and frame of the page, embedded by the build. Ends with an entry whose name is NULL. */
extern const eg_embedded_file eg_embedded_page[];

/* A page may have so many bytes. */
enum { EG_PAGE_BYTES = 20000000, EG_PAGE_NAME = 64 };

typedef struct eg_page {
    eg_context *context;
    const eg_page_options *options;
    const char *folder; /* of options */
    bool is_reduced;    /* something was made coarser or left out for want of room */
    int64_t budget;     /* bytes of numbers that the fields may have before they are packed as text */
    eg_packs packs;
    bool has_bounds; /* of fields of the plane, m: */
    double low[2], high[2];
    eg_text meta;  /* the JSON */
    eg_text notes; /* of it: what was left out or made coarser, a list of strings */
} eg_page;

/* Adds a sentence to the notes. */
void eg_page_note(eg_page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- shapes: where the values of a part stand */

/* Polygons of three or four corners. */
typedef struct eg_page_mesh {
    int64_t points, cells;
    double (*x)[3];       /* [points] m */
    int32_t (*corner)[4]; /* [cells]; of triangles the last two are equal */
    bool at_points;       /* a value a point, else one a cell */
    int64_t *value;       /* [points or cells] its number in a field */
} eg_page_mesh;

/* What a pixel's value is made of: values of a field by number, with weights that sum to 1. */
typedef struct eg_page_sample {
    int32_t value[4]; /* value[0] < 0: outside */
    float weight[4];
} eg_page_sample;

typedef struct eg_page_pixels {
    int64_t size[2];
    double low[2], step; /* m: of the corner of the first; side of a pixel */
    int axis[2];         /* 0 to 2: what its directions are */
    int64_t inside;
    eg_page_sample *sample; /* [size[1]][size[0]] */
} eg_page_pixels;

/* Polygons of a snapshot of the plane, and the surface of one of hexahedra; `coarse`: elements by their
 * corners alone. Free with eg_page_mesh_free(). EG_MEMORY. */
eg_status eg_page_mesh_of_plane(const eg_snapshot *snapshot, const eg_snapshot_geometry *geometry,
                                eg_page_mesh *mesh);
eg_status eg_page_mesh_of_surface(const eg_snapshot *snapshot, const eg_snapshot_geometry *geometry,
                                  bool coarse, eg_page_mesh *mesh);
void eg_page_mesh_free(eg_page_mesh *mesh);

/* About `pixels` of the plane: each has the value at its middle, between nodes interpolated linearly.
 * EG_MEMORY. */
eg_status eg_page_pixels_of_plane(eg_context *context, const eg_page_mesh *mesh, int64_t pixels,
                                  eg_page_pixels *to);
/* A slice of hexahedra at `at` (m) across axis `normal`, its longer side of `longest` pixels. */
eg_status eg_page_pixels_of_slice(const eg_snapshot *snapshot, const eg_snapshot_geometry *geometry,
                                  int normal, double at, int64_t longest, eg_page_pixels *to);
void eg_page_pixels_free(eg_page_pixels *pixels);

/* ---- parts of the page */

/* Appends `"sets": [...]`, those of a second run with "run": 1, and its name as `"other"`. Where a folder has no
 * snapshot yet there is none. EG_INPUT, EG_MEMORY. */
eg_status eg_page_add_sets(eg_page *page);
/* Appends `"tables": N`, a pack of JSON: gauges, probes, balances, errors, seismograms and so on. */
eg_status eg_page_add_tables(eg_page *page);
/* Appends `"marks": [...]`: "name" ("": none), "kind" (gauge, receiver, source), "x" of the places of the case. Of a
 * case that cannot be read there are none, and a note says so. EG_MEMORY. */
eg_status eg_page_add_marks(eg_page *page);

/* Appends `"background"`: null, or "size", "low", "step" as of pixels, and "pack": 0 to 254, dark to pale, 255 where
 * there is no value; at most 1200 pixels along a side. EG_INPUT, EG_MEMORY. */
eg_status eg_page_add_background(eg_page *page);

/* How many snapshots are shown, and how fine: what fits into the budget. */
typedef struct eg_page_plan {
    int64_t count, *index; /* [count] of the snapshots that are shown */
    int64_t pixels;        /* of the plane; 0: its mesh */
    int slices;            /* of hexahedra, across each axis */
    int64_t slice_pixels;  /* along the longer side */
    bool coarse;           /* surface by corners */
} eg_page_plan;

/* Of `snapshots` like this one, with so many numbers a value; notes what is made coarser. The caller frees
 * plan->index. EG_MEMORY. */
eg_status eg_page_make_plan(eg_page *page, const char *name, const eg_snapshot *snapshot, int64_t snapshots,
                            int numbers, eg_page_plan *plan);

#endif
