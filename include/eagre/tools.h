/* Tools around a run: devices, descriptions of files, pictures, comparison, reports, and the table of
 * case keys. The command is made of this and of run.h.
 *
 * Texts returned in a `char **text` belong to the caller, who frees them with eg_release_text(). They
 * end in a newline; *text is NULL after a failure. All calls of one context must come from one thread at a
 * time. */
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

/* The version, the compiler and its options, the versions of the libraries that were built in, and the table of
 * devices. */
EG_API eg_status eg_version_text(eg_context *context, char **text);

/* The candidate that `name` is most likely a misspelling of; NULL where none is near. */
EG_API const char *eg_nearest_name(const char *name, const char *const *candidates, int count);

/* Reads one finite decimal number that fills the text, in any locale. Returns false, and
 * leaves *value, for any other text. */
EG_API bool eg_read_number(const char *text, double *value);
EG_API bool eg_read_integer(const char *text, int64_t *value);

/* ---- devices */

/* Zero means default. */
typedef struct eg_devices_options {
    bool measure; /* copy bandwidth and multiply-add peak of each usable device: a second each */
    bool json;    /* a JSON array instead of a table */
} eg_devices_options;

/* Every device of this machine, usable or not, with the reason. `options` may be NULL. */
EG_API eg_status eg_devices_text(eg_context *context, const eg_devices_options *options,
                                 char **text);

/* ---- files */

/* Describes any file or folder that a run writes or reads, by its content. It knows meshes of Gmsh,
 * snapshots and their index, the folder of a run, summaries, lists of files, logs and checkpoints. It also
 * knows rasters, tables (.csv), seismograms (SAC, SEG-Y), pictures and case files (.yaml). EG_MESH,
 * EG_CASE, EG_CHECKPOINT or EG_INPUT where the file is damaged. EG_INPUT names the known kinds where it is
 * none of them. */
EG_API eg_status eg_info_text(eg_context *context, const char *path, char **text);

/* The first lines of `eagre run`: title, model, mesh, device, precision, folder. */
EG_API eg_status eg_run_heading(const eg_run *run, char **text);

typedef enum eg_report_style {
    EG_REPORT_BRIEF, /* the last lines of `eagre run` */
    EG_REPORT_FULL,  /* all balances, the errors in time, the files */
    EG_REPORT_JSON   /* summary.json as it is */
} eg_report_style;

/* The report of the run in a folder that holds summary.json. EG_INPUT where it does not. */
EG_API eg_status eg_report_text(eg_context *context, const char *folder, eg_report_style style,
                                char **text);

/* Writes the page of a run: one HTML file of at most 20 MB that a browser opens without network, with case, summary,
 * curves and fields. `output` NULL: FOLDER/report.html. The run may still go on: the page has what is there. *text is the
 * file that was written, and a newline. EG_INPUT where the folder is not that of a run, or a file in it is damaged; EG_IO. */
EG_API eg_status eg_report_page(eg_context *context, const char *folder, const char *output,
                                char **text);

/* Compares two runs' folders or two snapshots bit by bit and says where they first differ. A difference
 * is no failure. EG_INPUT where one cannot be read. */
EG_API eg_status eg_compare_text(eg_context *context, const char *a, const char *b, bool *equal,
                                 char **text);

/* Checks that the folder of a run is whole. After the end of the run, every file that files.json lists is
 * read and compared with its checksum. Before it, snapshots and tables are compared with the newest
 * checkpoint. Checkpoints are read in any case. *text names each file that is missing, truncated or
 * damaged, and files that no list names, which are no fault. *verdict is EG_OK where all is whole,
 * EG_CHECKPOINT where a checkpoint is damaged, else EG_IO. The call fails with EG_INPUT where the folder is
 * not that of a run. */
EG_API eg_status eg_verify_text(eg_context *context, const char *folder, eg_status *verdict,
                                char **text);

/* ---- pictures */

/* Zero means default. */
typedef struct eg_picture_options {
    /* A snapshot, an index or a run's folder; a mesh, raster, table or seismogram. Required. */
    const char *source;
    /* NULL: depth if it exists, else the first field. For a table its columns: their name, or its beginning
     * or end. */
    const char *variable;
    /* The PNG. NULL: SOURCE.png in the working directory, for a snapshot SNAPSHOT-VARIABLE.png. */
    const char *output;
    bool has_range; /* low and high are given; else they follow from the values */
    double low, high;
    bool has_time; /* the snapshot nearest to `time` (s) */
    double time;
    bool has_index; /* snapshot number `index` from 0; -1 is the last, which is the default */
    int64_t index;
    const char *normal; /* for hexahedra the normal of the slice: "x", "y" or "z"; NULL: "z" */
    bool has_at;        /* the slice lies at `at` (m), else in the middle */
    double at;
    bool arrows;       /* of the field velocity; for hexahedra of the gradient */
    bool edges;        /* draws the cells' edges */
    int width, height; /* pixels; 0: chosen for the map */
    const double *
        contours; /* [contour_count] levels of contour lines through a snapshot's field; NULL: none */
    int contour_count;
} eg_picture_options;

/* Draws a file: a snapshot as a map, hexahedra as a slice, a mesh with the sizes of its cells, a raster
 * with contours, a table or seismograms as curves. *text is the file that was written, and a newline.
 * EG_USAGE names the existing fields or the number of snapshots, or says why a file cannot be drawn.
 * Further failures: EG_INPUT, EG_IO. */
EG_API eg_status eg_picture_draw(eg_context *context, const eg_picture_options *options,
                                 char **text);

/* Draws all snapshots of a source one after the other, in one range of colours, as a movie: an animated PNG where `output`
 * ends in ".png", else what its ending says (".mp4", ".webm"), by the command ffmpeg. options->output, has_time and
 * has_index are not used. *text as above. EG_USAGE where ffmpeg is wanted and not there, EG_INPUT, EG_IO. */
EG_API eg_status eg_picture_movie(eg_context *context, const eg_picture_options *options,
                                  const char *output, char **text);

/* Draws a field of options->source, the same of `other`, and `other` less the first, side by side; the first two in one
 * range of colours. options->output NULL: compare.png. *text as above. EG_USAGE where they are on different meshes. */
EG_API eg_status eg_picture_compare(eg_context *context, const eg_picture_options *options,
                                    const char *other, char **text);

/* ---- for geographic information systems */

/* Zero means default. */
typedef struct eg_export_options {
    const char *source; /* a snapshot, an index of them, a folder of a run, or largest values */
    const char *
        output; /* ".asc" an ESRI ASCII grid, ".tif" a GeoTIFF, ".geojson" an outline, ".nc" UGRID of all snapshots, ".py" a state of ParaView */
    const char *variable; /* as of pictures */
    const char *like;     /* a raster, whose squares and projection are taken */
    bool has_pixel, has_above, has_time, has_index;
    double pixel; /* side of the squares, m */
    double above; /* the outline is that of cells with a value above it */
    double time;
    int64_t index;
} eg_export_options;

/* Writes a field of one value a cell as a raster, or the outline of the cells above a value as polygons with holes. A state
 * of ParaView takes fields of any kind. The text is the name of the file. EG_USAGE, EG_INPUT, EG_IO. */
EG_API eg_status eg_export(eg_context *context, const eg_export_options *options, char **text);

/* Zero means default. */
typedef struct eg_mesh_options {
    const char *area;   /* a raster (.asc, .tif), whose data say where the mesh is, or polygons */
    const char *output; /* of Gmsh (.msh); region "all", boundary "edge" */
    double cell;        /* length of edges, m; required */
    bool quadrangles;   /* squares whose middle is in the area, instead of triangles */
    const char *refine; /* polygons whose attribute `size` is the length of edges there, m */
    const char *breaklines; /* lines that edges follow */
} eg_mesh_options;

/* Makes a mesh; triangles by the command gmsh. *text describes it. EG_USAGE, EG_INPUT, EG_MESH where gmsh fails, EG_IO. */
EG_API eg_status eg_mesh_make(eg_context *context, const eg_mesh_options *options, char **text);

/* ---- the table of case keys */

/* JSON Schema of the case files of a model; NULL: of any model. EG_USAGE names the models. */
EG_API eg_status eg_schema_text(eg_context *context, const char *model, char **text);

/* Type, default, range, sentence and example of a key; NULL: the list of keys. EG_USAGE with a
 * suggestion for an unknown key. */
EG_API eg_status eg_explain_text(eg_context *context, const char *key, char **text);

/* A commented, complete case. EG_USAGE with the existing names for an unknown one. */
EG_API eg_status eg_template_text(eg_context *context, const char *name, char **text);

/* The name of the i-th template, and a sentence about it; static; NULL after the last. */
EG_API const char *eg_template_name(int i);
EG_API const char *eg_template_head(int i);

/* Every key that a setting takes, one a line. */
EG_API eg_status eg_keys_text(eg_context *context, char **text);

/* The reference page of the case file, in Markdown. */
EG_API eg_status eg_reference_text(eg_context *context, char **text);

/* Writes a text to a file that does not exist yet. EG_USAGE where it does, EG_IO. */
EG_API eg_status eg_write_new_file(eg_context *context, const char *path, const char *text);

#ifdef __cplusplus
}
#endif
#endif
