/* What stands around a run: devices, files described, pictures, comparison, reports, and what the
 * table of case keys tells. The command is made of this and of run.h.
 *
 * Texts that come back in a `char **text` belong to the caller, who frees them with
 * eg_release_text(); they end in a newline and are *text = NULL after a failure. All calls belong
 * to one thread at a time for each context. */
#ifndef EAGRE_TOOLS_H
#define EAGRE_TOOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/context.h"
#include "eagre/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Frees a text given out by the calls below and sets *text to NULL; NULL is fine. */
EG_API void eg_release_text(eg_context *context, char **text);

/* "0.1.0"; static. */
EG_API const char *eg_version(void);

/* The candidate that `name` is most likely a misspelling of; NULL where none is near. */
EG_API const char *eg_nearest_name(const char *name, const char *const *candidates, int count);

/* Reads one finite decimal number that fills the text, in any locale. False, leaving *value, where
 * it is none. */
EG_API bool eg_read_number(const char *text, double *value);
EG_API bool eg_read_integer(const char *text, int64_t *value);

/* ---- devices */

/* Zero means default. */
typedef struct eg_devices_options {
    bool measure; /* copy bandwidth and multiply-add peak of each usable device: a second each */
    bool json;    /* a JSON array instead of a table */
} eg_devices_options;

/* Every device of this machine, usable or not and why. `options` may be NULL. */
EG_API eg_status eg_devices_text(eg_context *context, const eg_devices_options *options,
                                 char **text);

/* ---- files */

/* Describes a file or folder by its content, whatever a run writes or reads: a Gmsh mesh, a snapshot or an
 * index of them, a run's folder, a summary, a list of files, a log, a checkpoint, a raster, a table (.csv), a
 * seismogram (SAC, SEG-Y), a picture, a case file (.yaml). EG_MESH, EG_CASE, EG_CHECKPOINT or EG_INPUT where
 * it is damaged; EG_INPUT names the kinds that are known where it is none of them. */
EG_API eg_status eg_info_text(eg_context *context, const char *path, char **text);

/* What `eagre run` begins with, in a few lines: title, model, mesh, device, precision, folder. */
EG_API eg_status eg_run_heading(const eg_run *run, char **text);

typedef enum eg_report_style {
    EG_REPORT_BRIEF, /* what `eagre run` ends with */
    EG_REPORT_FULL,  /* all balances, the course of the errors, the files */
    EG_REPORT_JSON   /* summary.json as it is */
} eg_report_style;

/* The report of the run in a folder that holds summary.json. EG_INPUT where there is none. */
EG_API eg_status eg_report_text(eg_context *context, const char *folder, eg_report_style style,
                                char **text);

/* Compares two runs' folders or two snapshots bit by bit and says where they first differ. Being
 * different is no failure. EG_INPUT where one cannot be read. */
EG_API eg_status eg_compare_text(eg_context *context, const char *a, const char *b, bool *equal,
                                 char **text);

/* Proves the folder of a run whole. Where the run has ended, every file that files.json lists is read and
 * compared with its checksum; where it has not, snapshots are, and tables against the newest checkpoint.
 * Checkpoints are read in any case. *text names each file that is missing, cut short or damaged, and those
 * that are nobody's, which are no fault. *verdict is EG_OK where all is whole, EG_CHECKPOINT where a
 * checkpoint is damaged, else EG_IO. The call itself fails with EG_INPUT where the folder is none of a run. */
EG_API eg_status eg_verify_text(eg_context *context, const char *folder, eg_status *verdict,
                                char **text);

/* ---- pictures */

/* Zero means default. */
typedef struct eg_picture_options {
    const char *
        source; /* a snapshot, an index or a run's folder; a mesh, raster, table or seismogram; required */
    const char *
        variable; /* NULL: depth where there is one, else the first field. Of a table columns: their name, or what
                             it begins or ends with */
    const char *
        output; /* the PNG; NULL: SOURCE.png in the working directory, of a snapshot SNAPSHOT-VARIABLE.png */
    bool has_range; /* low and high are given; else from the values */
    double low, high;
    bool has_time; /* the snapshot nearest to `time` (s) */
    double time;
    bool has_index; /* snapshot number `index` from 0; -1 is the last, which is the default */
    int64_t index;
    const char *normal; /* of hexahedra: "x", "y" or "z", which the slice is across; NULL: "z" */
    bool has_at;        /* it lies at `at` (m), else in the middle */
    double at;
    bool arrows;       /* of the field velocity; of hexahedra the gradient */
    bool edges;        /* the cells' edges */
    int width, height; /* pixels; 0: as suits the map */
} eg_picture_options;

/* Draws a file: a snapshot as a map, hexahedra as a slice, a mesh with the sizes of its cells, a raster with
 * contours, a table or seismograms as curves. *text is the file that was written, and a newline. EG_USAGE
 * names the fields, or the number of snapshots that there are, or tells why there is no picture of a file;
 * EG_INPUT, EG_IO. */
EG_API eg_status eg_picture_draw(eg_context *context, const eg_picture_options *options,
                                 char **text);

/* ---- the table of case keys */

/* JSON Schema of the case files of a model; NULL: of any model. EG_USAGE names the models. */
EG_API eg_status eg_schema_text(eg_context *context, const char *model, char **text);

/* Type, default, range, sentence and example of a key; NULL: the list of keys. EG_USAGE with a
 * suggestion where there is none. */
EG_API eg_status eg_explain_text(eg_context *context, const char *key, char **text);

/* A commented, complete case. EG_USAGE with the names there are. */
EG_API eg_status eg_template_text(eg_context *context, const char *name, char **text);

/* The name of the i-th template, and what it shows, a sentence; static; NULL behind the last. */
EG_API const char *eg_template_name(int i);
EG_API const char *eg_template_head(int i);

/* Every key that a setting takes, one a line. */
EG_API eg_status eg_keys_text(eg_context *context, char **text);

/* The reference page of the case file, in Markdown. */
EG_API eg_status eg_reference_text(eg_context *context, char **text);

/* Writes a text to a file that is not there yet. EG_USAGE where it is, EG_IO. */
EG_API eg_status eg_write_new_file(eg_context *context, const char *path, const char *text);

#ifdef __cplusplus
}
#endif
#endif
