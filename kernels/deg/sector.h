/* The factors of a sector of an evolution operator, as a vertex star takes them and src/scheme/deg/sectors.c makes
 * them: physics/evolution.h has the equations. */
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

#endif
