/* The rows of a state as it is stored: whole, by a solver's own way of keeping and restoring it. */
#include "eagre/state.h"
#include "run/restart/restart.h"
#include "run/state/state.h"
#include "scheme/time/clock.h"

#include <string.h>

/* What keeps or restores the state alone: rows of own cells, without the values that follow from others. */
typedef struct rows {
    eg_persist persist; /* first */
    const eg_stepper *stepper;
    char *own;        /* kept */
    const char *from; /* restored */
} rows;

static eg_status need_rows(eg_run *run, eg_stepper **stepper)
{
    return eg_state_stepper(run, "are no rows of cells; read variables by eg_run_read() or eg_run_read_at()",
                            stepper);
}

/* Values of a row that a caller sees. */
static int free_values(const eg_stepper *stepper)
{
    return stepper->values - stepper->class->derived;
}

static int64_t bytes_of_row(const eg_stepper *stepper)
{
    return free_values(stepper) * (int64_t)eg_real_size(stepper->layout.precision);
}

static eg_status move_state_rows(const eg_persist *self, const char *name, void *data, int64_t bytes)
{
    const rows *r = (const rows *)self;
    int64_t row = r->stepper->values * (int64_t)eg_real_size(r->stepper->layout.precision);
    int64_t shown = bytes_of_row(r->stepper);
    if (strcmp(name, "state") != 0)
        return EG_OK;
    for (int64_t c = 0; c < bytes / row; c++) {
        char *stored = (char *)data + c * row;
        if (!self->restoring)
            memcpy(r->own + c * shown, stored, (size_t)shown);
        else
            memcpy(stored, r->from + c * shown, (size_t)shown);
        if (self->restoring && r->stepper->class->complete)
            r->stepper->class->complete(r->stepper, stored);
    }
    return EG_OK;
}

eg_status eg_run_state_shape(eg_run *run, eg_state_shape *shape)
{
    eg_stepper *stepper;
    EG_TRY(need_rows(run, &stepper));
    int variables = stepper->degree > 0 ? stepper->variables : free_values(stepper);
    *shape = (eg_state_shape){.cells = run->mesh->all,
                              .values = free_values(stepper),
                              .variables = variables,
                              .degree = stepper->degree,
                              .bytes = (int)eg_real_size(stepper->layout.precision)};
    return EG_OK;
}

static eg_status check_rows_room(eg_run *run, const eg_stepper *stepper, int64_t bytes)
{
    int64_t need = run->mesh->all * bytes_of_row(stepper);
    if (bytes == need || !eg_run_is_first(run))
        return EG_OK;
    return eg_fail(run->context, EG_USAGE,
                   "the state has %lld bytes: %lld cells of %d numbers of %d bytes; given are %lld",
                   (long long)need, (long long)run->mesh->all, free_values(stepper),
                   (int)eg_real_size(stepper->layout.precision), (long long)bytes);
}

/* Rows of own cells, to memory for them. Collective. */
static eg_status keep_state_rows(eg_stepper *stepper, void *own)
{
    const rows r = {
        {.array = eg_persist_leave_array, .part = move_state_rows, .bytes = eg_persist_leave_bytes},
        stepper,
        own,
        NULL};
    return eg_stepper_persist_state(stepper, &r.persist);
}

eg_status eg_run_read_state_rows(eg_run *run, void *state, int64_t room)
{
    eg_stepper *stepper;
    EG_SCRATCH char *own = NULL;
    EG_TRY(need_rows(run, &stepper));
    EG_TRY(eg_run_agree(run, check_rows_room(run, stepper, room)));
    if (eg_comm_size(run->comm) == 1)
        return keep_state_rows(stepper, state);
    int64_t bytes = run->mesh->own * bytes_of_row(stepper);
    EG_TRY(eg_run_agree(run, eg_alloc(run->context, bytes, 1, &own)));
    return eg_run_gather(run, own, bytes, state, keep_state_rows(stepper, own));
}

/* ---- writing */

static eg_status restore_rows(eg_run *run, const void *state)
{
    const rows r = {.persist = {.restoring = true,
                                .array = eg_persist_leave_array,
                                .part = move_state_rows,
                                .bytes = eg_persist_leave_bytes},
                    .stepper = eg_model_stepper(run->model),
                    .from = state};
    return run->class->persist(run->model, &run->now, &r.persist);
}

/* The pass finds the step. The state, which went through it, is then put back to the last bit, unless the
 * pass has made what follows from it. */
static eg_status find_stable_step(eg_run *run, eg_stepper *stepper, const void *state)
{
    EG_TRY(eg_time_repeat_first_pass(eg_stepper_time(stepper)));
    EG_TRY(eg_stepper_queue(stepper, 1));
    EG_TRY(eg_run_read_clock(run));
    if (run->now.pause != EG_PAUSE_EVENT)
        return EG_DIVERGED;
    return stepper->class->complete ? EG_OK : restore_rows(run, state);
}

static eg_status put_state_rows(eg_run *run, eg_stepper *stepper, const void *state)
{
    EG_TRY(restore_rows(run, state));
    if (!stepper->class->cell_step) /* the stable step follows from the state: no cell has its own */
        EG_TRY(find_stable_step(run, stepper, state));
    return eg_run_read_clock(run);
}

static eg_status refuse_state(eg_run *run)
{
    return eg_fail(run->context, EG_DIVERGED,
                   "the new state is not finite, or no time step is stable for it; the previous "
                   "state has been restored");
}

/* `before`: the rows that there are. */
static eg_status replace_rows(eg_run *run, eg_stepper *stepper, const void *state, const void *before)
{
    eg_status status = put_state_rows(run, stepper, state);
    if (status == EG_OK)
        return EG_OK;
    EG_TRY(put_state_rows(run, stepper, before));
    if (status != EG_DIVERGED)
        return status;
    return refuse_state(run);
}

/* A model whose cells have steps of their own does not look at the state until its next step. */
static bool are_finite(const eg_layout *layout, const void *state, int64_t bytes)
{
    for (int64_t i = 0; i < bytes / (int64_t)eg_real_size(layout->precision); i++)
        if (!eg_layout_is_finite(layout, state, i))
            return false;
    return true;
}

eg_status eg_run_write_state_rows(eg_run *run, const void *state, int64_t bytes)
{
    eg_stepper *stepper;
    EG_SCRATCH char *before = NULL;
    EG_TRY(need_rows(run, &stepper));
    if (eg_comm_size(run->comm) > 1)
        return eg_fail(run->context, EG_USAGE,
                       "a state can be written in a run of one process; this run has %d ranks",
                       eg_comm_size(run->comm));
    EG_TRY(check_rows_room(run, stepper, bytes));
    if (!are_finite(&stepper->layout, state, bytes))
        return refuse_state(run);
    EG_TRY(eg_alloc(run->context, bytes, 1, &before));
    EG_TRY(keep_state_rows(stepper, before));
    return memcmp(before, state, (size_t)bytes) != 0 ? replace_rows(run, stepper, state, before) : EG_OK;
}
