/* Moment tensors of earthquakes: from strike, dip and rake, from a magnitude, and turned into the axes of
 * a mesh.
 *
 * Six components stand in the order xx, yy, zz, xy, yz, xz. A geographic tensor has x east, y north, z up.
 * All angles are radians, azimuths from north through east. Everything is host, double precision, with the
 * bits of kernels/math.h. */
#ifndef EG_PHYSICS_MOMENT_H
#define EG_PHYSICS_MOMENT_H

#include "base/base.h"

enum { EG_MOMENT_XX, EG_MOMENT_YY, EG_MOMENT_ZZ, EG_MOMENT_XY, EG_MOMENT_YZ, EG_MOMENT_XZ, EG_MOMENTS };

/* The double couple of a slip on a plane, geographic: K. Aki and P. G. Richards, Quantitative Seismology,
 * 2nd edition (2002), box 4.4, whose axes are x north, y east, z down. Strike: the azimuth of the plane's
 * horizontal direction to whose right the plane dips; dip: downwards from the horizontal, 0 to pi/2; rake:
 * the direction in which the hanging wall moves, in the plane, from the strike upwards (0 left-lateral,
 * pi/2 thrust, -pi/2 normal). `scalar`: M0, N m. */
void eg_moment_double_couple(double strike, double dip, double rake, double scalar,
                             double moment[EG_MOMENTS]);

/* M0 = 10^(1.5 Mw + 9.1) N m: the IASPEI's form (2005) of T. C. Hanks and H. Kanamori, J. Geophys. Res.
 * 84, 1979. */
double eg_moment_of_magnitude(double magnitude);
/* Its inverse. */
double eg_moment_magnitude(double scalar);

/* Axes of a mesh: rows x, y, z, each by east, north, up, right-handed. In the plane x lies along an
 * azimuth, y is vertical and z = x cross y is the third axis; in space z is vertical and y = z cross x.
 * `downwards`: the vertical axis points down. */
void eg_moment_axes(int dimension, double x_azimuth, bool downwards, double axes[3][3]);

/* The components of a geographic tensor in such axes. */
void eg_moment_turn(const double axes[3][3], const double geographic[EG_MOMENTS], double moment[EG_MOMENTS]);

/* Its size, sqrt(sum over i and j of M_ij^2): sqrt(2) M0 of a double couple. */
double eg_moment_size(const double moment[EG_MOMENTS]);

#endif
