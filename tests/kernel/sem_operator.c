/* The operator of spectral elements against sums written out in long double, and what follows from the
 * equations. */
#include "kernel/sem_coefficients.h"

#include "element/line.h"
#include "long.h"

enum { MOST = 9, CUBE = MOST * MOST * MOST };

/* What a case varies. */
typedef struct variation {
    enum sem_mesh mesh;
    int kappa; /* entry of kappa_of */
    bool kappa_by_element, c_by_element, massless, store;
} variation;

static const variation all[] = {
    {SEM_AFFINE, 0, true, true, true, false},      {SEM_AFFINE, 0, false, false, false, false},
    {SEM_AFFINE, 2, true, true, false, false},     {SEM_AFFINE, 1, false, true, false, false},
    {SEM_TRILINEAR, 0, true, true, false, false},  {SEM_TRILINEAR, 0, false, false, true, false},
    {SEM_TRILINEAR, 1, true, false, false, false}, {SEM_TRILINEAR, 2, true, true, true, false},
    {SEM_TRILINEAR, 2, false, true, false, false}, {SEM_CURVED, 0, true, true, true, false},
    {SEM_CURVED, 2, false, false, false, false},   {SEM_MIXED, 0, true, true, false, false},
    {SEM_TRILINEAR, 0, true, true, false, true}};
enum { VARIATIONS = sizeof all / sizeof *all };

static eg_sem_options options_of(const variation *v, const eg_sem_boundary *boundary)
{
    return (eg_sem_options){
        .kappa_values = kappa_of[v->kappa].components,
        .kappa = {.function = &kappa_of[v->kappa].function, .by_element = v->kappa_by_element},
        .c = {.function = v->massless ? NULL : &c_of.function, .by_element = v->c_by_element},
        .store_metric = v->store,
        .boundary = boundary};
}

/* ---- the reference */

typedef struct line {
    int n;
    long double d[MOST][MOST], w[MOST];
} line;

static line line_of(int degree)
{
    line made = {.n = degree + 1};
    double x[MOST], w[MOST];
    eg_line_points_of((eg_line){EG_LINE_GLL, degree}, x);
    eg_gll_weights(degree, w);
    for (int i = 0; i <= degree; i++) {
        long double slope = 0;
        made.w[i] = w[i];
        for (int m = 0; m <= degree; m++) {
            long double product = 1;
            if (m == i)
                continue;
            for (int k = 0; k <= degree; k++)
                if (k != i && k != m)
                    product *= ((long double)x[i] - x[k]) / ((long double)x[m] - x[k]);
            made.d[i][m] = product / ((long double)x[m] - x[i]);
            slope += 1 / ((long double)x[i] - x[m]);
        }
        made.d[i][i] = slope;
    }
    return made;
}

static void tensor_at(const variation *v, const double x[3], long double t[3][3])
{
    double k[6];
    kappa_of[v->kappa].at(x, k);
    bool full = v->kappa == 2;
    const double six[6] = {k[0],
                           full ? k[1] : 0,
                           full ? k[2] : 0,
                           full ? k[3] : k[v->kappa == 1],
                           full ? k[4] : 0,
                           full ? k[5] : k[v->kappa == 1 ? 2 : 0]};
    const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t[i][j] = six[at[i][j]];
}

/* inverse[d][i] = d r_d / d x_i; returns the determinant. */
static long double invert(const double j[3][3], long double inverse[3][3])
{
    long double det = 0;
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++) {
            int a = (d + 1) % 3, b = (d + 2) % 3, k = (i + 1) % 3, l = (i + 2) % 3;
            inverse[d][i] = (long double)j[k][a] * j[l][b] - (long double)j[l][a] * j[k][b];
        }
    for (int i = 0; i < 3; i++)
        det += j[i][0] * inverse[0][i];
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++)
            inverse[d][i] /= det;
    return det;
}

/* Adds what an element gives: a loop over points of quadrature, in each the gradient of u, the flux, and its
 * product with the gradients of the functions that are not 0 there. */
static void add_element(const sem_problem *p, const variation *v, const line *l, int64_t element,
                        const double *u, long double *y)
{
    static double x[CUBE][3], jacobian[CUBE][3][3];
    static int32_t node[CUBE];
    int n = l->n;
    eg_hex_grid *grid;
    OK(p, eg_hex_grid_create(p->mesh, n - 1, &grid));
    eg_hex_grid_fill(grid, element, x, jacobian);
    eg_hex_grid_destroy(&grid);
    eg_hex_element_nodes(p->mesh, p->nodes, element, node);
    for (int q = 0; q < n * n * n; q++) {
        const int at[3] = {q % n, q / n % n, q / (n * n)}, stride[3] = {1, n, n * n};
        const double *centre = p->mesh->base.centroid[element];
        long double t[3][3], inverse[3][3], slope[3] = {0}, gradient[3] = {0}, flux[3] = {0};
        long double weight =
            invert((const double(*)[3])jacobian[q], inverse) * l->w[at[0]] * l->w[at[1]] * l->w[at[2]];
        double c = 0;
        tensor_at(v, v->kappa_by_element ? centre : x[q], t);
        if (!v->massless)
            c_1(v->c_by_element ? centre : x[q], &c);
        for (int d = 0; d < 3; d++)
            for (int m = 0; m < n; m++)
                slope[d] += l->d[at[d]][m] * u[node[q + (m - at[d]) * stride[d]]];
        for (int i = 0; i < 3; i++)
            for (int d = 0; d < 3; d++)
                gradient[i] += inverse[d][i] * slope[d];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                flux[i] += t[i][j] * gradient[j];
        for (int d = 0; d < 3; d++) {
            long double along = 0;
            for (int i = 0; i < 3; i++)
                along += inverse[d][i] * flux[i];
            for (int m = 0; m < n; m++)
                y[node[q + (m - at[d]) * stride[d]]] += weight * l->d[at[d]][m] * along;
        }
        y[node[q]] += weight * c * u[node[q]];
    }
}

typedef struct vectors {
    double *u, *y;
    long double *expected;
    int64_t count;
} vectors;

static vectors vectors_of(const sem_problem *p)
{
    vectors v = {.count = p->nodes->nodes};
    v.u = calloc((size_t)v.count, sizeof *v.u);
    v.y = calloc((size_t)v.count, sizeof *v.y);
    v.expected = calloc((size_t)v.count, sizeof *v.expected);
    assert_true(v.u && v.y && v.expected);
    for (int64_t i = 0; i < v.count; i++)
        v.u[i] = sem_random(i);
    return v;
}

static void vectors_free(vectors *v)
{
    free(v->u);
    free(v->y);
    free(v->expected);
}

/* Largest difference over the largest value. */
static double difference_of(const vectors *v)
{
    long double largest = 0, difference = 0;
    for (int64_t i = 0; i < v->count; i++) {
        largest = fmaxl(largest, fabsl(v->expected[i]));
        difference = fmaxl(difference, fabsl(v->expected[i] - v->y[i]));
        assert_true(isfinite(v->y[i]));
    }
    assert_true(largest > 0);
    return (double)(difference / largest);
}

static double compare(sem_problem *p, const variation *v, int degree, eg_precision precision,
                      eg_sem_variant variant)
{
    static const eg_sem_boundary natural[8];
    const line l = line_of(degree);
    eg_sem_options options = options_of(v, natural);
    options.precision = precision;
    options.variant = variant;
    sem_build(p, degree, &options);
    vectors w = vectors_of(p);
    for (int64_t i = 0; i < w.count; i++)
        w.u[i] = precision == EG_F32 ? (float)w.u[i] : w.u[i];
    for (int64_t e = 0; e < p->mesh->base.held; e++)
        add_element(p, v, &l, e, w.u, w.expected);
    sem_multiply(p, w.u, w.y);
    double difference = difference_of(&w);
    vectors_free(&w);
    sem_clear(p);
    return difference;
}

static void operator_is_that_of_the_equations(void **state)
{
    (void)state;
    sem_problem p;
    sem_begin(&p, "host:1");
    for (int i = 0; i < VARIATIONS; i++) {
        sem_set_mesh(&p, all[i].mesh, 3);
        for (int degree = 1; degree <= 8; degree++) {
            if (!is_combined(i, degree, 3))
                continue;
            double difference = compare(&p, &all[i], degree, EG_F64, EG_SEM_AUTO);
            if (!(difference < 4e-14))
                fail_msg("variation %d, degree %d: %g", i, degree, difference);
        }
        eg_hexes_destroy(&p.mesh);
    }
    sem_end(&p);
}

static void in_single_precision_too(void **state)
{
    (void)state;
    sem_problem p;
    sem_begin(&p, "host:1");
    for (int i = 0; i < VARIATIONS; i += 3) {
        sem_set_mesh(&p, all[i].mesh, 3);
        for (int degree = 2; degree <= 8; degree += 3) {
            double difference = compare(&p, &all[i], degree, EG_F32, EG_SEM_AUTO);
            if (!(difference < 2e-5))
                fail_msg("variation %d, degree %d: %g", i, degree, difference);
            assert_true(difference > 1e-9);
        }
        eg_hexes_destroy(&p.mesh);
    }
    sem_end(&p);
}

/* ---- what follows from the equations */

static double product(const double *a, const double *b, int64_t count)
{
    long double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += (long double)a[i] * b[i];
    return (double)sum;
}

static void check_symmetry(sem_problem *p, const variation *v, int degree)
{
    static const eg_sem_boundary natural[8];
    const eg_sem_options options = options_of(v, natural);
    sem_build(p, degree, &options);
    vectors a = vectors_of(p), b = vectors_of(p);
    for (int64_t i = 0; i < b.count; i++)
        b.u[i] = sem_random(i + 1000000);
    sem_multiply(p, a.u, a.y);
    sem_multiply(p, b.u, b.y);
    double aa = product(a.u, a.y, a.count), bb = product(b.u, b.y, b.count);
    double left = product(a.u, b.y, a.count), right = product(b.u, a.y, a.count);
    assert_true(aa > 0 && bb > 0);
    if (!(fabs(left - right) < 1e-13 * (aa + bb)))
        fail_msg("degree %d: %.17g and %.17g of %g", degree, left, right, aa);
    for (int64_t i = 0; i < a.count; i++)
        a.u[i] = 1;
    sem_multiply(p, a.u, a.y);
    long double sum = 0;
    double largest = 0, size = 0;
    for (int64_t i = 0; i < a.count; i++) {
        sum += a.y[i];
        largest = fmax(largest, fabs(a.y[i]));
        size = fmax(size, fabs(b.y[i]));
    }
    if (v->massless) /* constants are in the kernel */
        assert_true(largest < 1e-13 * size);
    else /* and else give the mass */
        assert_true(sum > 0.5 && largest > 1e-6 * size);
    vectors_free(&a);
    vectors_free(&b);
    sem_clear(p);
}

static void operator_is_symmetric_and_positive(void **state)
{
    (void)state;
    sem_problem p;
    sem_begin(&p, "host:1");
    for (int i = 0; i < VARIATIONS; i++) {
        sem_set_mesh(&p, all[i].mesh, 3);
        for (int degree = 1; degree <= 7; degree += 3)
            if (is_combined(i, degree, 2))
                check_symmetry(&p, &all[i], degree);
        eg_hexes_destroy(&p.mesh);
    }
    sem_end(&p);
}

/* The diagonal that preconditions, against A applied to unit vectors. */
static void diagonal_is_that_of_the_operator(void **state)
{
    (void)state;
    sem_problem p;
    sem_begin(&p, "host:1");
    const int which[] = {1, 3, 7, 10, 11};
    for (size_t i = 0; i < sizeof which / sizeof *which; i++) {
        static const eg_sem_boundary natural[8];
        const eg_sem_options options = options_of(&all[which[i]], natural);
        sem_set_mesh(&p, all[which[i]].mesh, 2);
        sem_build(&p, 3, &options);
        vectors v = vectors_of(&p);
        double *inverse = sem_inverse_diagonal(&p);
        memset(v.u, 0, (size_t)v.count * sizeof *v.u);
        for (int64_t k = 0; k < v.count; k += 1 + k % 5) {
            v.u[k] = 1;
            sem_multiply(&p, v.u, v.y);
            v.u[k] = 0;
            double diagonal = 1 / inverse[k];
            if (!(fabs(v.y[k] - diagonal) < 1e-13 * diagonal))
                fail_msg("case %zu, node %d: %.17g, not %.17g", i, (int)k, diagonal, v.y[k]);
        }
        free(inverse);
        vectors_free(&v);
        sem_clear(&p);
        eg_hexes_destroy(&p.mesh);
    }
    sem_end(&p);
}

/* The volume is the sum of the masses: that of the unit cube where the mesh is its. */
static void mass_is_the_volume(void **state)
{
    (void)state;
    sem_problem p;
    sem_begin(&p, "host:1");
    for (int degree = 2; degree <= 6; degree += 2) {
        static const eg_sem_boundary natural[8];
        const eg_sem_options options = {.kappa = {.constant = {1}}, .boundary = natural};
        sem_set_mesh(&p, SEM_TRILINEAR, 3);
        sem_build(&p, degree, &options);
        double sum = 0;
        const double *mass;
        OK(&p, eg_sem_mass(p.sem, &mass));
        for (int64_t i = 0; i < p.nodes->nodes; i++)
            sum += mass[i];
        assert_true(fabs(sum - 1) < 1e-13);
        sem_clear(&p);
        eg_hexes_destroy(&p.mesh);
    }
    sem_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operator_is_that_of_the_equations),
        cmocka_unit_test(in_single_precision_too),
        cmocka_unit_test(operator_is_symmetric_and_positive),
        cmocka_unit_test(diagonal_is_that_of_the_operator),
        cmocka_unit_test(mass_is_the_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
