/* Boundary layers of Poisson's equation with c: from a boundary's value u falls to that of c u = source
 * within sqrt(kappa / c). */
#include "run/models/elliptic/elliptic.h"

#include <math.h>

#include "run/judge/verdicts.h"

/* Part of the largest value that has to fall. */
static const double FALL_LEAST = 0.05;

/* By degree: thicknesses of a boundary layer in an element, across it, of which a tenth is left: 1 -
 * exp(-s / 2) (I_0 + 2 sum of I_k, k <= degree)(s / 2), what Chebyshev's polynomials leave of exp(-s x) at
 * x = 0, is 0.1. */
static const double LAYERS_MOST[] = {1.77,  4.78,  9.24,  15.17, 22.57, 31.44,
                                     41.79, 53.62, 66.93, 81.71, 97.98, 115.72};

typedef struct layer {
    double part, fall, largest;     /* part: of the element's extent across the boundary in the thickness */
    double x[3], thickness, extent; /* m */
} layer;

/* The middle of a side of an element; returns the element's extent across it, m. */
static double extent_of(const eg_hexes *mesh, int64_t element, int side, double middle[3])
{
    double here[3], there[3], far[3];
    eg_elliptic_middle_of(side, here);
    for (int d = 0; d < 3; d++)
        there[d] = -here[d];
    eg_hexes_map(mesh, element, here, middle, NULL);
    eg_hexes_map(mesh, element, there, far, NULL);
    return sqrt(pow(far[0] - middle[0], 2) + pow(far[1] - middle[1], 2) + pow(far[2] - middle[2], 2));
}

static eg_status measure_layer(const eg_elliptic *p, int64_t face, layer *found)
{
    const eg_hexes *mesh = p->mesh;
    int64_t element = mesh->face_element[face][0];
    const eg_condition *condition = &p->condition[mesh->face_boundary[face]];
    double kappa[6], c, source, value;
    *found = (layer){0};
    found->extent = extent_of(mesh, element, mesh->face_side[face][0], found->x);
    const double(*x)[3] = (const double(*)[3])found->x;
    EG_TRY(eg_coefficient_fill(&p->kappa, element, 1, x, kappa));
    EG_TRY(eg_coefficient_fill(&p->reaction, element, 1, x, &c));
    EG_TRY(eg_coefficient_fill(&p->source, element, 1, x, &source));
    EG_TRY(eg_coefficient_fill(&condition->value, element, 1, x, &value));
    found->thickness = c > 0 ? sqrt(kappa[0] / c) : INFINITY;
    found->part = found->extent / found->thickness;
    found->fall = c > 0 ? fabs(value - source / c) : 0;
    found->largest = fmax(fabs(value), c > 0 ? fabs(source / c) : 0);
    return EG_OK;
}

/* Two rounds: the largest value; then the thinnest layer of what falls by a part of it. */
static eg_status find_worst_layer(const eg_elliptic *p, double fall, layer *worst)
{
    const eg_hexes *mesh = p->mesh;
    *worst = (layer){0};
    for (int64_t f = 0; f < mesh->faces; f++) {
        layer found;
        int b = mesh->face_boundary[f];
        if (b < 0 || p->condition[b].kind != EG_SEM_DIRICHLET ||
            !eg_elliptic_has_element(p, mesh->face_element[f][0]))
            continue;
        EG_TRY(measure_layer(p, f, &found));
        double largest = fmax(worst->largest, found.largest);
        if (found.fall > fall && found.part > worst->part)
            *worst = found;
        worst->largest = largest;
    }
    return EG_OK;
}

eg_status eg_elliptic_judge_layers(const eg_elliptic *p)
{
    double largest, most = LAYERS_MOST[p->degree - 1];
    layer worst;
    char at[EG_POINT_ROOM];
    if (p->heat || eg_coefficient_is_zero(&p->reaction))
        return EG_OK;
    EG_TRY(eg_run_agree(p->run, find_worst_layer(p, INFINITY, &worst)));
    largest = worst.largest;
    eg_comm_max(p->run->comm, &largest, 1);
    EG_TRY(eg_run_agree(p->run, find_worst_layer(p, FALL_LEAST * largest, &worst)));
    eg_verdict_worst(p->run, worst.part, &worst, sizeof worst);
    if (!(worst.part > most))
        return EG_OK;
    return eg_verdict_say_at(p->run, NULL, "boundary-layer", worst.part, most, 3, worst.x,
                             "c makes a boundary layer of sqrt(kappa / c) = %.3g m at %s m, where the "
                             "element is %.3g m thick: degree %d resolves it in elements of up to %.3g m; "
                             "make elements at the boundary thinner, or take a higher numerics.degree",
                             worst.thickness, eg_format_point(3, worst.x, at), worst.extent, p->degree,
                             most * worst.thickness);
}
