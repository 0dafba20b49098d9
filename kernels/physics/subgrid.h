/* Shallow water at a face whose ground is given by strips (docs/theory/shallow-water-subgrid.md): pure
 * functions of a few values. A section has, a unit length of its face, the wet fraction w, the area a (m) and
 * the thrust p (m3/s2) of level water.
 *
 * Both cells of a face evaluate it, each as side a with its own outward normal. As in physics/shallow_water.h
 * every expression that makes the mass flux turns into exactly its negative, or itself, when the sides change
 * places and the normal turns round. */
#ifndef EG_KERNELS_PHYSICS_SUBGRID_H
#define EG_KERNELS_PHYSICS_SUBGRID_H

#define SUBGRID_TINY 0x1p-100

/* A side of a face: its section, its level (m), the velocity of its cell along the normal and along the face
 * (m/s), and the area that it may give away in the step (m): the cell's volume over its faces and the length. */
typedef struct subgrid_side {
    real area, wet, level, un, ut, room;
} subgrid_side;

/* What side a's cell receives through a face, a unit length: mass, momentum along n less the thrust of its own
 * level, and momentum along the face. */
typedef struct subgrid_flux {
    real mass, n, t;
} subgrid_flux;

FUNCTION real subgrid_max(real a, real b)
{
    return GREATER(a, b);
}

FUNCTION real subgrid_min(real a, real b)
{
    return LESSER(a, b);
}

FUNCTION real subgrid_celerity(real area, real wet, real g)
{
    return SQRT(g * (area / subgrid_max(wet, R(SUBGRID_TINY))));
}

/* The part of the level's drop that friction balances, 0 to 1. `resistance` = n^2 times the distance of the
 * centres. */
FUNCTION real subgrid_balanced(subgrid_side a, subgrid_side b, real resistance)
{
    const real un = R(0.5) * (a.un + b.un), ut = R(0.5) * (a.ut + b.ut);
    const real depth = (a.area + b.area) / subgrid_max(a.wet + b.wet, R(SUBGRID_TINY));
    const real power = subgrid_max(depth * eg_cbrt(depth), R(SUBGRID_TINY));
    const real held = resistance * (SQRT(un * un + ut * ut) * un) / power, drop = a.level - b.level;
    const real part = FABS(held) / subgrid_max(FABS(drop), R(SUBGRID_TINY));
    const int none = !(held * drop > R(0.0)) | !(a.area > R(0.0)) | !(b.area > R(0.0));
    return none ? R(0.0) : subgrid_min(part, R(1.0));
}

/* The flux of Harten, Lax and van Leer; `rise` is the thrust of side b less that of side a on the same strips. */
FUNCTION subgrid_flux subgrid_face(subgrid_side a, subgrid_side b, real rise, real balanced, real dt, real g)
{
    const real zero = R(0.0), two = R(2.0);
    const int dry_a = !(a.area > zero), dry_b = !(b.area > zero);
    const real ca = subgrid_celerity(a.area, a.wet, g), cb = subgrid_celerity(b.area, b.wet, g);
    const real left = subgrid_min(a.un - ca, b.un - cb), right = subgrid_max(a.un + ca, b.un + cb);
    const real front_left = b.un - two * cb, front_right = a.un + two * ca;
    const real s1 = subgrid_min(dry_a ? front_left : dry_b ? a.un - ca : left, zero);
    const real s2 = subgrid_max(dry_b ? front_right : dry_a ? b.un + cb : right, zero);
    const real inverse = R(1.0) / subgrid_max(s2 - s1, R(SUBGRID_TINY)), both = s1 * s2;
    const real qa = a.area * a.un, qb = b.area * b.un;
    const real jump = (b.area - a.area) * (R(1.0) - balanced);
    const real free = ((s2 * qa - s1 * qb) + both * jump) * inverse;

    /* no cell gives away more than its share of a step */
    const real moved = dt * free;
    const real out = moved > a.room ? a.room / dt : free, mass = moved < -b.room ? -(b.room / dt) : out;
    const real brought_n = mass < zero ? b.un : a.un, brought_t = mass < zero ? b.ut : a.ut;
    subgrid_flux f;
    f.mass = mass;
    f.n = ((s2 * (qa * a.un) - s1 * (qb * b.un + rise)) + both * (qb - qa)) * inverse;
    f.n = FMA(mass - free, brought_n, f.n);
    f.t = mass * brought_t;
    return f;
}
#endif
