/* Flows that do not pass through faces: which a rank has, the cells that they change, and their tables on the
 * device. */
#include "scheme/fv/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fv/kinds.h" /* kernels/fv/kinds.h */

_Static_assert((int)EG_FV_INFLOW_AT == FLOW_INFLOW && (int)EG_FV_WEIR == FLOW_WEIR &&
                   (int)EG_FV_GATE == FLOW_GATE && (int)EG_FV_CULVERT == FLOW_CULVERT &&
                   (int)EG_FV_BRIDGE == FLOW_BRIDGE && (int)EG_FV_PUMP == FLOW_PUMP &&
                   (int)EG_FV_RATING_TABLE == FLOW_TABLE && (int)EG_FV_FLOW_CONSTANTS == FLOW_CONSTANTS &&
                   (int)EG_FV_FLOW_ONE_WAY == FLOW_ONE_WAY,
               "kernels and their caller name the same flows");

enum { ENDS = 2, SERIES = 3 };

/* ---- what a rank has */

/* A cell of the whole mesh, and the held one. */
typedef struct held_cell {
    int64_t whole, held;
} held_cell;

static int compare_cells(const void *left, const void *right)
{
    const held_cell *a = left, *b = right;
    return (a->whole > b->whole) - (a->whole < b->whole);
}

/* Sorts the cells of all ends, and finds those that are held; *count of them. */
static eg_status find_held_cells(eg_fv *fv, const eg_fv_flows *given, eg_scope *scope, held_cell **list,
                                 int *count)
{
    const eg_mesh *mesh = &fv->mesh->base;
    int n = 0;
    EG_TRY(eg_scope_alloc(scope, ENDS * (int64_t)given->count, sizeof **list, list));
    for (int f = 0; f < given->count; f++)
        for (int i = 0; i < ENDS; i++)
            if (given->flow[f].cell[i] >= 0)
                (*list)[n++] = (held_cell){given->flow[f].cell[i], -1};
    qsort(*list, (size_t)n, sizeof **list, compare_cells);
    *count = 0;
    for (int i = 0; i < n; i++)
        if (i == 0 || (*list)[i].whole != (*list)[*count - 1].whole)
            (*list)[(*count)++] = (*list)[i];
    for (int64_t c = 0; c < mesh->own + eg_mesh_ghosts(mesh); c++) {
        held_cell key = {eg_mesh_whole_number(mesh, c), -1};
        held_cell *found = bsearch(&key, *list, (size_t)*count, sizeof key, compare_cells);
        if (found)
            found->held = c;
    }
    return EG_OK;
}

/* The held cell of an end, -1: outside, -2: another rank's. */
static int64_t held_of(const held_cell *list, int count, int64_t whole)
{
    held_cell key = {whole, -1};
    if (whole < 0)
        return -1;
    const held_cell *found = bsearch(&key, list, (size_t)count, sizeof key, compare_cells);
    return found->held >= 0 ? found->held : -2;
}

/* A weir along a line ends where a cell beside it is blocked. */
static bool is_blocked(const eg_fv_options *options, const eg_fv_flow *flow, const int64_t cell[2])
{
    return flow->closes && options->blocked &&
           ((cell[0] >= 0 && options->blocked[cell[0]]) || (cell[1] >= 0 && options->blocked[cell[1]]));
}

static void choose_flows(eg_fv_flow_list *flows, const eg_fv_options *options, const held_cell *list,
                         int count)
{
    const eg_fv_flows *given = &options->flows;
    for (int f = 0; f < given->count; f++) {
        int64_t *cell = flows->cell[flows->flows];
        for (int i = 0; i < ENDS; i++)
            cell[i] = held_of(list, count, given->flow[f].cell[i]);
        if (cell[0] >= -1 && cell[1] >= -1 && !is_blocked(options, &given->flow[f], cell))
            flows->number[flows->flows++] = f;
    }
}

static int compare_takers(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* The cells that flows change, each once, with its entries in the order of the flows. */
static void list_takers(eg_fv_flow_list *flows)
{
    int n = 0;
    for (int f = 0; f < flows->flows; f++)
        for (int i = 0; i < ENDS; i++)
            if (flows->cell[f][i] >= 0)
                flows->taker[n++] = flows->cell[f][i];
    flows->entries = n;
    qsort(flows->taker, (size_t)n, sizeof *flows->taker, compare_takers);
    for (int i = 0; i < n; i++)
        if (i == 0 || flows->taker[i] != flows->taker[flows->takers - 1])
            flows->taker[flows->takers++] = flows->taker[i];
}

static int taker_of(const eg_fv_flow_list *flows, int64_t cell)
{
    const int64_t *found =
        bsearch(&cell, flows->taker, (size_t)flows->takers, sizeof *flows->taker, compare_takers);
    return (int)(found - flows->taker);
}

static eg_status list_flow_rows(eg_fv *fv)
{
    eg_fv_flow_list *flows = &fv->flows;
    EG_SCRATCH int32_t *next = NULL;
    EG_TRY(eg_alloc(fv->context, flows->takers, sizeof *next, &next));
    for (int f = 0; f < flows->flows; f++)
        for (int i = 0; i < ENDS; i++)
            if (flows->cell[f][i] >= 0)
                flows->first[taker_of(flows, flows->cell[f][i]) + 1]++;
    for (int k = 0; k < flows->takers; k++) {
        flows->first[k + 1] += flows->first[k];
        next[k] = flows->first[k];
    }
    for (int f = 0; f < flows->flows; f++)
        for (int i = 0; i < ENDS; i++)
            if (flows->cell[f][i] >= 0)
                flows->entry[next[taker_of(flows, flows->cell[f][i])]++] = ENDS * f + i;
    return EG_OK;
}

/* Faces between the two cells of a flow that closes them. */
static void close_faces(eg_fv *fv, const eg_fv_options *options)
{
    const eg_plane *mesh = fv->mesh;
    for (int f = 0; f < fv->flows.flows; f++) {
        const int64_t *cell = fv->flows.cell[f];
        if (!options->flows.flow[fv->flows.number[f]].closes)
            continue;
        for (int64_t k = mesh->first[cell[0]]; k < mesh->first[cell[0] + 1]; k++) {
            int32_t face = mesh->cell_face[k];
            if (face >= 0 && eg_plane_neighbour(mesh, face, cell[0]) == cell[1])
                fv->flows.closed[face] = true;
        }
    }
}

eg_status eg_fv_plan_flows(eg_fv *fv, const eg_fv_options *options)
{
    const eg_fv_flows *given = &options->flows;
    eg_fv_flow_list *flows = &fv->flows;
    held_cell *list;
    int count;
    flows->all = given->count;
    if (given->count == 0)
        return EG_OK;
    int64_t ends = ENDS * (int64_t)given->count;
    EG_SCOPE(scope, fv->context);
    EG_TRY(eg_owner_alloc(&fv->owned, given->count, sizeof *flows->number, &flows->number));
    EG_TRY(eg_owner_alloc(&fv->owned, given->count, sizeof *flows->cell, &flows->cell));
    EG_TRY(eg_owner_alloc(&fv->owned, ends, sizeof *flows->taker, &flows->taker));
    EG_TRY(eg_owner_alloc(&fv->owned, ends + 1, sizeof *flows->first, &flows->first));
    EG_TRY(eg_owner_alloc(&fv->owned, ends, sizeof *flows->entry, &flows->entry));
    EG_TRY(eg_owner_alloc(&fv->owned, fv->mesh->faces, sizeof *flows->closed, &flows->closed));
    EG_TRY(find_held_cells(fv, given, &scope, &list, &count));
    choose_flows(flows, options, list, count);
    list_takers(flows);
    close_faces(fv, options);
    return list_flow_rows(fv);
}

/* ---- arrays */

/* Host arrays of the flows. */
typedef struct flow_arrays {
    int32_t *kind, *end, *row, *rows, *slot;
    double *room, (*table)[RATE_ROW], *constants, (*structure)[FLOW_CONSTANTS];
} flow_arrays;

static const eg_fv_flow *flow_of(const eg_fv *fv, const eg_fv_options *options, int f)
{
    return &options->flows.flow[fv->flows.number[f]];
}

static const eg_fv_rate *rate_of_flow(const eg_fv_flow *flow, int series)
{
    return series == 0 ? &flow->discharge : &flow->breach[series - 1];
}

static void fill_flow(const eg_fv *fv, const eg_fv_options *options, int f, const flow_arrays *to)
{
    const eg_fv_flow_list *flows = &fv->flows;
    const eg_fv_flow *flow = flow_of(fv, options, f);
    to->kind[f] = (int32_t)flow->kind;
    memcpy(to->structure[f], flow->constant, sizeof *to->structure);
    for (int i = 0; i < ENDS; i++) {
        int64_t cell = flows->cell[f][i];
        int at = i * flows->flows + f, k = cell < 0 ? 0 : taker_of(flows, cell);
        to->end[at] = cell < 0 ? -1 : eg_layout_slot(&fv->layout, cell);
        to->room[at] = cell < 0 ? 0 : fv->mesh->area[cell] / (flows->first[k + 1] - flows->first[k]);
    }
}

static void fill_flows(const eg_fv *fv, const eg_fv_options *options, const flow_arrays *to)
{
    int32_t row = 0;
    int n = fv->flows.flows;
    for (int f = 0; f < n; f++)
        fill_flow(fv, options, f, to);
    for (int i = 0; i < SERIES * n; i++) {
        const eg_fv_flow *flow = flow_of(fv, options, i % n);
        const eg_fv_rate *rate = rate_of_flow(flow, i / n);
        int expression = i < n ? flow->expression : flow->breach_expression[i / n - 1];
        to->row[i] = rate->rows > 0 ? row : expression;
        to->rows[i] = (int32_t)rate->rows;
        eg_fv_fill_rates(rate, &to->table[row]);
        row += (int32_t)rate->rows;
    }
}

/* The rate below which no step is, while that much may flow in (kernels/fv/flows.c). */
static double least_rate(const eg_fv *fv, const eg_fv_options *options, int k, double area, double chi)
{
    const eg_fv_flow_list *flows = &fv->flows;
    double most = 0;
    for (int e = flows->first[k]; e < flows->first[k + 1]; e++)
        most += flow_of(fv, options, flows->entry[e] / ENDS)->largest;
    return cbrt(fv->gravity * most / area / (chi * chi));
}

static void fill_takers(const eg_fv *fv, const eg_fv_options *options, const double *chi,
                        const flow_arrays *to)
{
    const eg_fv_flow_list *flows = &fv->flows;
    for (int k = 0; k < flows->takers; k++) {
        int64_t cell = flows->taker[k];
        bool own = cell < fv->mesh->base.own;
        double area = fv->mesh->area[cell];
        to->slot[k] = eg_layout_slot(&fv->layout, cell);
        to->constants[k] = area;
        to->constants[flows->takers + k] = own ? 1 / chi[cell] : 0;
        to->constants[2 * flows->takers + k] = own ? least_rate(fv, options, k, area, chi[cell]) : 0;
    }
}

static eg_status upload_flows(eg_fv *fv, const flow_arrays *to, int64_t rows)
{
    eg_fv_flow_list *flows = &fv->flows;
    int64_t n = flows->flows, takers = flows->takers, entries = flows->entries;
    return EG_UPLOAD(
        &fv->base, {"flow kinds", 4 * n, to->kind, &flows->kind},
        {"flow ends", 4 * ENDS * n, to->end, &flows->end},
        {"flow rooms", 8 * ENDS * n, to->room, &flows->room},
        {"flow series", rows * (int64_t)sizeof *to->table, to->table, &flows->table},
        {"flow series starts", 4 * SERIES * n, to->row, &flows->row},
        {"flow series lengths", 4 * SERIES * n, to->rows, &flows->rows},
        {"structures", n * (int64_t)sizeof *to->structure, to->structure, &flows->structure},
        {"flow volumes", 8 * n, NULL, &flows->volume}, {"flow discharges", 8 * 2 * n, NULL, &flows->now},
        {"flows passed", 8 * 2 * n, NULL, &flows->passed},
        {"cells with flows", 4 * takers, to->slot, &flows->slot},
        {"first flows", 4 * (takers + 1), flows->first, &flows->first_entry},
        {"flows of cells", 4 * entries, flows->entry, &flows->entry_of},
        {"constants of cells with flows", 8 * TAKER_CONSTANTS * takers, to->constants, &flows->constants},
        {"flows owed", 8 * entries, NULL, &flows->owed});
}

static eg_status build_flow_arrays(eg_fv *fv, const eg_fv_options *options, const double *chi)
{
    int64_t n = fv->flows.flows, rows = 1;
    flow_arrays to = {0};
    EG_SCOPE(scope, fv->context);
    for (int64_t i = 0; i < SERIES * n; i++)
        rows += rate_of_flow(flow_of(fv, options, (int)(i % n)), (int)(i / n))->rows;
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(n, to.kind), EG_BLOCK(ENDS * n, to.end),
                          EG_BLOCK(ENDS * n, to.room), EG_BLOCK(rows, to.table), EG_BLOCK(n, to.structure),
                          EG_BLOCK(SERIES * n, to.row), EG_BLOCK(SERIES * n, to.rows),
                          EG_BLOCK(fv->flows.takers, to.slot),
                          EG_BLOCK(TAKER_CONSTANTS * (int64_t)fv->flows.takers, to.constants)));
    fill_flows(fv, options, &to);
    fill_takers(fv, options, chi, &to);
    return upload_flows(fv, &to, rows);
}

eg_status eg_fv_build_flows(eg_fv *fv, const eg_fv_options *options, const double *chi)
{
    eg_fv_flow_list *flows = &fv->flows;
    if (flows->flows == 0)
        return EG_OK;
    EG_TRY(build_flow_arrays(fv, options, chi));
    const char *generated = options->flows.generated;
    const eg_define defines[] = {{"STATE_BITS", fv->layout.state_bits},
                                 {"FRICTION", fv->friction},
                                 {"EXPRESSIONS", generated ? 1 : 0}};
    EG_TRY(eg_fv_program(fv, "fv/flows.c", 1, defines, 3, generated, &flows->program));
    return EG_KERNELS(flows->program, {"sw_flows", &flows->flow}, {"sw_take", &flows->take});
}

/* ---- in every step */

eg_status eg_fv_bind_flows(eg_fv *fv)
{
    const eg_fv_flow_list *flows = &fv->flows;
    if (flows->flows == 0)
        return EG_OK;
    int64_t first_part = fv->layout.first_block[EG_CELL_TYPES] + fv->open.blocks;
    return EG_BIND_ALL(flows->program, EG_BUFFER("kind", flows->kind), EG_BUFFER("end", flows->end),
                       EG_BUFFER("room", flows->room), EG_BUFFER("constants", flows->structure),
                       EG_BUFFER("table", flows->table), EG_BUFFER("row", flows->row),
                       EG_BUFFER("rows", flows->rows), EG_BUFFER("volume", flows->volume),
                       EG_BUFFER("now", flows->now), EG_BUFFER("passed", flows->passed),
                       EG_INT("flows", flows->flows), EG_BUFFER("slot", flows->slot),
                       EG_BUFFER("first", flows->first_entry), EG_BUFFER("entry", flows->entry_of),
                       EG_BUFFER("taker", flows->constants), EG_BUFFER("owed", flows->owed),
                       EG_INT("first_part", (int32_t)first_part), EG_INT("takers", flows->takers));
}

eg_status eg_fv_queue_flows(eg_fv *fv)
{
    const eg_fv_flow_list *flows = &fv->flows;
    if (flows->flows == 0)
        return EG_OK;
    EG_TRY(eg_kernel_launch(flows->flow, flows->flows, NULL, 0));
    EG_TRY(eg_fv_queue_solute_flows(fv));
    return eg_kernel_launch(flows->take, flows->takers, NULL, 0);
}

/* ---- balance and persistence */

/* What a flow continues from: what has passed, a sum of two doubles, m3; its discharge, and whether it is on;
 * what its ends owe, m3. */
enum { PASSED = 0, NOW = 2, OWED = 4, FLOW_ROW = 6 };

/* The rank of an end's cell tells; of several ends the last one does. */
static bool tells(const eg_fv *fv, int f, int end)
{
    int64_t cell = fv->flows.cell[f][end];
    return cell >= 0 && cell < fv->mesh->base.own;
}

/* Between values[2][flows] and two columns of the rows. */
static void move_columns(const eg_fv *fv, bool to_device, int column, double *values, double (*row)[FLOW_ROW])
{
    int n = fv->flows.flows;
    for (int i = 0; i < 2 * n; i++) {
        double *of = &row[i % n][column + i / n];
        *(to_device ? &values[i] : of) = to_device ? *of : values[i];
    }
}

static void move_owed(const eg_fv *fv, bool to_device, double *owed, double (*row)[FLOW_ROW])
{
    const eg_fv_flow_list *flows = &fv->flows;
    for (int e = 0; e < flows->entries; e++) {
        double *of = &row[flows->entry[e] / ENDS][OWED + flows->entry[e] % ENDS];
        *(to_device ? &owed[e] : of) = to_device ? *of : owed[e];
    }
}

/* Between the device's arrays and rows[flows of this rank]. */
static eg_status move_flow_rows(eg_fv *fv, bool to_device, double (*row)[FLOW_ROW])
{
    eg_fv_flow_list *flows = &fv->flows;
    int64_t two = 2 * (int64_t)flows->flows * 8, most = eg_max_i64(two, 8 * flows->entries);
    eg_buffer *const buffer[] = {flows->passed, flows->now, flows->owed};
    const int64_t bytes[] = {two, two, 8 * (int64_t)flows->entries};
    EG_SCRATCH double *values = NULL;
    EG_TRY(eg_alloc(fv->context, most, 1, &values));
    for (int i = 0; i < 3; i++) {
        EG_TRY(eg_buffer_read(buffer[i], 0, values, bytes[i]));
        if (i < 2)
            move_columns(fv, to_device, i == 0 ? PASSED : NOW, values, row);
        else
            move_owed(fv, to_device, values, row);
        if (to_device)
            EG_TRY(eg_buffer_write(buffer[i], 0, values, bytes[i]));
    }
    return EG_OK;
}

/* all[fv->flows.all] from the ranks that have them; comm NULL: one process. Collective. */
static eg_status collect(eg_fv *fv, const eg_comm *comm, double (*all)[FLOW_ROW])
{
    eg_fv_flow_list *flows = &fv->flows;
    int64_t count = (int64_t)flows->all * FLOW_ROW;
    EG_SCRATCH double(*row)[FLOW_ROW] = NULL;
    EG_SCRATCH eg_sum *sum = NULL;
    eg_status status = EG_ALLOC(fv->context, EG_BLOCK(flows->flows, row), EG_BLOCK(2 * count, sum));
    if (status == EG_OK && flows->flows > 0)
        status = move_flow_rows(fv, false, row);
    EG_TRY(eg_comm_agree(comm, status));
    for (int f = 0; f < flows->flows; f++)
        for (int i = 0; i < FLOW_ROW; i++)
            if (i < OWED ? (fv->flows.cell[f][1] >= 0 ? tells(fv, f, 1) : tells(fv, f, 0))
                         : tells(fv, f, i - OWED))
                sum[(int64_t)flows->number[f] * FLOW_ROW + i].high = row[f][i];
    eg_comm_sum_rows(comm, sum, 1, (int)count, sum + count);
    for (int64_t i = 0; i < count; i++)
        all[i / FLOW_ROW][i % FLOW_ROW] = eg_sum_value(&sum[count + i]);
    return EG_OK;
}

eg_status eg_fv_passed(eg_fv *fv, const eg_comm *comm, double *passed, double *discharge)
{
    EG_SCRATCH double(*all)[FLOW_ROW] = NULL;
    if (fv->flows.all == 0)
        return EG_OK;
    eg_status status = eg_alloc(fv->context, fv->flows.all, sizeof *all, &all);
    EG_TRY(eg_comm_agree(comm, status));
    EG_TRY(collect(fv, comm, all));
    for (int f = 0; f < fv->flows.all; f++) {
        passed[f] = all[f][PASSED] + all[f][PASSED + 1];
        discharge[f] = all[f][NOW];
    }
    return EG_OK;
}

static eg_status restore_flows(eg_fv *fv, const double (*all)[FLOW_ROW])
{
    EG_SCRATCH double(*row)[FLOW_ROW] = NULL;
    if (fv->flows.flows == 0)
        return EG_OK;
    EG_TRY(eg_alloc(fv->context, fv->flows.flows, sizeof *row, &row));
    for (int f = 0; f < fv->flows.flows; f++)
        for (int i = 0; i < FLOW_ROW; i++)
            row[f][i] = all[fv->flows.number[f]][i];
    return move_flow_rows(fv, true, row);
}

eg_status eg_fv_persist_flows(eg_fv *fv, const eg_persist *persist)
{
    EG_SCRATCH double(*all)[FLOW_ROW] = NULL;
    if (fv->flows.all == 0)
        return EG_OK;
    EG_TRY(eg_stepper_agree(&fv->base, eg_alloc(fv->context, fv->flows.all, sizeof *all, &all)));
    if (!persist->restoring)
        EG_TRY(collect(fv, fv->comm, all));
    EG_TRY(persist->array(persist, "flows", all, fv->flows.all * (int64_t)sizeof *all));
    return persist->restoring ? restore_flows(fv, (const double(*)[FLOW_ROW])all) : EG_OK;
}
