/* What steps see of a value over time. */
#include "run/judge/signals.h"

#include "base/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Values that differ by less, as a part of the range so far, count as one; what varies by less, as a part of
 * the largest value, as constant. */
static const double FINE = 0.2, VARIES_LEAST = 1e-3;

eg_signal eg_signal_begin(const eg_node *node, const eg_expression *expression, const eg_series *table)
{
    return (eg_signal){
        .node = node, .expression = expression, .table = table, .seen = {.low = INFINITY, .high = -INFINITY}};
}

double eg_signal_value(const eg_signal *signal, int place, double t)
{
    const eg_series *table = signal->table;
    double values[4], value = 0;
    if (!signal->expression) {
        t = fmin(fmax(t, table->times[0]), table->times[table->count - 1]);
        return eg_series_value(table, t, &value) == EG_OK ? value : 0;
    }
    memcpy(values, signal->place[place], sizeof values);
    values[signal->variable] = t;
    value = eg_expression_eval(signal->expression, values);
    return isfinite(value) ? value : 0; /* where it is none the run says so */
}

static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

void eg_signal_find_middle(eg_signal *signal, double end)
{
    enum { MOMENTS = 65 };
    for (int k = 0; k < signal->places; k++) {
        double value[MOMENTS];
        for (int i = 0; i < MOMENTS; i++)
            value[i] = eg_signal_value(signal, k, end * (i + 0.5) / MOMENTS);
        qsort(value, MOMENTS, sizeof *value, by_size);
        signal->centre[k][1] = value[MOMENTS / 2];
    }
}

/* ---- a step */

/* Between two rows, or an end of the step and a row, a table is as in the middle. */
static void look_at_table(const eg_signal *signal, double from, double to, eg_expression_span *span)
{
    const eg_series *table = signal->table;
    double first = eg_signal_value(signal, 0, from), last = eg_signal_value(signal, 0, to), at = from;
    *span = (eg_expression_span){.end = {first, last}, .least = fmin(first, last), .most = fmax(first, last)};
    for (int64_t i = EG_SEARCH(k, 0, table->count, table->times[k] <= from); at < to; i++) {
        double next = i < table->count ? fmin(table->times[i], to) : to, middle = 0.5 * (at + next);
        double value = eg_signal_value(signal, 0, middle);
        double line = first + (last - first) * (middle - from) / (to - from);
        span->integral += (next - at) * value;
        for (int c = 0; c < 2; c++)
            span->size[c] += (next - at) * fabs(value - signal->centre[0][c]);
        span->apart += (next - at) * fabs(value - line);
        span->least = fmin(span->least, fmin(value, eg_signal_value(signal, 0, next)));
        span->most = fmax(span->most, fmax(value, eg_signal_value(signal, 0, next)));
        at = next;
    }
}

static eg_expression_span look_at_signal(const eg_signal *signal, int place, double from, double to)
{
    double fine = FINE * fmax(0, signal->seen.high - signal->seen.low);
    eg_expression_span span;
    if (signal->expression)
        eg_expression_look(signal->expression, signal->variable, signal->place[place], from, to,
                           signal->centre[place], fine, &span);
    else
        look_at_table(signal, from, to, &span);
    return span;
}

void eg_signal_add_step(eg_signal *signal, double from, double to)
{
    eg_signal_seen *seen = &signal->seen;
    for (int k = 0; k < signal->places; k++) {
        eg_expression_span span = look_at_signal(signal, k, from, to);
        bool worse = span.apart > seen->worst;
        seen->integral += span.integral;
        seen->size[0] += span.size[0];
        seen->size[1] += span.size[1];
        seen->apart += span.apart;
        seen->by_end += (to - from) * span.end[1];
        seen->by_line += 0.5 * (to - from) * (span.end[0] + span.end[1]);
        seen->low = fmin(seen->low, span.least);
        seen->high = fmax(seen->high, span.most);
        seen->worst = worse ? span.apart : seen->worst;
        seen->from = worse ? from : seen->from;
        seen->to = worse ? to : seen->to;
    }
}

void eg_signal_add_steps(eg_signal *signal, double end, double steps)
{
    double together = fmax(1, ceil(steps / EG_SIGNAL_STEPS)), step = end / steps;
    for (double n = 0; n < steps; n += together) {
        double last = fmin(n + together, steps), varies = 0;
        for (int k = 0; k < signal->places && together > 1; k++) {
            eg_expression_span span = look_at_signal(signal, k, n * step, last * step);
            varies = fmax(varies, span.most - span.least);
        }
        bool stays = !(varies > FINE * (signal->seen.high - signal->seen.low)) && n > 0;
        for (double from = n; from < last; from += stays ? together : 1)
            eg_signal_add_step(signal, from * step, (stays ? last : from + 1) * step);
    }
}

/* ---- what was seen */

double eg_signal_apart(const eg_signal_seen *seen)
{
    double most = fmax(fabs(seen->low), fabs(seen->high));
    bool matters =
        seen->high - seen->low > VARIES_LEAST * most && seen->apart > EG_SIGNAL_WRONG_MOST * seen->size[0];
    return matters && seen->size[1] > 0 ? seen->apart / seen->size[1] : 0;
}

double eg_signal_apart_of(const eg_expression *expression, const eg_series *table, double end, double steps,
                          eg_signal_seen *seen)
{
    eg_signal signal = eg_signal_begin(NULL, expression, table);
    if ((!expression && !table) || !(end > 0) || !(steps > 0))
        return 0;
    signal.centre[signal.places++][0] = eg_signal_value(&signal, 0, 0);
    eg_signal_find_middle(&signal, end);
    eg_signal_add_steps(&signal, end, steps);
    *seen = signal.seen;
    return eg_signal_apart(seen);
}
