/* Fans of the vertices of leaves, and their stars' rows of factors, on the device (kernels/deg/leaves.c).
 * Factors of sectors that a few bisections of the roots have, or the first mesh, are known before; others get
 * rows of their own. Fans on the boundary come to the host, which finds their factors (sectors.c). */
#include "scheme/deg/internal.h"

#include <stdlib.h>
#include <string.h>

#include "deg/faces.h"
#include "deg/leaf_sizes.h"
#include "deg/star_places.h"
#include "scheme/deg/fans.h"

typedef double factors[EG_SECTOR_FACTORS];

/* ---- what is known before */

/* So often what the stars have becomes known, too, where more than what is known was not: shapes that repeat
 * but for rounding are known then. */
enum { LESSONS = 4 };
enum { ROOTS_KNOWN = 256, LEVELS_KNOWN = 4, CORNERS_KNOWN = 3 * ((2 << LEVELS_KNOWN) - 1) };

static void copy_row(const factors from, factors to)
{
    for (int k = 0; k < EG_SECTOR_FACTORS; k++)
        to[k] = from[k] + 0.0; /* no zero has a sign */
}

/* The factors of a corner of a closed fan behind the first. */
static void find_factor_row(const eg_bisected_triangle *triangle, int corner, factors row)
{
    static const eg_fan_end inside[2] = {EG_FAN_INSIDE, EG_FAN_INSIDE};
    eg_sector sector[2];
    factors found[3];
    eg_sector_of_points(triangle->x[corner], triangle->x[(corner + 1) % 3], triangle->x[(corner + 2) % 3],
                        &sector[0]);
    sector[1] = sector[0];
    eg_sector_factors(2, sector, inside, found);
    copy_row(found[1], row);
}

static int compare_rows(const void *a, const void *b)
{
    const double *left = a, *right = b;
    int order = 0;
    for (int k = 0; k < EG_SECTOR_FACTORS && order == 0; k++)
        order = (left[k] > right[k]) - (left[k] < right[k]);
    return order;
}

/* Of the first descendants of some roots. */
static int64_t fill_first_factors(const eg_deg *deg, const eg_bisected *roots, int64_t count, factors *row)
{
    int64_t rows = 0;
    for (int64_t r = 0; r < count; r++)
        for (uint64_t node = 1; node < 2u << LEVELS_KNOWN; node++) {
            int level = 63 - __builtin_clzll(node);
            uint64_t path = node - (1ull << level);
            uint64_t id =
                ((uint64_t)r << (EG_BISECTED_LEVEL + 1)) + ((2 * path + 1) << (EG_BISECTED_LEVEL - level));
            eg_bisected_triangle triangle;
            eg_bisected_find_triangle(roots, id, &triangle);
            for (int corner = 0; corner < 3; corner++, rows++) {
                find_factor_row(&triangle, corner, row[rows]);
                for (int k = 0; k < EG_SECTOR_FACTORS && deg->layout.precision == EG_F32; k++)
                    row[rows][k] = (double)(float)row[rows][k];
            }
        }
    return rows;
}

/* Those that the stars have. */
static eg_status read_rows(const eg_deg *deg, int64_t rows, factors *row)
{
    EG_SCRATCH void *reals = NULL;
    int64_t count = rows * EG_SECTOR_FACTORS;
    int64_t bytes = count * (int64_t)eg_real_size(deg->layout.precision);
    EG_TRY(eg_alloc(deg->context, bytes, 1, &reals));
    EG_TRY(eg_buffer_read(deg->stars.factor, 0, reals, bytes));
    for (int64_t i = 0; i < count; i++)
        row[i / EG_SECTOR_FACTORS][i % EG_SECTOR_FACTORS] = eg_layout_load(&deg->layout, reals, i);
    return EG_OK;
}

/* Ascending, each once. */
static int64_t sort_rows(factors *row, int64_t rows)
{
    int64_t kept = 0;
    qsort(row, (size_t)rows, sizeof *row, compare_rows);
    for (int64_t i = 0; i < rows; i++)
        if (i == 0 || compare_rows(row[i], row[kept - 1]) != 0)
            memmove(row[kept++], row[i], sizeof *row);
    return kept;
}

/* What a closed circle of one state gives. */
static const factors unit = {[EG_SECTOR_SHARE] = 1, [EG_SECTOR_U_U] = 1, [EG_SECTOR_W_W] = 1};

static int32_t find_unit_rows(const factors *row, int64_t rows)
{
    int32_t at = 0;
    while (at < rows && compare_rows(row[at], unit) != 0)
        at++;
    return at;
}

static eg_status take_known(eg_deg *deg, eg_deg_leaves *l, factors *row, int64_t rows)
{
    rows = sort_rows(row, rows);
    l->known_rows = (int32_t)rows;
    l->unit = find_unit_rows((const factors *)row, rows);
    l->begun = false;
    eg_buffer_destroy(&l->known);
    return eg_stepper_upload_reals(&deg->base, "known sectors", rows * EG_SECTOR_FACTORS, row[0], &l->known);
}

eg_status eg_deg_learn_sectors(eg_deg *deg, eg_deg_leaves *l, const eg_bisected *roots)
{
    EG_SCRATCH factors *row = NULL;
    int64_t count = eg_min_i64(roots->macro->base.all, ROOTS_KNOWN), there = deg->stars.rows;
    EG_TRY(eg_alloc(deg->context, there + 1 + count * CORNERS_KNOWN, sizeof *row, &row));
    EG_TRY(read_rows(deg, there, row));
    memcpy(row[there], unit, sizeof unit);
    int64_t first = fill_first_factors(deg, roots, count, &row[there + 1]);
    EG_TRY(take_known(deg, l, row, there + 1 + first));
    l->lessons++;
    return EG_OK;
}

/* ---- counting */

static eg_status fit_leaf_array(eg_deg *deg, eg_leaf_array array, int64_t bytes)
{
    EG_TRY(eg_owner_add(&deg->owned, EG_OWNED_BUFFER, &deg->leaves->array[array]));
    return eg_buffer_fit(deg->device, bytes, "fans of leaves", &deg->leaves->array[array]);
}

/* Numbers values, or those that are not 0: first[], before[], and their sum into counts[of]. */
static eg_status scan(eg_deg *deg, eg_leaf_array value, int of, bool ones, int64_t values)
{
    eg_deg_leaves *l = deg->leaves;
    int64_t groups = eg_ceil_div(values, LEAF_GROUP);
    eg_leaf_array first = EG_LEAF_FIRST + of, before = EG_LEAF_BEFORE + of;
    EG_TRY(fit_leaf_array(deg, first, values * 4));
    EG_TRY(fit_leaf_array(deg, before, groups * 8));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_SUMS, groups * 4));
    EG_TRY(EG_LAUNCH(l->kernel[EG_LEAF_COUNT], groups, EG_BUFFER("value", l->array[value]),
                     EG_BUFFER("first", l->array[first]), EG_BUFFER("count", l->array[EG_LEAF_SUMS]),
                     EG_INT("ones", ones), EG_LONG("values", values)));
    return EG_LAUNCH(l->kernel[EG_LEAF_SCAN], 1, EG_BUFFER("count", l->array[EG_LEAF_SUMS]),
                     EG_BUFFER("before", l->array[before]), EG_BUFFER("total", l->array[EG_LEAF_TOTALS]),
                     EG_INT("of", of), EG_LONG("groups", groups));
}

#define ARRAY(name, a) EG_BUFFER((name), l->array[(a)])
#define FIRST_OF(name, of) ARRAY(name, EG_LEAF_FIRST + (of))
#define BEFORE_OF(name, of) ARRAY(name, EG_LEAF_BEFORE + (of))

static eg_status read_fan_totals(const eg_deg *deg, int64_t totals[LEAF_COUNTS])
{
    return eg_buffer_read(deg->leaves->array[EG_LEAF_TOTALS], 0, totals,
                          LEAF_COUNTS * (int64_t)sizeof *totals);
}

/* How many fans there are, and on the boundary. */
static eg_status count_fans(eg_deg *deg, int64_t totals[LEAF_COUNTS])
{
    eg_deg_leaves *l = deg->leaves;
    int64_t corners = 3 * deg->mesh->base.own;
    EG_TRY(fit_leaf_array(deg, EG_LEAF_LENGTH, corners * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_BEGIN, corners * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_EDGE_LENGTH, corners * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_TOTALS, LEAF_COUNTS * 8));
    EG_TRY(eg_buffer_clear(l->array[EG_LEAF_TOTALS]));
    EG_TRY(EG_LAUNCH(l->kernel[EG_LEAF_FIND_FANS], eg_ceil_div(corners, LEAF_GROUP),
                     EG_BUFFER("link", deg->generation->link), EG_BUFFER("face", l->face),
                     EG_BUFFER("kind_of", l->kind), ARRAY("length", EG_LEAF_LENGTH),
                     ARRAY("begin", EG_LEAF_BEGIN), ARRAY("edge_rows", EG_LEAF_EDGE_LENGTH),
                     EG_LONG("corners", corners)));
    EG_TRY(scan(deg, EG_LEAF_LENGTH, LEAF_FANS, true, corners));
    EG_TRY(scan(deg, EG_LEAF_EDGE_LENGTH, LEAF_EDGES, true, corners));
    EG_TRY(scan(deg, EG_LEAF_EDGE_LENGTH, LEAF_EDGE_ROWS, false, corners));
    return read_fan_totals(deg, totals);
}

static eg_status list_fans(eg_deg *deg, const int64_t totals[LEAF_COUNTS])
{
    eg_deg_leaves *l = deg->leaves;
    int64_t corners = 3 * deg->mesh->base.own, bytes = deg->blocks * deg->layout.lanes * 12;
    EG_TRY(fit_leaf_array(deg, EG_LEAF_FAN_BEGIN, totals[LEAF_FANS] * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_FAN_LENGTH, totals[LEAF_FANS] * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_FAN_EDGE, totals[LEAF_FANS] * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_EDGE_FAN, totals[LEAF_EDGES] * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_WANTED, corners * 4));
    EG_TRY(eg_deg_take(deg, &deg->before->stars.fan, "fans of cells", bytes, &deg->stars.fan));
    EG_TRY(eg_buffer_clear(deg->stars.fan));
    return EG_LAUNCH(l->kernel[EG_LEAF_LIST], eg_ceil_div(corners, LEAF_GROUP),
                     EG_BUFFER("link", deg->generation->link), ARRAY("length", EG_LEAF_LENGTH),
                     ARRAY("begin", EG_LEAF_BEGIN), ARRAY("edge_rows", EG_LEAF_EDGE_LENGTH),
                     FIRST_OF("fan_first", LEAF_FANS), BEFORE_OF("fan_before", LEAF_FANS),
                     FIRST_OF("edge_first", LEAF_EDGES), BEFORE_OF("edges_before", LEAF_EDGES),
                     FIRST_OF("row_first", LEAF_EDGE_ROWS), BEFORE_OF("row_before", LEAF_EDGE_ROWS),
                     ARRAY("fan_begin", EG_LEAF_FAN_BEGIN), ARRAY("fan_length", EG_LEAF_FAN_LENGTH),
                     ARRAY("fan_edge", EG_LEAF_FAN_EDGE), ARRAY("edge_fan", EG_LEAF_EDGE_FAN),
                     EG_BUFFER("fan", deg->stars.fan), ARRAY("wanted", EG_LEAF_WANTED),
                     EG_LONG("corners", corners));
}

/* The rows of the corners before are room for those of the next. */
static eg_status look_up_sectors(eg_deg *deg)
{
    eg_deg_leaves *l = deg->leaves;
    int64_t corners = 3 * deg->mesh->base.own;
    eg_buffer *old = l->array[EG_LEAF_ROW];
    l->array[EG_LEAF_ROW] = l->array[EG_LEAF_OLD_ROW];
    l->array[EG_LEAF_OLD_ROW] = old;
    EG_TRY(fit_leaf_array(deg, EG_LEAF_ROW, corners * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_OLD_ROW, 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_IS_UNKNOWN, corners * 4));
    eg_status status = EG_LAUNCH(
        l->kernel[EG_LEAF_SECTORS], eg_ceil_div(corners, LEAF_GROUP), EG_BUFFER("x", l->x),
        ARRAY("wanted", EG_LEAF_WANTED), EG_BUFFER("from", deg->generation->from),
        EG_BUFFER("origin", deg->generation->origins), ARRAY("old_row", EG_LEAF_OLD_ROW),
        EG_BUFFER("known", l->known), ARRAY("row", EG_LEAF_ROW), ARRAY("unknown", EG_LEAF_IS_UNKNOWN),
        EG_INT("begun", l->begun), EG_INT("rows", l->known_rows), EG_LONG("corners", corners));
    l->begun = status == EG_OK;
    return status;
}

/* Rows of groups of stars, and sectors that are not known. */
static eg_status count_fan_rows(eg_deg *deg, int64_t totals[LEAF_COUNTS])
{
    eg_deg_leaves *l = deg->leaves;
    int64_t corners = 3 * deg->mesh->base.own, groups = deg->stars.groups;
    EG_TRY(fit_leaf_array(deg, EG_LEAF_LONGEST_FAN, groups * 4));
    EG_TRY(EG_LAUNCH(l->kernel[EG_LEAF_LONGEST], eg_ceil_div(groups, LEAF_GROUP),
                     ARRAY("fan_length", EG_LEAF_FAN_LENGTH), ARRAY("longest", EG_LEAF_LONGEST_FAN),
                     EG_LONG("fans", totals[LEAF_FANS]), EG_LONG("groups", groups)));
    EG_TRY(scan(deg, EG_LEAF_LONGEST_FAN, LEAF_ROWS, false, groups));
    EG_TRY(look_up_sectors(deg));
    EG_TRY(scan(deg, EG_LEAF_IS_UNKNOWN, LEAF_UNKNOWN, true, corners));
    return read_fan_totals(deg, totals);
}

/* ---- rows of stars */

static eg_status fill_fan_rows(eg_deg *deg, const int64_t totals[LEAF_COUNTS])
{
    eg_deg_leaves *l = deg->leaves;
    eg_deg_stars *stars = &deg->stars, *old = &deg->before->stars;
    int64_t bytes = totals[LEAF_ROWS] * STAR_FANS * 4, groups = stars->groups;
    EG_TRY(eg_deg_take(deg, &old->first, "fans", (groups + 1) * 8, &stars->first));
    EG_TRY(eg_deg_take(deg, &old->corner, "corners of fans", bytes, &stars->corner));
    EG_TRY(eg_deg_take(deg, &old->sector, "sectors of fans", bytes, &stars->sector));
    return EG_LAUNCH(l->kernel[EG_LEAF_FIND_ROWS], eg_ceil_div(groups * STAR_FANS, LEAF_GROUP),
                     EG_BUFFER("link", deg->generation->link), ARRAY("fan_begin", EG_LEAF_FAN_BEGIN),
                     ARRAY("fan_length", EG_LEAF_FAN_LENGTH), ARRAY("fan_edge", EG_LEAF_FAN_EDGE),
                     ARRAY("longest", EG_LEAF_LONGEST_FAN), FIRST_OF("row_first", LEAF_ROWS),
                     BEFORE_OF("row_before", LEAF_ROWS), ARRAY("row", EG_LEAF_ROW),
                     FIRST_OF("unknown_first", LEAF_UNKNOWN), BEFORE_OF("unknown_before", LEAF_UNKNOWN),
                     EG_BUFFER("first_row", stars->first), EG_BUFFER("fan_corner", stars->corner),
                     EG_BUFFER("fan_sector", stars->sector), EG_INT("unit", l->unit),
                     EG_INT("rows", l->known_rows),
                     EG_INT("edge_row", (int32_t)(l->known_rows + totals[LEAF_UNKNOWN])),
                     EG_LONG("fans", totals[LEAF_FANS]), EG_LONG("groups", groups));
}

static eg_status fill_leaf_factors(eg_deg *deg)
{
    eg_deg_leaves *l = deg->leaves;
    int64_t corners = 3 * deg->mesh->base.own;
    int64_t bytes = deg->stars.rows * EG_SECTOR_FACTORS * (int64_t)eg_real_size(deg->layout.precision);
    EG_TRY(eg_deg_take(deg, &deg->before->stars.factor, "factors of sectors", bytes, &deg->stars.factor));
    return EG_LAUNCH(l->kernel[EG_LEAF_FACTORS], eg_ceil_div(corners, LEAF_GROUP), EG_BUFFER("x", l->x),
                     ARRAY("unknown", EG_LEAF_IS_UNKNOWN), FIRST_OF("first", LEAF_UNKNOWN),
                     BEFORE_OF("before", LEAF_UNKNOWN), EG_BUFFER("known", l->known),
                     EG_BUFFER("factor", deg->stars.factor), EG_INT("rows", l->known_rows),
                     EG_LONG("corners", corners));
}

/* ---- fans on the boundary */

typedef struct edge_fans {
    int64_t count, rows;
    int32_t (*number)[LEAF_EDGE_NUMBERS];
    double (*place)[3][2]; /* [rows] */
    eg_sector *sector;     /* [rows + 1] */
    factors *row;          /* [rows + 1] */
    void *reals;           /* [rows][EG_SECTOR_FACTORS] of the state's precision */
} edge_fans;

static eg_status read_edges(eg_deg *deg, edge_fans *e)
{
    eg_deg_leaves *l = deg->leaves;
    EG_TRY(fit_leaf_array(deg, EG_LEAF_EDGE_NUMBER, e->count * LEAF_EDGE_NUMBERS * 4));
    EG_TRY(fit_leaf_array(deg, EG_LEAF_EDGE_PLACE, e->rows * 48));
    EG_TRY(EG_LAUNCH(l->kernel[EG_LEAF_FIND_EDGES], eg_ceil_div(e->count, LEAF_GROUP), EG_BUFFER("x", l->x),
                     EG_BUFFER("link", deg->generation->link), EG_BUFFER("face", l->face),
                     EG_BUFFER("kind_of", l->kind), ARRAY("fan_begin", EG_LEAF_FAN_BEGIN),
                     ARRAY("fan_edge", EG_LEAF_FAN_EDGE), ARRAY("edge_fan", EG_LEAF_EDGE_FAN),
                     ARRAY("numbers", EG_LEAF_EDGE_NUMBER), ARRAY("place", EG_LEAF_EDGE_PLACE),
                     EG_LONG("edges", e->count)));
    EG_TRY(
        eg_buffer_read(l->array[EG_LEAF_EDGE_NUMBER], 0, e->number, e->count * (int64_t)sizeof *e->number));
    return eg_buffer_read(l->array[EG_LEAF_EDGE_PLACE], 0, e->place, e->rows * (int64_t)sizeof *e->place);
}

static eg_fan_end end_of_arrays(int32_t kind)
{
    return kind == DEG_OPEN ? EG_FAN_OPEN : EG_FAN_WALL;
}

/* A fan's rows, and behind them one of air, which the next fan takes where there is none. */
static void find_edge_rows(const edge_fans *e, const int32_t number[LEAF_EDGE_NUMBERS])
{
    const eg_fan_end ends[2] = {end_of_arrays(number[LEAF_EDGE_FROM]), end_of_arrays(number[LEAF_EDGE_TO])};
    int32_t first = number[LEAF_EDGE_ROW], count = number[LEAF_EDGE_CORNERS];
    bool open = ends[0] == EG_FAN_OPEN || ends[1] == EG_FAN_OPEN;
    factors *found = &e->row[e->rows];
    for (int32_t i = 0; i < count; i++)
        eg_sector_of_points(e->place[first + i][0], e->place[first + i][1], e->place[first + i][2],
                            &e->sector[i]);
    eg_sector_factors(count, e->sector, ends, found);
    for (int32_t i = 0; i < count + open; i++)
        copy_row(found[i], e->row[first + i]);
}

static eg_status write_edges(eg_deg *deg, edge_fans *e, int64_t first_row)
{
    int64_t size = (int64_t)eg_real_size(deg->layout.precision);
    for (int64_t j = 0; j < e->count; j++)
        find_edge_rows(e, e->number[j]);
    for (int64_t k = 0; k < e->rows * EG_SECTOR_FACTORS; k++)
        eg_layout_store(&deg->layout, e->reals, k, e->row[k / EG_SECTOR_FACTORS][k % EG_SECTOR_FACTORS]);
    return eg_buffer_write(deg->stars.factor, first_row * EG_SECTOR_FACTORS * size, e->reals,
                           e->rows * EG_SECTOR_FACTORS * size);
}

static eg_status find_edges(eg_deg *deg, const int64_t totals[LEAF_COUNTS])
{
    eg_context *c = deg->context;
    edge_fans e = {.count = totals[LEAF_EDGES], .rows = totals[LEAF_EDGE_ROWS]};
    int64_t most = e.rows + 1; /* corners of one fan */
    EG_SCOPE(scope, c);
    if (e.count == 0)
        return EG_OK;
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(e.count, e.number), EG_BLOCK(e.rows, e.place),
                          EG_BLOCK(most, e.sector), EG_BLOCK(e.rows + most, e.row),
                          {e.rows * EG_SECTOR_FACTORS, 8, &e.reals}));
    EG_TRY(read_edges(deg, &e));
    return write_edges(deg, &e, deg->leaves->known_rows + totals[LEAF_UNKNOWN]);
}

/* ---- all of it */

eg_status eg_deg_find_stars(eg_deg *deg)
{
    int64_t totals[LEAF_COUNTS];
    eg_deg_stars *stars = &deg->stars;
    eg_deg_leaves *l = deg->leaves;
    EG_TRY(count_fans(deg, totals));
    stars->groups = eg_ceil_div(totals[LEAF_FANS], STAR_FANS);
    EG_TRY(list_fans(deg, totals));
    EG_TRY(count_fan_rows(deg, totals));
    stars->rows = l->known_rows + totals[LEAF_UNKNOWN] + totals[LEAF_EDGE_ROWS];
    EG_TRY(eg_deg_check_rows(deg, stars->rows));
    l->asks = totals[LEAF_UNKNOWN] > l->known_rows && l->lessons < LESSONS;
    EG_TRY(fill_fan_rows(deg, totals));
    EG_TRY(fill_leaf_factors(deg));
    EG_TRY(find_edges(deg, totals));
    int64_t values = stars->groups * STAR_VALUES * STAR_FANS;
    return eg_deg_take(deg, &deg->before->stars.star, "stars",
                       values * (int64_t)eg_real_size(deg->layout.precision), &stars->star);
}
