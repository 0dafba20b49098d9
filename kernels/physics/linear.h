/* The values that the point functions of linear systems take: v0, v1, ... of a state, a material, what crosses a face,
 * and the constants of the flux there. Structures of scalars, because compilers keep those in registers. Included
 * by each header of a system once its numbers are known. */
#define EG_FIELD(p) real v##p;
typedef struct phys_state {
    EACH_VAR(EG_FIELD)
} phys_state;
typedef struct phys_material {
    EACH_MATERIAL(EG_FIELD)
} phys_material;
typedef struct phys_waves {
    EACH_TRACE(EG_FIELD)
} phys_waves;
typedef struct phys_face {
    EACH_FACE_CONSTANT(EG_FIELD)
} phys_face;
#undef EG_FIELD
