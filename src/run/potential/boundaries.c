/* The conditions at the boundaries, from the case. */
#include "run/potential/potential.h"

static bool has_faces(const eg_hexes *mesh, int boundary)
{
    for (int64_t i = 0; i < mesh->faces; i++)
        if (mesh->face_boundary[i] == boundary)
            return true;
    return false;
}

static void take(eg_potential *p, const eg_node *entry, eg_condition *condition)
{
    const eg_node *value = eg_node_child(entry, "value"), *flux = eg_node_child(entry, "flux");
    const eg_node *exchange = eg_node_child(entry, "exchange");
    eg_coefficient_of_node(p, value ? value : flux, NULL, EG_RANGE_ANY, &condition->value);
    eg_coefficient_of_node(p, exchange, NULL, EG_RANGE_NOT_NEGATIVE, &condition->factor);
    condition->kind = value ? EG_SEM_DIRICHLET : EG_SEM_NEUMANN;
    if (exchange) {
        condition->kind = EG_SEM_ROBIN;
        eg_coefficient_of_node(p, eg_node_child(entry, "outside"), exchange, EG_RANGE_ANY,
                               &condition->value);
    }
    condition->insulated = !value && !flux && !exchange;
}

eg_status eg_potential_take_boundaries(eg_potential *p)
{
    const eg_hexes *mesh = p->mesh;
    const eg_node *boundaries = eg_case_find(p->run->loaded, "boundaries");
    EG_TRY(eg_alloc(p->run->context, mesh->boundaries, sizeof *p->condition, &p->condition));
    EG_TRY(eg_alloc(p->run->context, mesh->boundaries, sizeof(double), &p->balance.flux));
    for (int b = 0; b < mesh->boundaries; b++) {
        take(p, eg_node_child(boundaries, mesh->boundary_name[b]), &p->condition[b]);
        p->condition[b].joined = !has_faces(mesh, b);
    }
    return EG_OK;
}
