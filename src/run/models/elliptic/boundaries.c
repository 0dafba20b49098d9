/* The conditions at the boundaries, from the case. */
#include "run/models/elliptic/elliptic.h"

#include <string.h>

static void take_condition(eg_elliptic *p, const eg_node *entry, eg_condition *condition)
{
    const eg_node *value = eg_node_child(entry, "value"), *flux = eg_node_child(entry, "flux");
    const eg_node *exchange = eg_node_child(entry, "exchange");
    eg_coefficient_of_node(p, value ? value : flux, NULL, EG_RANGE_ANY, &condition->value);
    eg_coefficient_of_node(p, exchange, NULL, EG_RANGE_NOT_NEGATIVE, &condition->factor);
    condition->kind = value ? EG_SEM_DIRICHLET : EG_SEM_NEUMANN;
    if (exchange) {
        condition->kind = EG_SEM_ROBIN;
        eg_coefficient_of_node(p, eg_node_child(entry, "outside"), exchange, EG_RANGE_ANY, &condition->value);
    }
    condition->insulated = !value && !flux && !exchange;
}

/* Whose fluxes are written: those of output.flux, without it all. */
static eg_status choose_fluxes(eg_elliptic *p)
{
    const eg_mesh_names *names = &p->mesh->base.boundaries;
    const eg_node *list = eg_case_find(p->run->loaded, "output.flux");
    for (int b = 0; b < names->count; b++)
        p->condition[b].write_flux = !list && !p->condition[b].periodic;
    for (int64_t i = 0; i < eg_node_count(list); i++) {
        const eg_node *item = eg_node_item(list, i);
        const char *name = eg_node_text(item);
        int b = 0;
        const char *near = eg_suggest(name, (const char *const *)names->name, names->count);
        while (b < names->count && strcmp(names->name[b], name) != 0)
            b++;
        if (b < names->count && !p->condition[b].periodic)
            p->condition[b].write_flux = true;
        else if (b < names->count)
            eg_case_error_add(p->run->loaded, item, "boundary '%s' is periodic: it has no flux", name);
        else
            eg_case_error_add(p->run->loaded, item, "%s has no boundary '%s'%s%s%s", p->mesh->base.origin,
                              name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    return eg_case_errors_finish(p->run->loaded, EG_CASE);
}

eg_status eg_elliptic_take_boundaries(eg_elliptic *p)
{
    const eg_hexes *mesh = p->mesh;
    EG_TRY(EG_ALLOC(p->run->context, EG_BLOCK(mesh->base.boundaries.count, p->condition),
                    EG_BLOCK(mesh->base.boundaries.count, p->balance.flux)));
    for (int b = 0; b < mesh->base.boundaries.count; b++) {
        take_condition(p, eg_names_boundary(p->run->loaded, &mesh->base, b), &p->condition[b]);
        p->condition[b].periodic = !p->has_faces[b];
    }
    return choose_fluxes(p);
}
