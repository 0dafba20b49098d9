/* The factors of a sector of an evolution operator, as a vertex star takes them and src/scheme/deg/sectors.c
 * makes them: physics/evolution.h has the equations. */
#ifndef EG_KERNELS_DEG_SECTOR_H
#define EG_KERNELS_DEG_SECTOR_H

enum {
    EG_SECTOR_SHARE, /* of the circle */
    EG_SECTOR_P_U,   /* what a velocity gives the pressure, by the impedance */
    EG_SECTOR_P_W,
    EG_SECTOR_U_P, /* what a pressure gives the velocity, by the reciprocal impedance */
    EG_SECTOR_W_P,
    EG_SECTOR_U_U, /* what a velocity gives the velocity */
    EG_SECTOR_U_W,
    EG_SECTOR_W_U,
    EG_SECTOR_W_W,
    EG_SECTOR_FACTORS
};

/* Behind them, for a finite circle: what gravity and the air's slope give, from r = rho' / rho and the
 * velocity; then EG_SECTOR_FACTORS for each monomial xi^a eta^b of the cell's map, scaled to determinant 1,
 * by degree a + b from 1 on, and b from 0. */
enum {
    EG_ARC_P_R = EG_SECTOR_FACTORS,
    EG_ARC_P_U,
    EG_ARC_P_W,
    EG_ARC_U_R,
    EG_ARC_W_R,
    EG_ARC_U_U,
    EG_ARC_U_W,
    EG_ARC_W_U,
    EG_ARC_W_W,
    EG_ARC_MONOMIALS
};

#endif
