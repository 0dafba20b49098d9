/* kind: what sets one system of linear waves apart. This room has what reads and writes points of waves, for
 * every scheme:
 *
 *     point_keys   the keys of sources and receivers
 *     sources, source_table, source_cmt, source_functions, mechanism  the list of sources
 *     stations     the list of receivers
 *     receivers    their samples, while a run goes on
 *     components, seismograms  values and files of them
 *     shots        runs one after the other, and where they take points
 *     need         memory of samples */
#ifndef EG_RUN_SEISMIC_KIND_H
#define EG_RUN_SEISMIC_KIND_H

#include "physics/linear/matrices.h"
#include "physics/relaxation.h"
#include "run/model.h"
#include "scheme/ader/ader.h"

/* Keys of a material at most, and ways to give one. */
enum { EG_WAVES_KEYS = 24, EG_WAVES_WAYS = 3 };

/* Of run/models/waves: what takes the place of a model's system where a case's materials ask for more. */
typedef struct eg_waves_preset eg_waves_preset;

/* What sets one system apart. */
typedef struct eg_waves_kind eg_waves_kind;
struct eg_waves_kind {
    const eg_linear *system;
    /* One output from the variables of a point. */
    void (*evaluate)(int output, const double *u, double *value);
    /* what each of the model's maxima is the largest of, EG_ADER_MAXIMA at most */
    const eg_ader_maximum *maximum_of;
    /* The keys of a material in the case, those that may stand instead of them, and how many there are; of the last
     * ones, which may be left out, the values that they have then. */
    const char *key[EG_WAVES_WAYS][EG_WAVES_KEYS];
    int keys, optional;
    double otherwise[EG_WAVES_KEYS]; /* [optional] */
    /* The values of those keys -> the material of the system; a sentence where they are impossible. */
    const char *(*material)(const eg_waves_kind *kind, int way, const double *given, double *material);
    bool conserves; /* the first variable is conserved: mass_error; else energy_growth */
    const eg_waves_preset *const *presets; /* NULL at the end */
    const eg_waves_kind *own;              /* of a preset: what the model is without it */
    const eg_relaxation *relaxation;       /* of a medium that remembers; else NULL */
    /* Of matched layers: where the material has their damping along x and y, and the shift; 0: there are none. */
    int matched;
    eg_linear_matrices *matrices; /* of a preset, or of a system that the case gives */
    /* Of the second, whose variables and keys mean nothing to judges: the expression of each place of the material, of
     * the values of the keys. */
    bool given;
    const eg_node *entry[EG_LINEAR_MATERIALS];
    const char *entry_fault[EG_LINEAR_MATERIALS]; /* what is told where it is not finite */
};

#endif
