/* A conductivity that jumps within elements: it is taken at nodes, so that the jump lies anywhere between two
 * of them. */
#include "run/models/elliptic/elliptic.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <string.h>

/* Largest over least value in an element. */
static const double JUMP_MOST = 2;
/* A jump, or what rises as steeply, has this part of its logarithm within 2^-HALVINGS of two nodes'
 * distance. */
static const double JUMP_PART = 0.5;
enum { HALVINGS = 3 };

typedef struct jump {
    double ratio, x[3], size; /* m: of the element, the cube root of its volume */
} jump;

typedef struct jumps {
    const eg_elliptic *p;
    const eg_sem *known; /* whose kappa it is; NULL: of another time */
    jump *worst;         /* [parts] */
} jumps;

/* Two nodes that are next to each other, and the component that differs most between them. */
typedef struct neighbours {
    int at[2], component;
    double ratio; /* as a logarithm */
} neighbours;

static neighbours find_neighbours(const eg_sem_element_geometry *geometry, int components,
                                  const double *values)
{
    neighbours most = {.ratio = 0};
    for (int axis = 0, stride = 1; axis < 3; axis++, stride *= geometry->side)
        for (int i = 0; i < geometry->volume; i++)
            for (int c = 0; i / stride % geometry->side + 1 < geometry->side && c < components; c++) {
                double ratio = fabs(log(values[(i + stride) * components + c] / values[i * components + c]));
                if (isfinite(ratio) && ratio > most.ratio) /* off the diagonal there is any number */
                    most = (neighbours){.at = {i, i + stride}, .component = c, .ratio = ratio};
            }
    return most;
}

/* Halves the way between them where the values differ more. */
static eg_status find_steepness(const eg_elliptic *p, const eg_sem_element_geometry *geometry,
                                int64_t element, const double *values, bool *is_steep)
{
    int components = p->kappa.components;
    neighbours n = find_neighbours(geometry, components, values);
    double x[2][3], end[2], middle[1][3], value[6], left = n.ratio;
    for (int e = 0; e < 2; e++) {
        memcpy(x[e], geometry->x[n.at[e]], sizeof x[e]);
        end[e] = values[n.at[e] * components + n.component];
    }
    for (int i = 0; i < HALVINGS; i++) {
        for (int d = 0; d < 3; d++)
            middle[0][d] = 0.5 * (x[0][d] + x[1][d]);
        EG_TRY(eg_coefficient_fill(&p->kappa, element, 1, (const double(*)[3])middle, value));
        double half[2] = {fabs(log(value[n.component] / end[0])), fabs(log(value[n.component] / end[1]))};
        int moves = half[0] > half[1];
        memcpy(x[moves], middle[0], sizeof x[moves]);
        end[moves] = value[n.component];
        left = half[!moves];
    }
    *is_steep = left > JUMP_PART * n.ratio;
    return EG_OK;
}

static eg_status look_at_kappa(const jumps *j, int part, int64_t element)
{
    const eg_elliptic *p = j->p;
    eg_sem_element_geometry *geometry = p->geometries->element[part];
    const double(*x)[3] = (const double(*)[3])geometry->x;
    double values[EG_SEM_VOLUME * 6], volume = 0;
    bool is_known = j->known && eg_sem_kappa_at(j->known, element, values), is_steep;
    if (!is_known) {
        eg_sem_geometry_weights(geometry, element);
        EG_TRY(eg_coefficient_fill(&p->kappa, element, geometry->volume, x, values));
    }
    double ratio = eg_elliptic_kappa_ratio(p, values);
    if (ratio <= fmax(JUMP_MOST, j->worst[part].ratio))
        return EG_OK;
    if (is_known)
        eg_sem_geometry_weights(geometry, element);
    for (int i = 0; i < geometry->volume; i++)
        volume += geometry->weight[i];
    EG_TRY(find_steepness(p, geometry, element, values, &is_steep));
    if (!is_steep)
        return EG_OK;
    j->worst[part].ratio = ratio;
    j->worst[part].size = cbrt(volume);
    memcpy(j->worst[part].x, p->mesh->base.centroid[element], sizeof j->worst[part].x);
    return EG_OK;
}

static eg_status look_for_jumps(void *with, int part, int64_t from, int64_t to)
{
    const jumps *j = with;
    const eg_mesh *mesh = &j->p->mesh->base;
    for (int64_t i = from; i < to; i++)
        if (!eg_coefficient_is_constant_in(&j->p->kappa, mesh->region[mesh->own_first + i]))
            EG_TRY(look_at_kappa(j, part, mesh->own_first + i));
    return EG_OK;
}

eg_status eg_elliptic_judge_jumps(eg_elliptic *p)
{
    eg_context *context = p->run->context;
    int64_t own = p->mesh->base.own;
    int parts = eg_sem_geometries_parts(p->geometries, own);
    EG_SCRATCH jump *of_part = NULL;
    jump worst = {.ratio = 1};
    char at[EG_POINT_ROOM];
    EG_TRY(eg_run_agree(p->run, eg_alloc(context, parts, sizeof *of_part, &of_part)));
    for (int i = 0; i < parts; i++)
        of_part[i].ratio = 1;
    jumps j = {.p = p, .known = eg_coefficient_depends_on_time(&p->kappa) ? NULL : p->sem, .worst = of_part};
    EG_TRY(eg_run_agree(p->run, eg_elliptic_in_parts(p, own, look_for_jumps, &j)));
    for (int i = 0; i < parts; i++)
        worst = of_part[i].ratio > worst.ratio ? of_part[i] : worst;
    eg_verdict_worst(p->run, worst.ratio, &worst, sizeof worst);
    if (!(worst.ratio > JUMP_MOST))
        return EG_OK;
    return eg_verdict_say_at(p->run, NULL, "kappa-jump", worst.ratio, JUMP_MOST, 3, worst.x,
                             "kappa jumps by a factor of %.3g within the element at %s m, %.3g m wide: it "
                             "is taken at nodes, and what flows is wrong as if the jump lay a part of that "
                             "width beside; let elements end where it jumps",
                             worst.ratio, eg_format_point(3, worst.x, at), worst.size);
}
