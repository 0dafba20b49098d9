/* Geometric multigrid: matrices and interpolation of the levels, the cycle, iterations, equal bits. */
#include "kernel/sem_solver.h"

#include "scheme/linear/radius.h"
#include "scheme/sem/coarse/trilinear.h"

enum { FEW = 20 }; /* rows of a last level */

/* ---- levels */

/* The matrix of the trilinear functions of a problem, on all levels. */
static void make_levels(solver *s, const setting *what, eg_trilinear *t)
{
    make_problem(s, what);
    OK(&s->p, eg_trilinear_make(s->p.sem, &s->options, &(eg_trilinear_options){.enough = FEW}, EG_OK, t));
    assert_true(t->geometric.levels > 0);
}

static void end_levels(solver *s, eg_trilinear *t)
{
    eg_trilinear_free(t);
    end(s);
}

static const eg_sparse *matrix_of(const eg_trilinear *t, int l)
{
    return l > 0 ? &t->geometric.level[l - 1].matrix : &t->matrix;
}

/* y = A x as a plain sum */
static void multiply(const eg_sparse *a, const double *x, double *y)
{
    for (int32_t i = 0; i < a->rows; i++) {
        y[i] = 0;
        for (int64_t k = a->first[i]; k < a->first[i + 1]; k++)
            y[i] += a->value[k] * x[a->column[k]];
    }
}

/* y = A^T x */
static void multiply_transpose(const eg_sparse *a, const double *x, double *y)
{
    memset(y, 0, (size_t)a->columns * sizeof *y);
    for (int32_t i = 0; i < a->rows; i++)
        for (int64_t k = a->first[i]; k < a->first[i + 1]; k++)
            y[a->column[k]] += a->value[k] * x[i];
}

static double *numbers(int64_t count, int64_t seed)
{
    double *v = calloc((size_t)count, sizeof *v);
    assert_non_null(v);
    for (int64_t i = 0; i < count; i++)
        v[i] = seed ? sem_random(seed + i) : 0;
    return v;
}

static const setting tried[] = {{"host:2", SEM_MIXED, 8, 2, 0, EG_F64, true, false},
                                {"host:1", SEM_TRILINEAR, 8, 1, 0, EG_F64, true, false},
                                {"host:2", SEM_BOX, 8, 2, 0, EG_F64, false, false},
                                {"host:2", SEM_CURVED, 4, 3, 0, EG_F64, false, true}};
enum { TRIED = sizeof tried / sizeof *tried };

/* The functions that are 1 at a corner, at a node. */
static void find_hats(int degree, int node, double hat[8])
{
    int n = degree + 1;
    const int at[3] = {node % n, node / n % n, node / (n * n)};
    double place[SEM_NODES];
    eg_line_points_of((eg_line){EG_LINE_GLL, degree}, place);
    for (int corner = 0; corner < 8; corner++) {
        hat[corner] = 1;
        for (int d = 0; d < 3; d++)
            hat[corner] *= 0.5 * (corner >> d & 1 ? 1 + place[at[d]] : 1 - place[at[d]]);
    }
}

/* u = V^T x at the nodes, or y += V u by their first elements. */
static void go_between(const solver *s, const eg_trilinear *t, bool up, double *rows, double *u)
{
    const eg_hex_nodes *nodes = s->p.nodes;
    int n = nodes->degree + 1;
    for (int64_t e = 0; e < s->p.mesh->base.held; e++)
        for (int i = 0; i < n * n * n; i++) {
            int64_t node = eg_hex_node(s->p.mesh, nodes, e, i % n, i / n % n, i / (n * n));
            double hat[8], value = 0;
            find_hats(nodes->degree, i, hat);
            for (int c = 0; c < 8; c++) {
                int32_t row = t->corner[e * 8 + c];
                if (up)
                    value += row >= 0 ? hat[c] * rows[row] : 0;
                else if (row >= 0 && eg_hex_is_first(nodes, e, node))
                    rows[row] += hat[c] * u[node];
            }
            if (up)
                u[node] = value;
        }
}

/* A_c = V A V^T with the operator's A: metric, c and the factors of a boundary. */
static void finest_is_that_of_the_operator(void **state)
{
    (void)state;
    for (int k = 0; k < TRIED; k++) {
        solver s;
        eg_trilinear t;
        eg_buffer *x, *y;
        make_levels(&s, &tried[k], &t);
        int64_t nodes = s.p.nodes->nodes;
        double *e = numbers(t.rows, 1), *found = numbers(t.rows, 0), *meant = numbers(t.rows, 0),
               *u = numbers(nodes, 0), size = 0;
        go_between(&s, &t, true, e, u);
        OK(&s.p, eg_buffer_upload(s.p.device, nodes * 8, "x", NULL, &x));
        OK(&s.p, eg_buffer_upload(s.p.device, nodes * 8, "y", NULL, &y));
        OK(&s.p, eg_sem_write(s.p.sem, u, x));
        OK(&s.p, eg_sem_apply(s.p.sem, x, y));
        OK(&s.p, eg_sem_read(s.p.sem, y, u));
        go_between(&s, &t, false, meant, u);
        multiply(&t.matrix, e, found);
        for (int32_t i = 0; i < t.rows; i++)
            size = fmax(size, fabs(meant[i]));
        for (int32_t i = 0; i < t.rows; i++)
            if (!(fabs(found[i] - meant[i]) <= 1e-13 * size))
                fail_msg("mesh %d, row %d: %g, not %g", k, i, found[i], meant[i]);
        eg_buffer_destroy(&x);
        eg_buffer_destroy(&y);
        free(e);
        free(found);
        free(meant);
        free(u);
        end_levels(&s, &t);
    }
}

/* A_c = P^T A P. */
static void matrices_are_projections(void **state)
{
    (void)state;
    for (int k = 0; k < TRIED; k++) {
        solver s;
        eg_trilinear t;
        make_levels(&s, &tried[k], &t);
        for (int l = 0; l < t.geometric.levels; l++) {
            const eg_sparse *p = &t.geometric.level[l].interpolation, *fine = matrix_of(&t, l),
                            *coarse = matrix_of(&t, l + 1);
            assert_int_equal(p->rows, fine->rows);
            assert_int_equal(p->columns, coarse->rows);
            double *e = numbers(coarse->rows, 1), *meant = numbers(coarse->rows, 0),
                   *found = numbers(coarse->rows, 0), *pe = numbers(fine->rows, 0),
                   *ape = numbers(fine->rows, 0), size = 0;
            multiply(p, e, pe);
            multiply(fine, pe, ape);
            multiply_transpose(p, ape, meant);
            multiply(coarse, e, found);
            for (int32_t i = 0; i < coarse->rows; i++)
                size = fmax(size, fabs(meant[i]));
            for (int32_t i = 0; i < coarse->rows; i++)
                if (!(fabs(found[i] - meant[i]) <= 1e-13 * size))
                    fail_msg("mesh %d, level %d, row %d: %g, not %g", k, l + 1, i, found[i], meant[i]);
            free(e);
            free(meant);
            free(found);
            free(pe);
            free(ape);
        }
        end_levels(&s, &t);
    }
}

/* x of the vertices of a level that have rows. */
static void fill_places(const solver *s, const eg_trilinear *t, int l, double (*x)[3])
{
    const eg_hexes *m = s->p.mesh;
    eg_hex_grid *grid;
    double at[8][3];
    assert_int_equal(eg_hex_grid_create(m, 1, &grid), EG_OK);
    for (int64_t e = 0; e < m->base.held; e++) {
        eg_hex_grid_fill(grid, e, at, NULL);
        int64_t element = e;
        for (int i = 0; i < 8; i++) {
            const int32_t *row = t->geometric.row;
            uint8_t point = 0;
            int corner = i;
            element = e;
            for (int k = 0; k < l && corner >= 0; k++) {
                const eg_hex_coarsening *c = &t->geometric.level[k].from;
                point = c->lattice[element][corner];
                corner = point % 3 == 1 || point / 3 % 3 == 1 || point / 9 == 1
                             ? -1
                             : point % 3 / 2 + point / 3 % 3 / 2 * 2 + point / 9 / 2 * 4;
                element = c->parent[element];
                row = t->geometric.level[k].row;
            }
            if (corner >= 0 && row[element * 8 + corner] >= 0)
                memcpy(x[row[element * 8 + corner]], at[i], sizeof at[i]);
        }
    }
    eg_hex_grid_destroy(&grid);
}

/* Constants go through interpolation exactly, linear functions of an even mesh but for rounding. */
static void interpolation_keeps_linear_functions(void **state)
{
    static const setting what = {"host:1", SEM_AFFINE, 8, 1, 0, EG_F64, false, true};
    solver s;
    eg_trilinear t;
    (void)state;
    make_levels(&s, &what, &t);
    assert_int_equal(t.geometric.levels, 3);
    for (int l = 0; l < t.geometric.levels; l++) {
        const eg_sparse *p = &t.geometric.level[l].interpolation;
        double(*fine)[3] = calloc((size_t)p->rows, sizeof *fine);
        double(*coarse)[3] = calloc((size_t)p->columns, sizeof *coarse);
        assert_true(fine && coarse);
        fill_places(&s, &t, l, fine);
        fill_places(&s, &t, l + 1, coarse);
        for (int32_t i = 0; i < p->rows; i++) {
            double one = 0, x[3] = {0};
            for (int64_t k = p->first[i]; k < p->first[i + 1]; k++) {
                one += p->value[k];
                for (int d = 0; d < 3; d++)
                    x[d] += p->value[k] * coarse[p->column[k]][d];
            }
            assert_true(one == 1);
            for (int d = 0; d < 3; d++)
                assert_true(fabs(x[d] - fine[i][d]) < 1e-15);
        }
        free(fine);
        free(coarse);
    }
    end_levels(&s, &t);
}

/* ---- the cycle */

/* Everything for the cycle of the reference: a plain recursion in long loops over rows. */
typedef struct reference {
    const eg_trilinear *t;
    const eg_nested_info *info;
    int smoothing;
} reference;

static void relax(const eg_sparse *a, double weight, const double *r, double *x)
{
    double *y = numbers(a->rows, 0), *diagonal = numbers(a->rows, 0);
    multiply(a, x, y);
    eg_sparse_diagonal(a, diagonal);
    for (int32_t i = 0; i < a->rows; i++)
        x[i] += weight * (r[i] - y[i]) / diagonal[i];
    free(y);
    free(diagonal);
}

static void solve_dense(const eg_sparse *a, const double *r, double *x)
{
    int32_t n = a->rows;
    double *full = numbers((int64_t)n * n, 0);
    memcpy(x, r, (size_t)n * sizeof *x);
    for (int32_t i = 0; i < n; i++)
        for (int64_t k = a->first[i]; k < a->first[i + 1]; k++)
            full[(int64_t)i * n + a->column[k]] = a->value[k];
    for (int32_t k = 0; k < n; k++)
        for (int32_t i = k + 1; i < n; i++) {
            double factor = full[(int64_t)i * n + k] / full[(int64_t)k * n + k];
            for (int32_t j = k; j < n; j++)
                full[(int64_t)i * n + j] -= factor * full[(int64_t)k * n + j];
            x[i] -= factor * x[k];
        }
    for (int32_t i = n - 1; i >= 0; i--) {
        for (int32_t j = i + 1; j < n; j++)
            x[i] -= full[(int64_t)i * n + j] * x[j];
        x[i] /= full[(int64_t)i * n + i];
    }
    free(full);
}

static void cycle(const reference *c, int l, const double *r, double *x)
{
    const eg_sparse *a = matrix_of(c->t, l);
    if (l == c->t->geometric.levels) {
        solve_dense(a, r, x);
        return;
    }
    const eg_sparse *p = &c->t->geometric.level[l].interpolation;
    double weight[EG_NESTED_SMOOTHING], *t = numbers(a->rows, 0), *rc = numbers(p->columns, 0),
                                        *e = numbers(p->columns, 0);
    eg_smoothing_weights(c->smoothing, c->info->radius[l], weight);
    memset(x, 0, (size_t)a->rows * sizeof *x);
    for (int s = 0; s < c->smoothing; s++)
        relax(a, weight[s], r, x);
    multiply(a, x, t);
    for (int32_t i = 0; i < a->rows; i++)
        t[i] = r[i] - t[i];
    multiply_transpose(p, t, rc);
    cycle(c, l + 1, rc, e);
    multiply(p, e, t);
    for (int32_t i = 0; i < a->rows; i++)
        x[i] += t[i];
    for (int s = c->smoothing - 1; s >= 0; s--)
        relax(a, weight[s], r, x);
    free(t);
    free(rc);
    free(e);
}

static void make_nested(solver *s, const eg_trilinear *t, int smoothing, int lanes, eg_nested **nested)
{
    const eg_sparse *matrix[EG_NESTED_LEVELS], *interpolation[EG_NESTED_LEVELS];
    for (int l = 0; l <= t->geometric.levels; l++) {
        matrix[l] = matrix_of(t, l);
        interpolation[l] = l < t->geometric.levels ? &t->geometric.level[l].interpolation : NULL;
    }
    const eg_nested_options how = {
        .precision = EG_F64, .singular = t->singular, .smoothing = smoothing, .lanes = lanes};
    OK(&s->p, eg_nested_create(s->p.device, t->geometric.levels + 1, matrix, interpolation, &how, nested));
}

static void cycle_is_that_of_the_reference(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        solver s;
        eg_trilinear t;
        eg_nested *nested;
        eg_nested_info info;
        eg_buffer *r, *z;
        int smoothing = k + 1;
        make_levels(&s, &tried[k], &t);
        make_nested(&s, &t, smoothing, k == 1 ? 4 : 0, &nested);
        eg_nested_describe(nested, &info);
        assert_true(info.dense && !info.varies && info.levels == t.geometric.levels + 1);
        double *v = numbers(t.rows, 5), *found = numbers(t.rows, 0), *meant = numbers(t.rows, 0), size = 0;
        OK(&s.p, eg_buffer_upload(s.p.device, t.rows * 8, "r", v, &r));
        OK(&s.p, eg_buffer_create(s.p.device, t.rows * 8, "z", &z));
        OK(&s.p, eg_nested_apply(nested, r, z));
        OK(&s.p, eg_buffer_read(z, 0, found, t.rows * 8));
        const reference c = {&t, &info, smoothing};
        cycle(&c, 0, v, meant);
        for (int32_t i = 0; i < t.rows; i++)
            size = fmax(size, fabs(meant[i]));
        for (int32_t i = 0; i < t.rows; i++)
            if (!(fabs(found[i] - meant[i]) < 1e-12 * size))
                fail_msg("mesh %d, row %d: %.17g, not %.17g", k, i, found[i], meant[i]);
        free(v);
        free(found);
        free(meant);
        eg_buffer_destroy(&r);
        eg_buffer_destroy(&z);
        eg_nested_destroy(&nested);
        end_levels(&s, &t);
    }
}

/* ---- below p-multigrid */

static const eg_sem_precondition_options on_coarser_meshes = {
    .kind = EG_SEM_P_MULTIGRID, .pmg = {.coarse = EG_PMG_GEOMETRIC, .coarsest = FEW}};

static void symmetric_and_positive(void **state)
{
    (void)state;
    for (int k = 0; k < 3; k++) {
        solver s;
        make_problem(&s, &tried[k]);
        precondition(&s, &on_coarser_meshes);
        assert_false(eg_sem_preconditioner_get(s.preconditioner)->varies);
        check_symmetry(&s, 1e-13);
        end(&s);
    }
}

static void level_may_be_free(void **state)
{
    solver s;
    (void)state;
    make_problem(&s, &(setting){"host:1", SEM_BOX, 8, 2, 0, EG_F64, false, true});
    precondition(&s, &on_coarser_meshes);
    int found = solve_floating(&s);
    print_message("%d iterations\n", found);
    assert_true(found < 12);
    end(&s);
}

/* From 8^3 to 64^3 unknowns a side the iterations are the same, or one more. */
static void iterations_do_not_grow(void **state)
{
    static const struct {
        int degree;
        int64_t cells[3];
        int most;
    } tries[] = {{1, {8, 16, 32}, 6}, {2, {4, 8, 16}, 7}, {4, {4, 8, 16}, 8}};
    (void)state;
    for (size_t k = 0; k < sizeof tries / sizeof *tries; k++)
        for (int i = 0; i < 3; i++) {
            solver s;
            make_problem(&s, &(setting){"host:2", SEM_BOX, tries[k].cells[i], tries[k].degree, 0, EG_F64,
                                        false, false});
            precondition(&s, &on_coarser_meshes);
            int found = solve(&s, 1e-8, NULL);
            print_message("degree %d, %2lld^3 elements: %d\n", tries[k].degree, (long long)tries[k].cells[i],
                          found);
            assert_true(found <= tries[k].most);
            end(&s);
        }
}

static void meshes_are_chosen(void **state)
{
    static const struct {
        int64_t cells;
        eg_pmg_coarse coarse;
        int coarsest, geometric;
    } tries[] = {{8, EG_PMG_AUTO, 0, 0},   {8, EG_PMG_AUTO, FEW, 2}, {8, EG_PMG_AMG, FEW, 0},
                 {9, EG_PMG_AUTO, FEW, 0}, {6, EG_PMG_AUTO, FEW, 1}, {8, EG_PMG_GEOMETRIC, 0, 0},
                 {12, EG_PMG_AUTO, 0, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        solver s;
        eg_pmg *pmg;
        eg_pmg_info info;
        make_problem(&s, &(setting){"host:1", SEM_BOX, tries[i].cells, 2, 0, EG_F64, false, false});
        OK(&s.p,
           eg_pmg_create(s.p.sem, &s.options,
                         &(eg_pmg_options){.coarse = tries[i].coarse, .coarsest = tries[i].coarsest}, &pmg));
        eg_pmg_describe(pmg, &info);
        assert_int_equal(info.geometric, tries[i].geometric);
        assert_int_equal(info.levels, 2);
        eg_pmg_destroy(&pmg);
        end(&s);
    }
}

/* Of degree 1 the cycle on coarser meshes is all, where there are any and no subdomains smooth. */
static void degree_1_needs_no_level(void **state)
{
    static const struct {
        eg_pmg_options how;
        int levels;
    } tries[] = {{{.coarsest = FEW}, 1},
                 {{.coarsest = FEW, .schwarz = true}, 2},
                 {{.coarse = EG_PMG_AMG, .coarsest = FEW}, 2}};
    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        solver s;
        eg_pmg *pmg;
        eg_pmg_info info;
        make_problem(&s, &(setting){"host:1", SEM_BOX, 8, 1, 0, EG_F64, false, false});
        OK(&s.p, eg_pmg_create(s.p.sem, &s.options, &tries[i].how, &pmg));
        eg_pmg_describe(pmg, &info);
        assert_int_equal(info.levels, tries[i].levels);
        assert_int_equal(info.rows[info.levels - 1], 7 * 7 * 7);
        eg_pmg_destroy(&pmg);
        end(&s);
    }
}

static void no_coarser_mesh_is_told(void **state)
{
    solver s;
    eg_pmg *pmg;
    (void)state;
    make_problem(&s, &(setting){"host:1", SEM_BOX, 9, 2, 0, EG_F64, false, false});
    assert_int_equal(eg_pmg_create(s.p.sem, &s.options, &(eg_pmg_options){.coarse = EG_PMG_GEOMETRIC}, &pmg),
                     EG_MESH);
    assert_null(pmg);
    assert_string_equal(eg_context_error(s.p.context),
                        "box: the mesh is not a refinement of a coarser one, whose elements would "
                        "be 8, 4 or 2 of its own; take algebraic multigrid (amg)");
    end(&s);
}

/* ---- equal bits */

static const setting compared[] = {{"host:1", SEM_BOX, 4, 1, 1, EG_F64, false, false},
                                   {"host:1", SEM_TRILINEAR, 6, 2, 1, EG_F64, true, false},
                                   {"host:1", SEM_CURVED, 4, 3, 1, EG_F32, true, false}};

static void lanes_and_threads_do_not_show(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        compare(&compared[i], &on_coarser_meshes, "host:2", 8);
        compare(&compared[i], &on_coarser_meshes, "host:3", 4);
    }
    compare(&compared[1], &on_coarser_meshes, "checked:2", 4);
}

static void devices_do_not_show(void **state)
{
    int found = 0;
    (void)state;
    for (int i = 0; i < 3; i++)
        found += compare_devices(&compared[i], &on_coarser_meshes, i % 2 ? 0 : 4);
    if (found == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finest_is_that_of_the_operator),
        cmocka_unit_test(matrices_are_projections),
        cmocka_unit_test(interpolation_keeps_linear_functions),
        cmocka_unit_test(cycle_is_that_of_the_reference),
        cmocka_unit_test(symmetric_and_positive),
        cmocka_unit_test(level_may_be_free),
        cmocka_unit_test(iterations_do_not_grow),
        cmocka_unit_test(meshes_are_chosen),
        cmocka_unit_test(degree_1_needs_no_level),
        cmocka_unit_test(no_coarser_mesh_is_told),
        cmocka_unit_test(lanes_and_threads_do_not_show),
        cmocka_unit_test(devices_do_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
