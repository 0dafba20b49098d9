/* The matrix E of a case: what it cannot be combined with, the bounds that it keeps, and the amounts that it
 * leaves. */
#include "physics/linear/exponential.h"
#include "run/models/waves/names.h"

/* Of the sizes of what a row adds. */
static const double ROUNDING = 1e-14;

/* Rates times seconds up to which what rounding leaves of amounts is right to 1e-8. */
static const double FASTEST = 4e7;

static const eg_node *exchange_of(const eg_waves_model *model)
{
    return eg_case_find(model->setup.loaded, "tracers.exchange");
}

/* Whether some tracer comes back into itself by way of others: those that nothing left leads into are taken
 * away. */
static bool has_circle(int n, const double *matrix)
{
    bool gone[EG_LINEAR_TRACERS] = {false};
    int left = n;
    for (int round = 0; round < n; round++)
        for (int i = 0; i < n; i++) {
            bool led = gone[i];
            for (int j = 0; j < n && !led; j++)
                led = j != i && !gone[j] && matrix[i * n + j] != 0;
            left -= !led;
            gone[i] = gone[i] || !led;
        }
    return left > 0;
}

/* What cannot be found beside rates as fast as these: docs/theory/tracers.md, "The exponential". */
static eg_status check_rates(const eg_waves_model *model)
{
    eg_case *loaded = model->setup.loaded;
    int n = model->kind->system->variables;
    const eg_node *receivers = eg_case_find(loaded, "output.receivers");
    double size = 0, end = eg_case_real(loaded, "time.end", 0);
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++)
            sum += fabs(model->exchange[i * n + j]);
        size = fmax(size, sum);
    }
    if (!(size * end > FASTEST))
        return EG_OK;
    if (has_circle(n, model->exchange))
        return eg_case_fail(
            loaded, exchange_of(model), EG_CASE,
            "tracers turn into each other and back by rates up to %.3g 1/s, %.3g until time.end: beside more "
            "than %.3g rounding leaves no slow change; take slower rates of the same ratio",
            size, size * end, FASTEST);
    if (receivers)
        return eg_case_fail(
            loaded, receivers, EG_CASE,
            "samples of receivers take tracers.exchange of up to %.3g 1/s in more than %.3g parts until "
            "time.end; take output.gauges, or slower rates",
            size, FASTEST);
    return EG_OK;
}

eg_status eg_tracers_open_exchange(eg_waves_model *model)
{
    const eg_node *rows = exchange_of(model);
    const eg_linear *system = model->kind->system;
    int n = system->variables;
    if (eg_node_count(rows) == 0)
        return EG_OK;
    EG_TRY(eg_alloc(model->setup.context, n * n, sizeof *model->exchange, &model->exchange));
    model->unmeasured = true;
    for (int i = 0; i < n; i++) {
        const eg_node *row = eg_node_child(rows, system->variable[i]);
        for (int j = 0; row && j < n; j++)
            model->exchange[i * n + j] = eg_node_real(eg_node_is_list(row) ? eg_node_item(row, j) : row);
    }
    return check_rates(model);
}

static bool has_bounds(const eg_waves_model *model, int tracer)
{
    return model->bounds[tracer][0] < model->bounds[tracer][1];
}

/* The most that row i adds to tracer i where this is at its upper bound, or takes from it at its lower one,
 * where the others are anywhere between theirs. */
static double drift_at_bound(const eg_waves_model *model, int i, bool upper, double *size)
{
    int n = model->kind->system->variables;
    double drift = 0;
    *size = 0;
    for (int j = 0; j < n; j++) {
        double rate = model->exchange[i * n + j];
        const double *bound = model->bounds[j];
        drift += rate * bound[j == i ? upper : (rate > 0) == upper];
        *size += fabs(rate) * fmax(fabs(bound[0]), fabs(bound[1]));
    }
    return upper ? drift : -drift;
}

static eg_status check_bounds_of(const eg_waves_model *model, int i)
{
    const eg_node *given = eg_case_find(model->setup.loaded, "numerics.limiter.bounds");
    const eg_linear *system = model->kind->system;
    for (int j = 0; j < system->variables; j++)
        if (model->exchange[i * system->variables + j] != 0 && !has_bounds(model, j))
            return eg_case_fail(
                model->setup.loaded, given, EG_CASE,
                "%s, which has bounds, takes part of what %s has, which has none: give both bounds, or "
                "none",
                system->variable[i], system->variable[j]);
    for (int upper = 0; upper < 2; upper++) {
        double size, drift = drift_at_bound(model, i, upper, &size);
        if (drift > ROUNDING * size)
            return eg_case_fail(
                model->setup.loaded, given, EG_CASE,
                "tracers.exchange leads %s beyond %.9g, its %s bound, by %.3g 1/s with the other "
                "tracers inside theirs: give it bounds that it does not leave, or none",
                system->variable[i], model->bounds[i][upper], upper ? "upper" : "lower", drift);
    }
    return EG_OK;
}

eg_status eg_tracers_check_bounds(const eg_waves_model *model)
{
    for (int i = 0; model->exchange && i < model->kind->system->variables; i++)
        if (has_bounds(model, i))
            EG_TRY(check_bounds_of(model, i));
    return EG_OK;
}

void eg_tracers_expect(const eg_waves_model *model, const double *first, double t, double *expected)
{
    double over[EG_LINEAR_TRACERS * EG_LINEAR_TRACERS];
    int n = model->kind->system->variables;
    if (model->exchange)
        eg_exponential(n, model->exchange, t, over);
    for (int i = 0; i < n; i++) {
        expected[i] = model->exchange ? 0 : first[i];
        for (int j = 0; model->exchange && j < n; j++)
            expected[i] += over[i * n + j] * first[j];
    }
}
