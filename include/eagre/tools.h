/* Tools around a run: devices, descriptions of files, pictures, comparison, reports, and the table of
 * case keys. The command is made of this and of run.h.
 *
 * Texts returned in a `char **text` belong to the caller, who frees them with eg_release_text(). They end in
 * a newline; *text is NULL after a failure. All calls of one context must come from one thread at a time. */
#ifndef EAGRE_TOOLS_H
#define EAGRE_TOOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/context.h"
#include "eagre/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Frees a text returned by the calls below and sets *text to NULL; NULL is allowed. */
EG_API void eg_release_text(eg_context *context, char **text);

/* "0.1.0"; static. */
EG_API const char *eg_version(void);

/* The version, the compiler and its options, the versions of the libraries that were built in, and the table
 * of devices. */
EG_API eg_status eg_version_text(eg_context *context, char **text);
/* The same as JSON: docs/version.schema.json. */
EG_API eg_status eg_version_json(eg_context *context, char **text);

/* The candidate that `name` is most likely a misspelling of; NULL where none is near. */
EG_API const char *eg_nearest_name(const char *name, const char *const *candidates, int count);

/* Reads a text that is one finite decimal number, independent of the locale. Returns false, and leaves
 * *value unchanged, for any other text. */
EG_API bool eg_read_number(const char *text, double *value);
/* The same of a time in s, and of a length in m, where a unit may follow the number, with or without a blank:
 * "40 min", "0.5km". */
EG_API bool eg_read_time(const char *text, double *seconds);
EG_API bool eg_read_length(const char *text, double *metres);
EG_API bool eg_read_integer(const char *text, int64_t *value);

/* ---- devices */

/* Zero means default. */
typedef struct eg_devices_options {
    size_t size;  /* sizeof of this struct */
    bool measure; /* copy bandwidth and multiply-add peak of each usable device; 1 s per device */
    bool json;    /* a JSON array instead of a table */
} eg_devices_options;

/* Lists every device of this machine, and for an unusable one the reason. `options` may be NULL. */
EG_API eg_status eg_devices_text(eg_context *context, const eg_devices_options *options, char **text);

/* ---- files */

/* Describes any file or folder that a run writes or reads, by its content. It knows meshes of Gmsh,
 * snapshots and their index, the folder of a run, summaries, lists of files, logs and checkpoints. It also
 * knows rasters, tables (.csv), seismograms (SAC, SEG-Y), pictures and case files (.yaml). EG_MESH,
 * EG_CASE, EG_CHECKPOINT or EG_INPUT if the file is damaged. EG_INPUT, with the list of known kinds, if it
 * is none of them. */
EG_API eg_status eg_info_text(eg_context *context, const char *path, char **text);
/* The same of a mesh, snapshot, run, raster, table or case as JSON: docs/info.schema.json. EG_USAGE for another kind
 * of file. */
EG_API eg_status eg_info_json(eg_context *context, const char *path, char **text);

/* The first lines of `eagre run`: title, model, mesh, device, precision, folder. */
EG_API eg_status eg_run_heading(const eg_run *run, char **text);

typedef enum eg_report_style {
    EG_REPORT_BRIEF, /* the last lines of `eagre run` */
    EG_REPORT_FULL,  /* all balances, the errors in time, the files */
    EG_REPORT_JSON   /* summary.json as it is */
} eg_report_style;

/* The report of the run in a folder with a summary.json. EG_INPUT if there is none. */
EG_API eg_status eg_report_text(eg_context *context, const char *folder, eg_report_style style, char **text);

/* Zero means default. */
typedef struct eg_page_options {
    size_t size;        /* sizeof of this struct */
    const char *folder; /* of the run. Required. */
    const char *output; /* NULL: FOLDER/report.html */
    /* A file of text in UTF-8, which stands above the fields: paragraphs between empty lines, "# " before a heading,
     * "- " before an item of a list. NULL: none */
    const char *text;
    const char
        *background; /* a raster, in grey below fields of the plane, where they show no water; NULL: none */
    const char
        *other; /* the folder of a second run, whose fields stand beside those of the first; NULL: none */
} eg_page_options;

/* Writes the page of a run: one HTML file of at most 20 MB that a browser opens without network, with case,
 * summary, curves and fields. The run may still be in progress; the page then has the results so far. *text is the
 * name of the file and a newline. EG_INPUT if the folder is not that of a run, if a file in it is damaged, for a text
 * of more than 1 MB, and for a raster that cannot be read; EG_IO. */
EG_API eg_status eg_page_write(eg_context *context, const eg_page_options *options, char **text);

/* Compares the folders of two runs, or two snapshots, bit by bit and reports the first difference. A
 * difference is not a failure. EG_INPUT if one cannot be read. */
EG_API eg_status eg_compare_text(eg_context *context, const char *a, const char *b, bool *equal, char **text);

/* Checks that the folder of a run is complete and undamaged. After the end of the run, every file in
 * files.json is compared with its checksum. Before, snapshots and tables are compared with the newest
 * checkpoint. Checkpoints are always read. *text names each file that is missing, truncated or damaged, and
 * the files that are on no list, which are not an error. *verdict is EG_OK if all files are intact,
 * EG_CHECKPOINT if a checkpoint is damaged, otherwise EG_IO. The call fails with EG_INPUT if the folder is
 * not that of a run. */
EG_API eg_status eg_verify_text(eg_context *context, const char *folder, eg_status *verdict, char **text);

/* ---- pictures */

/* Zero means default. */
typedef struct eg_picture_options {
    size_t size; /* sizeof of this struct */
    /* A snapshot, an index or a run's folder; a mesh, raster, table or seismogram. Required. */
    const char *source;
    /* A field, by its norm where it has components, or a component: "velocity_x". NULL: depth if it exists,
     * otherwise the first field. For a table its columns: their name, or the start or end of the name. */
    const char *variable;
    /* A name that ends in .png, .pdf or .svg. NULL: SOURCE.png in the working directory, for a snapshot
     * SNAPSHOT-VARIABLE.png. */
    const char *output;
    bool has_range; /* low and high are given; otherwise they follow from the values */
    double low, high;
    bool has_time; /* the snapshot nearest to `time` (s) */
    double time;
    bool has_index; /* snapshot number `index` from 0; -1 is the last, which is the default */
    int64_t index;
    const char *normal; /* for hexahedra the normal of the slice: "x", "y" or "z"; NULL: "z" */
    bool has_at;        /* the slice lies at `at` (m), otherwise in the middle */
    double at;
    bool arrows;       /* of the field velocity; for hexahedra of the gradient */
    bool edges;        /* draws the cells' edges */
    int width, height; /* pixels, 100 to 16384; 0: chosen for the map */
    /* [contour_count] levels of contour lines through a snapshot's field; NULL: none */
    const double *contours;
    int contour_count;
    /* Pixels an inch, 20 to 2400: text and lines have a size in inches, so that more of them show the same
     * picture more finely. 0: 200, which a PNG does not tell. */
    double dpi;
    const char *title; /* above the picture; NULL: what it shows */
    /* "sequential", "water", "diverging", "earth", "grey"; NULL: what suits the field. Of maps alone, as what
     * follows. */
    const char *colors;
    bool has_above; /* only values above `above`, in SI units, have a colour */
    double above;
    bool has_window;      /* only this part is drawn: */
    double window[4];     /* m: from and to along the first axis, from and to along the second */
    bool above_is_length; /* `above` was given with a unit of length: EG_USAGE where values are none */
    /* Of SEG-Y: "colors", or "wiggles", a record section of curves down the page, filled where they are
     * positive, by offset; NULL: "colors". */
    const char *traces;
    /* The snapshot nearest to this date (ISO 8601), of a run with time.start, in place of `time`; NULL: none. */
    const char *date;
} eg_picture_options;

/* Draws a file: a snapshot as a map, hexahedra as a slice, a mesh with the sizes of its cells, a raster
 * with contours, a table or seismograms as curves. *text is the name of the file written, and a newline.
 * EG_USAGE, with the existing fields or the number of snapshots, for a wrong choice, or with the reason why
 * the file cannot be drawn. EG_INPUT, EG_IO. */
EG_API eg_status eg_picture_draw(eg_context *context, const eg_picture_options *options, char **text);

/* Draws all snapshots of a source one after the other, in one range of colours, as a movie: an animated PNG
 * where `output` ends in ".png", else what its ending says (".mp4", ".webm"), by the command ffmpeg.
 * options->output, has_time and has_index are not used. *text as above. EG_USAGE where ffmpeg is wanted and
 * not there, EG_INPUT, EG_IO. */
EG_API eg_status eg_picture_movie(eg_context *context, const eg_picture_options *options, const char *output,
                                  char **text);

/* Draws a field of options->source, the same of `other`, and `other` less the first, side by side; the first
 * two in one range of colours. options->output NULL: compare.png. *text as above. EG_USAGE where they are on
 * different meshes. */
EG_API eg_status eg_picture_compare(eg_context *context, const eg_picture_options *options, const char *other,
                                    char **text);

/* ---- for geographic information systems */

/* Zero means default. */
typedef struct eg_export_options {
    size_t size;        /* sizeof of this struct */
    const char *source; /* a snapshot, an index of snapshots, the folder of a run, or maxima.vtkhdf */
    /* The file to write. Its extension selects the format: .asc ESRI ASCII grid, .tif GeoTIFF,
     * .geojson outline, .nc UGRID with all snapshots, .py ParaView state. */
    const char *output;
    const char *variable; /* as in eg_picture_options */
    const char *like;     /* a raster whose pixels and projection are used; NULL: `pixel` */
    bool has_pixel, has_above, has_time, has_index;
    double pixel;     /* pixel size, m */
    double above;     /* for an outline: of the cells with values above this, in SI units */
    double time;      /* the snapshot nearest to this time, s */
    int64_t index;    /* snapshot number, from 0; -1 is the last */
    bool json;        /* *text is JSON, docs/export.schema.json, instead of the file's name */
    const char *date; /* as in eg_picture_options */
} eg_export_options;

/* Writes a field with one value per cell as a raster, or the outline of the cells above a value as polygons
 * with holes. A ParaView state works for fields of any kind. *text is the name of the file. EG_USAGE,
 * EG_INPUT, EG_IO. */
EG_API eg_status eg_export(eg_context *context, const eg_export_options *options, char **text);

/* Zero means default. */
typedef struct eg_mesh_options {
    size_t size;            /* sizeof of this struct */
    const char *area;       /* a raster (.asc, .tif), meshed where it has data, or polygons */
    const char *output;     /* the mesh file (.msh); region "all", boundary "edge" */
    double cell;            /* edge length, m; required */
    bool quadrangles;       /* squares whose centre is in the area, instead of triangles */
    const char *refine;     /* polygons whose attribute `size` is the edge length inside them, m */
    const char *breaklines; /* lines along which edges lie */
    const char *boundaries; /* shapes whose attribute `name` names boundaries on parts of the edge */
} eg_mesh_options;

/* Makes a mesh; triangles by the program gmsh. *text describes it. EG_USAGE, EG_INPUT, EG_IO; EG_MESH if gmsh
 * fails. */
EG_API eg_status eg_mesh_make(eg_context *context, const eg_mesh_options *options, char **text);

/* ---- the table of case keys */

/* JSON Schema of the case files of a model; NULL: of any model. EG_USAGE names the models. */
EG_API eg_status eg_schema_text(eg_context *context, const char *model, char **text);

/* Type, default, range, sentence and example of a key; NULL: the list of keys. EG_USAGE, with a
 * suggestion, for an unknown key. */
EG_API eg_status eg_explain_text(eg_context *context, const char *key, char **text);

/* A commented, complete case. EG_USAGE, with the existing names, for an unknown one. */
EG_API eg_status eg_template_text(eg_context *context, const char *name, char **text);

/* The name of the i-th template, and a sentence about it; static; NULL after the last. */
EG_API const char *eg_template_name(int i);
EG_API const char *eg_template_head(int i);

/* Every key that a setting takes, one per line. */
EG_API eg_status eg_keys_text(eg_context *context, char **text);

/* Errors or warnings, as eg_context_error() and the log have them, as a JSON array of objects: file, line and
 * column or the setting, the value that is meant, and the sentence; null: there is none. */
EG_API eg_status eg_messages_json(eg_context *context, const char *messages, char **json);

/* The reference page of the case file, in Markdown, with the keys of a model; NULL: of all. EG_USAGE names the models. */
EG_API eg_status eg_model_reference_text(eg_context *context, const char *model, char **text);
/* That of all models. */
EG_API eg_status eg_reference_text(eg_context *context, char **text);

/* Writes a text to a file that does not exist yet. EG_USAGE if it exists; EG_IO. */
EG_API eg_status eg_write_new_file(eg_context *context, const char *path, const char *text);

#ifdef __cplusplus
}
#endif
#endif
