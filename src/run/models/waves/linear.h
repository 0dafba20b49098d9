/* linear: systems whose matrices a case gives (docs/theory/linear.md).
 *
 *     linear.c        the model
 *     linear_keys.c   its keys
 *     linear_adapt.c  the model of one case: its variables are outputs, its parameters keys of materials
 *     linear_matrix.c the matrices, once their entries are checked; what boundaries reflect; whether it is
 *     hyperbolic */
#ifndef EG_RUN_WAVES_LINEAR_H
#define EG_RUN_WAVES_LINEAR_H

#include "run/models/waves/names.h"

/* The model of one case, in its tree: of a system that it gives, or of a preset (presets/presets.h). */
typedef struct eg_given_model {
    eg_model_kind base; /* the first member */
    eg_waves_kind kind;
    eg_linear_matrices matrices;
    int parameters;
} eg_given_model;

/* The rows of model linear, in which `*` stands for a variable or a parameter. */
extern const eg_case_part eg_system_keys, eg_parameter_keys, eg_named_keys;

static inline eg_given_model *eg_given_model_of(const eg_case *loaded)
{
    return (eg_given_model *)eg_case_model_of(loaded);
}

/* ---- linear_adapt.c: eg_case_model.adapt */
eg_status eg_linear_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted);

/* ---- linear_matrix.c: eg_case_model.complete; that of a case whose system was not taken */
eg_status eg_linear_refuse(eg_case *loaded);
eg_status eg_linear_complete(eg_case *loaded);
/* Reads what boundaries reflect into the matrices of the kind, whose user is the model. */
void eg_linear_open_reflections(eg_waves_model *model);
/* Whether E is implicit; EG_CASE where it cannot be, once the order is known. */
bool eg_linear_is_implicit(const eg_case *loaded);
eg_status eg_linear_check_reaction(const eg_waves_model *model);
/* ---- linear_energy.c: whether the energy can only fall, of this rank, then of all. EG_CASE, EG_INPUT where
 * the medium cannot be told. The second is collective. */
eg_status eg_linear_open_energy(eg_waves_model *model);
/* eg_model_steps.advise: where E has let the state grow. */
void eg_linear_advise(const eg_model *model, int64_t cell, double t, char *text, size_t room);
eg_status eg_linear_agree_energy(eg_waves_model *model);
/* Judges steps by the rotation of E. Collective; all agree. */
eg_status eg_linear_judge_steps(const eg_waves_model *model);

/* ---- linear_matrix.c */
/* Whether the system is hyperbolic in all own cells, and the waves of neighbours meet. Collective.
 * EG_CASE. */
eg_status eg_linear_check(eg_waves_model *model);

#endif
