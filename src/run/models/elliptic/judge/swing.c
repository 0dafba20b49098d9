/* Least and greatest values between nodes, where polynomials swing beyond those of the nodes. */
#include "element/line.h"
#include "run/models/elliptic/elliptic.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <string.h>

enum { VOLUME = EG_SEM_NODES * EG_SEM_NODES * EG_SEM_NODES };

typedef struct between {
    const eg_elliptic *p;
    double matrix[EG_SEM_NODES * EG_SEM_NODES]; /* to the middles between nodes, and the element's */
    eg_elliptic_swing *worst;                   /* [parts] least, most: two of each */
} between;

static void fill_matrix(const eg_elliptic *p, double *matrix)
{
    const eg_line line = {EG_LINE_GLL, p->degree};
    double x[EG_SEM_NODES];
    eg_line_points_of(line, x);
    for (int i = 0; i <= p->degree; i++)
        eg_line_values(line, i < p->degree ? 0.5 * (x[i] + x[i + 1]) : 0, &matrix[i * (p->degree + 1)], NULL);
}

static eg_status look_between(void *with, int part, int64_t from, int64_t to)
{
    const between *b = with;
    const eg_mesh *mesh = &b->p->mesh->base;
    int side = b->p->degree + 1;
    double values[VOLUME];
    for (int64_t e = mesh->own_first + from; e < mesh->own_first + to; e++) {
        eg_sem_equidistant_run(b->p->mesh, b->p->nodes, b->p->u, b->matrix, e, 1, values);
        for (int i = 0; i < side * side * side; i++)
            for (int k = 0; k < 2; k++) {
                eg_elliptic_swing *worst = &b->worst[2 * part + k];
                if (!((k ? values[i] : -values[i]) > (k ? worst->value : -worst->value)))
                    continue;
                worst->value = values[i];
                memcpy(worst->x, mesh->centroid[e], sizeof worst->x);
            }
    }
    return EG_OK;
}

eg_status eg_elliptic_find_swing(eg_elliptic *p, eg_elliptic_swing found[2])
{
    const eg_mesh *mesh = &p->mesh->base;
    int parts = eg_sem_geometries_parts(p->geometries, mesh->own);
    between b = {.p = p};
    EG_SCRATCH eg_elliptic_swing *worst = NULL;
    EG_TRY(eg_run_agree(p->run, eg_alloc(p->run->context, 2 * (int64_t)parts, sizeof *worst, &worst)));
    for (int i = 0; i < 2 * parts; i++)
        worst[i].value = i % 2 ? -INFINITY : INFINITY;
    fill_matrix(p, b.matrix);
    b.worst = worst;
    EG_TRY(eg_run_agree(p->run, eg_elliptic_in_parts(p, mesh->own, look_between, &b)));
    for (int k = 0; k < 2; k++) {
        double sign = k ? 1 : -1;
        found[k].value = -sign * INFINITY;
        for (int i = 0; i < parts; i++)
            found[k] = sign * worst[2 * i + k].value > sign * found[k].value ? worst[2 * i + k] : found[k];
        eg_verdict_worst(p->run, sign * found[k].value, &found[k], sizeof found[k]);
    }
    return EG_OK;
}
