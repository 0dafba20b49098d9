/* The state of an inflow, split at the boundary into a wave that enters and one that would leave, which is
 * lost: by the traction T on the face, the velocity v and the impedance Z = rho c of the medium there they are
 * (T + Z v) / 2 and (T - Z v) / 2, of P and of S waves. */
#include "run/models/waves/internal.h"

#include <stdio.h>

#include "mesh/plane/side.h"
#include "run/judge/verdicts.h"

/* Of the energy that enters, what would leave at the same face: a wave that comes straight in has none, one
 * that comes at an angle, whose state varies along the boundary, more. */
static const double STRAIGHT_MOST = 0.1, OBLIQUE_MOST = 0.5;

/* Values of the state in all; moments at a face. */
enum { STATES = 1 << 16, MOMENTS_LEAST = 64, MOMENTS_MOST = 4096 };

/* Twice the energies through faces; the least of both at each face; those of the traction and of the velocity
 * alone. */
typedef struct crossing {
    double in, out, both, traction, velocity;
} crossing;

typedef struct entering_face {
    int boundary, waves;
    double normal[2], impedance[2]; /* outward; of P and S waves, or of the only ones */
    crossing crosses;
} entering_face;

/* ---- one state */

/* Of the first `waves` waves: traction and velocity along the normal and across. */
static void take_traction(const eg_linear *system, const double n[2], const double *u, double t[2],
                          double v[2])
{
    if (system->source.explosions < 0) {
        t[0] = -u[0];
        v[0] = u[1] * n[0] + u[2] * n[1];
    } else if (system->source.moments == 2) {
        t[0] = u[0] * n[0] + u[1] * n[1];
        v[0] = u[2];
    } else {
        const double x = u[0] * n[0] + u[2] * n[1], y = u[2] * n[0] + u[1] * n[1];
        t[0] = x * n[0] + y * n[1];
        t[1] = y * n[0] - x * n[1];
        v[0] = u[3] * n[0] + u[4] * n[1];
        v[1] = u[4] * n[0] - u[3] * n[1];
    }
}

static void add_state(const eg_linear *system, entering_face *face, const double *u)
{
    double t[2], v[2];
    crossing *c = &face->crosses;
    take_traction(system, face->normal, u, t, v);
    for (int w = 0; w < face->waves; w++) {
        double z = face->impedance[w], in = t[w] + z * v[w], out = t[w] - z * v[w];
        c->in += z > 0 ? in * in / z : 0;
        c->out += z > 0 ? out * out / z : 0;
        c->traction += z > 0 ? t[w] * t[w] / z : 0;
        c->velocity += z * v[w] * v[w];
    }
}

/* ---- faces */

static eg_status open_face(const eg_waves_model *model, int64_t f, entering_face *face)
{
    const eg_plane *mesh = model->setup.mesh;
    int32_t cell = mesh->face_cell[f][0];
    double material[EG_LINEAR_MATERIALS], length;
    bool elastic = eg_waves_is_elastic(model->kind);
    *face = (entering_face){.boundary = mesh->face_boundary[f], .waves = elastic ? 2 : 1};
    eg_plane_frame(mesh, f, face->normal, &length);
    EG_TRY(eg_waves_region_at(&model->regions, cell, mesh->base.centroid[cell], material));
    face->impedance[0] = sqrt(material[0] / material[elastic ? 3 : 1]);
    face->impedance[1] = elastic ? sqrt(material[2] / material[3]) : 0;
    return EG_OK;
}

static eg_status measure_face(const eg_waves_model *model, int64_t f, int moments, entering_face *face)
{
    const eg_plane *mesh = model->setup.mesh;
    const double *from = mesh->x[mesh->face_vertex[f][0]], *to = mesh->x[mesh->face_vertex[f][1]];
    double end = eg_case_real(model->setup.loaded, "time.end", 0), u[EG_LINEAR_VARIABLES];
    const eg_node *node[EG_LINEAR_VARIABLES];
    EG_TRY(open_face(model, f, face));
    int count = eg_waves_inflow_of(model, face->boundary, node);
    for (int i = 0; i <= moments; i++) {
        const double place[4] = {0.5 * (from[0] + to[0]), 0.5 * (from[1] + to[1]), end * i / moments};
        for (int v = 0; v < count; v++)
            u[v] = eg_expression_eval(eg_node_expression(node[v]), place);
        add_state(model->kind->system, face, u);
    }
    crossing *c = &face->crosses;
    double length = eg_waves_apart(2, from, to), *energy[] = {&c->in, &c->out, &c->traction, &c->velocity};
    for (int k = 0; k < 4; k++)
        *energy[k] = isfinite(*energy[k]) ? *energy[k] * length : 0;
    c->both = fmin(c->in, c->out);
    return EG_OK;
}

static bool is_own_inflow(const eg_waves_model *model, int64_t f)
{
    const eg_plane *mesh = model->setup.mesh;
    int b = mesh->face_boundary[f];
    return b >= 0 && model->boundaries[b] == EG_LINEAR_INFLOW && mesh->face_cell[f][0] < mesh->base.own;
}

/* Of all ranks: the sums, and the face at which most would leave. */
static eg_status measure_inflow(const eg_waves_model *model, crossing *all, entering_face *worst)
{
    const eg_comm *comm = model->setup.comm;
    double faces = 0, *sums[] = {&all->in, &all->out, &all->both, &all->traction, &all->velocity};
    eg_status status = EG_OK;
    *all = (crossing){0};
    *worst = (entering_face){.crosses.out = -1};
    for (int64_t f = 0; f < model->setup.mesh->faces; f++)
        faces += is_own_inflow(model, f);
    faces = eg_comm_sum_chunks(comm, &faces, 1);
    int moments = (int)fmin(MOMENTS_MOST, fmax(MOMENTS_LEAST, STATES / fmax(faces, 1)));
    for (int64_t f = 0; f < model->setup.mesh->faces && status == EG_OK; f++) {
        entering_face face;
        if (!is_own_inflow(model, f))
            continue;
        status = measure_face(model, f, moments, &face);
        if (status != EG_OK)
            break;
        const crossing *c = &face.crosses;
        *all = (crossing){all->in + c->in, all->out + c->out, all->both + c->both,
                          all->traction + c->traction, all->velocity + c->velocity};
        *worst = c->out > worst->crosses.out ? face : *worst;
    }
    EG_TRY(eg_comm_agree(comm, status));
    for (int k = 0; k < 5; k++)
        *sums[k] = eg_comm_sum_chunks(comm, sums[k], 1);
    eg_verdict_worst(model->setup.run, worst->crosses.out, worst, sizeof *worst);
    return EG_OK;
}

/* ---- what is said */

/* Whether a state varies along its boundary. */
static bool varies_along(const eg_waves_model *model)
{
    const eg_node *node[EG_LINEAR_VARIABLES];
    bool varies = false;
    for (int b = 0; b < model->setup.cells->boundaries.count; b++) {
        int count = eg_waves_inflow_of(model, b, node);
        for (int v = 0; v < count; v++)
            varies = varies || eg_expression_uses(eg_node_expression(node[v]), 0) ||
                     eg_expression_uses(eg_node_expression(node[v]), 1);
    }
    return varies;
}

/* What a wave that enters at a face has. */
static void describe_entering(const eg_waves_model *model, const entering_face *face, char *text, size_t room)
{
    double z = face->impedance[0], sign = face->normal[0] + face->normal[1] < 0 ? -1 : 1;
    if (model->kind->system->source.explosions < 0)
        snprintf(text, room, "a pressure of %.6g (density times vp) times the velocity into the mesh", z);
    else if (face->waves == 1)
        snprintf(text, room, "a stress of %+.6g (density times vs) times the velocity", sign * z);
    else
        snprintf(
            text, room,
            "a stress of %+.6g (density times vp) times the velocity along the normal, and a shear stress "
            "of %+.6g (density times vs) times that across",
            sign * z, sign * face->impedance[1]);
}

eg_status eg_waves_judge_entering(const eg_waves_model *model)
{
    const eg_case *loaded = model->setup.loaded;
    entering_face worst;
    crossing all;
    char whole[256];
    if (!model->inflow.data || model->kind->conserves || !eg_waves_is_plain(model->kind) ||
        model->setup.restoring || eg_case_find(loaded, "exact") || !model->initial.constant ||
        eg_case_find(loaded, "initial.from"))
        return EG_OK; /* a state that is there already may leave */
    for (int v = 0; v < model->initial.told; v++)
        if (model->initial.value[v] != 0)
            return EG_OK;
    EG_TRY(measure_inflow(model, &all, &worst));
    double most = varies_along(model) ? OBLIQUE_MOST : STRAIGHT_MOST;
    bool nothing = all.in < STRAIGHT_MOST * all.out;
    if (!(all.out > 0) || (!nothing && all.both <= most * all.in))
        return EG_OK;
    double part = 0.5 * sqrt(all.in / fmax(all.traction, all.velocity)), lost = all.out / (all.in + all.out);
    const eg_node *inflow =
        eg_node_child(eg_names_boundary(model->setup.loaded, model->setup.cells, worst.boundary), "inflow");
    describe_entering(model, &worst, whole, sizeof whole);
    return eg_verdict_say(
        model->setup.run, inflow, "inflow-part", lost, most / (1 + most),
        "%.3g %% of the energy of the state that %s gives is a wave that would leave, and is "
        "lost; %.2g of its amplitude enters. A whole wave has, at this side, %s",
        100 * lost, eg_node_name(inflow), part < 1e-9 ? 0 : part, whole);
}
