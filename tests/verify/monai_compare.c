/* Levels at the gauges of Monai valley, computed against measured: a table, a picture, and a verdict.
 *   monai_compare GAUGES.csv MEASURED.txt PICTURE.png     exit 1 where a gauge is beyond the bound */
#include <math.h>
#include <stdio.h>

#include "io/picture/picture.h"
#include "io/table/series.h"

enum { GAUGES = 3, SAMPLES = 501 };

static const char *const names[GAUGES] = {"ch5", "ch7", "ch9"};
static const double BOUND_CM = 0.5, STEP_S = 0.05;

/* Levels of one gauge in cm at the times of the measurement; tables give metres, whatever unit a column
 * has. */
static eg_status sample(eg_context *context, const char *path, const char *column, double *cm)
{
    eg_series *series;
    EG_TRY(eg_series_read(
        context, path,
        &(eg_series_options){.value_column = column, .after = EG_SERIES_HOLD, .value_scale = 100}, &series));
    eg_status status = EG_OK;
    for (int i = 0; status == EG_OK && i < SAMPLES; i++)
        status = eg_series_value(series, STEP_S * i, &cm[i]);
    eg_series_destroy(&series);
    return status;
}

static eg_status compare(eg_context *context, char **argv, bool *good)
{
    static double time[SAMPLES], computed[SAMPLES], measured[SAMPLES];
    eg_figure *figure;
    EG_TRY(eg_figure_create(
        context,
        &(eg_figure_options){
            .width = 1000, .height = 1000, .rows = GAUGES, .title = "Monai valley: level at the gauges"},
        &figure));
    for (int i = 0; i < SAMPLES; i++)
        time[i] = STEP_S * i;
    *good = true;
    printf("| gauge | root mean square difference, cm | highest level computed, cm | measured, cm |\n"
           "|---|---|---|---|\n");
    eg_status status = EG_OK;
    for (int g = 0; status == EG_OK && g < GAUGES; g++) {
        char ours[32], theirs[32];
        double sum = 0, high[2] = {-INFINITY, -INFINITY};
        snprintf(ours, sizeof ours, "%s_level_m", names[g]);
        snprintf(theirs, sizeof theirs, "%s(cm)", names[g]);
        EG_TRY_GOTO(sample(context, argv[1], ours, computed));
        EG_TRY_GOTO(sample(context, argv[2], theirs, measured));
        for (int i = 0; i < SAMPLES; i++) {
            sum += (computed[i] - measured[i]) * (computed[i] - measured[i]);
            high[0] = fmax(high[0], computed[i]);
            high[1] = fmax(high[1], measured[i]);
        }
        double rms = sqrt(sum / SAMPLES);
        *good = *good && rms <= BOUND_CM;
        printf("| %s | %.3f | %.2f | %.2f |\n", names[g], rms, high[0], high[1]);
        const eg_plot_line lines[] = {{"computed", SAMPLES, time, computed, EG_LINE_SOLID, 1},
                                      {"measured", SAMPLES, time, measured, EG_LINE_DASHED, 9}};
        status = eg_figure_lines(figure, 0, g,
                                 &(eg_lines){.title = names[g],
                                             .x_label = "time (s)",
                                             .y_label = "level (cm)",
                                             .lines = lines,
                                             .line_count = 2});
    }
    if (status == EG_OK)
        status = eg_figure_write(figure, argv[3]);
done:
    eg_figure_destroy(&figure);
    return status;
}

int main(int argc, char **argv)
{
    eg_context *context;
    bool good = false;
    if (argc != 4 || eg_context_create(NULL, &context) != EG_OK)
        return 2;
    eg_status status = compare(context, argv, &good);
    if (status != EG_OK)
        fprintf(stderr, "%s\n", eg_context_error(context));
    eg_context_destroy(&context);
    return status == EG_OK && good ? 0 : 1;
}
