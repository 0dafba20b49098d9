/* wave: the type of what one face and the friction of one cell take: speeds, waves, fluxes, normals. It is
 * the type of the state, `real`, but for MIXED: there the state is f64 and waves are f32. Differences of
 * levels and beds are taken in f64 then, and sums of mass over faces too
 * (docs/theory/shallow-water-mixed.md). */
#ifndef EG_KERNELS_PHYSICS_WAVE_H
#define EG_KERNELS_PHYSICS_WAVE_H

#ifndef MIXED
#define MIXED 0
#endif

#if MIXED
typedef float wave;
#define WAVE_FMA(a, b, c) FMA32((a), (b), (c))
#define WAVE_SQRT(a) SQRT32(a)
#define WAVE_ABS(a) FABS32(a)
#define WAVE_RECIPROCAL(b) RECIPROCAL32(b)
#define WAVE_DIVIDE(a, b) ((a) / (b))
#define WAVE_GREATER(a, b) ((a) > (b) ? (a) : (b))
#define KEPT_WAVE(x) KEPT32(x)
#define WAVE_LESSER(a, b) ((a) < (b) ? (a) : (b))
#else
typedef real wave;
#define WAVE_FMA(a, b, c) FMA((a), (b), (c))
#define WAVE_SQRT(a) SQRT(a)
#define WAVE_ABS(a) FABS(a)
#define WAVE_RECIPROCAL(b) RECIPROCAL(b)
#define WAVE_DIVIDE(a, b) DIVIDE((a), (b))
#define WAVE_GREATER(a, b) GREATER((a), (b))
#define KEPT_WAVE(x)
#define WAVE_LESSER(a, b) LESSER((a), (b))
#endif
/* A constant or a value of the state as a wave: rounded once. */
#define WAVE(x) ((wave)(x))

#if MIXED || defined EG_F32
#define WAVE_CBRT(x) eg_cbrtf(x)
#define WAVE_BITS(x) eg_bitsf(x)
#define WAVE_FROM_BITS(x) eg_from_bitsf(x)
#define WAVE_SIGN 0x80000000u
#else
#define WAVE_CBRT(x) eg_cbrt(x)
#define WAVE_BITS(x) eg_bits(x)
#define WAVE_FROM_BITS(x) eg_from_bits(x)
#define WAVE_SIGN EG_SIGN_BIT
#endif

#endif
