/* Ensembles: one case with many settings, each a run in a folder of its own, and what they say together.
 *
 * The library knows the members, what is left to do of each, and makes table and maps of their results. It
 * runs none of them: the caller does, each in a process of its own, as `eagre ensemble` does with `eagre run`
 * and `eagre resume`. FOLDER holds
 *     runs/NAME/          the run of each member
 *     messages/NAME.txt   what its process has said, where it has said anything
 *     members.csv         a line for each member: settings, how it ended, figures of its summary
 *     exceedance.vtkhdf   the fraction of members above each level, cell by cell
 *     converge.csv, .png  of a series: errors and observed orders
 * A member is known by its case: what has been computed with another case is not mixed with this one. Changed
 * contents of meshes and tables that the case names are not noticed. */
#ifndef EAGRE_ENSEMBLE_H
#define EAGRE_ENSEMBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "eagre/context.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_ensemble eg_ensemble;

/* Zero means default. Members come from `table`, from `member_count`, or from `series`. */
typedef struct eg_ensemble_options {
    size_t size;           /* sizeof of this struct */
    const char *case_file; /* required */
    const char *output;    /* the folder; required, created */
    /* [setting_count] "KEY=VALUE" of all members; what the members say themselves comes after it */
    const char *const *settings;
    int setting_count;
    /* A table (.csv) of settings: its first line has keys of the case, and perhaps `name` and `weight`; each
     * further line is a member. Fields with the separator in them stand in quotes; an empty one leaves the
     * value of the case. */
    const char *table;
    /* [draw_count] "KEY=DISTRIBUTION UNIT", the unit may be missing; the distribution is uniform(LOW, HIGH),
     * normal(MEAN, DEVIATION), lognormal(MEDIAN, DEVIATION OF THE LOGARITHM) or triangular(LOW, MODE, HIGH).
     * A Latin hypercube: of N members each draws from another N-th part of the probability. */
    const char *const *draws;
    int draw_count;
    int64_t member_count; /* of draws without a table */
    int64_t seed;
    /* [series_count] "KEY=A,B,..." of members that are a series, and stand in this order; commas in brackets
     * or quotes do not separate. Several keys have equally many values. */
    const char *const *series;
    int series_count;
    /* [exceed_count] "VARIABLE=A,B,...": levels (SI units) of a variable of output.maxima; the prefix max_ may
     * be left out. */
    const char *const *exceed;
    int exceed_count;
    bool force; /* what was computed with another case, or is damaged, is computed anew */
    /* Devices that members run on, separated by commas; NULL: the GPUs of the machine, else the processor. */
    const char *device;
    int64_t jobs; /* members at a time; 0: one a GPU or processor */
    /* The text of the case, which case_file is then only the name of, and the folder that its file names belong
     * to; NULL: the text is that of case_file. */
    const char *case_text, *case_folder;
    bool strict; /* a member with verdicts counts as one that has broken a limit, whoever has run it */
} eg_ensemble_options;

/* Reads the members, checks the case of each, and looks at what is done already. All that is wrong with a
 * table comes at once: EG_INPUT or EG_CASE, with file, line and column. EG_USAGE for what contradicts itself,
 * where a member has been computed with another case, where the folder is that of a run, or where another
 * process works in it; EG_INPUT where files of a member are damaged. Maps of a call before are removed. The
 * folder is locked until eg_ensemble_destroy(), and until processes that the caller starts have ended. The
 * caller owns *ensemble. */
EG_API eg_status eg_ensemble_create(eg_context *context, const eg_ensemble_options *options,
                                    eg_ensemble **ensemble);
EG_API void eg_ensemble_destroy(eg_ensemble **ensemble);

typedef enum eg_member_state {
    EG_MEMBER_NEW,         /* nothing of it is there */
    EG_MEMBER_ANEW,        /* something is there that cannot be continued: run it, and overwrite that */
    EG_MEMBER_INTERRUPTED, /* it has a checkpoint: resume it */
    EG_MEMBER_ENDED        /* its run has ended: done, diverged, or with a limit that is broken */
} eg_member_state;

typedef struct eg_ensemble_member {
    const char *name, *folder;   /* of its run */
    const char *said;            /* the file for what its process says */
    const char *const *settings; /* [setting_count] "KEY=VALUE": those of all and its own */
    int setting_count;
    eg_member_state state;
} eg_ensemble_member;

EG_API int64_t eg_ensemble_count(const eg_ensemble *ensemble);
/* Describes member i, from 0. Texts are valid until the next call. EG_MEMORY. */
EG_API eg_status eg_ensemble_describe(eg_ensemble *ensemble, int64_t i, eg_ensemble_member *member);

/* How many members to run at a time, and the device of each of these places, from 0. */
EG_API int eg_ensemble_jobs(const eg_ensemble *ensemble);
EG_API const char *eg_ensemble_device(const eg_ensemble *ensemble, int job);

/* The process of member i has ended: with an exit code, or -1, by a signal. */
EG_API void eg_ensemble_tell(eg_ensemble *ensemble, int64_t i, int exit_code);

/* Writes members.csv and the maps, or table and picture of a series, from what there is in the folder. *text
 * is a report for people; release it with eg_release_text(). *exit_code is 0 if all members are done, 75 if
 * some are not computed yet, otherwise that of the first one which is not done. EG_IO, EG_INPUT; EG_MESH if
 * members that a map is made of have different cells. */
EG_API eg_status eg_ensemble_finish(eg_ensemble *ensemble, int *exit_code, char **text);

#ifdef __cplusplus
}
#endif
#endif
