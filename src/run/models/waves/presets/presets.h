/* presets: systems of matrices (physics/linear/matrices.h) in the place of a model's own, for materials whose
 * keys the own system does not know. Outputs, receivers, boundaries and sources of the model stay what they
 * are.
 *
 *     preset.c       a case that has such keys gets a model of its own; the terms of its matrices
 *     quality.c      quality factors: their keys and moduli
 *     attenuation.c  media with them, which remember, as matrices
 *     remembering.c  the same on forests, which need no matrices
 *     anisotropy.c   speeds that depend on direction
 *     matched.c      matched layers: boundaries {pml: WIDTH}
 *     layers.c       where these lie
 *
 * A preset names the keys that call it. Behind the check of the case it opens a system whose variables begin
 * with those of the model's own, puts the terms of the matrices, and closes it:
 *
 *   u_t + A u_x + B u_y = E u,  energy u . H u / 2
 *
 * A term is a place of the material, or a number where the place is -1. The preset's function makes the
 * material of the values of the keys, as that of the model's own system does (eg_waves_kind.material). */
#ifndef EG_RUN_WAVES_PRESETS_H
#define EG_RUN_WAVES_PRESETS_H

#include "physics/relaxation.h"
#include "run/models/waves/linear.h"

/* Keys of materials, NULL at the end or instead of all, of which one calls the preset; and what completes a
 * case of it, an eg_case_model.complete. */
struct eg_waves_preset {
    const char *name; /* "attenuation", in messages */
    const char *const *keys;
    const char *map;      /* a key of the case that calls it, too; NULL: there is none */
    const char *boundary; /* a key of boundaries that does; NULL: there is none */
    eg_status (*complete)(eg_case *loaded);
};

typedef enum eg_preset_matrix {
    EG_PRESET_A,
    EG_PRESET_B,
    EG_PRESET_E,
    EG_PRESET_ENERGY,
    EG_PRESET_MATRICES
} eg_preset_matrix;

/* One entry; of the energy, which is symmetric, the one on or below the diagonal. */
typedef struct eg_preset_term {
    eg_preset_matrix matrix;
    int row, column;
    int place; /* in the material; -1: the number */
    double number;
    bool minus; /* the opposite of the place */
} eg_preset_term;

/* A system that is being made, in the tree of its case. */
typedef struct eg_preset {
    eg_case *loaded;
    eg_given_model *model;
    int variables;
    eg_matrix_entry *matrix[EG_PRESET_MATRICES]; /* [variables][variables] */
} eg_preset;

/* Begins a system with the variables of the model's own and `memory` more, with so many places of a material,
 * all entries 0. EG_MEMORY. */
eg_status eg_preset_open(eg_case *loaded, int memory, int materials, eg_preset *preset);
void eg_preset_put(const eg_preset *preset, int count, const eg_preset_term *terms);
/* Ends it: the model solves this system, whose functions of speed and reaction, and places that follow from
 * others, may be set then. EG_MEMORY. */
eg_status eg_preset_close(eg_preset *preset);

/* ---- quality.c */
extern const char *const eg_quality_keys[]; /* that call attenuation */
typedef const char *eg_quality_material(const eg_waves_kind *kind, int way, const double *given,
                                        double *material);
/* Reads `attenuation` into the model of the case, whose material is of this function, and whose keys are
 * those of its lossless system with qp and qs behind. *relaxation is NULL where something is wrong, which is
 * told. EG_MEMORY. */
eg_status eg_quality_open(eg_case *loaded, eg_quality_material *material, const eg_relaxation **relaxation);
/* Of the values of these keys 1 / density, m3/kg, and moduli of P and S waves, Pa: the unrelaxed one and
 * those of the bodies, [1 + count]. NULL, or a sentence where there are none, as where a body would gain
 * energy when it swells: its bulk modulus is that of P waves less `swelling` times that of S waves. The
 * moduli of a fluid's S waves are 0. */
const char *eg_quality_elastic(const eg_waves_kind *kind, int way, const double *given, double swelling,
                               double *lightness, double *p, double *s);
/* The same of a system with one modulus. */
const char *eg_quality_one(const eg_waves_kind *kind, const double *given, double *lightness, double *moduli);

#endif
