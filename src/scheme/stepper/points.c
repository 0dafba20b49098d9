/* Values at points, and sums over the domain. */
#include "scheme/stepper/stepper.h"

static eg_status build_point_program(eg_stepper *s)
{
    const eg_program_options options = {.file = "field/sum.c", .precision = s->layout.precision, .lanes = 1};
    return s->sum_program ? EG_OK : eg_stepper_program(s, &options, &s->sum_program);
}

/* ---- values at points */

void eg_stepper_combine(const eg_stepper *s, const eg_cell_values *from, int count, const double *factor,
                        double *values)
{
    int64_t at = from->offset;
    for (int v = 0; v < s->variables; v++) {
        values[v] = 0;
        for (int k = 0; k < count; k++, at += from->stride)
            values[v] += factor[k] * eg_layout_load(&s->layout, from->memory, at);
    }
}

eg_cell_values eg_stepper_values_of(const eg_stepper *s, const void *memory, int64_t cell)
{
    int64_t slot = eg_layout_slot(&s->layout, cell);
    return (eg_cell_values){.memory = memory,
                            .cell = cell,
                            .offset = eg_layout_state_index(&s->layout, s->values, slot, 0),
                            .stride = s->layout.state_lanes,
                            .time = eg_stepper_copy_time(s, memory),
                            .totals = eg_stepper_copy_totals(s, memory, cell)};
}

void eg_stepper_evaluate(const eg_stepper *s, const void *memory, int64_t cell, int count,
                         const double *points, double *values)
{
    const eg_cell_values from = eg_stepper_values_of(s, memory, cell);
    for (int64_t i = 0; i < count; i++)
        s->class->evaluate(s, &from, points + i * s->domain->dimension, values + i * s->variables);
}

static int64_t sample_bytes(const eg_stepper *s, int count)
{
    return (int64_t)count * s->values * (int64_t)eg_real_size(s->layout.precision);
}

/* Makes room for the samples and tells the device which cells they are. */
static eg_status place_samples(eg_stepper *s, const int64_t *cells, int count)
{
    if (count > s->sample_room) {
        eg_buffer_destroy(&s->where);
        eg_buffer_destroy(&s->samples);
        s->sample_room = 0;
        EG_TRY(eg_owner_buffer(&s->owned, s->device, "sampled cells", count * 4, &s->where));
        EG_TRY(eg_owner_buffer(&s->owned, s->device, "samples", sample_bytes(s, count), &s->samples));
        s->sample_room = count;
    }
    EG_SCRATCH int32_t *slots = NULL;
    EG_TRY(eg_alloc(s->context, count, sizeof *slots, &slots));
    for (int i = 0; i < count; i++)
        slots[i] = eg_layout_slot(&s->layout, cells[i]);
    return eg_buffer_write(s->where, 0, slots, count * 4);
}

/* The values of the cells, [count][values]. */
static eg_status gather_read_cells(eg_stepper *s, int count, const int64_t *cells, void *memory)
{
    EG_TRY(build_point_program(s));
    EG_TRY(eg_kernel_get(s->sum_program, "field_gather", &s->gather));
    EG_TRY(place_samples(s, cells, count));
    EG_TRY(EG_LAUNCH(s->gather, count, EG_BUFFER("q0", s->q[0]), EG_BUFFER("q1", s->q[1]),
                     EG_BUFFER("where", s->where), EG_BUFFER("out", s->samples),
                     EG_BUFFER("count", eg_time_count(s->time)), EG_INT("values", s->values),
                     EG_INT("pack_bits", s->layout.state_bits), EG_LONG("places", count)));
    return eg_buffer_read(s->samples, 0, memory, sample_bytes(s, count));
}

eg_status eg_stepper_sample(eg_stepper *s, int count, const int64_t *cells, const double (*points)[3],
                            double *values)
{
    EG_SCRATCH void *memory = NULL;
    void *state;
    EG_SCRATCH double *totals = NULL;
    eg_time_step step = {0};
    if (count == 0)
        return EG_OK;
    EG_TRY(eg_stepper_host_state(s, &state));
    for (int64_t i = 0; state && i < count; i++)
        eg_stepper_evaluate(s, eg_stepper_host_cell(s, state, cells[i]), cells[i], 1, points[i],
                            &values[i * s->variables]);
    if (state)
        return EG_OK;
    EG_TRY(eg_alloc(s->context, sample_bytes(s, count), 1, &memory));
    EG_TRY(gather_read_cells(s, count, cells, memory));
    if (s->timed)
        EG_TRY(eg_time_read_step(s->time, &step));
    if (s->totals > 0) {
        EG_TRY(eg_alloc(s->context, (int64_t)count * s->totals, sizeof *totals, &totals));
        EG_TRY(s->class->read_totals(s, count, cells, totals));
    }
    for (int64_t i = 0; i < count; i++) {
        const eg_cell_values from = {.memory = memory,
                                     .cell = cells[i],
                                     .offset = i * s->values,
                                     .stride = 1,
                                     .time = step.begin,
                                     .totals = totals ? &totals[i * s->totals] : NULL};
        s->class->evaluate(s, &from, points[i], &values[i * s->variables]);
    }
    return EG_OK;
}

/* ---- sums */

static eg_status fit_point_buffer(eg_stepper *s, const char *label, int64_t bytes, eg_buffer **buffer)
{
    EG_TRY(eg_owner_add(&s->owned, EG_OWNED_BUFFER, buffer));
    return eg_buffer_fit(s->device, bytes, label, buffer);
}

eg_status eg_stepper_build_sums(eg_stepper *s, int columns, eg_stepper *before)
{
    int64_t own = s->domain->own;
    s->sum_columns = columns;
    s->chunk = eg_mesh_chunk(s->domain->class, s->domain->all);
    s->chunks = eg_ceil_div(own, s->chunk);
    if (before) {
        eg_owner *old = &before->owned;
        EG_TRY(
            eg_owner_hand_over(old, &before->sum_program, &s->owned, &s->sum_program, sizeof s->sum_program));
        EG_TRY(eg_owner_hand_over(old, &before->content, &s->owned, &s->content, sizeof s->content));
        EG_TRY(eg_owner_hand_over(old, &before->sums, &s->owned, &s->sums, sizeof s->sums));
    }
    EG_TRY(fit_point_buffer(s, "contents of cells", columns * own * 8, &s->content));
    EG_TRY(fit_point_buffer(s, "sums", columns * s->chunks * 8, &s->sums));
    EG_TRY(build_point_program(s));
    return eg_kernel_get(s->sum_program, "field_sum", &s->sum);
}

static eg_status read_sums(eg_stepper *s, double *sums)
{
    EG_TRY(EG_LAUNCH(s->sum, s->sum_columns * s->chunks, EG_BUFFER("values", s->content),
                     EG_BUFFER("sums", s->sums), EG_LONG("cells", s->domain->own), EG_LONG("size", s->chunk),
                     EG_LONG("chunks", s->chunks), EG_LONG("columns", s->sum_columns)));
    return eg_buffer_read(s->sums, 0, sums, s->sum_columns * s->chunks * 8);
}

eg_status eg_stepper_content(eg_stepper *s, const eg_comm *comm, double *values)
{
    EG_SCRATCH double *sums = NULL;
    eg_status status = s->class->content(s);
    if (status == EG_OK)
        status = eg_alloc(s->context, s->sum_columns * s->chunks, sizeof *sums, &sums);
    if (status == EG_OK)
        status = read_sums(s, sums);
    EG_TRY(eg_comm_agree(comm, status));
    for (int i = 0; i < s->sum_columns; i++)
        values[i] = eg_comm_sum_chunks(comm, sums + i * s->chunks, s->chunks);
    return EG_OK;
}
