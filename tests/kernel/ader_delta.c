/* Delta functions in the cells of a mesh: moments, shares, and where they end. */
#include "ader_points.h"

/* Two media that meet at x = 0; the second is as good as the first where `contrast` is below a hundredth. */
typedef struct halves {
    double contrast;
} halves;

static eg_status halves_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const halves *h = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        values[2 * i] = 2 * (x[i][0] > 0 ? 1 + h->contrast : 1);
        values[2 * i + 1] = 3;
    }
    return EG_OK;
}

typedef struct shape {
    eg_context *context;
    eg_plane *mesh;
} shape;

/* The square from -2 to 2 in cells of 1/2. */
static shape open(bool triangles, double jitter)
{
    shape s;
    const eg_box_options box = {.origin = {-2, -2},
                                .size = {4, 4},
                                .cells = {8, 8},
                                .element = triangles ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE,
                                .jitter = jitter,
                                .shuffle = jitter > 0,
                                .seed = 3};
    assert_int_equal(eg_context_create(NULL, &s.context), EG_OK);
    assert_int_equal(eg_plane_box(s.context, &box, &s.mesh), EG_OK);
    return s;
}

static void close(shape *s)
{
    eg_plane_destroy(&s->mesh);
    assert_int_equal(eg_context_blocks_held(s->context), 0);
    eg_context_destroy(&s->context);
}

/* The integral of ((x - x_s) a)^n times part i of the delta functions, and of its size. */
static double moment(const eg_ader_location *location, const eg_ader_deltas *d, int64_t i,
                     const double x_s[2], const double a[2], int n, double *size)
{
    double points[EG_QUADRATURE_ANY_POINTS][2], weights[EG_QUADRATURE_ANY_POINTS], sum = 0;
    double basis[EG_MODES_MOST], x[EG_CELL_VERTICES][2], at[2];
    eg_cell_type type = (eg_cell_type)location->mesh->type[d->cell[i]];
    int degree = location->order - 1 + n, modes = eg_modal_count(location->order);
    double det = location->mesh->area[d->cell[i]] * (type == EG_TRIANGLE ? 2 : 1);
    eg_quadrature_any(type, degree, points, weights);
    eg_plane_cell_vertices(location->mesh, d->cell[i], x);
    for (int q = 0; q < eg_quadrature_count(type, degree); q++) {
        double value = 0;
        eg_modal_values(type, location->order, points[q], basis);
        eg_cell_map(type, (const double(*)[2])x, points[q], at);
        for (int k = 0; k < modes; k++)
            value += d->modes[i * modes + k] * basis[k];
        double p = pow((at[0] - x_s[0]) * a[0] + (at[1] - x_s[1]) * a[1], n);
        sum += weights[q] * det * value * p;
        *size += fabs(weights[q] * det * value * p);
    }
    return sum;
}

static const double locations[][2] = {{0.07, -0.11}, {0.25, 0}, {0.5, 0.5},      {0.5005, 0.4997},
                                      {-1.3, 2},     {-2, -2},  {1.97, 1.21},    {0, 0.3},
                                      {-1.5, 1.5},   {0, 0},    {0.999999, 1.2}, {2, 0.1}};
enum { PLACES = sizeof locations / sizeof *locations };

/* Whatever boundary or jump cuts the disc: what the cells' polynomials see is the delta function. */
static void moments_are_those_of_a_delta_function(void **state)
{
    (void)state;
    const double a[2] = {0.8, -0.6};
    for (int order = 1; order <= EG_ORDER_MOST; order += order < 4 ? 1 : 4)
        for (int kind = 0; kind < 8; kind++) {
            shape s = open(kind % 2, kind % 2 ? 0.2 : 0);
            halves medium = {kind / 2 % 2 ? 0.5 : 0};
            const eg_ader_location location = {s.mesh, &eg_linear_acoustic, halves_at, &medium, order};
            for (int i = 0; i < PLACES; i += order < 12 ? 1 : 5) {
                eg_ader_deltas d = {0};
                assert_int_equal(eg_ader_add_delta(&location, locations[i], kind / 4, &d), EG_OK);
                assert_true(d.count > 0);
                for (int n = 0; n < order; n++) {
                    double sum = 0, size = 0;
                    for (int64_t c = 0; c < d.count; c++)
                        sum += moment(&location, &d, c, locations[i], a, n, &size);
                    if (!(fabs(sum - (n == 0)) < 1e-11 * fmax(size, 1)))
                        fail_msg("order %d kind %d place %d moment %d: %.3g, size %g", order, kind, i, n,
                                 sum - (n == 0), size);
                }
                eg_ader_deltas_free(&d);
            }
            close(&s);
        }
}

/* The amount on each side of x = 0. */
static void amounts(const eg_ader_location *location, const eg_ader_deltas *d, const double x[2],
                    double amount[2])
{
    const double a[2] = {0, 0};
    double size = 0;
    amount[0] = amount[1] = 0;
    for (int64_t c = 0; c < d->count; c++)
        amount[location->mesh->base.centroid[d->cell[c]][0] > 0] += moment(location, d, c, x, a, 0, &size);
}

/* It ends where the medium jumps, and on the jump it is half on each side; a change of a thousandth is
 * none. */
static void ends_where_the_medium_jumps(void **state)
{
    (void)state;
    const struct {
        double contrast, x[2], left, right;
        bool both; /* cells on both sides have some of it */
    } cases[] = {{0.5, {0.05, 0.1}, 0, 1, false},   {0.5, {-0.2, 0.25}, 1, 0, false},
                 {0.5, {0, 0.2}, 0.5, 0.5, true},   {0.5, {0, 0}, 0.5, 0.5, true},
                 {1e-3, {0.05, 0.1}, NAN, 0, true}, {0.5, {1.5, 0.1}, 0, 1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int triangles = 0; triangles < 2; triangles++) {
            shape s = open(triangles, 0);
            halves medium = {cases[i].contrast};
            const eg_ader_location location = {s.mesh, &eg_linear_acoustic, halves_at, &medium, 3};
            eg_ader_deltas d = {0};
            double amount[2];
            bool side[2] = {false, false};
            assert_int_equal(eg_ader_add_delta(&location, cases[i].x, true, &d), EG_OK);
            for (int64_t c = 0; c < d.count; c++)
                side[s.mesh->base.centroid[d.cell[c]][0] > 0] = true;
            amounts(&location, &d, cases[i].x, amount);
            assert_int_equal(side[0] && side[1], cases[i].both);
            assert_true(isnan(cases[i].left) || fabs(amount[0] - cases[i].left) < 1e-12);
            assert_true(isnan(cases[i].left) || fabs(amount[1] - cases[i].right) < 1e-12);
            assert_true(fabs(amount[0] + amount[1] - 1) < 1e-12);
            eg_ader_deltas_free(&d);
            close(&s);
        }
}

/* A kernel that leaves a periodic square comes back on the other side; moved by a cell it is the same. */
static void goes_through_periodic_boundaries(void **state)
{
    (void)state;
    const double x[2][2] = {{1.9, 1.93}, {0.4, 0.43}};
    shape s = open(false, 0);
    halves medium = {0};
    double shift[2], sum[2] = {0, 0};
    eg_ader_deltas d[2] = {{0}, {0}};
    const eg_ader_location location = {s.mesh, &eg_linear_acoustic, halves_at, &medium, 4};
    for (int axis = 0; axis < 2; axis++)
        assert_int_equal(eg_plane_join(s.mesh,
                                       eg_mesh_boundary_index(&s.mesh->base, axis ? "bottom" : "left"),
                                       eg_mesh_boundary_index(&s.mesh->base, axis ? "top" : "right"), shift),
                         EG_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(eg_ader_add_delta(&location, x[i], true, &d[i]), EG_OK);
    assert_int_equal(d[0].count, d[1].count);
    for (int64_t k = 0; k < d[0].count * eg_modal_count(4); k++)
        for (int i = 0; i < 2; i++)
            sum[i] += d[i].modes[k] * d[i].modes[k];
    assert_true(fabs(sum[0] / sum[1] - 1) < 1e-10);
    for (int i = 0; i < 2; i++)
        eg_ader_deltas_free(&d[i]);
    close(&s);
}

static void outside_there_is_none(void **state)
{
    (void)state;
    const double x[2] = {2.1, 0};
    shape s = open(true, 0);
    halves medium = {0};
    eg_ader_deltas d = {0};
    const eg_ader_location location = {s.mesh, &eg_linear_acoustic, halves_at, &medium, 4};
    for (int smooth = 0; smooth < 2; smooth++)
        assert_int_equal(eg_ader_add_delta(&location, x, smooth, &d), EG_OK);
    assert_int_equal(d.count, 0);
    close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moments_are_those_of_a_delta_function),
        cmocka_unit_test(ends_where_the_medium_jumps),
        cmocka_unit_test(goes_through_periodic_boundaries),
        cmocka_unit_test(outside_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
