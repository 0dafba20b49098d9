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
