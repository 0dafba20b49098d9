/* fans: the cells round each vertex of a mesh of triangles, in one order on all ranks, and what each of them
 * takes part in the evolution operator there (kernels/physics/evolution.h).
 *
 * A fan is all corners that one meets by turning round a vertex from face to face, through periodic pairs
 * too. So a vertex on a periodic boundary has one fan with its images, and a vertex where the domain touches
 * itself has two. Corners stand counter-clockwise, and behind them the air beyond open faces. A closed fan
 * begins with the cell that has the lowest number in the whole mesh; a fan on the boundary begins at its
 * clockwise end. */
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

/* A finite circle, on which data are polynomials of their cells. Beyond the state at the centre, whose
 * factors are those of sectors, they go by E_bilin or E_const of Lukacova, Morton and Warnecke, SIAM Journal
 * on Scientific Computing 26 (2004) 1. */
typedef struct eg_arcs {
    int degree; /* of the data; 0: sectors alone */
    bool bilinear;
    int inner; /* points inside a face that have a fan, too */
} eg_arcs;

enum { EG_FAN_AIR = -1 };

typedef struct eg_fans {
    eg_context *context;
    int points;         /* of a cell that have fans: its vertices, and behind them those inside its faces */
    int64_t count;      /* those that have a corner of an own cell, in the order of these */
    int64_t corners;    /* of all of them, air beyond the domain counted */
    int64_t longest;    /* corners of one */
    int64_t *first;     /* [count + 1] */
    int32_t *cell;      /* [corners] held cell; EG_FAN_AIR: beyond the domain */
    uint8_t *corner;    /* [corners] which of its points */
    int32_t *of_corner; /* [own][points] fan of each point of an own cell */

    int64_t rows, row_length;
    double *factor; /* [rows][row_length] as deg/sector.h has them, each row once */
    int32_t *row;   /* [corners] of a fan's first corner that of the whole circle */
} eg_fans;

/* Finds the fans of a mesh, or of a part that was cut with eg_mesh_cut.vertices. end[boundary] is EG_FAN_WALL
 * or EG_FAN_OPEN; of one that is joined it is not looked at. Takes O(cells) time. EG_MEMORY. All cells are
 * triangles. With arcs (NULL: none) whose `inner` is not 0, points inside faces have fans too, of the two
 * cells there: point 3 + k inner + j of a cell is point j of its face k, from vertex k on. Free them after a
 * failure too. */
eg_status eg_fans_create(const eg_plane *mesh, const eg_fan_end *end, const eg_arcs *arcs, eg_fans *fans);
/* All zero is fine. */
void eg_fans_free(eg_fans *fans);

/* ---- sectors.c */

/* One sector: the directions between which it lies, counter-clockwise, as unit vectors, and its angle, in (0,
 * pi]. */
typedef struct eg_sector {
    double from[2], to[2], angle;
} eg_sector;

/* The sector of a cell's corner, or of a vertex between those ahead and behind it, counter-clockwise;
 * directions and angle that are multiples of 45 degrees but for 1e-9 become just that. The fan of a mesh of
 * right isosceles triangles thus takes one of a few rows. */
void eg_sector_of_points(const double vertex[2], const double ahead[2], const double behind[2],
                         eg_sector *sector);
void eg_sector_of_corner(const eg_plane *mesh, int64_t cell, int corner, eg_sector *sector);

/* What a sector does to velocities: those of its cell are turned, or mirrored, by this matrix. */
typedef struct eg_turn {
    double a[2][2];
} eg_turn;

/* Is called for each sector of the whole circle: `of` is the sector of the fan whose state it has, `count`
 * that of the air beyond. */
typedef struct eg_sector_visitor eg_sector_visitor;
struct eg_sector_visitor {
    void (*visit)(const eg_sector_visitor *self, int64_t of, const eg_sector *sector, eg_turn turned);
};

/* Visits the sectors of a fan of `count`, and what is beyond its ends. Where it does not close, ends[0] lies
 * before the first and ends[1] behind the last one, and each takes half of the angle that is left. A wall
 * repeats mirror images, which fit where the angle between two walls is a part of 180 degrees, and are cut
 * off half-way where it is not. Beside an open end a wall mirrors its half plane, in which air fills what the
 * fan leaves. */
void eg_visit_circle(int64_t count, const eg_sector *sector, const eg_fan_end ends[2],
                     const eg_sector_visitor *visitor);

/* Factors of such a fan, factor[count + 1]; that of the air is 0 where there is none. factor[0] is what the
 * whole circle gives for one state. */
void eg_sector_factors(int64_t count, const eg_sector *sector, const eg_fan_end ends[2],
                       double (*factor)[EG_SECTOR_FACTORS]);

/* ---- arcs.c */

/* Numbers of a row of factors (deg/sector.h). */
int eg_arc_row(const eg_arcs *arcs);
/* Adds, behind the first EG_SECTOR_FACTORS, what arcs ask for to row[count + 1][eg_arc_row()]. inverse[count]
 * are the cells' maps to their reference cells. */
void eg_arc_factors(int64_t count, const eg_sector *sector, const eg_fan_end ends[2], const eg_arcs *arcs,
                    const double (*inverse)[2][2], double *row);

#endif
