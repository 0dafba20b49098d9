/* linear waves as models of a run: advection, acoustic, elastic, by ADER-DG (scheme/ader).
 *
 *     model.c      the tables of functions; bench
 *     create.c     from the case to a solver
 *     medium.c     materials and initial state at any point
 *     outputs.c    what can be shown of each system
 *     balance.c    what balance.csv and the summary tell */
#ifndef EG_RUN_WAVES_INTERNAL_H
#define EG_RUN_WAVES_INTERNAL_H

#include "run/model.h"
#include "run/plane.h"
#include "scheme/ader/ader.h"

typedef struct eg_waves_model eg_waves_model;

/* What sets one system apart. */
typedef struct eg_waves_kind {
    const eg_linear *system;
    const eg_output *outputs;
    int output_count;
    /* One output from the variables of a point. */
    void (*evaluate)(int output, const double *u, double *value);
    /* The keys of a material in the case, those that may stand instead of them, and how many there are. */
    const char *key[2][3];
    int keys;
    /* The values of those keys -> the material of the system; a sentence where they are impossible. */
    const char *(*material)(int way, const double *given, double *material);
    const char
        *initial[2]; /* keys of the initial state in the order of the variables; NULL: one only */
    int components[2];
    int picture_vectors; /* output whose arrows a picture may show; -1: none */
    bool conserves;      /* the first variable is conserved: mass_error; else energy_growth */
} eg_waves_kind;

extern const eg_waves_kind eg_waves_advection, eg_waves_acoustic, eg_waves_elastic;

/* The medium of one region: planes for each key, or its values where all are constant. */
typedef struct eg_waves_medium {
    int way; /* which of the two sets of keys */
    eg_plane plane[3];
    const eg_node *node[3]; /* components of a vector: no planes */
    bool constant;
    double material[EG_LINEAR_MATERIALS];
} eg_waves_medium;

struct eg_waves_model {
    eg_model base;
    eg_setup setup;
    const eg_waves_kind *kind;
    int order;
    eg_waves_medium *medium; /* [regions]; NULL in a bench */
    const eg_node *initial[EG_LINEAR_VARIABLES];
    bool initial_constant;
    double initial_value[EG_LINEAR_VARIABLES];
    eg_linear_boundary *boundaries; /* [mesh->boundaries] */
    eg_ader *ader;
    bool closed; /* nothing can leave */
    double energy, energy_most, growth, amount, amount_first, amount_most, mass_error;
};

static inline eg_waves_model *eg_waves_of(eg_model *model)
{
    return (eg_waves_model *)model;
}
static inline const eg_waves_model *eg_waves_const(const eg_model *model)
{
    return (const eg_waves_model *)model;
}

/* ---- create.c */
eg_status eg_waves_create(const eg_setup *setup, const eg_model_class *class,
                          const eg_waves_kind *kind, eg_model **model);
eg_status eg_waves_create_bench(const eg_setup *setup, const eg_bench_options *options,
                                const eg_model_class *class, const eg_waves_kind *kind,
                                eg_model **model);
void eg_waves_destroy(eg_model **model);

/* ---- medium.c */
eg_status eg_waves_open_medium(eg_waves_model *model);
void eg_waves_close_medium(eg_waves_model *model);
eg_ader_values eg_waves_material_at, eg_waves_initial_at; /* the user is the model */

/* ---- balance.c */
void eg_waves_balance_names(const eg_model *model, eg_text *names);
eg_status eg_waves_balance(eg_model *model, const eg_moment *now, double *values);
double eg_waves_drift(const eg_model *model);
eg_status eg_waves_summarise(const eg_model *model, eg_summary *summary);

#endif
