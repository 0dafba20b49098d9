/* When something is due. */
#include "run/core/run.h"

#include <math.h>

static int64_t integer_or(const eg_case *loaded, const char *path, int64_t otherwise)
{
    const eg_node *node = eg_case_find(loaded, path);
    return node ? eg_node_integer(node) : otherwise;
}

/* A run that leaves more records than anyone can read is a slip in a number, and would fill the disk. */
static eg_status check_interval(eg_case *loaded, const char *path)
{
    enum { MOST = 10000000 };
    const eg_node *node = eg_case_find(loaded, path), *end = eg_case_find(loaded, "time.end");
    if (!node || !end)
        return EG_OK;
    double every = eg_node_real(node), records = eg_node_real(end) / every;
    if (records <= MOST)
        return EG_OK;
    return eg_case_fail(loaded, node, EG_CASE,
                        "%s: %.9g s gives %.4g records until time.end = %.9g s, at most %d are "
                        "possible; use %.3g s or longer",
                        path, every, records, eg_node_real(end), MOST, eg_node_real(end) / MOST);
}

eg_status eg_schedule_create(eg_case *loaded, eg_schedule *schedule)
{
    EG_TRY(check_interval(loaded, "output.fields.every"));
    EG_TRY(check_interval(loaded, "output.record.every"));
    EG_TRY(check_interval(loaded, "output.receivers.interval"));
    *schedule = (eg_schedule){.t_end = eg_case_real(loaded, "time.end", INFINITY),
                              .steps_end = integer_or(loaded, "time.steps", INT64_MAX),
                              .fields_every = eg_case_real(loaded, "output.fields.every", INFINITY),
                              .fields_steps = integer_or(loaded, "output.fields.steps", INT64_MAX),
                              .checkpoint_steps = integer_or(loaded, "checkpoint.steps", INT64_MAX),
                              .fields_next = 1,
                              .record_next = 1};
    schedule->record_every = eg_case_real(loaded, "output.record.every", schedule->fields_every);
    return EG_OK;
}

static double multiple(double every, int64_t k)
{
    return isfinite(every) ? every * (double)k : INFINITY;
}

void eg_schedule_next(const eg_schedule *schedule, const eg_time_state *now, double *t_stop,
                      int64_t *step_stop)
{
    *t_stop = fmin(multiple(schedule->fields_every, schedule->fields_next),
                   multiple(schedule->record_every, schedule->record_next));
    if (eg_time_has_come(schedule->t_end, *t_stop))
        *t_stop = schedule->t_end;
    *step_stop = schedule->steps_end;
    if (schedule->fields_steps < INT64_MAX) {
        int64_t next = (now->steps / schedule->fields_steps + 1) * schedule->fields_steps;
        *step_stop = eg_min_i64(*step_stop, next);
    }
    if (schedule->adapt_steps > 0) {
        int64_t times = (now->steps - schedule->adapt_from) / schedule->adapt_steps + 1;
        *step_stop = eg_min_i64(*step_stop, schedule->adapt_from + times * schedule->adapt_steps);
    }
    if (schedule->checkpoint_steps < INT64_MAX)
        *step_stop = eg_min_i64(*step_stop,
                                (now->steps / schedule->checkpoint_steps + 1) * schedule->checkpoint_steps);
}

/* Whether the k-th multiple has come, up to rounding; then k moves beyond now. The quotient may be one off,
 * as the rounded product is compared; where multiples lie closer than numbers do, it is taken as it is. */
static bool time_due(double every, int64_t *k, double now)
{
    if (!eg_time_has_come(multiple(every, *k), now))
        return false;
    double quotient = fmin(now / every, 0x1p62);
    int64_t next = (int64_t)quotient;
    if (quotient < 0x1p52) {
        while (!eg_time_has_come(multiple(every, next), now))
            next--;
        while (eg_time_has_come(multiple(every, next), now))
            next++;
    }
    *k = eg_max_i64(*k, next);
    return true;
}

bool eg_schedule_fields_due(eg_schedule *schedule, const eg_time_state *now)
{
    bool by_time = time_due(schedule->fields_every, &schedule->fields_next, now->time);
    bool by_steps = schedule->fields_steps < INT64_MAX && now->steps % schedule->fields_steps == 0;
    return by_time || by_steps;
}

bool eg_schedule_record_due(eg_schedule *schedule, const eg_time_state *now)
{
    return time_due(schedule->record_every, &schedule->record_next, now->time);
}

bool eg_schedule_is_over(const eg_schedule *schedule, const eg_time_state *now)
{
    return now->time >= schedule->t_end || now->steps >= schedule->steps_end;
}

void eg_schedule_pass(eg_schedule *schedule, const eg_time_state *now)
{
    time_due(schedule->fields_every, &schedule->fields_next, now->time);
    time_due(schedule->record_every, &schedule->record_next, now->time);
}
