/* eagre bench. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "eagre/bench.h"
#include "printable.h"
#include "terminal.h"

/* Of a linear solver: a row for each part of an iteration. */
static void print_parts(const eg_bench_result *r, const char *precision)
{
    cli_printf(stdout, "%s, %s, %lld hexahedra of degree %d, on %s\n", r->title, precision,
               (long long)r->cells, r->degree, r->device);
    for (int i = 0; i < r->parts; i++) {
        const eg_bench_part *part = &r->part[i];
        printf("  %-34s %9.4g ms  %8.4g M %s  ", part->name, 1e3 * part->seconds, part->rate / 1e6, r->unit);
        if (isfinite(part->bandwidth_fraction))
            printf("%5.1f %% of the copy bandwidth\n", 100 * part->bandwidth_fraction);
        else
            printf("in cache\n");
    }
    printf("  the copy bandwidth is %.4g GB/s, the peak %.4g Gflop/s multiply-add\n", r->copy_bandwidth / 1e9,
           r->multiply_add / 1e9);
}

static void print_text(const eg_bench_result *r, const char *precision)
{
    cli_printf(stdout, "%s, %s, %lld cells, %d lanes, on %s\n", r->title, precision, (long long)r->cells,
               r->lanes, r->device);
    printf("  rate       %.4g M %s (%lld steps in %.3g s, median of five)\n", r->rate / 1e6, r->unit,
           (long long)r->steps, r->seconds);
    printf("  moved      %.4g GB/s (%.0f bytes a cell), ", r->bandwidth / 1e9, r->bytes_per_cell);
    if (isfinite(r->bandwidth_fraction))
        printf("%.1f %% of the copy bandwidth, %.4g GB/s\n", 100 * r->bandwidth_fraction,
               r->copy_bandwidth / 1e9);
    else
        printf("in cache; the copy bandwidth of the memory is %.4g GB/s\n", r->copy_bandwidth / 1e9);
    if (r->operations > 0)
        printf("  computed   %.4g Gflop/s of %.4g Gflop/s multiply-add = %.1f %%\n", r->operations / 1e9,
               r->multiply_add / 1e9, 100 * r->arithmetic_fraction);
    else
        printf("  peak       %.4g Gflop/s multiply-add\n", r->multiply_add / 1e9);
    printf("  limiter    %s\n", r->limiter);
    if (r->ranks < 2)
        return;
    printf("  messages   %.4g KB a step to %d ranks at most, %s\n", r->sent / 1e3, r->neighbours, r->link);
    printf("  a step     %.4g ms; of a rank alone %.4g ms, of all without messages %.4g ms\n", 1e3 * r->step,
           1e3 * r->alone, 1e3 * r->beside);
    printf("  exchange   %.4g ms by itself, %.0f %% of it hidden\n", 1e3 * r->exchange, 100 * r->hidden);
    printf("  speed-up   %.2f of %d ranks for %d times the cells = %.1f %%\n", r->ranks * r->efficiency,
           r->ranks, r->ranks, 100 * r->efficiency);
}

static void print_number(const char *name, double value)
{
    if (isfinite(value))
        printf(", \"%s\": %.9g", name, value);
    else
        printf(", \"%s\": null", name);
}

static void print_json_parts(const eg_bench_result *r)
{
    printf(", \"degree\": %d, \"parts\": [", r->degree);
    for (int i = 0; i < r->parts; i++) {
        printf("%s{\"name\": \"%s\"", i ? ", " : "", r->part[i].name);
        print_number("seconds", r->part[i].seconds);
        print_number("rate", r->part[i].rate);
        print_number("bandwidth_fraction", r->part[i].bandwidth_fraction);
        printf("}");
    }
    printf("]");
}

static void print_json(const eg_bench_result *r, const char *precision)
{
    char fraction[32] = "null";
    if (isfinite(r->bandwidth_fraction))
        snprintf(fraction, sizeof fraction, "%.9g", r->bandwidth_fraction);
    cli_printf(stdout,
               "{\"bench\": \"%s\", \"precision\": \"%s\", \"cells\": %lld, \"lanes\": %d, \"steps\": %lld, "
               "\"seconds\": %.9g, \"rate\": %.9g, \"bytes_per_cell\": %.9g, \"copy_bandwidth\": %.9g, "
               "\"multiply_add\": %.9g, \"bandwidth_fraction\": %s, \"unit\": \"%s\", \"operations\": %.9g, "
               "\"arithmetic_fraction\": %.9g, \"limiter\": \"%s\", \"device\": \"%s\"",
               r->model, precision, (long long)r->cells, r->lanes, (long long)r->steps, r->seconds, r->rate,
               r->bytes_per_cell, r->copy_bandwidth, r->multiply_add, fraction, r->unit, r->operations,
               r->arithmetic_fraction, r->limiter, r->device);
    if (r->parts > 0)
        print_json_parts(r);
    if (r->ranks > 1 && r->parts > 0)
        printf(", \"ranks\": %d", r->ranks);
    else if (r->ranks > 1)
        printf(", \"ranks\": %d, \"step\": %.9g, \"alone\": %.9g, \"beside\": %.9g, \"exchange\": %.9g, "
               "\"hidden\": %.9g, \"efficiency\": %.9g, \"sent\": %.9g, \"neighbours\": %d, \"link\": \"%s\"",
               r->ranks, r->step, r->alone, r->beside, r->exchange, r->hidden, r->efficiency, r->sent,
               r->neighbours, r->link);
    printf("}\n");
}

int cli_bench(eg_context *context, const cli_line *line, cli_progress *progress)
{
    (void)progress;
    int64_t cells = 0, lanes = 0, order = 0, material_order = 0, degree = 0;
    const char *precision = line->value[CLI_PRECISION] ? line->value[CLI_PRECISION] : "f64";
    if (line->value[CLI_CELLS] && (!eg_read_integer(line->value[CLI_CELLS], &cells) || cells < 8))
        return cli_usage("bench", "--cells takes a whole number from 8, not '%s'", line->value[CLI_CELLS]);
    if (line->value[CLI_LANES] && !eg_read_integer(line->value[CLI_LANES], &lanes))
        return cli_usage("bench", "--lanes takes a whole number, not '%s'", line->value[CLI_LANES]);
    if (line->value[CLI_ORDER] &&
        (!eg_read_integer(line->value[CLI_ORDER], &order) || order < 1 || order > 12))
        return cli_usage("bench", "--order takes a whole number from 1 to 12, not '%s'",
                         line->value[CLI_ORDER]);
    if (line->value[CLI_MATERIAL_ORDER] &&
        (!eg_read_integer(line->value[CLI_MATERIAL_ORDER], &material_order) || material_order < 1 ||
         material_order > (order > 0 ? order : 4)))
        return cli_usage("bench", "--material-order takes a whole number from 1 to that of --order, not '%s'",
                         line->value[CLI_MATERIAL_ORDER]);
    if (line->value[CLI_DEGREE] &&
        (!eg_read_integer(line->value[CLI_DEGREE], &degree) || degree < 1 || degree > 15))
        return cli_usage("bench", "--degree takes a whole number from 1 to 15, not '%s'",
                         line->value[CLI_DEGREE]);
    double seconds = 0;
    if (line->value[CLI_SECONDS] &&
        (!eg_read_number(line->value[CLI_SECONDS], &seconds) || !(seconds > 0 && seconds < 1e6)))
        return cli_usage("bench", "--seconds takes a number above 0, not '%s'", line->value[CLI_SECONDS]);
    if (strcmp(precision, "f32") != 0 && strcmp(precision, "f64") != 0 && strcmp(precision, "mixed") != 0)
        return cli_usage("bench", "--precision takes f32, f64 or mixed, not '%s'", precision);
    const char *mesh = line->value[CLI_MESH];
    if (mesh && strcmp(mesh, "forest") != 0)
        return cli_usage("bench", "--mesh takes forest, not '%s'", mesh);
    double memory = 0;
    const char *bytes = line->value[CLI_DEVICE_MEMORY];
    if (bytes && (!eg_read_number(bytes, &memory) || !(memory > 0 && memory < 1e18)))
        return cli_usage("bench", "--device-memory takes bytes, not '%s'", bytes);
    const eg_bench_options options = {.size = sizeof options,
                                      .model = line->value[CLI_MODEL],
                                      .device = line->value[CLI_DEVICE],
                                      .f32 = strcmp(precision, "f32") == 0,
                                      .mixed = strcmp(precision, "mixed") == 0,
                                      .cells = cells,
                                      .seconds = seconds,
                                      .lanes = (int)lanes,
                                      .order = (int)order,
                                      .material_order = (int)material_order,
                                      .degree = (int)degree,
                                      .device_memory = memory,
                                      .forest = mesh != NULL,
                                      .quadrangles = line->given[CLI_QUADRANGLES] > 0};
    eg_bench_result result = {.size = sizeof result};
    eg_status status = eg_bench(context, &options, &result);
    if (status != EG_OK)
        return cli_line_fail(line, context, status);
    if (!result.device[0]) /* another rank tells */
        return 0;
    if (line->given[CLI_JSON])
        print_json(&result, precision);
    else if (result.parts > 0)
        print_parts(&result, precision);
    else
        print_text(&result, precision);
    return 0;
}
