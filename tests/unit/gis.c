/* Fields of cells on squares and as outlines: against what each cell says, for cells chosen at random. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/gis/breaks.h"
#include "io/gis/gis.h"

enum { CELLS = 2000 };

typedef struct fixture {
    eg_context *context;
    eg_plane *mesh;
    eg_snapshot_geometry geometry;
    double values[CELLS];
} fixture;

static void begin(fixture *f, eg_box_element element, int64_t nx, int64_t ny, double jitter)
{
    const eg_box_options box = {.origin = {3, -2},
                                .size = {4, 3},
                                .cells = {nx, ny},
                                .element = element,
                                .jitter = jitter,
                                .shuffle = jitter > 0,
                                .seed = 7};
    assert_int_equal(eg_context_create(NULL, &f->context), EG_OK);
    assert_int_equal(eg_plane_box(f->context, &box, &f->mesh), EG_OK);
    assert_true(f->mesh->base.own <= CELLS);
    f->geometry = (eg_snapshot_geometry){.context = f->context,
                                         .nodes = f->mesh->nodes,
                                         .cells = f->mesh->base.own,
                                         .x = f->mesh->x,
                                         .first = f->mesh->first,
                                         .vertex = f->mesh->vertex};
}

static void end(fixture *f)
{
    eg_plane_destroy(&f->mesh);
    assert_int_equal(eg_context_blocks_held(f->context), 0);
    eg_context_destroy(&f->context);
}

/* ---- outlines */

static bool is_inside(const eg_gis_outline *o, int64_t ring, const double *p)
{
    bool inside = false;
    int64_t first = o->first[ring], last = o->first[ring + 1];
    for (int64_t i = first, j = last - 1; i < last; j = i++) {
        const double *a = o->x[i], *b = o->x[j];
        if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]))
            inside = !inside;
    }
    return inside;
}

/* In an outer ring and in none of its holes. */
static bool is_covered(const eg_gis_outline *o, const double *p)
{
    int covering = 0;
    for (int64_t r = 0; r < o->rings; r++) {
        if (o->within[r] >= 0 || !is_inside(o, r, p))
            continue;
        bool in_hole = false;
        for (int64_t h = 0; h < o->rings; h++)
            in_hole |= o->within[h] == r && is_inside(o, h, p);
        covering += !in_hole;
    }
    assert_true(covering <= 1); /* polygons do not overlap */
    return covering == 1;
}

static void assert_simple(const eg_gis_outline *o)
{
    for (int64_t r = 0; r < o->rings; r++) {
        assert_true(o->first[r + 1] - o->first[r] >= 3);
        assert_true((o->area[r] < 0) == (o->within[r] >= 0));
        if (o->within[r] >= 0)
            assert_true(o->area[o->within[r]] > -o->area[r]);
        for (int64_t i = o->first[r]; i < o->first[r + 1]; i++)
            for (int64_t j = i + 1; j < o->first[r + 1]; j++)
                assert_true(memcmp(o->x[i], o->x[j], sizeof o->x[i]) != 0);
    }
}

static void assert_outline(fixture *f)
{
    eg_gis_outline *o;
    double area = 0, whole = 0;
    assert_int_equal(eg_gis_outline_create(f->context, &f->geometry, f->values, 0.5, &o), EG_OK);
    assert_simple(o);
    for (int64_t c = 0; c < f->geometry.cells; c++) {
        bool above = f->values[c] > 0.5;
        area += above ? f->mesh->area[c] : 0;
        assert_true(is_covered(o, f->mesh->base.centroid[c]) == above);
    }
    for (int64_t r = 0; r < o->rings; r++)
        whole += o->area[r];
    assert_true(fabs(whole - area) < 1e-12);
    eg_gis_outline_destroy(&o);
    assert_null(o);
}

static void outlines_of_any_cells(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        fixture f = {0};
        begin(&f, i % 2 ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE, 20, 15, i % 3 ? 0.2 : 0);
        srand((unsigned)i);
        for (int64_t c = 0; c < f.geometry.cells; c++)
            f.values[c] = rand() % 100 < 5 + 4 * i ? 1 : c % 2 ? 0.5 : NAN;
        assert_outline(&f);
        end(&f);
    }
}

/* A ring of cells round one, two that meet at a node, nothing, all. */
static void outlines_by_hand(void **state)
{
    (void)state;
    fixture f = {0};
    eg_gis_outline *o;
    begin(&f, EG_BOX_QUADRANGLE, 5, 5, 0);
    for (int64_t c = 0; c < 25; c++) {
        const double *x = f.mesh->base.centroid[c];
        int column = (int)((x[0] - 3) / 0.8), row = (int)((x[1] + 2) / 0.6);
        f.values[c] = (column < 3 && row < 3 && (column != 1 || row != 1)) || (column == 3 && row == 3);
    }
    assert_int_equal(eg_gis_outline_create(f.context, &f.geometry, f.values, 0.5, &o), EG_OK);
    assert_int_equal(o->rings, 3);
    int holes = 0;
    for (int64_t r = 0; r < 3; r++)
        holes += o->within[r] >= 0;
    assert_int_equal(holes, 1);
    eg_gis_outline_destroy(&o);
    assert_outline(&f);
    for (int64_t c = 0; c < 25; c++)
        f.values[c] = 1;
    assert_outline(&f);
    assert_int_equal(eg_gis_outline_create(f.context, &f.geometry, f.values, 1, &o), EG_OK);
    assert_int_equal(o->rings, 0);
    eg_gis_outline_destroy(&o);
    end(&f);
}

/* ---- squares */

static void squares_have_the_cells_there(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        fixture f = {0};
        eg_raster *raster;
        begin(&f, i % 2 ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE, 16, 12, i / 2 ? 0.2 : 0);
        for (int64_t c = 0; c < f.geometry.cells; c++)
            f.values[c] = (double)c;
        /* of the first their middles are nodes and edges of the cells */
        assert_int_equal(eg_gis_grid(f.context, &f.geometry, i < 2 ? 0.25 : 0.07, &raster), EG_OK);
        if (i < 2)
            raster->first[0] = 3, raster->first[1] = -2;
        assert_int_equal(eg_gis_fill(&f.geometry, f.values, raster), EG_OK);
        for (int64_t k = 0; k < raster->columns * raster->rows; k++) {
            double x[3] = {raster->first[0] + (double)(k % raster->columns) * raster->spacing,
                           raster->first[1] + (double)(k / raster->columns) * raster->spacing, 0};
            bool within = x[0] >= 3 && x[0] <= 7 && x[1] >= -2 && x[1] <= 1;
            assert_true(isnan(raster->value[k]) == !within);
            if (!within)
                continue;
            int64_t cell = (int64_t)raster->value[k];
            const double *m = f.mesh->base.centroid[cell];
            assert_true(hypot(m[0] - x[0], m[1] - x[1]) < 0.3);
        }
        eg_raster_destroy(&raster);
        end(&f);
    }
}

static void too_many_squares(void **state)
{
    (void)state;
    fixture f = {0};
    eg_raster *raster;
    begin(&f, EG_BOX_QUADRANGLE, 2, 2, 0);
    assert_int_equal(eg_gis_grid(f.context, &f.geometry, 1e-12, &raster), EG_MEMORY);
    assert_non_null(strstr(eg_context_error(f.context), " fits"));
    assert_null(raster);
    end(&f);
}

/* Written and read again, with missing numbers. */
static void grids_are_read_again(void **state)
{
    (void)state;
    fixture f = {0};
    eg_raster *raster, *again;
    char path[] = "/tmp/eagre-gis-XXXXXX.asc";
    int file = mkstemps(path, 4);
    assert_true(file >= 0 && close(file) == 0);
    begin(&f, EG_BOX_TRIANGLE, 9, 7, 0.2);
    for (int64_t c = 0; c < f.geometry.cells; c++)
        f.values[c] = c % 5 ? sin((double)c) * pow(10, (double)(c % 11) - 5) : NAN;
    assert_int_equal(eg_gis_grid(f.context, &f.geometry, 0.1, &raster), EG_OK);
    assert_int_equal(eg_gis_fill(&f.geometry, f.values, raster), EG_OK);
    for (int single = 0; single < 2; single++) {
        assert_int_equal(eg_raster_write(f.context, path, raster, single), EG_OK);
        assert_int_equal(eg_raster_read(f.context, path, NULL, &again), EG_OK);
        assert_int_equal(again->columns, raster->columns);
        assert_int_equal(again->rows, raster->rows);
        for (int k = 0; k < 2; k++)
            assert_true(fabs(again->first[k] - raster->first[k]) < 1e-12);
        for (int64_t i = 0; i < raster->columns * raster->rows; i++) {
            double value = raster->value[i], got = again->value[i];
            assert_true(isnan(value) ? isnan(got) : got == value || (single && (float)got == (float)value));
        }
        eg_raster_destroy(&again);
    }
    eg_raster_destroy(&raster);
    assert_int_equal(remove(path), 0);
    end(&f);
}

/* ---- breaklines */

/* Lines as shapes of two points each. */
static eg_gis_shapes lines_of(const double (*line)[4], int64_t count, int64_t *first, double (*x)[3])
{
    for (int64_t i = 0; i < 2 * count; i++) {
        x[i][0] = line[i / 2][2 * (i % 2)];
        x[i][1] = line[i / 2][2 * (i % 2) + 1];
    }
    for (int64_t i = 0; i <= count; i++)
        first[i] = 2 * i;
    static char name[] = "lines";
    return (eg_gis_shapes){.name = name, .parts = count, .points = 2 * count, .first = first, .x = x};
}

/* In a square of 10 m: how many pieces lines become, of what length in all, and how many nodes the ring has. */
static void assert_pieces(eg_context *context, const double (*line)[4], int64_t count, int64_t pieces,
                          double length, int64_t on_ring)
{
    double corner[4][2] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}, area = 100, x[20][3], sum = 0;
    int64_t ring[2] = {0, 4}, within = -1, first[11];
    const eg_gis_outline outline = {context, 1, 4, corner, ring, &area, &within};
    const eg_gis_shapes lines = lines_of(line, count, first, x);
    eg_gis_breaks made = {.context = context};
    assert_int_equal(eg_gis_breaks_make(&outline, &lines, 0.05, &made), EG_OK);
    assert_int_equal(made.pieces, pieces);
    for (int64_t i = 0; i < made.pieces; i++) {
        const double *a = made.x[made.piece[i][0]], *b = made.x[made.piece[i][1]];
        sum += hypot(a[0] - b[0], a[1] - b[1]);
        assert_int_equal(made.piece[i][2], 0);
    }
    assert_true(fabs(sum - length) < 1e-9);
    assert_int_equal(made.ring_first[1], on_ring);
    eg_gis_breaks_free(&made);
}

static void breaklines_become_pieces(void **state)
{
    eg_context *context;
    (void)state;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    assert_pieces(context, (const double[][4]){{2, 5, 8, 5}}, 1, 1, 6, 4);
    assert_pieces(context, (const double[][4]){{-5, 5, 15, 5}}, 1, 1, 10, 6);                 /* leaves */
    assert_pieces(context, (const double[][4]){{-5, 5, 15, 5}, {5, -5, 5, 15}}, 2, 4, 20, 8); /* cross */
    assert_pieces(context, (const double[][4]){{2, 5, 8, 5}, {5, 5, 5, 8}}, 2, 3, 9, 4);      /* touch */
    assert_pieces(context, (const double[][4]){{2, 5, 8, 5}, {5, 5.04, 5, 8}}, 2, 3,
                  2 * hypot(3, 0.04) + 2.96, 4);                                         /* nearly */
    assert_pieces(context, (const double[][4]){{2, 5, 8, 5}, {4, 5, 6, 5}}, 2, 3, 6, 4); /* overlap */
    assert_pieces(context, (const double[][4]){{2, 5, 8, 5}, {8, 5, 2, 5}}, 2, 1, 6, 4); /* twice */
    assert_pieces(context, (const double[][4]){{0, 0, 10, 0}, {2, 2, 8, 8}}, 2, 1, 6 * sqrt(2),
                  4);                                                                   /* on the edge */
    assert_pieces(context, (const double[][4]){{0, 5, 5, 5}}, 1, 1, 5, 5);              /* from the edge */
    assert_pieces(context, (const double[][4]){{0, 0, 10, 10}}, 1, 1, 10 * sqrt(2), 4); /* from corners */
    assert_int_equal(eg_context_blocks_held(context), 0);
    eg_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines_of_any_cells),        cmocka_unit_test(outlines_by_hand),
        cmocka_unit_test(squares_have_the_cells_there), cmocka_unit_test(too_many_squares),
        cmocka_unit_test(grids_are_read_again),         cmocka_unit_test(breaklines_become_pieces),
    };
    return cmocka_run_group_tests_name("gis", tests, NULL, NULL);
}
