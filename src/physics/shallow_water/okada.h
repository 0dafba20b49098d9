/* okada: how the surface of an elastic half-space moves where a rectangular fault below it slips.
 *
 * Y. Okada, Surface deformation due to shear and tensile faults in a half-space, Bull. Seism. Soc. Am. 75
 * (1985) 1135: (25), (26) and (28) to (30). Double precision, on the functions of kernels/math.h in a fixed
 * order: the same bits on every machine. */
#ifndef EG_PHYSICS_OKADA_H
#define EG_PHYSICS_OKADA_H

/* A fault in Okada's own axes: x along the strike from the lower left corner on, y to the left of it, the
 * fault falling towards -y. Lengths in m, angles in rad. */
typedef struct eg_okada_fault {
    double depth;         /* of the lower edge */
    double dip;           /* -pi/2 to pi/2 */
    double length, width; /* along the strike; along the dip, upward */
    double strike_slip, dip_slip;
    double poisson; /* of the half-space */
} eg_okada_fault;

/* Displacement of the surface at (x, y), m: along x, along y, and up. */
void eg_okada_displace(const eg_okada_fault *fault, double x, double y, double displacement[3]);

#endif
