/* What changes with time in the right-hand side of heat: sources, fluxes and given values are expressions,
 * which are compiled with a kernel and evaluated on the device. Here they are listed: for each node its
 * places, with the integrals that the values stand for. */
#include "run/models/elliptic/heat.h"

#include <math.h>
#include <string.h>

/* One place of a node, and the next one. A node has more than one where materials meet, at a boundary that
 * brings heat, and where periodic sides are one node. */
typedef struct term {
    double x[3], weight;
    int32_t node, expression;
    int64_t next; /* of the same node; -1: none */
} term;

typedef struct lists {
    eg_elliptic *p;
    term *term;
    int64_t count, room;
    int64_t *first, *last;        /* [nodes] of a node; -1: none */
    int *of_region, *of_boundary; /* numbers of expressions; -1: it does not move */
    bool *taken;                  /* [nodes] the value is given */
    int32_t *given;               /* [nodes] the list of these nodes */
    int64_t given_count;
    double near; /* m: places that are nearer to each other are one */
} lists;

/* ---- the terms of a node */

static bool is_same(const lists *l, const term *t, int expression, const double *x)
{
    bool same = t->expression == expression;
    for (int d = 0; d < 3; d++)
        same = same && fabs(t->x[d] - x[d]) <= l->near;
    return same;
}

static eg_status add_moving(lists *l, int32_t node, int expression, const double *x, double weight)
{
    int64_t at = l->first[node];
    if (node >= l->p->nodes->own)
        return EG_OK;
    while (at >= 0 && !is_same(l, &l->term[at], expression, x))
        at = l->term[at].next;
    if (at >= 0) {
        l->term[at].weight += weight;
        return EG_OK;
    }
    at = l->count++;
    EG_TRY(eg_reserve(l->p->run->context, l->count, &l->room, sizeof *l->term, &l->term));
    l->term[at] = (term){.weight = weight, .node = node, .expression = expression, .next = -1};
    memcpy(l->term[at].x, x, sizeof l->term[at].x);
    if (l->first[node] < 0)
        l->first[node] = at;
    else
        l->term[l->last[node]].next = at;
    l->last[node] = at;
    return EG_OK;
}

static eg_status add_moving_elements(lists *l)
{
    eg_elliptic *p = l->p;
    eg_sem_element_geometry *geometry = p->geometry;
    for (int64_t e = 0; e < p->mesh->base.held; e++) {
        int expression = l->of_region[p->mesh->base.region[e]];
        if (expression < 0 || eg_hexes_ghost_layer(p->mesh, e) > 0)
            continue;
        eg_sem_geometry_at_element(geometry, e);
        for (int i = 0; i < geometry->volume; i++)
            if (!l->taken[geometry->node[i]])
                EG_TRY(add_moving(l, geometry->node[i], expression, geometry->x[i], geometry->weight[i]));
    }
    return EG_OK;
}

/* ---- boundaries */

static eg_status add_moving_face(lists *l, int expression)
{
    const eg_sem_face_geometry *face = l->p->face;
    for (int i = 0; i < face->count; i++)
        if (!l->taken[face->node[i]])
            EG_TRY(add_moving(l, face->node[i], expression, face->x[i], face->area[i]));
    return EG_OK;
}

/* The nodes that this face is the first to give a value to. */
static eg_status give_face(lists *l, int expression, bool moving)
{
    const eg_sem_face_geometry *face = l->p->face;
    for (int i = 0; i < face->count; i++) {
        int32_t node = face->node[i];
        if (l->taken[node] || node >= l->p->nodes->own)
            continue;
        l->taken[node] = true;
        if ((expression >= 0) != moving)
            continue;
        l->given[l->given_count++] = node;
        if (moving)
            EG_TRY(add_moving(l, node, expression, face->x[i], 1));
    }
    return EG_OK;
}

/* All faces of conditions of a kind, boundary by boundary. */
static eg_status visit_faces(lists *l, bool dirichlet, bool moving)
{
    eg_elliptic *p = l->p;
    for (int b = 0; b < p->mesh->base.boundaries.count; b++) {
        EG_SCRATCH int32_t *face = NULL;
        int64_t count;
        bool given = p->condition[b].kind == EG_SEM_DIRICHLET;
        if (given != dirichlet || (!given && l->of_boundary[b] < 0))
            continue;
        EG_TRY(eg_hexes_list_faces(p->mesh, b, false, &face, &count));
        for (int64_t i = 0; i < count; i++) {
            eg_sem_geometry_at_face(p->geometry, face[i], p->face);
            EG_TRY(given ? give_face(l, l->of_boundary[b], moving) : add_moving_face(l, l->of_boundary[b]));
        }
    }
    return EG_OK;
}

/* ---- expressions */

/* The functions of a value and of the factor that it is multiplied with, which may be NULL, and their line
 * of the choice among all. Returns their number. */
static int write_moving(eg_heat_moving *moving, const eg_node *value, const eg_node *factor, eg_text *choice)
{
    char name[64];
    snprintf(name, sizeof name, "eg_moving_v%d", moving->expressions);
    eg_expression_emit(eg_node_expression(value), &moving->source, name);
    eg_text_add(choice, "    if (number == %d)\n        value = %s(x, y, z, t)", moving->expressions, name);
    if (factor) {
        snprintf(name, sizeof name, "eg_moving_f%d", moving->expressions);
        eg_expression_emit(eg_node_expression(factor), &moving->source, name);
        eg_text_add(choice, " * %s(x, y, z, t)", name);
    }
    eg_text_add(choice, ";\n");
    return moving->expressions++;
}

/* Numbers what moves, and writes its functions. */
static eg_status write_source(lists *l)
{
    eg_elliptic *p = l->p;
    eg_heat_moving *moving = &p->stepper->moving;
    eg_text *text = &moving->source;
    EG_TEXT(choice, p->run->context);
    text->context = p->run->context;
    eg_text_add(text, "#include \"math.h\"\n#include \"math_circular.h\"\n");
    for (int r = 0; r < p->mesh->base.regions.count; r++)
        l->of_region[r] = eg_coefficient_depends_on_time_in(&p->source, r)
                              ? write_moving(moving, p->source.of_region[r], NULL, &choice)
                              : -1;
    for (int b = 0; b < p->mesh->base.boundaries.count; b++) {
        const eg_coefficient *value = &p->condition[b].value;
        bool moves = eg_condition_is_open(&p->condition[b]) && eg_coefficient_depends_on_time(value);
        l->of_boundary[b] = moves ? write_moving(moving, value->node, value->factor, &choice) : -1;
    }
    eg_text_add(text,
                "FUNCTION double eg_moving_value(int number, double x, double y, double z, "
                "double t)\n{\n    double value = 0.0;\n%s    return value;\n}\n",
                eg_text_string(&choice));
    EG_TRY(choice.status);
    return text->status;
}

/* ---- to the device */

/* The arrays of the places, while they are filled. */
typedef struct moving_arrays {
    double *place, *weight;
    int32_t *node, *expression;
} moving_arrays;

static void free_moving_arrays(moving_arrays *made)
{
    EG_FREE(&made->place, &made->weight, &made->node, &made->expression);
}

static void put_moving(lists *l, const moving_arrays *to, int64_t at, const term *t)
{
    const eg_heat_moving *moving = &l->p->stepper->moving;
    for (int d = 0; d < 3; d++)
        to->place[d * l->count + at] = t->x[d] - moving->origin[d];
    to->weight[at] = t->weight;
    to->node[at] = t->node;
    to->expression[at] = t->expression;
}

/* Layer by layer, of each the nodes in ascending order; given values, in their order, behind all layers. */
static eg_status fill_moving(lists *l, const moving_arrays *to)
{
    eg_heat_moving *moving = &l->p->stepper->moving;
    int64_t at = 0, loads = l->count - moving->given_many, room = 0;
    EG_TRY(eg_owner_add(&l->p->stepper->owned, EG_OWNED_ARRAY, &moving->layer));
    while (true) {
        EG_TRY(
            eg_reserve(l->p->run->context, moving->layers + 1, &room, sizeof *moving->layer, &moving->layer));
        moving->layer[moving->layers] = at;
        if (at == loads)
            break;
        for (int64_t i = 0; i < l->p->nodes->own; i++)
            if (!l->taken[i] && l->first[i] >= 0) {
                put_moving(l, to, at++, &l->term[l->first[i]]);
                l->first[i] = l->term[l->first[i]].next;
            }
        moving->layers++;
    }
    for (int64_t k = 0; k < moving->given_many; k++)
        put_moving(l, to, at++, &l->term[l->first[l->given[k]]]);
    return EG_OK;
}

static eg_status upload_moving_reals(eg_elliptic *p, const char *label, int64_t count, double *values,
                                     eg_buffer **buffer)
{
    bool single = p->run->precision == EG_F32;
    for (int64_t i = 0; i < count && single; i++)
        ((float *)values)[i] = (float)values[i];
    return eg_owner_upload(&p->stepper->owned, p->run->device, label, count * (single ? 4 : 8), values,
                           buffer);
}

static eg_status upload_moving(lists *l, const moving_arrays *from)
{
    eg_elliptic *p = l->p;
    eg_heat_moving *moving = &p->stepper->moving;
    eg_owner *owned = &p->stepper->owned;
    eg_device *device = p->run->device;
    int64_t count = l->count;
    moving->places = count;
    EG_TRY(upload_moving_reals(p, "places of what moves", 3 * count, from->place, &moving->place));
    EG_TRY(upload_moving_reals(p, "weights of what moves", count, from->weight, &moving->weight));
    EG_TRY(eg_owner_upload(owned, device, "nodes of what moves", count * 4, from->node, &moving->node));
    return eg_owner_upload(owned, device, "expressions of what moves", count * 4, from->expression,
                           &moving->expression);
}

static eg_status build_moving_program(eg_elliptic *p)
{
    eg_heat_moving *moving = &p->stepper->moving;
    const eg_program_options options = {.file = "linear/moving.c",
                                        .precision = p->run->precision,
                                        .lanes = 1,
                                        EG_DEFINES({"EXPRESSIONS", moving->expressions}),
                                        .generated = eg_text_string(&moving->source)};
    EG_TRY(eg_owner_program(&p->stepper->owned, p->run->device, &options, &moving->program));
    return EG_KERNELS(moving->program, {"moving_load", &moving->load}, {"moving_given", &moving->given});
}

/* In single precision places are relative to the middle of the mesh, so that they lose little. */
static void choose_origin(lists *l)
{
    const eg_hexes *mesh = l->p->mesh;
    for (int d = 0; d < 3; d++) {
        double size = mesh->base.box_high[d] - mesh->base.box_low[d];
        l->near = fmax(l->near, 1e-6 * size);
        l->p->stepper->moving.origin[d] =
            l->p->run->precision == EG_F32 ? mesh->base.box_low[d] + 0.5 * size : 0;
    }
}

static eg_status send_moving(lists *l)
{
    eg_context *context = l->p->run->context;
    EG_ENDS_WITH(free_moving_arrays) moving_arrays made = {0};
    EG_TRY(EG_ALLOC(context, EG_BLOCK(3 * l->count, made.place), EG_BLOCK(l->count, made.weight),
                    EG_BLOCK(l->count, made.node), EG_BLOCK(l->count, made.expression)));
    EG_TRY(fill_moving(l, &made));
    EG_TRY(upload_moving(l, &made));
    return build_moving_program(l->p);
}

static eg_status build_moving(lists *l)
{
    eg_context *context = l->p->run->context;
    int64_t nodes = l->p->nodes->nodes;
    EG_TRY(EG_ALLOC(context, EG_BLOCK(nodes, l->first), EG_BLOCK(nodes, l->last), EG_BLOCK(nodes, l->taken),
                    EG_BLOCK(l->p->mesh->base.regions.count, l->of_region),
                    EG_BLOCK(l->p->mesh->base.boundaries.count, l->of_boundary)));
    for (int64_t i = 0; i < nodes; i++)
        l->first[i] = l->last[i] = -1;
    choose_origin(l);
    EG_TRY(write_source(l));
    EG_TRY(visit_faces(l, true, true)); /* given values that move, then the others */
    l->p->stepper->moving.given_many = l->given_count;
    memset(l->taken, 0, (size_t)nodes * sizeof *l->taken);
    EG_TRY(visit_faces(l, true, false));
    EG_TRY(add_moving_elements(l));
    EG_TRY(visit_faces(l, false, true));
    return l->p->stepper->moving.expressions > 0 ? send_moving(l) : EG_OK;
}

eg_status eg_heat_moving_create(eg_elliptic *p, int32_t *given, int64_t *given_count)
{
    lists l = {.p = p, .given = given};
    eg_status status = build_moving(&l);
    *given_count = l.given_count;
    EG_FREE(&l.term, &l.first, &l.last, &l.taken, &l.of_region, &l.of_boundary);
    return status;
}

/* ---- at a step */

eg_status eg_heat_moving_evaluate(eg_elliptic *p, double time, eg_buffer *load, eg_buffer *given)
{
    const eg_heat_moving *moving = &p->stepper->moving;
    const double *origin = moving->origin, size = (double)eg_real_size(p->run->precision);
    for (int i = 0; i < moving->layers; i++) {
        int64_t first = moving->layer[i], count = moving->layer[i + 1] - first;
        int64_t chunks = eg_ceil_div(count, EG_CHUNK);
        eg_kernel_cost(moving->load, chunks, (double)count * (6 * size + 8), 0);
        EG_TRY(EG_LAUNCH(moving->load, chunks, EG_BUFFER("point", moving->place),
                         EG_BUFFER("weight", moving->weight), EG_BUFFER("node", moving->node),
                         EG_BUFFER("expression", moving->expression), EG_BUFFER("load", load),
                         EG_DOUBLE("x0", origin[0]), EG_DOUBLE("y0", origin[1]), EG_DOUBLE("z0", origin[2]),
                         EG_DOUBLE("t", time), EG_LONG("points", moving->places), EG_LONG("first", first),
                         EG_LONG("count", count), EG_LONG("chunks", chunks)));
    }
    int64_t count = moving->given_many, chunks = eg_ceil_div(count, EG_CHUNK);
    if (count == 0)
        return EG_OK;
    eg_kernel_cost(moving->given, chunks, (double)count * (4 * size + 4), 0);
    return EG_LAUNCH(
        moving->given, chunks, EG_BUFFER("point", moving->place), EG_BUFFER("expression", moving->expression),
        EG_BUFFER("given", given), EG_DOUBLE("x0", origin[0]), EG_DOUBLE("y0", origin[1]),
        EG_DOUBLE("z0", origin[2]), EG_DOUBLE("t", time), EG_LONG("points", moving->places),
        EG_LONG("first", moving->places - count), EG_LONG("count", count), EG_LONG("chunks", chunks));
}
