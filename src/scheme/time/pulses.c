/* Time functions on the device: their description, and the launch that evaluates them at stages. */
#include "scheme/time/pulses.h"

#include <math.h>

#include "time/pulse.h"

_Static_assert(PULSE_RICKER == (int)EG_SOURCE_RICKER && PULSE_GAUSSIAN == (int)EG_SOURCE_GAUSSIAN &&
                   PULSE_BRUNE_RATE == (int)EG_SOURCE_BRUNE_RATE &&
                   PULSE_BRUNE_MOMENT == (int)EG_SOURCE_BRUNE_MOMENT &&
                   PULSE_HEAVISIDE == (int)EG_SOURCE_HEAVISIDE &&
                   PULSE_HEAVISIDE_RATE == (int)EG_SOURCE_HEAVISIDE_RATE &&
                   PULSE_TABLE == (int)EG_SOURCE_TABLE,
               "kernels/time/pulse.h and physics/source_time.h name the same kinds");

static void describe_function(const eg_source_time *source, int64_t row, double *real_of, int32_t *whole_of)
{
    real_of[PULSE_TIME] = source->kind == EG_SOURCE_TABLE ? 0 : source->time;
    real_of[PULSE_SCALE] = source->kind == EG_SOURCE_RICKER     ? source->frequency
                           : source->kind == EG_SOURCE_GAUSSIAN ? source->sigma
                           : source->kind == EG_SOURCE_TABLE    ? 1
                                                                : source->rise;
    eg_source_time_support(source, &real_of[PULSE_BEGIN], &real_of[PULSE_END]);
    whole_of[PULSE_KIND] = (int32_t)source->kind;
    whole_of[PULSE_ROW] = (int32_t)row;
    whole_of[PULSE_ROWS] = source->kind == EG_SOURCE_TABLE ? (int32_t)source->count : 0;
}

static void describe_expression(int number, double *real_of, int32_t *whole_of)
{
    real_of[PULSE_SCALE] = 1;
    real_of[PULSE_BEGIN] = -INFINITY;
    real_of[PULSE_END] = INFINITY;
    whole_of[PULSE_KIND] = PULSE_EXPRESSION;
    whole_of[PULSE_ROW] = number;
}

static eg_status upload_pulse_table(eg_owner *owner, eg_device *device, const eg_pulses_options *options,
                                    int64_t rows, eg_pulses *made)
{
    EG_SCRATCH double(*table)[2] = NULL;
    EG_TRY(eg_alloc(owner->context, rows, sizeof *table, &table));
    int64_t row = 0;
    for (int f = 0; f < options->count; f++) {
        const eg_source_time *source = &options->functions[f];
        for (int64_t i = 0; source->kind == EG_SOURCE_TABLE && i < source->count; i++, row++) {
            table[row][0] = source->times[i];
            table[row][1] = source->values[i];
        }
    }
    return eg_owner_upload(owner, device, "tables of sources", eg_max_i64(rows, 1) * (int64_t)sizeof *table,
                           rows > 0 ? table : NULL, &made->table);
}

static eg_status upload_pulses(eg_owner *owner, eg_device *device, const eg_pulses_options *options,
                               eg_pulses *made)
{
    EG_SCRATCH double(*real_of)[PULSE_DOUBLES] = NULL;
    EG_SCRATCH int32_t(*whole_of)[PULSE_INTEGERS] = NULL;
    int64_t rows = 0;
    EG_TRY(EG_ALLOC(owner->context, EG_BLOCK(made->functions, real_of), EG_BLOCK(made->functions, whole_of)));
    for (int f = 0; f < options->count; f++) {
        EG_TRY(eg_source_time_check(owner->context, &options->functions[f]));
        describe_function(&options->functions[f], rows, real_of[f], whole_of[f]);
        rows += whole_of[f][PULSE_ROWS];
    }
    for (int i = 0, f = options->count; i < options->expression_count; i++, f++)
        describe_expression(i, real_of[f], whole_of[f]);
    EG_TRY(upload_pulse_table(owner, device, options, rows, made));
    EG_TRY(eg_owner_upload(owner, device, "time functions", made->functions * (int64_t)sizeof *real_of,
                           real_of, &made->real_of));
    return eg_owner_upload(owner, device, "kinds of time functions",
                           made->functions * (int64_t)sizeof *whole_of, whole_of, &made->whole_of);
}

static eg_status build_pulse_stages(eg_owner *owner, eg_device *device, const eg_pulses_options *options,
                                    eg_pulses *made)
{
    const eg_program_options program = {.file = "time/pulses.c",
                                        .precision = EG_F64,
                                        .lanes = 1,
                                        EG_DEFINES({"EXPRESSIONS", options->expression_count > 0}),
                                        .generated = options->expressions};
    made->stages = options->stages;
    EG_TRY(
        eg_owner_upload(owner, device, "stages", made->stages * 8LL, options->fractions, &made->fractions));
    EG_TRY(eg_owner_upload(owner, device, "values of time functions", made->stages * made->functions * 8,
                           NULL, &made->values));
    EG_TRY(eg_owner_program(owner, device, &program, &made->program));
    return eg_kernel_get(made->program, "time_pulses", &made->kernel);
}

eg_status eg_pulses_create(eg_owner *owner, eg_device *device, const eg_pulses_options *options,
                           eg_pulses *pulses)
{
    *pulses = (eg_pulses){.functions = options->count + options->expression_count};
    assert(pulses->functions > 0);
    EG_TRY(upload_pulses(owner, device, options, pulses));
    return options->stages > 0 ? build_pulse_stages(owner, device, options, pulses) : EG_OK;
}

eg_status eg_pulses_queue(const eg_pulses *p, const eg_buffer *clock, const eg_buffer *count)
{
    assert(p->stages > 0);
    return EG_LAUNCH(p->kernel, p->functions, EG_BUFFER("real_of", p->real_of),
                     EG_BUFFER("whole_of", p->whole_of), EG_BUFFER("table", p->table),
                     EG_BUFFER("fraction", p->fractions), EG_BUFFER("clock", clock),
                     EG_BUFFER("count", count), EG_BUFFER("value", p->values),
                     EG_LONG("functions", p->functions), EG_INT("stages", p->stages));
}
