/* Kinds of boundaries of linear waves, the one list. Kernels have their numbers, src the enum, the words
 * and keys of a case, and what is told of them. */
#ifndef EG_KERNELS_ADER_FACES_H
#define EG_KERNELS_ADER_FACES_H

/* WORD(ID, word of the case, what is told, what else a case of the plane may say in a hint); KEY() where the
 * case has a key in place of a word. */
#define FACE_KINDS(WORD, KEY)                                                                                \
    KEY(INSIDE, "periodic", "periodic", "") /* or no boundary */                                             \
    WORD(ABSORBING, "absorbing", "absorbing", ", {absorbing: WIDTH}")                                        \
    WORD(FREE, "free-surface", "free surface", "")                                                           \
    WORD(WALL, "wall", "wall", "")                                                                           \
    KEY(INFLOW, "inflow", "inflow", ", {inflow: ...}") /* a given state; for kernels that of a neighbour */  \
    KEY(REFLECTING, "reflection", "reflecting by a matrix", "") /* of systems that a case gives by matrices */

#define FACE_ID(ID, NAME, TOLD, MORE) FACE_##ID,
enum {
    FACE_KINDS(FACE_ID, FACE_ID) FACE_RIGHT = 8 /* is added where the cell is on the right of the face */
};
#undef FACE_ID

#endif
