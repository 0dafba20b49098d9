/* What several ranks do together, on as many as have been started: sums, gathering, agreement, ghosts on the
 * host and on the device, parts of a mesh, a file that all write (its two names are the arguments). Prints
 * nothing where all is well; each check names itself. Started by comm.sh. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "comm/comm.h"
#include "mesh/plane/plane.h"
#include "field/ghost_exchange.h"
#include "field/sums.h"
#include "io/snapshot/vtkhdf.h"

static const eg_comm *comm_of_all;
static const eg_box_options box = {
    .size = {2, 1}, .cells = {140, 90}, .element = EG_BOX_TRIANGLE, .jitter = 0.2};

#define MUST(condition)                                                                                      \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "rank %d, line %d: %s\n", eg_comm_rank(comm_of_all), __LINE__, #condition);      \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

/* ---- comm */

/* A number that looks like any other, of the same value for the same i. */
static double term(int64_t i)
{
    return sin((double)i) * pow(10.0, (double)(i % 17) - 8);
}

static void sums_do_not_know_ranks(const eg_comm *comm)
{
    enum { COUNT = 1000 };
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    int64_t from = COUNT * rank / size, to = COUNT * (rank + 1) / size;
    double chunks[COUNT];
    eg_sum expected = {0};
    for (int64_t i = 0; i < COUNT; i++)
        eg_sum_add(&expected, term(i));
    for (int64_t i = from; i < to; i++)
        chunks[i - from] = term(i);
    MUST(eg_comm_sum_chunks(comm, chunks, to - from) == eg_sum_value(&expected));
    eg_sum two[2];
    eg_comm_scan_begin(comm, two, 2);
    for (int64_t i = from; i < to; i++) {
        eg_sum_add(&two[0], term(i));
        eg_sum_add(&two[1], 1);
    }
    eg_comm_scan_end(comm, two, 2);
    MUST(two[0].high == expected.high && two[0].low == expected.low);
    MUST(eg_sum_value(&two[1]) == COUNT);
}

static void largest_values(const eg_comm *comm)
{
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    double values[3] = {rank, -rank, rank == size - 1 ? NAN : 1e300};
    eg_comm_max(comm, values, 3);
    MUST(values[0] == size - 1 && values[1] == 0);
    MUST(size == 1 || values[2] == INFINITY);
    MUST(eg_comm_first_largest(comm, rank >= size / 2 ? 7 : -1) == size / 2);
    MUST(eg_comm_first_largest(comm, -INFINITY) == 0);
}

/* Rank r has r numbers. */
static void gathering(const eg_comm *comm)
{
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    int64_t counts[64], own[64], all[64 * 64];
    for (int i = 0; i < rank; i++)
        own[i] = 100 * rank + i;
    eg_comm_gather_counts(comm, rank * 8, counts);
    eg_comm_gather(comm, own, rank * 8, all, counts);
    for (int r = 0, at = 0; rank == 0 && r < size; r++) {
        MUST(counts[r] == r * 8);
        for (int i = 0; i < r; i++)
            MUST(all[at++] == 100 * r + i);
    }
    int told = rank == size - 1 ? 42 : 0;
    eg_comm_broadcast(comm, size - 1, &told, sizeof told);
    MUST(told == 42);
}

/* The first rank that failed is the one whose words all have. */
static void agreement(eg_context *context, const eg_comm *comm)
{
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    MUST(eg_comm_agree(comm, EG_OK) == EG_OK);
    eg_status status = EG_OK;
    if (rank == size - 1)
        status = eg_fail(context, EG_IO, "words of the last");
    else if (rank == size / 2)
        status = eg_fail(context, EG_MESH, "words of the middle");
    bool middle = size / 2 < size - 1;
    MUST(eg_comm_agree(comm, status) == (middle ? EG_MESH : EG_IO));
    MUST(strcmp(eg_context_error(context), middle ? "words of the middle" : "words of the last") == 0);
    MUST(eg_context_is_silent(context) == (rank > 0));
}

/* ---- ghosts */

static void ghosts_on_the_host(const eg_comm *comm, const eg_plane *part)
{
    int64_t count = part->base.own + eg_mesh_ghosts(&part->base);
    double(*values)[2] = calloc((size_t)count, sizeof *values);
    for (int64_t c = 0; c < part->base.own; c++) {
        values[c][0] = (double)eg_mesh_whole_number(&part->base, c);
        values[c][1] = part->base.centroid[c][0];
    }
    MUST(eg_halo_fill_host(comm, &part->base, (double *)values, 2, EG_OK) == EG_OK);
    for (int64_t c = 0; c < count; c++) {
        MUST(values[c][0] == (double)eg_mesh_whole_number(&part->base, c));
        MUST(values[c][1] == part->base.centroid[c][0]);
    }
    free(values);
}

enum { VALUES = 3 };

static double value_of(const eg_plane *part, int64_t cell, int v)
{
    return (double)(VALUES * eg_mesh_whole_number(&part->base, cell) + v);
}

/* Counters as the clock has them, with the parity and the hold of kernels/time/clock.h. */
static eg_buffer *counters(eg_device *device, int64_t parity, int64_t hold)
{
    eg_buffer *count;
    const int64_t slots[5] = {0, parity, hold};
    MUST(eg_buffer_upload(device, sizeof slots, "counters", slots, &count) == EG_OK);
    return count;
}

static void check_state(const eg_plane *part, const eg_layout *layout, const eg_buffer *buffer, double *state,
                        bool with_ghosts)
{
    MUST(eg_buffer_read(buffer, 0, state, eg_layout_bytes(layout, VALUES)) == EG_OK);
    for (int64_t c = 0; c < part->base.own + eg_mesh_ghosts(&part->base); c++)
        for (int v = 0; v < VALUES; v++) {
            double found = state[eg_layout_state_index(layout, VALUES, eg_layout_slot(layout, c), v)];
            MUST(found == (c < part->base.own || with_ghosts ? value_of(part, c, v) : -1));
        }
}

/* The state that a step writes is the one that the parity does not name; where the clock holds nothing
 * moves. */
static void exchange_and_check(eg_device *device, eg_halo *halo, const eg_plane *part,
                               const eg_layout *layout, eg_buffer *const *q, double *state)
{
    eg_buffer *held = counters(device, 0, 1), *running = counters(device, 0, 0);
    MUST(eg_halo_begin(halo, held) == EG_OK && eg_halo_end(halo, held) == EG_OK);
    check_state(part, layout, q[1], state, false);
    MUST(eg_halo_begin(halo, running) == EG_OK && eg_halo_end(halo, running) == EG_OK);
    check_state(part, layout, q[0], state, false);
    check_state(part, layout, q[1], state, true);
    eg_buffer_destroy(&held);
    eg_buffer_destroy(&running);
}

static void fill_state(const eg_plane *part, const eg_layout *layout, double *state)
{
    for (int64_t i = 0; i < eg_layout_slots(layout) * VALUES; i++)
        state[i] = -1;
    for (int64_t c = 0; c < part->base.own; c++)
        for (int v = 0; v < VALUES; v++)
            state[eg_layout_state_index(layout, VALUES, eg_layout_slot(layout, c), v)] = value_of(part, c, v);
}

static void ghosts_on_the_device(eg_context *context, const eg_comm *comm, const eg_plane *part,
                                 int state_lanes)
{
    eg_device *device;
    eg_layout layout;
    eg_halo *halo;
    eg_buffer *q[2];
    MUST(eg_device_open(context, "checked", &device) == EG_OK);
    MUST(eg_layout_create(&part->base, EG_F64, 8, state_lanes, VALUES, 3, &layout) == EG_OK);
    int64_t bytes = eg_layout_bytes(&layout, VALUES);
    double *state = malloc((size_t)bytes);
    fill_state(part, &layout, state);
    for (int i = 0; i < 2; i++)
        MUST(eg_buffer_upload(device, bytes, "state", state, &q[i]) == EG_OK);
    MUST(eg_halo_create_of_cells(device, comm, NULL, &part->base, &layout, VALUES, q, &halo) == EG_OK);
    exchange_and_check(device, halo, part, &layout, q, state);
    eg_halo_destroy(&halo);
    for (int i = 0; i < 2; i++)
        eg_buffer_destroy(&q[i]);
    eg_device_close(&device);
    free(state);
}

/* ---- hexahedra */

static const eg_hexes_box_options hex_box = {.size = {1, 1, 1}, .cells = {9, 8, 7}};

/* Rank r gives r numbers, and one count. */
static void sharing(const eg_comm *comm)
{
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    int64_t all[64 * 64], bytes_of[64], counts[64];
    int at = 0;
    for (int r = 0; r < size; r++)
        bytes_of[r] = r * 8;
    for (int r = 0; r < rank; r++)
        at += r;
    for (int i = 0; i < rank; i++)
        all[at + i] = 100 * rank + i;
    eg_comm_allgather(comm, all, bytes_of);
    eg_comm_allgather_counts(comm, 7 * rank, counts);
    for (int r = 0, k = 0; r < size; r++) {
        MUST(counts[r] == 7 * r);
        for (int i = 0; i < r; i++)
            MUST(all[k++] == 100 * r + i);
    }
}

/* Rows of all ranks, added up in one order. */
static void rows_do_not_know_ranks(const eg_comm *comm)
{
    enum { COUNT = 500 };
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    int64_t from = COUNT * rank / size, to = COUNT * (rank + 1) / size;
    eg_sum rows[COUNT][2] = {{{0}}}, totals[2], expected[2];
    for (int64_t i = 0; i < COUNT; i++)
        for (int64_t k = 0; k < 3; k++) {
            eg_sum_add(&rows[i][0], term(3 * i + k));
            eg_sum_add(&rows[i][1], 1);
        }
    eg_comm_sum_rows(NULL, rows[0], COUNT, 2, expected);
    eg_comm_sum_rows(comm, rows[from], to - from, 2, totals);
    MUST(memcmp(totals, expected, sizeof totals) == 0);
    MUST(eg_sum_value(&totals[1]) == 3 * COUNT);
}

/* A part that was distributed is the one that this rank would have cut. */
static eg_hexes *hexahedra_are_distributed(eg_context *context, const eg_comm *comm)
{
    enum { DEGREE = 4 };
    static const eg_mesh_cut how = {.ghost_layers = 1};
    eg_hexes *whole;
    eg_mesh *cut, *mesh = NULL;
    MUST(eg_hexes_box(context, &hex_box, &whole) == EG_OK);
    MUST(eg_hexes_number_nodes(whole, DEGREE) == EG_OK);
    MUST(eg_mesh_cut_part(&whole->base, eg_comm_ranks(comm), eg_comm_rank(comm), &how, &cut) == EG_OK);
    if (eg_comm_rank(comm) == 0)
        mesh = &whole->base;
    else
        eg_hexes_destroy(&whole);
    MUST(eg_mesh_distribute(context, comm, &eg_hexes_class, &how, &mesh, EG_OK) == EG_OK);
    if (eg_comm_size(comm) > 1) {
        const eg_hexes *m = eg_hexes_of(mesh), *c = eg_hexes_of(cut);
        int64_t ghosts = c->nodes->nodes - c->nodes->own;
        MUST(mesh->held == cut->held && m->faces == c->faces && m->points == c->points);
        MUST(memcmp(m->x, c->x, (size_t)m->points * sizeof *m->x) == 0);
        MUST(memcmp(m->face, c->face, (size_t)mesh->held * sizeof *m->face) == 0);
        MUST(memcmp(m->part->ghost_layer, c->part->ghost_layer, (size_t)mesh->held) == 0);
        MUST(m->nodes->nodes == c->nodes->nodes && m->nodes->first == c->nodes->first);
        MUST(memcmp(m->nodes->ghost, c->nodes->ghost, (size_t)ghosts * sizeof *m->nodes->ghost) == 0);
    }
    eg_mesh_destroy(&cut);
    return (eg_hexes *)mesh;
}

static void no_hexahedra_of_one_failure(eg_context *context, const eg_comm *comm)
{
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    static const eg_mesh_cut how;
    eg_hexes *whole = NULL;
    eg_status status = EG_OK;
    if (rank == 0) {
        MUST(eg_hexes_box(context, &hex_box, &whole) == EG_OK);
        MUST(eg_hexes_number_nodes(whole, 2) == EG_OK);
    }
    eg_mesh *mesh = whole ? &whole->base : NULL;
    if (rank == size - 1)
        status = eg_fail(context, EG_INPUT, "no part is wanted");
    MUST(eg_mesh_distribute(context, comm, &eg_hexes_class, &how, &mesh, status) == EG_INPUT);
    MUST(rank == 0 || !mesh);
    eg_mesh_destroy(&mesh);
}

/* Every ghost, or every third one, gets its number from its owner: on the host, and on the device. */
static void ghosts_of_nodes(eg_context *context, const eg_comm *comm, const eg_hex_nodes *nodes, bool all)
{
    int64_t ghosts = nodes->nodes - nodes->own;
    uint8_t *needed = calloc((size_t)ghosts + 1, 1);
    double *values = malloc((size_t)(nodes->nodes + 1) * sizeof *values);
    eg_ghost_exchange *exchange;
    eg_device *device;
    eg_halo *halo;
    eg_buffer *vector;
    for (int64_t i = 0; i < ghosts; i++)
        needed[i] = nodes->ghost[i] % 3 == 0;
    for (int64_t i = 0; i < nodes->nodes; i++)
        values[i] = i < nodes->own ? (double)eg_hex_whole_node(nodes, i) : -1;
    MUST(eg_ghost_exchange_create(context, comm, nodes, all ? NULL : needed, EG_OK, &exchange) == EG_OK);
    MUST(eg_device_open(context, "host:1", &device) == EG_OK);
    MUST(eg_buffer_upload(device, nodes->nodes * 8, "vector", values, &vector) == EG_OK);
    MUST(eg_ghost_exchange_halo(exchange, device, comm, NULL, EG_F64, &halo) == EG_OK);
    MUST(eg_ghost_exchange_values(exchange, comm, values, sizeof *values, EG_OK) == EG_OK);
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t i = 0; i < nodes->nodes; i++) {
            int64_t number = eg_hex_whole_node(nodes, i);
            bool is_known = i < nodes->own || all || number % 3 == 0;
            MUST(values[i] == (is_known ? (double)number : -1));
        }
        MUST(eg_halo_fill(halo, vector) == EG_OK);
        MUST(eg_buffer_read(vector, 0, values, nodes->nodes * 8) == EG_OK);
    }
    eg_halo_destroy(&halo);
    eg_buffer_destroy(&vector);
    eg_device_close(&device);
    eg_ghost_exchange_destroy(&exchange);
    free(values);
    free(needed);
}

/* Chunk k of all has the sums k and -k, in two of three columns. */
static void sums_of_chunks(eg_context *context, const eg_comm *comm, const eg_hex_nodes *nodes)
{
    enum { COLUMNS = 3, MOST = 64 };
    int64_t own = eg_ceil_div(nodes->own, EG_CHUNK), first = nodes->first / EG_CHUNK, chunks;
    double values[COLUMNS * MOST] = {0};
    const eg_buffer *all;
    eg_device *device;
    eg_buffer *buffer;
    eg_sums *sums;
    MUST(own <= MOST);
    for (int64_t i = 0; i < own; i++) {
        values[own + i] = (double)(first + i);
        values[2 * own + i] = -(double)(first + i);
    }
    MUST(eg_device_open(context, "host:1", &device) == EG_OK);
    MUST(eg_buffer_upload(device, COLUMNS * own * 8, "sums", values, &buffer) == EG_OK);
    MUST(eg_sums_create(context, device, comm, COLUMNS, own, EG_OK, &sums) == EG_OK);
    MUST(eg_sums_allgather(sums, buffer, 1, 2, &all, &chunks) == EG_OK);
    MUST(chunks == eg_ceil_div(nodes->all, EG_CHUNK) && chunks <= MOST);
    MUST(eg_buffer_read(all, 0, values, COLUMNS * chunks * 8) == EG_OK);
    for (int64_t i = 0; i < chunks; i++)
        MUST(values[chunks + i] == (double)i && values[2 * chunks + i] == -(double)i);
    eg_sums_destroy(&sums);
    eg_buffer_destroy(&buffer);
    eg_device_close(&device);
}

/* ---- parts from rank 0, and a file that all write */

/* What is distributed is what each rank would have cut for itself. */
static eg_plane *distribute(eg_context *context, const eg_comm *comm, const eg_plane *part)
{
    const eg_partition *partition = part->base.partition;
    static const eg_mesh_cut how;
    eg_plane *distributed = NULL;
    if (eg_comm_rank(comm) == 0)
        MUST(eg_plane_box(context, &box, &distributed) == EG_OK);
    eg_mesh *mesh = distributed ? &distributed->base : NULL;
    MUST(eg_mesh_distribute(context, comm, &eg_plane_class, &how, &mesh, EG_OK) == EG_OK);
    distributed = (eg_plane *)mesh;
    if (eg_comm_size(comm) == 1)
        return distributed;
    MUST(distributed->base.own == part->base.own &&
         eg_mesh_ghosts(&distributed->base) == eg_mesh_ghosts(&part->base));
    MUST(distributed->base.partition->neighbours == partition->neighbours);
    MUST(memcmp(distributed->vertex, part->vertex,
                (size_t)part->first[part->base.own] * sizeof *part->vertex) == 0);
    MUST(memcmp(distributed->x, part->x, (size_t)part->nodes * sizeof *part->x) == 0);
    return distributed;
}

/* One rank that fails is all that fail, and nothing is left of the parts. */
static void distribute_in_vain(eg_context *context, const eg_comm *comm)
{
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    static const eg_mesh_cut how;
    eg_plane *whole = NULL;
    eg_status status = EG_OK;
    if (rank == 0)
        MUST(eg_plane_box(context, &box, &whole) == EG_OK);
    eg_mesh *mesh = whole ? &whole->base : NULL;
    if (rank == size - 1)
        status = eg_fail(context, EG_INPUT, "no part is wanted");
    MUST(eg_mesh_distribute(context, comm, &eg_plane_class, &how, &mesh, status) == EG_INPUT);
    MUST(rank == 0 || !mesh);
    eg_mesh_destroy(&mesh);
}

/* The same numbers at the same places whoever writes them: 300,000 in stripes that no chunk of the seal
 * knows. */
static void put_stripes(const eg_comm *comm, eg_parallel_file *file)
{
    enum { STRIPE = 7001, STRIPES = 43 };
    int rank = eg_comm_rank(comm), size = eg_comm_size(comm);
    for (int64_t s = 0; s < STRIPES; s++) {
        if (s % size != rank)
            continue;
        MUST(eg_parallel_file_seek(file, EG_H5_SEAL + s * STRIPE * 8) == EG_OK);
        for (int64_t i = s * STRIPE; i < (s + 1) * STRIPE; i++)
            MUST(eg_parallel_file_write(file, &i, sizeof i) == EG_OK);
    }
    MUST(eg_parallel_file_end(file) == EG_OK);
}

static void one_file_of_all(eg_context *context, const eg_comm *comm, const char *path, bool keeps)
{
    enum { LENGTH = EG_H5_SEAL + 7001 * 43 * 8 };
    eg_parallel_file *file = NULL;
    int64_t process = getpid();
    eg_comm_broadcast(comm, 0, &process, sizeof process);
    for (int turn = 0; turn < 2; turn++) { /* rank 0 first */
        if ((eg_comm_rank(comm) == 0) == (turn == 0))
            MUST(eg_parallel_file_begin(context, comm, path, (long)process, keeps, &file) == EG_OK);
        MUST(eg_comm_agree(comm, EG_OK) == EG_OK);
    }
    put_stripes(comm, file);
    MUST(eg_parallel_file_synchronize(file, EG_OK) == EG_OK);
    MUST(eg_parallel_file_publish(file, LENGTH) == EG_OK);
    eg_parallel_file_destroy(&file);
    eg_h5 h5 = {.context = context, .failure = EG_INPUT, .path = path};
    MUST(eg_comm_rank(comm) > 0 || eg_h5_check(&h5) == EG_OK);
    MUST(eg_comm_agree(comm, EG_OK) == EG_OK);
}

/* What one rank cannot write none has: the name keeps what it had, and no temporary file is there. */
static void no_file_of_one_failure(eg_context *context, const eg_comm *comm, const char *path)
{
    eg_parallel_file *file = NULL;
    eg_status status = EG_OK;
    if (eg_comm_rank(comm) == 0)
        MUST(eg_parallel_file_begin(context, comm, path, 1, false, &file) == EG_OK);
    MUST(eg_comm_agree(comm, EG_OK) == EG_OK);
    if (eg_comm_rank(comm) > 0)
        MUST(eg_parallel_file_begin(context, comm, path, 1, false, &file) == EG_OK);
    if (eg_comm_rank(comm) == eg_comm_size(comm) - 1)
        status = eg_fail(context, EG_IO, "the disk is full");
    MUST(eg_parallel_file_synchronize(file, status) == EG_IO);
    eg_parallel_file_destroy(&file);
    char temporary[4096];
    snprintf(temporary, sizeof temporary, "%s.tmp1", path);
    MUST(eg_comm_agree(comm, EG_OK) == EG_OK);
    MUST(access(temporary, F_OK) != 0);
    eg_h5 h5 = {.context = context, .failure = EG_INPUT, .path = path};
    MUST(eg_comm_rank(comm) > 0 || eg_h5_check(&h5) == EG_OK);
}

int main(int argc, char **argv)
{
    eg_context *context;
    eg_comm *comm;
    eg_plane *whole, *part, *distributed;
    eg_hexes *hexes;
    if (eg_context_create(NULL, &context) != EG_OK || eg_comm_create(context, &comm) != EG_OK)
        return 1;
    comm_of_all = comm;
    sums_do_not_know_ranks(comm);
    largest_values(comm);
    gathering(comm);
    MUST(eg_plane_box(context, &box, &whole) == EG_OK);
    static const eg_mesh_cut how;
    eg_mesh *cut;
    MUST(eg_mesh_cut_part(&whole->base, eg_comm_ranks(comm), eg_comm_rank(comm), &how, &cut) == EG_OK);
    part = (eg_plane *)cut;
    ghosts_on_the_host(comm, part);
    ghosts_on_the_device(context, comm, part, 0);
    ghosts_on_the_device(context, comm, part, 1);
    sharing(comm);
    rows_do_not_know_ranks(comm);
    hexes = hexahedra_are_distributed(context, comm);
    no_hexahedra_of_one_failure(context, comm);
    ghosts_of_nodes(context, comm, hexes->nodes, true);
    ghosts_of_nodes(context, comm, hexes->nodes, false);
    sums_of_chunks(context, comm, hexes->nodes);
    eg_hexes_destroy(&hexes);
    distributed = distribute(context, comm, part);
    distribute_in_vain(context, comm);
    MUST(argc == 3);
    one_file_of_all(context, comm, argv[1], false);
    no_file_of_one_failure(context, comm, argv[1]);
    one_file_of_all(context, comm, argv[2], true);
    agreement(context, comm);
    eg_plane_destroy(&distributed);
    eg_plane_destroy(&part);
    eg_plane_destroy(&whole);
    eg_comm_destroy(&comm);
    if (eg_context_blocks_held(context) != 0)
        return 1;
    eg_context_destroy(&context);
    return 0;
}
