/* The error of the solution in the norm of its energy, estimated from what the solution leaves of the
 * equation; docs/theory/spectral-elements.md has every expression. What elements leave the device finds
 * (scheme/sem/estimate.h); here are what it does not see, sums, and what is told. */
#include "run/models/elliptic/heat.h"
#include "run/judge/verdicts.h"
#include "scheme/sem/estimate.h"

#include <math.h>
#include <string.h>

/* Of the norm of the solution: energies, and fluxes that are found from them, are wrong by its square. */
static const double ERROR_MOST = 0.15;
/* What the highest degree has of the amplitude of what varies, against what it has of a value at one node. A
 * wave of 2.3 elements has as much at degree 2; degree 1 is not judged by it. */
static const double HIGHEST_MOST = 0.75;
/* What a solve leaves: so many tolerances. */
static const double LEFT_BY_SOLVES = 10;
/* Of a run of heat, so many at most; of many nodes not before so many iterations. */
static const double ESTIMATES = 16, FEW_NODES = 1e5, ITERATIONS = 1000;

/* The element with the largest share of a square, and its centre, m. */
typedef struct worst_element {
    double share, place[3];
} worst_element;

/* A face's share of the error's square; of all nodes its first one, whose rank has both elements. */
typedef struct face_share {
    double share;
    int32_t node;
} face_share;

typedef struct estimate {
    eg_elliptic *p;
    const double *rate; /* [nodes] u, or dT/dt */
    double *values;     /* [ESTIMATE_VALUES][held elements] of the device; degree 1: and of their sides */
    double time;        /* of heat that of the run, s, in which the capacity takes what diffusion does not */
    eg_elliptic_gauss rule;    /* between nodes */
    face_share *share_of_face; /* of degree 1: [faces], */
    double *share;             /* [nodes] their sums */
} estimate;

static double *value_of(const estimate *s, int value, int64_t element)
{
    return &s->values[value * s->p->mesh->base.held + element];
}

/* ---- between nodes */

/* What sources and c u have between nodes that the polynomials through their values at nodes do not have. */
static eg_status error_between_nodes(const estimate *s, int part, int64_t element)
{
    const eg_elliptic *p = s->p;
    eg_sem_element_geometry *g = p->geometries->element[part];
    double x[EG_SEM_VOLUME][3], source[EG_SEM_VOLUME], c[EG_SEM_VOLUME], rate[EG_SEM_VOLUME],
        left[EG_SEM_VOLUME], weight[EG_SEM_VOLUME], kappa[EG_SEM_VOLUME * 6], volume = 0;
    const double(*nodes)[3] = (const double(*)[3])g->x;
    int n = g->side, count = eg_elliptic_place_gauss(p, &s->rule, element, -1, 0, x, weight);
    eg_coefficient reaction = p->reaction;
    reaction.scale = 1;
    eg_sem_geometry_weights(g, element);
    EG_TRY(eg_coefficient_fill(&p->kappa, element, g->volume, nodes, kappa));
    EG_TRY(eg_coefficient_fill(&reaction, element, g->volume, nodes, c));
    EG_TRY(eg_coefficient_fill(&p->source, element, g->volume, nodes, source));
    for (int i = 0; i < count; i++)
        volume += weight[i];
    for (int i = 0; i < g->volume; i++) {
        rate[i] = s->rate[g->node[i]];
        left[i] = source[i] - c[i] * rate[i];
    }
    eg_elliptic_to_gauss(&s->rule, n, 3, rate);
    eg_elliptic_to_gauss(&s->rule, n, 3, left);
    EG_TRY(eg_coefficient_fill(&p->source, element, count, (const double(*)[3])x, source));
    EG_TRY(eg_coefficient_fill(&reaction, element, count, (const double(*)[3])x, c));
    for (int i = 0; i < count; i++) {
        double counts = pow(cbrt(volume), 2) / (4 * n * (n + 1) * kappa[0]);
        double other = source[i] - c[i] * rate[i] - left[i];
        if (c[i] > 0)
            counts = fmin(counts, s->time / c[i]);
        *value_of(s, ESTIMATE_ERROR, element) += weight[i] * counts * other * other;
    }
    return EG_OK;
}

/* Whether sources or c u may have something between nodes that nodes do not see. What moves is elsewhere in a
 * moment. */
static bool may_jump(const eg_elliptic *p, int region)
{
    bool moves = p->heat && eg_coefficient_depends_on_time_in(&p->source, region);
    return !moves && (eg_coefficient_can_jump_in(&p->source, region) ||
                      eg_coefficient_can_jump_in(&p->reaction, region));
}

static eg_status look_between_nodes(void *with, int part, int64_t from, int64_t to)
{
    const estimate *s = with;
    const eg_mesh *mesh = &s->p->mesh->base;
    for (int64_t e = mesh->own_first + from; e < mesh->own_first + to; e++)
        if (may_jump(s->p, mesh->region[e]))
            EG_TRY(error_between_nodes(s, part, e));
    return EG_OK;
}

/* ---- degree 1, whose faces have no node of their own: the mean of both sides' fluxes is taken as the true
 * one */

/* The flux that leaves through a face on the boundary less what the condition says, as far as it does. */
static eg_status find_missing(const estimate *s, int number, int64_t face, double *missing)
{
    const eg_elliptic *p = s->p;
    const eg_condition *condition = &p->condition[p->mesh->face_boundary[face]];
    const eg_sem_face_geometry *at = &p->geometries->face[number];
    double flux[EG_SEM_FACE_NODES];
    if (condition->kind == EG_SEM_DIRICHLET)
        *missing = 0;
    if (condition->kind == EG_SEM_DIRICHLET || condition->insulated)
        return EG_OK;
    EG_TRY(eg_elliptic_flux_of_face(p, condition, number, face, flux));
    for (int i = 0; i < at->count; i++)
        *missing -= at->area[i] * flux[i];
    return EG_OK;
}

static int32_t first_node_of(const estimate *s, int64_t face)
{
    const eg_elliptic *p = s->p;
    int32_t node[EG_HEX_VERTICES], first = -1;
    eg_hex_element_nodes(p->mesh, p->nodes, p->mesh->face_element[face][0], node);
    for (int k = 0; k < 4; k++) {
        int32_t at = node[eg_hex_face_corner[p->mesh->face_side[face][0]][k]];
        if (first < 0 || eg_hex_whole_node(p->nodes, at) < eg_hex_whole_node(p->nodes, first))
            first = at;
    }
    return first;
}

static eg_status estimate_faces(void *with, int number, int64_t from, int64_t to)
{
    const estimate *s = with;
    const eg_hexes *mesh = s->p->mesh;
    for (int64_t f = from; f < to; f++) {
        const int32_t *element = mesh->face_element[f];
        const uint8_t *side = mesh->face_side[f];
        face_share *share = &s->share_of_face[f];
        *share = (face_share){.node = first_node_of(s, f)};
        if (share->node >= s->p->nodes->own)
            continue;
        double missing = *value_of(s, ESTIMATE_FLUX + side[0], element[0]);
        double counts = *value_of(s, ESTIMATE_COUNTS + side[0], element[0]);
        if (mesh->face_boundary[f] >= 0)
            EG_TRY(find_missing(s, number, f, &missing));
        else {
            missing = 0.5 * (missing + *value_of(s, ESTIMATE_FLUX + side[1], element[1]));
            counts += *value_of(s, ESTIMATE_COUNTS + side[1], element[1]);
        }
        share->share = counts * missing * missing;
    }
    return EG_OK;
}

static worst_element worst_of(const eg_elliptic *p, double share, int64_t element)
{
    worst_element worst = {.share = share};
    memcpy(worst.place, p->mesh->base.centroid[element], sizeof worst.place);
    return worst;
}

static void share_terms(const eg_elliptic *p, int64_t node, const void *with, double *terms)
{
    (void)p;
    terms[0] = ((const double *)with)[node];
}

/* The shares of faces, each at the face's first node, and the largest: the same on any number of ranks. */
static void share_faces(estimate *s, worst_element *worst)
{
    const eg_elliptic *p = s->p;
    int64_t faces = p->mesh->faces;
    int32_t most = 0;
    for (int64_t f = 0; f < faces; f++)
        s->share[s->share_of_face[f].node] += s->share_of_face[f].share;
    for (int32_t i = 0; i < p->nodes->own; i++)
        most = s->share[i] > s->share[most] ? i : most;
    for (int64_t f = 0; f < faces; f++)
        if (s->share_of_face[f].node == most && s->share[most] > worst->share)
            *worst = worst_of(p, s->share[most], p->mesh->face_element[f][0]);
}

/* Adds up the shares of all faces. Collective; all agree. */
static eg_status add_faces(estimate *s, double *error, worst_element *worst)
{
    eg_elliptic *p = s->p;
    double of_faces;
    EG_SCOPE(scope, p->run->context);
    eg_status status = EG_SCOPE_ALLOC(&scope, EG_BLOCK(p->nodes->nodes, s->share),
                                      EG_BLOCK(p->mesh->faces, s->share_of_face));
    if (status == EG_OK)
        status = eg_elliptic_in_parts(p, p->mesh->faces, estimate_faces, s);
    EG_TRY(eg_run_agree(p->run, status));
    share_faces(s, worst);
    EG_TRY(eg_elliptic_sum_nodes(p, share_terms, s->share, 1, &of_faces));
    *error += of_faces;
    return EG_OK;
}

/* ---- all elements */

eg_status eg_elliptic_make_estimator(eg_elliptic *p)
{
    eg_status status =
        p->estimator || !p->sem ? EG_OK : eg_sem_estimator_create(p->sem, p->geometries, &p->estimator);
    return eg_run_agree(p->run, status);
}

/* Of all elements that have nodes of the rank. */
static eg_status estimate_elements(estimate *s)
{
    eg_elliptic *p = s->p;
    const eg_mesh *mesh = &p->mesh->base;
    EG_SCRATCH bool *has_flux = NULL;
    EG_TRY(eg_alloc(p->run->context, mesh->boundaries.count, sizeof *has_flux, &has_flux));
    for (int b = 0; b < mesh->boundaries.count; b++)
        has_flux[b] = p->condition[b].kind != EG_SEM_DIRICHLET;
    if (p->ghosts || p->has_nullspace) /* the device has neither the ghosts nor the mean of 0 */
        EG_TRY(eg_sem_write(p->sem, p->u, p->x));
    const eg_sem_estimate_options options = {.u = p->x,
                                             .rate = p->heat ? p->rhs : p->x,
                                             .mean = p->balance.mean,
                                             .time = p->heat ? s->time : 0,
                                             .source = eg_coefficient_field(&p->source),
                                             .has_flux = has_flux,
                                             .geometries = p->geometries};
    EG_TRY(eg_sem_estimate(p->estimator, p->sem, &options, s->values));
    bool jumps = false;
    for (int r = 0; r < mesh->regions.count; r++)
        jumps = jumps || may_jump(p, r);
    eg_elliptic_take_gauss(p, 2 * (p->degree + 1), &s->rule);
    return jumps ? eg_elliptic_in_parts(p, mesh->own, look_between_nodes, s) : EG_OK;
}

/* dT/dt by the last step, which also takes the place of the right-hand side: the next step makes its own.
 * Collective; all agree. */
static eg_status find_rate(eg_elliptic *p, double *rate)
{
    EG_LOOP(p->run->context, p->nodes->own)
    for (int64_t i = 0; i < p->nodes->own; i++)
        rate[i] =
            p->weight.now * p->u[i] - p->weight.before * p->before[i] - p->weight.earlier * p->earlier[i];
    EG_TRY(eg_elliptic_fill_ghosts(p, rate, EG_OK));
    return eg_run_agree(p->run, eg_sem_write(p->sem, rate, p->rhs));
}

static double largest_of(const estimate *s, int value, worst_element *worst)
{
    const eg_mesh *mesh = &s->p->mesh->base;
    int64_t most = mesh->own_first;
    for (int64_t e = mesh->own_first; e < eg_mesh_own_end(mesh); e++)
        most = *value_of(s, value, e) > *value_of(s, value, most) ? e : most;
    double share = mesh->own > 0 ? *value_of(s, value, most) : 0;
    if (share > worst->share)
        *worst = worst_of(s->p, share, most);
    return share;
}

/* Each number by itself, in the order of elements. Collective. */
static void sum_values(const estimate *s, double totals[ESTIMATE_VALUES])
{
    const eg_run *run = s->p->run;
    const eg_mesh *mesh = &s->p->mesh->base;
    eg_sum sums[ESTIMATE_VALUES];
    eg_comm_scan_begin(run->comm, sums, ESTIMATE_VALUES);
    EG_LOOP_OF(run->context, ESTIMATE_VALUES, 1)
    for (int v = 0; v < ESTIMATE_VALUES; v++) {
        eg_sum sum = sums[v];
        for (int64_t e = mesh->own_first; e < eg_mesh_own_end(mesh); e++)
            eg_sum_add(&sum, *value_of(s, v, e));
        sums[v] = sum;
    }
    eg_comm_scan_end(run->comm, sums, ESTIMATE_VALUES);
    for (int v = 0; v < ESTIMATE_VALUES; v++)
        totals[v] = eg_sum_value(&sums[v]);
}

/* ---- the estimate */

/* *left: what the last solve's residual may make of the error's square; worst[2]: of the error, of the
 * highest degree. Collective; all agree. */
static eg_status sum_estimates(estimate *s, double totals[ESTIMATE_VALUES], double *left,
                               worst_element *worst)
{
    eg_elliptic *p = s->p;
    const eg_mesh *mesh = &p->mesh->base;
    double residual = p->history_count > 0 ? p->history[p->history_count - 1] : 0;
    worst_element none = {0};
    /* as large as a kappa, the edge of a cube and the square of a difference of 1 */
    EG_LOOP(p->run->context, mesh->own)
    for (int64_t e = mesh->own_first; e < eg_mesh_own_end(mesh); e++)
        *value_of(s, ESTIMATE_DETERMINANT, e) = 0.25 * cbrt(*value_of(s, ESTIMATE_DETERMINANT, e));
    sum_values(s, totals);
    double noise = largest_of(s, ESTIMATE_NOISE, &none);
    eg_comm_max(p->run->comm, &noise, 1);
    *left = noise * residual * residual;
    largest_of(s, ESTIMATE_ERROR, &worst[0]);
    largest_of(s, ESTIMATE_HIGHEST, &worst[1]);
    if (p->degree == 1)
        EG_TRY(add_faces(s, &totals[ESTIMATE_ERROR], &worst[0]));
    for (int k = 0; k < 2; k++)
        eg_verdict_worst(p->run, worst[k].share, &worst[k], sizeof worst[k]);
    return EG_OK;
}

static eg_status find_estimate(eg_elliptic *p, double totals[ESTIMATE_VALUES], double *left,
                               worst_element *worst)
{
    int values = p->degree == 1 ? ESTIMATE_ALL_VALUES : ESTIMATE_VALUES;
    EG_SCOPE(scope, p->run->context);
    estimate s = {.p = p, .time = p->heat ? p->run->now.time : 1};
    double *rate;
    eg_status status = EG_SCOPE_ALLOC(&scope, EG_BLOCK(values * p->mesh->base.held, s.values),
                                      EG_BLOCK(p->heat ? p->nodes->nodes : 0, rate));
    EG_TRY(eg_run_agree(p->run, status));
    EG_TRY(eg_elliptic_make_estimator(p)); /* of a resumed run */
    if (p->heat)
        EG_TRY(find_rate(p, rate));
    s.rate = p->heat ? rate : p->u;
    EG_TRY(eg_run_agree(p->run, estimate_elements(&s)));
    return sum_estimates(&s, totals, left, worst);
}

/* Of the present solution, `since` s after the one before: of heat the integral over time. */
static eg_status take_estimate(eg_elliptic *p, double since)
{
    eg_elliptic_estimate *known = &p->estimate;
    double totals[ESTIMATE_VALUES], left, part_of_time = p->heat ? since : 1;
    double rest = pow(eg_elliptic_rest(p, LEFT_BY_SOLVES), 2);
    worst_element worst[2] = {{0}};
    EG_TRY(find_estimate(p, totals, &left, worst));
    known->known = 1;
    known->time = p->run->now.time;
    known->iterations = (double)p->iterations;
    known->energy += part_of_time * totals[ESTIMATE_ENERGY];
    known->rest += part_of_time * rest * totals[ESTIMATE_DETERMINANT];
    known->stored = p->heat ? fmax(known->stored, 0.5 * totals[ESTIMATE_STORED]) : totals[ESTIMATE_STORED];
    known->error += part_of_time * totals[ESTIMATE_ERROR];
    known->left += part_of_time * left;
    if (part_of_time * worst[0].share > known->worst) {
        known->worst = part_of_time * worst[0].share;
        memcpy(known->place, worst[0].place, sizeof known->place);
    }
    bool varies = p->degree > 1 && totals[ESTIMATE_VARIES] > rest * totals[ESTIMATE_MASS];
    known->highest = varies ? sqrt(totals[ESTIMATE_HIGHEST] / totals[ESTIMATE_VARIES]) : 0;
    memcpy(known->highest_place, worst[1].place, sizeof known->highest_place);
    return EG_OK;
}

double eg_elliptic_relative_error(const eg_elliptic *p)
{
    const eg_elliptic_estimate *known = &p->estimate;
    double all = known->energy + known->rest + known->stored + known->error;
    return known->error > 0 ? sqrt(known->error / all) : 0;
}

static eg_status tell_highest(eg_elliptic *p)
{
    const eg_elliptic_estimate *known = &p->estimate;
    double n = p->degree, most = HIGHEST_MOST * sqrt(n / ((n + 1) * (2 * n + 1)));
    char at[EG_POINT_ROOM];
    if (!(known->highest > most))
        return EG_OK;
    return eg_verdict_say_at(
        p->run, NULL, "unresolved", known->highest, most, 3, known->highest_place,
        "polynomials of the highest degree, %d, have %.3g %% of the amplitude of what varies in %s, most of "
        "it in the element at %s m: elements do not resolve it, as layers that are thinner than an element; "
        "make elements smaller there, or take a higher numerics.degree",
        p->degree, 100 * known->highest, p->output->name, eg_format_point(3, known->highest_place, at));
}

static eg_status tell_error(eg_elliptic *p)
{
    const eg_elliptic_estimate *known = &p->estimate;
    /* these tell more */
    static const char *const causes[] = {"narrow-source", "boundary-layer", "kappa-jump", "extremes", NULL};
    double error = eg_elliptic_relative_error(p);
    double by_solves = known->left / fmax(known->error, known->left);
    char at[EG_POINT_ROOM];
    for (int i = 0; causes[i]; i++)
        if (eg_verdict_is_said(p->run, causes[i]))
            return EG_OK;
    if (!(error * sqrt(1 - by_solves) > ERROR_MOST))
        return tell_highest(p);
    return eg_verdict_say_at(
        p->run, NULL, "unresolved", error, ERROR_MOST, 3, known->place,
        "elements of degree %d do not resolve the solution: the error of its gradient%s is about %.3g %% of "
        "it, and %.2g %% of the error's square come from the element at %s m; make elements smaller there, "
        "across layers above all, or take a higher numerics.degree",
        p->degree, p->heat ? " over the time" : "", 100 * error, 100 * known->worst / known->error,
        eg_format_point(3, known->place, at));
}

/* The end of the run is looked at; of heat records before, as often as it costs little. */
static bool is_wanted(const eg_elliptic *p, bool ends, double since)
{
    const eg_run *run = p->run;
    if (!p->heat)
        return !p->estimate.known;
    if (run->now.steps == 0 || !(since > 0) || ends)
        return since > 0 && run->now.steps > 0;
    return since >= run->schedule.t_end / ESTIMATES &&
           (p->nodes->all < FEW_NODES || (double)p->iterations - p->estimate.iterations > ITERATIONS);
}

eg_status eg_elliptic_judge_error(eg_elliptic *p, bool ends)
{
    double since = p->run->now.time - p->estimate.time;
    if (p->heat ? p->stepper->refused : !p->solved)
        return EG_OK;
    if (is_wanted(p, ends, since))
        EG_TRY(take_estimate(p, since));
    return ends && p->solved && p->estimate.known ? tell_error(p) : EG_OK;
}
