/* picture: what the files of the pictures share. Pixels run right and down from the top left. */
#ifndef EG_IO_PICTURE_INTERNAL_H
#define EG_IO_PICTURE_INTERNAL_H

#include <cairo.h>

#include "io/picture/picture.h"
#include "io/snapshot/nodes.h"

typedef struct eg_rect {
    double x, y, w, h;
} eg_rect;

struct eg_figure {
    eg_context *context;
    /* Units of 1/200 inch, in which all is drawn; height = 0: set by the first panel that is drawn. */
    int width, height;
    int pixels[2];   /* of the file; 0: as many as the units take */
    double fineness; /* pixels a unit */
    bool own_width;  /* width was given by the caller */
    bool tells_dpi;  /* so that programs show it in its size */
    int columns, rows;
    char *title;
    eg_picture_format format;
    eg_text file;             /* bytes of a PDF or SVG while it is drawn */
    cairo_surface_t *surface; /* NULL until the first panel is drawn */
    cairo_t *cairo;
    cairo_font_face_t *font[2]; /* regular, bold; NULL without text */
};

/* Creates the surface with the given size where there is none yet, white, with the title. */
eg_status eg_figure_start(eg_figure *figure, int width, int height);
/* ---- surface.c */
eg_status eg_surface_create(eg_figure *figure);
/* Ends the drawing; figure->file holds the file. EG_MEMORY; EG_IO. */
eg_status eg_surface_finish(eg_figure *figure, const char *path);
/* A rectangle of pixels, 0xRRGGBB, of the file, which goes into the figure when it is ended. EG_MEMORY. */
eg_status eg_pixels_begin(eg_figure *figure, int width, int height, cairo_surface_t **pixels);
void eg_pixels_end(eg_figure *figure, cairo_surface_t *pixels, double left, double top);

/* ---- png.c: appends the surface, of 8 bits a colour, as a PNG file, which tells so many pixels an inch (0:
 * does not); what IDAT holds of it. EG_MEMORY. */
eg_status eg_png_make(eg_context *context, cairo_surface_t *surface, double dpi, eg_text *png);
eg_status eg_png_pack(eg_context *context, cairo_surface_t *surface, eg_text *packed);
/* Appends what such a file begins with; a chunk. Numbers are big-endian. */
void eg_png_add_head(eg_text *png, int width, int height);
void eg_png_add_chunk(eg_text *png, const char *name, const void *content, uint32_t bytes);
/* A row of an image, 0xRRGGBB. */
uint32_t *eg_surface_row(cairo_surface_t *image, int row);

/* Height taken by the figure's title. */
double eg_figure_title_height(const eg_figure *figure);
/* The rectangle of a panel, once the figure was started. */
eg_rect eg_figure_panel(const eg_figure *figure, int column, int row);
/* EG_USAGE: that `what` has no room in the figure, and that a figure of so many units would do. */
eg_status eg_figure_no_room(const eg_figure *figure, const char *what, double width, double height);
/* Size of text in a panel of that width, pixels. */
double eg_figure_text_size(double panel_width);

/* ---- text */

/* Finds the fonts; both stay NULL where there is none. */
eg_status eg_fonts_find(eg_figure *figure);

/* Width of the text, 0 without a font. */
double eg_text_width(eg_figure *figure, const char *text, double size, bool bold);

typedef enum eg_align { EG_ALIGN_LOW, EG_ALIGN_MIDDLE, EG_ALIGN_HIGH } eg_align;

/* Draws the text so that its left, middle or right is at x, its top, middle or bottom at y. */
void eg_text_draw(eg_figure *figure, const char *text, double size, bool bold, double x, double y,
                  eg_align horizontal, eg_align vertical);
/* The same, turned to read upwards, with its centre at (x, y). */
void eg_text_draw_upwards(eg_figure *figure, const char *text, double size, double x, double y);

/* A number of at most `digits` significant digits, without locale. */
void eg_number_text(double value, int digits, char text[32]);

/* ---- colours */

/* Takes a colour of the palette, 1 to EG_PALETTE; the next two are black and grey. */
enum { EG_PALETTE = 8 };
void eg_palette_set(cairo_t *cairo, int color, double alpha);

uint32_t eg_rgb_pixel(const uint8_t rgb[3]); /* 0xRRGGBB */

/* ---- paths */

void eg_line(cairo_t *cairo, double x0, double y0, double x1, double y1);
void eg_clip(cairo_t *cairo, eg_rect rect); /* saves the state before */

/* ---- ticks and axes */

enum { EG_TICKS = 32, EG_MINOR_TICKS = 128 };

typedef struct eg_ticks {
    int count, minor_count;
    double value[EG_TICKS];
    char text[EG_TICKS][40];
    double minor[EG_MINOR_TICKS]; /* log axes */
    char factor[48];              /* what every text is to be multiplied by, or added to; or "" */
} eg_ticks;

/* Ticks at 1, 2 or 5 times a power of ten, at most `most` of them, within [low, high]. */
void eg_ticks_linear(double low, double high, int most, eg_ticks *ticks);
/* Ticks at powers of ten (and at 2 and 5 times them where there are few). */
void eg_ticks_log(double low, double high, int most, eg_ticks *ticks);

/* ---- titles: in as many lines as the room asks for */

enum { EG_TITLE_LINES = 4, EG_TITLE_BYTES = 512 };
typedef struct eg_title {
    int lines;
    double size; /* of the text, bold */
    char line[EG_TITLE_LINES][EG_TITLE_BYTES];
} eg_title;

/* Breaks it at blanks, and where a word is too long within it, into lines of at most `room` pixels; where
 * EG_TITLE_LINES lines are too few the last one ends with an ellipsis. */
void eg_title_break(eg_figure *figure, const char *text, double size, double room, eg_title *title);

/* Two axes around a rectangle: low is left and below, also where it is the larger number. */
typedef struct eg_axes {
    double low[2], high[2];
    bool log[2];
    double scale[2]; /* ticks show value * scale (0.001 for km) */
    char label[2][128];
    eg_ticks ticks[2];
    eg_title
        upwards; /* the second label in lines that are not longer than the plot is high; of eg_axes_choose() */
    double size; /* of the text */
} eg_axes;

/* Width of the widest text. */
double eg_ticks_width(eg_figure *figure, const eg_ticks *ticks, double size);
/* The unit of axes over so many metres, and what metres are multiplied by. */
const char *eg_axes_unit(double extent, double *scale);
/* Chooses ticks for a plot of w by h pixels so that their texts do not touch. */
void eg_axes_choose(eg_figure *figure, eg_axes *axes, double w, double h);
/* Room needed left of and below the plot, once ticks are chosen. */
double eg_axes_left(eg_figure *figure, const eg_axes *axes);
double eg_axes_bottom(const eg_axes *axes);
/* By how much the last text below the plot may stand out to its right. */
double eg_axes_right(eg_figure *figure, const eg_axes *axes);
/* Pixel of a value on an axis (0: x, 1: y) of the plot. */
double eg_axes_pixel(const eg_axes *axes, int axis, double value, eg_rect plot);
void eg_axes_grid(eg_figure *figure, const eg_axes *axes, eg_rect plot);
void eg_axes_draw(eg_figure *figure, const eg_axes *axes, eg_rect plot);

/* ---- maps: canvas, relief, layout */

enum { EG_SAMPLES = 2 }; /* samples a pixel and direction */

/* The cell under each sample of a picture of width x height pixels; -1 outside. */
typedef struct eg_canvas {
    int width, height; /* pixels */
    int32_t *cell;     /* [height * EG_SAMPLES][width * EG_SAMPLES] */
    double low[2];     /* the lower left corner, m */
    double scale[2];   /* pixels a metre */
    double fineness;   /* pixels a unit of the figure */
} eg_canvas;

/* Fills the map; map->cell is the caller's to free. EG_STOPPED where the context is stopped. */
eg_status eg_canvas_fill(eg_context *context, const eg_shapes *shapes, eg_canvas *map);
/* Gives samples without a cell that lie between two with one the cell of a neighbour. */
void eg_canvas_close_seams(eg_canvas *map);
/* Where a place is seen in the plot. */
void eg_canvas_pixel(const eg_canvas *map, const double place[2], eg_rect plot, double *x, double *y);
/* Where a sample lies, m; counted from the top left. */
void eg_canvas_point(const eg_canvas *map, int column, int row, double point[2]);

/* Values of each of a map's arrays: cells, or nodes of point data; those of a cell, which lie together. */
int64_t eg_map_value_count(const eg_map *map);
int eg_map_cell_values(const eg_map *map, int64_t cell);

/* Looks the arrays of a map up: at a point of a cell they have the value of the cell, or of the
 * polynomial that the nodes of the cell tell. */
typedef struct eg_probe {
    const eg_map *map;
    int64_t *first; /* [cells] the first node of each cell; NULL: one value a cell */
    eg_nodes nodes[EG_CELL_TYPES];
} eg_probe;

eg_status eg_probe_create(eg_context *context, const eg_map *map, eg_probe *probe);
void eg_probe_free(eg_probe *probe);
/* The nodes of a cell of point data. */
const eg_nodes *eg_probe_nodes(const eg_probe *probe, int64_t cell);

/* The values that a point's is made of: `count` of them from `first` on, with their weights. */
typedef struct eg_look {
    int64_t first;
    int count;
    double weight[EG_NODES_MOST];
} eg_look;

/* `point` is not looked at where the cell has one value. */
void eg_probe_look(const eg_probe *probe, int64_t cell, const double point[2], eg_look *look);
/* One component of [values][components] there. */
double eg_look_value(const eg_look *look, const double *values, int components, int component);

/* The value at a vertex of a cell: that of the node there, or the cell's. */
double eg_probe_vertex_value(const eg_probe *probe, const double *values, int64_t cell, int64_t vertex);
/* Means of values, one a cell or those of point data at vertices, over the cells around each node of the
 * shapes; NaN where none is finite. node[nodes] is 0 before. */
eg_status eg_node_means(eg_context *context, const eg_probe *probe, const double *values, double *node);

/* A corner of a triangle in pixels, with the value there. */
typedef struct eg_contour_point {
    double x, y, z;
} eg_contour_point;
/* Adds to the path the piece of the line of that level which a triangle has, if any. */
void eg_contour_triangle(cairo_t *cairo, const eg_contour_point corner[3], double level);

/* The bed as a surface: its height at nodes of the shapes (means of the cells around each, or of
 * their values there), and the light on each cell. */
typedef struct eg_relief {
    double *node;  /* [nodes] m */
    double *light; /* [cells] 0 (dark) to 1, 0.5 where the bed is flat */
    double low, high;
} eg_relief;

/* Of the bed of the probe's map. */
eg_status eg_relief_create(eg_context *context, const eg_probe *probe, eg_relief *relief);
void eg_relief_free(eg_relief *relief);
/* Draws about `count` contours of the bed into the plot whose scale is that of the canvas. */
void eg_relief_contours(eg_figure *figure, const eg_shapes *shapes, const eg_relief *relief, int count,
                        const eg_canvas *canvas, eg_rect plot);

/* The range of the values that are drawn, and whether values lie beyond it. */
typedef struct eg_range {
    double low, high;
    bool below, above;
    bool is_one; /* all have this value, within the range */
    double value;
} eg_range;

eg_status eg_range_find(eg_context *context, const eg_map *map, eg_range *range);
bool eg_map_is_dry(const eg_map *map, double depth);

/* Draws the lines of the map's levels, at most 256, into the plot whose scale is that of the canvas.
 * EG_MEMORY. */
eg_status eg_map_contours(eg_figure *figure, const eg_probe *probe, const eg_range *range,
                          const eg_canvas *canvas, eg_rect plot);

void eg_color_bar(eg_figure *figure, const eg_map *map, const eg_range *range, eg_rect bar, double size);
/* Room beside an upright, below a lying colour bar. */
double eg_color_bar_room(eg_figure *figure, const eg_map *map, const eg_range *range, bool upright,
                         double length, double size);

/* Arrows over the map. */
eg_status eg_map_arrows(eg_figure *figure, const eg_probe *probe, const eg_canvas *canvas, eg_rect plot,
                        double size);
/* Width of the key of arrows in the heading. */
double eg_map_key_width(double size);
/* Outlines of the domain and of regions. */
void eg_map_segments(eg_figure *figure, const eg_map *map, const eg_canvas *canvas, eg_rect plot);
/* Marked points with their names, and names of regions; nothing is written over `taken`. */
eg_status eg_map_points(eg_figure *figure, const eg_map *map, const eg_canvas *canvas, eg_rect plot,
                        double size, eg_rect taken);
/* A scale bar and an arrow to the north, where there is room; returns the rectangle that they take. */
eg_rect eg_map_north(eg_figure *figure, const eg_map *map, const eg_canvas *canvas, eg_rect plot,
                     double size);

/* ---- labels: names beside what they name */

/* A name of so many pixels and the place it belongs to. */
typedef struct eg_label {
    double x, y, radius; /* pixels; of the marker, 0: the name stands on its place */
    double w, h;         /* of the text with its veil */
    double scale;        /* of the text: less than 1 where it had no room otherwise */
    bool placed, leader; /* a leader is a line from the place to a box that does not touch it */
    eg_rect box;
} eg_label;

/* Chooses boxes that lie in the frame and touch neither each other nor a marker, in the order of the labels:
 * beside the marker, else further away, else smaller (scale and box). A name without room is not placed. */
void eg_labels_place(eg_rect frame, eg_label *labels, int64_t count);
bool eg_rects_intersect(eg_rect a, eg_rect b);

/* Chooses ticks, breaks the title, and gives the room that both leave in the panel for `what`. EG_USAGE where
 * that is too little. */
eg_status eg_axes_place(eg_figure *figure, eg_axes *axes, const char *text, const char *what, eg_rect panel,
                        eg_title *title, eg_rect *plot);
/* Draws the title that it has placed. */
void eg_axes_title(eg_figure *figure, const eg_axes *axes, eg_rect panel, eg_rect plot,
                   const eg_title *title);
double eg_title_height(const eg_title *title);
/* Draws the lines from `top` on. */
void eg_title_draw(eg_figure *figure, const eg_title *title, double left, double top);

#endif
