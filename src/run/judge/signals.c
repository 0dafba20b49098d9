/* What steps see of a value over time. */
#include "run/judge/signals.h"

#include "base/search.h"

#include <math.h>
#include <string.h>

/* Values that differ by less, as a part of the range so far, count as one; what varies by less, as a part of
 * the largest value, as constant. */
static const double FINE = 0.05, VARIES_LEAST = 1e-3;

eg_signal eg_signal_begin(eg_signal signal)
{
    signal.seen = (eg_signal_seen){.low = INFINITY, .high = -INFINITY};
    return signal;
}

double eg_signal_value(const eg_signal *signal, double t)
{
    const eg_series *table = signal->table;
    double values[4], value = 0;
    if (!signal->expression) {
        t = fmin(fmax(t, table->times[0]), table->times[table->count - 1]);
        return eg_series_value(table, t, &value) == EG_OK ? value : 0;
    }
    memcpy(values, signal->values, sizeof values);
    values[signal->variable] = t;
    value = eg_expression_eval(signal->expression, values);
    return isfinite(value) ? value : 0; /* where it is none the run says so */
}

/* ---- a step */

/* A part of a table between two rows, whose values are so far from the line at its ends. */
static void add_line(const eg_signal *signal, double width, double a, double b, double apart_a,
                     double apart_b, eg_expression_span *span)
{
    double centre = signal->centre;
    span->integral += 0.5 * width * (a + b);
    span->size += 0.5 * width * (fabs(a - centre) + fabs(b - centre));
    span->apart += 0.5 * width * (fabs(apart_a) + fabs(apart_b));
    span->least = fmin(span->least, fmin(a, b));
    span->most = fmax(span->most, fmax(a, b));
}

static void look_at_table(const eg_signal *signal, double from, double to, eg_expression_span *span)
{
    const eg_series *table = signal->table;
    double first = eg_signal_value(signal, from), last = eg_signal_value(signal, to);
    double slope = (last - first) / (to - from), before = first, apart = 0, at = from;
    *span = (eg_expression_span){.least = fmin(first, last), .most = fmax(first, last)};
    for (int64_t i = EG_SEARCH(k, 0, table->count, table->times[k] <= from);
         i < table->count && table->times[i] < to; i++) {
        double value = table->values[i], away = value - first - slope * (table->times[i] - from);
        add_line(signal, table->times[i] - at, before, value, apart, away, span);
        at = table->times[i];
        before = value;
        apart = away;
    }
    add_line(signal, to - at, before, last, apart, 0, span);
}

static void look_at_signal(const eg_signal *signal, double from, double to, eg_expression_span *span)
{
    double fine = FINE * fmax(0, signal->seen.high - signal->seen.low);
    if (signal->expression)
        eg_expression_look(signal->expression, signal->variable, signal->values, from, to, signal->centre,
                           fine, span);
    else
        look_at_table(signal, from, to, span);
}

static void take_span(eg_signal *signal, double from, double to, const eg_expression_span *span)
{
    eg_signal_seen *seen = &signal->seen;
    double first = eg_signal_value(signal, from), last = eg_signal_value(signal, to);
    seen->integral += span->integral;
    seen->size += span->size;
    seen->apart += span->apart;
    seen->by_end += (to - from) * last;
    seen->by_line += 0.5 * (to - from) * (first + last);
    seen->low = fmin(seen->low, span->least);
    seen->high = fmax(seen->high, span->most);
    if (!(span->apart > seen->worst))
        return;
    seen->worst = span->apart;
    seen->from = from;
    seen->to = to;
}

void eg_signal_add_step(eg_signal *signal, double from, double to)
{
    eg_expression_span span;
    look_at_signal(signal, from, to, &span);
    take_span(signal, from, to, &span);
}

void eg_signal_add_steps(eg_signal *signal, double end, double steps)
{
    double together = fmax(1, ceil(steps / EG_SIGNAL_STEPS)), step = end / steps;
    for (double n = 0; n < steps; n += together) {
        eg_expression_span span;
        double last = fmin(n + together, steps);
        look_at_signal(signal, n * step, last * step, &span);
        if (together == 1 || !(span.most - span.least > FINE * (signal->seen.high - signal->seen.low)))
            take_span(signal, n * step, last * step, &span);
        else
            for (double k = n; k < last; k++)
                eg_signal_add_step(signal, k * step, (k + 1) * step);
    }
}

/* ---- what was seen */

eg_signal_seen eg_signals_total(const eg_signal *signals, int64_t count)
{
    eg_signal_seen all = eg_signal_begin((eg_signal){0}).seen;
    for (int64_t i = 0; i < count; i++) {
        const eg_signal_seen *one = &signals[i].seen;
        bool worse = one->worst > all.worst;
        all.integral += one->integral;
        all.size += one->size;
        all.apart += one->apart;
        all.by_end += one->by_end;
        all.by_line += one->by_line;
        all.low = fmin(all.low, one->low);
        all.high = fmax(all.high, one->high);
        all.worst = worse ? one->worst : all.worst;
        all.from = worse ? one->from : all.from;
        all.to = worse ? one->to : all.to;
    }
    return all;
}

double eg_signal_apart(const eg_signal_seen *seen)
{
    double size = fmax(fabs(seen->low), fabs(seen->high));
    return seen->high - seen->low > VARIES_LEAST * size && seen->size > 0 ? seen->apart / seen->size : 0;
}

bool eg_signal_varies_between(const eg_expression *expression, double end, double moments)
{
    eg_signal signal = eg_signal_begin((eg_signal){.expression = expression});
    if (!expression || !(end > 0) || !(moments > 0))
        return false;
    signal.centre = eg_signal_value(&signal, 0);
    eg_signal_add_steps(&signal, end, moments);
    return eg_signal_apart(&signal.seen) > EG_SIGNAL_APART_MOST;
}
