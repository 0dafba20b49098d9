/* Preconditioners in f32 inside conjugate gradients in f64: scaling, iterations, accuracy, equal bits. */
#include "kernel/sem_solver.h"

static const eg_sem_precondition_options kinds[] = {{.kind = EG_SEM_SCHWARZ},
                                                    {.kind = EG_SEM_P_MULTIGRID, .pmg = {.smoothing = 2}}};

static eg_sem_precondition_options in_f32(eg_sem_precondition_options options)
{
    options.single = true;
    return options;
}

/* What f32 would lose or overflow: r of any size gives the same z but for the size, to the bit by powers of
 * two. */
static void size_does_not_show(void **state)
{
    static const int power[] = {1000, 150, 3, -3, -150, -900};
    (void)state;
    for (int k = 0; k < 2; k++) {
        solver s;
        const eg_sem_precondition_options options = in_f32(kinds[k]);
        make_problem(&s, &(setting){"checked:3", SEM_BOX, 2, 2, 0, EG_F64, true, false});
        precondition(&s, &options);
        double *v = vector(&s, 0), *z = vector(&s, 0), *scaled = vector(&s, 0), *other = vector(&s, 0);
        apply(&s, v, z);
        for (int p = 0; p < 6; p++) {
            for (int64_t i = 0; i < s.p.nodes->nodes; i++)
                scaled[i] = ldexp(v[i], power[p]);
            apply(&s, scaled, other);
            for (int64_t i = 0; i < s.p.nodes->nodes; i++)
                if (other[i] != ldexp(z[i], power[p]))
                    fail_msg("2^%d: node %lld has %g, not %g", power[p], (long long)i, other[i],
                             ldexp(z[i], power[p]));
        }
        memset(scaled, 0, (size_t)s.p.nodes->nodes * sizeof *scaled);
        apply(&s, scaled, other);
        assert_true(product(&s, other, other) == 0);
        free(v);
        free(z);
        free(scaled);
        free(other);
        end(&s);
    }
}

/* P in f32 is P in f64 but for rounding. */
static void rounding_alone(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        solver s;
        eg_sem_precondition_options options = kinds[k];
        options.schwarz.kcycle_levels = options.pmg.kcycle_levels = -1;
        make_problem(&s, &(setting){"host:1", SEM_BOX, 4, 3, 0, EG_F64, false, false});
        precondition(&s, &options);
        assert_false(eg_sem_preconditioner_get(s.preconditioner)->varies);
        double *v = vector(&s, 0), *z = vector(&s, 0), *rounded = vector(&s, 0);
        apply(&s, v, z);
        options = in_f32(options);
        precondition(&s, &options);
        assert_true(eg_sem_preconditioner_get(s.preconditioner)->varies);
        apply(&s, v, rounded);
        double size = sqrt(product(&s, z, z));
        for (int64_t i = 0; i < s.p.nodes->nodes; i++)
            rounded[i] -= z[i];
        double error = sqrt(product(&s, rounded, rounded)) / size;
        assert_true(error > 0 && error < 2e-6);
        free(v);
        free(z);
        free(rounded);
        end(&s);
    }
}

/* As many iterations, and the same solution down to what f64 reaches. */
static void nothing_is_lost(void **state)
{
    static const setting settings[] = {{"host:2", SEM_BOX, 8, 3, 0, EG_F64, false, false},
                                       {"host:2", SEM_CURVED, 4, 3, 0, EG_F64, true, false}};
    (void)state;
    for (size_t i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            solver s;
            const eg_sem_precondition_options options = in_f32(kinds[k]);
            int count[2][2];
            make_problem(&s, &settings[i]);
            double *u[2] = {vector(&s, 0), vector(&s, 0)};
            for (int single = 0; single < 2; single++) {
                precondition(&s, single ? &options : &kinds[k]);
                count[single][0] = solve(&s, 1e-8, NULL);
                count[single][1] = solve(&s, 1e-13, u[single]);
            }
            for (int goal = 0; goal < 2; goal++)
                if (abs(count[1][goal] - count[0][goal]) > 2)
                    fail_msg("problem %zu, kind %d: %d iterations in f32, %d in f64", i, k, count[1][goal],
                             count[0][goal]);
            double size = sqrt(product(&s, u[0], u[0]));
            for (int64_t n = 0; n < s.p.nodes->nodes; n++)
                u[1][n] -= u[0][n];
            double error = sqrt(product(&s, u[1], u[1])) / size;
            print_message("problem %zu, kind %d: %d and %d iterations to 1e-8, %d and %d to 1e-13, "
                          "%.1e apart\n",
                          i, k, count[0][0], count[1][0], count[0][1], count[1][1], error);
            assert_true(error < 1e-11);
            free(u[0]);
            free(u[1]);
            end(&s);
        }
}

static const setting compared = {"host:1", SEM_TRILINEAR, 3, 3, 1, EG_F64, true, false};

static void lanes_threads_devices_do_not_show(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        const eg_sem_precondition_options options = in_f32(kinds[k]);
        compare(&compared, &options, "host:2", 8);
        compare_devices(&compared, &options, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(size_does_not_show),
        cmocka_unit_test(rounding_alone),
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(lanes_threads_devices_do_not_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
