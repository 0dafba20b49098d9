/* Pictures: field maps and line plots as PNG, PDF or SVG files, alone or as panels of one figure.
 *
 * Cells are filled pixel by pixel, each sample in exactly one cell, so there are no seams
 * between cells; frame, ticks and text are drawn with cairo. Text needs a font that fontconfig
 * finds (DejaVu Sans is preferred); without one a picture has no text, a warning goes to the log
 * and eg_figure_has_text() is false. */
#ifndef EG_IO_PICTURE_H
#define EG_IO_PICTURE_H

#include "io/picture/colormap.h"
#include "io/snapshot/snapshot.h"

typedef struct eg_figure eg_figure;

typedef enum eg_picture_format { EG_PICTURE_PNG, EG_PICTURE_PDF, EG_PICTURE_SVG } eg_picture_format;
/* What the file's name ends in; a name without an ending is a PNG. EG_USAGE for another ending. */
eg_status eg_picture_format_of(eg_context *context, const char *path, eg_picture_format *format);

/* Zero means default. */
typedef struct eg_figure_options {
    int width;         /* pixels; 0: 7 inches, less where a single map is tall */
    int height;        /* pixels; 0: 4.5 inches, less where a single map is flat (then set by that map) */
    double dpi;        /* pixels an inch, EG_DPI_LEAST to EG_DPI_MOST; 0: EG_DPI, which no PNG tells */
    int columns, rows; /* panels; 0: 1 */
    const char *title; /* above all panels; NULL: none */
    eg_picture_format format; /* of PDF and SVG the page is as large as the pixels, and fields have them */
} eg_figure_options;

/* Sizes of text and lines are in inches: more pixels an inch show the same picture more finely. */
enum { EG_DPI = 200, EG_DPI_LEAST = 20, EG_DPI_MOST = 2400 };

/* The caller owns the figure. EG_USAGE for sides outside 100 to 16384 pixels, or 0.5 to 80 inches, and for
 * another number of pixels an inch; when it is drawn, for more than 2^26 pixels. */
eg_status eg_figure_create(eg_context *context, const eg_figure_options *options, eg_figure **figure);
bool eg_figure_has_text(const eg_figure *figure);
/* Pixels of the file, once something is drawn. */
void eg_figure_size(const eg_figure *figure, int pixels[2]);
/* Writes the file atomically; nothing is drawn after it. */
eg_status eg_figure_write(eg_figure *figure, const char *path);
void eg_figure_destroy(eg_figure **figure);

/* "m2/s" as "m²/s"; and a name of so many letters with its unit, "velocity (m/s)": of words, as in
 * "theta_perturbation", with blanks. NULL, "" or "1": without a unit. */
enum { EG_LABEL_ROOM = 200 };
/* A time as people say it: "0.35 s", "100 s", "40 min", "11 min 40 s", "2 h 30 min", "3 d 4 h"; from ten minutes
 * on to the second. */
void eg_time_text(double seconds, char text[48]);
void eg_unit_text(const char *unit, char text[64]);
void eg_label_text(const char *name, int64_t length, const char *unit, char text[EG_LABEL_ROOM]);

/* Appends the PNG of a figure of that format to *png, whose context is set. EG_MEMORY. */
eg_status eg_figure_png(eg_figure *figure, eg_text *png);

/* ---- movies */

/* Figures of one size as an animated PNG (W3C, PNG, third edition), which browsers play and other programs
 * show the first figure of. Zero-initialise with the context set; free in any case. */
typedef struct eg_animation {
    eg_context *context;
    eg_text frames;
    uint32_t count, chunks;
    int width, height;
} eg_animation;

/* Adds a figure, which is shown for so many ms. EG_USAGE where it is of another size than the first. */
eg_status eg_animation_add(eg_animation *animation, eg_figure *figure, int milliseconds);
/* Writes the file atomically. At least one figure was added. */
eg_status eg_animation_write(const eg_animation *animation, const char *path);
void eg_animation_free(eg_animation *animation);

/* ---- maps */

/* The cells to draw: a view of a mesh or of a snapshot's geometry, which must outlive it. */
typedef struct eg_shapes {
    int64_t nodes, cells;
    const double (*x)[3];
    const int64_t *first;
    const int32_t *vertex;
} eg_shapes;
eg_shapes eg_shapes_of_mesh(const eg_plane *mesh);
eg_shapes eg_shapes_of_geometry(const eg_snapshot_geometry *geometry);

/* What a marked place is: a circle, a triangle, a star. */
typedef enum eg_point_kind { EG_POINT_GAUGE, EG_POINT_RECEIVER, EG_POINT_SOURCE } eg_point_kind;

/* A map of one value a cell, or of point data: then each cell shows its polynomial as it is, with
 * jumps at faces. Zero means default. Arrays hold one value a cell, in their order; of point data
 * one a node of eg_snapshot_nodes(), cell after cell. */
typedef struct eg_map {
    eg_shapes shapes;
    int degree;           /* of point data, 1 to EG_SNAPSHOT_DEGREE; 0: one value a cell */
    const double *values; /* [values]; a cell with NaN is left grey */
    const char *title;    /* NULL: none */
    const char *label;    /* of the colour bar: "depth"; NULL: none */
    const char *unit;     /* of values; NULL or "": a number */
    bool has_time;        /* the time is written beside the title */
    double time;          /* s */
    eg_date start;        /* of time 0: the date is written, too */
    eg_colormap colormap;
    bool has_range; /* low and high are given; else from the values, without the outermost 0.1 % */
    double low, high;
    bool symmetric; /* the range found is made symmetric about 0 */
    bool has_above; /* only values above this have a colour; others show the bed, or nothing */
    double above;
    const double *above_of; /* [values] what is above or not; NULL: the values */
    bool has_window;        /* only this part is seen, and the range is that of the cells that meet it: */
    double window[4];       /* m: from and to along the first axis, from and to along the second */
    bool has_north;         /* y is north: a scale bar and an arrow stand on the map */
    const double *depth;    /* [values] m: where depth <= dry_depth it is dry and shows the bed; NULL: none */
    double dry_depth;       /* m */
    const double *bed;      /* [values] m: bed elevation for dry land's relief and contours; NULL: none */
    int bed_contours;       /* contour lines of the bed, about this many; 0: none */
    /* [contour_count] levels of lines through the values, also marked in the colour bar */
    const double *contours;
    int contour_count;
    const double *vectors;   /* [values][vector_components]: drawn as arrows; NULL: none */
    int vector_components;   /* 2 or 3 */
    const char *vector_unit; /* NULL: "m/s" */
    /* gaps between cells as thin as a sample are closed: neighbours' edges differ by rounding */
    bool has_seams;
    bool cell_edges;           /* draws the mesh where cells are large enough to tell apart */
    const double (*points)[2]; /* marked places, m */
    const char *const *point_names;
    const eg_point_kind *point_kinds; /* NULL: all gauges */
    int point_count;
    const double (*segments)[4]; /* thin lines over the cells, from x, y to x, y, m: outlines */
    int64_t segment_count;
    /* [cells] index in region_names, which are written where they have room; NULL: none */
    const int32_t *region;
    const char *const *region_names;
    int regions;
    const char *axis_names[2]; /* NULL: "x", "y" */
} eg_map;

/* The outline of the shapes: edges that one cell alone has, and those between two regions (NULL: all one).
 * Cells are neighbours where two of their corners stand at the same places, to the last bit. The caller frees
 * *segments. */
eg_status eg_shapes_outline(eg_context *context, const eg_shapes *shapes, const int32_t *region,
                            double (**segments)[4], int64_t *count);

/* Whether the values lie on both sides of 0, as a wave's do, and not only by an undershoot (the lesser side
 * reaches a twentieth of the greater): then EG_COLORMAP_DIVERGING and a symmetric range show them well. */
bool eg_values_are_signed(const double *values, int64_t count);

/* Draws into panel (column, row), counted from the top left. */
eg_status eg_figure_map(eg_figure *figure, int column, int row, const eg_map *map);

/* ---- lines */

typedef enum eg_line_style {
    EG_LINE_SOLID,
    EG_LINE_DASHED,
    EG_LINE_DOTS,       /* markers alone */
    EG_LINE_SOLID_DOTS, /* line and markers */
} eg_line_style;

typedef struct eg_plot_line {
    const char *name; /* in the legend; NULL: not there */
    int64_t count;
    const double *x, *y; /* [count]; a NaN interrupts the line */
    eg_line_style style;
    int color; /* 0: the next of the palette; 1 to 8: that one of it; 9: black; 10: grey */
} eg_plot_line;

typedef struct eg_lines {
    const char *title;
    const char *x_label, *y_label; /* with unit: "time (s)" */
    const eg_plot_line *lines;
    int line_count;
    bool x_log, y_log;
    bool has_x_range, has_y_range;
    double x_range[2], y_range[2];
} eg_lines;

/* Draws into panel (column, row). EG_USAGE where nothing finite can be drawn, or not on a log axis. */
eg_status eg_figure_lines(eg_figure *figure, int column, int row, const eg_lines *lines);

/* ---- sections */

/* Traces side by side, time downwards; colours are those of EG_COLORMAP_DIVERGING, from -most to most. */
typedef struct eg_section {
    const char *title, *x_label; /* NULL: none */
    double x[2];                 /* places of the first and the last trace along the axis */
    double begin, dt;            /* s: of samples */
    int64_t traces, samples;
    const float *values; /* [traces][samples] */
    double most;         /* beyond it the colour is the last one; 0: what 2 % of the values exceed */
    /* [traces] where they stand between x[0] and x[1]: then they are curves, filled where they are positive, each as
     * large as its own largest value, or where `most` is given as that; NULL: colours at even places. */
    const double *places;
} eg_section;

/* Draws into panel (column, row). EG_USAGE where there are less than two traces or samples, or the places are
 * one. */
eg_status eg_figure_section(eg_figure *figure, int column, int row, const eg_section *section);

/* ---- bars */

enum { EG_BAR_ROWS = 16, EG_BAR_GROUPS = 10 };

typedef struct eg_bar {
    int row, group;
    double begin, end; /* s */
} eg_bar;

/* Bars in rows along an axis of time, which begins at 0; the colour is the group's, the ninth and tenth black
 * and grey. */
typedef struct eg_bars {
    const char *title; /* NULL: none */
    double begin, end; /* s: what is shown */
    const char *const *row_names, *const *group_names;
    int rows, groups;
    int64_t count;
    const eg_bar *bar;
} eg_bars;

/* Draws into panel (column, row). EG_USAGE where begin is not before end, or there are too many rows or
 * groups. */
eg_status eg_figure_bars(eg_figure *figure, int column, int row, const eg_bars *bars);

/* ---- one call for one picture */

/* A figure of one panel, written to `path`. *has_text may be NULL. */
eg_status eg_plot_map(eg_context *context, const char *path, const eg_map *map, bool *has_text);
eg_status eg_plot_lines(eg_context *context, const char *path, const eg_lines *lines, bool *has_text);
eg_status eg_plot_bars(eg_context *context, const char *path, const eg_bars *bars, bool *has_text);

#endif
