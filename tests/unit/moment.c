/* Moment tensors: mechanisms that everyone knows, Aki and Richards' slip and normal vectors, an
 * earthquake's published tensor, nodal planes, axes of meshes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "physics/moment.h"

static const double PI = 3.14159265358979323846, DEGREE = 3.14159265358979323846 / 180;

static void expect(const double *moment, const double *wanted, double near, const char *what)
{
    for (int i = 0; i < EG_MOMENTS; i++)
        if (!(fabs(moment[i] - wanted[i]) <= near))
            fail_msg("%s: component %d is %.17g, not %.17g", what, i, moment[i], wanted[i]);
}

/* East, north, up; xx, yy, zz, xy, yz, xz. */
static void known_mechanisms(void **state)
{
    (void)state;
    const struct {
        const char *what;
        double angle[3], moment[EG_MOMENTS];
    } cases[] = {/* the east side moves north: pulled towards north-east and south-west */
                 {"left-lateral, along north", {0, 90, 0}, {0, 0, 0, 1, 0, 0}},
                 {"right-lateral, along north", {0, 90, 180}, {0, 0, 0, -1, 0, 0}},
                 {"left-lateral, along east", {90, 90, 0}, {0, 0, 0, -1, 0, 0}},
                 {"left-lateral, along north-east", {45, 90, 0}, {1, -1, 0, 0, 0, 0}},
                 /* dips to the east, shortened along east, lifted */
                 {"thrust of 45 degrees, along north", {0, 45, 90}, {-1, 0, 1, 0, 0, 0}},
                 {"thrust of 45 degrees, along east", {90, 45, 90}, {0, -1, 1, 0, 0, 0}},
                 {"normal fault of 45 degrees, along north", {0, 45, -90}, {1, 0, -1, 0, 0, 0}},
                 /* the block in the east goes up: u_z grows towards east */
                 {"vertical dip slip, along north", {0, 90, 90}, {0, 0, 0, 0, 0, 1}},
                 /* the upper block goes north on a horizontal plane: u_north grows upwards */
                 {"horizontal plane", {0, 0, 0}, {0, 0, 0, 0, 1, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double moment[EG_MOMENTS];
        eg_moment_double_couple(cases[i].angle[0] * DEGREE, cases[i].angle[1] * DEGREE,
                                cases[i].angle[2] * DEGREE, 1, moment);
        expect(moment, cases[i].moment, 1e-15, cases[i].what);
    }
}

/* Slip and normal by their own formulas, north, east, down: Aki and Richards (2002), equations 4.88 and
 * 4.89. */
static void vectors_of(const double *angle, double *slip, double *normal)
{
    double s = angle[0], d = angle[1], r = angle[2];
    slip[0] = cos(r) * cos(s) + cos(d) * sin(r) * sin(s);
    slip[1] = cos(r) * sin(s) - cos(d) * sin(r) * cos(s);
    slip[2] = -sin(r) * sin(d);
    normal[0] = -sin(d) * sin(s);
    normal[1] = sin(d) * cos(s);
    normal[2] = -cos(d);
}

/* The angles of the plane with that normal and slip. */
static void angles_of(const double *slip, const double *normal, double *angle)
{
    double up = normal[2] > 0 ? -1 : 1; /* the normal points up: down is negative */
    double n[3] = {up * normal[0], up * normal[1], up * normal[2]};
    double u[3] = {up * slip[0], up * slip[1], up * slip[2]};
    angle[0] = atan2(-n[0], n[1]);
    angle[1] = acos(-n[2]);
    angle[2] = atan2(-u[2] / sin(angle[1]), u[0] * cos(angle[0]) + u[1] * sin(angle[0]));
}

static void tensors_are_slip_times_normal(void **state)
{
    (void)state;
    for (int i = 0; i < 400; i++) {
        double angle[3] = {0.31 * i, fmod(0.17 * i, PI / 2), 0.53 * i - 7}, other[3];
        double u[3], n[3], moment[EG_MOMENTS], turned[EG_MOMENTS];
        vectors_of(angle, u, n);
        const double wanted[EG_MOMENTS] = {2 * u[1] * n[1],
                                           2 * u[0] * n[0],
                                           2 * u[2] * n[2],
                                           u[0] * n[1] + u[1] * n[0],
                                           -u[0] * n[2] - u[2] * n[0],
                                           -u[1] * n[2] - u[2] * n[1]};
        eg_moment_double_couple(angle[0], angle[1], angle[2], 1, moment);
        expect(moment, wanted, 2e-15, "slip and normal");
        assert_true(fabs(moment[0] + moment[1] + moment[2]) <= 1e-15);
        assert_true(fabs(eg_moment_size(moment) - sqrt(2)) <= 2e-15);
        if (fabs(u[2]) > 0.99 || fabs(u[2]) < 0.01)
            continue; /* the other plane is horizontal or vertical */
        angles_of(n, u, other);
        eg_moment_double_couple(other[0], other[1], other[2], 1, turned);
        expect(turned, moment, 2e-13, "the other nodal plane");
    }
}

/* Tohoku, 11 March 2011, of the Global CMT catalogue: M0 = 5.31e22 N m, Mw 9.1, both nodal planes; the
 * tensor in 1e22 N m, Mrr, Mtt, Mpp, Mrt, Mrp, Mtp with r up, t south, p east. Angles are whole degrees,
 * and the tensor is not wholly a double couple. */
static void tohoku_is_as_published(void **state)
{
    (void)state;
    const double plane[2][3] = {{203, 10, 88}, {25, 80, 90}};
    const double rr = 1.73, tt = -0.281, pp = -1.45, rt = 2.12, rp = 4.55, tp = -0.657;
    const double wanted[EG_MOMENTS] = {pp, tt, rr, -tp, -rt, rp};
    for (int i = 0; i < 2; i++) {
        double moment[EG_MOMENTS];
        eg_moment_double_couple(plane[i][0] * DEGREE, plane[i][1] * DEGREE, plane[i][2] * DEGREE, 5.31,
                                moment);
        expect(moment, wanted, 0.03 * 5.31, "Tohoku");
    }
    double scalar = eg_moment_of_magnitude(9.083);
    assert_true(fabs(scalar / 5.31e22 - 1) < 0.005);
    assert_true(fabs(eg_moment_magnitude(scalar) - 9.083) < 1e-14);
    assert_true(fabs(eg_moment_of_magnitude(5) / 3.98107170553e16 - 1) < 1e-11);
}

static void axes_of_meshes(void **state)
{
    (void)state;
    double axes[3][3], geographic[EG_MOMENTS] = {1, 2, 3, 4, 5, 6}, moment[EG_MOMENTS];
    /* space, x east: nothing changes; x north, z down: Aki and Richards' own axes */
    eg_moment_axes(3, PI / 2, false, axes);
    eg_moment_turn(axes, geographic, moment);
    expect(moment, geographic, 1e-15, "x east");
    eg_moment_axes(3, 0, true, axes);
    eg_moment_turn(axes, geographic, moment);
    expect(moment, (const double[]){2, 1, 3, 4, -6, -5}, 1e-15, "x north, z down");
    /* sections: x east, y up, z south; x east, y down, z north */
    eg_moment_axes(2, PI / 2, false, axes);
    eg_moment_turn(axes, geographic, moment);
    expect(moment, (const double[]){1, 3, 2, 6, -5, -4}, 1e-15, "a section to the east");
    eg_moment_axes(2, PI / 2, true, axes);
    eg_moment_turn(axes, geographic, moment);
    expect(moment, (const double[]){1, 3, 2, -6, -5, 4}, 1e-15, "a section with y downwards");
    for (int i = 0; i < 20; i++) { /* right-handed, and the size stays */
        eg_moment_axes(2 + i % 2, 0.7 * i, i % 3 == 0, axes);
        double volume = 0;
        for (int k = 0; k < 3; k++)
            volume += axes[0][k] * (axes[1][(k + 1) % 3] * axes[2][(k + 2) % 3] -
                                    axes[1][(k + 2) % 3] * axes[2][(k + 1) % 3]);
        assert_true(fabs(volume - 1) <= 1e-15);
        eg_moment_turn(axes, geographic, moment);
        assert_true(fabs(eg_moment_size(moment) - eg_moment_size(geographic)) <= 1e-14);
    }
}

/* A dip-slip fault whose strike is across the section keeps its dip there: a thrust of 30 degrees, dipping
 * to the east. */
static void a_section_across_the_strike_has_all(void **state)
{
    (void)state;
    double axes[3][3], geographic[EG_MOMENTS], moment[EG_MOMENTS];
    eg_moment_double_couple(0, PI / 6, PI / 2, 2, geographic);
    eg_moment_axes(2, PI / 2, false, axes);
    eg_moment_turn(axes, geographic, moment);
    expect(moment, (const double[]){-sqrt(3), sqrt(3), 0, -1, 0, 0}, 1e-15, "thrust");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_mechanisms),
        cmocka_unit_test(tensors_are_slip_times_normal),
        cmocka_unit_test(tohoku_is_as_published),
        cmocka_unit_test(axes_of_meshes),
        cmocka_unit_test(a_section_across_the_strike_has_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
