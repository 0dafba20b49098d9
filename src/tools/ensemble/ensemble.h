/* Inside ensembles: members, and where they come from.
 *
 * Texts of members stand one after the other in a pool, each with its zero byte; a place in it is a number,
 * as the pool moves when it grows. */
#ifndef EG_TOOLS_ENSEMBLE_H
#define EG_TOOLS_ENSEMBLE_H

#include "eagre/ensemble.h"
#include "io/case/case.h"
#include "io/report/summary.h"
#include "io/snapshot/snapshot.h"

/* A key that members set, and where its values come from: a column of the table, or an option. */
typedef struct ensemble_key {
    char *name;   /* "materials.all.manning" */
    char *origin; /* of an option, "--draw ..."; NULL: the table */
    int column;   /* where its name stands in the head of the table, from 1 */
} ensemble_key;

/* A level of a variable. */
typedef struct ensemble_level {
    char *variable; /* "max_depth" */
    double value;
    eg_snapshot_field field; /* "max_depth_above_0_5" */
} ensemble_level;

typedef struct ensemble_device {
    char spec[64];
} ensemble_device;

struct eg_ensemble {
    eg_context *context;
    char *case_file, *case_text, *case_folder; /* the text may be NULL: that of the file */
    char *folder, *runs, *messages, *table;
    bool is_series, is_weighted, force, strict;
    const char **common; /* [commons] settings of all, owned */
    int commons;

    int keys;
    int64_t key_room;
    ensemble_key *key; /* [keys] */
    int64_t members;
    eg_text pool;
    int64_t head;           /* line of the table's head */
    int64_t *name;          /* [members] in the pool; NULL: numbers */
    int64_t *line;          /* [members] of the table; NULL without one */
    int64_t *value;         /* [members][keys] in the pool; -1: not given */
    int32_t *column;        /* [members][keys] where it stands in the line, from 1 */
    double *weight;         /* [members] */
    eg_member_state *state; /* [members] */
    uint64_t *hash;         /* [members] of the case */
    int *exit_code;         /* [members] of the process; NOT_RUN: there was none in this call */
    const char **setting;   /* [commons + keys] of the member that was described last */
    eg_text described, folder_of, said;

    int levels;
    int64_t level_room;
    ensemble_level *level; /* [levels] */

    int jobs, devices;
    ensemble_device *device; /* [devices] */
    int lock;                /* a file; -1: none */
};

enum { ENSEMBLE_NOT_RUN = -2 };

/* Adds a text to the pool and gives its place; the status is that of the pool. */
int64_t ensemble_keep(eg_ensemble *ensemble, const char *text, int64_t length);
/* NULL: member i does not set the key. */
const char *ensemble_value(const eg_ensemble *ensemble, int64_t i, int key);
void ensemble_name(const eg_ensemble *ensemble, int64_t i, eg_text *name);

/* Adds a key whose values follow; the arrays of values have room for it afterwards. EG_USAGE where there is
 * one of that name. `origin` NULL: the table. */
eg_status ensemble_add_key(eg_ensemble *ensemble, const char *name, const char *origin, int column);

/* Members and their arrays. EG_MEMORY. */
eg_status ensemble_set_members(eg_ensemble *ensemble, int64_t members);

/* ---- table.c, draw.c, series.c: where members come from */
eg_status ensemble_read_table(eg_ensemble *ensemble, const char *path);
eg_status ensemble_draw(eg_ensemble *ensemble, const char *draw, int64_t seed);
eg_status ensemble_read_series(eg_ensemble *ensemble, const char *const *series, int count);
/* Calls `each` for the parts of "A,B,..." between commas that are not in brackets or quotes, without blanks
 * at their ends, until it fails. */
eg_status ensemble_split(const char *list, eg_status (*each)(void *user, const char *part, int64_t length),
                         void *user);

/* ---- draw.c */

typedef struct ensemble_distribution {
    int kind; /* of the list in draw.c */
    double parameter[3];
} ensemble_distribution;
/* Reads "normal(0.03, 0.005)", the text up to *end. False: it is none; *why then says what is wrong. */
bool ensemble_distribution_read(const char *text, ensemble_distribution *distribution, const char **end,
                                const char **why);
/* The value below which a variable of this distribution is with probability p, 0 < p < 1. */
double ensemble_quantile(const ensemble_distribution *distribution, double p);
/* The probabilities of a Latin hypercube along one key: p[members], each in an interval of its own of
 * 1 / members. */
void ensemble_strata(const char *key, int64_t seed, int64_t members, double *p);

/* ---- exceedance.c */
eg_status ensemble_read_levels(eg_ensemble *ensemble, const char *exceed);
/* Whether the case writes what the levels are of; EG_USAGE says how to make it. */
eg_status ensemble_check_levels(eg_ensemble *ensemble, const eg_case *loaded);
/* Removes the maps of a call before: they may be of other members. EG_IO. */
eg_status ensemble_remove_maps(const eg_ensemble *ensemble);
/* Writes the maps of the members that are done, and appends what they are to the report. */
eg_status ensemble_write_maps(eg_ensemble *ensemble, eg_text *report);

/* ---- rasters.c */
/* The ending of the rasters of largest values of a member that is done; NULL: it has none. */
eg_status ensemble_find_rasters(const eg_ensemble *ensemble, int64_t i, const char **ending);
/* Removes them. EG_IO. */
eg_status ensemble_remove_rasters(const eg_ensemble *ensemble);
/* The maps as rasters. EG_MESH where members have different pixels. */
eg_status ensemble_write_rasters(eg_ensemble *ensemble, const char *ending, eg_text *report);

/* ---- cases.c, states.c, devices.c */
/* Checks the case of each member, and finds its hash. All that is wrong with members is told with the place of
 * the setting: EG_CASE. */
eg_status ensemble_check_cases(eg_ensemble *ensemble);
/* Finds what is left to do of members. EG_USAGE where one was computed with another case, EG_INPUT where its
 * files are damaged, unless that is to be overwritten. */
eg_status ensemble_find_states(eg_ensemble *ensemble);
/* Notes that the run of a member has ended. */
void ensemble_note_end(eg_ensemble *ensemble, int64_t i);
/* Opens the summary of a member whose run has ended; *summary is NULL where it has not. The caller closes it. */
eg_status ensemble_open_summary(eg_ensemble *ensemble, int64_t i, eg_summary **summary);
/* How its run has ended; with `strict`, one with verdicts has broken a limit. */
eg_run_exit ensemble_exit_of(const eg_ensemble *ensemble, const eg_summary *summary);
/* Whether it has ended as it should: it counts in maps. */
eg_status ensemble_is_done(eg_ensemble *ensemble, int64_t i, bool *done);
/* "RUNS/NAME/FILE"; the caller frees it. */
eg_status ensemble_path(const eg_ensemble *ensemble, int64_t i, const char *file, char **path);
/* Jobs and devices. */
eg_status ensemble_find_devices(eg_ensemble *ensemble, const char *devices, int64_t jobs);

/* ---- members.c, converge.c */
/* Writes members.csv, and appends to the report how members ended. */
eg_status ensemble_write_members(eg_ensemble *ensemble, eg_text *report);
/* Writes errors and orders, and appends them to the report. */
eg_status ensemble_write_series(eg_ensemble *ensemble, eg_text *report);
/* Appends a field of a table: in quotes where it needs them. */
void ensemble_add_field(eg_text *table, const char *field);

#endif
