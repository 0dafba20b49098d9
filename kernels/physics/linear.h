/* The values that the point functions of linear systems take: v0, v1, ... of a state, a material, what
 * crosses a face, and the constants of the flux there. Structures of scalars, because compilers keep those in
 * registers. Included by each header of a system once its numbers are known. */
#define EG_FIELD(p) real v##p;
typedef struct phys_state {
    EACH_VAR(EG_FIELD)
} phys_state;
typedef struct phys_material {
    EACH_MATERIAL(EG_FIELD)
} phys_material;
/* Where traces stand side by side two or four of them are one access of at most 16 bytes (ader/waves.h). */
#if !TRACE_BITS && TRACES % 2 == 0
#ifdef EG_F32
#define WAVES_ALIGNED __attribute__((aligned(TRACES % 4 ? 8 : 16)))
#else
#define WAVES_ALIGNED __attribute__((aligned(16)))
#endif
#else
#define WAVES_ALIGNED
#endif
typedef struct WAVES_ALIGNED phys_waves {
    EACH_TRACE(EG_FIELD)
} phys_waves;
typedef struct phys_face {
    EACH_FACE_CONSTANT(EG_FIELD)
} phys_face;
#undef EG_FIELD
#include "physics/states.h"

FUNCTION phys_material phys_load_material(GLOBAL CONST real *from, int apart)
{
    phys_material u;
    EACH_MATERIAL(LOAD_VAR)
    return u;
}

FUNCTION phys_face phys_load_face(GLOBAL CONST real *from, int apart)
{
    phys_face u;
    EACH_FACE_CONSTANT(LOAD_VAR)
    return u;
}

/* What crosses a face, times x. */
FUNCTION phys_waves phys_scaled_waves(real x, phys_waves w)
{
#define SCALE(p) w.v##p = x * w.v##p;
    EACH_TRACE(SCALE)
#undef SCALE
    return w;
}
