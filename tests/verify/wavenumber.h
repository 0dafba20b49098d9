/* Seismograms of layered media by sums over wavenumber and frequency (f-k), for tests to compare with.
 *
 * Layers are flat, transversely isotropic about the vertical, or isotropic, and may lose energy: their moduli are
 * complex and depend on frequency. Waves are those of the plane (P and SV of a line source), those about a vertical axis
 * (P and SV of a point source that turns no way), or SH of the plane. z goes down.
 *
 * Source of the equations: K. Aki, P. G. Richards, Quantitative Seismology, 2nd edition, chapters 7 and 9 (motion-stress
 * vector, integrals over wavenumber); M. Bouchon, Bull. seism. Soc. Am. 71 (1981) 959-971 (discrete
 * wavenumbers, complex frequencies); H. Schmidt, F. B. Jensen, J. acoust. Soc. Am. 77 (1985) 813-825 (all interfaces in
 * one system, exponentials that cannot grow). */
#ifndef EG_TESTS_WAVENUMBER_H
#define EG_TESTS_WAVENUMBER_H

#include <complex.h>

enum { WAVENUMBER_LAYERS = 8 };

/* What a layer is at one frequency: moduli, Pa, and density, kg/m3. Isotropic: c11 = c33 = lambda + 2 mu, c13 = lambda,
 * c55 = c66 = mu. SH takes c55 and c66, P and SV the others. */
typedef struct wavenumber_moduli {
    double complex c11, c13, c33, c55, c66;
    double rho;
} wavenumber_moduli;

typedef enum wavenumber_waves { WAVENUMBER_PLANE, WAVENUMBER_AXIS, WAVENUMBER_SH } wavenumber_waves;

typedef struct wavenumber_problem {
    wavenumber_waves waves;
    int layers;                       /* at most WAVENUMBER_LAYERS; the last one has no end */
    double bottom[WAVENUMBER_LAYERS]; /* m, of all but the last */
    int free;                         /* the surface z = 0 is free; else the first layer has no top */
    void (*moduli)(const void *user, int layer, double complex omega,
                   wavenumber_moduli *at); /* time goes as e^(-i omega t) */
    double depth;                          /* m, of the source; x = 0 */
    double force[2]; /* along x (SH: along y) and z: N/m in the plane, N about an axis, where x has none */
    double moment
        [3]; /* Mxx, Mzz, Mxz (SH: Mxy, Myz, none); about an axis Mxx is that of all horizontals, Mxz none */
    double (*function)(const void *user,
                       double t); /* of time, the factor of force; its integral that of moment: 0 before 0 */
    double longest;               /* s, until which `function` is sampled */
    double highest;               /* Hz, above which its spectrum is 0 */
    double end;                   /* s, of the seismograms */
    double speed;                 /* m/s, the fastest there is */
    double slowest;               /* m/s */
    const void *user;
} wavenumber_problem;

/* Velocities along x and z (SH: along y, and 0) at the horizontal distance at[0], >= 0 about an axis, and the depth at[1] != depth,
 * at the times k end / (samples - 1). v: samples pairs. The error falls as e^(-(highest wavenumber) |at[1] - depth|). */
void wavenumber_velocity(const wavenumber_problem *problem, const double at[2], int samples, double (*v)[2]);

#endif
