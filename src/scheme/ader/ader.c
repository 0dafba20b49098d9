/* Creation and destruction of the solver. */
#include "scheme/ader/internal.h"

/* Lanes of a product by tensor cores; those of a group of four warps, as more would have too few registers;
 * and the order from which on they are faster. A work array for them has an odd number of variables
 * (EG_TILE_SET in kernels/target/tensor.h). */
enum { TILE_LANES = 8, MOST_TENSOR_LANES = 32, LEAST_TENSOR_ORDER = 3 };

/* Whether tensor cores do for the products. */
static bool may_use_tensor(const eg_ader *ader, const eg_ader_options *options)
{
    return eg_device_describe(ader->device)->tensor && options->precision == EG_F64 &&
           ader->order >= LEAST_TENSOR_ORDER && ader->system->variables % 2 == 1 && !ader->system->reacts &&
           !ader->moving && !(ader->variable && (ader->conservative || ader->system->transports));
}

/* ---- building */

/* On a GPU the work array of a group fits into 48 KB, and its threads, a third of modes times lanes or all of
 * them where the medium varies, are no more than a group holds. */
static int lanes_of_cells(const eg_ader *ader, const eg_ader_options *options)
{
    int order = options->order, modes = eg_modal_count(order);
    if (options->lanes)
        return options->lanes;
    const eg_device_info *device = eg_device_describe(ader->device);
    if (!device->gpu)
        return eg_device_lanes(ader->device, options->precision, modes);
    int lower = eg_modal_count(order > 1 ? order - 1 : 1);
    int64_t work = (int64_t)(modes + lower) * ader->system->variables;
    for (int type = 0; (ader->variable || ader->moving) && type < EG_CELL_TYPES; type++) {
        if (ader->mesh->base.group[type].count == 0)
            continue;
        int blocks = ader->tensor ? 1 : ader->cells[type].rows / ader->block;
        modes = blocks > modes ? blocks : modes;
        work = eg_ader_work(ader, type) > work ? eg_ader_work(ader, type) : work;
    }
    work *= (int64_t)eg_real_size(options->precision);
    int lanes = 32, rows = ader->variable && !ader->tensor ? modes : (modes + 2) / 3;
    while (lanes > 1 && (lanes * rows > device->max_group || lanes * work > 48 * 1024))
        lanes /= 2;
    return lanes;
}

/* Lanes of a block, and whether products are taken by tensor cores, for which some numbers alone will do. */
static int choose_lanes(eg_ader *ader, const eg_ader_options *options)
{
    ader->tensor = may_use_tensor(ader, options);
    int lanes = lanes_of_cells(ader, options);
    if (lanes >= TILE_LANES && lanes <= MOST_TENSOR_LANES)
        return lanes;
    ader->tensor = false;
    return lanes_of_cells(ader, options);
}

static eg_status build_degrees(eg_ader *ader)
{
    int32_t degree[EG_MODES_MOST][3];
    for (int k = 0; k < ader->modes; k++) {
        int d = eg_modal_degree(k);
        degree[k][0] = d;
        degree[k][1] = d * (d + 1) / 2;
        degree[k][2] = (d + 1) * (d + 2) / 2;
    }
    return eg_stepper_upload(&ader->base, "degrees", ader->modes * (int64_t)sizeof *degree, degree,
                             &ader->degrees);
}

static eg_status build_dofs(eg_ader *ader, const eg_ader_options *options)
{
    int64_t bytes = eg_layout_bytes(&ader->layout, ader->values);
    EG_SCRATCH void *q = NULL;
    EG_TRY(eg_alloc(ader->context, bytes, 1, &q));
    EG_TRY(eg_ader_project(ader, options, q));
    return EG_UPLOAD(&ader->base, {"state", bytes, q, &ader->q[0]}, {"next state", bytes, q, &ader->q[1]},
                     {"state set aside", bytes, NULL, &ader->aside});
}

eg_status eg_ader_order_traces(eg_ader *ader, const eg_ader_options *options, int64_t *faces)
{
    int64_t at = 0, lanes = ader->layout.lanes;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        eg_ader_cells *cells = &ader->cells[type];
        cells->blocks = eg_ceil_div(ader->mesh->base.group[type].count, lanes);
        cells->first_face = at;
        at += cells->blocks * lanes * eg_cell_type_vertices((eg_cell_type)type);
    }
    EG_TRY(eg_ader_list_inflow(ader, options, &at));
    EG_TRY(eg_ader_list_ghosts(ader, &at));
    *faces = at;
    ader->far = options->far || eg_ader_trace_offset(ader, at) > INT32_MAX;
    if (at <= INT32_MAX)
        return EG_OK;
    return eg_fail(ader->context, EG_MESH,
                   "%s: %lld cells are more than one process can hold: %lld faces, seen from both "
                   "sides, at most %d; take fewer cells or more processes",
                   ader->mesh->base.origin, (long long)ader->mesh->base.own, (long long)at, INT32_MAX);
}

static eg_status build_trace(eg_ader *ader, const eg_ader_options *options)
{
    int64_t faces;
    EG_TRY(eg_ader_order_traces(ader, options, &faces));
    int64_t bytes = faces * eg_ader_trace_values(ader) * (int64_t)eg_real_size(ader->layout.precision);
    return eg_stepper_upload(&ader->base, "traces", bytes, NULL, &ader->trace);
}

/* Terms of the Taylor polynomial in time with a matrix E: those of the order or up to two more, so that
 * eigenvalues of any argument that do not grow, and not only negative ones, grow in no step
 * (docs/theory/linear.md). */
static int terms_of_reaction(int order)
{
    int terms = order > 3 ? order : 3;
    return terms % 4 == 1 ? terms + 2 : terms % 4 == 2 ? terms + 1 : terms;
}

static const char *predictor_of(const eg_ader *ader)
{
    if (ader->moving)
        return "ader_predict_moving";
    if (ader->implicit)
        return "ader_predict_implicit";
    return !ader->variable ? "ader_predict" : ader->tensor ? "ader_predict_tiles" : "ader_predict_variable";
}

/* What the next shot may have is in the program, too (eg_ader_aim()). */
static eg_status build_cell_programs(eg_ader *ader, const eg_ader_options *given)
{
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        eg_ader_cells *cells = &ader->cells[type];
        if (cells->blocks == 0)
            continue;
        EG_TRY(eg_ader_fill_even(ader, type));
        EG_TRY(eg_stepper_partition_boundary(&ader->base, type, NULL, &cells->partition_boundary));
        int items = cells->rows > ader->tests ? cells->rows : ader->tests;
        int passing = ader->moving ? eg_cell_type_vertices((eg_cell_type)type) * ader->edge_points : 0;
        items = passing > items ? passing : items;
        const eg_program_options options = {
            .file = ader->system->kernel,
            .precision = ader->layout.precision,
            .lanes = ader->layout.lanes,
            .items = ader->variable || ader->moving ? items / ader->block : ader->modes,
            EG_DEFINES(
                {"ORDER", ader->order}, {"MODES", ader->modes},
                {"NFACES", eg_cell_type_vertices((eg_cell_type)type)}, {"TRACE_BITS", ader->trace_bits},
                {"TENSOR", ader->tensor}, {"FAR", ader->far}, {"RUSANOV", ader->flux == EG_FLUX_RUSANOV},
                {"VARIABLE", ader->variable}, {"MOVING", ader->moving}, {"CONSERVATIVE", ader->conservative},
                {"REACTS", ader->system->reacts}, {"TERMS", ader->terms}, {"IMPLICIT", ader->implicit},
                {"FACTOR", ader->find_factor != NULL}, {"MODES_M", ader->material_modes},
                {"POINTS", cells->rows}, {"STAGE_POINTS", cells->stage_rows}, {"BLOCK", ader->block},
                {"TESTS", ader->tests}, {"EDGE_POINTS", ader->edge_points}, {"MAXIMA", ader->maximum_count},
                {"BOUNDED", given->bounds != NULL}, {"EXCHANGES", given->exchange != NULL},
                {"SOURCES", given->function_count + given->expression_count > 0 || given->body},
                {"BODY", given->body != NULL}, {"RECEIVERS", given->receiver_interval > 0},
                {"PARTITIONED", cells->partition_boundary.order != NULL}),
            .generated = ader->system->generated};
        EG_TRY(eg_stepper_program(&ader->base, &options, &cells->program));
        EG_TRY(eg_kernel_get(cells->program, predictor_of(ader), &cells->predict));
        EG_TRY(eg_kernel_get(cells->program,
                             ader->moving     ? "ader_correct_moving"
                             : ader->variable ? "ader_correct_variable"
                                              : "ader_correct",
                             &cells->correct));
        EG_TRY(eg_ader_build_wind_program(ader, given, type));
        eg_ader_set_costs(ader, type);
        EG_TRY(eg_kernel_get(cells->program, "ader_content", &cells->content));
        if (ader->maximum_count > 0)
            EG_TRY(eg_kernel_get(cells->program, "ader_maxima", &cells->maxima));
    }
    return EG_OK;
}

/* Refuses, before anything is built, what cannot fit: three states, traces and constants. */
static eg_status check_memory(const eg_ader *ader, const eg_ader_options *options)
{
    const eg_linear *system = ader->system;
    const eg_device_info *device = eg_device_describe(ader->device);
    double size = (double)eg_real_size(options->precision), bytes = 0, unknowns = 0;
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        int faces = eg_cell_type_vertices((eg_cell_type)type);
        double cells = (double)ader->mesh->base.group[type].count;
        double cell = 3 * ader->values + 4 + system->materials + 1;
        double face = ader->order * system->traces[ader->flux] + 3 + system->face_constants[ader->flux];
        cell += ader->moving ? eg_ader_wind_values(ader, type) : 0;
        cell += ader->implicit ? system->variables * system->variables : 0;
        cell += options->body ? (ader->order + 1) * ader->values : 0;
        cell += options->body && options->receiver_interval > 0 ? ader->terms * ader->values : 0;
        bytes += cells * (size * (cell + faces * face) + 8 * faces + 24);
        unknowns += cells * ader->values;
    }
    if (device->memory_free <= 0 || bytes <= (double)device->memory_free)
        return EG_OK;
    return eg_fail(ader->context, EG_MEMORY,
                   "%.6g unknowns (%lld cells of order %d) need %.4g GB on %s, where %.4g GB are free; take "
                   "fewer cells, a lower order, or numerics.precision: f32",
                   unknowns, (long long)ader->mesh->base.own, ader->order, bytes / 1e9, device->spec,
                   (double)device->memory_free / 1e9);
}

/* Layout and materials of the own cells. */
static eg_status prepare_ader(eg_ader *ader, const eg_ader_options *options)
{
    EG_TRY(check_memory(ader, options));
    int64_t skew = eg_plane_first_skew(ader->mesh);
    if (skew >= 0)
        return eg_fail(ader->context, EG_MESH,
                       "%s: quadrangle %lld at (%.9g, %.9g) is no parallelogram; this scheme takes "
                       "parallelograms and triangles: cut it into two triangles",
                       ader->mesh->base.origin, (long long)ader->mesh->base.source[skew],
                       ader->mesh->base.centroid[skew][0], ader->mesh->base.centroid[skew][1]);
    int lanes = choose_lanes(ader, options);
    EG_TRY(
        eg_layout_create(&ader->mesh->base, options->precision, lanes, 0, EG_LAYOUT_FAR, 0, &ader->layout));
    const eg_device_info *device = eg_device_describe(ader->device);
    ader->trace_bits = device->gpu ? 0 : ader->layout.lane_bits;
    EG_TRY(build_trace(ader, options));
    EG_TRY(build_degrees(ader));
    EG_TRY(eg_ader_find_material(ader, options));
    return eg_ader_find_polynomials(ader, options);
}

static const eg_buffer *or_nothing(const eg_ader *ader, const eg_buffer *buffer)
{
    return buffer ? buffer : ader->nothing;
}

/* What the kernels of a type have in common. */
static eg_status bind_type(eg_ader *ader, int type)
{
    const eg_ader_cells *c = &ader->cells[type];
    if (c->blocks == 0)
        return EG_OK;
    return EG_BIND_ALL(
        c->program, EG_BUFFER("derivative", c->derivative), EG_BUFFER("edge", c->edge),
        EG_BUFFER("lift", c->lift), EG_BUFFER("degree", ader->degrees), EG_BUFFER("cell", c->cell),
        EG_BUFFER("face", c->face), EG_BUFFER("there", c->there), EG_BUFFER("side", c->side),
        EG_BUFFER("values", or_nothing(ader, c->values)), EG_BUFFER("tests", or_nothing(ader, c->tests)),
        EG_BUFFER("material", or_nothing(ader, c->material)),
        EG_BUFFER("medium", or_nothing(ader, c->medium)), EG_BUFFER("wind", or_nothing(ader, c->wind)),
        EG_BUFFER("flow", or_nothing(ader, c->flow)), EG_BUFFER("history", or_nothing(ader, c->history)),
        EG_BUFFER("moments", or_nothing(ader, ader->moments)),
        EG_BUFFER("resolvent", or_nothing(ader, c->resolvent)),
        EG_BUFFER("resolved", or_nothing(ader, c->resolved)), EG_BUFFER("line", or_nothing(ader, ader->line)),
        EG_BUFFER("part", ader->part), EG_BUFFER("order", or_nothing(ader, c->partition_boundary.order)),
        EG_INT("first_block", (int32_t)ader->layout.first_block[type]),
        EG_LONG("first_trace", eg_ader_trace_offset(ader, c->first_face)), EG_LONG("blocks", c->blocks));
}

static eg_status bind_ader(eg_ader *ader)
{
    EG_TRY(EG_STEPPER_BIND(&ader->base, EG_BUFFER("trace", ader->trace),
                           EG_BUFFER("factor", or_nothing(ader, ader->factor)),
                           EG_BUFFER("exchange", or_nothing(ader, ader->exchange)),
                           EG_BUFFER("rates", or_nothing(ader, ader->exchange_matrix)),
                           EG_BUFFER("rational", or_nothing(ader, ader->rational)),
                           EG_DOUBLE("exchange_size", ader->exchange_size)));
    for (int type = 0; type < EG_CELL_TYPES; type++)
        EG_TRY(bind_type(ader, type));
    return EG_OK;
}

static eg_status build_ader(eg_ader *ader, const eg_ader_options *options)
{
    EG_TRY(eg_ader_build_cells(ader, options));
    EG_TRY(eg_ader_build_factor(ader, options));
    EG_TRY(eg_ader_build_moments(ader));
    EG_TRY(build_dofs(ader, options));
    EG_TRY(build_cell_programs(ader, options));
    EG_TRY(eg_stepper_upload(&ader->base, "nothing", 8, NULL, &ader->nothing));
    EG_TRY(eg_ader_build_body(ader, options));
    EG_TRY(eg_ader_sources_create(ader, options));
    EG_TRY(eg_ader_build_content(ader));
    EG_TRY(eg_ader_build_damping(ader, options->damping));
    EG_TRY(eg_ader_build_inflow(ader, options));
    EG_TRY(eg_ader_build_exchange(ader, options));
    EG_TRY(eg_ader_build_implicit(ader));
    int64_t parts = ader->layout.first_block[EG_CELL_TYPES];
    EG_TRY(eg_stepper_upload(&ader->base, "rates", parts * (int64_t)eg_real_size(options->precision), NULL,
                             &ader->part));
    EG_TRY(eg_stepper_build_clock(&ader->base,
                                  &(eg_time_options){.cfl = ader->cfl,
                                                     .dt = options->dt,
                                                     .dt_least = options->dt_least,
                                                     .anew = ader->moving,
                                                     .part = ader->part,
                                                     .parts = parts},
                                  NULL));
    EG_TRY(bind_ader(ader));
    return eg_ader_build_bounds(ader, options);
}

/* Builds the solver of a rank: what fails on one fails on all. */
static eg_status build_shared(eg_ader *ader, const eg_ader_options *options)
{
    int materials = ader->system->materials;
    eg_status status = prepare_ader(ader, options);
    status = eg_halo_fill_host(ader->comm, &ader->mesh->base, ader->material, materials, status);
    if (ader->variable)
        status = eg_halo_fill_host(ader->comm, &ader->mesh->base, ader->polynomial,
                                   materials * ader->material_modes, status);
    if (status == EG_OK)
        status = build_ader(ader, options);
    if (status == EG_OK)
        status = eg_ader_build_halo(ader);
    if (status == EG_OK)
        status = eg_ader_build_maxima(ader, options);
    return eg_comm_agree(ader->comm, status);
}

static eg_status build_alone(eg_ader *ader, const eg_ader_options *options)
{
    EG_TRY(prepare_ader(ader, options));
    EG_TRY(build_ader(ader, options));
    return eg_ader_build_maxima(ader, options);
}

eg_status eg_ader_create(eg_device *device, const eg_plane *mesh, const eg_ader_options *options,
                         eg_ader **ader)
{
    assert(options->order >= 1 && options->order <= EG_ORDER_MOST);
    assert(options->system->dimensions == 2);
    assert(options->maximum_count >= 0 && options->maximum_count <= EG_ADER_MAXIMA);
    assert((int)options->flux < EG_ADER_FLUXES);
    assert(!options->implicit || options->order <= EG_ADER_IMPLICIT_MOST);
    *ader = NULL;
    EG_ENDS_WITH(eg_ader_destroy) eg_ader *made = NULL;
    EG_TRY(eg_comm_agree(options->comm, eg_alloc(mesh->base.context, 1, sizeof *made, &made)));
    eg_stepper_begin(&made->base, &eg_ader_class, device, &mesh->base, options->order - 1, options->comm,
                     options->link);
    made->mesh = mesh;
    made->system = options->system;
    made->flux = options->flux;
    made->order = options->order;
    made->implicit = options->implicit && options->system->reacts;
    made->terms = made->implicit            ? eg_ader_stages(options->order)
                  : options->system->reacts ? terms_of_reaction(options->order)
                                            : options->order;
    made->maximum_count = options->maximum_count;
    made->cfl = options->cfl > 0 ? options->cfl : 0.9;
    made->modes = eg_modal_count(options->order);
    made->variables = options->system->variables;
    made->values = made->modes * made->variables;
    eg_ader_choose_variable(made, options);
    eg_ader_choose_wind(made, options);
    eg_ader_choose_exchange(made, options);
    EG_TRY(mesh->part ? build_shared(made, options) : build_alone(made, options));
    EG_TRY(eg_ader_step(&made->base));
    EG_TRY(eg_stepper_first_pass(&made->base));
    EG_TRY(eg_ader_build_receivers(made, options));
    return eg_hand_over(&made, ader);
}

void eg_ader_destroy(eg_ader **address)
{
    if (!address || !*address)
        return;
    eg_ader *ader = *address;
    eg_ader_sources_destroy(ader);
    eg_stepper_end(&ader->base);
    for (int type = 0; type < EG_CELL_TYPES; type++)
        eg_modal_destroy(&ader->cells[type].modal);
    EG_FREE(address);
}
