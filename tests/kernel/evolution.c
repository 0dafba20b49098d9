/* The evolution operator at vertices and inside edges (kernels/physics/evolution.h with the factors of
 * scheme/deg/sectors.c): one state is kept to the last bit, planar jumps give the Riemann problem's solution
 * at any angle, any fan gives the integral over the sonic circle, and a finite-difference solution; walls and
 * open ends. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/device_math.h"
#include "scheme/deg/fans.h"

/* the words of the dialect that the operator needs */
typedef double real;
#define R(x) ((real)(x))
#define FMA FMA64
#include "physics/evolution.h"

enum { MOST = 12 };
static const double TURN = 6.283185307179586476925;

/* A fan between angles that rise from angle[0]; closed: to a whole turn. */
typedef struct fan {
    int count;
    double angle[MOST + 1];
    eg_fan_end ends[2];
    eg_sector sector[MOST];
    double factor[MOST + 1][EG_SECTOR_FACTORS];
    evolution_state state[MOST + 1]; /* beyond an open end behind the others */
} fan;

static uint64_t random_state = 88172645463325252ull;

static double random_in(double low, double high)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return low + (high - low) * (double)(random_state >> 11) * 0x1p-53;
}

/* Sectors between the angles, and their factors. */
static void finish(fan *f)
{
    for (int i = 0; i < f->count; i++) {
        eg_sector *s = &f->sector[i];
        *s = (eg_sector){.from = {cos(f->angle[i]), sin(f->angle[i])},
                         .to = {cos(f->angle[i + 1]), sin(f->angle[i + 1])},
                         .angle = f->angle[i + 1] - f->angle[i]};
    }
    eg_sector_factors(f->count, f->sector, f->ends, f->factor);
}

/* Some sectors that fill `whole` from a random angle on, each with a random state. */
static void draw(fan *f, double whole, eg_fan_end end)
{
    double weight[MOST], sum = 0;
    *f = (fan){.count = 4 + (int)random_in(0, MOST - 4), .ends = {end, end}};
    for (int i = 0; i < f->count; i++)
        sum += weight[i] = random_in(0.5, 1.5);
    f->angle[0] = random_in(-3, 3);
    f->state[f->count] = (evolution_state){0, 0.5, 0};
    for (int i = 0; i < f->count; i++) {
        f->angle[i + 1] = f->angle[i] + whole * weight[i] / sum;
        f->state[i] = (evolution_state){random_in(-1, 1), random_in(-1, 1), random_in(-1, 1)};
    }
    finish(f);
}

static evolution_sector sector_of(const double k[EG_SECTOR_FACTORS])
{
    return (evolution_sector){.share = k[EG_SECTOR_SHARE],
                              .p_u = k[EG_SECTOR_P_U],
                              .p_w = k[EG_SECTOR_P_W],
                              .u_p = k[EG_SECTOR_U_P],
                              .w_p = k[EG_SECTOR_W_P],
                              .u_u = k[EG_SECTOR_U_U],
                              .u_w = k[EG_SECTOR_U_W],
                              .w_u = k[EG_SECTOR_W_U],
                              .w_w = k[EG_SECTOR_W_W]};
}

static evolution_state star_of(const fan *f, double z)
{
    evolution_sums sums = evolution_begin(sector_of(f->factor[0]), f->state[0]);
    for (int i = 1; i <= f->count; i++)
        sums = evolution_add(sums, sector_of(f->factor[i]), f->state[0], f->state[i]);
    return evolution_star(sums, z, 1 / z);
}

static void assert_near(evolution_state a, evolution_state b, double tolerance)
{
    if (fabs(a.p - b.p) > tolerance || fabs(a.u - b.u) > tolerance || fabs(a.w - b.w) > tolerance)
        fail_msg("(%g, %g, %g) is not (%g, %g, %g)", a.p, a.u, a.w, b.p, b.u, b.w);
}

static void one_state_is_kept(void **state)
{
    (void)state;
    for (int turn = 0; turn < 100; turn++) {
        fan f;
        draw(&f, TURN, EG_FAN_INSIDE);
        for (int i = 1; i < f.count; i++)
            f.state[i] = f.state[0];
        evolution_state star = star_of(&f, random_in(0.1, 500));
        assert_memory_equal(&star, &f.state[0], sizeof star);
        memset(f.state, 0, sizeof f.state);
        star = star_of(&f, 400);
        assert_memory_equal(&star, &f.state[0], sizeof star);
    }
}

/* Right isosceles triangles have sectors of 45 and 90 degrees in eight orientations: their factors in closed
 * form. */
static void sectors_of_right_isosceles_triangles(void **state)
{
    (void)state;
    const double r = sqrt(0.5), COSINE[8] = {1, r, 0, -r, -1, -r, 0, r};
    for (int from = 0; from < 8; from++)
        for (int width = 1; width <= 2; width++) {
            int to = from + width;
            double s = COSINE[(to + 6) % 8] - COSINE[(from + 6) % 8], d = width * TURN / 8;
            double c = COSINE[from] - COSINE[to % 8];
            double sine = COSINE[(2 * to + 6) % 8] - COSINE[(2 * from + 6) % 8];
            double cross = COSINE[2 * from % 8] - COSINE[2 * to % 8];
            const double exact[EG_SECTOR_FACTORS] = {
                width / 8.0,      -s / 4,           -c / 4,
                -s / 4,           -c / 4,           (d + sine / 4) / TURN,
                cross / 4 / TURN, cross / 4 / TURN, (d - sine / 4) / TURN};
            fan f = {.count = 2, .angle = {to * TURN / 8, (from + 8) * TURN / 8, (to + 8) * TURN / 8}};
            finish(&f); /* the first sector's factors are those of the circle: the second counts */
            for (int k = 0; k < EG_SECTOR_FACTORS; k++)
                assert_true(fabs(f.factor[1][k] - exact[k]) < 1e-15);
        }
}

/* The state changes across a line through the vertex, along which any of the sectors' sides may lie. */
static void planar_jumps_are_exact(void **state)
{
    (void)state;
    for (int turn = 0; turn < 100; turn++) {
        fan f;
        draw(&f, TURN, EG_FAN_INSIDE);
        double line = f.angle[0], z = random_in(0.5, 2), n[2] = {-sin(line), cos(line)};
        for (int i = 1; i < f.count; i++) /* the side nearest to the opposite angle is moved there */
            if (f.angle[i] < line + TURN / 2 && f.angle[i + 1] >= line + TURN / 2)
                f.angle[i] = line + TURN / 2;
        finish(&f);
        for (int i = 1; i < f.count; i++)
            f.state[i] = f.state[f.angle[i] < line + TURN / 2 - 1e-9 ? 0 : f.count - 1];
        evolution_state up = f.state[0], down = f.state[f.count - 1], exact;
        evolution_normal star = evolution_between(down.p, down.u * n[0] + down.w * n[1], up.p,
                                                  up.u * n[0] + up.w * n[1], z, 1 / z);
        double along = (n[1] * (up.u + down.u) - n[0] * (up.w + down.w)) / 2;
        exact.p = star.p;
        exact.u = star.u * n[0] + along * n[1];
        exact.w = star.u * n[1] - along * n[0];
        assert_near(star_of(&f, z), exact, 4e-15);
    }
}

/* Data that are linear in space: p = -z R div u, u = -R grad p / z after the time R / c, whatever the sectors
 * and the maps of their cells, in which the monomials are. */
static void linear_data_are_exact(void **state)
{
    (void)state;
    enum { ROW = EG_ARC_MONOMIALS + 2 * EG_SECTOR_FACTORS };
    const eg_arcs arcs = {.degree = 1, .bilinear = true};
    assert_int_equal(eg_arc_row(&arcs), ROW);
    for (int turn = 0; turn < 20; turn++) {
        fan f;
        draw(&f, TURN, EG_FAN_INSIDE);
        double slope[3][2], inverse[MOST][2][2], row[MOST + 1][ROW] = {{0}}, z = random_in(0.5, 2);
        evolution_state sum = {0, 0, 0};
        for (int v = 0; v < 6; v++)
            slope[v / 2][v % 2] = random_in(-1, 1);
        for (int i = 0; i < f.count; i++) {
            inverse[i][0][0] = random_in(1, 2), inverse[i][1][1] = random_in(1, 2);
            inverse[i][0][1] = random_in(-0.9, 0.9), inverse[i][1][0] = random_in(-0.9, 0.9);
        }
        eg_arc_factors(f.count, f.sector, f.ends, &arcs, (const double(*)[2][2])inverse, row[0]);
        for (int i = 0; i < f.count; i++)
            for (int m = 0; m < 2; m++) {
                const double(*a)[2] = (const double(*)[2])inverse[i],
                      *k = &row[i][EG_ARC_MONOMIALS + m * EG_SECTOR_FACTORS];
                double root = sqrt(a[0][0] * a[1][1] - a[0][1] * a[1][0]), c[3];
                for (int v = 0; v < 3; v++) /* x = root a^-1 (xi, eta) */
                    c[v] = (m == 0 ? slope[v][0] * a[1][1] - slope[v][1] * a[1][0]
                                   : slope[v][1] * a[0][0] - slope[v][0] * a[0][1]) /
                           root;
                const evolution_sector s = sector_of(k);
                sum.p += s.share * c[0] + z * (s.p_u * c[1] + s.p_w * c[2]);
                sum.u += s.u_p * c[0] / z + s.u_u * c[1] + s.u_w * c[2];
                sum.w += s.w_p * c[0] / z + s.w_u * c[1] + s.w_w * c[2];
            }
        assert_near(sum,
                    (evolution_state){-z * (slope[1][0] + slope[2][1]), -slope[0][0] / z, -slope[0][1] / z},
                    1e-13);
    }
}

/* The state that the fan and what is beyond its ends have at an angle. */
static evolution_state state_at(const fan *f, double angle)
{
    double first = f->angle[0], last = f->angle[f->count], turned = 0;
    bool mirrored = false;
    evolution_state s;
    while (angle < (first + last - TURN) / 2)
        angle += TURN;
    while (angle > (first + last + TURN) / 2)
        angle -= TURN;
    while ((angle < first || angle > last) && f->ends[0] == EG_FAN_WALL) {
        double wall = angle < first ? first : last;
        angle = 2 * wall - angle;
        turned = mirrored ? turned - 2 * wall : turned + 2 * wall; /* of the image, seen from here */
        mirrored = !mirrored;
    }
    if (angle < first || angle > last)
        return f->state[f->count];
    int i = 0;
    while (i + 1 < f->count && angle > f->angle[i + 1])
        i++;
    s = f->state[i];
    if (!mirrored && turned == 0)
        return s;
    double u = s.u, w = mirrored ? -s.w : s.w, c = cos(turned), t = sin(turned);
    s.u = c * u - t * w;
    s.w = t * u + c * w;
    return s;
}

/* <p - (pi/2) z n.u>, <-(pi/2) n p / z + u / 2 + n (n.u)> over the circle, by many points. */
static evolution_state integral(const fan *f, double z)
{
    enum { POINTS = 40000 };
    evolution_state sum = {0, 0, 0};
    for (int k = 0; k < POINTS; k++) {
        double angle = f->angle[0] + TURN * (k + 0.5) / POINTS, c = cos(angle), s = sin(angle);
        evolution_state at = state_at(f, angle);
        double along = c * at.u + s * at.w, push = TURN / 4 * at.p / z;
        sum.p += (at.p - TURN / 4 * z * along) / POINTS;
        sum.u += (at.u / 2 + c * (along - push)) / POINTS;
        sum.w += (at.w / 2 + s * (along - push)) / POINTS;
    }
    return sum;
}

static void fans_are_integrals_over_the_circle(void **state)
{
    (void)state;
    static const eg_fan_end ENDS[] = {EG_FAN_INSIDE, EG_FAN_WALL, EG_FAN_OPEN};
    for (int turn = 0; turn < 60; turn++) {
        fan f;
        double z = random_in(0.5, 2);
        draw(&f, turn % 3 == 0 ? TURN : random_in(0.1, 0.95) * TURN, ENDS[turn % 3]);
        assert_near(star_of(&f, z), integral(&f, z), 2e-3);
    }
}

/* No flow through walls that meet at a part of 180 degrees, whatever is inside; pressure alone moves
 * nothing. */
static void walls_hold(void **state)
{
    (void)state;
    for (int parts = 1; parts <= 6; parts++)
        for (int turn = 0; turn < 10; turn++) {
            fan f;
            draw(&f, TURN / 2 / parts, EG_FAN_WALL);
            evolution_state star = star_of(&f, 2);
            for (int end = 0; end < 2; end++) {
                double a = f.angle[end ? f.count : 0];
                assert_true(fabs(star.u * sin(a) - star.w * cos(a)) < 1e-14);
            }
            for (int i = 0; i < f.count; i++)
                f.state[i] = (evolution_state){3, 0, 0};
            star = star_of(&f, 2);
            assert_near(star, (evolution_state){3, 0, 0}, 0);
        }
}

/* ---- finite differences ---- */

enum { SIDE = 240, STEPS = 80 };

typedef struct grid {
    double p[SIDE][SIDE], u[SIDE + 1][SIDE], w[SIDE][SIDE + 1];
} grid;

static double angle_at(double x, double y)
{
    return atan2(y - SIDE / 2.0, x - SIDE / 2.0);
}

static void step(grid *g, double dt)
{
    for (int i = 1; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            g->u[i][j] -= dt * (g->p[i][j] - g->p[i - 1][j]);
            g->w[j][i] -= dt * (g->p[j][i] - g->p[j][i - 1]);
        }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            g->p[i][j] -= dt * (g->u[i + 1][j] - g->u[i][j] + g->w[i][j + 1] - g->w[i][j]);
}

static double pressure_here(const grid *g)
{
    int m = SIDE / 2;
    return (g->p[m][m] + g->p[m - 1][m] + g->p[m][m - 1] + g->p[m - 1][m - 1]) / 4;
}

/* The pressure that staggered differences find at the vertex, meant over half of the steps; before the edges
 * of the grid are felt. Errors are those of the grid at jumps. */
static double difference_solution(const fan *f)
{
    grid *g = calloc(1, sizeof *g);
    double sum = 0;
    assert_non_null(g);
    for (int i = 0; i <= SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            g->u[i][j] = state_at(f, angle_at(i, j + 0.5)).u;
            g->w[j][i] = state_at(f, angle_at(j + 0.5, i)).w;
            if (i < SIDE)
                g->p[i][j] = state_at(f, angle_at(i + 0.5, j + 0.5)).p;
        }
    for (int n = 0; n < 2 * STEPS; n++) {
        step(g, 0.5);
        sum += n >= STEPS ? pressure_here(g) / STEPS : 0;
    }
    free(g);
    return sum;
}

static void differences_find_the_same(void **state)
{
    (void)state;
    for (int turn = 0; turn < 3; turn++) {
        fan f;
        draw(&f, TURN, EG_FAN_INSIDE);
        assert_true(fabs(star_of(&f, 1).p - difference_solution(&f)) < 0.02);
    }
}

/* Inside an edge the fan of two half planes and the formula for edges are one. */
static void edges_are_half_planes(void **state)
{
    (void)state;
    for (int turn = 0; turn < 20; turn++) {
        fan f = {.count = 2};
        double z = random_in(0.5, 2), a = f.angle[0] = random_in(-3, 3), n[2] = {-sin(a), cos(a)};
        f.angle[1] = a + TURN / 2;
        f.angle[2] = a + TURN;
        for (int i = 0; i < 2; i++)
            f.state[i] = (evolution_state){random_in(-1, 1), random_in(-1, 1), random_in(-1, 1)};
        finish(&f);
        evolution_state star = star_of(&f, z), up = f.state[0], down = f.state[1];
        evolution_normal edge = evolution_between(down.p, down.u * n[0] + down.w * n[1], up.p,
                                                  up.u * n[0] + up.w * n[1], z, 1 / z);
        assert_true(fabs(edge.p - star.p) < 4e-15);
        assert_true(fabs(edge.u - (star.u * n[0] + star.w * n[1])) < 4e-15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_state_is_kept),         cmocka_unit_test(sectors_of_right_isosceles_triangles),
        cmocka_unit_test(planar_jumps_are_exact),    cmocka_unit_test(fans_are_integrals_over_the_circle),
        cmocka_unit_test(linear_data_are_exact),     cmocka_unit_test(walls_hold),
        cmocka_unit_test(differences_find_the_same), cmocka_unit_test(edges_are_half_planes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
