/* Exact seismograms of the plane by Cagniard's method, of a Ricker wavelet.
 *
 * Source: K. Aki, P. G. Richards, Quantitative Seismology, 2nd edition, chapter 6 (path of Cagniard, head waves, Lamb's
 * problem); W. W. Garvin, Proc. R. Soc. A 234 (1956) 528-541 (explosion below a free surface). */
#ifndef EG_TESTS_CAGNIARD_H
#define EG_TESTS_CAGNIARD_H

typedef enum cagniard_kind {
    CAGNIARD_LAMB,   /* a force downwards on the free surface y = 0, 1 N/m */
    CAGNIARD_GARVIN, /* an explosion below it, seen on it; its moment's rate, 1 N/s, is the wavelet */
    CAGNIARD_BURIED, /* a force downwards below it, seen on it: along y alone, by reciprocity */
    CAGNIARD_SPACE   /* an explosion in a full space */
} cagniard_kind;

typedef struct cagniard_problem {
    cagniard_kind kind;
    double vp, vs, rho;      /* m/s, kg/m3 */
    double frequency, delay; /* of the wavelet, Hz, s */
} cagniard_problem;

/* Velocities, m/s, along x and upwards at `at`, of a source at `from`, at the time t. */
void cagniard_velocity(const cagniard_problem *problem, const double from[2], const double at[2], double t,
                       double v[2]);

#endif
