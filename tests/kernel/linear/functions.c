/* One table of functions.h: HEADER, SYSTEM, TABLE, DIM, RUSANOV and perhaps EG_F32 come from the build. */
#include "kernel/linear/functions.h"

#include "target/host.h"
#include "ader/faces.h"
#include HEADER

#define PUT(p) to->v##p = (real)from[p];
#define TAKE(p) to[p] = (double)from.v##p;

static void state_of(const double *from, phys_state *to)
{
    EACH_VAR(PUT)
}

static phys_material material_of(const double *from)
{
    phys_material material, *to = &material;
    EACH_MATERIAL(PUT)
    return material;
}

static phys_waves waves_of(const double *from)
{
    phys_waves waves, *to = &waves;
    EACH_TRACE(PUT)
    return waves;
}

static void take_state(phys_state from, double *to)
{
    EACH_VAR(TAKE)
}

static void take_waves(phys_waves from, double *to)
{
    EACH_TRACE(TAKE)
}

enum { AXIS_x, AXIS_y, AXIS_z };
#define NORMAL_OF(d) (real) n[AXIS_##d]

static void apply(const double *material, const double *along, double *out)
{
    phys_state u[3];
    for (int d = 0; d < DIM; d++)
        state_of(&along[d * VARS], &u[d]);
#define STATE_OF(d) u[AXIS_##d]
    take_state(phys_apply(material_of(material), DIRECTIONS(STATE_OF)), out);
}

static void trace(const double *n, const double *u, double *w)
{
    phys_state state;
    state_of(u, &state);
    take_waves(phys_trace(DIRECTIONS(NORMAL_OF), state), w);
}

static void ghost(const double *n, int kind, const double *w, double *beyond)
{
    take_waves(phys_ghost(DIRECTIONS(NORMAL_OF), kind, waves_of(w)), beyond);
}

static void across(const double *material, const double *from, const double *n, const double *wl,
                   const double *wr, double *flux)
{
    phys_face face, *to = &face;
    EACH_FACE_CONSTANT(PUT)
    take_state(phys_flux(material_of(material), face, DIRECTIONS(NORMAL_OF), waves_of(wl), waves_of(wr)),
               flux);
}

static double energy(const double *material, const double *u)
{
    phys_state state;
    state_of(u, &state);
    return phys_energy(material_of(material), state);
}

#ifdef TRACTION_s
static void tangents(const double *n, double *s, double *t)
{
    const phys_tangents e = phys_tangents_of(DIRECTIONS(NORMAL_OF));
    const real both[2][3] = {{e.sx, e.sy, e.sz}, {e.tx, e.ty, e.tz}};
    for (int d = 0; d < DIM; d++) {
        s[d] = (double)both[0][d];
        t[d] = (double)both[1][d];
    }
}
#endif

const point_functions TABLE = {
    .system = &SYSTEM,
    .flux = RUSANOV ? EG_FLUX_RUSANOV : EG_FLUX_UPWIND,
    .epsilon = sizeof(real) == 4 ? FLT_EPSILON : DBL_EPSILON,
    .dimensions = DIM,
    .variables = VARS,
    .materials = MATERIALS,
    .traces = TRACES,
    .face_constants = FACE_CONSTANTS,
    .apply = apply,
    .trace = trace,
    .ghost = ghost,
    .across = across,
    .energy = energy,
#ifdef TRACTION_s
    .tangents = tangents,
#endif
};
