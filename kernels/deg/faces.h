/* What a cell knows of a face besides numbers, as src/scheme/deg and the kernels of this folder share it: the
 * kind of what is beyond; and packed in `side` whether the cell is the right one of the two, and the local
 * face of the neighbour. */
#ifndef EG_KERNELS_DEG_FACES_H
#define EG_KERNELS_DEG_FACES_H

enum {
    DEG_INSIDE, /* another cell */
    DEG_WALL,   /* the mirror image */
    DEG_OPEN,   /* the air at rest, in the wind */
    DEG_RIGHT = 1,
    DEG_FACE_SHIFT = 1 /* bits from here on: the local face of the neighbour */
};

/* Constants of a cell, [CELL_VALUES][LANES]: xi_x, xi_z, eta_x, eta_z (1/m) of the inverse map, and what |u|
 * + c is multiplied by to give a rate (1/m). Of a face, [FACE_VALUES][LANES]: the normal of its left cell,
 * length / |J| (1/m), 1 where the cell is the right one, and the kind: numbers of one size keep a loop over
 * lanes a full vector. */
enum { DEG_CELL_VALUES = 5, DEG_FACE_VALUES = 5 };

enum { DEG_STAGES = 3 };

#endif
