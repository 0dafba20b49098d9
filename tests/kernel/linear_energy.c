/* The energy of the linear systems, in the plane and in space: positive, with symmetric matrices, and never
 * gained at a face. The energy of a cell changes through a face with the outward normal n by u H A_n u / 2 -
 * u H flux, where u H u / 2 is the energy density (docs/theory/ader-dg.md, "Energy"). */
#include "kernel/linear/reference.h"

#include "ader/faces.h"

enum { TIMES = 500 };

/* u H rate, all in double; a rate is as large as speed times a state. */
static double product(const point_functions *p, const double *material, const double *u, const double *rate)
{
    double sum[MOST], difference[MOST], speed = p->system->speed(p->system, material);
    for (int v = 0; v < p->variables; v++) {
        sum[v] = 0.5 * (u[v] + rate[v] / speed);
        difference[v] = 0.5 * (u[v] - rate[v] / speed);
    }
    return 2 * speed * (p->energy(material, sum) - p->energy(material, difference));
}

/* What a cell gains through a face, side = 1 where it is on the left, else -1. */
static double gain(const point_functions *p, const double *material, const double *n, double side,
                   const double *u, const double *flux)
{
    double rate[MOST], rest[MOST];
    reference_apply(p->system, material, n, u, rate);
    for (int v = 0; v < p->variables; v++)
        rest[v] = 0.5 * rate[v] - flux[v];
    return side * product(p, material, u, rest);
}

/* In double: what is left over of the sums above is rounding of the products of H. */
static const point_functions *table(int k)
{
    return every_table[2 * (k % (POINT_TABLES / 2))];
}

static double strength(const point_functions *p, const double *material, const double *u)
{
    return p->system->speed(p->system, material) * p->energy(material, u);
}

static void energies_are_positive(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        double material[EG_LINEAR_MATERIALS], u[MOST], nothing[MOST] = {0}, least = 0;
        any_material(p->system, material);
        any_state(p->system, material, u);
        for (int v = 0; v < p->variables; v++)
            least = fmax(least, fabs(u[v]) * p->system->speed(p->system, material) /
                                    flux_size(p->system, material, v));
        least *= least;
        if (p->variables > 1)
            least *= material[0] / pow(p->system->speed(p->system, material), 2);
        assert_true(p->energy(material, u) > 0.01 * least * (p->variables > 1 ? 1 : 0.1));
        assert_true(p->energy(material, nothing) == 0);
    }
}

/* The work of stresses on strains is symmetric in all directions: u H A_n w = w H A_n u. */
static void energy_makes_the_matrices_symmetric(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = table(k);
        double material[EG_LINEAR_MATERIALS], n[3], u[MOST], w[MOST], au[MOST], aw[MOST];
        any_material(p->system, material);
        any_normal(p->dimensions, n);
        any_state(p->system, material, u);
        any_state(p->system, material, w);
        reference_apply(p->system, material, n, u, au);
        reference_apply(p->system, material, n, w, aw);
        double size = strength(p, material, u) + strength(p, material, w);
        assert_true(fabs(product(p, material, u, aw) - product(p, material, w, au)) <= 1e-13 * size);
    }
}

/* - Z_l (v_l - v*)^2 - Z_r (v_r - v*)^2, summed over P and S, and never more than nothing. */
static void jumps_lose_energy(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = table(k);
        double material[2][EG_LINEAR_MATERIALS], n[3], u[2][MOST], flux[2][MOST], all = 0, size = 0;
        any_material(p->system, material[0]);
        memcpy(material[1], material[0], sizeof material[0]);
        if (p->flux == EG_FLUX_UPWIND && p->variables > 1)
            any_material(p->system, material[1]);
        any_normal(p->dimensions, n);
        for (int side = 0; side < 2; side++) {
            any_state(p->system, material[side], u[side]);
            size += strength(p, material[side], u[side]);
        }
        for (int side = 0; side < 2; side++) {
            flux_between(p, material[side], material[0], material[1], n, u[0], u[1], flux[side]);
            all += gain(p, material[side], n, side ? -1 : 1, u[side], flux[side]);
        }
        double ratio = material[0][0] / material[1][0], contrast = fmax(ratio, 1 / ratio);
        assert_true(all <= 1e-12 * size * (p->variables > 1 ? contrast : 1));
        if (p->flux != EG_FLUX_UPWIND || p->variables == 1)
            continue;
        double lost = 0;
        for (int side = 0; side < 2; side++) { /* from the waves of the jump: u - u* = sum of r */
            double vector[MOST][MOST], value[MOST], a[MOST][MOST], b[MOST], part[MOST], own[MOST];
            const eg_linear *system = p->system;
            reference_apply(system, material[side], n, u[side], own);
            eigenvectors(system, material[side], n, vector, value);
            for (int v = 0; v < p->variables; v++) {
                double scale = flux_size(system, material[side], v);
                b[v] = (own[v] - flux[side][v]) / scale;
                for (int i = 0; i < p->variables; i++)
                    a[v][i] = vector[i][v] / scale * system->speed(system, material[side]);
            }
            solve(p->variables, a, b, part);
            for (int i = 0; i < p->variables; i++) {
                double share =
                    part[i] * system->speed(system, material[side]) / (value[i] != 0 ? value[i] : 1);
                if (value[i] != 0)
                    lost += fabs(value[i]) * share * share * p->energy(material[side], vector[i]);
            }
        }
        assert_true(fabs(all + lost) <= 1e-11 * size * contrast);
    }
}

/* Rusanov's flux beside the mirrored stress of a free surface has no sign (docs/theory/ader-dg.md); a tracer
 * has no stress, and its wall stops the normal velocity of the face alone. */
static bool promised(const point_functions *p, int kind)
{
    return kind == FACE_ABSORBING || (p->variables > 1 && kind == FACE_WALL) ||
           (p->variables > 1 && p->flux == EG_FLUX_UPWIND);
}

static void boundaries_give_no_energy(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = table(k);
        double material[EG_LINEAR_MATERIALS], n[3], u[MOST], w[MOST], beyond[MOST], flux[MOST];
        double constants[EG_LINEAR_FACE_CONSTANTS];
        any_material(p->system, material);
        any_normal(p->dimensions, n);
        any_state(p->system, material, u);
        p->trace(n, u, w);
        for (int kind = FACE_ABSORBING; kind <= FACE_WALL; kind++) {
            double most = 1e-12 * strength(p, material, u);
            if (!promised(p, kind))
                continue;
            p->system->face(p->system,
                            &(eg_linear_face){.flux = p->flux,
                                              .left = material,
                                              .right = material,
                                              .normal = n,
                                              .boundary = (eg_linear_boundary)kind},
                            constants);
            p->ghost(n, kind, w, beyond);
            p->across(material, constants, n, w, beyond, flux);
            assert_true(gain(p, material, n, 1, u, flux) <= most);
            p->across(material, constants, n, beyond, w, flux);
            assert_true(gain(p, material, n, -1, u, flux) <= most);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_are_positive),
        cmocka_unit_test(energy_makes_the_matrices_symmetric),
        cmocka_unit_test(jumps_lose_energy),
        cmocka_unit_test(boundaries_give_no_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
