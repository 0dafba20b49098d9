/* Kinds of faces: what stands beyond. FACE_RIGHT is added where the cell is on the right of the face. */
#ifndef EG_KERNELS_ADER_FACES_H
#define EG_KERNELS_ADER_FACES_H

#define FACE_INSIDE 0
#define FACE_ABSORBING 1
#define FACE_FREE 2
#define FACE_WALL 3
#define FACE_RIGHT 8

#endif
