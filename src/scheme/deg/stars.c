/* Stars at vertices (kernels/deg/stars.h): the fans of own cells in groups, on the device. */
#include "scheme/deg/internal.h"

#include "deg/star_places.h"
#include "element/line.h"
#include "scheme/deg/fans.h"

/* Host arrays being filled. */
typedef struct star_arrays {
    int64_t groups, *first; /* [groups + 1] */
    int32_t *corner, *sector;
    int32_t *fan;        /* [blocks][points][lanes] of own cells */
    double *map;         /* [row][4][STAR_FANS] */
    int32_t *place, *at; /* [fans] of a fan, and the fan of a place */
    bool arcs;
} star_arrays;

static int64_t length_of_fan(const eg_fans *fans, int64_t fan)
{
    return fans->first[fan + 1] - fans->first[fan];
}

/* Those inside faces, of two corners, stand behind the others: a group is as long as its longest. */
static void order_fans(const eg_fans *fans, star_arrays *to)
{
    int64_t places = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int64_t fan = 0; fan < fans->count; fan++)
            if ((length_of_fan(fans, fan) <= 2) == pass) {
                to->at[places] = (int32_t)fan;
                to->place[fan] = (int32_t)places++;
            }
}

static void measure_groups(const eg_fans *fans, star_arrays *to)
{
    for (int64_t g = 0; g < to->groups; g++) {
        int64_t longest = 1;
        int64_t end = eg_min_i64((g + 1) * STAR_FANS, fans->count);
        for (int64_t i = g * STAR_FANS; i < end; i++)
            longest = eg_max_i64(longest, length_of_fan(fans, to->at[i]));
        to->first[g + 1] = to->first[g] + longest;
    }
}

static void fill_fan(const eg_deg *deg, const eg_fans *fans, const star_arrays *to, int64_t fan)
{
    int64_t first = fans->first[fan], place = to->place[fan], row = to->first[place / STAR_FANS];
    for (int64_t i = first; i < fans->first[fan + 1]; i++, row++) {
        int64_t at = row * STAR_FANS + place % STAR_FANS;
        bool is_air = fans->cell[i] == EG_FAN_AIR; /* at the height of the first corner */
        to->corner[at] = is_air ? STAR_AIR : eg_layout_slot(&deg->layout, fans->cell[i]);
        to->sector[at] = (to->arcs ? POINT_NUMBERS : 4) * fans->row[i] + fans->corner[is_air ? first : i];
        if (!to->arcs)
            continue;
        const eg_affine map = eg_plane_map(deg->mesh, fans->cell[is_air ? first : i]);
        for (int k = 0; k < 4; k++)
            to->map[(row * 4 + k) * STAR_FANS + place % STAR_FANS] = map.inverse[k / 2][k % 2];
    }
}

static eg_status fill_stars(const eg_deg *deg, const eg_fans *fans, eg_scope *scope, star_arrays *to)
{
    int64_t lanes = deg->layout.lanes, slots = deg->blocks * lanes;
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(to->groups + 1, to->first), EG_BLOCK(fans->count, to->place),
                          EG_BLOCK(fans->count, to->at)));
    order_fans(fans, to);
    measure_groups(fans, to);
    int64_t numbers = to->first[to->groups] * STAR_FANS;
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(numbers, to->corner), EG_BLOCK(numbers, to->sector),
                          EG_BLOCK(fans->points * slots, to->fan),
                          EG_BLOCK(to->arcs ? 4 * numbers : 0, to->map)));
    for (int64_t i = 0; i < numbers; i++)
        to->corner[i] = STAR_NONE;
    for (int64_t fan = 0; fan < fans->count; fan++)
        fill_fan(deg, fans, to, fan);
    for (int64_t c = 0; c < deg->mesh->base.own; c++) {
        int64_t slot = eg_layout_slot(&deg->layout, c);
        for (int k = 0; k < fans->points; k++)
            to->fan[(slot / lanes * fans->points + k) * lanes + slot % lanes] =
                to->place[fans->of_corner[fans->points * c + k]];
    }
    return EG_OK;
}

static eg_status upload_stars(eg_deg *deg, const eg_fans *fans, const star_arrays *to)
{
    eg_deg_stars *stars = &deg->stars;
    stars->rows = fans->rows;
    int64_t rows = to->first[to->groups] * STAR_FANS, own = deg->blocks * deg->layout.lanes;
    int64_t values = to->groups * STAR_VALUES * STAR_FANS;
    EG_TRY(EG_UPLOAD(&deg->base, {"fans", (to->groups + 1) * 8, to->first, &stars->first},
                     {"corners of fans", rows * 4, to->corner, &stars->corner},
                     {"sectors of fans", rows * 4, to->sector, &stars->sector},
                     {"fans of cells", fans->points * own * 4, to->fan, &stars->fan}));
    EG_TRY(eg_stepper_upload_reals(&deg->base, "factors of sectors", fans->rows * fans->row_length,
                                   fans->factor, &stars->factor));
    return eg_stepper_upload(&deg->base, "stars", values * (int64_t)eg_real_size(deg->layout.precision), NULL,
                             &stars->star);
}

/* Coefficients of polynomials round the points of a cell that have fans. */
static eg_status upload_taylor(eg_deg *deg, int points)
{
    const eg_triangle *t = &deg->element;
    static const double VERTEX[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    int64_t size = (int64_t)t->nodes * t->nodes;
    EG_SCRATCH double *taylor = NULL;
    double s[EG_TRIANGLE_DEGREE + 4];
    assert(t->along <= EG_TRIANGLE_DEGREE + 4);
    eg_line_points_of((eg_line){EG_LINE_GLL, t->along - 1}, s);
    EG_TRY(eg_alloc(deg->context, points * size, sizeof *taylor, &taylor));
    for (int k = 0; k < points; k++) {
        int inner = t->along - 2, f = k < 3 ? k : (k - 3) / inner, next = (f + 1) % 3;
        double at = k < 3 ? 0 : 0.5 * (1 + s[1 + (k - 3) % inner]), x[2];
        for (int i = 0; i < 2; i++)
            x[i] = VERTEX[f][i] + at * (VERTEX[next][i] - VERTEX[f][i]);
        EG_TRY(eg_triangle_taylor(deg->context, t, x, &taylor[k * size]));
    }
    return eg_stepper_upload_reals(&deg->base, "polynomials at points", points * size, taylor,
                                   &deg->stars.taylor);
}

static eg_status upload_arcs(eg_deg *deg, const eg_fans *fans, const star_arrays *to)
{
    enum { PRIMITIVES = 6 };
    int64_t values = deg->layout.blocks * deg->layout.lanes * PRIMITIVES * deg->element.nodes;
    EG_TRY(eg_stepper_upload_reals(&deg->base, "maps of fans", 4 * STAR_FANS * to->first[to->groups], to->map,
                                   &deg->stars.map));
    EG_TRY(eg_stepper_upload(&deg->base, "velocity and pressure at nodes",
                             values * (int64_t)eg_real_size(deg->layout.precision), NULL,
                             &deg->stars.primitive));
    return upload_taylor(deg, fans->points);
}

/* What lies beyond the boundaries of the mesh. The caller frees *end. */
static eg_status find_fan_ends(const eg_deg *deg, const eg_deg_options *options, eg_scope *scope,
                               eg_fan_end **end)
{
    int boundaries = deg->mesh->base.boundaries.count;
    EG_TRY(eg_scope_alloc(scope, boundaries, sizeof **end, end));
    for (int b = 0; b < boundaries; b++)
        (*end)[b] = options->boundaries && options->boundaries[b] == EG_DEG_OPEN ? EG_FAN_OPEN : EG_FAN_WALL;
    return EG_OK;
}

eg_status eg_deg_build_stars(eg_deg *deg, const eg_deg_options *options)
{
    star_arrays to = {0};
    eg_fan_end *end;
    EG_ENDS_WITH(eg_fans_free) eg_fans fans = {0};
    EG_SCOPE(scope, deg->context);
    if (!eg_deg_has_stars(deg))
        return EG_OK;
    if (deg->generation)
        return eg_deg_find_stars(deg);
    to.arcs = eg_deg_has_arcs(deg);
    const eg_arcs arcs = {.degree = deg->element.degree,
                          .bilinear = deg->flux == EG_DEG_EVOLUTION_BILINEAR,
                          .inner = deg->element.along - 2};
    EG_TRY(find_fan_ends(deg, options, &scope, &end));
    EG_TRY(eg_fans_create(deg->mesh, end, to.arcs ? &arcs : NULL, &fans));
    EG_TRY(eg_deg_check_rows(deg, fans.rows));
    EG_TRY(eg_deg_check_memory(
        deg, options, (double)(fans.rows * fans.row_length) * (double)eg_real_size(options->precision)));
    to.groups = deg->stars.groups = eg_ceil_div(fans.count, STAR_FANS);
    EG_TRY(fill_stars(deg, &fans, &scope, &to));
    EG_TRY(upload_stars(deg, &fans, &to));
    return to.arcs ? upload_arcs(deg, &fans, &to) : EG_OK;
}

static eg_status bind_star_kernel(eg_deg_stars *stars, eg_program *program, const char *name)
{
    EG_TRY(eg_kernel_get(program, name, &stars->kernel));
    return EG_BIND(stars->kernel, EG_BUFFER("fan_first", stars->first),
                   EG_BUFFER("fan_corner", stars->corner), EG_BUFFER("fan_sector", stars->sector),
                   EG_BUFFER("factor", stars->factor), EG_BUFFER("star", stars->star),
                   EG_LONG("groups", stars->groups));
}

static eg_status bind_arcs(eg_deg *deg)
{
    eg_deg_stars *stars = &deg->stars;
    EG_TRY(eg_kernel_get(deg->program, "deg_primitives", &stars->primitives));
    EG_TRY(EG_BIND(stars->primitives, EG_BUFFER("primitive", stars->primitive),
                   EG_LONG("blocks", deg->layout.blocks)));
    EG_TRY(bind_star_kernel(stars, deg->program, "deg_arcs"));
    return EG_BIND(stars->kernel, EG_BUFFER("primitive", stars->primitive), EG_BUFFER("fan_map", stars->map),
                   EG_BUFFER("taylor", stars->taylor));
}

eg_status eg_deg_bind_stars(eg_deg *deg)
{
    if (!eg_deg_has_stars(deg))
        return EG_OK;
    return eg_deg_has_arcs(deg) ? bind_arcs(deg) : bind_star_kernel(&deg->stars, deg->program, "deg_stars");
}

eg_status eg_deg_queue_stars(eg_deg *deg, int stage)
{
    if (deg->stars.groups == 0)
        return EG_OK;
    if (!eg_deg_has_arcs(deg))
        return EG_LAUNCH(deg->stars.kernel, deg->stars.groups, EG_INT("number", stage + 1));
    if (stage > 0)
        return EG_OK;
    EG_TRY(eg_kernel_launch(deg->stars.primitives, deg->layout.blocks, NULL, 0));
    return eg_kernel_launch(deg->stars.kernel, deg->stars.groups, NULL, 0);
}
