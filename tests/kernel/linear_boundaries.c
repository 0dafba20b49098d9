/* What stands beyond boundaries, in the plane and in space; and the tangents of a face. */
#include "kernel/linear/reference.h"

#include "ader/faces.h"

enum { TIMES = 500 };

typedef struct face_case {
    double material[EG_LINEAR_MATERIALS], n[3], u[MOST], flux[MOST];
    /* the flux: traction or pressure at the face over the density, and velocity times moduli as a stress or
     * scalar */
    tensors at;
} face_case;

/* The flux at a boundary with the cell on the left (side 1) or on the right (side -1) of the face. */
static void at_boundary(const point_functions *p, int kind, int side, face_case *f)
{
    double w[MOST], beyond[MOST], constants[EG_LINEAR_FACE_CONSTANTS];
    p->system->face(p->system,
                    &(eg_linear_face){.flux = p->flux,
                                      .left = f->material,
                                      .right = f->material,
                                      .normal = f->n,
                                      .boundary = (eg_linear_boundary)kind},
                    constants);
    p->trace(f->n, f->u, w);
    p->ghost(f->n, kind, w, beyond);
    if (side > 0)
        p->across(f->material, constants, f->n, w, beyond, f->flux);
    else
        p->across(f->material, constants, f->n, beyond, w, f->flux);
    f->at = unpack(p->system, f->flux);
}

static void any_face(const point_functions *p, face_case *f)
{
    any_material(p->system, f->material);
    any_normal(p->dimensions, f->n);
    any_state(p->system, f->material, f->u);
}

/* With the upwind flux the condition holds exactly: a flux that is made of traction or of velocity is 0. */
static void conditions_hold_exactly(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        int side = k % 2 ? 1 : -1;
        face_case f;
        any_face(p, &f);
        if (p->flux != EG_FLUX_UPWIND || p->variables == 1)
            continue;
        at_boundary(p, FACE_FREE, side, &f);
        for (int i = 0; i < 3; i++)
            assert_true(f.at.velocity[i] == 0);
        at_boundary(p, FACE_WALL, side, &f);
        assert_true(f.at.scalar == 0);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                assert_true(f.at.stress[i][j] == 0);
    }
}

static void tracers_stop_at_walls(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        face_case f;
        any_face(p, &f);
        if (p->variables > 1)
            continue;
        at_boundary(p, FACE_WALL, 1, &f);
        assert_true(f.flux[0] == 0);
        at_boundary(p, FACE_ABSORBING, 1, &f);
        double an = 0;
        for (int i = 0; i < p->dimensions; i++)
            an += f.material[i] * f.n[i];
        assert_true(fabs(f.flux[0] - fmax(0, an) * f.u[0]) < 32 * p->epsilon);
    }
}

/* What leaves the cell through an absorbing boundary is A+ u: no wave comes in. */
static void absorbing_boundaries_send_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        double wanted[MOST], nothing[MOST] = {0}, w[MOST], beyond[MOST];
        face_case f;
        any_face(p, &f);
        p->trace(f.n, f.u, w);
        p->ghost(f.n, FACE_ABSORBING, w, beyond);
        for (int i = 0; i < p->traces; i++)
            assert_true(beyond[i] == 0);
        if (p->flux != EG_FLUX_UPWIND)
            continue;
        at_boundary(p, FACE_ABSORBING, 1, &f);
        reference_upwind(p->system, f.material, f.n, f.u, nothing, wanted);
        close_to(p->system, f.material, f.flux, wanted, 64 * p->epsilon);
        at_boundary(p, FACE_ABSORBING, -1, &f);
        reference_upwind(p->system, f.material, f.n, nothing, f.u, wanted);
        close_to(p->system, f.material, f.flux, wanted, 64 * p->epsilon);
    }
}

/* With Rusanov's flux the ghost is a whole state: a free surface turns the traction, a wall the velocity. */
static void ghosts_turn_traction_or_velocity(void **state)
{
    (void)state;
    for (int k = 0; k < POINT_TABLES * TIMES; k++) {
        const point_functions *p = every_table[k % POINT_TABLES];
        double beyond[2][MOST], size;
        face_case f;
        any_face(p, &f);
        if (p->flux != EG_FLUX_RUSANOV || p->variables == 1)
            continue;
        bool elastic = has_stress(p->system);
        p->ghost(f.n, FACE_FREE, f.u, beyond[0]);
        p->ghost(f.n, FACE_WALL, f.u, beyond[1]);
        size = 64 * p->epsilon * f.material[0] / p->system->speed(p->system, f.material);
        tensors own = unpack(p->system, f.u), free = unpack(p->system, beyond[0]),
                wall = unpack(p->system, beyond[1]);
        assert_true(fabs(own.scalar + free.scalar) <= size && fabs(own.scalar - wall.scalar) <= size);
        for (int i = 0; i < 3; i++) {
            assert_true(fabs(dot(own.stress[i], f.n) + dot(free.stress[i], f.n)) <= size);
            assert_true(fabs(free.velocity[i] - own.velocity[i]) <= 64 * p->epsilon);
            double turned =
                elastic ? -own.velocity[i] : own.velocity[i] - 2 * dot(own.velocity, f.n) * f.n[i];
            assert_true(fabs(wall.velocity[i] - turned) <= 64 * p->epsilon);
            for (int j = 0; j < 3; j++)
                assert_true(fabs(wall.stress[i][j] - own.stress[i][j]) <= size);
        }
    }
}

static void frame_of(const point_functions *p, const double *n, double e[3][3])
{
    memcpy(e[0], n, sizeof e[0]);
    p->tangents(n, e[1], e[2]);
}

static void tangents_are_a_right_handed_frame(void **state)
{
    (void)state;
    const point_functions *const both[2] = {&elastic_space_upwind_f64, &elastic_space_upwind_f32};
    for (int k = 0; k < 20 * TIMES; k++) {
        const point_functions *p = both[k % 2];
        double n[3], back[3], e[3][3], turned[3][3], tolerance = 8 * p->epsilon;
        any_normal(3, n);
        frame_of(p, n, e);
        for (int i = 0; i < 3; i++) {
            back[i] = -n[i];
            double cross = e[1][(i + 1) % 3] * e[2][(i + 2) % 3] - e[1][(i + 2) % 3] * e[2][(i + 1) % 3];
            assert_true(fabs(cross - n[i]) <= tolerance);
            for (int j = 0; j < 3; j++)
                assert_true(fabs(dot(e[i], e[j]) - (i == j)) <= tolerance);
        }
        if (n[2] == 0)
            continue;
        frame_of(p, back, turned);
        for (int i = 0; i < 3; i++)
            assert_true(turned[1][i] == e[1][i] && turned[2][i] == -e[2][i]);
    }
}

static void tangents_of_the_axes_are_axes(void **state)
{
    (void)state;
    const double n[8][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0},   {0, -1, 0},
                            {0, 0, 1}, {0, 0, -1}, {1, 0, -0.}, {0, 1, -0.}};
    const double s[8][3] = {{0, 0, -1}, {0, 0, 1}, {1, 0, 0},  {1, 0, 0},
                            {1, 0, 0},  {1, 0, 0}, {0, 0, -1}, {1, 0, 0}};
    const double t[8][3] = {{0, 1, 0}, {0, 1, 0},  {0, 0, -1}, {0, 0, 1},
                            {0, 1, 0}, {0, -1, 0}, {0, 1, 0},  {0, 0, -1}};
    for (int k = 0; k < 8; k++) {
        double e[3][3];
        frame_of(&elastic_space_upwind_f64, n[k], e);
        for (int i = 0; i < 3; i++)
            assert_true(e[1][i] == s[k][i] && e[2][i] == t[k][i]);
    }
}

/* Within a half of the sphere they turn no more than a few times faster than the normal, near the poles
 * too. */
static void tangents_are_continuous_on_both_halves(void **state)
{
    (void)state;
    for (int k = 0; k < 20 * TIMES; k++) {
        double n[3], near[3], e[2][3][3], step = 0, turn = 0, size;
        any_normal(3, n);
        for (int i = 0; i < 3; i++)
            near[i] = n[i] + 1e-6 * any_number();
        if ((near[2] < 0) != (n[2] < 0))
            continue;
        size = sqrt(dot(near, near));
        for (int i = 0; i < 3; i++) {
            near[i] /= size;
            step = fmax(step, fabs(near[i] - n[i]));
        }
        frame_of(&elastic_space_upwind_f64, n, e[0]);
        frame_of(&elastic_space_upwind_f64, near, e[1]);
        for (int i = 1; i < 3; i++)
            for (int j = 0; j < 3; j++)
                turn = fmax(turn, fabs(e[0][i][j] - e[1][i][j]));
        assert_true(turn <= 4 * step + 1e-14);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_hold_exactly),
        cmocka_unit_test(tracers_stop_at_walls),
        cmocka_unit_test(absorbing_boundaries_send_nothing),
        cmocka_unit_test(ghosts_turn_traction_or_velocity),
        cmocka_unit_test(tangents_are_a_right_handed_frame),
        cmocka_unit_test(tangents_of_the_axes_are_axes),
        cmocka_unit_test(tangents_are_continuous_on_both_halves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
