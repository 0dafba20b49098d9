/* anisotropic: elastic media of the plane whose stiffness depends on direction, of which presets make systems of
 * matrices. docs/theory/anisotropy.md has the equations.
 *
 * Of P and SV waves the stiffness has six entries. Their indices are those of the field: 1 is x, 3 the vertical, which
 * is y here and z in papers, and 5 the shear between both. Of SH waves it has three: 66 between xz and xz, 44 between
 * yz and yz, 46 between both. */
#ifndef EG_PHYSICS_LINEAR_ANISOTROPIC_H
#define EG_PHYSICS_LINEAR_ANISOTROPIC_H

#include "physics/linear/linear.h"

enum { EG_C11, EG_C33, EG_C55, EG_C13, EG_C15, EG_C35, EG_STIFFNESSES };
enum { EG_C66, EG_C44, EG_C46, EG_SHEAR_STIFFNESSES };

/* Places of a material: the stiffness (Pa), 1 / density (m3/kg); and what follows from these, the density and the
 * inverse of the stiffness (1/Pa). */
enum {
    EG_PLANE_VOLUME = EG_STIFFNESSES,
    EG_PLANE_DENSITY,
    EG_S11,
    EG_S33,
    EG_S55,
    EG_S13,
    EG_S15,
    EG_S35,
    EG_PLANE_MATERIALS
};
enum { EG_SHEAR_VOLUME = EG_SHEAR_STIFFNESSES, EG_SHEAR_DENSITY, EG_S66, EG_S44, EG_S46, EG_SHEAR_MATERIALS };

/* The stiffness c (Pa) of a vertical symmetry axis, from density (kg/m3), speeds of P and S waves along the axis (m/s)
 * and Thomsen's parameters (Thomsen 1986, (8) and (17)). False where there is none: delta is so far below 0 that
 * (c13 + c55)^2 would be negative. */
bool eg_stiffness_from_thomsen(double density, double vp, double vs, double epsilon, double delta, double *c);

/* Turns the medium by an angle (rad), from x towards y. */
void eg_stiffness_turn(double angle, double *c);
void eg_shear_stiffness_turn(double angle, double *c);

/* Whether every deformation of the plane takes energy. */
bool eg_stiffness_is_positive(const double *c);
bool eg_shear_stiffness_is_positive(const double *c);

/* Finds what follows in a material: eg_linear.derive. */
void eg_stiffness_follow(const eg_linear *system, double *material);
void eg_shear_stiffness_follow(const eg_linear *system, double *material);

/* The fastest and the slowest wave, m/s: eg_linear.speed and .slowest. Of P and SV waves in 64 directions, between which
 * the speed varies by less than 0.1 %. */
double eg_stiffness_speed(const eg_linear *system, const double *material);
double eg_stiffness_slowest(const eg_linear *system, const double *material);
double eg_shear_stiffness_speed(const eg_linear *system, const double *material);
double eg_shear_stiffness_slowest(const eg_linear *system, const double *material);

#endif
