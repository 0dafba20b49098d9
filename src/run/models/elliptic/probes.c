/* probes.csv: the solution at points, a row a record; lines/NAME.csv: the last solution along lines. */
#include "run/models/elliptic/elliptic.h"

#include <math.h>

static void read_place(const eg_node *node, double x[3])
{
    for (int d = 0; d < 3; d++)
        x[d] = eg_node_real(eg_node_item(node, d));
}

/* ---- probes */

static void refuse(eg_elliptic *p, const eg_node *node, const char *name, const double *x)
{
    const eg_hexes *mesh = p->mesh;
    eg_case_error_add(p->run->loaded, node,
                      "probe '%s' at (%.9g, %.9g, %.9g) lies outside the mesh, which spans %.9g to "
                      "%.9g by %.9g to %.9g by %.9g to %.9g",
                      name, x[0], x[1], x[2], mesh->base.box_low[0], mesh->base.box_high[0],
                      mesh->base.box_low[1], mesh->base.box_high[1], mesh->base.box_low[2],
                      mesh->base.box_high[2]);
}

eg_status eg_elliptic_place_probes(eg_elliptic *p)
{
    eg_context *context = p->run->context;
    const eg_node *probes = eg_case_find(p->run->loaded, "output.probes");
    p->probes = (int)eg_node_count(probes);
    EG_TRY(eg_alloc(context, p->probes, sizeof *p->probe_name, &p->probe_name));
    EG_TRY(eg_alloc(context, p->probes, sizeof *p->probe_place, &p->probe_place));
    EG_TRY(eg_alloc(context, p->probes, sizeof *p->probe, &p->probe));
    for (int i = 0; i < p->probes; i++) {
        const eg_node *node = eg_node_item(probes, i);
        EG_TRY(eg_strdup(context, eg_node_key(probes, i), &p->probe_name[i]));
        read_place(node, p->probe_place[i]);
    }
    EG_TRY(eg_elliptic_locate(p, p->probes, (const double(*)[3])p->probe_place, p->probe));
    for (int i = 0; i < p->probes; i++)
        if (p->probe[i].owner < 0)
            refuse(p, eg_node_item(probes, i), p->probe_name[i], p->probe_place[i]);
    return eg_run_agree(p->run, eg_case_errors_finish(p->run->loaded, EG_CASE));
}

eg_status eg_elliptic_open_probes(eg_elliptic *p)
{
    eg_text names = {.context = p->run->context};
    if (p->probes == 0)
        return EG_OK;
    eg_text_add(&names, "time_s\n");
    for (int i = 0; i < p->probes; i++)
        eg_text_add(&names, "%s_%s%s\n", p->probe_name[i], p->output.name, p->heat ? "_K" : "");
    return eg_output_table(p->run, "probes.csv", &names, &p->probe_csv);
}

eg_status eg_elliptic_probe_row(eg_elliptic *p)
{
    double *row = NULL;
    if (!p->run->writes || p->probes == 0)
        return EG_OK;
    eg_status status = eg_alloc(p->run->context, p->probes + 1, sizeof *row, &row);
    status = eg_run_agree(p->run, status);
    if (status == EG_OK)
        status = eg_elliptic_sample(p, p->probes, p->probe, row + 1);
    if (status == EG_OK && p->probe_csv) {
        row[0] = p->run->now.time;
        status = eg_csv_row(p->probe_csv, row, p->probes + 1);
    }
    eg_free(p->run->context, &row);
    return eg_run_agree(p->run, status);
}

/* ---- lines */

/* A line's points. */
typedef struct line_points {
    int64_t count;
    double length, (*x)[3], *values;
} line_points;

static eg_status fill_points(eg_elliptic *p, const eg_node *line, line_points *points)
{
    double from[3], to[3], square = 0;
    points->count = eg_node_integer(eg_node_child(line, "points"));
    EG_TRY(eg_alloc(p->run->context, points->count, sizeof *points->x, &points->x));
    EG_TRY(eg_alloc(p->run->context, points->count, sizeof *points->values, &points->values));
    read_place(eg_node_child(line, "from"), from);
    read_place(eg_node_child(line, "to"), to);
    for (int d = 0; d < 3; d++)
        square += (to[d] - from[d]) * (to[d] - from[d]);
    points->length = sqrt(square);
    for (int64_t i = 0; i < points->count; i++)
        for (int d = 0; d < 3; d++) {
            double part = (double)i / (double)(points->count - 1);
            points->x[i][d] = (1 - part) * from[d] + part * to[d];
        }
    return EG_OK;
}

/* distance, place, value; outside the mesh the value is not a number. */
static eg_status write_rows(const line_points *points, eg_csv *csv)
{
    for (int64_t i = 0; i < points->count; i++) {
        const double *x = points->x[i];
        double part = (double)i / (double)(points->count - 1);
        const double row[] = {points->length * part, x[0], x[1], x[2], points->values[i]};
        EG_TRY(eg_csv_row(csv, row, 5));
    }
    return EG_OK;
}

static eg_status write_file(eg_elliptic *p, const char *name, const line_points *points)
{
    const char *const columns[] = {"distance_m", "x_m", "y_m", "z_m",
                                   p->heat ? "temperature_K" : "u"};
    eg_context *context = p->run->context;
    eg_text file = {.context = context};
    char *path = NULL;
    eg_csv *csv = NULL;
    eg_status status;
    eg_text_add(&file, "lines/%s.csv", name);
    EG_TRY_GOTO(file.status);
    EG_TRY_GOTO(eg_run_path(p->run, file.data, &path));
    EG_TRY_GOTO(eg_csv_create(context, path, columns, 5, &csv));
    EG_TRY_GOTO(write_rows(points, csv));
    status = eg_csv_close(&csv);
done:
    eg_csv_close(&csv);
    eg_free(context, &path);
    eg_text_free(&file);
    return status;
}

/* Collective; all agree on the status. */
static eg_status write_line(eg_elliptic *p, const char *name, const eg_node *line)
{
    line_points points = {0};
    eg_status status = eg_run_agree(p->run, fill_points(p, line, &points));
    if (status == EG_OK)
        status =
            eg_elliptic_sample_places(p, points.count, (const double(*)[3])points.x, points.values);
    if (status == EG_OK && p->run->folder)
        status = write_file(p, name, &points);
    eg_free(p->run->context, &points.x);
    eg_free(p->run->context, &points.values);
    return eg_run_agree(p->run, status);
}

static eg_status make_folder(eg_elliptic *p)
{
    char *folder;
    EG_TRY(eg_run_path(p->run, "lines", &folder));
    eg_status status = eg_folder_create(p->run->context, folder);
    eg_free(p->run->context, &folder);
    return status;
}

eg_status eg_elliptic_write_lines(eg_elliptic *p)
{
    const eg_node *lines = eg_case_find(p->run->loaded, "output.lines");
    if (eg_node_count(lines) == 0)
        return EG_OK;
    EG_TRY(eg_run_agree(p->run, p->run->folder ? make_folder(p) : EG_OK));
    for (int64_t i = 0; i < eg_node_count(lines); i++)
        EG_TRY(write_line(p, eg_node_key(lines, i), eg_node_item(lines, i)));
    return EG_OK;
}
