/* A c that is multiplied: the matrix and its diagonal are those of a sem that was created with the product,
 * whatever the kinds of elements and coefficients, and have the same bits on every device. */
#include "kernel/sem_problem.h"

#include "long.h"

static double factor_of_c;

static void kappa_at(const double x[3], double *v)
{
    v[0] = 1.5 + x[0] - 0.5 * x[1] * x[2];
}
static void c_at(const double x[3], double *v)
{
    v[0] = factor_of_c * (2 + x[0] - x[2]);
}
static void one_at(const double x[3], double *v)
{
    (void)x;
    v[0] = 1;
}

static const sem_formula kappa = SEM_FORMULA(kappa_at, 1), c = SEM_FORMULA(c_at, 1),
                         one = SEM_FORMULA(one_at, 1);

typedef struct setting {
    enum sem_mesh mesh;
    int degree;
    eg_precision precision;
    bool c_by_element, kappa_by_element;
} setting;

static const setting settings[] = {
    {SEM_AFFINE, 2, EG_F64, true, true},     {SEM_AFFINE, 3, EG_F64, false, true},
    {SEM_TRILINEAR, 4, EG_F64, true, false}, {SEM_CURVED, 3, EG_F64, false, false},
    {SEM_MIXED, 4, EG_F64, false, true},     {SEM_MIXED, 3, EG_F32, true, true}};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* y = A p, and the diagonal's inverse applied to ones by a step of conjugate gradients: what Jacobi
 * multiplies by. */
typedef struct outcome {
    double *y, *inverse; /* free */
    int64_t nodes;
} outcome;

static void forget(outcome *o)
{
    free(o->y);
    free(o->inverse);
}

/* With c times `created`, which is then multiplied by each of factors[] in turn, as far as one that is 0. */
static outcome multiply(const setting *s, const char *device, int lanes, eg_sem_variant variant,
                        double created, const double *factors)
{
    sem_problem p;
    outcome made = {0};
    eg_sem_boundary side[6] = {
        {.condition = EG_SEM_DIRICHLET, .value = {.constant = {1}}},
        {.condition = EG_SEM_ROBIN, .value = {.constant = {1}}, .factor = {.constant = {2}}}};
    const eg_sem_options options = {.precision = s->precision,
                                    .lanes = lanes,
                                    .variant = variant,
                                    .kappa = {.function = &kappa.function, .by_element = s->kappa_by_element},
                                    .c = {.function = &c.function, .by_element = s->c_by_element},
                                    .source = {.function = &one.function},
                                    .boundary = side};
    factor_of_c = created;
    sem_begin(&p, device);
    sem_set_mesh(&p, s->mesh, 3);
    sem_build(&p, s->degree, &options);
    for (int i = 0; factors[i] > 0; i++)
        OK(&p, eg_sem_scale_c(p.sem, factors[i], i % 3 == 1));
    made.nodes = p.nodes->nodes;
    made.y = calloc((size_t)made.nodes, sizeof *made.y);
    made.inverse = calloc((size_t)made.nodes, sizeof *made.inverse);
    assert_true(made.y && made.inverse);
    for (int64_t i = 0; i < made.nodes; i++)
        made.inverse[i] = sem_random(i);
    sem_multiply(&p, made.inverse, made.y);
    OK(&p, eg_sem_read(p.sem, eg_sem_jacobi(p.sem)->scale, made.inverse));
    sem_end(&p);
    return made;
}

/* The largest difference, as a part of the largest value. */
static double difference(int64_t count, const double *a, const double *b)
{
    double most = 0, size = 0;
    for (int64_t i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        size = fmax(size, fabs(b[i]));
    }
    return most / size;
}

static void a_product_is_a_product(void **state)
{
    (void)state;
    for (int i = 0; i < SETTINGS; i++) {
        const setting *s = &settings[i];
        double bound = s->precision == EG_F64 ? 2e-15 : 1e-6;
        outcome scaled = multiply(s, "host:1", 8, EG_SEM_LANES, 1, (const double[]){100, 7, 0});
        outcome created = multiply(s, "host:1", 8, EG_SEM_LANES, 7, (const double[]){0});
        assert_true(difference(scaled.nodes, scaled.y, created.y) < bound);
        assert_true(difference(scaled.nodes, scaled.inverse, created.inverse) < bound);
        forget(&scaled);
        /* a power of two rounds nothing */
        outcome twice = multiply(s, "host:1", 8, EG_SEM_LANES, 1, (const double[]){3, 8, 0});
        outcome eight = multiply(s, "host:1", 8, EG_SEM_LANES, 8, (const double[]){0});
        assert_memory_equal(twice.y, eight.y, (size_t)twice.nodes * sizeof(double));
        assert_true(difference(eight.nodes, eight.y, created.y) > 1e-5);
        forget(&created);
        forget(&twice);
        forget(&eight);
    }
}

static void compare(const setting *s, const char *device, int lanes, eg_sem_variant variant)
{
    static const double factors[] = {5, 0.3, 0};
    outcome reference = multiply(s, "host:1", 1, EG_SEM_LANES, 1, factors),
            o = multiply(s, device, lanes, variant, 1, factors);
    size_t bytes = (size_t)o.nodes * sizeof(double);
    assert_memory_equal(o.y, reference.y, bytes);
    assert_memory_equal(o.inverse, reference.inverse, bytes);
    forget(&reference);
    forget(&o);
}

static void devices_do_not_show(void **state)
{
    eg_context *context;
    eg_device_info list[8];
    int count;
    (void)state;
    assert_int_equal(eg_context_create(NULL, &context), EG_OK);
    assert_int_equal(eg_device_list(context, list, 8, &count), EG_OK);
    for (int i = 0; i < SETTINGS; i++) {
        if (is_combined(i, 0, 2))
            compare(&settings[i], "host:2", 8, EG_SEM_LANES);
        if (is_combined(i, 1, 2))
            compare(&settings[i], "host:2", 3, EG_SEM_COLUMNS);
        if (is_combined(i, 2, 2))
            compare(&settings[i], "checked", 4, EG_SEM_LANES);
        for (int d = 0; d < count && d < 8 && is_combined(i, 3, 2); d++)
            if (list[d].kind != EG_DEVICE_HOST && list[d].kind != EG_DEVICE_CHECKED && list[d].max_group > 0)
                compare(&settings[i], list[d].spec, 0, EG_SEM_COLUMNS);
    }
    eg_context_destroy(&context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_product_is_a_product),
                                       cmocka_unit_test(devices_do_not_show)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
