/* A run of poisson or heat: from the case to a solver, and the table of its functions. */
#include "field/halo.h"
#include "run/models/elliptic/elliptic.h"

/* ---- making */

static void name_output(eg_elliptic *p)
{
    p->output = eg_case_model_of(p->run->loaded)->outputs[0];
}

static eg_status allocate(eg_elliptic *p)
{
    eg_context *context = p->run->context;
    double **vectors[] = {&p->u, &p->before, &p->earlier, &p->load, &p->given, &p->capacity};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        EG_TRY(eg_alloc(context, p->nodes->nodes, sizeof(double), vectors[i]));
    if (eg_case_find(p->run->loaded, "time.tolerance"))
        EG_TRY(eg_alloc(context, p->nodes->nodes, sizeof(double), &p->oldest));
    EG_TRY(eg_sem_geometries_create(p->mesh, p->nodes, &p->geometries));
    p->geometry = p->geometries->element[0];
    p->face = &p->geometries->face[0];
    return EG_OK;
}

static eg_status take_conditions(eg_elliptic *p)
{
    EG_TRY(eg_elliptic_take_materials(p));
    return eg_elliptic_take_boundaries(p);
}

static eg_status take_case(eg_elliptic *p)
{
    double from = eg_clock();
    EG_TRY(eg_elliptic_make_mesh(p));
    p->seconds.mesh = eg_clock() - from;
    EG_TRY(eg_run_agree(p->run, take_conditions(p)));
    EG_TRY(eg_elliptic_place_probes(p));
    EG_TRY(eg_run_agree(p->run, eg_elliptic_check_picture(p)));
    return eg_run_agree(p->run, allocate(p));
}

static void unknown_terms(const eg_elliptic *p, int64_t node, const void *with, double *terms)
{
    (void)with;
    terms[0] = !eg_sem_given(p->sem)[node];
}

static eg_status count_unknowns(eg_elliptic *p)
{
    double total;
    EG_TRY(eg_elliptic_sum_nodes(p, unknown_terms, NULL, 1, &total));
    p->unknowns = (int64_t)total;
    return EG_OK;
}

static void log_setup(eg_elliptic *p)
{
    eg_run *run = p->run;
    const eg_device_info *device = eg_device_describe(run->device);
    eg_run_log(run, "case %s, hash %016llx", eg_case_name(run->loaded),
               (unsigned long long)eg_case_hash(run->loaded));
    eg_run_log(run, "mesh %s: %lld hexahedra, %lld unknowns", p->mesh->base.origin,
               (long long)p->mesh->base.all, (long long)p->unknowns);
    if (eg_comm_size(run->comm) > 1)
        eg_run_log(run, "ranks %d, of this one %lld hexahedra and %lld nodes",
                   eg_comm_size(run->comm),
                   (long long)(eg_mesh_own_end(&p->mesh->base) - p->mesh->base.own_first),
                   (long long)p->nodes->own);
    eg_run_log_exchange(run);
    eg_run_log_notes(run);
    eg_run_log(run, "device %s: %s, %s; kernels by %s", device->spec, device->name,
               run->precision == EG_F64 ? "f64" : "f32", device->compiler);
}

static eg_status begin(eg_elliptic *p)
{
    eg_run *run = p->run;
    p->mean_free = eg_elliptic_is_mean_free(p);
    EG_TRY(p->heat ? eg_heat_begin(p) : eg_poisson_begin(p));
    EG_TRY(count_unknowns(p));
    EG_TRY(eg_elliptic_open_output(p));
    if (!p->heat) /* while the mesh is written */
        EG_TRY(eg_poisson_precondition(p));
    log_setup(p);
    if (p->mean_free)
        eg_run_log(run,
                   "nothing fixes the solution's mean: it is made 0; %.3g, which quadrature has "
                   "left, was taken off the source",
                   p->source_shift);
    if (!p->heat || run->safety.from)
        return EG_OK;
    EG_TRY(eg_elliptic_snapshot(p));
    return eg_elliptic_record(p);
}

/* What a rank does for itself. */
static eg_status prepare(eg_run *run)
{
    EG_TRY(eg_alloc(run->context, 1, sizeof *run->elliptic, &run->elliptic));
    eg_elliptic *p = run->elliptic;
    p->run = run;
    p->heat = eg_node_is(eg_case_find(run->loaded, "model"), "heat");
    name_output(p);
    EG_TRY(eg_run_open_device(run));
    EG_TRY(eg_schedule_create(run->loaded, &run->schedule));
    EG_TRY(eg_inputs_take(run));
    return eg_run_check_memory(run);
}

static eg_status setup(eg_run *run)
{
    EG_TRY(eg_run_agree(run, prepare(run)));
    eg_run_check_threads(run);
    if (eg_comm_size(run->comm) > 1)
        EG_TRY(eg_halo_connect(run->context, run->device, run->comm, &run->link, run->no_link,
                               sizeof run->no_link));
    eg_safety_create(run);
    EG_TRY(take_case(run->elliptic));
    return begin(run->elliptic);
}

static void destroy(eg_run *run)
{
    eg_elliptic *p = run->elliptic;
    eg_context *context = run->context;
    if (!p)
        return;
    eg_snapshot_set_destroy(&run->set); /* it may be writing the mesh */
    void *vectors[] = {&p->u,         &p->before,   &p->earlier,  &p->load,
                       &p->given,     &p->capacity, &p->history,  &p->balance.flux,
                       &p->condition, &p->oldest,   &p->has_faces};
    eg_csv_close(&p->probe_csv);
    eg_csv_close(&p->balance_csv);
    eg_csv_close(&p->solve_csv);
    eg_pcg_destroy(&p->pcg);
    eg_heat_destroy(p);
    eg_buffer_destroy(&p->x);
    eg_buffer_destroy(&p->right);
    eg_sem_preconditioner_destroy(&p->preconditioner);
    eg_sem_destroy(&p->sem);
    eg_sem_geometries_destroy(&p->geometries);
    eg_coefficient_free(&p->kappa);
    eg_coefficient_free(&p->reaction);
    eg_coefficient_free(&p->source);
    eg_points_free(p->run, &p->probe);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        eg_free(context, vectors[i]);
    eg_ghost_exchange_destroy(&p->ghosts);
    eg_hex_nodes_destroy(&p->nodes);
    eg_hexes_destroy(&p->mesh);
    eg_free(context, &run->elliptic);
}

/* ---- running, and what can be asked */

static eg_status advance(eg_run *run, double time)
{
    eg_elliptic *p = run->elliptic;
    if (p->heat)
        return eg_heat_advance(p, time);
    return p->solved || run->outcome != EG_OK ? run->outcome : eg_poisson_solve(p);
}

static bool is_done(const eg_run *run)
{
    return run->elliptic->solved;
}

static eg_status state_hash(eg_run *run, uint64_t *hash)
{
    EG_TRY(eg_heat_fetch(run->elliptic));
    return eg_elliptic_hash(run->elliptic, hash);
}

static int64_t cells(const eg_run *run)
{
    return run->elliptic->mesh->base.all;
}

/* Places in space: centroids of the plane there are none. */
static const double (*centroids(eg_run *run))[2]
{
    (void)run;
    return NULL;
}

static const eg_output *outputs(const eg_run *run, int *count)
{
    *count = 1;
    return &run->elliptic->output;
}

static eg_status read_centres(eg_run *run, int output, double *values)
{
    eg_elliptic *p = run->elliptic;
    const double centre[3] = {0, 0, 0};
    int64_t first = p->mesh->base.own_first, count = eg_mesh_own_end(&p->mesh->base) - first;
    double *own;
    (void)output;
    EG_TRY(eg_heat_fetch(p));
    eg_status status = eg_alloc(run->context, count, sizeof *own, &own);
    for (int64_t e = 0; e < count && status == EG_OK; e++)
        own[e] = eg_sem_value(p->mesh, p->nodes, p->u, first + e, centre);
    status = eg_run_gather(run, own, count * (int64_t)sizeof *own, values, status);
    eg_free(run->context, &own);
    return status;
}

const eg_run_class eg_elliptic_runs = {.setup = setup,
                                       .advance = advance,
                                       .finish = eg_elliptic_finish,
                                       .is_done = is_done,
                                       .describe = eg_elliptic_describe,
                                       .state_hash = state_hash,
                                       .limited_value = eg_elliptic_limited_value,
                                       .cells = cells,
                                       .centroids = centroids,
                                       .outputs = outputs,
                                       .read = read_centres,
                                       .persist = eg_elliptic_persist,
                                       .table = eg_elliptic_table,
                                       .destroy = destroy};
