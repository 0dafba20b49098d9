/* Making the levels of p-multigrid. */
#include "scheme/linear/radius.h"
#include "scheme/sem/pmg/internal.h"

static eg_status upload_level(eg_pmg *pmg, const char *label, int64_t values, eg_buffer **buffer)
{
    int64_t bytes = values * (int64_t)eg_real_size(pmg->precision);
    return eg_owner_upload(&pmg->owned, pmg->device, label, bytes, NULL, buffer);
}

/* ---- a level that smooths */

/* The sem of a level: the finest itself where it is of this degree and precision. */
static eg_status make_sem(eg_pmg *pmg, eg_pmg_level *level, int degree, eg_sem *finest,
                          const eg_sem_options *coefficients)
{
    eg_sem_options options = *coefficients;
    const eg_hex_nodes *nodes = finest->nodes;
    level->sem = finest;
    if (degree != finest->degree) {
        EG_TRY(eg_pmg_indices_make(finest, degree, &level->indices));
        nodes = level->indices.nodes;
        options.ghosts = level->indices.ghosts;
    }
    if (degree == finest->degree && pmg->precision == finest->precision)
        return EG_OK;
    options.precision = pmg->precision;
    options.source = (eg_sem_field){0};
    options.matrix_only = true;
    EG_TRY(eg_sem_create(pmg->device, finest->mesh, nodes, &options, &level->own_sem));
    level->sem = level->own_sem;
    return EG_OK;
}

static eg_status make_pmg_vectors(eg_pmg *pmg, eg_pmg_level *level)
{
    int64_t nodes = level->sem->nodes->nodes;
    EG_TRY(upload_level(pmg, "A x of a level", nodes, &level->y));
    if (level->sem->comm || level->schwarz)
        EG_TRY(upload_level(pmg, "residual of a level", nodes, &level->t));
    if (level->schwarz)
        EG_TRY(upload_level(pmg, "step of a level", nodes, &level->z));
    if (pmg->levels == 1)
        return EG_OK;
    EG_TRY(upload_level(pmg, "solution of a level", nodes, &level->x));
    return upload_level(pmg, "right-hand side of a level", nodes, &level->b);
}

static eg_status make_pmg_level(eg_pmg *pmg, int degree, eg_sem *finest, const eg_sem_options *coefficients,
                                bool schwarz)
{
    eg_pmg_level *level = &pmg->level[pmg->levels++];
    const eg_schwarz_options options = {.scales = EG_SCHWARZ_FINE, .lanes = coefficients->lanes};
    EG_TRY(make_sem(pmg, level, degree, finest, coefficients));
    if (schwarz)
        EG_TRY(eg_schwarz_create(level->sem, coefficients, &options, &level->schwarz));
    EG_TRY(eg_sem_agree(finest, make_pmg_vectors(pmg, level)));
    EG_TRY(eg_pmg_radius(level->sem,
                         schwarz ? eg_schwarz_preconditioner(level->schwarz) : eg_sem_jacobi(level->sem),
                         &level->indices, finest, &level->radius));
    eg_free(pmg->context, &level->indices.number);
    eg_smoothing_weights(pmg->smoothing, level->radius, level->weight);
    return EG_OK;
}

/* ---- between them */

static eg_status link_levels(eg_pmg *pmg, int l, const eg_pmg_options *options)
{
    const eg_sem *low = pmg->level[l + 1].sem;
    const eg_pmg_lower lower = {.sem = low, .degree = low->degree, .rows = low->nodes->own};
    return eg_pmg_transfer_make(pmg->level[l].sem, &lower, options->lanes, &pmg->level[l].down);
}

/* ---- the last level */

static int coarsest_of(const eg_pmg_options *options)
{
    return options->coarsest ? options->coarsest : EG_AMG_COARSEST;
}

static eg_status make_amg(eg_pmg *pmg, const eg_trilinear *trilinear, const eg_pmg_options *options)
{
    const eg_amg_options how = {.precision = pmg->precision,
                                .vectors = pmg->precision,
                                .singular = trilinear->singular,
                                .degree = EG_AMG_DEGREE, /* it is small beside the other levels */
                                .twice = options->kcycle_levels >= 0,
                                .kcycle_levels = options->kcycle_levels};
    eg_amg_info info;
    EG_TRY(eg_amg_create(pmg->device, &trilinear->matrix, &how, &pmg->amg));
    eg_amg_describe(pmg->amg, &info);
    pmg->preconditioner.varies = info.varies;
    return EG_OK;
}

static eg_status make_nested(eg_pmg *pmg, const eg_trilinear *trilinear)
{
    const eg_geometric *g = &trilinear->geometric;
    const eg_nested_options how = {.precision = pmg->precision,
                                   .singular = trilinear->singular,
                                   .smoothing = pmg->levels == 0 ? pmg->smoothing : 0};
    const eg_sparse *matrix[EG_NESTED_LEVELS] = {&trilinear->matrix}, *interpolation[EG_NESTED_LEVELS];
    eg_nested_info info;
    for (int l = 0; l < g->levels; l++) {
        matrix[l + 1] = &g->level[l].matrix;
        interpolation[l] = &g->level[l].interpolation;
    }
    EG_TRY(eg_nested_create(pmg->device, g->levels + 1, matrix, interpolation, &how, &pmg->nested));
    eg_nested_describe(pmg->nested, &info);
    pmg->coarser = g->levels;
    pmg->preconditioner.varies = info.varies;
    return EG_OK;
}

static eg_status make_hypre(eg_pmg *pmg, const eg_trilinear *trilinear)
{
    if (trilinear->singular)
        return eg_fail(pmg->context, EG_INPUT,
                       "hypre is taken where something fixes the level of the solution: a given "
                       "value, an exchange, or c above 0");
    return eg_hypre_create(&trilinear->matrix, pmg->precision, &pmg->hypre);
}

static eg_status check_meshes(const eg_pmg *pmg, const eg_trilinear *trilinear, const eg_pmg_options *options)
{
    const char *origin = trilinear->sem->mesh->base.origin;
    if (options->coarse != EG_PMG_GEOMETRIC || trilinear->geometric.levels > 0 ||
        trilinear->rows <= coarsest_of(options))
        return EG_OK;
    return eg_fail(pmg->context, EG_MESH,
                   "%s: the mesh is not a refinement of a coarser one, whose elements would be "
                   "8, 4 or 2 of its own; take algebraic multigrid (amg)",
                   origin);
}

static eg_status make_coarse_solver(eg_pmg *pmg, const eg_trilinear *trilinear, const eg_pmg_options *options)
{
    EG_TRY(upload_level(pmg, "residual of the last level", pmg->rows, &pmg->residual));
    EG_TRY(upload_level(pmg, "solution of the last level", pmg->rows, &pmg->solution));
    EG_TRY(check_meshes(pmg, trilinear, options));
    double from = eg_clock();
    eg_status status = options->coarse == EG_PMG_HYPRE   ? make_hypre(pmg, trilinear)
                       : trilinear->geometric.levels > 0 ? make_nested(pmg, trilinear)
                                                         : make_amg(pmg, trilinear, options);
    pmg->coarse_seconds = eg_clock() - from;
    return status;
}

/* Collective; all agree on the status. */
static eg_status link_last(eg_pmg *pmg, const eg_trilinear *trilinear, const eg_pmg_options *options)
{
    const eg_pmg_lower lower = {.sem = trilinear->sem,
                                .degree = 1,
                                .row = trilinear->corner,
                                .from = trilinear->first_row,
                                .rows = trilinear->own_rows};
    eg_status status = make_coarse_solver(pmg, trilinear, options);
    if (trilinear->sem->comm)
        EG_TRY(eg_replicated_rows_create(trilinear, pmg->device, pmg->precision, status, &pmg->shared));
    EG_TRY(status);
    if (pmg->levels == 0)
        return eg_sem_agree(trilinear->sem, eg_pmg_vertices_make(trilinear, pmg->precision, &pmg->vertices));
    eg_pmg_level *level = &pmg->level[pmg->levels - 1];
    return eg_pmg_transfer_make(level->sem, &lower, options->lanes, &level->down);
}

/* Collective; all agree on the status. Free the matrix whatever happens. */
static eg_status make_coarse_matrix(eg_pmg *pmg, eg_sem *sem, const eg_sem_options *coefficients,
                                    const eg_pmg_options *options, eg_trilinear *trilinear)
{
    bool coarsens = options->coarse == EG_PMG_AUTO || options->coarse == EG_PMG_GEOMETRIC;
    const eg_trilinear_options how = {.enough = coarsens ? coarsest_of(options) : INT32_MAX};
    eg_status status = eg_trilinear_make(sem, coefficients, &how, EG_OK, trilinear);
    pmg->rows = trilinear->matrix.rows;
    return status;
}

static eg_status make_kernels(eg_pmg *pmg)
{
    const eg_program_options program = {.file = "sem/pmg_smooth.c", .precision = pmg->precision, .lanes = 1};
    EG_TRY(eg_owner_program(&pmg->owned, pmg->device, &program, &pmg->program));
    return EG_KERNELS(pmg->program, {"pmg_begin", &pmg->begin}, {"pmg_rest", &pmg->rest},
                      {"pmg_add", &pmg->add});
}

static eg_status make_levels(eg_pmg *pmg, eg_sem *sem, const eg_sem_options *coefficients,
                             const eg_pmg_options *options)
{
    int degree = sem->degree;
    do {
        EG_TRY(make_pmg_level(pmg, degree, sem, coefficients, options->schwarz));
        degree = options->degree[0] ? options->degree[pmg->levels - 1] : (degree + 1) / 2;
    } while (degree > 1);
    for (int l = 0; l + 1 < pmg->levels; l++)
        EG_TRY(link_levels(pmg, l, options));
    return EG_OK;
}

/* Of degree 1 the vertices' matrix is that of the finest level: with coarser meshes its cycle is all. */
static eg_status make_first_degree(eg_pmg *pmg, eg_sem *sem, const eg_sem_options *coefficients,
                                   const eg_pmg_options *options, const eg_trilinear *trilinear)
{
    bool is_alone = trilinear->geometric.levels > 0 && !options->schwarz;
    return is_alone ? EG_OK : make_levels(pmg, sem, coefficients, options);
}

eg_status eg_pmg_build(eg_pmg *pmg, eg_sem *sem, const eg_sem_options *coefficients,
                       const eg_pmg_options *options)
{
    eg_trilinear trilinear;
    EG_TRY(eg_sem_agree(sem, make_kernels(pmg)));
    if (sem->degree > 1)
        EG_TRY(make_levels(pmg, sem, coefficients, options));
    eg_status status = make_coarse_matrix(pmg, sem, coefficients, options, &trilinear);
    if (status == EG_OK && sem->degree == 1)
        status = make_first_degree(pmg, sem, coefficients, options, &trilinear);
    if (status == EG_OK && pmg->rows > 0)
        status = link_last(pmg, &trilinear, options);
    eg_trilinear_free(&trilinear);
    return status;
}
