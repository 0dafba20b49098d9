/* Solutions of spectral elements against exact ones: orders of accuracy, conditions at the boundary,
 * published numbers. */
#include "kernel/sem_problem.h"

enum kappa_kind { KAPPA_SCALAR, KAPPA_FULL };

/* u = sin(a x + 0.4) cos(b y - 0.3) exp(d z) with c = 1 + x y, and kappa = 1 + x/2 + y z/4 or constant and
 * full. */
static const double wave[3] = {2.6, 2.1, 1.4};
static const double tensor[6] = {2, 0.3, -0.2, 1.5, 0.4, 1.2};

/* u, its gradient, and its second derivatives xx xy xz yy yz zz. */
static void solution(const double x[3], double *u, double gradient[3], double second[6])
{
    double a = wave[0], b = wave[1], d = wave[2];
    double f = sin(a * x[0] + 0.4), g = cos(b * x[1] - 0.3), h = exp(d * x[2]);
    double f1 = a * cos(a * x[0] + 0.4), g1 = -b * sin(b * x[1] - 0.3), h1 = d * h;
    *u = f * g * h;
    gradient[0] = f1 * g * h;
    gradient[1] = f * g1 * h;
    gradient[2] = f * g * h1;
    second[0] = -a * a * *u;
    second[1] = f1 * g1 * h;
    second[2] = f1 * g * h1;
    second[3] = -b * b * *u;
    second[4] = f * g1 * h1;
    second[5] = d * d * *u;
}

static void u_at(const double x[3], double *v)
{
    double gradient[3], second[6];
    solution(x, v, gradient, second);
}
static void c_at(const double x[3], double *v)
{
    v[0] = 1 + x[0] * x[1];
}
static void kappa_at(const double x[3], double *v)
{
    v[0] = 1 + x[0] / 2 + x[1] * x[2] / 4;
}
static void tensor_at(const double x[3], double *v)
{
    (void)x;
    memcpy(v, tensor, sizeof tensor);
}

static void source_at(const double x[3], double *v)
{
    double u, g[3], s[6], kappa, c;
    solution(x, &u, g, s);
    kappa_at(x, &kappa);
    c_at(x, &c);
    v[0] = c * u - kappa * (s[0] + s[3] + s[5]) - (g[0] / 2 + g[1] * x[2] / 4 + g[2] * x[1] / 4);
}
static void source_of_tensor_at(const double x[3], double *v)
{
    double u, g[3], s[6], c, sum = 0;
    solution(x, &u, g, s);
    c_at(x, &c);
    for (int i = 0; i < 6; i++)
        sum += (i == 0 || i == 3 || i == 5 ? 1 : 2) * tensor[i] * s[i];
    v[0] = c * u - sum;
}

/* Fluxes through x = 1 with factor 2, and through z = 1. */
static void robin_at(const double x[3], double *v)
{
    double u, g[3], s[6], kappa;
    solution(x, &u, g, s);
    kappa_at(x, &kappa);
    v[0] = kappa * g[0] + 2 * u;
}
static void robin_of_tensor_at(const double x[3], double *v)
{
    double u, g[3], s[6];
    solution(x, &u, g, s);
    v[0] = tensor[0] * g[0] + tensor[1] * g[1] + tensor[2] * g[2] + 2 * u;
}
static void flux_at(const double x[3], double *v)
{
    double u, g[3], s[6], kappa;
    solution(x, &u, g, s);
    kappa_at(x, &kappa);
    v[0] = kappa * g[2];
}
static void flux_of_tensor_at(const double x[3], double *v)
{
    double u, g[3], s[6];
    solution(x, &u, g, s);
    v[0] = tensor[2] * g[0] + tensor[4] * g[1] + tensor[5] * g[2];
}

static const sem_formula kappa[] = {SEM_FORMULA(kappa_at, 1), SEM_FORMULA(tensor_at, 6)},
                         c = SEM_FORMULA(c_at, 1), given = SEM_FORMULA(u_at, 1),
                         source[] = {SEM_FORMULA(source_at, 1), SEM_FORMULA(source_of_tensor_at, 1)},
                         robin[] = {SEM_FORMULA(robin_at, 1), SEM_FORMULA(robin_of_tensor_at, 1)},
                         flux[] = {SEM_FORMULA(flux_at, 1), SEM_FORMULA(flux_of_tensor_at, 1)};

/* An exact solution: the value and its gradient at x. */
typedef double sem_exact(const double x[3], double gradient[3]);

static double exact(const double x[3], double gradient[3])
{
    double u, second[6];
    solution(x, &u, gradient, second);
    return u;
}

static double zero(const double x[3], double gradient[3])
{
    (void)x;
    gradient[0] = gradient[1] = gradient[2] = 0;
    return 0;
}

typedef struct sem_error {
    eg_error_source source; /* first */
    const sem_problem *p;
    const double *u;
    sem_exact *exact;
} sem_error;

static eg_status create_points(const eg_error_source *self, eg_cell_points **points)
{
    const sem_error *e = (const sem_error *)self;
    return eg_sem_points_create(e->p->mesh, e->p->nodes, e->u, true, points);
}

static eg_status find_errors(const eg_error_source *self, const eg_cell_points *points, int first, int count,
                             double *square, double *gradient)
{
    for (int i = 0; i < count; i++) {
        double of[3], u = ((const sem_error *)self)->exact(points->x[first + i], of);
        square[i] = (points->values[first + i] - u) * (points->values[first + i] - u);
        for (int d = 0; d < 3; d++) {
            double e = points->gradient[first + i][d] - of[d];
            gradient[i] += e * e;
        }
    }
    return EG_OK;
}

static eg_norms measure(sem_problem *p, const double *u, sem_exact *against)
{
    const sem_error e = {{create_points, find_errors}, p, u, against};
    eg_error_rows rows;
    OK(p,
       eg_error_rows_find(p->context, &e.source, 0, p->mesh->base.own, eg_sem_points_count(p->nodes), &rows));
    eg_norms norms = eg_error_norms(NULL, &rows, true);
    eg_error_rows_free(&rows);
    return norms;
}

/* Solves with Jacobi's preconditioner, and measures the error. */
static eg_norms solve(sem_problem *p, int degree, const eg_sem_options *options, sem_exact *against,
                      eg_pcg_goal goal)
{
    eg_buffer *x;
    eg_pcg *pcg;
    eg_pcg_result result;
    sem_build(p, degree, options);
    double *u = calloc((size_t)p->nodes->nodes, sizeof *u);
    assert_true(u != NULL);
    const eg_pcg_options how = {
        .precision = options->precision, .limit = 4000, .preconditioner = eg_sem_jacobi(p->sem)};
    OK(p, eg_sem_start(p->sem, &x));
    OK(p, eg_pcg_create(p->context, p->device, eg_sem_operator(p->sem), &how, &pcg));
    OK(p, eg_pcg_solve(pcg, eg_sem_rhs(p->sem), x, goal, &result));
    OK(p, eg_sem_read(p->sem, x, u));
    eg_norms errors = measure(p, u, against);
    free(u);
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    sem_clear(p);
    return errors;
}

static eg_norms solve_wave(sem_problem *p, int degree, enum kappa_kind kind, bool by_fluxes,
                           eg_precision precision)
{
    eg_sem_boundary side[6];
    for (int i = 0; i < 6; i++)
        side[i] = (eg_sem_boundary){.condition = EG_SEM_DIRICHLET, .value = {.function = &given.function}};
    if (by_fluxes) {
        side[eg_mesh_boundary_index(&p->mesh->base, "right")] =
            (eg_sem_boundary){.condition = EG_SEM_ROBIN,
                              .value = {.function = &robin[kind].function},
                              .factor = {.constant = {2}}};
        side[eg_mesh_boundary_index(&p->mesh->base, "top")] =
            (eg_sem_boundary){.condition = EG_SEM_NEUMANN, .value = {.function = &flux[kind].function}};
    }
    const eg_sem_options options = {
        .precision = precision,
        .kappa_values = kappa[kind].components,
        .kappa = {.function = &kappa[kind].function, .by_element = kind == KAPPA_FULL},
        .c = {.function = &c.function},
        .source = {.function = &source[kind].function},
        .boundary = side};
    return solve(p, degree, &options, exact, (eg_pcg_goal){.relative = precision == EG_F64 ? 1e-13 : 1e-6});
}

/* ---- orders */

static void check_order(enum sem_mesh mesh, enum kappa_kind kind, bool by_fluxes)
{
    /* distorted ones are coarse in places */
    static const int64_t boxes[] = {0, 6, 5, 3, 3, 2, 2, 2, 2}, distorted[] = {0, 8, 6, 4, 4, 3, 3, 3, 3};
    const int64_t *cells = mesh == SEM_BOX ? boxes : distorted;
    sem_problem p;
    sem_begin(&p, "host");
    for (int degree = 1; degree <= 8; degree++) {
        eg_norms errors[2];
        for (int fine = 0; fine < 2; fine++) {
            sem_set_mesh(&p, mesh, cells[degree] << fine);
            errors[fine] = solve_wave(&p, degree, kind, by_fluxes, EG_F64);
            eg_hexes_destroy(&p.mesh);
        }
        double l2 = log2(errors[0].l2 / errors[1].l2), h1 = log2(errors[0].h1 / errors[1].h1);
        bool rounding = errors[1].l2 < 2e-12; /* is what is left, in degree 8 */
        if (!(l2 > degree + 0.7 && h1 > degree - 0.3) && !rounding)
            fail_msg("degree %d: orders %.2f in L2 and %.2f in H1; errors %g and %g, %g and %g", degree, l2,
                     h1, errors[0].l2, errors[1].l2, errors[0].h1, errors[1].h1);
        if (degree == 8 && !(errors[1].l2 < 1e-10))
            fail_msg("degree 8: the error is %g", errors[1].l2);
    }
    sem_end(&p);
}

static void orders_in_a_box(void **state)
{
    (void)state;
    check_order(SEM_BOX, KAPPA_SCALAR, true);
}

static void orders_with_a_tensor(void **state)
{
    (void)state;
    check_order(SEM_BOX, KAPPA_FULL, true);
}

static void orders_where_elements_are_distorted(void **state)
{
    (void)state;
    check_order(SEM_GENTLE, KAPPA_SCALAR, false);
}

static void orders_where_elements_are_curved(void **state)
{
    (void)state;
    check_order(SEM_CURVED, KAPPA_FULL, false);
}

static void single_precision_comes_to_its_rounding(void **state)
{
    sem_problem p;
    (void)state;
    sem_begin(&p, "host");
    sem_set_mesh(&p, SEM_TRILINEAR, 4);
    eg_norms twice = solve_wave(&p, 6, KAPPA_SCALAR, false, EG_F64),
             once = solve_wave(&p, 6, KAPPA_SCALAR, false, EG_F32);
    assert_true(twice.l2 < 1e-6);
    assert_true(once.l2 < 2e-5 && once.l2 > 1e-8);
    sem_end(&p);
}

/* ---- published */

static void step_64_kappa(const double x[3], double *v)
{
    v[0] = 10 / (0.05 + 2 * (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
}
static const sem_formula reaction = SEM_FORMULA(step_64_kappa, 1);

/* Tutorial 64 of deal.II: -Laplace u + a(x) u = 1 on the unit cube, u = 0 around it, degree 3; it prints |u|
 * = 0.0205261 with 512 cells and more. Another rule of quadrature here: the last digits come with finer
 * cells. */
static void norm_is_that_of_deal_ii(void **state)
{
    eg_sem_boundary side[6];
    sem_problem p;
    (void)state;
    for (int i = 0; i < 6; i++)
        side[i] = (eg_sem_boundary){.condition = EG_SEM_DIRICHLET};
    const eg_sem_options options = {.kappa = {.constant = {1}},
                                    .c = {.function = &reaction.function},
                                    .source = {.constant = {1}},
                                    .boundary = side};
    sem_begin(&p, "host");
    sem_set_mesh(&p, SEM_BOX, 16);
    eg_norms norms = solve(&p, 3, &options, zero, (eg_pcg_goal){.relative = 1e-12});
    if (!(fabs(norms.l2 - 0.0205261) < 1e-7))
        fail_msg("the norm is %.9g", norms.l2);
    sem_end(&p);
}

/* ---- periodic */

static double periodic(const double x[3], double gradient[3])
{
    const double k = 2 * acos(-1);
    gradient[0] = k * cos(k * x[0]) * cos(k * x[1]);
    gradient[1] = -k * sin(k * x[0]) * sin(k * x[1]);
    gradient[2] = 0;
    return sin(k * x[0]) * cos(k * x[1]);
}
static void periodic_source(const double x[3], double *v)
{
    const double k = 2 * acos(-1);
    v[0] = (1 + 2 * k * k) * sin(k * x[0]) * cos(k * x[1]);
}
static const sem_formula around = SEM_FORMULA(periodic_source, 1);

static void join(sem_problem *p, const char *a, const char *b)
{
    double shift[3];
    OK(p, eg_hexes_join(p->mesh, eg_mesh_boundary_index(&p->mesh->base, a),
                        eg_mesh_boundary_index(&p->mesh->base, b), shift));
}

/* One element along z, which is its own neighbour. */
static void periodic_sides_are_one(void **state)
{
    static const eg_sem_boundary natural[6];
    const eg_sem_options options = {.kappa = {.constant = {1}},
                                    .c = {.constant = {1}},
                                    .source = {.function = &around.function},
                                    .boundary = natural};
    double error[2];
    sem_problem p;
    (void)state;
    sem_begin(&p, "host");
    for (int fine = 0; fine < 2; fine++) {
        p.mesh = sem_mesh_of(p.context, SEM_BOX, (const int64_t[3]){3 << fine, 3 << fine, 1});
        join(&p, "left", "right");
        join(&p, "front", "back");
        join(&p, "bottom", "top");
        error[fine] = solve(&p, 5, &options, periodic, (eg_pcg_goal){.relative = 1e-12}).l2;
        eg_hexes_destroy(&p.mesh);
    }
    if (!(error[1] < 1e-4 && log2(error[0] / error[1]) > 5.7))
        fail_msg("errors %g and %g", error[0], error[1]);
    sem_end(&p);
}

/* ---- refusals */

static void bad_kappa(const double x[3], double *v)
{
    v[0] = x[0] > 0.9 ? -1 : 1;
}
static void no_number(const double x[3], double *v)
{
    v[0] = x[1] > 0.9 ? NAN : 1;
}

static void refuse(sem_problem *p, eg_sem_options options, const char *text)
{
    static const eg_sem_boundary natural[6];
    options.boundary = options.boundary ? options.boundary : natural;
    OK(p, eg_hex_nodes_create(p->mesh, 2, &p->nodes));
    assert_int_equal(eg_sem_create(p->device, p->mesh, p->nodes, &options, &p->sem), EG_INPUT);
    assert_null(p->sem);
    if (!strstr(eg_context_error(p->context), text))
        fail_msg("'%s' is not in '%s'", text, eg_context_error(p->context));
    sem_clear(p);
}

static void wrong_coefficients_are_refused(void **state)
{
    static const sem_formula negative = SEM_FORMULA(bad_kappa, 1), nan = SEM_FORMULA(no_number, 1);
    eg_sem_boundary side[6] = {{0}};
    sem_problem p;
    (void)state;
    sem_begin(&p, "host");
    sem_set_mesh(&p, SEM_BOX, 2);
    refuse(&p, (eg_sem_options){.kappa = {.function = &negative.function}}, "is not positive definite");
    refuse(&p, (eg_sem_options){.kappa = {.constant = {1}}, .c = {.constant = {-2}}},
           "box: c is -2 in element");
    refuse(&p, (eg_sem_options){.kappa = {.constant = {1}}, .source = {.function = &nan.function}},
           "coefficients are finite");
    refuse(&p, (eg_sem_options){.kappa_values = 6, .kappa = {.constant = {1, 0, 0, 1, 1.5, 1}}},
           "is not positive definite");
    for (int i = 0; i < 6; i++)
        side[i] = (eg_sem_boundary){.condition = EG_SEM_ROBIN, .factor = {.constant = {-1}}};
    refuse(&p, (eg_sem_options){.kappa = {.constant = {1}}, .boundary = side},
           "the factor of a Robin condition is -1");
    sem_end(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_in_a_box),
        cmocka_unit_test(orders_with_a_tensor),
        cmocka_unit_test(orders_where_elements_are_distorted),
        cmocka_unit_test(orders_where_elements_are_curved),
        cmocka_unit_test(single_precision_comes_to_its_rounding),
        cmocka_unit_test(norm_is_that_of_deal_ii),
        cmocka_unit_test(periodic_sides_are_one),
        cmocka_unit_test(wrong_coefficients_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
