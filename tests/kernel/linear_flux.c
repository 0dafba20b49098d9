/* The fluxes of the linear systems, in the plane and in space: of waves, consistent, between two materials,
 * turned. */
#include "kernel/linear/reference.h"

enum { TIMES = 500 };

static void upwind_flux_is_that_of_the_waves(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        double material[EG_LINEAR_MATERIALS], n[3], left[MOST], right[MOST];
        double flux[MOST], wanted[MOST];
        any_material(p->system, material);
        any_normal(p->dimensions, n);
        any_state(p->system, material, left);
        any_state(p->system, material, right);
        if (p->flux != EG_FLUX_UPWIND)
            continue;
        flux_between(p, material, material, material, n, left, right, flux);
        reference_upwind(p->system, material, n, left, right, wanted);
        close_to(p->system, material, flux, wanted, 64 * p->epsilon);
    }
}

/* (A nx + B ny + C nz) (left + right) / 2 + S (left - right) / 2; S is the speed of a.n for a tracer. */
static void rusanovs_flux_is_as_written(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        double material[2][EG_LINEAR_MATERIALS], n[3], left[MOST], right[MOST];
        double flux[MOST], mean[MOST], wanted[MOST];
        if (p->flux != EG_FLUX_RUSANOV || p->variables == 1)
            continue;
        any_material(p->system, material[0]);
        memcpy(material[1], material[0], sizeof material[0]);
        for (int i = 0; i < p->materials - 1; i++)
            material[1][i] *= 1.5;
        any_normal(p->dimensions, n);
        any_state(p->system, material[0], left);
        any_state(p->system, material[0], right);
        flux_between(p, material[0], material[0], material[1], n, left, right, flux);
        for (int v = 0; v < p->variables; v++)
            mean[v] = 0.5 * (left[v] + right[v]);
        reference_apply(p->system, material[0], n, mean, wanted);
        for (int v = 0; v < p->variables; v++)
            wanted[v] += 0.5 * p->system->speed(p->system, material[1]) * (left[v] - right[v]);
        close_to(p->system, material[0], flux, wanted, 64 * p->epsilon);
    }
}

static void equal_states_have_their_own_flux(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        double material[EG_LINEAR_MATERIALS], other[EG_LINEAR_MATERIALS], n[3], u[MOST];
        double flux[MOST], wanted[MOST];
        any_material(p->system, material);
        any_material(p->system, other);
        any_normal(p->dimensions, n);
        any_state(p->system, material, u);
        /* between waves of two materials too: traction and velocity are equal already */
        flux_between(p, material, material, p->variables > 1 ? other : material, n, u, u, flux);
        reference_apply(p->system, material, n, u, wanted);
        close_to(p->system, material, flux, wanted, 64 * p->epsilon);
    }
}

/* t = sigma n (minus the pressure times n) and the velocity at the face, from the flux of one side. */
static void of_the_face(const eg_linear *system, const double *material, const double *n, const double *flux,
                        double *traction, double *velocity)
{
    tensors t = unpack(system, flux);
    if (!has_stress(system)) {
        for (int i = 0; i < 3; i++) {
            traction[i] = -t.velocity[i] / material[1];
            velocity[i] = n[i] * t.scalar / material[0]; /* along n alone */
        }
        return;
    }
    double pull[3], moduli[4];
    moduli_of(system, material, moduli);
    double mu = moduli[2];
    for (int i = 0; i < 3; i++) {
        traction[i] = -t.velocity[i] / moduli[3];
        pull[i] = -dot(t.stress[i], n);
    }
    for (int i = 0; i < 3; i++) {
        double vn = dot(pull, n) / moduli[0] * n[i], across = pull[i] - dot(pull, n) * n[i];
        velocity[i] = vn + (mu > 0 ? across / mu : 0);
    }
}

static void own_values(const eg_linear *system, const double *n, const double *u, double *traction,
                       double *velocity)
{
    tensors t = unpack(system, u);
    for (int i = 0; i < 3; i++) {
        traction[i] = !has_stress(system) ? -t.scalar * n[i] : dot(t.stress[i], n);
        velocity[i] = t.velocity[i];
    }
}

/* s* - s = +- Z (v* - v), along n with the impedance of P, across n with that of S. */
static void joined(const point_functions *p, const double *material, double side, const double *n,
                   const double *u, const double *traction, const double *velocity, double size)
{
    const eg_linear *system = p->system;
    double own_traction[3], own_velocity[3], jump[3], jump_n, slip[3], slip_n;
    double density = 1 / material[system->materials - 1];
    double zp = sqrt(density * material[0]),
           zs = !has_stress(system) ? 0 : sqrt(density * material[is_antiplane(system) ? 0 : 2]);
    own_values(system, n, u, own_traction, own_velocity);
    for (int i = 0; i < 3; i++) {
        jump[i] = traction[i] - own_traction[i];
        slip[i] = velocity[i] - own_velocity[i];
    }
    jump_n = dot(jump, n);
    slip_n = dot(slip, n);
    double tolerance = 200 * p->epsilon * size;
    assert_true(fabs(jump_n - side * zp * slip_n) <= tolerance);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(jump[i] - jump_n * n[i] - side * zs * (slip[i] - slip_n * n[i])) <= tolerance);
}

/* Two materials, fluids among them: one traction and one velocity on both sides (of the wave that a side
 * has), and each side is reached by waves that leave the face. */
static void sides_meet_in_one_traction_and_velocity(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        const eg_linear *system = p->system;
        double material[2][EG_LINEAR_MATERIALS], u[2][MOST], n[3], flux[MOST];
        double traction[2][3], velocity[2][3];
        if (p->flux != EG_FLUX_UPWIND || p->variables == 1)
            continue;
        bool fluid[2] = {false, false};
        any_normal(p->dimensions, n);
        for (int side = 0; side < 2; side++) {
            any_material(system, material[side]);
            fluid[side] = system->materials == 4 && any_number() < -0.4;
            if (fluid[side]) {
                material[side][1] = material[side][0];
                material[side][2] = 0;
            }
            any_state(system, material[side], u[side]);
            if (!fluid[side])
                continue;
            tensors t = unpack(system, u[side]);
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    t.stress[i][j] = i == j && i < p->dimensions ? t.stress[0][0] : 0;
            pack(system, &t, u[side]);
        }
        double size = 0, fast = 0;
        for (int side = 0; side < 2; side++) {
            size = fmax(size, material[side][0] / system->speed(system, material[side]));
            fast = fmax(fast, material[side][0] / material[1 - side][0]);
            flux_between(p, material[side], material[0], material[1], n, u[0], u[1], flux);
            of_the_face(system, material[side], n, flux, traction[side], velocity[side]);
        }
        for (int i = 0; i < 3; i++)
            assert_true(fabs(traction[0][i] - traction[1][i]) <= 64 * p->epsilon * size);
        assert_true(fabs(dot(velocity[0], n) - dot(velocity[1], n)) <= 64 * p->epsilon * (1 + fast));
        for (int i = 0; i < 3 && !fluid[0] && !fluid[1]; i++)
            assert_true(fabs(velocity[0][i] - velocity[1][i]) <= 64 * p->epsilon * (1 + fast));
        joined(p, material[0], 1, n, u[0], traction[0], velocity[0], size);
        joined(p, material[1], -1, n, u[1], traction[1], velocity[1], size);
        if (fluid[0] || fluid[1]) /* a fluid bears no shear */
            for (int i = 0; i < 3; i++)
                assert_true(fabs(traction[0][i] - dot(traction[0], n) * n[i]) <= 64 * p->epsilon * size);
    }
}

/* Materials whose numbers are powers of two of each other: the fluxes of both sides are the same traction and
 * velocity times these, to the last bit. */
static void both_sides_have_the_same_bits(void **state)
{
    (void)state;
    const double elastic[2][4] = {{2, 0, 1, 1}, {16, 0, 8, 0.25}}, acoustic[2][2] = {{2, 1}, {16, 0.25}};
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        const eg_linear *system = p->system;
        double n[3], u[2][MOST], flux[2][MOST];
        if (p->flux != EG_FLUX_UPWIND)
            continue;
        double wind[2][3] = {{any_number(), any_number(), any_number()},
                             {any_number(), any_number(), any_number()}};
        const double *both[2];
        for (int i = 0; i < 2; i++) {
            both[i] = system->materials == 4 ? elastic[i] : acoustic[i];
            both[i] = p->variables == 1 ? wind[i] : both[i];
            any_state(system, both[i], u[i]);
        }
        any_normal(p->dimensions, n);
        for (int side = 0; side < 2; side++)
            flux_between(p, both[side], both[0], both[1], n, u[0], u[1], flux[side]);
        for (int v = 0; v < p->variables; v++) {
            double scale = p->variables == 1 ? 1 : v < system->source.velocity ? 8 : 0.25;
            assert_true(flux[1][v] == scale * flux[0][v]);
        }
    }
}

static void fluxes_turn_with_the_axes(void **state)
{
    (void)state;
    for (int k = 0; k < SPACE_TABLES * TIMES; k++) {
        const point_functions *p = space_table[k % SPACE_TABLES];
        const eg_linear *system = p->system;
        double material[2][EG_LINEAR_MATERIALS], turned_material[2][EG_LINEAR_MATERIALS];
        double q[3][3], n[3], turned_normal[3], u[2][MOST], turned[2][MOST];
        double flux[MOST], wanted[MOST], got[MOST];
        any_rotation(q);
        any_normal(3, n);
        any_material(system, material[0]);
        memcpy(material[1], material[0], sizeof material[0]);
        for (int i = 0; i < p->materials - 1; i++)
            material[1][i] *= 1.5;
        for (int side = 0; side < 2; side++) {
            any_state(system, material[0], u[side]);
            rotate_state(system, q, u[side], turned[side]);
            memcpy(turned_material[side], material[side], sizeof material[side]);
            if (p->variables == 1)
                rotate_vector(q, material[side], turned_material[side]);
        }
        rotate_vector(q, n, turned_normal);
        flux_between(p, material[0], material[0], material[1], n, u[0], u[1], flux);
        rotate_state(system, q, flux, wanted);
        flux_between(p, turned_material[0], turned_material[0], turned_material[1], turned_normal, turned[0],
                     turned[1], got);
        close_to(system, material[0], got, wanted, 200 * p->epsilon);
    }
}

/* A face seen from its other side: the flux through it changes its sign. */
static void fluxes_change_their_sign_with_the_normal(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        double material[2][EG_LINEAR_MATERIALS], n[3], back[3], u[2][MOST], flux[MOST], turned[MOST];
        any_material(p->system, material[0]);
        memcpy(material[1], material[0], sizeof material[0]);
        for (int i = 0; i < p->materials - 1; i++)
            material[1][i] *= 1.5;
        any_normal(p->dimensions, n);
        for (int i = 0; i < 3; i++)
            back[i] = -n[i];
        any_state(p->system, material[0], u[0]);
        any_state(p->system, material[0], u[1]);
        flux_between(p, material[0], material[0], material[1], n, u[0], u[1], flux);
        flux_between(p, material[0], material[1], material[0], back, u[1], u[0], turned);
        for (int v = 0; v < p->variables; v++)
            turned[v] = -turned[v];
        close_to(p->system, material[0], turned, flux, 200 * p->epsilon);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upwind_flux_is_that_of_the_waves),
        cmocka_unit_test(rusanovs_flux_is_as_written),
        cmocka_unit_test(equal_states_have_their_own_flux),
        cmocka_unit_test(sides_meet_in_one_traction_and_velocity),
        cmocka_unit_test(both_sides_have_the_same_bits),
        cmocka_unit_test(fluxes_turn_with_the_axes),
        cmocka_unit_test(fluxes_change_their_sign_with_the_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
