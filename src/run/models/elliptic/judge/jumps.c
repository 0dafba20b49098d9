/* A conductivity that jumps within elements: it is taken at nodes, so that the jump lies anywhere between two
 * of them. */
#include "run/models/elliptic/elliptic.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Largest over least value in an element. */
static const double JUMP_MOST = 2;

enum { VOLUME = EG_SEM_NODES * EG_SEM_NODES * EG_SEM_NODES };

typedef struct jump {
    double ratio, x[3], size; /* m: of the element, the cube root of its volume */
} jump;

typedef struct jumps {
    const eg_elliptic *p;
    const bool *can; /* [regions] */
    jump *worst;     /* [parts] */
} jumps;

static eg_status look_at_kappa(const jumps *j, int part, int64_t element)
{
    const eg_elliptic *p = j->p;
    eg_sem_element_geometry *geometry = p->geometries->element[part];
    double values[VOLUME * 6], ratio, volume = 0;
    eg_sem_geometry_weights(geometry, element);
    EG_TRY(eg_elliptic_kappa_ratio(p, geometry, element, values, &ratio));
    for (int i = 0; i < geometry->volume; i++)
        volume += geometry->weight[i];
    if (ratio <= j->worst[part].ratio)
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
        if (j->can[mesh->region[mesh->own_first + i]])
            EG_TRY(look_at_kappa(j, part, mesh->own_first + i));
    return EG_OK;
}

/* Regions whose kappa may jump and stays as it is; returns whether there are any. */
static bool list_jumping_regions(const eg_elliptic *p, bool *can)
{
    bool any = false;
    for (int r = 0; r < p->mesh->base.regions.count; r++) {
        can[r] = eg_coefficient_can_jump_in(&p->kappa, r);
        any = any || can[r];
    }
    return any;
}

eg_status eg_elliptic_judge_jumps(eg_elliptic *p)
{
    eg_context *context = p->run->context;
    int64_t own = p->mesh->base.own;
    int parts = eg_sem_geometries_parts(p->geometries, own);
    EG_SCRATCH bool *can = NULL;
    EG_SCRATCH jump *of_part = NULL;
    jump worst = {.ratio = 1};
    char at[EG_POINT_ROOM];
    eg_status status =
        EG_ALLOC(context, EG_BLOCK(p->mesh->base.regions.count, can), EG_BLOCK(parts, of_part));
    EG_TRY(eg_run_agree(p->run, status));
    if (!list_jumping_regions(p, can))
        return EG_OK;
    for (int i = 0; i < parts; i++)
        of_part[i].ratio = 1;
    jumps j = {.p = p, .can = can, .worst = of_part};
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
