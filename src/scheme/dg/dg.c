/* Creation and destruction of the solver. */
#include "scheme/dg/internal.h"

#include "dg/sizes.h"
#include "time/clock.h"

/* ---- building */

/* Rows of lanes in a group, of a GPU: a column each, or nodes, where they are too many in turns. */
static int rows_of(const eg_dg *dg)
{
    return dg->columns ? dg->edge * dg->edge : eg_dg_node_rows(dg);
}

/* Groups of 64 threads that share a multiprocessor, by which the compiler counts out registers. Measured on
 * an H200, G node-stages/s, f64: acoustic, 8 nodes an edge, 25.1 with 6, 23.4 with 7; 4 nodes, 4 lanes, 27.8
 * with 8, 26.8 with 9, 24.8 with 6; elastic, 7 nodes, 10.0 with 3 and 4, 5.7 with 5. f32: acoustic, 8 nodes,
 * 49.5 with 6 to 10; 4 nodes 52.5 with 16; elastic, 8 nodes, 21.4 with 6, 20.7 with 4; 5 nodes, 19.6 with 8,
 * 18.9 with 6. Of curved cells as many as spill no registers. Threads count by whole warps of 32: with 6
 * nodes, 72 threads, bricks make 22.8 with 5 groups and 17.8 with 7; curved cells 17.1 with 4 and 14.9 with
 * 5. */
static int resident_blocks(const eg_dg *dg)
{
    int threads = (rows_of(dg) * dg->layout.lanes + 31) / 32 * 32;
    bool single = dg->layout.precision == EG_F32, curved = dg->geometry == DG_CURVED;
    if (!dg->columns)
        return 1;
    int groups = dg->edge >= 7 || curved ? 6 : 8;
    if (single)
        groups = dg->edge >= 7 ? 8 : 16;
    if (dg->system->variables > 4)
        groups = !single || curved ? 4 : dg->edge == 5 ? 8 : 6;
    groups = groups * 64 / threads;
    return groups > 0 ? groups : 1;
}

/* Columns need a thread each, and shared memory. */
static bool takes_columns(const eg_dg *dg, const eg_dg_options *options)
{
    const eg_device_info *device = eg_device_describe(dg->device);
    int plane = dg->edge * dg->edge;
    int64_t reals = eg_dg_wave_values(dg) + 4 * (int64_t)plane * dg->system->traces[dg->flux];
    bool fits = reals * (int64_t)eg_real_size(options->precision) <= eg_dg_shared_bytes(dg);
    bool can = dg->dimension == 3 && plane <= device->max_group && fits;
    if (options->variant == EG_DG_AUTO)
        return can && device->gpu && dg->edge >= 4;
    return dg->dimension == 3 && options->variant == EG_DG_COLUMNS;
}

/* What the next shot may have is in the program, too (eg_dg_aim()). */
static eg_status build_dg_program(eg_dg *dg, const eg_dg_options *given)
{
    char file[EG_DG_FILE];
    if (!dg->stream) /* blocks that visit go in their order */
        EG_TRY(eg_stepper_partition_boundary(&dg->base, 0, dg->traces.late, &dg->partition_boundary));
    const eg_program_options options = {
        .file = eg_dg_file(dg, file),
        .precision = dg->layout.precision,
        .lanes = dg->layout.lanes,
        .items = dg->columns ? dg->edge * dg->edge : 1,
        EG_DEFINES({"DIM", dg->dimension}, {"N", dg->edge}, {"LANE_BITS", dg->layout.lane_bits},
                   {"GEOMETRY", dg->geometry}, {"STEPS", dg->steps == EG_DG_SSPRK3 ? DG_SSP : DG_LOW_STORAGE},
                   {"RUSANOV", dg->flux == EG_FLUX_RUSANOV}, {"DG_ROWS", rows_of(dg)}, {"MEDIUM", dg->nodal},
                   {"COLUMNS", dg->columns}, {"PARTS", dg->parts}, {"BODIES", dg->system->bodies},
                   {"STAGED", eg_dg_cells_fit(dg, dg->columns)}, {"LAYERS", dg->pml.layers > 0},
                   {"WEAK_AGAIN", eg_dg_weak_again(dg, given->precision)},
                   {"DG_RESIDENT", resident_blocks(dg)}, {"ONE_STATE", dg->one_state},
                   {"STREAMED", dg->stream != NULL}, {"TRACE_ALL", dg->trace_all},
                   {"SOURCES", given->function_count + given->expression_count > 0},
                   {"RECEIVERS", given->receiver_interval > 0}, {"PARTITIONED", eg_dg_is_split(dg)}),
        .generated = dg->constants};
    if (dg->before && eg_dg_is_split(dg->before) == eg_dg_is_split(dg) &&
        dg->before->trace_all == dg->trace_all)
        EG_TRY(eg_owner_hand_over(&dg->before->owned, &dg->before->program, &dg->owned, &dg->program,
                                  sizeof dg->program));
    else
        EG_TRY(eg_stepper_program(&dg->base, &options, &dg->program));
    return eg_kernel_get(dg->program, "dg_content", &dg->find_content);
}

static eg_status build_forest_clock(eg_dg *dg, const eg_dg_options *options)
{
    EG_TRY(eg_stepper_upload(&dg->base, "stops", DG_STOP_SLOTS * 4, NULL, &dg->stop));
    return eg_stepper_build_clock(&dg->base,
                                  &(eg_time_options){.cfl = dg->cfl,
                                                     .dt = options->dt,
                                                     .dt_least = options->dt_least,
                                                     .part = dg->part,
                                                     .parts = dg->blocks},
                                  dg->before ? &dg->before->base : NULL);
}

/* Rusanov's damping is of the whole state: on a face that is bent, both sides lift other integrals of it. */
static eg_status check_curved(const eg_dg *dg)
{
    const eg_mesh *mesh = &dg->mesh->base;
    int64_t hanging = dg->traces.entries - dg->traces.all_received;
    if (dg->geometry != DG_CURVED || dg->flux != EG_FLUX_RUSANOV || hanging == 0)
        return EG_OK;
    return eg_fail(dg->context, EG_MESH,
                   "%s: has %lld faces between leaves of different levels, and a tree whose map is "
                   "not affine: numerics.flux: rusanov is not conservative there; use 'upwind'",
                   mesh->origin, (long long)hanging);
}

/* What a rank can tell alone of its cells and options. */
static eg_status prepare_dg(eg_dg *dg, const eg_dg_options *options)
{
    EG_TRY(eg_dg_number_traces(dg));
    EG_TRY(check_curved(dg));
    EG_TRY(eg_dg_place_pml(dg, options));
    return eg_dg_check_storage(dg, options, options->storage);
}

/* What the kernels have in common. */
static eg_status bind_dg(eg_dg *dg)
{
    const eg_buffer *order = dg->stream ? dg->visits.ordered : dg->partition_boundary.order;
    return EG_STEPPER_BIND(
        &dg->base, EG_BUFFER("matrix", dg->matrix), EG_BUFFER("cell", dg->cell), EG_BUFFER("face", dg->face),
        EG_BUFFER("curve", dg->curve), EG_BUFFER("medium", dg->nodal ? dg->medium : dg->cell),
        EG_BUFFER("meeting", dg->nodal ? dg->meeting : dg->cell), EG_BUFFER("there", dg->there),
        EG_BUFFER("turn", dg->turn), EG_BUFFER("side", dg->side), EG_BUFFER("part", dg->part),
        EG_BUFFER("stop", dg->stop), EG_BUFFER("order", order ? order : dg->stop),
        EG_BUFFER("layer", dg->pml.layers > 0 ? dg->pml.layer : dg->stop),
        EG_BUFFER("trace", dg->one_state ? dg->trace : dg->stop),
        EG_LONG("own_traces", eg_dg_own_traces(dg)));
}

static eg_status build_dg(eg_dg *dg, const eg_dg_options *options)
{
    int64_t behind = dg->one_state ? 0 : eg_ceil_div(dg->traces.entries, dg->edge);
    EG_TRY(eg_layout_create(&dg->mesh->base, options->precision, eg_dg_lanes(dg, options), 0, EG_LAYOUT_FAR,
                            behind, &dg->layout));
    dg->blocks = dg->layout.first_block[1];
    EG_TRY(eg_dg_order_visits(dg));
    EG_TRY(eg_dg_find_material(dg, options));
    EG_TRY(eg_dg_list_pml(dg));
    EG_TRY(eg_dg_build_cells(dg, options));
    EG_TRY(eg_dg_build_medium(dg, options));
    EG_TRY(eg_dg_build_mortars(dg, options));
    EG_TRY(eg_dg_build_state(dg, options));
    EG_TRY(build_dg_program(dg, options));
    EG_TRY(eg_dg_build_content(dg));
    EG_TRY(build_forest_clock(dg, options));
    EG_TRY(eg_dg_bind_mortars(dg));
    EG_TRY(eg_dg_bind_stage(dg));
    EG_TRY(eg_dg_bind_traces(dg));
    EG_TRY(eg_dg_build_pml(dg));
    eg_dg_set_costs(dg);
    EG_TRY(bind_dg(dg));
    EG_TRY(eg_dg_build_ranks(dg));
    return eg_dg_build_sources(dg, options);
}

static void take_options(eg_dg *dg, eg_device *device, const eg_forest *mesh, const eg_dg_options *options)
{
    eg_stepper_begin(&dg->base, &eg_dg_class, device, &mesh->base, options->degree, options->comm,
                     options->link);
    dg->mesh = mesh;
    dg->system = options->system;
    dg->flux = options->flux;
    dg->nodal = options->nodal_material;
    dg->steps = options->steps;
    dg->memory = options->memory;
    dg->stages_together = options->stages_together;
    dg->held.layer = -1;
    dg->cfl = options->cfl > 0 ? options->cfl : 0.9;
    dg->dimension = mesh->base.dimension;
    dg->edge = options->degree + 1;
    dg->nodes = dg->edge * dg->edge * (dg->dimension == 3 ? dg->edge : 1);
    dg->variables = options->system->variables;
    dg->values = dg->nodes * eg_linear_stored(options->system);
    dg->geometry = mesh->kind == EG_LEAF_BRICK    ? DG_BRICK
                   : mesh->kind == EG_LEAF_AFFINE ? DG_AFFINE
                                                  : DG_CURVED;
    dg->columns = takes_columns(dg, options);
    dg->parts = options->variant == EG_DG_PARTS;
    eg_line_points_of((eg_line){EG_LINE_GLL, options->degree}, dg->point);
    eg_gll_weights(options->degree, dg->weight);
}

eg_status eg_dg_begin(eg_device *device, const eg_forest *mesh, const eg_dg_options *options, eg_dg *before,
                      eg_dg **dg)
{
    assert(options->degree >= 1 && options->degree <= EG_DG_DEGREE);
    assert(options->system->dimensions == mesh->base.dimension);
    EG_TRY(eg_comm_agree(options->comm, eg_alloc(mesh->base.context, 1, sizeof **dg, dg)));
    take_options(*dg, device, mesh, options);
    (*dg)->before = before;
    return EG_OK;
}

eg_status eg_dg_build(eg_dg *dg, const eg_dg_options *options)
{
    EG_TRY(eg_stepper_agree(&dg->base, prepare_dg(dg, options)));
    EG_TRY(eg_dg_choose_storage(dg, options));
    return eg_stepper_agree(&dg->base, build_dg(dg, options));
}

eg_status eg_dg_create(eg_device *device, const eg_forest *mesh, const eg_dg_options *options, eg_dg **dg)
{
    EG_ENDS_WITH(eg_dg_destroy) eg_dg *made = NULL;
    *dg = NULL;
    EG_TRY(eg_dg_begin(device, mesh, options, NULL, &made));
    EG_TRY(eg_dg_build(made, options));
    EG_TRY(eg_stepper_agree(&made->base, eg_dg_visit_all(made, eg_dg_leave_all_traces, 0)));
    EG_TRY(eg_dg_step(&made->base));
    EG_TRY(eg_stepper_first_pass(&made->base));
    EG_TRY(eg_dg_build_receivers(made, options));
    return eg_hand_over(&made, dg);
}

void eg_dg_destroy(eg_dg **address)
{
    if (!address || !*address)
        return;
    eg_dg *dg = *address;
    eg_dg_destroy_stream(dg);
    eg_dg_destroy_sources(dg);
    eg_stepper_end(&dg->base);
    EG_FREE(address);
}
