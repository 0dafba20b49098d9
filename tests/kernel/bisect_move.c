/* States on triangles that change: polynomials stay, integrals are kept, what was halved comes back, the same
 * bits on every device and in every layout. */
#include "unit/device_fixture.h"

#include <math.h>

#include "scheme/bisect/move.h"
#include "unit/bisected_meshes.h"

enum { VARIABLES = 2 };

/* Values of cells, [cell][variable][node]. */
typedef struct field {
    int64_t cells;
    double *value;
} field;

typedef struct problem {
    const fixture *f;
    eg_device *device;
    eg_plane *macro;
    eg_bisected *leaves;
    eg_triangle element;
    eg_bisect_mover *mover;
    int bits; /* of the packs of new states; old ones have one cell more or less */
} problem;

static void begin(const fixture *f, const char *spec, int degree, int bits, problem *p)
{
    *p = (problem){.f = f, .bits = bits, .macro = make_macro(f->context, MACRO_SHAKEN)};
    p->leaves = random_leaves(p->macro, 7, 4, 5);
    assert_int_equal(eg_triangle_create(f->context, degree, 2 * degree, degree + 2, &p->element), EG_OK);
    assert_int_equal(eg_device_open(f->context, spec, &p->device), EG_OK);
    if (eg_bisect_mover_create(f->context, p->device, &p->element, VARIABLES, EG_F64, &p->mover) != EG_OK)
        fail_msg("%s: %s", spec, eg_context_error(f->context));
}

static void end(problem *p)
{
    eg_bisect_mover_destroy(&p->mover);
    eg_device_close(&p->device);
    eg_triangle_destroy(&p->element);
    eg_bisected_destroy(&p->leaves);
    eg_plane_destroy(&p->macro);
}

/* ---- fields */

static field create_field(const problem *p, int64_t cells)
{
    field f = {cells, calloc((size_t)(cells * VARIABLES * p->element.nodes), sizeof *f.value)};
    assert_non_null(f.value);
    return f;
}

/* Of the degree of the element, another one for each variable. */
static double polynomial(int degree, const double x[2], int v)
{
    double value = 0.3 + v;
    for (int k = 1; k <= degree; k++)
        value = value * (0.7 * x[0] - (0.4 + v) * x[1] + 0.1 * k) + 0.5;
    return value;
}

static field polynomials(const problem *p)
{
    field f = create_field(p, p->leaves->leaves);
    for (int64_t c = 0, at = 0; c < f.cells; c++) {
        eg_bisected_triangle t;
        eg_bisected_find_triangle(p->leaves, p->leaves->id[c], &t);
        for (int v = 0; v < VARIABLES; v++)
            for (int i = 0; i < p->element.nodes; i++) {
                const double *r = p->element.node[i];
                double x[2];
                for (int d = 0; d < 2; d++)
                    x[d] = t.x[0][d] + r[0] * (t.x[1][d] - t.x[0][d]) + r[1] * (t.x[2][d] - t.x[0][d]);
                f.value[at++] = polynomial(p->element.degree, x, v);
            }
    }
    return f;
}

static field rough(const problem *p)
{
    field f = create_field(p, p->leaves->leaves);
    uint64_t seed = 11;
    for (int64_t i = 0; i < f.cells * VARIABLES * p->element.nodes; i++)
        f.value[i] = (double)(next_random(&seed) % 20001) / 10000 - 1;
    return f;
}

static double largest_difference(const problem *p, field a, field b)
{
    double most = 0;
    assert_int_equal(a.cells, b.cells);
    for (int64_t i = 0; i < a.cells * VARIABLES * p->element.nodes; i++)
        most = fmax(most, fabs(a.value[i] - b.value[i]));
    return most;
}

static double integral(const problem *p, field f, int v)
{
    long double sum = 0;
    int n = p->element.nodes;
    for (int64_t c = 0; c < f.cells; c++) {
        eg_bisected_triangle t;
        eg_bisected_find_triangle(p->leaves, p->leaves->id[c], &t);
        double area = (t.x[1][0] - t.x[0][0]) * (t.x[2][1] - t.x[0][1]) -
                      (t.x[1][1] - t.x[0][1]) * (t.x[2][0] - t.x[0][0]);
        for (int i = 0; i < n; i++)
            sum += (long double)area * p->element.weight[i] * f.value[(c * VARIABLES + v) * n + i];
    }
    return (double)sum;
}

/* ---- moving */

static int64_t place(const problem *p, int bits, int64_t cell, int value)
{
    int64_t values = VARIABLES * p->element.nodes;
    return (cell >> bits) * (values << bits) + ((int64_t)value << bits) + (cell & ((1 << bits) - 1));
}

static eg_bisect_state upload(const problem *p, field f, int bits)
{
    int values = VARIABLES * p->element.nodes;
    int64_t room = (eg_ceil_div(f.cells, 1 << bits) << bits) * values;
    double *state = calloc((size_t)room, sizeof *state);
    eg_bisect_state s = {.bits = bits};
    for (int64_t c = 0; c < f.cells; c++)
        for (int i = 0; i < values; i++)
            state[place(p, bits, c, i)] = f.value[c * values + i];
    assert_int_equal(eg_buffer_upload(p->device, room * 8, "state", state, &s.values), EG_OK);
    free(state);
    return s;
}

static void download(const problem *p, eg_bisect_state s, field f)
{
    int values = VARIABLES * p->element.nodes;
    int64_t bytes = eg_buffer_bytes(s.values);
    double *state = malloc((size_t)bytes);
    assert_int_equal(eg_buffer_read(s.values, 0, state, bytes), EG_OK);
    for (int64_t c = 0; c < f.cells; c++)
        for (int i = 0; i < values; i++)
            f.value[c * values + i] = state[place(p, s.bits, c, i)];
    free(state);
}

static void move(const problem *p, const eg_bisected_transfer *t, field *f)
{
    eg_buffer *from, *origin;
    int32_t *kind = malloc((size_t)t->leaves * sizeof *kind);
    field next = create_field(p, t->leaves);
    eg_bisect_state old = upload(p, *f, p->bits ? p->bits - 1 : 2), to = upload(p, next, p->bits);
    for (int64_t i = 0; i < t->leaves; i++)
        kind[i] = t->origin[i];
    assert_int_equal(eg_buffer_upload(p->device, t->leaves * 4, "from", t->from, &from), EG_OK);
    assert_int_equal(eg_buffer_upload(p->device, t->leaves * 4, "origin", kind, &origin), EG_OK);
    assert_int_equal(eg_bisect_move(p->mover, old, from, origin, t->leaves, to), EG_OK);
    download(p, to, next);
    eg_buffer_destroy(&old.values);
    eg_buffer_destroy(&to.values);
    eg_buffer_destroy(&from);
    eg_buffer_destroy(&origin);
    free(kind);
    free(f->value);
    *f = next;
}

static void change(problem *p, const uint8_t *wish, field *f)
{
    eg_bisected *next;
    eg_bisected_transfer *t;
    assert_int_equal(pass_by(p->leaves, wish, &next, &t), EG_OK);
    assert_non_null(next);
    move(p, t, f);
    eg_bisected_transfer_destroy(&t);
    eg_bisected_destroy(&p->leaves);
    p->leaves = next;
}

static void change_at_random(problem *p, uint64_t seed, int finer, int coarser, field *f)
{
    uint8_t *wish = random_wishes(p->leaves, &seed, finer, coarser, 8);
    change(p, wish, f);
    free(wish);
}

/* ---- tests */

static void polynomials_stay(void **state)
{
    for (int degree = 1; degree <= EG_TRIANGLE_DEGREE; degree++) {
        problem p;
        begin(*state, "checked", degree, degree % 3, &p);
        field f = polynomials(&p);
        for (int i = 0; i < 6; i++)
            change_at_random(&p, (uint64_t)i, 30, 50, &f);
        field wanted = polynomials(&p);
        assert_true(largest_difference(&p, f, wanted) < 2e-13);
        free(f.value);
        free(wanted.value);
        end(&p);
    }
}

static void integrals_are_kept(void **state)
{
    for (int degree = 1; degree <= EG_TRIANGLE_DEGREE; degree++) {
        problem p;
        begin(*state, "host:1", degree, 2, &p);
        field f = rough(&p);
        double before[VARIABLES];
        for (int v = 0; v < VARIABLES; v++)
            before[v] = integral(&p, f, v);
        for (int i = 0; i < 10; i++)
            change_at_random(&p, (uint64_t)i, 20, 70, &f);
        for (int v = 0; v < VARIABLES; v++) /* the area is 2, values are up to 1 */
            assert_true(fabs(integral(&p, f, v) - before[v]) <= 1e-14 * 2);
        free(f.value);
        end(&p);
    }
}

/* Leaves that were halved and joined again have their values, zero too. */
static void what_was_halved_comes_back(void **state)
{
    for (int degree = 1; degree <= EG_TRIANGLE_DEGREE; degree += degree < 3 ? 1 : 3) {
        problem p;
        begin(*state, "host:2", degree, 3, &p);
        field f = rough(&p), wanted = rough(&p), none = create_field(&p, f.cells);
        uint8_t *wish = malloc((size_t)p.leaves->leaves * 8);
        uint64_t hash = p.leaves->hash;
        eg_bisected *begun = random_leaves(p.macro, 7, 4, 5);
        assert_true(begun->hash == hash);
        memset(wish, EG_BISECTED_FINER, (size_t)p.leaves->leaves);
        change(&p, wish, &f);
        while (p.leaves->hash != hash) {
            for (int64_t i = 0, k = 0; i < p.leaves->leaves; i++) {
                while (k < begun->leaves && begun->id[k] < p.leaves->id[i])
                    k++;
                wish[i] = k < begun->leaves && begun->id[k] == p.leaves->id[i] ? EG_BISECTED_KEEP
                                                                               : EG_BISECTED_COARSER;
            }
            change(&p, wish, &f);
        }
        assert_true(largest_difference(&p, f, wanted) < 2e-13);
        change_at_random(&p, 3, 40, 40, &none);
        for (int64_t i = 0; i < none.cells * VARIABLES * p.element.nodes; i++)
            assert_true(none.value[i] == 0);
        eg_bisected_destroy(&begun);
        free(wish);
        free(f.value);
        free(wanted.value);
        free(none.value);
        end(&p);
    }
}

static void bits_are_equal_everywhere(void **state)
{
    const fixture *f = *state;
    for (int degree = 2; degree <= 3; degree++) {
        field first = {0};
        for (int s = 0; s < f->specs; s++) {
            problem p;
            begin(f, f->spec[s], degree, s % 4, &p);
            field now = rough(&p);
            for (int i = 0; i < 3; i++)
                change_at_random(&p, (uint64_t)i, 20, 60, &now);
            if (s > 0)
                assert_memory_equal(now.value, first.value,
                                    (size_t)(now.cells * VARIABLES * p.element.nodes) * sizeof *now.value);
            free(s > 0 ? now.value : NULL);
            first = s > 0 ? first : now;
            end(&p);
        }
        free(first.value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials_stay),
        cmocka_unit_test(integrals_are_kept),
        cmocka_unit_test(what_was_halved_comes_back),
        cmocka_unit_test(bits_are_equal_everywhere),
    };
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
