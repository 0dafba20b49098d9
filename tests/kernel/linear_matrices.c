/* The matrices of the linear systems, in the plane and in space: those of the equations, with their waves. */
#include "kernel/linear/reference.h"

enum { TIMES = 200 };

/* A nx + B ny + C nz by phys_apply. */
static void matrix_times(const point_functions *p, const double *material, const double *n, const double *u,
                         double *out)
{
    double along[3 * MOST];
    for (int d = 0; d < p->dimensions; d++)
        for (int v = 0; v < p->variables; v++)
            along[d * p->variables + v] = n[d] * u[v];
    p->apply(material, along, out);
}

static void numbers_are_those_of_the_tables(void **state)
{
    (void)state;
    for (int i = 0; i < POINT_TABLES; i++) {
        const point_functions *p = every_table[i];
        const eg_linear *system = p->system;
        assert_int_equal(p->dimensions, system->dimensions);
        assert_int_equal(p->variables, system->variables);
        assert_int_equal(p->materials, system->materials);
        assert_int_equal(p->traces, system->traces[p->flux]);
        assert_int_equal(p->face_constants, system->face_constants[p->flux]);
        assert_true(p->variables <= EG_LINEAR_VARIABLES && p->materials <= EG_LINEAR_MATERIALS);
        assert_true(p->face_constants <= EG_LINEAR_FACE_CONSTANTS);
        for (int v = 0; v < system->variables; v++) {
            assert_true(strlen(system->code[v]) <= 8);
            for (int w = 0; w < v; w++)
                assert_string_not_equal(system->variable[v], system->variable[w]);
        }
    }
    assert_string_equal(eg_linear_elastic_space.variable[4], "stress_yz");
    assert_string_equal(eg_linear_elastic_space.code[8], "vz");
    assert_string_equal(eg_linear_acoustic_space.unit[3], "m/s");
    assert_string_equal(eg_linear_sh.code[2], "vz");
}

/* Each column of each matrix has one number or two of the material: exact. */
static void matrices_are_those_of_the_equations(void **state)
{
    (void)state;
    for (int i = 0; i < POINT_TABLES; i++) {
        const point_functions *p = every_table[i];
        double material[EG_LINEAR_MATERIALS] = {7, 3, 2, 0.25};
        for (int d = 0; d < p->dimensions; d++)
            for (int v = 0; v < p->variables; v++) {
                double along[3 * MOST] = {0}, n[3] = {0}, u[MOST] = {0}, out[MOST], wanted[MOST];
                u[v] = along[d * p->variables + v] = n[d] = 1;
                p->apply(material, along, out);
                reference_apply(p->system, material, n, u, wanted);
                close_to(p->system, material, out, wanted, 0);
            }
    }
}

/* The third direction of the matrices of space, written out: rows sxx syy szz sxy syz sxz vx vy vz. */
static void third_matrix_of_elastic_waves(void **state)
{
    (void)state;
    const double material[] = {7, 3, 2, 0.25};
    const double c[9][9] = {
        {[8] = -3}, {[8] = -3},    {[8] = -7},    {0},           {[7] = -2},
        {[6] = -2}, {[5] = -0.25}, {[4] = -0.25}, {[2] = -0.25},
    };
    for (int v = 0; v < 9; v++) {
        double along[27] = {0}, out[9];
        along[18 + v] = 1;
        elastic_space_upwind_f64.apply(material, along, out);
        for (int w = 0; w < 9; w++)
            assert_true(out[w] == c[w][v]);
    }
}

static void waves_are_eigenvectors(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        double material[EG_LINEAR_MATERIALS], n[3], vector[MOST][MOST], value[MOST], largest = 0;
        any_material(p->system, material);
        any_normal(p->dimensions, n);
        eigenvectors(p->system, material, n, vector, value);
        for (int i = 0; i < p->variables; i++) {
            double out[MOST], wanted[MOST], size = 0;
            for (int v = 0; v < p->variables; v++)
                size = fmax(size, fabs(vector[i][v]) / flux_size(p->system, material, v));
            for (int v = 0; v < p->variables; v++) {
                vector[i][v] /= size * p->system->speed(p->system, material);
                wanted[v] = value[i] * vector[i][v];
            }
            matrix_times(p, material, n, vector[i], out);
            close_to(p->system, material, out, wanted, 32 * p->epsilon);
            largest = fmax(largest, fabs(value[i]));
        }
        if (p->variables > 1)
            assert_true(fabs(largest / p->system->speed(p->system, material) - 1) < 1e-14);
        else
            assert_true(largest <= p->system->speed(p->system, material) * (1 + 1e-14));
    }
}

/* As many waves as variables, and none of them made of the others: the systems are hyperbolic. */
static void speeds_of_space(void **state)
{
    (void)state;
    const double material[] = {9, 3, 3, 0.25}, n[] = {2. / 7, 3. / 7, -6. / 7};
    const double elastic[9] = {-1.5, -sqrt(0.75), -sqrt(0.75), 1.5, sqrt(0.75), sqrt(0.75), 0, 0, 0};
    double vector[MOST][MOST], value[MOST], b[MOST] = {0}, x[MOST];
    eigenvectors(&eg_linear_elastic_space, material, n, vector, value);
    for (int i = 0; i < 9; i++)
        assert_true(fabs(value[i] - elastic[i]) < 1e-15);
    solve(9, vector, b, x);
    eigenvectors(&eg_linear_acoustic_space, material, n, vector, value);
    assert_true(value[0] == -sqrt(27) && value[1] == sqrt(27) && value[2] == 0 && value[3] == 0);
    solve(4, vector, b, x);
    assert_true(eg_linear_advection_space.speed(&eg_linear_advection_space, (const double[]){2, 3, 6}) == 7);
}

static void sources_of_space(void **state)
{
    (void)state;
    const double material[] = {9, 3, 3, 0.25}, strength[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    double weights[9];
    const eg_linear *elastic = &eg_linear_elastic_space, *acoustic = &eg_linear_acoustic_space;
    assert_int_equal(eg_linear_source_strengths(elastic, EG_LINEAR_SOURCE_STATE), 9);
    assert_int_equal(eg_linear_source_strengths(elastic, EG_LINEAR_SOURCE_FORCE), 3);
    assert_int_equal(eg_linear_source_strengths(elastic, EG_LINEAR_SOURCE_MOMENT), 6);
    assert_int_equal(eg_linear_source_strengths(elastic, EG_LINEAR_SOURCE_EXPLOSION), 1);
    assert_int_equal(eg_linear_source_strengths(acoustic, EG_LINEAR_SOURCE_FORCE), 3);
    assert_int_equal(eg_linear_source_strengths(acoustic, EG_LINEAR_SOURCE_MOMENT), 0);
    assert_int_equal(eg_linear_source_strengths(&eg_linear_advection_space, EG_LINEAR_SOURCE_FORCE), 0);
    eg_linear_source_weights(elastic, EG_LINEAR_SOURCE_FORCE, material, strength, weights);
    const double force[9] = {[6] = 0.25, 0.5, 0.75};
    assert_memory_equal(weights, force, sizeof force);
    eg_linear_source_weights(elastic, EG_LINEAR_SOURCE_MOMENT, material, strength, weights);
    const double moment[9] = {-1, -2, -3, -4, -5, -6};
    assert_memory_equal(weights, moment, sizeof moment);
    eg_linear_source_weights(elastic, EG_LINEAR_SOURCE_EXPLOSION, material, strength, weights);
    const double explosion[9] = {-1, -1, -1};
    assert_memory_equal(weights, explosion, sizeof explosion);
    eg_linear_source_weights(acoustic, EG_LINEAR_SOURCE_EXPLOSION, material, strength, weights);
    const double pressure[4] = {1};
    assert_memory_equal(weights, pressure, sizeof pressure);
    eg_linear_source_weights(acoustic, EG_LINEAR_SOURCE_FORCE, material, strength, weights);
    const double push[4] = {0, 3, 6, 9};
    assert_memory_equal(weights, push, sizeof push);
}

static void sources_of_sh_waves(void **state)
{
    (void)state;
    const eg_linear *sh = &eg_linear_sh;
    const double material[2] = {3, 0.25}, strength[2] = {2, 6}, force[3] = {0, 0, 0.5},
                 moment[3] = {-2, -6, 0};
    double weights[3];
    assert_int_equal(eg_linear_source_strengths(sh, EG_LINEAR_SOURCE_STATE), 3);
    assert_int_equal(eg_linear_source_strengths(sh, EG_LINEAR_SOURCE_FORCE), 1);
    assert_int_equal(eg_linear_source_strengths(sh, EG_LINEAR_SOURCE_MOMENT), 2);
    assert_int_equal(eg_linear_source_strengths(sh, EG_LINEAR_SOURCE_EXPLOSION), 0);
    eg_linear_source_weights(sh, EG_LINEAR_SOURCE_FORCE, material, strength, weights);
    assert_memory_equal(weights, force, sizeof force);
    eg_linear_source_weights(sh, EG_LINEAR_SOURCE_MOMENT, material, strength, weights);
    for (int v = 0; v < 3; v++)
        assert_true(weights[v] == moment[v]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_tables),
        cmocka_unit_test(matrices_are_those_of_the_equations),
        cmocka_unit_test(third_matrix_of_elastic_waves),
        cmocka_unit_test(waves_are_eigenvectors),
        cmocka_unit_test(speeds_of_space),
        cmocka_unit_test(sources_of_space),
        cmocka_unit_test(sources_of_sh_waves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
