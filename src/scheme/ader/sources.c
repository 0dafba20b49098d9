/* Point sources on the device: which cells take them, their modes there, and the launches of a step. The
 * kernels are ader/pulse.c and ader/source.h. */
#include "base/search.h"
#include "scheme/ader/internal.h"

#include <math.h>
#include <stdlib.h>

#include "scheme/ader/points.h"
#include "scheme/time/pulses.h"

/* The part of a source that falls to one cell. */
typedef struct source_part {
    int64_t cell;
    int64_t delta; /* among the parts of all delta functions */
    int32_t source;
} source_part;

typedef struct source_cell {
    eg_kernel *kernel;
    int64_t first, cells; /* of this type, among all cells with sources */
} source_cell;

struct eg_ader_sources {
    int64_t parts, cells;
    eg_ader_deltas found; /* where none are given */
    source_part *part;    /* [parts] sorted by cell, then source */
    int64_t *cell;        /* [cells] */
    source_cell type[EG_CELL_TYPES];
    eg_program *program;
    eg_kernel *pulse_kernel;
    eg_pulses pulses;
    eg_buffer *rule, *pulse;                                    /* of the time functions */
    eg_buffer *index, *first, *of, *weights, *response, *awake; /* of the cells and parts */
};

/* ---- parts */

static int compare_parts(const void *left, const void *right)
{
    const source_part *a = left, *b = right;
    if (a->cell != b->cell)
        return a->cell < b->cell ? -1 : 1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return a->delta < b->delta ? -1 : a->delta > b->delta;
}

static const eg_ader_deltas *deltas_of(const eg_ader_options *options, const eg_ader_sources *made)
{
    return options->delta_first ? &options->deltas : &made->found;
}

/* Takes the parts [from, to) of a source's delta function whose cells this rank owns. */
static eg_status take_parts(eg_ader *ader, const eg_ader_options *options, eg_ader_sources *made,
                            int64_t *room, int64_t i, int64_t from, int64_t to)
{
    const int64_t *cells = deltas_of(options, made)->cell;
    const eg_ader_source *s = &options->sources[i];
    if (from == to)
        return eg_fail(ader->context, EG_CASE, "source %lld at (%.9g, %.9g) lies outside the mesh %s",
                       (long long)i + 1, s->x[0], s->x[1], ader->mesh->base.origin);
    EG_TRY(eg_reserve(ader->context, made->parts + to - from, room, sizeof *made->part, &made->part));
    for (int64_t k = from; k < to; k++) {
        int64_t cell = eg_mesh_own_number(&ader->mesh->base, cells[k]);
        if (cell >= 0)
            made->part[made->parts++] = (source_part){.cell = cell, .delta = k, .source = (int32_t)i};
    }
    return EG_OK;
}

static eg_status add_source_parts(eg_ader *ader, const eg_ader_options *options, eg_ader_sources *made,
                                  int64_t *room, int64_t i)
{
    const eg_ader_source *s = &options->sources[i];
    eg_ader_deltas *found = &made->found;
    assert(s->function >= 0 && s->function < options->function_count + options->expression_count);
    EG_TRY(eg_linear_source_check(ader->context, ader->system, i, s->kind, s->strength));
    if (options->delta_first)
        return take_parts(ader, options, made, room, i, options->delta_first[i], options->delta_first[i + 1]);
    const eg_ader_location index = {.mesh = ader->mesh,
                                    .system = ader->system,
                                    .material = options->material,
                                    .user = options->user,
                                    .order = ader->order};
    int64_t from = found->count;
    EG_TRY(eg_ader_add_delta(&index, s->x, s->smooth, found));
    return take_parts(ader, options, made, room, i, from, found->count);
}

static eg_status find_parts(eg_ader *ader, const eg_ader_options *options, eg_ader_sources *made)
{
    int64_t room = 0;
    for (int64_t i = 0; i < options->source_count; i++)
        EG_TRY(add_source_parts(ader, options, made, &room, i));
    if (made->parts > 0) /* a body alone has none */
        qsort(made->part, (size_t)made->parts, sizeof *made->part, compare_parts);
    int64_t own = options->body ? ader->mesh->base.own : 0;
    EG_TRY(
        eg_owner_alloc(&ader->owned, own > made->parts ? own : made->parts, sizeof *made->cell, &made->cell));
    for (int64_t c = 0; c < own; c++) /* all take part */
        made->cell[made->cells++] = c;
    for (int64_t i = 0; i < made->parts && own == 0; i++)
        if (i == 0 || made->part[i].cell != made->part[i - 1].cell)
            made->cell[made->cells++] = made->part[i].cell;
    return EG_OK;
}

/* ---- arrays of the device */

static eg_status refuse_medium(const eg_ader *ader, const eg_ader_options *options, int32_t source)
{
    const double *x = options->sources[source].x;
    return eg_fail(ader->context, EG_INPUT,
                   "source %d at (%.9g, %.9g): the material of %s, as a polynomial of order %d, has no real "
                   "speed there: it varies too much; take smaller cells or a lower material order",
                   source + 1, x[0], x[1], ader->system->name, ader->material_order);
}

/* The weights where the material is that of the cell at a point. */
static eg_status weights_at(const eg_ader *ader, const eg_ader_options *options, const source_part *part,
                            const double point[2], double *weights)
{
    const eg_ader_source *s = &options->sources[part->source];
    double material[EG_LINEAR_MATERIALS];
    eg_ader_material_at(ader, part->cell, point, material);
    if (!isfinite(ader->system->speed(ader->system, material)))
        return refuse_medium(ader, options, part->source);
    eg_linear_source_weights(ader->system, s->kind, material, s->strength, weights);
    return EG_OK;
}

static int largest(int count, const double *values)
{
    int most = 0;
    for (int v = 1; v < count; v++)
        most = fabs(values[v]) > fabs(values[most]) ? v : most;
    return most;
}

/* The modes of a smooth delta function times the weights over those of the centroid: one number at each
 * point, since weights have no more of the material than the factor 1/rho of a force. */
static eg_status weigh_modes(const eg_ader *ader, const eg_ader_options *options, const source_part *part,
                             const double *given, const double *weights, double *modes)
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weight[EG_QUADRATURE_ANY_POINTS];
    double basis[EG_MODES_MOST], here[EG_LINEAR_VARIABLES];
    eg_cell_type type = (eg_cell_type)ader->mesh->type[part->cell];
    int degree = 2 * ader->order + ader->material_order - 3, v = largest(ader->system->variables, weights);
    eg_quadrature_any(type, degree, points, weight);
    for (int k = 0; k < ader->modes; k++)
        modes[k] = 0;
    for (int q = 0; q < eg_quadrature_count(type, degree); q++) {
        double value = 0;
        EG_TRY(weights_at(ader, options, part, points[q], here));
        eg_modal_values(type, ader->order, points[q], basis);
        for (int k = 0; k < ader->modes; k++)
            value += basis[k] * given[k];
        for (int k = 0; k < ader->modes; k++)
            modes[k] += weight[q] * here[v] / weights[v] * value * basis[k];
    }
    return EG_OK;
}

/* Modes of the part's delta function, and weights. */
static eg_status fill_source_part(const eg_ader *ader, const eg_ader_options *options,
                                  const eg_ader_sources *made, const source_part *part, double *row)
{
    const eg_ader_source *s = &options->sources[part->source];
    const eg_ader_deltas *deltas = deltas_of(options, made);
    const double *given = &deltas->modes[part->delta * ader->modes];
    double *weights = &row[ader->modes];
    for (int k = 0; k < ader->modes; k++)
        row[k] = given[k];
    EG_TRY(weights_at(ader, options, part, deltas->point[part->delta], weights));
    if (s->smooth && s->kind == EG_LINEAR_SOURCE_FORCE && ader->material_order > 1 &&
        weights[largest(ader->system->variables, weights)] != 0)
        return weigh_modes(ader, options, part, given, weights, row);
    return EG_OK;
}

static eg_status upload_parts(eg_ader *ader, const eg_ader_options *options, eg_ader_sources *made)
{
    int row = ader->modes + ader->system->variables;
    EG_SCRATCH double *weights = NULL;
    EG_SCRATCH int32_t *of = NULL;
    EG_TRY(EG_ALLOC(ader->context, EG_BLOCK(made->parts * row, weights), EG_BLOCK(made->parts, of)));
    for (int64_t i = 0; i < made->parts; i++) {
        EG_TRY(fill_source_part(ader, options, made, &made->part[i], &weights[i * row]));
        of[i] = options->sources[made->part[i].source].function;
    }
    EG_TRY(
        eg_stepper_upload_reals(&ader->base, "modes of sources", made->parts * row, weights, &made->weights));
    return eg_stepper_upload(&ader->base, "functions of sources", made->parts * 4, of, &made->of);
}

static eg_status upload_source_cells(eg_ader *ader, const eg_ader_options *options, eg_ader_sources *made)
{
    int64_t terms = options->receiver_interval > 0 ? ader->terms : 0;
    EG_SCRATCH int32_t *index = NULL, *first = NULL;
    EG_TRY(EG_ALLOC(ader->context, EG_BLOCK(made->cells, index), EG_BLOCK(made->cells + 1, first)));
    for (int64_t c = 0, i = 0; c < made->cells; c++) {
        int type = ader->mesh->type[made->cell[c]];
        index[c] = (int32_t)(made->cell[c] - ader->layout.first_cell[type]);
        made->type[type].first = made->type[type].cells++ > 0 ? made->type[type].first : c;
        while (i < made->parts && made->part[i].cell == made->cell[c])
            i++;
        first[c + 1] = (int32_t)i;
    }
    return EG_UPLOAD(
        &ader->base, {"cells of sources", made->cells * 4, index, &made->index},
        {"first sources", (made->cells + 1) * 4, first, &made->first},
        {"awake sources", made->cells * 4, NULL, &made->awake},
        {"responses to sources",
         eg_max_i64(made->cells * terms * ader->values, 1) * (int64_t)eg_real_size(ader->layout.precision),
         NULL, &made->response});
}

/* ---- time functions */

static eg_status upload_time_functions(eg_ader *ader, const eg_ader_options *options, eg_ader_sources *made)
{
    const eg_pulses_options pulses = {.count = options->function_count,
                                      .functions = options->functions,
                                      .expression_count = options->expression_count};
    if (options->function_count + options->expression_count == 0)
        return EG_OK;
    EG_TRY(eg_pulses_create(&ader->owned, ader->device, &pulses, &made->pulses));
    return eg_stepper_upload(&ader->base, "pulses", made->pulses.functions * (ader->order + 2) * 8, NULL,
                             &made->pulse);
}

/* The coefficients of the polynomial through the Gauss points: those of Lagrange's polynomials, whose
 * roots are positive, so that products of (tau - root) are sums of terms of one sign each. */
static eg_status upload_source_rule(eg_ader *ader, eg_ader_sources *made)
{
    long double node[EG_ORDER_MOST], weight[EG_ORDER_MOST], c[EG_ORDER_MOST];
    double rule[(EG_ORDER_MOST + 2) * EG_ORDER_MOST];
    int n = eg_gauss(ader->order, node, weight);
    for (int q = 0; q < n; q++) {
        int degree = 0;
        c[0] = 1;
        for (int j = 0; j < n; j++) {
            if (j == q)
                continue;
            long double gap = node[q] - node[j];
            c[degree + 1] = c[degree] / gap;
            for (int r = degree; r > 0; r--)
                c[r] = (c[r - 1] - node[j] * c[r]) / gap;
            c[0] = -node[j] * c[0] / gap;
            degree++;
        }
        for (int r = 0; r < n; r++)
            rule[r * n + q] = (double)c[r];
        rule[n * n + q] = (double)weight[q];
        rule[(n + 1) * n + q] = (double)node[q];
    }
    return eg_stepper_upload(&ader->base, "quadrature in time", (n + 2) * n * (int64_t)sizeof *rule, rule,
                             &made->rule);
}

/* ---- programs */

static eg_status build_source_kernels(eg_ader *ader, const eg_ader_options *options, eg_ader_sources *made)
{
    const eg_program_options program = {
        .file = "ader/pulse.c",
        .precision = ader->layout.precision,
        .lanes = 1,
        EG_DEFINES({"ORDER", ader->order}, {"EXPRESSIONS", options->expression_count > 0}),
        .generated = options->expressions};
    if (made->pulse) {
        EG_TRY(eg_stepper_program(&ader->base, &program, &made->program));
        EG_TRY(eg_kernel_get(made->program, "ader_pulse", &made->pulse_kernel));
    }
    for (int type = 0; type < EG_CELL_TYPES; type++)
        if (made->type[type].cells > 0)
            EG_TRY(eg_kernel_get(ader->cells[type].program, "ader_source", &made->type[type].kernel));
    return EG_OK;
}

eg_status eg_ader_sources_create(eg_ader *ader, const eg_ader_options *options)
{
    if (options->source_count == 0 && !options->body)
        return EG_OK;
    eg_ader_sources *made;
    EG_TRY(eg_alloc(ader->context, 1, sizeof *made, &made));
    ader->sources = made; /* what fails below is given back with the solver */
    EG_TRY(find_parts(ader, options, made));
    if (made->cells == 0) { /* all are on other ranks */
        eg_ader_sources_destroy(ader);
        return EG_OK;
    }
    EG_TRY(upload_source_cells(ader, options, made));
    EG_TRY(upload_parts(ader, options, made));
    EG_TRY(upload_time_functions(ader, options, made));
    EG_TRY(upload_source_rule(ader, made));
    return build_source_kernels(ader, options, made);
}

void eg_ader_sources_destroy(eg_ader *ader)
{
    eg_ader_sources *s = ader->sources;
    if (!s)
        return;
    eg_ader_deltas_free(&s->found);
    EG_FREE(&s->part);
    eg_stepper_free(&ader->base, &ader->sources, sizeof *s);
}

eg_status eg_ader_sources_queue(eg_ader *ader)
{
    const eg_ader_sources *s = ader->sources;
    const eg_buffer *clock = eg_time_clock(ader->time), *count = eg_time_count(ader->time);
    if (!s)
        return EG_OK;
    const eg_pulses *p = &s->pulses;
    if (s->pulse_kernel)
        EG_TRY(EG_LAUNCH(s->pulse_kernel, p->functions, EG_BUFFER("real_of", p->real_of),
                         EG_BUFFER("whole_of", p->whole_of), EG_BUFFER("table", p->table),
                         EG_BUFFER("rule", s->rule), EG_BUFFER("clock", clock), EG_BUFFER("count", count),
                         EG_BUFFER("pulse", s->pulse), EG_LONG("functions", p->functions)));
    for (int type = 0; type < EG_CELL_TYPES; type++) {
        const source_cell *mine = &s->type[type];
        if (mine->cells > 0)
            EG_TRY(EG_LAUNCH(mine->kernel, mine->cells, EG_BUFFER("index", s->index),
                             EG_BUFFER("first", s->first), EG_BUFFER("of", s->of),
                             EG_BUFFER("part", s->weights),
                             EG_BUFFER("pulse", s->pulse ? s->pulse : ader->nothing),
                             EG_BUFFER("body", ader->body.body[type] ? ader->body.body[type] : ader->nothing),
                             EG_BUFFER("response", s->response), EG_BUFFER("awake", s->awake),
                             EG_INT("first_cell", (int32_t)mine->first), EG_LONG("cells", mine->cells)));
    }
    return EG_OK;
}

int64_t eg_ader_sources_in(const eg_ader *ader, int64_t cell)
{
    const eg_ader_sources *s = ader->sources;
    int64_t cells = s ? s->cells : 0, low = EG_SEARCH(i, 0, cells, s->cell[i] < cell);
    return low < cells && s->cell[low] == cell ? low : -1;
}

const eg_buffer *eg_ader_sources_response(const eg_ader *ader)
{
    return ader->sources ? ader->sources->response : NULL;
}

const eg_buffer *eg_ader_sources_awake(const eg_ader *ader)
{
    return ader->sources ? ader->sources->awake : NULL;
}
