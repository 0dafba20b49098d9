/* Evolution operators of linear acoustics in the plane, for tau -> 0: the state at a point where several
 * states meet, each in its sector. Pure functions of a few values, in the dialect. Theory page, "evolution
 * operators".
 *
 *   p_t + rho c^2 div u = 0,   rho u_t + grad p = 0;   z = rho c is the impedance of frozen means.
 *
 * A sector i lies between the angles b and e. With d = e - b, S = sin e - sin b, C = cos b - cos e, Nxx = d/2
 * + (sin 2e - sin 2b)/4, Nzz = d/2 - (sin 2e - sin 2b)/4, Nxz = -(cos 2e - cos 2b)/4:
 *
 *   p* = sum_i [ d/(2 pi) p_i - (z/4) (S u_i + C w_i) ]
 *   u* = sum_i [ -S/(4 z) p_i + ((d/2 + Nxx) u_i + Nxz w_i) / (2 pi) ]
 *   w* = sum_i [ -C/(4 z) p_i + (Nxz u_i + (d/2 + Nzz) w_i) / (2 pi) ]
 *
 * The sums are taken of differences from the first sector's state. A state that all sectors share is thus
 * kept to the last bit, and rest gives exactly zero. Faces take p* and the part of u* and w* that pressures
 * give; what velocities give regularises a logarithm, and each face takes the mean of its two sides for it. The first sector's factors are those of the whole
 * circle: p_u = p_w = 0 and the unit matrix, but at walls, whose images make the normal velocity vanish
 * (src/scheme/deg/sectors.c). */
#ifndef EG_KERNELS_PHYSICS_EVOLUTION_H
#define EG_KERNELS_PHYSICS_EVOLUTION_H

/* Pressure (a perturbation or the whole), Pa, and velocity, m/s. */
typedef struct evolution_state {
    real p, u, w;
} evolution_state;

/* Factors of a sector, in the order of deg/sector.h. */
typedef struct evolution_sector {
    real share, p_u, p_w, u_p, w_p, u_u, u_w, w_u, w_w;
} evolution_sector;

/* What is summed before the impedance is known: pressure from pressures and from velocities, velocity from
 * velocities and from pressures. */
typedef struct evolution_sums {
    real p_p, p_m, u_m, w_m, u_p, w_p;
} evolution_sums;

/* Begins with the first sector's state and the factors of the whole circle. */
FUNCTION evolution_sums evolution_begin(evolution_sector all, evolution_state first)
{
    evolution_sums sums;
    sums.p_p = first.p;
    sums.p_m = FMA(all.p_u, first.u, all.p_w * first.w);
    sums.u_m = FMA(all.u_u, first.u, all.u_w * first.w);
    sums.w_m = FMA(all.w_u, first.u, all.w_w * first.w);
    sums.u_p = R(0.0);
    sums.w_p = R(0.0);
    return sums;
}

/* Adds one of the other sectors. */
FUNCTION evolution_sums evolution_add(evolution_sums sums, evolution_sector sector, evolution_state first,
                                      evolution_state here)
{
    const real p = here.p - first.p, u = here.u - first.u, w = here.w - first.w;
    sums.p_p = FMA(sector.share, p, sums.p_p);
    sums.p_m = FMA(sector.p_w, w, FMA(sector.p_u, u, sums.p_m));
    sums.u_m = FMA(sector.u_w, w, FMA(sector.u_u, u, sums.u_m));
    sums.w_m = FMA(sector.w_w, w, FMA(sector.w_u, u, sums.w_m));
    sums.u_p = FMA(sector.u_p, p, sums.u_p);
    sums.w_p = FMA(sector.w_p, p, sums.w_p);
    return sums;
}

/* The pressure at the vertex, and what pressures alone give its velocity, for the impedance z > 0, kg/(m2 s),
 * and 1/z. */
FUNCTION evolution_state evolution_vertex(evolution_sums sums, real z, real inverse_z)
{
    evolution_state star;
    star.p = FMA(z, sums.p_m, sums.p_p);
    star.u = inverse_z * sums.u_p;
    star.w = inverse_z * sums.w_p;
    return star;
}

/* The whole state at the vertex. */
FUNCTION evolution_state evolution_star(evolution_sums sums, real z, real inverse_z)
{
    evolution_state star;
    star.p = FMA(z, sums.p_m, sums.p_p);
    star.u = FMA(inverse_z, sums.u_p, sums.u_m);
    star.w = FMA(inverse_z, sums.w_p, sums.w_m);
    return star;
}

/* Pressure and normal velocity inside an edge, where two half planes meet: u1 and u2 are the velocities along
 * the normal, which points from side 1 to side 2. The operator is there the acoustic Riemann problem's
 * solution. */
typedef struct evolution_normal {
    real p, u;
} evolution_normal;

FUNCTION evolution_normal evolution_between(real p1, real u1, real p2, real u2, real z, real inverse_z)
{
    evolution_normal star;
    star.p = R(0.5) * FMA(z, u1 - u2, p1 + p2);
    star.u = R(0.5) * FMA(inverse_z, p1 - p2, u1 + u2);
    return star;
}

#endif
