/* What limiters between bounds share (docs/theory/limiters.md). */

/* A cell is looked at where an estimate of its values is beyond a bound by this part of the bounds' distance
 * or size. */
#ifdef EG_F32
#define BOUND_SLACK R(9.5367431640625e-07)
#else
#define BOUND_SLACK R(1.4210854715202004e-14)
#endif

/* How often the value that is farthest outside is moved onto its bound (docs/theory/limiters.md has what more
 * do). */
#define BOUND_ROUNDS 8
/* What is less far outside, as a part of the distance of the bounds, is scaled at once. */
#define BOUND_LEAST_MOVE R(1e-4)
