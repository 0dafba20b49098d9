/* What a cell knows of a face besides numbers, as src/scheme/deg and the kernels of this folder share it: the kind of
 * what is beyond, whether the cell is the right one of the two, and the local face of the neighbour. */
#ifndef EG_KERNELS_DEG_FACES_H
#define EG_KERNELS_DEG_FACES_H

enum {
    DEG_INSIDE, /* another cell */
    DEG_WALL,   /* the mirror image */
    DEG_OPEN,   /* the air at rest */
    DEG_KINDS = 15,
    DEG_RIGHT = 16,
    DEG_FACE_SHIFT = 5 /* bits from here on: the local face of the neighbour */
};

/* Constants of a cell, [CELL_VALUES][LANES]: xi_x, xi_z, eta_x, eta_z (1/m) of the inverse map, and what |u| + c is
 * multiplied by to give a rate (1/m). Of a face, [FACE_VALUES][LANES]: the normal of its left cell, length / |J| (1/m). */
enum { DEG_CELL_VALUES = 5, DEG_FACE_VALUES = 3 };

enum { DEG_STAGES = 3 };

#endif
