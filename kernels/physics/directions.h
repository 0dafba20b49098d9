/* Directions of space, so that a point function is written once for the plane (DIM = 2, the default) and for
 * space (DIM = 3). A list or a sum calls a macro for each direction, which pastes it: of `#define SLOPE(of,
 * d) of##d.v0` SUM(SLOPE, along_) makes (along_x.v0 + along_y.v0). The order in which products are rounded is
 * the one written here. The sign of MINUS_DOT is in its factors, for -FMA(a, b, c) has not the same bits
 * everywhere (docs/architecture.md). */
#ifndef DIM
#define DIM 2
#endif
#define ALONG_AXIS(d) along_##d
#define UNIT_NORMAL(d) n##d
#if DIM == 3
#define IN_SPACE(text) text
#define EACH_DIRECTION(m) m(x) m(y) m(z)
#define DIRECTIONS(m) m(x), m(y), m(z)
#define EACH_PAIR(m) m(x, y) m(y, z) m(x, z)
#define SUM(a, of) (a(of, x) + a(of, y) + a(of, z))
#define SUM_OF_PAIRS(a) (a(x, y) + a(y, z) + a(x, z))
#define DOT(a, of, b) FMA(a(of, x), b(x), FMA(a(of, y), b(y), a(of, z) * b(z)))
#define MINUS_DOT(a, of, b) FMA(-a(of, x), b(x), FMA(-a(of, y), b(y), -(a(of, z) * b(z))))
/* Parameters of the point functions: a unit normal; a state for each direction. */
#define NORMAL real nx, real ny, real nz
#define ALONG phys_state along_x, phys_state along_y, phys_state along_z
#else
#define IN_SPACE(text)
#define EACH_DIRECTION(m) m(x) m(y)
#define DIRECTIONS(m) m(x), m(y)
#define EACH_PAIR(m) m(x, y)
#define SUM(a, of) (a(of, x) + a(of, y))
#define SUM_OF_PAIRS(a) (a(x, y))
#define DOT(a, of, b) FMA(a(of, x), b(x), a(of, y) * b(y))
#define MINUS_DOT(a, of, b) FMA(-a(of, x), b(x), -(a(of, y) * b(y)))
#define NORMAL real nx, real ny
#define ALONG phys_state along_x, phys_state along_y
#endif
