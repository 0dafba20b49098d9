/* Factors of the sectors round a vertex, in double: kernels/physics/evolution.h has their equations.
 *
 * Behind a wall the mirror image of the fan stands, which ends at the image of the fan's other end, and so on
 * until the half of the outer angle is full. An image takes the state of its original, turned by an
 * orthogonal matrix. So each original has its own sector's factors and those of its images in one row. */
#include "scheme/deg/fans.h"

#include <math.h>
#include <string.h>

#include "base/device_math.h"

static const double PI = 0x1.921fb54442d18p+1;
static const double NEAR = 1e-9; /* angles that differ by less are one */

/* ---- directions ---- */

static void snap_direction(double v[2])
{
    static const double DIAGONAL = 0x1.6a09e667f3bcdp-1; /* 1 / sqrt 2 */
    if (fabs(fabs(v[0]) - fabs(v[1])) < NEAR) {
        v[0] = copysign(DIAGONAL, v[0]);
        v[1] = copysign(DIAGONAL, v[1]);
    }
    for (int i = 0; i < 2; i++)
        if (fabs(v[i]) < NEAR) {
            v[i] = 0;
            v[1 - i] = copysign(1, v[1 - i]);
        }
}

static void direction(const double from[2], const double to[2], double v[2])
{
    double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);
    v[0] = x / length;
    v[1] = y / length;
    snap_direction(v);
}

static double angle_between(const double a[2], const double b[2])
{
    double angle = eg_atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
    double eighths = floor(angle / (PI / 4) + 0.5);
    return fabs(angle - eighths * (PI / 4)) < NEAR ? eighths * (PI / 4) : angle;
}

void eg_sector_of_points(const double vertex[2], const double ahead[2], const double behind[2],
                         eg_sector *sector)
{
    direction(vertex, ahead, sector->from);
    direction(vertex, behind, sector->to);
    sector->angle = angle_between(sector->from, sector->to);
}

void eg_sector_of_corner(const eg_plane *mesh, int64_t cell, int corner, eg_sector *sector)
{
    double x[EG_CELL_VERTICES][2];
    int count = eg_plane_cell_vertices(mesh, cell, x);
    eg_sector_of_points(x[corner], x[(corner + 1) % count], x[(corner + count - 1) % count], sector);
}

/* ---- images ---- */

static eg_turn times(eg_turn left, eg_turn right)
{
    eg_turn m;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            m.a[i][j] = left.a[i][0] * right.a[0][j] + left.a[i][1] * right.a[1][j];
    return m;
}

/* The mirror image in a line along v. */
static eg_turn mirror(const double v[2])
{
    double cosine = v[0] * v[0] - v[1] * v[1], sine = 2 * v[0] * v[1];
    return (eg_turn){{{cosine, sine}, {sine, -cosine}}};
}

static void apply_turn(eg_turn m, const double v[2], double image[2])
{
    for (int i = 0; i < 2; i++)
        image[i] = m.a[i][0] * v[0] + m.a[i][1] * v[1];
}

static const eg_turn AS_IT_IS = {{{1, 0}, {0, 1}}};

/* ---- beyond the boundary ---- */

typedef struct outside {
    int64_t count;
    const eg_sector *sector; /* of the fan */
    int side;                /* 0: clockwise of the first, 1: counter-clockwise of the last */
    double left;             /* angle that is not filled yet */
    const eg_sector_visitor *visitor;
} outside;

/* Cuts a sector, seen from its end towards the fan, at the angle that is left. */
static void clip(const outside *o, eg_sector *s)
{
    if (s->angle <= o->left + NEAR)
        return;
    double sine = eg_sin(o->left), cosine = eg_cos(o->left);
    s->angle = o->left;
    if (o->side) {
        s->to[0] = cosine * s->from[0] - sine * s->from[1];
        s->to[1] = sine * s->from[0] + cosine * s->from[1];
    } else {
        s->from[0] = cosine * s->to[0] + sine * s->to[1];
        s->from[1] = cosine * s->to[1] - sine * s->to[0];
    }
}

static eg_sector image_of(const eg_sector *original, eg_turn turned, bool mirrored)
{
    eg_sector image = {.angle = original->angle};
    apply_turn(turned, mirrored ? original->to : original->from, image.from);
    apply_turn(turned, mirrored ? original->from : original->to, image.to);
    snap_direction(image.from);
    snap_direction(image.to);
    return image;
}

static void add_image(outside *o, int64_t of, eg_turn turned, bool mirrored)
{
    eg_sector image = image_of(&o->sector[of], turned, mirrored);
    clip(o, &image);
    o->visitor->visit(o->visitor, of, &image, turned);
    o->left -= image.angle;
}

/* Images of the whole fan, one after the other: the first in the wall, the next in the image of the other
 * end. */
static void mirror_fan(outside *o)
{
    const double *near = o->side ? o->sector[o->count - 1].to : o->sector[0].from;
    const double *far = o->side ? o->sector[0].from : o->sector[o->count - 1].to;
    eg_turn turned = mirror(near);
    for (int copy = 0; o->left > NEAR; copy++) {
        bool mirrored = copy % 2 == 0, backwards = mirrored == (o->side == 1);
        for (int64_t i = 0; i < o->count && o->left > NEAR; i++)
            add_image(o, backwards ? o->count - 1 - i : i, turned, mirrored);
        turned = times(turned, mirror(mirrored ? far : near));
    }
}

/* The air beyond an open end, which has a row of its own. */
static eg_sector add_air(const outside *o)
{
    const eg_sector *beside = &o->sector[o->side ? o->count - 1 : 0];
    eg_sector air = {.angle = 2 * PI};
    memcpy(o->side ? air.from : air.to, o->side ? beside->to : beside->from, sizeof air.from);
    clip(o, &air);
    o->visitor->visit(o->visitor, o->count, &air, AS_IT_IS);
    return air;
}

/* Where a wall meets an open face, air fills what is left of the wall's half plane, and the wall mirrors it
 * all. So a wind along the wall stays as it is. `wall`: the side that it is on. */
static void fill_half_planes(const outside *like, int wall)
{
    outside o = *like;
    o.side = !wall;
    eg_sector air = add_air(&o);
    eg_turn turned = mirror(wall ? o.sector[o.count - 1].to : o.sector[0].from);
    for (int64_t i = 0; i <= o.count; i++) {
        eg_sector image = image_of(i < o.count ? &o.sector[i] : &air, turned, true);
        o.visitor->visit(o.visitor, i, &image, turned);
    }
}

/* Either side fills half of the angle that is left. */
static void fill_halves(const outside *like, const eg_fan_end ends[2])
{
    for (int side = 0; side < 2; side++) {
        outside o = *like;
        o.side = side;
        o.left /= 2;
        if (ends[side] == EG_FAN_WALL)
            mirror_fan(&o);
        else if (ends[side] == EG_FAN_OPEN && o.left > NEAR)
            add_air(&o);
    }
}

void eg_visit_circle(int64_t count, const eg_sector *sector, const eg_fan_end ends[2],
                     const eg_sector_visitor *visitor)
{
    outside o = {.count = count, .sector = sector, .left = 2 * PI, .visitor = visitor};
    for (int64_t i = 0; i < count; i++) {
        visitor->visit(visitor, i, &sector[i], AS_IT_IS);
        o.left -= sector[i].angle;
    }
    bool meet = ends[0] != ends[1] && ends[0] != EG_FAN_INSIDE && ends[1] != EG_FAN_INSIDE;
    if (meet && o.left > PI + NEAR) {
        o.left -= PI;
        fill_half_planes(&o, ends[1] == EG_FAN_WALL);
    } else {
        fill_halves(&o, ends);
    }
}

/* ---- factors ---- */

typedef struct factor_sums {
    eg_sector_visitor visitor; /* first */
    double (*factor)[EG_SECTOR_FACTORS];
} factor_sums;

static void add_factors(const eg_sector_visitor *self, int64_t of, const eg_sector *s, eg_turn turned)
{
    double *factor = ((const factor_sums *)self)->factor[of];
    double sine = s->to[1] - s->from[1], cosine = s->from[0] - s->to[0];
    double double_angle = (s->to[0] * s->to[1] - s->from[0] * s->from[1]) / 2;
    double cross = (s->to[1] * s->to[1] - s->from[1] * s->from[1]) / 2;
    eg_turn velocity =
        times((eg_turn){{{s->angle + double_angle, cross}, {cross, s->angle - double_angle}}}, turned);
    factor[EG_SECTOR_SHARE] += s->angle / (2 * PI);
    factor[EG_SECTOR_P_U] -= (sine * turned.a[0][0] + cosine * turned.a[1][0]) / 4;
    factor[EG_SECTOR_P_W] -= (sine * turned.a[0][1] + cosine * turned.a[1][1]) / 4;
    factor[EG_SECTOR_U_P] -= sine / 4;
    factor[EG_SECTOR_W_P] -= cosine / 4;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            factor[EG_SECTOR_U_U + 2 * i + j] += velocity.a[i][j] / (2 * PI);
}

/* What one state in the whole circle gives, into the first row. Images leave rounding, which is taken out.
 * `count` is that of all rows. */
static void close_circle(int64_t count, bool closed, double (*factor)[EG_SECTOR_FACTORS])
{
    static const double UNIT[EG_SECTOR_FACTORS] = {
        [EG_SECTOR_SHARE] = 1, [EG_SECTOR_U_U] = 1, [EG_SECTOR_W_W] = 1};
    double sum[EG_SECTOR_FACTORS];
    memcpy(sum, UNIT, sizeof sum);
    for (int k = EG_SECTOR_P_U; !closed && k < EG_SECTOR_FACTORS; k++) {
        bool of_pressure = k == EG_SECTOR_U_P || k == EG_SECTOR_W_P;
        sum[k] = 0;
        for (int64_t i = 0; i < count && !of_pressure; i++)
            sum[k] += factor[i][k];
        double eighths = floor(8 * sum[k] + 0.5) / 8;
        sum[k] = fabs(sum[k] - eighths) < 1e-14 ? 0.0 + eighths : sum[k];
    }
    memcpy(factor[0], sum, sizeof sum);
}

void eg_sector_factors(int64_t count, const eg_sector *sector, const eg_fan_end ends[2],
                       double (*factor)[EG_SECTOR_FACTORS])
{
    const factor_sums sums = {{add_factors}, factor};
    memset(factor, 0, (size_t)(count + 1) * sizeof *factor);
    eg_visit_circle(count, sector, ends, &sums.visitor);
    close_circle(count + 1, ends[0] == EG_FAN_INSIDE, factor);
}
