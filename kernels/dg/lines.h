/* Derivatives along the lines of nodes through node i, whose indices are at_x, at_y, at_z, from values that
 * FROM_LINE(p, node) gives. */

/* The first of the sum along a line of nodes, and the others, in their order. */
#define LINE_BEGIN(d, p) along_##d.v##p = matrix[at_##d * N] * FROM_LINE(p, line_##d);
#define LINE_TERM(d, p)                                                                                      \
    along_##d.v##p = FMA(weight_##d, FROM_LINE(p, line_##d + j * STRIDE_##d), along_##d.v##p);

#define EACH_LINE_TERM_x(p) LINE_TERM(x, p)
#define EACH_LINE_TERM_y(p) LINE_TERM(y, p)
#define EACH_LINE_TERM_z(p) LINE_TERM(z, p)
#define EACH_LINE_BEGIN_x(p) LINE_BEGIN(x, p)
#define EACH_LINE_BEGIN_y(p) LINE_BEGIN(y, p)
#define EACH_LINE_BEGIN_z(p) LINE_BEGIN(z, p)
#define ALONG_LINE(d)                                                                                        \
    phys_state along_##d;                                                                                    \
    const int line_##d = i - at_##d * STRIDE_##d;                                                            \
    EACH_VAR(EACH_LINE_BEGIN_##d)                                                                            \
    UNROLL                                                                                                   \
    for (int j = 1; j < N; j++) {                                                                            \
        const real weight_##d = matrix[at_##d * N + j];                                                      \
        EACH_VAR(EACH_LINE_TERM_##d)                                                                         \
    }
