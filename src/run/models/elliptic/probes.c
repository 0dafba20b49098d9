/* probes.csv: the solution at points, a row a record; lines/NAME.csv: the last solution along lines. */
#include "run/models/elliptic/elliptic.h"

#include <math.h>

/* ---- probes */

eg_status eg_elliptic_place_probes(eg_elliptic *p)
{
    return eg_points_create(p->run, &p->mesh->base, eg_case_find(p->run->loaded, "output.probes"),
                            "probe", &p->probe);
}

eg_status eg_elliptic_open_probes(eg_elliptic *p)
{
    eg_text names = {.context = p->run->context};
    if (p->probe.count == 0)
        return EG_OK;
    eg_text_add(&names, "time_s\n");
    for (int i = 0; i < p->probe.count; i++)
        eg_text_add(&names, "%s_%s%s\n", p->probe.name[i], p->output.name, p->heat ? "_K" : "");
    return eg_output_table(p->run, "probes.csv", &names, &p->probe_csv);
}

eg_status eg_elliptic_probe_row(eg_elliptic *p)
{
    double *row = NULL;
    if (!p->run->writes || p->probe.count == 0)
        return EG_OK;
    eg_status status = eg_alloc(p->run->context, p->probe.count + 1, sizeof *row, &row);
    status = eg_run_agree(p->run, status);
    if (status == EG_OK)
        status = eg_elliptic_sample(p, &p->probe, row + 1);
    if (status == EG_OK && p->probe_csv) {
        row[0] = p->run->now.time;
        status = eg_csv_row(p->probe_csv, row, p->probe.count + 1);
    }
    eg_free(p->run->context, &row);
    return eg_run_agree(p->run, status);
}

/* ---- lines */

typedef struct solution_source {
    eg_line_source source; /* first */
    const eg_elliptic *p;
} solution_source;

static eg_status sample_solution(const eg_line_source *self, const eg_points *points,
                                 double *values)
{
    return eg_elliptic_sample_own(((const solution_source *)self)->p, points, values);
}

eg_status eg_elliptic_write_lines(eg_elliptic *p)
{
    solution_source s = {.source = {.mesh = &p->mesh->base,
                                    .columns = {.context = p->run->context},
                                    .values = 1,
                                    .sample = sample_solution},
                         .p = p};
    eg_text_add(&s.source.columns, "%s\n", p->heat ? "temperature_K" : "u");
    eg_status status = eg_lines_write(p->run, &s.source);
    eg_text_free(&s.source.columns);
    return status;
}
