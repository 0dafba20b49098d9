/* The preconditioner of a case that names none: docs/theory/p-multigrid.md, "Which preconditioner". */
#include "run/models/elliptic/elliptic.h"

#include <math.h>

/* Below so many nodes the diagonal takes fewer seconds, or up to twice as many, though many more iterations,
 * whatever mesh and kappa are. */
static const double FEW_NODES = 30000;
/* Longest over shortest edge of an element, from which on the diagonal smooths too little; largest over
 * smallest kappa, from which on subdomains that take the mean of an element's neighbours do. */
static const double FLAT = 30, JUMPS = 1e3;
/* Largest over smallest kappa inside an element, from which on levels of lower degree see too little of
 * it. */
static const double WITHIN = 1e5;

/* Largest longest over shortest edge; -smallest and largest kappa, at nodes; their largest ratio in an
 * element. */
enum { ASPECT, LEAST, MOST, INSIDE, MEASURES };

bool eg_elliptic_is_auto(const eg_case *loaded)
{
    const eg_node *node = eg_case_find(loaded, "numerics.preconditioner");
    return !node || eg_node_is(node, "auto");
}

bool eg_elliptic_auto_takes_multigrid(bool steady, double elements, double degree)
{
    return steady && elements * pow(degree, 3) >= FEW_NODES;
}

/* Of the edges that meet at the first node. */
static double aspect_of(const eg_sem_element_geometry *geometry)
{
    double least = INFINITY, most = 0;
    int stride = geometry->side - 1;
    for (int axis = 0; axis < 3; axis++, stride *= geometry->side) {
        double square = 0;
        for (int d = 0; d < 3; d++)
            square += pow(geometry->x[stride][d] - geometry->x[0][d], 2);
        least = fmin(least, square);
        most = fmax(most, square);
    }
    return sqrt(most / least);
}

/* Of the element that the geometry is at; kappa[nodes][components] is for it. */
static eg_status measure_element(const eg_elliptic *p, int64_t element, double *kappa,
                                 double measures[MEASURES])
{
    const eg_sem_element_geometry *geometry = p->geometry;
    const double(*x)[3] = (const double(*)[3])geometry->x;
    measures[ASPECT] = fmax(measures[ASPECT], aspect_of(geometry));
    EG_TRY(eg_coefficient_fill(&p->kappa, element, geometry->volume, x, kappa));
    measures[INSIDE] = fmax(measures[INSIDE], eg_elliptic_kappa_ratio(p, kappa));
    for (int i = 0; i < geometry->volume; i++) {
        measures[LEAST] = fmax(measures[LEAST], -kappa[i * p->kappa.components]);
        measures[MOST] = fmax(measures[MOST], kappa[i * p->kappa.components]);
    }
    return EG_OK;
}

static eg_status measure_elements(eg_elliptic *p, double measures[MEASURES])
{
    EG_SCRATCH double *kappa = NULL;
    EG_TRY(eg_alloc(p->run->context, p->geometry->volume * p->kappa.components, sizeof *kappa, &kappa));
    for (int64_t e = p->mesh->base.own_first; e < eg_mesh_own_end(&p->mesh->base); e++) {
        eg_sem_geometry_at_element(p->geometry, e);
        EG_TRY(measure_element(p, e, kappa, measures));
    }
    return EG_OK;
}

/* Same numbers, same choice on any number of ranks. */
eg_status eg_elliptic_choose_automatic(eg_elliptic *p)
{
    double measures[MEASURES] = {0, -INFINITY, -INFINITY, 0};
    eg_elliptic_automatic *a = &p->automatic;
    *a = (eg_elliptic_automatic){0};
    if (!eg_elliptic_is_auto(p->run->loaded) ||
        !eg_elliptic_auto_takes_multigrid(!p->heat, (double)p->mesh->base.all, p->degree))
        return EG_OK;
    EG_TRY(eg_run_agree(p->run, measure_elements(p, measures)));
    eg_comm_max(p->run->comm, measures, MEASURES);
    if (measures[INSIDE] > WITHIN)
        return EG_OK;
    bool flat = measures[ASPECT] > FLAT, jumps = measures[MOST] > -JUMPS * measures[LEAST];
    *a = (eg_elliptic_automatic){
        .multigrid = true, .schwarz = flat && !jumps, .smoothing = flat && jumps ? 6 : 3};
    return EG_OK;
}

void eg_elliptic_name_preconditioner(const eg_elliptic *p, char name[EG_PRECONDITIONER_NAME])
{
    const eg_elliptic_automatic *a = &p->automatic;
    const eg_node *node = eg_case_find(p->run->loaded, "numerics.preconditioner");
    if (!eg_elliptic_is_auto(p->run->loaded))
        snprintf(name, EG_PRECONDITIONER_NAME, "%s", eg_node_text(node));
    else if (a->multigrid)
        snprintf(name, EG_PRECONDITIONER_NAME, "p-multigrid, smoother %s, smoothing %d (auto)",
                 a->schwarz ? "schwarz" : "jacobi", a->smoothing);
    else
        snprintf(name, EG_PRECONDITIONER_NAME, "jacobi (auto)");
}
