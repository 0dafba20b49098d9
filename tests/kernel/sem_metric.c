/* What kernels find of the geometry when an operator is made, against the same expressions element after element, to
 * the last bit: diagonal, mass, integrals and the sums of elements. */
#include "kernel/sem_coefficients.h"

#include "comm/comm.h"
#include "element/line.h"
#include "kernel/there.h"
#include "long.h"
#include "scheme/sem/coarse/trilinear.h"

enum { MOST = 9, CUBE = MOST * MOST * MOST };

static void source_1(const double x[3], double *v)
{
    v[0] = x[0] - 0.4 * x[1] - x[2] * x[2];
}

static const sem_formula source_of = SEM_FORMULA(source_1, 1);

/* What a case varies. */
typedef struct variation {
    enum sem_mesh mesh;
    int kappa; /* entry of kappa_of */
    bool kappa_by_element, c_by_element, massless, store;
} variation;

static const variation all[] = {
    {SEM_AFFINE, 0, true, true, true, false},      {SEM_AFFINE, 0, false, false, false, false},
    {SEM_AFFINE, 2, true, true, false, false},     {SEM_TRILINEAR, 0, true, true, false, false},
    {SEM_TRILINEAR, 1, true, false, false, false}, {SEM_TRILINEAR, 2, false, true, false, false},
    {SEM_CURVED, 0, true, true, true, false},      {SEM_CURVED, 1, false, false, false, false},
    {SEM_MIXED, 0, false, true, false, false},     {SEM_TRILINEAR, 0, true, true, false, true}};
enum { VARIATIONS = sizeof all / sizeof *all };

/* What is expected: [nodes], and of the source [elements][2] sums of terms and of magnitudes. */
typedef struct expected {
    double *diagonal, *mass, *source;
    eg_sum (*row)[2];
} expected;

/* ---- the reference */

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* G = (w / |J|) g kappa g of a node, with g = |J| grad of the reference coordinates; returns |J|. */
static double find_metric(const double j[3][3], const double *k, int components, double weight,
                          double metric[3][3])
{
    double g[3][3], flux[3][3];
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++) {
            int a = (d + 1) % 3, b = (d + 2) % 3, p = (i + 1) % 3, q = (i + 2) % 3;
            g[d][i] = j[p][a] * j[q][b] - j[q][a] * j[p][b];
        }
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < 3; i++) {
            const double row[3][3] = {{k[0], components == 6 ? k[1] : 0, components == 6 ? k[2] : 0},
                                      {components == 6 ? k[1] : 0, k[components == 6 ? 3 : components == 3],
                                       components == 6 ? k[4] : 0},
                                      {components == 6 ? k[2] : 0, components == 6 ? k[4] : 0,
                                       k[components == 6   ? 5
                                         : components == 3 ? 2
                                                           : 0]}};
            flux[d][i] = components == 1 ? k[0] * g[d][i] : dot(row[i], g[d]);
        }
    double determinant = eg_hex_determinant(j), scale = weight / determinant;
    for (int d = 0; d < 3; d++)
        for (int e = d; e < 3; e++)
            metric[d][e] = scale * dot(g[d], flux[e]);
    return determinant;
}

static void evaluate(const sem_formula *f, bool by_element, const eg_hexes *mesh, int64_t element,
                     const double x[3], double *values)
{
    f->at(by_element ? mesh->base.centroid[element] : x, values);
}

/* The nodes of an element: metric, weights, and c |J| w. */
typedef struct element_terms {
    double metric[CUBE][3][3], volume[CUBE], mass[CUBE];
    double x[CUBE][3];
} element_terms;

static void find_terms(const sem_problem *p, const variation *v, eg_hex_grid *grid, const double *w,
                       int64_t element, element_terms *t)
{
    static double jacobian[CUBE][3][3];
    int n = p->nodes->degree + 1;
    eg_hex_grid_fill(grid, element, t->x, jacobian);
    for (int i = 0; i < n * n * n; i++) {
        double kappa[6], c = 0, weight = w[i % n] * w[i / n % n] * w[i / (n * n)];
        evaluate(&kappa_of[v->kappa], v->kappa_by_element, p->mesh, element, t->x[i], kappa);
        if (!v->massless)
            evaluate(&c_of, v->c_by_element, p->mesh, element, t->x[i], &c);
        double determinant = find_metric((const double(*)[3])jacobian[i], kappa,
                                         kappa_of[v->kappa].components, weight, t->metric[i]);
        t->volume[i] = weight * determinant;
        t->mass[i] = c * t->volume[i];
    }
}

/* The diagonal of an element's matrix at node i. */
static double diagonal_at(const element_terms *t, const double *d, int n, int i)
{
    const int at[3] = {i % n, i / n % n, i / (n * n)}, stride[3] = {1, n, n * n};
    double sum = t->mass[i];
    for (int a = 0; a < 3; a++)
        for (int m = 0; m < n; m++) {
            double slope = d[m * n + at[a]];
            sum += (slope * slope) * t->metric[i + (m - at[a]) * stride[a]][a][a];
        }
    for (int a = 0; a < 3; a++)
        for (int b = a + 1; b < 3; b++)
            sum += 2 * (d[at[a] * (n + 1)] * d[at[b] * (n + 1)]) * t->metric[i][a][b];
    return sum;
}

static void expect(const sem_problem *p, const variation *v, expected *e)
{
    static element_terms t;
    static int32_t node[CUBE];
    int degree = p->nodes->degree, n = degree + 1;
    double d[MOST * MOST], w[MOST];
    eg_hex_grid *grid;
    eg_line_derivative((eg_line){EG_LINE_GLL, degree}, d);
    eg_gll_weights(degree, w);
    OK(p, eg_hex_grid_create(p->mesh, degree, &grid));
    for (int64_t k = 0; k < p->mesh->base.held; k++) {
        find_terms(p, v, grid, w, k, &t);
        eg_hex_element_nodes(p->mesh, p->nodes, k, node);
        for (int i = 0; i < n * n * n; i++) {
            double source;
            source_1(t.x[i], &source);
            double term = source * t.volume[i];
            e->diagonal[node[i]] += diagonal_at(&t, d, n, i);
            e->mass[node[i]] += t.volume[i];
            e->source[node[i]] += term;
            eg_sum_add(&e->row[k][0], term);
            eg_sum_add(&e->row[k][1], fabs(term));
        }
    }
    eg_hex_grid_destroy(&grid);
}

/* ---- the comparison */

static void check_bits(const char *what, const double *is, const double *should_be, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (memcmp(&is[i], &should_be[i], sizeof *is) != 0)
            fail_msg("%s %d: %.17g, not %.17g", what, (int)i, is[i], should_be[i]);
}

/* Values on one side are given: sums at these nodes are found, too. */
static void check_case(sem_problem *p, const variation *v, int degree, eg_precision precision,
                       eg_sem_variant variant)
{
    static const eg_sem_boundary conditions[8] = {{.condition = EG_SEM_DIRICHLET}};
    const eg_sem_options options = {
        .precision = precision,
        .variant = variant,
        .kappa_values = kappa_of[v->kappa].components,
        .kappa = {.function = &kappa_of[v->kappa].function, .by_element = v->kappa_by_element},
        .c = {.function = v->massless ? NULL : &c_of.function, .by_element = v->c_by_element},
        .store_metric = v->store,
        .boundary = conditions,
        .matrix_only = true};
    const eg_sem_field source = {.function = &source_of.function};
    OK(p, eg_hex_nodes_create(p->mesh, degree, &p->nodes));
    if (degree % 2) /* the mesh of a run lists them */
        OK(p, eg_hex_nodes_list(p->mesh, p->nodes));
    OK(p, eg_sem_create(p->device, p->mesh, p->nodes, &options, &p->sem));
    size_t nodes = (size_t)p->nodes->nodes, elements = (size_t)p->mesh->base.held;
    expected e = {calloc(nodes, sizeof(double)), calloc(nodes, sizeof(double)), calloc(nodes, sizeof(double)),
                  calloc(elements, sizeof *e.row)};
    double *to = calloc(nodes, sizeof *to);
    eg_sum(*row)[2] = calloc(elements, sizeof *row);
    expect(p, v, &e);
    const double *mass;
    OK(p, eg_sem_mass(p->sem, &mass));
    OK(p, eg_sem_integrate(p->sem, &source, to, row));
    double *inverse = sem_inverse_diagonal(p);
    for (size_t i = 0; i < nodes; i++) {
        double rounded = 1 / e.diagonal[i];
        rounded = precision == EG_F32 ? (double)(float)rounded : rounded;
        e.diagonal[i] = eg_sem_dirichlet(p->sem)[i] ? 0 : rounded;
    }
    check_bits("inverse diagonal", inverse, e.diagonal, (int64_t)nodes);
    check_bits("mass", mass, e.mass, (int64_t)nodes);
    check_bits("integral", to, e.source, (int64_t)nodes);
    check_bits("sums of element", &row[0][0].high, &e.row[0][0].high, (int64_t)elements * 4);
    free(e.diagonal), free(e.mass), free(e.source), free(e.row), free(to), free(row), free(inverse);
    sem_clear(p);
}

static void check_device(const char *device)
{
    sem_problem p;
    int turn = 0;
    if (!is_there(device))
        return;
    sem_begin(&p, device);
    for (int i = 0; i < VARIATIONS; i++) {
        sem_set_mesh(&p, all[i].mesh, 3);
        for (int degree = 1; degree <= 8; degree++, turn++)
            if (is_long() || (i + degree) % (is_slow(device) ? 24 : 3) == 0)
                check_case(&p, &all[i], degree, turn % 2 ? EG_F32 : EG_F64,
                           turn % 4 < 2 ? EG_SEM_LANES : EG_SEM_COLUMNS);
        eg_hexes_destroy(&p.mesh);
    }
    sem_end(&p);
}

/* ---- kappa that a sem has already */

static int times_asked;

static void kappa_that_counts(const double x[3], double *v)
{
    times_asked++;
    kappa_1(x, v);
}

static const sem_formula counted = SEM_FORMULA(kappa_that_counts, 1);

static void check_values(sem_problem *p)
{
    eg_hex_grid *grid;
    static double x[CUBE][3], jacobian[CUBE][3][3], values[CUBE];
    int n = p->nodes->degree + 1;
    OK(p, eg_hex_grid_create(p->mesh, n - 1, &grid));
    for (int64_t e = 0; e < p->mesh->base.held; e++) {
        eg_hex_grid_fill(grid, e, x, jacobian);
        assert_true(eg_sem_kappa_at(p->sem, e, values));
        for (int i = 0; i < n * n * n; i++) {
            double wanted;
            kappa_1(x[i], &wanted);
            assert_true(values[i] == wanted);
        }
    }
    eg_hex_grid_destroy(&grid);
}

/* The vertices' matrix, whose entries are freed by the caller. */
static eg_sparse vertex_matrix(sem_problem *p, const eg_sem_options *options)
{
    const eg_trilinear_options how = {.enough = INT32_MAX};
    eg_trilinear made;
    OK(p, eg_trilinear_make(p->sem, options, &how, EG_OK, &made));
    eg_sparse matrix = made.matrix;
    made.matrix = (eg_sparse){.context = p->context};
    eg_trilinear_free(&made);
    return matrix;
}

static double *narrow_diagonal(sem_problem *p, const eg_sem_options *options)
{
    sem_problem narrow = *p;
    eg_sem_options in_f32 = *options;
    in_f32.precision = EG_F32;
    OK(p, eg_sem_create(p->device, p->mesh, p->nodes, &in_f32, &narrow.sem));
    assert_false(eg_sem_kappa_at(narrow.sem, 0, (double[CUBE]){0}));
    double *inverse = sem_inverse_diagonal(&narrow);
    eg_sem_destroy(&narrow.sem);
    return inverse;
}

/* The same precision takes its rows, another one copies them. Curved elements keep none. */
static void a_known_kappa_is_not_evaluated_again(void **state)
{
    static const enum sem_mesh meshes[] = {SEM_AFFINE, SEM_TRILINEAR, SEM_CURVED};
    (void)state;
    for (int m = 0; m < 3; m++)
        for (int degree = 1; degree < 4; degree++) {
            sem_problem p;
            sem_begin(&p, "host:2");
            sem_set_mesh(&p, meshes[m], 3);
            eg_sem_boundary boundary[6] = {{.condition = EG_SEM_DIRICHLET}};
            eg_sem_options options = {.precision = EG_F64,
                                      .kappa.function = &counted.function,
                                      .boundary = boundary,
                                      .matrix_only = true};
            sem_build(&p, degree, &options);
            bool keeps = meshes[m] != SEM_CURVED;
            if (keeps)
                check_values(&p);
            assert_int_equal(eg_sem_kappa_at(p.sem, 0, (double[CUBE]){0}), keeps);
            eg_sparse evaluated = vertex_matrix(&p, &options), known;
            double *of_evaluated = narrow_diagonal(&p, &options);
            options.known = p.sem;
            times_asked = 0;
            known = vertex_matrix(&p, &options);
            double *of_known = narrow_diagonal(&p, &options);
            assert_int_equal(times_asked == 0, keeps);
            size_t entries = (size_t)known.first[known.rows];
            assert_int_equal(evaluated.first[evaluated.rows], entries);
            assert_memory_equal(known.value, evaluated.value, entries * sizeof *known.value);
            assert_memory_equal(of_known, of_evaluated, (size_t)p.nodes->nodes * sizeof *of_known);
            eg_sparse_free(&known);
            eg_sparse_free(&evaluated);
            free(of_known);
            free(of_evaluated);
            sem_end(&p);
        }
}

static void on_the_host(void **state)
{
    (void)state;
    check_device("host:2");
}

static void on_the_checking_device(void **state)
{
    (void)state;
    check_device("checked:2");
}

static void by_opencl(void **state)
{
    (void)state;
    check_device("opencl:0.0");
}

static void by_cuda(void **state)
{
    (void)state;
    check_device("cuda:0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_kappa_is_not_evaluated_again),
        cmocka_unit_test(on_the_host),
        cmocka_unit_test(on_the_checking_device),
        cmocka_unit_test(by_opencl),
        cmocka_unit_test(by_cuda),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
