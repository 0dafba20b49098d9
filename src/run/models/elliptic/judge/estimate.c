/* The error of the solution in the norm of its energy, estimated from what the solution leaves of the
 * equation; docs/theory/spectral-elements.md has every expression. */
#include "base/wide.h"
#include "element/line.h"
#include "element/modal.h"
#include "run/models/elliptic/heat.h"
#include "run/judge/verdicts.h"

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

/* Of an element. REST: the energy of what solves leave; VARIES, HIGHEST: the squares of what varies, and of
 * what the highest degree has of it. */
enum { ENERGY, ERROR, REST, STORED, MASS, VARIES, HIGHEST, COLUMNS };

/* An element, at its nodes: coefficients and u; |J| grad r_d, as long as the surface r_d = constant is large;
 * grad u, then kappa grad u; the products of |J| grad r_d with it. Components stand apart. */
typedef struct view {
    eg_sem_element_geometry *geometry;
    int64_t element;
    double *kappa, *c, *source, *u;
    double *surface[3][3], *gradient[3], *flux[3];
} view;

/* The element with the largest share of a square, and its centre, m. */
typedef struct worst_element {
    double share, place[3];
} worst_element;

/* What a thread finds. */
typedef struct thread_part {
    view view;
    double noise;                 /* what a residual of 1 at one node makes of the error's square, at most */
    worst_element worst, highest; /* of the error, of the highest degree */
} thread_part;

/* Of degree 1: of each face of an element the flux that leaves, and what the square of a missing one counts. */
typedef struct face_flux {
    double flux, counts;
} face_flux;

/* A face's share of the error's square; of all nodes its first one, whose rank has both elements. */
typedef struct face_share {
    double share;
    int32_t node;
} face_share;

typedef struct estimate {
    eg_elliptic *p;
    eg_coefficient reaction; /* c, or the capacity */
    const double *rate;      /* [nodes] u, or dT/dt */
    double rest;             /* differences of u that solves leave */
    double time; /* of heat that of the run, s, in which the capacity takes what diffusion does not; else 1 */
    eg_elliptic_gauss rule;        /* between nodes */
    double legendre[EG_SEM_NODES]; /* what a value at a node gives to the coefficient of the highest degree */
    eg_rows rows;
    thread_part *part;
    face_flux (*face)[EG_HEX_FACES]; /* of degree 1, else NULL: [elements], */
    face_share *share_of_face;       /* [faces], */
    double *share;                   /* [nodes] their sums */
} estimate;

/* ---- an element */

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void take_surface(const view *v, int i, int d, double surface[3])
{
    for (int a = 0; a < 3; a++)
        surface[a] = v->surface[d][a][i];
}

/* The derivative of u along a direction whose nodes stand `inner` apart. */
EG_INLINE void find_slope(int n, int inner, const double *derivative, const double *u, double *restrict slope)
{
    for (int line = 0; line < n * n; line += inner)
        for (int k = 0; k < n; k++) {
            double *restrict to = &slope[line * n + k * inner];
            memset(to, 0, (size_t)inner * sizeof *to);
            for (int m = 0; m < n; m++) {
                double factor = derivative[k * n + m];
                const double *from = &u[line * n + m * inner];
                EG_SIMD
                for (int i = 0; i < inner; i++)
                    to[i] += factor * from[i];
            }
        }
}

/* The gradient of u, with its slopes in the place of fluxes. */
EG_WIDE(find_gradient, (const view *v), (v))
{
    const eg_sem_element_geometry *g = v->geometry;
    int n = g->side, volume = g->volume;
    const double *rows = &g->rows[3 * volume]; /* [d][a][volume] d x_a / d r_d */
    for (int d = 0, inner = 1; d < 3; d++, inner *= n) {
        find_slope(n, inner, g->derivative, v->u, v->flux[d]);
        for (int a = 0; a < 3; a++) {
            const double *be = &rows[((d + 1) % 3 * 3 + (a + 1) % 3) * volume],
                         *ce = &rows[((d + 1) % 3 * 3 + (a + 2) % 3) * volume],
                         *bf = &rows[((d + 2) % 3 * 3 + (a + 1) % 3) * volume],
                         *cf = &rows[((d + 2) % 3 * 3 + (a + 2) % 3) * volume];
            double *restrict surface = v->surface[d][a];
            EG_SIMD
            for (int i = 0; i < volume; i++)
                surface[i] = be[i] * cf[i] - ce[i] * bf[i];
        }
    }
    for (int a = 0; a < 3; a++) {
        const double *x = v->surface[0][a], *y = v->surface[1][a], *z = v->surface[2][a];
        double *restrict gradient = v->gradient[a];
        EG_SIMD
        for (int i = 0; i < volume; i++)
            gradient[i] = (x[i] * v->flux[0][i] + y[i] * v->flux[1][i] + z[i] * v->flux[2][i]) *
                          g->node_weight[i] / g->weight[i];
    }
}

EG_WIDE(find_fluxes, (const view *v), (v))
{
    for (int d = 0; d < 3; d++) {
        const double *x = v->surface[d][0], *y = v->surface[d][1], *z = v->surface[d][2];
        double *restrict flux = v->flux[d];
        EG_SIMD
        for (int i = 0; i < v->geometry->volume; i++)
            flux[i] = x[i] * v->gradient[0][i] + y[i] * v->gradient[1][i] + z[i] * v->gradient[2][i];
    }
}

/* kappa grad u and its fluxes. */
static void find_conducted(const eg_elliptic *p, const view *v, double *energy)
{
    const eg_sem_element_geometry *g = v->geometry;
    find_gradient(v);
    for (int i = 0; i < g->volume; i++) {
        double gradient[3] = {v->gradient[0][i], v->gradient[1][i], v->gradient[2][i]}, conducted[3];
        eg_elliptic_conduct(p, &v->kappa[i * p->kappa.components], gradient, conducted);
        for (int a = 0; a < 3; a++)
            v->gradient[a][i] = conducted[a];
        *energy += g->weight[i] * dot(gradient, conducted);
    }
    find_fluxes(v);
}

/* The square of what the polynomials of the highest degree along each direction have of u[]; mass[] at
 * nodes. */
static double find_highest(const estimate *s, const eg_sem_element_geometry *g, const double *u,
                           const double *mass)
{
    int n = g->side;
    double sum = 0;
    for (int d = 0, inner = 1; d < 3; d++, inner *= n)
        for (int line = 0; line < n * n; line++) {
            int from = line % inner + line / inner * inner * n;
            double coefficient = 0, weight = 0;
            for (int i = 0; i < n; i++) {
                coefficient += s->legendre[i] * u[from + i * inner];
                weight += mass[from + i * inner];
            }
            sum += weight * coefficient * coefficient / (2 * n - 1);
        }
    return sum;
}

/* Fills the view, and sums[] but for the error. */
static eg_status look_at_element(const estimate *s, view *v, int64_t element, double sums[COLUMNS])
{
    const eg_elliptic *p = s->p;
    eg_sem_element_geometry *g = v->geometry;
    double mass[EG_SEM_VOLUME], *u = v->u, volume = 0;
    v->element = element;
    memset(sums, 0, COLUMNS * sizeof *sums);
    eg_sem_geometry_weights(g, element);
    const double(*x)[3] = (const double(*)[3])g->x;
    EG_TRY(eg_coefficient_fill(&p->kappa, element, g->volume, x, v->kappa));
    EG_TRY(eg_coefficient_fill(&s->reaction, element, g->volume, x, v->c));
    EG_TRY(eg_coefficient_fill(&p->source, element, g->volume, x, v->source));
    for (int i = 0; i < g->volume; i++)
        u[i] = p->u[g->node[i]] - p->balance.mean;
    find_conducted(p, v, &sums[ENERGY]);
    for (int i = 0; i < g->volume; i++) {
        double all = p->heat ? u[i] : p->u[g->node[i]];
        sums[STORED] += g->weight[i] * v->c[i] * all * all;
        mass[i] = g->weight[i] * (p->heat ? v->c[i] : 1);
        sums[MASS] += mass[i];
        sums[VARIES] += mass[i] * u[i] * u[i];
        sums[REST] += g->weight[i] * v->kappa[i * p->kappa.components];
        volume += g->weight[i];
    }
    sums[REST] *= pow(s->rest / cbrt(volume), 2);
    sums[HIGHEST] = find_highest(s, g, u, mass);
    return EG_OK;
}

/* Whether a side lies on a boundary whose condition says what flux enters. */
static bool has_given_flux(const eg_elliptic *p, int64_t element, int side)
{
    int boundary = p->mesh->face_boundary[p->mesh->face[element][side]];
    return boundary >= 0 && p->condition[boundary].kind != EG_SEM_DIRICHLET;
}

/* At a node of a side: what the square of a missing flux counts, for each area of the side. Where c takes it
 * before diffusion does it stays in a layer that is as thin as the solution's own; or between the side and
 * the next nodes, where it is missing by the discretisation alone. */
static double counts_of(const estimate *s, const view *v, int i, int side, bool given)
{
    const eg_elliptic *p = s->p;
    const eg_sem_element_geometry *g = v->geometry;
    double surface[3], conducted[3];
    take_surface(v, i, side / 2, surface);
    eg_elliptic_conduct(p, &v->kappa[i * p->kappa.components], surface, conducted);
    double area = dot(surface, surface), kappa = dot(surface, conducted) / area, c = v->c[i] / s->time;
    double thickness = 2 * g->weight[i] / g->node_weight[i] / sqrt(area);
    double most = thickness / (2 * (2 * p->degree + 1) * kappa);
    if (!(c > 0))
        return most;
    most = fmin(most, 1 / sqrt(kappa * c));
    return given ? most : fmin(most, 2 / (c * g->line_weight[0] * thickness));
}

/* What is left of the equation at a node, times |J|. */
static double residual_at(const estimate *s, const view *v, int i)
{
    const eg_sem_element_geometry *g = v->geometry;
    int n = g->side;
    const int stride[3] = {1, n, n * n}, at[3] = {i % n, i / n % n, i / (n * n)};
    double sum = g->weight[i] / g->node_weight[i] * (v->source[i] - v->c[i] * s->rate[g->node[i]]);
    for (int d = 0; d < 3; d++)
        for (int m = 0; m < n; m++)
            sum += g->derivative[at[d] * n + m] * v->flux[d][i + (m - at[d]) * stride[d]];
    return sum;
}

/* The nodes of a face that no edge has, for each of which `share` of the face's area counts. */
static double error_at_side(const estimate *s, thread_part *t, int side, double share)
{
    const view *v = &t->view;
    const eg_sem_element_geometry *g = v->geometry;
    int n = g->side, d = side / 2, e = (d + 1) % 3, f = (d + 2) % 3;
    const int stride[3] = {1, n, n * n};
    bool given = has_given_flux(s->p, v->element, side);
    double error = 0;
    for (int a = 1; a < n - 1; a++)
        for (int b = 1; b < n - 1; b++) {
            int i = side % 2 * (n - 1) * stride[d] + a * stride[e] + b * stride[f];
            double counts = share * counts_of(s, v, i, side, given);
            double surface[3];
            take_surface(v, i, d, surface);
            double size = sqrt(dot(surface, surface)), area = size * g->line_weight[a] * g->line_weight[b];
            double missing = g->line_weight[0] * residual_at(s, v, i) / size;
            error += counts * area * missing * missing;
            t->noise = fmax(t->noise, counts / area);
        }
    return error;
}

static double error_of_sides(const estimate *s, thread_part *t)
{
    double share = pow(1 - 0.5 * t->view.geometry->line_weight[0], -2), error = 0;
    for (int side = 0; side < EG_HEX_FACES; side++)
        error += error_at_side(s, t, side, share);
    return error;
}

/* ---- between nodes */

/* What sources and c u have between nodes that the polynomials through their values at nodes do not have. */
static eg_status error_between_nodes(const estimate *s, const view *v, double *error)
{
    const eg_elliptic *p = s->p;
    const eg_sem_element_geometry *g = v->geometry;
    double x[EG_SEM_VOLUME][3], source[EG_SEM_VOLUME], c[EG_SEM_VOLUME], rate[EG_SEM_VOLUME],
        left[EG_SEM_VOLUME], weight[EG_SEM_VOLUME], volume = 0;
    int n = g->side, count = eg_elliptic_place_gauss(p, &s->rule, v->element, -1, 0, x, weight);
    for (int i = 0; i < count; i++)
        volume += weight[i];
    for (int i = 0; i < g->volume; i++) {
        rate[i] = s->rate[g->node[i]];
        left[i] = v->source[i] - v->c[i] * rate[i];
    }
    eg_elliptic_to_gauss(&s->rule, n, 3, rate);
    eg_elliptic_to_gauss(&s->rule, n, 3, left);
    EG_TRY(eg_coefficient_fill(&p->source, v->element, count, (const double(*)[3])x, source));
    EG_TRY(eg_coefficient_fill(&s->reaction, v->element, count, (const double(*)[3])x, c));
    for (int i = 0; i < count; i++) {
        double counts = pow(cbrt(volume), 2) / (4 * n * (n + 1) * v->kappa[0]);
        double other = source[i] - c[i] * rate[i] - left[i];
        if (c[i] > 0)
            counts = fmin(counts, s->time / c[i]);
        *error += weight[i] * counts * other * other;
    }
    return EG_OK;
}

/* ---- all elements */

static worst_element worst_of(const eg_elliptic *p, double share, int64_t element)
{
    worst_element worst = {.share = share};
    memcpy(worst.place, p->mesh->base.centroid[element], sizeof worst.place);
    return worst;
}

/* Of an element of degree 1: its faces. */
static void find_face_fluxes(const estimate *s, const view *v)
{
    enum { CORNERS = 4 };
    for (int side = 0; side < EG_HEX_FACES; side++) {
        face_flux *face = &s->face[v->element][side];
        double area = 0;
        *face = (face_flux){0};
        for (int k = 0; k < CORNERS; k++) {
            int i = eg_hex_face_corner[side][k], d = side / 2;
            double surface[3];
            take_surface(v, i, d, surface);
            area += sqrt(dot(surface, surface));
            face->flux += (side % 2 ? 1 : -1) * v->flux[d][i];
            face->counts += counts_of(s, v, i, side, has_given_flux(s->p, v->element, side)) / CORNERS;
        }
        face->counts /= area;
    }
}

/* Whether sources or c u may have something between nodes that nodes do not see. What moves is elsewhere in a
 * moment. */
static bool may_jump(const estimate *s, int region)
{
    const eg_coefficient *source = &s->p->source;
    bool moves = s->p->heat && eg_coefficient_depends_on_time_in(source, region);
    return !moves &&
           (eg_coefficient_can_jump_in(source, region) || eg_coefficient_can_jump_in(&s->reaction, region));
}

static eg_status estimate_element(const estimate *s, thread_part *t, int64_t element, eg_sum *row)
{
    const eg_elliptic *p = s->p;
    double sums[COLUMNS];
    EG_TRY(look_at_element(s, &t->view, element, sums));
    if (s->face)
        find_face_fluxes(s, &t->view);
    if (!eg_elliptic_has_element(p, element))
        return EG_OK;
    if (may_jump(s, p->mesh->base.region[element]))
        EG_TRY(error_between_nodes(s, &t->view, &sums[ERROR]));
    if (p->degree > 1)
        sums[ERROR] += error_of_sides(s, t);
    for (int k = 0; k < COLUMNS; k++)
        eg_sum_add(&row[k], sums[k]);
    if (sums[ERROR] > t->worst.share)
        t->worst = worst_of(p, sums[ERROR], element);
    if (sums[HIGHEST] > t->highest.share)
        t->highest = worst_of(p, sums[HIGHEST], element);
    return EG_OK;
}

/* Own elements; of degree 1 all that have own nodes. */
static eg_status estimate_elements(void *with, int number, int64_t from, int64_t to)
{
    const estimate *s = with;
    const eg_mesh *mesh = &s->p->mesh->base;
    for (int64_t i = from; i < to; i++) {
        int64_t element = s->face ? i : mesh->own_first + i;
        if (eg_hexes_ghost_layer(s->p->mesh, element) == 0)
            EG_TRY(estimate_element(s, &s->part[number], element, &s->rows.row[i * COLUMNS]));
    }
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
        face_share *share = &s->share_of_face[f];
        *share = (face_share){.node = first_node_of(s, f)};
        if (share->node >= s->p->nodes->own)
            continue;
        face_flux here = s->face[element[0]][mesh->face_side[f][0]], there = {0};
        double missing = here.flux;
        if (mesh->face_boundary[f] >= 0)
            EG_TRY(find_missing(s, number, f, &missing));
        else {
            there = s->face[element[1]][mesh->face_side[f][1]];
            missing = 0.5 * (here.flux + there.flux);
        }
        share->share = (here.counts + there.counts) * missing * missing;
    }
    return EG_OK;
}

static void share_terms(const eg_elliptic *p, int64_t node, const void *with, double *terms)
{
    (void)p;
    terms[0] = ((const double *)with)[node];
}

/* The shares of faces, each at the face's first node, and the largest: the same on any number of ranks. */
static void share_faces(estimate *s)
{
    const eg_elliptic *p = s->p;
    worst_element *worst = &s->part[0].worst;
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

/* Of all elements. Collective; all agree. */
static eg_status estimate_all(estimate *s, double totals[COLUMNS])
{
    eg_elliptic *p = s->p;
    const eg_mesh *mesh = &p->mesh->base;
    double of_faces = 0;
    bool faces = p->degree == 1;
    EG_SCOPE(scope, p->run->context);
    eg_status status = EG_OK;
    if (faces)
        status = EG_SCOPE_ALLOC(&scope, EG_BLOCK(mesh->held, s->face), EG_BLOCK(p->nodes->nodes, s->share),
                                EG_BLOCK(p->mesh->faces, s->share_of_face));
    EG_TRY(eg_elliptic_sum_parts(p, &s->rows, faces ? mesh->held : mesh->own, estimate_elements, s, totals,
                                 status));
    if (!faces)
        return EG_OK;
    EG_TRY(eg_run_agree(p->run, eg_elliptic_in_parts(p, p->mesh->faces, estimate_faces, s)));
    share_faces(s);
    EG_TRY(eg_elliptic_sum_nodes(p, share_terms, s->share, 1, &of_faces));
    totals[ERROR] += of_faces;
    return EG_OK;
}

/* ---- the estimate */

/* *left: what the last solve's residual may make of the error's square; worst[2]. */
static eg_status find_estimate(estimate *s, double totals[COLUMNS], double *left, worst_element *worst)
{
    eg_elliptic *p = s->p;
    EG_TRY(estimate_all(s, totals));
    double noise = 0, residual = p->history_count > 0 ? p->history[p->history_count - 1] : 0;
    for (int i = 0; i < p->geometries->count; i++) {
        noise = fmax(noise, s->part[i].noise);
        worst[0] = s->part[i].worst.share > worst[0].share ? s->part[i].worst : worst[0];
        worst[1] = s->part[i].highest.share > worst[1].share ? s->part[i].highest : worst[1];
    }
    eg_comm_max(p->run->comm, &noise, 1);
    *left = noise * residual * residual;
    for (int k = 0; k < 2; k++)
        eg_verdict_worst(p->run, worst[k].share, &worst[k], sizeof worst[k]);
    return EG_OK;
}

/* Values of the Legendre polynomial at the nodes times weights of quadrature. */
static void take_legendre(estimate *s)
{
    int n = s->p->degree;
    double x[EG_SEM_NODES], values[EG_SEM_NODES];
    eg_line_points_of((eg_line){EG_LINE_GLL, n}, x);
    for (int i = 0; i <= n; i++) {
        eg_legendre_values(n + 1, 0.5 * (1 + x[i]), values);
        s->legendre[i] = values[n] / sqrt(2 * n + 1) * s->p->geometry->line_weight[i] * n / 2;
    }
}

static eg_status make_views(estimate *s, eg_scope *scope)
{
    const eg_elliptic *p = s->p;
    enum { VECTORS = 9 + 6 };
    int count = p->geometries->count, volume = p->geometry->volume;
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(count, s->part)));
    for (int i = 0; i < count; i++) {
        view *v = &s->part[i].view;
        v->geometry = p->geometries->element[i];
        double *next;
        EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(volume * p->kappa.components, v->kappa), EG_BLOCK(volume, v->c),
                              EG_BLOCK(volume, v->source), EG_BLOCK(volume, v->u),
                              EG_BLOCK(VECTORS * volume, next)));
        for (int d = 0; d < 3; d++) {
            for (int a = 0; a < 3; a++, next += volume)
                v->surface[d][a] = next;
            v->gradient[d] = next;
            v->flux[d] = next + volume;
            next += 2 * volume;
        }
    }
    return EG_OK;
}

/* Of the present solution, `since` s after the one before: of heat the integral over time. */
static eg_status take_estimate(eg_elliptic *p, double since)
{
    eg_elliptic_estimate *known = &p->estimate;
    double totals[COLUMNS], left, part_of_time = p->heat ? since : 1;
    worst_element worst[2] = {{0}};
    estimate s = {
        .p = p, .reaction = p->reaction, .rows.columns = COLUMNS, .time = p->heat ? p->run->now.time : 1};
    EG_SCOPE(scope, p->run->context);
    double *rate = NULL;
    eg_status status = make_views(&s, &scope);
    if (status == EG_OK && p->heat)
        status = EG_SCOPE_ALLOC(&scope, EG_BLOCK(p->nodes->nodes, rate));
    EG_TRY(eg_run_agree(p->run, status));
    s.reaction.scale = 1;
    s.rest = eg_elliptic_rest(p, LEFT_BY_SOLVES);
    eg_elliptic_take_gauss(p, 2 * (p->degree + 1), &s.rule);
    take_legendre(&s);
    for (int64_t i = 0; p->heat && i < p->nodes->own; i++) /* dT/dt by the last step */
        rate[i] =
            p->weight.now * p->u[i] - p->weight.before * p->before[i] - p->weight.earlier * p->earlier[i];
    if (p->heat)
        EG_TRY(eg_elliptic_fill_ghosts(p, rate, EG_OK));
    s.rate = p->heat ? rate : p->u;
    EG_TRY(find_estimate(&s, totals, &left, worst));
    known->known = 1;
    known->time = p->run->now.time;
    known->iterations = (double)p->iterations;
    known->energy += part_of_time * totals[ENERGY];
    known->rest += part_of_time * totals[REST];
    known->stored = p->heat ? fmax(known->stored, 0.5 * totals[STORED]) : totals[STORED];
    known->error += part_of_time * totals[ERROR];
    known->left += part_of_time * left;
    if (part_of_time * worst[0].share > known->worst) {
        known->worst = part_of_time * worst[0].share;
        memcpy(known->place, worst[0].place, sizeof known->place);
    }
    bool varies = p->degree > 1 && totals[VARIES] > s.rest * s.rest * totals[MASS];
    known->highest = varies ? sqrt(totals[HIGHEST] / totals[VARIES]) : 0;
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
