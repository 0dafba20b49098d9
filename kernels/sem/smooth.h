/* A step of smoothing at node n, where y = A x is this: x + omega D^-1 (b - y) with the diagonal D of A. */
#define SMOOTHED(n, x, y) FMA(omega *inverse[n], b[n] - (y), (x)[n])
