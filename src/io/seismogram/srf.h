/* SRF files: ruptures of finite faults as points with slip rates, in the Standard Rupture Format of R. W. Graves,
 * versions 1.0 and 2.0, which SCEC's Broadband Platform and SPECFEM's and AWP-ODC's tools exchange.
 *
 *   VERSION                          a number; lines that start with # are comments
 *   PLANE N, 2 N lines               the planes that the points make up, which are passed over
 *   POINTS N                         N points follow; version 2.0 may have several such blocks
 *     LON LAT DEP STK DIP AREA TINIT DT [VS DEN]      degrees, km, degrees, cm^2, s, of 2.0 cm/s and g/cm^3
 *     RAKE SLIP1 NT1 SLIP2 NT2 SLIP3 NT3              degrees, cm
 *     NT1 + NT2 + NT3 slip rates, cm/s, on as many lines as it takes
 *
 * Slip 1 is along the rake, slip 2 along rake + 90 degrees, slip 3 opens the fault, which is refused. The totals
 * SLIP are not used: what counts are the rates. */
#ifndef EG_IO_SRF_H
#define EG_IO_SRF_H

#include "base/base.h"

enum { EG_SRF_SLIPS = 2 };

typedef struct eg_srf_point {
    int64_t line;                /* where it begins */
    double latitude, longitude;  /* rad */
    double depth;                /* m */
    double strike, dip, rake;    /* rad */
    double area;                 /* m2 */
    double onset, dt;            /* s: of the first rate, and between rates */
    double speed, density;       /* m/s, of shear waves, and kg/m3 */
    double rigidity;             /* Pa, from these; 0: the file does not tell */
    int64_t first[EG_SRF_SLIPS]; /* rate[] of slip 1 and 2 */
    int64_t count[EG_SRF_SLIPS]; /* 0: there is no such slip */
} eg_srf_point;

/* Read it, do not change it. */
typedef struct eg_srf {
    eg_context *context;
    int64_t count, room;
    eg_srf_point *point; /* [count] in the order of the file, at least one */
    int64_t rates, rate_room;
    double *rate; /* [rates] m/s */
} eg_srf;

/* Reads a file of at most 4 GiB; the caller owns *srf. EG_INPUT, naming file, line and value, for a file that
 * cannot be read or ends within a point, a version that is none of these, a number out of its range, a fault
 * that opens. */
eg_status eg_srf_read(eg_context *context, const char *path, eg_srf **srf);
/* What a point slips by in all, m, along and across the rake together. */
double eg_srf_slip(const eg_srf *srf, const eg_srf_point *point);
/* Frees it and sets *srf to NULL; NULL is fine. */
void eg_srf_destroy(eg_srf **srf);

#endif
