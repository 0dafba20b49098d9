/* Making and freeing poisson and heat: from the case to a solver. */
#include "field/halo.h"
#include "run/models/elliptic/heat.h"

/* ---- what it takes of the mesh */

void eg_elliptic_describe_mesh_use(const eg_case *loaded, eg_mesh_use *use)
{
    /* the layers of neighbours that the subdomains of Schwarz reach into */
    enum { NONE = 0, SUBDOMAINS = 2 };
    bool automatic = eg_elliptic_is_auto(loaded) && eg_node_is(eg_case_find(loaded, "model"), "poisson");
    bool subdomains = automatic || eg_elliptic_asks_for_subdomains(loaded);
    use->node_degree = (int)eg_node_integer(eg_case_find(loaded, "numerics.degree"));
    use->ghost_layers = subdomains ? SUBDOMAINS : NONE;
}

eg_status eg_elliptic_survey(const eg_setup *setup, eg_text *found)
{
    const eg_hexes *mesh = eg_hexes_of(setup->run->mesh);
    EG_SCRATCH bool *has_faces = NULL;
    EG_TRY(eg_alloc(setup->context, mesh->base.boundaries.count, sizeof *has_faces, &has_faces));
    for (int64_t i = 0; i < mesh->faces; i++)
        if (mesh->face_boundary[i] >= 0)
            has_faces[mesh->face_boundary[i]] = true;
    eg_text_add_bytes(found, (const char *)has_faces,
                      mesh->base.boundaries.count * (int64_t)sizeof *has_faces);
    return found->status;
}

/* ---- making */

static eg_status allocate_vectors(eg_elliptic *p)
{
    eg_context *context = p->run->context;
    int64_t nodes = p->nodes->nodes;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(nodes, p->u), EG_BLOCK(1 + p->mesh->base.boundaries.count, p->narrow)));
    if (p->heat)
        EG_TRY(EG_ALLOC(context, EG_BLOCK(nodes, p->before), EG_BLOCK(nodes, p->earlier),
                        EG_BLOCK(nodes, p->load), EG_BLOCK(nodes, p->dirichlet),
                        EG_BLOCK(nodes, p->capacity)));
    if (eg_case_find(p->run->loaded, "time.tolerance"))
        EG_TRY(eg_alloc(context, nodes, sizeof *p->oldest, &p->oldest));
    EG_TRY(eg_sem_geometries_create(p->mesh, p->nodes, &p->geometries));
    p->geometry = p->geometries->element[0];
    p->face = &p->geometries->face[0];
    return EG_OK;
}

static void unknown_terms(const eg_elliptic *p, int64_t node, const void *with, double *terms)
{
    (void)with;
    terms[0] = !eg_sem_dirichlet(p->sem)[node];
}

eg_status eg_elliptic_begin(eg_elliptic *p)
{
    double unknowns;
    EG_TRY(p->heat ? eg_heat_build(p) : eg_poisson_begin(p));
    EG_TRY(eg_elliptic_sum_nodes(p, unknown_terms, NULL, 1, &unknowns));
    p->unknowns = (int64_t)unknowns;
    if (p->has_nullspace && eg_run_is_first(p->run))
        eg_text_add(&p->run->notes,
                    "nothing fixes the solution's mean: it is made 0; %.3g, the error of the "
                    "quadrature, was subtracted from the source\n",
                    p->source_shift);
    return EG_OK;
}

static eg_status make_elliptic(eg_elliptic *p)
{
    eg_run *run = p->run;
    if (eg_comm_size(run->comm) > 1)
        EG_TRY(eg_ghost_exchange_create(run->context, run->comm, p->nodes, NULL, EG_OK, &p->ghosts));
    eg_status status = eg_elliptic_take_materials(p);
    EG_TRY(eg_run_agree(run, status == EG_OK ? eg_elliptic_take_boundaries(p) : status));
    EG_TRY(eg_run_agree(run, allocate_vectors(p)));
    p->has_nullspace = eg_elliptic_has_nullspace(p);
    if (p->heat) {
        EG_TRY(eg_heat_begin(p));
        EG_TRY(eg_heat_list_signals(p));
        eg_heat_doubt_capacity(p);
        eg_heat_doubt_outside(p);
    }
    return run->checkpointing.from ? EG_OK : eg_elliptic_begin(p); /* else when the state is back */
}

eg_status eg_elliptic_build(eg_model *model, const eg_setup *setup)
{
    eg_run *run = setup->run;
    eg_elliptic *p = eg_elliptic_of(model);
    p->run = run;
    p->heat = !setup->kind->is_steady;
    p->output = setup->kind->keys.outputs;
    p->mesh = eg_hexes_of(run->mesh);
    p->nodes = p->mesh->nodes;
    p->degree = run->mesh_use.node_degree;
    eg_elliptic_make_space(p);
    p->has_faces = setup->survey;
    return make_elliptic(p);
}

void eg_elliptic_end(eg_model *model)
{
    eg_elliptic *p = eg_elliptic_of(model);
    eg_pcg_destroy(&p->pcg);
    eg_heat_destroy(p);
    eg_buffer_destroy(&p->start);
    eg_buffer_destroy(&p->x);
    eg_buffer_destroy(&p->rhs);
    eg_sem_preconditioner_destroy(&p->preconditioner);
    eg_sem_estimator_destroy(&p->estimator);
    eg_sem_destroy(&p->sem);
    eg_sem_geometries_destroy(&p->geometries);
    eg_coefficient_free(&p->kappa);
    eg_coefficient_free(&p->reaction);
    eg_coefficient_free(&p->source);
    eg_ghost_exchange_destroy(&p->ghosts);
    EG_FREE(&p->u, &p->before, &p->earlier, &p->oldest, &p->load, &p->dirichlet, &p->capacity, &p->history,
            &p->balance.flux, &p->condition, &p->narrow);
}
