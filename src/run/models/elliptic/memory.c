/* What memory poisson and heat take, from the counts of the mesh. The numbers are measured
 * (src/run/life/estimate.c). */
#include "run/models/elliptic/elliptic.h"

#include <math.h>

bool eg_elliptic_asks_for_subdomains(const eg_case *loaded)
{
    const eg_node *preconditioner = eg_case_find(loaded, "numerics.preconditioner");
    return eg_node_is(preconditioner, "schwarz") || eg_node_is(preconditioner, "schwarz-fine") ||
           eg_node_is(eg_case_find(loaded, "numerics.smoother"), "schwarz");
}

static bool takes_multigrid(const eg_case *loaded, const eg_mesh_counts *mesh, bool heat)
{
    if (!eg_elliptic_is_auto(loaded))
        return eg_node_is(eg_case_find(loaded, "numerics.preconditioner"), "p-multigrid");
    return eg_elliptic_auto_takes_multigrid(!heat, mesh->cells,
                                            (double)eg_node_integer(eg_case_find(loaded, "numerics.degree")));
}

static const double PROGRAMS = 8e6; /* of the solver, and what goes with them */

/* Vectors and the operator, by node of the elements and by node of the mesh; multigrid's levels and Schwarz's
 * subdomains. */
static double all_bytes(const eg_case *loaded, const eg_mesh_counts *mesh, double own, double nodes,
                        bool heat)
{
    bool f32 = eg_node_is(eg_case_find(loaded, "numerics.precision"), "f32");
    double node = 110 - 34 * f32, element = 630;
    if (mesh->curved)
        element += 51 * own;
    if (heat)
        node += 66;
    if (takes_multigrid(loaded, mesh, heat)) {
        node += 48;
        element += 435;
    }
    if (eg_elliptic_asks_for_subdomains(loaded))
        node += 160;
    return PROGRAMS + nodes * node + mesh->cells * (element + 8 * own);
}

/* By node of the mesh, by node of an element's surface, which it shares, and by element. */
typedef struct shares {
    double node, surface, element;
} shares;

/* Vectors, diagonal and what the operator has of an element; lists of common nodes. */
static const shares REALS = {3.85, 1.15, 5}, NUMBERS = {5.3, 7.5, 5};
/* Levels of multigrid; subdomains of Schwarz with the coarse matrix and its levels: in f64. */
static const shares MULTIGRID = {31, 18, 160}, SUBDOMAINS = {42, 36, 1900};

static bool kappa_varies(const eg_node *kappa)
{
    bool any = eg_node_count(kappa) == 0 && !eg_node_is_constant(kappa);
    for (int64_t i = 0; i < eg_node_count(kappa); i++)
        any = any || !eg_node_is_constant(eg_node_item(kappa, i));
    return any;
}

/* Values at each node that the operator takes from kappa: 0 where it is constant, 1 of an expression, else
 * several. */
static int values_of_kappa(const eg_case *loaded)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    int most = 0;
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const eg_node *kappa = eg_node_child(eg_node_item(materials, i), "kappa");
        if (kappa && kappa_varies(kappa))
            most = (int)fmax(most, fmax(1, (double)eg_node_count(kappa)));
    }
    return most;
}

static double device_bytes(const eg_case *loaded, const eg_mesh_counts *mesh, double degree, double nodes,
                           bool heat)
{
    enum { OF_HEAT = 8, METRIC = 6, MASS = 2, CORNERS = 16 };
    int kappa = values_of_kappa(loaded);
    bool f32 = eg_node_is(eg_case_find(loaded, "numerics.precision"), "f32");
    double own = pow(degree + 1, 3), surface = own - pow(degree - 1, 3), size = f32 ? 4 : 8;
    double some = f32 ? 0.6 : 1, multigrid = takes_multigrid(loaded, mesh, heat) ? some : 0,
           schwarz = eg_elliptic_asks_for_subdomains(loaded) ? some : 0;
    double node = size * (REALS.node + (heat ? OF_HEAT : 0)) + NUMBERS.node + multigrid * MULTIGRID.node +
                  schwarz * SUBDOMAINS.node;
    double shared =
        size * REALS.surface + NUMBERS.surface + multigrid * MULTIGRID.surface + schwarz * SUBDOMAINS.surface;
    double element =
        size * REALS.element + NUMBERS.element + multigrid * MULTIGRID.element + schwarz * SUBDOMAINS.element;
    if (mesh->curved || kappa > 1)
        element += size * own * (METRIC + (heat ? MASS : 0));
    else
        element += size * (own * kappa + (mesh->skew ? CORNERS : 0));
    return nodes * node + mesh->cells * (surface * shared + element);
}

void eg_elliptic_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                      eg_model_need *need)
{
    double degree = (double)eg_node_integer(eg_case_find(loaded, "numerics.degree"));
    double nodes = pow(cbrt(mesh->cells) * degree + 1, 3), own = pow(degree + 1, 3);
    if (eg_elliptic_is_auto(loaded) && takes_multigrid(loaded, mesh, !kind->is_steady))
        eg_text_add(need->left_out, ", subdomains that the preconditioner auto takes on flat elements");
    need->all = all_bytes(loaded, mesh, own, nodes, !kind->is_steady);
    need->device = device_bytes(loaded, mesh, degree, nodes, !kind->is_steady);
}
