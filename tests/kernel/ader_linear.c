/* ADER-DG for systems given by their matrices: plane waves of random hyperbolic systems, with and without E, against
 * the exact ones; every order, cell, flux and precision. */
#include "kernel/ader_wave.h"
#include "long.h"
#include "physics/linear/matrices.h"

enum { N = EG_LINEAR_VARIABLES };

/* A system u_t + A u_x + B u_y = E u with symmetric matrices behind a change of variables, u = S w: hyperbolic along
 * every direction. Half of its entries are numbers of the program, half of the material. */
struct problem {
    int variables, order, element;
    eg_flux flux;
    eg_precision precision;
    bool reacts;
    eg_linear_matrices matrices;
    eg_matrix_entry a[N * N], b[N * N], e[N * N];
    double full[3][N * N], material[EG_LINEAR_MATERIALS], wave[2][N]; /* real and imaginary part at time 0 */
    char *text;
};

static uint64_t state_of_random;
static double random_number(void) /* between -1 and 1 */
{
    state_of_random = state_of_random * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(int64_t)(state_of_random >> 11) / (double)(1LL << 52) - 1;
}

static void multiply(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i * n + j] = 0;
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
}

/* S D S^-1 for a random symmetric D of about this size. */
static void make_matrix(int n, const double *s, const double *inverse, double size, double *matrix)
{
    double d[N * N], half[N * N];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            d[i * n + j] = d[j * n + i] = size * random_number() / sqrt(n);
    multiply(n, s, d, half);
    multiply(n, half, inverse, matrix);
}

static void make_entries(problem *p, const double *matrix, eg_matrix_entry *entries)
{
    int n = p->variables;
    for (int i = 0; i < n * n; i++) {
        int *places = &p->matrices.system.materials;
        entries[i] = (eg_matrix_entry){.place = -1, .number = matrix[i]};
        if (i % 2 && *places < EG_LINEAR_MATERIALS) {
            entries[i].place = *places;
            p->material[(*places)++] = matrix[i];
        }
    }
}

static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l",
                                    "m", "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x"};

static problem make_problem(int variables, int order, bool reacts, uint64_t seed)
{
    problem p = {.variables = variables, .order = order, .reacts = reacts};
    double s[N * N], inverse[N * N];
    int n = variables;
    state_of_random = seed;
    do {
        for (int i = 0; i < n * n; i++)
            s[i] = 0.3 * random_number() + (i % (n + 1) == 0);
    } while (!eg_eigen_invert(n, s, inverse));
    for (int k = 0; k < 3; k++)
        make_matrix(n, s, inverse, k < 2 ? 1 : 2, p.full[k]);
    for (int i = 0; i < n; i++) {
        p.full[2][i * n + i] -= 2;
        p.wave[0][i] = random_number();
        p.wave[1][i] = random_number();
    }
    make_entries(&p, p.full[0], p.a);
    make_entries(&p, p.full[1], p.b);
    make_entries(&p, p.full[2], p.e);
    if (p.matrices.system.materials == 0)
        p.matrices.system.materials = 1;
    p.matrices.system.name = "random";
    p.matrices.system.variables = n;
    p.matrices.system.variable = p.matrices.system.unit = p.matrices.system.code = names;
    return p;
}

/* The pointers of a problem that does not move any more. */
static void complete(eg_context *context, problem *p)
{
    p->matrices.a = p->a;
    p->matrices.b = p->b;
    p->matrices.e = p->reacts ? p->e : NULL;
    assert_int_equal(eg_linear_matrices_complete(context, &p->matrices, &p->text), EG_OK);
}

/* ---- the exact wave: u = Re (c(t) exp(i k.x)), c' = (-i (k_x A + k_y B) + E) c, by Taylor's series */

static const problem *shown;
static double exact_wave[2][N];
static const double WAVE[2] = {2 * 3.14159265358979323846, -2 * 3.14159265358979323846};

static void derive(const problem *p, double c[2][N], double out[2][N])
{
    int n = p->variables;
    for (int i = 0; i < n; i++)
        for (int part = 0; part < 2; part++) {
            out[part][i] = 0;
            for (int j = 0; j < n; j++) {
                double along = WAVE[0] * p->full[0][i * n + j] + WAVE[1] * p->full[1][i * n + j];
                out[part][i] += (part == 0 ? 1 : -1) * along * c[1 - part][j];
                if (p->reacts)
                    out[part][i] += p->full[2][i * n + j] * c[part][j];
            }
        }
}

static void find_exact(const problem *p, double time)
{
    enum { STEPS = 400, TERMS = 14 };
    shown = p;
    memcpy(exact_wave, p->wave, sizeof exact_wave);
    for (int s = 0; s < STEPS; s++) {
        double term[2][N], next[2][N];
        memcpy(term, exact_wave, sizeof term);
        for (int r = 1; r <= TERMS; r++) {
            derive(p, term, next);
            for (int part = 0; part < 2; part++)
                for (int i = 0; i < p->variables; i++) {
                    term[part][i] = next[part][i] * time / STEPS / r;
                    exact_wave[part][i] += term[part][i];
                }
        }
    }
}

static void show_exact(const double x[2], double *u)
{
    double phase = WAVE[0] * x[0] + WAVE[1] * x[1];
    for (int i = 0; i < shown->variables; i++)
        u[i] = exact_wave[0][i] * cos(phase) - exact_wave[1][i] * sin(phase);
}

/* ---- runs */

static eg_status give_material(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    int n = p->matrices.system.materials;
    (void)cell, (void)x;
    for (int i = 0; i < count; i++)
        memcpy(&values[i * n], p->material, (size_t)n * sizeof *values);
    return EG_OK;
}

static eg_status give_initial(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const problem *p = user;
    (void)cell;
    for (int i = 0; i < count; i++)
        show_exact(x[i], &values[i * p->variables]);
    return EG_OK;
}

static wave begin(problem *p, const char *device, int lanes, int cells)
{
    wave w = {.given = p};
    double shift[2];
    const eg_box_options box = {.size = {1, 1},
                                .cells = {cells, cells},
                                .element = (eg_box_element)p->element,
                                .jitter = p->element == EG_BOX_TRIANGLE ? 0.1 : 0,
                                .shuffle = true,
                                .seed = 3};
    assert_int_equal(eg_context_create(NULL, &w.context), EG_OK);
    complete(w.context, p);
    assert_int_equal(eg_device_open(w.context, device, &w.device), EG_OK);
    assert_int_equal(eg_plane_box(w.context, &box, &w.mesh), EG_OK);
    for (int d = 0; d < 2; d++)
        assert_int_equal(eg_plane_join(w.mesh, eg_mesh_boundary_index(&w.mesh->base, d ? "bottom" : "left"),
                                       eg_mesh_boundary_index(&w.mesh->base, d ? "top" : "right"), shift),
                         EG_OK);
    find_exact(p, 0);
    const eg_ader_options options = {.system = &p->matrices.system,
                                     .flux = p->flux,
                                     .precision = p->precision,
                                     .order = p->order,
                                     .lanes = lanes,
                                     .user = p,
                                     .material = give_material,
                                     .initial = give_initial};
    if (eg_ader_create(w.device, w.mesh, &options, &w.ader) != EG_OK)
        fail_msg("%s", eg_context_error(w.context));
    return w;
}

static void close_wave(problem *p, wave *w)
{
    eg_free(w->context, &p->text);
    end(w);
}

static double error_at(problem *p, int cells, double time)
{
    wave w = begin(p, "host", 0, cells);
    advance_looking(&w, time, INT64_MAX, NULL);
    find_exact(p, time);
    double error = rms_error_of(&w, p->variables, p->order, show_exact);
    close_wave(p, &w);
    return error;
}

static void converges_less(problem *p, int coarse, int less)
{
    double e[2] = {error_at(p, coarse, 0.3), error_at(p, 2 * coarse, 0.3)}, found = log(e[0] / e[1]) / log(2);
    print_message("%2d variables%s, order %d, %s, %s: %.3e %.3e observed %.2f\n", p->variables,
                  p->reacts ? " with E" : "", p->order, p->flux == EG_FLUX_RUSANOV ? "rusanov" : "upwind",
                  p->element == EG_BOX_TRIANGLE ? "triangles" : "quadrangles", e[0], e[1], found);
    assert_true(found >= p->order - less - (p->order == 1 ? 0.5 : 0.4));
}

static void converges(problem *p, int coarse)
{
    converges_less(p, coarse, 0);
}

/* Every order on both cells, both fluxes, with and without E, of some number of variables. */
static void waves_of_random_systems(void **state)
{
    static const int variables[] = {3, 1, 2, 4, 5, 3, 7, 2};
    (void)state;
    for (int order = 1; order <= (is_long() ? 8 : 5); order++)
        for (int i = 0; i < 4; i++) {
            problem p =
                make_problem(variables[(order + 2 * i) % 8], order, i & 1, (uint64_t)(10 * order + i));
            p.element = (order + i) % 2 ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE;
            p.flux = i / 2 ? EG_FLUX_RUSANOV : EG_FLUX_UPWIND;
            if (is_long() || i == order % 4 || i == (order + 1) % 4)
                converges(&p, order == 1 ? 16 : 6);
        }
}

/* The last variables have no columns in A and B: they follow others and act by E alone, as memory variables do. What
 * only follows has an order less (docs/theory/linear.md). */
static problem make_memory(int variables, int last, int order, uint64_t seed)
{
    problem p = make_problem(variables, order, true, seed);
    for (int i = 0; i < variables; i++)
        for (int j = variables - last; j < variables; j++)
            for (int k = 0; k < 2; k++) {
                p.full[k][i * variables + j] = 0;
                (k == 0 ? p.a : p.b)[i * variables + j] = (eg_matrix_entry){.place = -1};
            }
    return p;
}

static void memory_variables(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        problem p = make_memory(3 + 2 * i, 2, 3 + i, (uint64_t)(20 + i));
        p.element = i ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE;
        converges_less(&p, 6, 1);
        const eg_linear *system = &p.matrices.system;
        assert_int_equal(system->traces[EG_FLUX_UPWIND], system->variables - 2);
        assert_int_equal(system->face_constants[EG_FLUX_UPWIND], system->variables * (system->variables - 2));
        assert_int_equal(system->traces[EG_FLUX_RUSANOV], system->variables);
        p.flux = EG_FLUX_RUSANOV;
        converges_less(&p, 6, 1);
    }
}

/* As many variables as there may be. */
static void many_variables(void **state)
{
    (void)state;
    problem p = make_problem(is_long() ? N : 12, 2, true, 5);
    p.element = EG_BOX_TRIANGLE;
    converges(&p, 4);
}

/* The same bits on 1, 4 and 8 lanes, and in f32 the same waves. */
static void lanes_and_precisions(void **state)
{
    (void)state;
    for (int reacts = 0; reacts < 2; reacts++) {
        uint64_t hash[3];
        problem p = make_problem(4, 4, reacts, 11);
        p.element = EG_BOX_TRIANGLE;
        for (int i = 0; i < 3; i++) {
            wave w = begin(&p, i == 2 ? "host:2" : "host", 1 << (2 * i > 3 ? 3 : 2 * i), 5);
            advance_looking(&w, 0.2, INT64_MAX, NULL);
            hash[i] = steps_hash(eg_ader_stepper(w.ader));
            close_wave(&p, &w);
        }
        assert_int_equal(hash[0], hash[1]);
        assert_int_equal(hash[0], hash[2]);
        double fine = error_at(&p, 8, 0.2);
        p.precision = EG_F32;
        double single = error_at(&p, 8, 0.2);
        assert_true(fabs(single - fine) < 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(waves_of_random_systems),
                                       cmocka_unit_test(memory_variables), cmocka_unit_test(many_variables),
                                       cmocka_unit_test(lanes_and_precisions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
