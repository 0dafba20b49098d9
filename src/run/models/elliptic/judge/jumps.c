/* A kappa that jumps inside an element, where the solution has a kink that polynomials have not. */
#include "run/models/elliptic/elliptic.h"
#include "run/observe/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of kappa at two neighbouring nodes of an element, the larger over the smaller: a jump of so much in one
 * of five elements in a row makes the flux through them wrong by 4 %. */
static const double JUMP_LEAST = 3;

typedef struct kappa_jump {
    double ratio, low, high, x[3]; /* between the two nodes */
} kappa_jump;

/* kappa[volume][components] of the element that the geometry is at; of a tensor its diagonal. */
static void search_element(const eg_elliptic *p, const double *kappa, kappa_jump *worst)
{
    const eg_sem_element_geometry *geometry = p->geometry;
    int components = p->kappa.components, side = geometry->side;
    const int step[3] = {1, side, side * side};
    for (int k = 0; k < geometry->volume * 3; k++) {
        int node = k / 3, d = k % 3, next = node + step[d];
        if (node / step[d] % side == side - 1)
            continue;
        for (int m = 0; m < components && m < 3; m++) {
            double a = kappa[node * components + m], b = kappa[next * components + m];
            double low = fmin(a, b), high = fmax(a, b);
            if (high <= worst->ratio * low)
                continue;
            *worst = (kappa_jump){.ratio = high / low, .low = low, .high = high};
            for (int i = 0; i < 3; i++)
                worst->x[i] = 0.5 * (geometry->x[node][i] + geometry->x[next][i]);
        }
    }
}

static eg_status search_own(const eg_elliptic *p, kappa_jump *worst)
{
    const eg_mesh *mesh = &p->mesh->base;
    double *kappa = NULL;
    EG_TRY(eg_alloc(p->run->context, (int64_t)p->geometry->volume * p->kappa.components,
                    sizeof *kappa, &kappa));
    eg_status status = EG_OK;
    for (int64_t e = mesh->own_first; status == EG_OK && e < eg_mesh_own_end(mesh); e++) {
        const eg_node *node = p->kappa.of_region[mesh->region[e]];
        if (node && !eg_node_is_map(node) && eg_node_is_constant(node))
            continue;
        eg_sem_geometry_at_element(p->geometry, e);
        status = eg_coefficient_fill(&p->kappa, e, p->geometry->volume,
                                     (const double(*)[3])p->geometry->x, kappa);
        if (status == EG_OK)
            search_element(p, kappa, worst);
    }
    eg_free(p->run->context, &kappa);
    return status;
}

eg_status eg_elliptic_judge_jumps(const eg_elliptic *p)
{
    kappa_jump worst = {.ratio = 1};
    char text[400];
    EG_TRY(eg_run_agree(p->run, search_own(p, &worst)));
    if (!(eg_verdict_worst(p->run, worst.ratio, &worst, sizeof worst) > JUMP_LEAST))
        return EG_OK;
    snprintf(text, sizeof text,
             "kappa goes from %.4g to %.4g between neighbouring nodes of an element: the solution "
             "has a kink inside it that polynomials smear, and fluxes through it are wrong; lay "
             "faces of elements along the jump, or make elements smaller there",
             worst.low, worst.high);
    eg_verdict verdict = {.name = "kappa-jump",
                          .value = worst.ratio,
                          .bound = JUMP_LEAST,
                          .coordinates = 3,
                          .sentence = text};
    memcpy(verdict.place, worst.x, sizeof verdict.place);
    return eg_verdict_add(p->run, eg_case_find(p->run->loaded, "materials"), &verdict);
}
