/* What steps of heat see of sources and fluxes that change with time: their sum over the steps against the
 * integral. */
#include "run/models/elliptic/heat.h"
#include "run/judge/verdicts.h"

#include <math.h>
#include <stdio.h>

/* Of the integral of the magnitude. */
static const double MISSED = 0.05;

/* Places at most; steps at most, so that this is quick; and points in a step. */
enum { PLACES = 64, STEPS_MOST = 20000, FINE = 16 };
enum { BY_STEPS, INTEGRAL, SIZE, COLUMNS };

static double pulse_at(const eg_node *node, const double *x, double t)
{
    double value = eg_elliptic_value_at(node, x, t);
    return isfinite(value) ? value : 0; /* where it is none the run says so */
}

/* Backward Euler takes the end of a step; the two-step formula is exact where the change is a straight
 * line. */
static void add_pulse(const eg_elliptic *p, const eg_node *node, const double *x, eg_sum *row)
{
    for (int64_t n = 0; n < p->steps_end; n++) {
        double from = p->dt * (double)n, last = pulse_at(node, x, from + p->dt);
        double mean = p->bdf2 ? 0.5 * (pulse_at(node, x, from) + last) : last;
        eg_sum_add(&row[BY_STEPS], p->dt * mean);
        for (int k = 0; k < FINE; k++) {
            double term = p->dt / FINE * pulse_at(node, x, from + p->dt * (k + 0.5) / FINE);
            eg_sum_add(&row[INTEGRAL], term);
            eg_sum_add(&row[SIZE], fabs(term));
        }
    }
}

static eg_status tell_pulses(const eg_elliptic *p, const eg_node *node, const double totals[COLUMNS])
{
    double missed = fabs(totals[BY_STEPS] - totals[INTEGRAL]) / totals[SIZE];
    if (!(totals[SIZE] > 0) || !(missed > MISSED))
        return EG_OK;
    return eg_verdict_say(p->run, node, "coarse-steps", missed, MISSED,
                          "%s: steps of %.6g s bring %.3g of what it brings until the end, as they see it "
                          "at their ends alone: it changes within them; take a shorter time.dt",
                          eg_node_name(node), p->dt, totals[BY_STEPS] / totals[INTEGRAL]);
}

/* ---- places: the middles of every so many elements, by their numbers in the whole mesh, or of a face of
 * them */

static eg_status judge_source_pulses(eg_elliptic *p, int region)
{
    const eg_mesh *mesh = &p->mesh->base;
    const eg_node *node = p->source.of_region[region];
    int64_t every = 1 + mesh->all / PLACES, end = eg_mesh_own_end(mesh), count = 0;
    eg_rows rows = {.columns = COLUMNS};
    double totals[COLUMNS];
    eg_status status = eg_rows_make(p, &rows, mesh->own);
    for (int64_t e = mesh->own_first; status == EG_OK && e < end; e++)
        if (mesh->region[e] == region && eg_mesh_whole_number(mesh, e) % every == 0)
            add_pulse(p, node, mesh->centroid[e], &rows.row[COLUMNS * count++]);
    EG_TRY(eg_elliptic_sum_rows(p, &rows, totals, status));
    return tell_pulses(p, node, totals);
}

static eg_status judge_flux_pulses(eg_elliptic *p, int b)
{
    const eg_node *node = p->condition[b].value.node;
    eg_rows rows = {.columns = COLUMNS};
    EG_SCRATCH int32_t *face = NULL;
    double totals[COLUMNS];
    int64_t count = 0;
    eg_status status = eg_elliptic_list_faces(p, b, true, &face, &count);
    double all = (double)count;
    int64_t every = 1 + (int64_t)eg_comm_sum_chunks(p->run->comm, &all, 1) / PLACES;
    if (status == EG_OK)
        status = eg_rows_make(p, &rows, count);
    for (int64_t i = 0; status == EG_OK && i < count; i++) {
        double at[3], x[3];
        int64_t element = p->mesh->face_element[face[i]][0];
        if (eg_mesh_whole_number(&p->mesh->base, element) % every != 0)
            continue;
        eg_elliptic_middle_of(p->mesh->face_side[face[i]][0], at);
        eg_hexes_map(p->mesh, element, at, x, NULL);
        add_pulse(p, node, x, &rows.row[COLUMNS * i]);
    }
    EG_TRY(eg_elliptic_sum_rows(p, &rows, totals, status));
    return tell_pulses(p, node, totals);
}

eg_status eg_elliptic_judge_pulses(eg_elliptic *p)
{
    if (!p->heat || p->stepper->adapts || p->steps_end > STEPS_MOST)
        return EG_OK;
    for (int r = 0; r < p->mesh->base.regions.count; r++)
        if (eg_coefficient_depends_on_time_in(&p->source, r))
            EG_TRY(judge_source_pulses(p, r));
    for (int b = 0; b < p->mesh->base.boundaries.count; b++)
        if (p->condition[b].kind == EG_SEM_NEUMANN && !p->condition[b].insulated &&
            eg_coefficient_depends_on_time(&p->condition[b].value))
            EG_TRY(judge_flux_pulses(p, b));
    return EG_OK;
}
