/* linear: systems of linear waves u_t + A u_x + B u_y (+ C u_z) = 0, as tables of point functions.
 *
 * A system is one header of kernels/physics with its functions for the device, and a table here for the
 * plane and one for space with what is done once on the host: speeds, the constants of the flux at a face,
 * names and units. Adding a system means adding these. src/scheme/ader takes the tables of the
 * plane, src/scheme/dg both. */
#ifndef EG_PHYSICS_LINEAR_H
#define EG_PHYSICS_LINEAR_H

#include "ader/faces.h"
#include "base/base.h"

enum { EG_LINEAR_VARIABLES = 24, EG_LINEAR_MATERIALS = 64, EG_LINEAR_FACE_CONSTANTS = 576 };

/* The numerical flux: the exact upwind one (Godunov), with the materials of both sides; Rusanov's; the
 * mean. */
typedef enum eg_flux {
    EG_FLUX_UPWIND,
    EG_FLUX_RUSANOV,
    EG_FLUX_CENTRAL, /* that of upwind without its damping, by the same kernels: for scheme/dg alone */
    EG_FLUXES
} eg_flux;

/* What stands beyond a face: EG_LINEAR_INSIDE and so on, by the list of kernels/ader/faces.h. */
#define EG_LINEAR_ID(ID, NAME, TOLD, MORE) EG_LINEAR_##ID = FACE_##ID,
typedef enum eg_linear_boundary { FACE_KINDS(EG_LINEAR_ID, EG_LINEAR_ID) } eg_linear_boundary;
#undef EG_LINEAR_ID

/* Where point sources act on a state (source.h); of 0 components there is no such source. */
typedef struct eg_linear_places {
    int velocity, forces; /* the first velocity, and how many components a force has */
    int density;          /* 1 / rho in the material */
    int stress, moments;  /* the first stress, or a pressure, and how many components a moment has */
    /* how many, from the first on, an explosion acts on: stresses along the axes, -1 a pressure, which is
     * minus a stress */
    int explosions;
} eg_linear_places;

/* A face as one of its cells sees it. */
typedef struct eg_linear_face {
    eg_flux flux;
    /* Materials of both sides, at a boundary that of the one cell twice; unit normal [dimensions] from left
     * to right. */
    const double *left, *right, *normal;
    eg_linear_boundary boundary;
    int number;    /* of the boundary in the mesh, of systems that tell them apart; -1: none */
    bool on_right; /* the constants are for the cell on the right, of systems where they differ */
} eg_linear_face;

typedef struct eg_linear eg_linear;
struct eg_linear {
    const char *name;   /* "elastic" */
    const char *kernel; /* "ader/elastic.c" */
    int dimensions;     /* DIM of the kernel header: 2 or 3 */
    int variables, materials;
    /* Where A, B vary: u_t + (A u)_x + (B u)_y = 0; else u_t + A u_x + B u_y = 0. */
    bool conservative;
    bool transports;             /* every variable is carried by one velocity, which is the material */
    const char *const *variable; /* [variables] names of the state's components, and their unit */
    const char *const *unit;
    const char *const *code; /* [variables] at most 8 characters, for seismograms */
    eg_linear_places source;
    int traces[EG_FLUXES], face_constants[EG_FLUXES]; /* TRACES and FACE_CONSTANTS of the kernel header */
    /* Variables that A changes (EACH_CHANGED_x), for matched layers of scheme/dg; 0: there are none for the
     * system. */
    int changed[EG_FLUXES];
    /* What such a layer's frequency shift takes of its damping, so that nothing grows
     * (docs/theory/octree-dg.md). */
    double layer_shift[EG_FLUXES];
    /* Largest speed of a wave, m/s; NaN where there is none. */
    double (*speed)(const eg_linear *system, const double *material);
    /* The slowest one; NULL: there is no function for it. */
    double (*slowest)(const eg_linear *system, const double *material);
    /* The constants of the flux at a face; NaN where there are none. */
    void (*face)(const eg_linear *system, const eg_linear_face *face, double *constants);
    /* Of a system of matrices (matrices.h): the program's text in front of the kernels; whether it has a
     * matrix E, and the largest size of an eigenvalue of that, 1/s. */
    const char *generated;
    bool reacts;
    double (*reaction)(const eg_linear *system, const double *material);
    /* Of eigenvalues that grow, or turn and decay by less than half of that; NULL: none. */
    double (*turning)(const eg_linear *system, const double *material);
    /* Entries of (1 - s E)^-1 that may be neither 0 nor 1. */
    int resolved;
    /* The first entries of the material that are one quantity, of which some may be near 0: velocities,
     * stiffnesses; and how many of the last ones follow from others, or are shares of bodies. */
    int alike, following;
    /* Memory of the medium: how many of the last variables only act on the others through E, and are told to
     * nobody. */
    int memory;
    /* Memory beside the variables, by scheme/dg alone (kernels/dg/memory.h): relaxing bodies, 0: none, their
     * frequencies [bodies], rad/s, how many of the first variables each remembers, and how many of the last
     * places of a material it has. */
    int bodies, stresses, shares;
    const double *relaxing;
    /* Sets the places of a material that follow from the others, once these are means of a cell; NULL: none
     * do. */
    void (*derive)(const eg_linear *system, double *material);
};

/* The variables that outputs, receivers and states of a case know: the first ones. */
static inline int eg_linear_told(const eg_linear *system)
{
    return system->variables - system->memory;
}

/* The values of a node of scheme/dg: the variables, and what bodies remember of them. */
static inline int eg_linear_stored(const eg_linear *system)
{
    return system->variables + system->bodies * system->stresses;
}

/* Of a wave with these impedances on both sides, for face(): Zl / (Zl + Zr), 1 / (Zl + Zr), Zl Zr / (Zl +
 * Zr), the last two 0 of a flux that does not damp; where neither side carries the wave, 1/2, 0, 0. */
void eg_linear_combine(bool damps, double zl, double zr, double constants[3]);
/* speed() and face() of a system with one wave, whose material is a modulus and 1 / rho. */
double eg_linear_one_speed(const eg_linear *system, const double *material);
void eg_linear_one_face(const eg_linear *system, const eg_linear_face *face, double *constants);

extern const eg_linear eg_linear_advection; /* u; material ax, ay (m/s) */
/* The same with `count` tracers, of 1 to EG_LINEAR_TRACERS, without their names, units and codes;
 * `generated`, which the caller owns, is what eg_linear_tracers_text() writes. */
enum { EG_LINEAR_TRACERS = 8, EG_LINEAR_TRACERS_TEXT = 128 };
eg_linear eg_linear_tracers(int count, const char *generated);
void eg_linear_tracers_text(int count, char text[EG_LINEAR_TRACERS_TEXT]);
extern const eg_linear eg_linear_acoustic; /* p, vx, vy; material K (Pa), 1 / rho (m3/kg) */
extern const eg_linear eg_linear_elastic; /* sxx, syy, sxy, vx, vy; lambda + 2 mu, lambda, mu (Pa), 1 / rho */
extern const eg_linear eg_linear_sh;      /* sxz, syz, vz; mu (Pa), 1 / rho */
/* In space: a velocity az or vz more, and all six stresses sxx, syy, szz, sxy, syz, sxz. */
extern const eg_linear eg_linear_advection_space;
extern const eg_linear eg_linear_acoustic_space;
extern const eg_linear eg_linear_elastic_space;

#endif
