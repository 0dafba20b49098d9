/* profile.csv: the last launches of each device. profile.png: a stretch of them, a few turns of what is
 * repeated. */
#include "run/observe/observe.h"

#include "io/picture/picture.h"

#include <math.h>
#include <string.h>

static const char *const queue_name[] = {"", " side", " copies"};
enum { QUEUES = sizeof queue_name / sizeof *queue_name };

void eg_run_device_name(const eg_run *run, const eg_device *device, char name[EG_PROFILE_NAME])
{
    snprintf(name, EG_PROFILE_NAME, "%.40s%s", eg_device_describe(device)->spec,
             device == run->coprocessor ? " beside" : "");
}

/* ---- profile.csv */

/* Times as the log has them: from the beginning of the run. */
static void add_spans(const eg_run *run, const eg_device *device, const eg_profile_view *view, eg_text *text)
{
    char name[EG_PROFILE_NAME];
    eg_run_device_name(run, device, name);
    for (int64_t i = 0; i < view->spans; i++) {
        const eg_profile_span *span = &view->span[i];
        eg_text_add(text, "%s,%s%s,%.9f,%.9f\n", view->kernel[span->kernel].name, name,
                    queue_name[span->queue], span->begin - run->created_at, span->end - run->created_at);
    }
}

static eg_status write_profile_spans(eg_run *run)
{
    eg_device *device[EG_RUN_DEVICES];
    int devices = eg_run_devices(run, device);
    EG_TEXT(text, run->context);
    EG_SCRATCH char *path = NULL;
    eg_text_add(&text, "kernel,queue,begin_s,end_s\n");
    for (int d = 0; d < devices; d++)
        add_spans(run, device[d], &run->profile->view[d], &text);
    EG_TRY(text.status);
    EG_TRY(eg_run_path(run, "profile.csv", &path));
    return eg_file_write(run->context, path, text.data, text.length);
}

/* ---- profile.png: what is shown */

enum { TURNS = 3, MOST_GROUPS = 32 };
static const double least_part = 0.25;

/* Of the kernels that take as much time as others, but for a factor, and are launched often enough, the one
 * whose launches are longest: it comes once in each turn. -1: there is none. */
static int find_leader(const eg_profile_view *view)
{
    int leader = -1;
    double most = 0, longest = 0;
    for (int k = 0; k < view->kernels; k++)
        most = fmax(most, view->kernel[k].seconds);
    for (int k = 0; k < view->kernels; k++) {
        const eg_profile_kernel *kernel = &view->kernel[k];
        double mean = kernel->seconds / (double)kernel->launches;
        bool counts = kernel->launches > TURNS && kernel->seconds >= least_part * most &&
                      strcmp(kernel->group, EG_PROFILE_COPIES) != 0;
        if (counts && mean > longest) {
            leader = k;
            longest = mean;
        }
    }
    return leader;
}

/* From the last but so many launches of the leader to the last; without a leader all. */
static void choose_stretch(const eg_profile_view *view, eg_bars *bars)
{
    int leader = find_leader(view), found = 0;
    bars->begin = INFINITY;
    bars->end = -INFINITY;
    for (int64_t i = view->spans - 1; i >= 0 && found <= TURNS; i--) {
        const eg_profile_span *span = &view->span[i];
        if (leader < 0 || span->kernel == leader) {
            bars->begin = fmin(bars->begin, span->begin);
            bars->end = fmax(bars->end, found == 0 && leader >= 0 ? span->begin : bars->end);
            bars->end = leader < 0 ? fmax(bars->end, span->end) : bars->end;
            found += leader >= 0;
        }
    }
}

/* ---- profile.png: bars */

typedef struct chart {
    eg_run *run;
    eg_bars bars;
    char row_name[EG_BAR_ROWS][EG_PROFILE_NAME + 16];
    const char *row_names[EG_BAR_ROWS], *group_names[EG_BAR_GROUPS];
    int row_of[EG_RUN_DEVICES][QUEUES]; /* -1: nothing was done there */
    const char *group[MOST_GROUPS];     /* by seconds, the longest first */
    double seconds[MOST_GROUPS];
    int groups;
} chart;

static bool is_span_shown(const eg_bars *bars, const eg_profile_span *span)
{
    return span->end > bars->begin && span->begin < bars->end;
}

static int find_kernel_group(const chart *c, const char *name)
{
    int g = 0;
    while (g < c->groups && strcmp(c->group[g], name) != 0)
        g++;
    return g;
}

static void add_time(chart *c, const char *name, double seconds)
{
    int g = find_kernel_group(c, name);
    if (g == MOST_GROUPS)
        return;
    c->groups += g == c->groups;
    c->group[g] = name;
    c->seconds[g] += seconds;
    for (; g > 0 && c->seconds[g] > c->seconds[g - 1]; g--) {
        double held = c->seconds[g];
        c->seconds[g] = c->seconds[g - 1];
        c->seconds[g - 1] = held;
        c->group[g] = c->group[g - 1];
        c->group[g - 1] = name;
    }
}

/* Rows and groups of what is shown, and how many bars that is. */
static void survey_spans(chart *c, eg_device *const *device, int devices)
{
    for (int d = 0; d < devices; d++) {
        const eg_profile_view *view = &c->run->profile->view[d];
        bool used[QUEUES] = {false};
        char name[EG_PROFILE_NAME];
        for (int64_t i = 0; i < view->spans; i++) {
            const eg_profile_span *span = &view->span[i];
            if (!is_span_shown(&c->bars, span))
                continue;
            used[span->queue] = true;
            add_time(c, view->kernel[span->kernel].group, span->end - span->begin);
            c->bars.count++;
        }
        eg_run_device_name(c->run, device[d], name);
        for (int q = 0; q < QUEUES; q++) {
            int row = used[q] ? c->bars.rows++ : -1;
            c->row_of[d][q] = row;
            if (row >= 0)
                snprintf(c->row_name[row], sizeof *c->row_name, "%s%s", name, queue_name[q]);
        }
    }
}

/* The groups for which there is no colour left are one. */
static void name_groups(chart *c)
{
    c->bars.groups = c->groups < EG_BAR_GROUPS ? c->groups : EG_BAR_GROUPS;
    for (int g = 0; g < c->bars.groups; g++)
        c->group_names[g] = c->group[g];
    if (c->groups > EG_BAR_GROUPS)
        c->group_names[EG_BAR_GROUPS - 1] = "others";
    for (int r = 0; r < c->bars.rows; r++)
        c->row_names[r] = c->row_name[r];
}

static void add_bars(const chart *c, int devices, eg_bar *bar)
{
    int64_t count = 0;
    for (int d = 0; d < devices; d++) {
        const eg_profile_view *view = &c->run->profile->view[d];
        for (int64_t i = 0; i < view->spans; i++) {
            const eg_profile_span *span = &view->span[i];
            int group = find_kernel_group(c, view->kernel[span->kernel].group);
            if (is_span_shown(&c->bars, span))
                bar[count++] = (eg_bar){.row = c->row_of[d][span->queue],
                                        .group = group < EG_BAR_GROUPS ? group : EG_BAR_GROUPS - 1,
                                        .begin = span->begin,
                                        .end = span->end};
        }
    }
}

static eg_status draw_chart(chart *c)
{
    eg_device *device[EG_RUN_DEVICES];
    int devices = eg_run_devices(c->run, device);
    EG_SCRATCH char *path = NULL;
    EG_SCRATCH eg_bar *bar = NULL;
    survey_spans(c, device, devices);
    name_groups(c);
    EG_TRY(eg_alloc(c->run->context, c->bars.count, sizeof *bar, &bar));
    add_bars(c, devices, bar);
    c->bars.bar = bar;
    c->bars.row_names = c->row_names;
    c->bars.group_names = c->group_names;
    c->bars.title = eg_node_text(eg_case_find(c->run->loaded, "title"));
    EG_TRY(eg_run_path(c->run, "profile.png", &path));
    return eg_plot_bars(c->run->context, path, &c->bars, NULL);
}

eg_status eg_run_profile_write(eg_run *run)
{
    chart c = {.run = run};
    EG_TRY(write_profile_spans(run));
    choose_stretch(&run->profile->view[0], &c.bars);
    return c.bars.end > c.bars.begin ? draw_chart(&c) : EG_OK;
}
