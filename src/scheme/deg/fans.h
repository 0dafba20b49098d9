/* fans: the cells round each vertex of a mesh of triangles, in one order on all ranks, and what each of them takes part
 * in the evolution operator there (kernels/physics/evolution.h).
 *
 * A fan is all corners that one meets by turning round a vertex from face to face, through periodic pairs too. So a
 * vertex on a periodic boundary has one fan with its images, and a vertex where the domain touches itself has two.
 * Corners stand counter-clockwise, and behind them the air beyond open faces. A closed fan begins with the cell that has the lowest number in the whole mesh; a
 * fan on the boundary begins at its clockwise end. */
#ifndef EG_SCHEME_DEG_FANS_H
#define EG_SCHEME_DEG_FANS_H

#include "deg/sector.h"
#include "mesh/plane/plane.h"

/* What lies beyond a face of the boundary. */
typedef enum eg_fan_end {
    EG_FAN_INSIDE, /* another cell */
    EG_FAN_WALL,   /* the mirror image of what is inside */
    EG_FAN_OPEN    /* air as it is far away */
} eg_fan_end;

enum { EG_FAN_AIR = -1 };

typedef struct eg_fans {
    eg_context *context;
    int64_t count;      /* those that have a corner of an own cell, in the order of these */
    int64_t corners;    /* of all of them, air beyond the domain counted */
    int64_t longest;    /* corners of one */
    int64_t *first;     /* [count + 1] */
    int32_t *cell;      /* [corners] held cell; EG_FAN_AIR: beyond the domain */
    uint8_t *corner;    /* [corners] which of its vertices */
    int32_t *of_corner; /* [own][3] fan of each corner of an own cell */

    int64_t rows;
    double (*factor)[EG_SECTOR_FACTORS]; /* [rows] as deg/sector.h has them, each row once */
    int32_t *row; /* [corners] of a fan's first corner that of the whole circle */
} eg_fans;

/* Finds the fans of a mesh, or of a part that was cut with eg_mesh_cut.vertices. end[boundary] is EG_FAN_WALL or
 * EG_FAN_OPEN; of one that is joined it is not looked at. Takes O(cells) time. EG_MEMORY. All cells are
 * triangles. Free them after a failure too; all zero is fine. */
eg_status eg_fans_create(const eg_plane *mesh, const eg_fan_end *end, eg_fans *fans);
void eg_fans_free(eg_fans *fans);

/* ---- sectors.c */

/* One sector: the directions between which it lies, counter-clockwise, as unit vectors, and its angle, in (0, pi). */
typedef struct eg_sector {
    double from[2], to[2], angle;
} eg_sector;

/* The sector of a cell's corner; directions and angle that are multiples of 45 degrees but for 1e-9 become just
 * that. The fan of a mesh of right isosceles triangles thus takes one of a few rows. */
void eg_sector_of_corner(const eg_plane *mesh, int64_t cell, int corner, eg_sector *sector);

/* Factors of a fan of `count` sectors. Where it does not close, ends[0] lies before the first and ends[1] behind the
 * last one, and each takes half of the angle that is left: a wall repeats mirror images, which fit where the
 * angle between two walls is a part of 180 degrees, and are cut off half-way where it is not; air beyond an open end is
 * factor[count], else 0. factor[0] is what the whole circle gives for one state. */
void eg_sector_factors(int64_t count, const eg_sector *sector, const eg_fan_end ends[2],
                       double (*factor)[EG_SECTOR_FACTORS]);

#endif
