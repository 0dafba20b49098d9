/* Creation, application and destruction of the Schwarz preconditioner. */
#include "scheme/sem/schwarz/internal.h"

enum { GPU_THREADS = 192 };

static eg_status upload_schwarz(eg_schwarz *s, const char *label, int64_t bytes, const void *data,
                                eg_buffer **buffer)
{
    return eg_owner_upload(&s->owned, s->sem->device, label, bytes, data, buffer);
}

static eg_status upload_schwarz_reals(eg_schwarz *s, const char *label, int64_t count, const double *data,
                                      eg_buffer **buffer)
{
    return eg_owner_upload_reals(&s->owned, s->sem->device, s->sem->precision, label, count, data, buffer);
}

/* What elements leave in s->part, for the rows in a buffer of the same shape. */
static eg_row_parts parts_of(const eg_schwarz *s, const eg_buffer *row, int values)
{
    return (eg_row_parts){.row = row, .blocks = s->slots / s->lanes, .values = values, .lanes = s->lanes};
}

static eg_element_lists_target target_of(const eg_schwarz *s, const eg_buffer *to)
{
    return (eg_element_lists_target){.lanes = s->lanes, .blocks = s->slots / s->lanes, .to = to};
}

/* ---- building */

/* What a group of the kernels for GPUs keeps of an element in shared memory. */
static int shared_of(const eg_schwarz *s)
{
    return s->side * s->side * (s->side | 1) * (int)eg_real_size(s->sem->precision);
}

/* What kernels/sem/schwarz.c has of a lane in shared memory: a subdomain, three tables, corners. */
static int64_t bytes_of_schwarz_lane(const eg_schwarz *s)
{
    int64_t side = s->side;
    return (side * side * side + 3 * (side * side + side) + 8) * (int64_t)eg_real_size(s->sem->precision);
}

/* That its group may have: of a GPU what every one has; the host has it on the stack of a thread. */
static int64_t bytes_of_group(const eg_schwarz *s)
{
    const eg_device_info *device = eg_device_describe(s->sem->device);
    return device->gpu ? SEM_SHARED : device->max_group > 1 ? SEM_SHARED_OF_PROCESSOR : INT64_MAX;
}

static int lanes_of_schwarz(const eg_schwarz *s)
{
    int lanes = eg_device_lanes(s->sem->device, s->sem->precision, s->cube);
    while (lanes > 1 && lanes * bytes_of_schwarz_lane(s) > bytes_of_group(s))
        lanes /= 2;
    return lanes;
}

static eg_status check_subdomain(const eg_schwarz *s)
{
    const eg_device_info *device = eg_device_describe(s->sem->device);
    if (s->columns || bytes_of_schwarz_lane(s) <= bytes_of_group(s))
        return EG_OK;
    return eg_fail(s->context, EG_CASE,
                   "numerics.overlap: subdomains of %d nodes along an edge want %lld bytes of memory "
                   "shared by a group, of which %s (%s) has %lld; take a smaller overlap, a lower "
                   "numerics.degree, f32, or numerics.preconditioner: p-multigrid",
                   s->side, (long long)bytes_of_schwarz_lane(s), device->spec, device->name,
                   (long long)bytes_of_group(s));
}

/* On a GPU as many as fill warps best. */
static int elements_of_block(const eg_schwarz *s, const eg_schwarz_options *options)
{
    int plane = s->side * s->side, by_threads = GPU_THREADS / plane, by_memory = SEM_SHARED / shared_of(s);
    if (options->lanes)
        return options->lanes;
    if (!s->columns)
        return lanes_of_schwarz(s);
    return eg_sem_elements_of_group(plane, by_threads < by_memory ? by_threads : by_memory);
}

/* As kernels/sem/schwarz.c has it of a node; the restriction takes two chains along each of N^2, 2 N and 4
 * lines. */
static void set_costs(eg_schwarz *s)
{
    double size = (double)eg_real_size(s->sem->precision), solved = (double)s->solved;
    double n = s->sem->side, own = s->sem->volume * solved, cube = s->cube * solved;
    bool inside = s->coarse && !s->apart;
    eg_kernel_cost(s->solve_kernel, s->blocks,
                   (s->fine ? 4 + 2 * size : size) * cube + (inside ? 4 * own : 0),
                   s->fine ? 12.0 * s->side * cube : 0);
    if (s->coarse)
        eg_kernel_cost(s->restrict_kernel, s->blocks, (4 + size) * own + SCHWARZ_CORNERS * size * solved,
                       4 * n * (n * n + 2 * n + 4) * solved);
    if (s->apart)
        eg_kernel_cost(s->correct_kernel, s->blocks, (4 + 2 * size) * own, 0);
}

static eg_status build_schwarz_programs(eg_schwarz *s)
{
    int lines = s->side * s->side, threads = s->elements * lines;
    const eg_program_options options = {
        .file = s->columns ? "sem/schwarz_elements.c" : "sem/schwarz.c",
        .precision = s->sem->precision,
        .lanes = s->lanes,
        .items = s->columns               ? threads
                 : lines * s->lanes > 256 ? 256 / s->lanes
                                          : lines,
        .generated = s->columns ? s->between : NULL,
        EG_DEFINES({"DEGREE", s->sem->degree}, {"OVERLAP", s->overlap}, {"WEIGHTED", s->weighted},
                   {"COARSE", s->coarse}, {"FINE", s->fine}, {"APART", s->apart}, {"ELEMENTS", s->elements},
                   {"RESIDENT", eg_sem_resident(s->sem->precision, s->sem->degree, threads)})};
    EG_TRY(eg_owner_program(&s->owned, s->sem->device, &options, &s->program));
    EG_TRY(eg_kernel_get(s->program, "schwarz_solve", &s->solve_kernel));
    if (s->coarse)
        EG_TRY(eg_kernel_get(s->program, "schwarz_restrict", &s->restrict_kernel));
    if (s->apart)
        EG_TRY(eg_kernel_get(s->program, "schwarz_correct", &s->correct_kernel));
    set_costs(s);
    return EG_OK;
}

/* The tables of all cases of lines. */
typedef struct table_list {
    const eg_schwarz *schwarz;
    const eg_schwarz_case *line;
    double *table;
} table_list;

static eg_status fill_line_tables(void *with, int part, int64_t from, int64_t to)
{
    const table_list *list = with;
    const eg_schwarz *s = list->schwarz;
    int64_t size = s->side * s->side + s->side;
    (void)part;
    for (int64_t i = from; i < to; i++)
        eg_schwarz_line_table(s->sem->degree, s->overlap, &list->line[i], &list->table[i * size]);
    return EG_OK;
}

/* The linear functions at the nodes of a line, and eigenvectors. */
static eg_status build_lines(eg_schwarz *s, const eg_schwarz_tables *tables)
{
    int n = s->sem->side, size = s->side * s->side + s->side;
    int64_t count = (int64_t)tables->cases * size;
    EG_SCRATCH double *table = NULL;
    double place[SEM_NODES], hat[2 * SEM_NODES];
    eg_line_points_of((eg_line){EG_LINE_GLL, s->sem->degree}, place);
    for (int i = 0; i < n; i++) {
        hat[i] = 0.5 * (1 - place[i]);
        hat[n + i] = 0.5 * (1 + place[i]);
    }
    EG_TRY(upload_schwarz_reals(s, "linear functions", 2 * n, hat, &s->hat));
    EG_TRY(eg_alloc(s->context, count, sizeof *table, &table));
    table_list list = {.schwarz = s, .line = tables->line, .table = table};
    EG_TRY(eg_in_parts(s->context, eg_parts(s->context, tables->cases, 1), tables->cases, fill_line_tables,
                       &list));
    EG_TRY(upload_schwarz_reals(s, "eigenvectors", count, table, &s->table));
    const int between = 3 * SCHWARZ_NEIGHBOUR + SCHWARZ_NEIGHBOUR;
    EG_TRY(eg_owner_add(&s->owned, EG_OWNED_ARRAY, &s->between));
    return eg_constants_source(s->context, s->sem->precision, "BETWEEN_NEIGHBOURS", size,
                               &table[between * size], &s->between);
}

/* 1 / sqrt(how many subdomains have a node), of own nodes so far. */
static eg_status build_schwarz_weights(eg_schwarz *s)
{
    int64_t bytes = (s->weighted ? s->sem->nodes->nodes : 1) * (int64_t)eg_real_size(s->sem->precision);
    EG_TRY(upload_schwarz(s, "weights of nodes", bytes, NULL, &s->weight));
    return s->weighted ? eg_row_sums_weigh(s->sums, s->weight) : EG_OK;
}

/* The rows of the corners. */
static eg_status build_vertices(eg_schwarz *s, const eg_schwarz_tables *tables)
{
    EG_ENDS_WITH(eg_element_lists_destroy) eg_element_lists lists = {0};
    EG_TRY(upload_schwarz(s, "vertices", s->slots * SCHWARZ_CORNERS * 4, NULL, &s->vertex));
    EG_TRY(eg_element_lists_create(s->sem, tables->coarse.corner, SCHWARZ_CORNERS, s->element, s->solved,
                                   &lists));
    const eg_element_lists_target to = target_of(s, s->vertex);
    return eg_element_lists_rows(&lists, &to);
}

static eg_status build_coarse(eg_schwarz *s, const eg_schwarz_tables *tables,
                              const eg_schwarz_options *options)
{
    eg_precision precision = s->sem->precision;
    int64_t bytes = eg_max_i64(s->vertices, 1) * (int64_t)eg_real_size(precision);
    EG_TRY(upload_schwarz(s, "coarse residual", bytes, NULL, &s->residual));
    EG_TRY(upload_schwarz(s, "coarse solution", bytes, NULL, &s->solution));
    if (!s->coarse)
        return EG_OK;
    eg_row_parts parts = parts_of(s, s->vertex, SCHWARZ_CORNERS);
    parts.from = tables->coarse.first_row;
    EG_TRY(eg_row_sums_create(s->context, s->sem->device, precision, &parts, s->rows, &s->coarse_sums));
    double from = eg_clock();
    EG_TRY(eg_schwarz_build_coarse(s, &tables->coarse.matrix, options));
    s->coarse_seconds = eg_clock() - from;
    return EG_OK;
}

/* What needs no lists of nodes. */
static eg_status build_beside(eg_schwarz *s, const eg_schwarz_tables *tables,
                              const eg_schwarz_options *options)
{
    int64_t slots = s->slots, cubes = slots * s->cube;
    EG_TRY(build_vertices(s, tables));
    EG_TRY(upload_schwarz(s, "ends of subdomains", slots * SCHWARZ_ENDS * 4, tables->end, &s->end));
    EG_TRY(upload_schwarz_reals(s, "shapes of subdomains", slots * SCHWARZ_SHAPE, tables->shape, &s->shape));
    EG_TRY(upload_schwarz(s, "parts of subdomains", cubes * (int64_t)eg_real_size(s->sem->precision), NULL,
                          &s->part));
    EG_TRY(build_coarse(s, tables, options));
    return build_lines(s, tables);
}

/* Nodes of subdomains and the lists by which they are summed: the device makes them while the host looks at
 * the elements. */
static eg_status begin_nodes(eg_schwarz *s, eg_schwarz_tables *tables)
{
    const eg_sem *sem = s->sem;
    EG_TRY(upload_schwarz(s, "nodes of subdomains", s->slots * s->cube * 4, NULL, &s->node));
    EG_TRY(upload_schwarz(s, "nodes by owner", s->slots * sem->volume * 4, NULL, &s->own));
    EG_TRY(eg_hex_steps_create(sem->mesh, &tables->steps));
    EG_TRY(eg_element_lists_create(sem, NULL, sem->volume, s->element, s->solved, &tables->lists));
    const eg_element_lists_target node = target_of(s, s->node), own = target_of(s, s->own);
    EG_TRY(eg_element_lists_subdomains(&tables->lists, &tables->steps, s->overlap, &node));
    EG_TRY(eg_element_lists_own(&tables->lists, &own));
    const eg_row_parts parts = parts_of(s, s->node, s->cube);
    return eg_row_sums_begin(s->context, sem->device, sem->precision, &parts, s->nodes, &s->sums);
}

static eg_status build_schwarz_with(eg_schwarz *s, eg_schwarz_tables *tables,
                                    const eg_schwarz_options *options)
{
    s->coarse = s->coarse && s->vertices > 0;
    s->coprocessor = s->coarse ? options->coarse_device : NULL;
    s->apart = s->coprocessor || (s->coarse && s->fine && eg_device_has_aux_queue(s->sem->device));
    eg_element_lists_destroy(&tables->lists);
    eg_hex_steps_destroy(&tables->steps);
    EG_TRY(eg_row_sums_end(s->sums));
    EG_TRY(build_schwarz_weights(s));
    EG_TRY(build_beside(s, tables, options));
    return build_schwarz_programs(s);
}

/* What ranks know of each other. Collective; all agree on the status. */
static eg_status connect(eg_schwarz *s, const eg_schwarz_tables *tables, eg_status status)
{
    if (status == EG_OK)
        status = eg_owner_add(&s->owned, EG_OWNED_HALO, &s->halo);
    if (s->sem->comm)
        status = eg_element_lists_halo(s->sem, s->node, status, &s->halo);
    if (s->coarse && (s->sem->comm || s->coprocessor))
        status =
            eg_replicated_rows_create(&tables->coarse, s->sem->device, s->sem->precision, status, &s->shared);
    EG_TRY(status);
    return s->weighted ? eg_sem_agree(s->sem, eg_halo_fill(s->halo, s->weight)) : EG_OK;
}

static eg_status check_size(const eg_schwarz *s)
{
    const eg_hexes *mesh = s->sem->mesh;
    if (s->slots * s->cube < INT32_MAX)
        return EG_OK;
    return eg_fail(s->context, EG_MESH,
                   "%s: the subdomains of %lld elements of degree %d have %lld nodes, and at "
                   "most %d fit; take fewer elements or another preconditioner",
                   mesh->base.origin, (long long)mesh->base.held, s->sem->degree,
                   (long long)(s->slots * s->cube), INT32_MAX);
}

/* Collective, also where `status` is a failure; all agree on it. */
static eg_status build_schwarz(eg_schwarz *s, const eg_sem_options *coefficients,
                               const eg_schwarz_options *options, eg_status status)
{
    eg_schwarz_tables tables = {0};
    if (status == EG_OK)
        status = check_size(s);
    if (status == EG_OK)
        status = begin_nodes(s, &tables);
    status = eg_schwarz_fill_tables(s, coefficients, status, &tables);
    if (status == EG_OK)
        status = build_schwarz_with(s, &tables, options);
    status = connect(s, &tables, status);
    eg_schwarz_free_tables(&tables);
    return status;
}

static eg_status apply_schwarz(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z);

/* On several ranks each solves in the subdomains that reach its own nodes, those of neighbours among them, so
 * that nothing but the residual at ghosts is exchanged. The coarse cycle is the same on every rank, which
 * gets the whole coarse residual. */
static eg_status list_solved(eg_schwarz *s)
{
    const eg_hexes *mesh = s->sem->mesh;
    EG_TRY(eg_owner_alloc(&s->owned, mesh->base.held, sizeof *s->element, &s->element));
    for (int64_t e = 0; e < mesh->base.held; e++)
        if (eg_schwarz_solves(s, e))
            s->element[s->solved++] = (int32_t)e;
    return EG_OK;
}

eg_status eg_schwarz_create(eg_sem *sem, const eg_sem_options *coefficients,
                            const eg_schwarz_options *options, eg_schwarz **schwarz)
{
    assert(options->overlap <= EG_SCHWARZ_OVERLAP && options->overlap <= sem->degree);
    *schwarz = NULL;
    EG_ENDS_WITH(eg_schwarz_destroy) eg_schwarz *made = NULL;
    EG_TRY(eg_alloc(sem->context, 1, sizeof *made, &made));
    made->preconditioner = (eg_preconditioner){.apply = apply_schwarz};
    made->sem = sem;
    made->context = made->owned.context = made->beside.context = sem->context;
    made->nodes = sem->nodes->own;
    made->weighted = !options->plain && options->scales != EG_SCHWARZ_COARSE;
    made->overlap = options->overlap ? options->overlap : 1;
    made->side = sem->degree + 1 + 2 * made->overlap;
    made->cube = made->side * made->side * made->side;
    made->columns = options->variant == EG_SEM_AUTO ? eg_device_describe(sem->device)->gpu
                                                    : options->variant == EG_SEM_COLUMNS;
    made->columns = made->columns && shared_of(made) <= SEM_SHARED;
    made->elements = elements_of_block(made, options);
    made->lanes = made->columns ? 1 : made->elements;
    made->fine = options->scales != EG_SCHWARZ_COARSE;
    made->coarse = options->scales != EG_SCHWARZ_FINE;
    eg_status status = check_subdomain(made);
    if (status == EG_OK)
        status = list_solved(made);
    made->blocks = eg_ceil_div(made->solved, made->elements);
    made->slots = made->blocks * made->elements;
    status = build_schwarz(made, coefficients, options, status);
    EG_TRY(status);
    return eg_hand_over(&made, schwarz);
}

void eg_schwarz_destroy(eg_schwarz **address)
{
    if (!address || !*address)
        return;
    eg_schwarz *s = *address;
    eg_replicated_rows_destroy(&s->shared);
    eg_amg_destroy(&s->amg);
    eg_row_sums_destroy(&s->sums);
    eg_row_sums_destroy(&s->coarse_sums);
    eg_owner_end(&s->beside);
    eg_owner_end(&s->owned);
    EG_FREE(address);
}

const eg_preconditioner *eg_schwarz_preconditioner(const eg_schwarz *schwarz)
{
    return &schwarz->preconditioner;
}

int64_t eg_schwarz_device_bytes(const eg_schwarz *schwarz)
{
    eg_amg_info cycle = {0};
    if (schwarz->amg && !schwarz->coprocessor)
        eg_amg_describe(schwarz->amg, &cycle);
    return eg_owner_device_bytes(&schwarz->owned) + eg_row_sums_device_bytes(schwarz->sums) +
           (schwarz->coarse_sums ? eg_row_sums_device_bytes(schwarz->coarse_sums) : 0) + cycle.device_bytes +
           eg_replicated_rows_device_bytes(schwarz->shared);
}

double eg_schwarz_coarse_seconds(const eg_schwarz *schwarz)
{
    return schwarz->coarse_seconds;
}

int64_t eg_schwarz_apply_bytes(const eg_schwarz *schwarz)
{
    int64_t size = (int64_t)eg_real_size(schwarz->sem->precision);
    int64_t elements = schwarz->solved, volume = schwarz->sem->volume;
    int64_t bytes = schwarz->nodes * (2 * size + 4);
    if (schwarz->fine)
        bytes += elements * schwarz->cube * (8 + 2 * size);
    if (schwarz->coarse)
        bytes += elements * (volume * 8 + SCHWARZ_CORNERS * (4 + 2 * size)) + schwarz->nodes * size +
                 schwarz->vertices * (2 * size + 4);
    if (schwarz->apart)
        bytes += elements * volume * (2 * size + 4);
    if (schwarz->coprocessor)
        bytes += 2 * schwarz->vertices * size;
    return bytes;
}

/* ---- z = P r */

/* Adds the coarse correction too, where that is not apart. */
static eg_status solve_fine(const eg_schwarz *s, const eg_buffer *r)
{
    return EG_LAUNCH(s->solve_kernel, s->blocks, EG_BUFFER("r", r), EG_BUFFER("node", s->node),
                     EG_BUFFER("own", s->own), EG_BUFFER("vertex", s->vertex),
                     EG_BUFFER("coarse", s->solution), EG_BUFFER("hat", s->hat), EG_BUFFER("table", s->table),
                     EG_BUFFER("end", s->end), EG_BUFFER("shape", s->shape), EG_BUFFER("weight", s->weight),
                     EG_BUFFER("part", s->part), EG_LONG("blocks", s->blocks));
}

/* While the device solves the fine part, the other one solves the coarse. */
static eg_status solve_on_coprocessor(const eg_schwarz *s, const eg_buffer *r)
{
    eg_event *event;
    EG_TRY(eg_schwarz_coarse_begin(s, &event));
    eg_status status = solve_fine(s, r);
    eg_status ended = eg_schwarz_coarse_end(s, &event);
    return status != EG_OK ? status : ended;
}

/* The coarse cycle is many short launches. They go to the second queue, behind the fine part's, which is
 * queued at once. */
static eg_status solve_in_two_queues(const eg_schwarz *s, const eg_buffer *r)
{
    EG_TRY(eg_aux_queue_fork(s->sem->device));
    EG_TRY(solve_fine(s, r));
    return eg_schwarz_solve_coarse_beside(s);
}

static eg_status apply_schwarz(const eg_preconditioner *self, const eg_buffer *r, eg_buffer *z)
{
    const eg_schwarz *s = (const eg_schwarz *)self;
    EG_TRY(eg_halo_fill(s->halo, r));
    if (s->coarse)
        EG_TRY(eg_schwarz_restrict(s, r));
    if (s->coarse && !s->apart)
        EG_TRY(eg_schwarz_solve_coarse(s));
    EG_TRY(s->coprocessor ? solve_on_coprocessor(s, r)
           : s->apart     ? solve_in_two_queues(s, r)
                          : solve_fine(s, r));
    return eg_row_sums_apply(s->sums, s->part, z);
}
