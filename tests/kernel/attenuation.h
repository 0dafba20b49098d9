/* A medium that remembers, as a case gives it to its model: elastic, acoustic or SH waves with density, speeds and
 * quality factors, and the moduli that its mechanisms make. */
#ifndef EG_TEST_ATTENUATION_H
#define EG_TEST_ATTENUATION_H

#include "physics/relaxation.h"
#include "run/models/models.h"
#include "run/models/seismic/kind.h"

#include <complex.h>

#define PLANE "box: {size: [1, 1], cells: [2, 2]}"
#define FOREST_OF_PLANE PLANE ", forest: {level: 1}"
#define FOREST_OF_SPACE "box: {size: [1, 1, 1], cells: [2, 2, 2]}, forest: {level: 1}"

/* A case, and its system: density, speeds and quality factors. */
typedef struct medium {
    eg_context *context;
    eg_case *loaded;
    const eg_waves_kind *kind;
    double given[5], material[EG_LINEAR_MATERIALS];
} medium;

enum { SYSTEMS = 3 };
static const char *const models[SYSTEMS] = {"elastic", "acoustic", "sh"};
static const char *const keys[SYSTEMS] = {"vp: %.17g, vs: %.17g, qp: %.17g, qs: %.17g",
                                          "vp: %.17g, qp: %.17g", "vs: %.17g, qs: %.17g"};

/* mesh: what the case says of it. */
static inline medium open_medium(const char *mesh, int system, int mechanisms, double density,
                                 const double values[4])
{
    medium m = {.given = {density, values[0], values[1], values[2], values[3]}};
    char text[1024], of_medium[256];
    snprintf(of_medium, sizeof of_medium, keys[system], values[0], values[1], values[2], values[3]);
    int length = snprintf(text, sizeof text,
                          "title: t\nmodel: %s\nmesh: {%s}\n"
                          "attenuation: {mechanisms: %d, band: [0.5 Hz, 5 Hz], reference: 1.5 Hz}\n"
                          "materials: {all: {density: %.17g, %s}}\ntime: {end: 1 s}\n"
                          "boundaries: {left: wall, right: wall, bottom: wall, top: wall%s}\n",
                          models[system], mesh, mechanisms, density, of_medium,
                          strstr(mesh, "[1, 1, 1]") ? ", front: wall, back: wall" : "");
    assert_int_equal(eg_context_create(NULL, &m.context), EG_OK);
    if (eg_case_parse(m.context, eg_models, "medium.yaml", "", text, length, NULL, 0, &m.loaded) != EG_OK)
        fail_msg("%s", eg_context_error(m.context));
    m.kind = eg_model_kind_of(eg_case_model_of(m.loaded))->waves;
    assert_null(m.kind->material(m.kind, 0, m.given, m.material));
    return m;
}

static inline void close_medium(medium *m)
{
    eg_case_destroy(&m->loaded);
    eg_context_destroy(&m->context);
}

/* The unrelaxed modulus of waves of a speed, and its parts. */
static inline double unrelaxed(const medium *m, double speed, double q, double y[EG_RELAXATIONS])
{
    eg_relaxation_fit(m->kind->relaxation, q, y);
    return m->given[0] * speed * speed * eg_relaxation_unrelaxed(m->kind->relaxation, y);
}

/* M(w) for exp(-i w t). */
static inline double complex modulus_at(const medium *m, double most, const double *y, double complex w)
{
    const eg_relaxation *r = m->kind->relaxation;
    double complex sum = 1;
    for (int l = 0; l < r->count; l++)
        sum -= y[l] * r->frequency[l] / (r->frequency[l] - I * w);
    return most * sum;
}

#endif
