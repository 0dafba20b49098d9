/* What happens at a node: from the derivatives of u in reference directions to what the derivative's
 * transpose takes, (|J| w) J^-1 kappa J^-T grad u, and the mass c |J| w u.
 *
 * `shape`, `kappa` and `mass` are those of the block, at the lane; `node` is the node's number in its
 * element. What is the same for a column of nodes (i, j), zeta running, is found once (column_of). On a
 * trilinear element that is the metric as a polynomial of zeta:
 *
 *     a = x_zeta,  x_xi = b0 + zeta b1,  x_eta = d0 + zeta d1
 *     |J| grad xi   = x_eta x a      = d0 x a + zeta d1 x a
 *     |J| grad eta  = a x x_xi       = a x b0 + zeta a x b1
 *     |J| grad zeta = x_xi x x_eta   = b0 x d0 + zeta ((b0 x d1) + (b1 x d0)) + zeta^2 b1 x d1
 *     |J|           = a . (|J| grad zeta) */

/* Components along the reference directions. */
typedef struct flux_at_node {
    real xi, eta, zeta, mass;
} flux_at_node;

/* c at a node, times |J| and weight where these are given. */
#if MASS == MASS_NODE
#define MASS_OF_NODE mass[node * LANES]
#elif MASS == MASS_ELEMENT
#define MASS_OF_NODE shape[MASS_AT * LANES]
#endif

#if GEOMETRY == GEOMETRY_TRILINEAR

/* IN_RANGE: the operands and the quotient are where DIVIDE is right. */
#if IN_RANGE
#define QUOTIENT(a, b) DIVIDE(a, b)
#else
#define QUOTIENT(a, b) ((a) / (b))
#endif

typedef struct vector {
    real x, y, z;
} vector;

FUNCTION vector along(real s, vector u, vector v) /* s u + v */
{
    const vector w = {FMA(s, u.x, v.x), FMA(s, u.y, v.y), FMA(s, u.z, v.z)};
    return w;
}

FUNCTION vector cross(vector u, vector v)
{
    const vector w = {FMA(u.y, v.z, -(u.z * v.y)), FMA(u.z, v.x, -(u.x * v.z)), FMA(u.x, v.y, -(u.y * v.x))};
    return w;
}

FUNCTION real dot(vector u, vector v)
{
    return FMA(u.x, v.x, FMA(u.y, v.y, u.z * v.z));
}

typedef struct column {
    vector xi0, xi1, eta0, eta1, zeta0, zeta1, zeta2;
    real j0, j1, j2;
    real weight; /* w_i w_j */
} column;

/* Coefficient v of the map: of the monomials xi, eta, zeta, xi eta, eta zeta, zeta xi, xi eta zeta. */
FUNCTION vector map_of(GLOBAL CONST real *shape, int v)
{
    const vector w = {shape[(3 * v) * LANES], shape[(3 * v + 1) * LANES], shape[(3 * v + 2) * LANES]};
    return w;
}

FUNCTION column column_of(GLOBAL CONST real *shape, real xi, real eta, real weight)
{
    const vector xi_eta = map_of(shape, 3), zeta_xi = map_of(shape, 5), all = map_of(shape, 6);
    const vector d1 = along(xi, all, map_of(shape, 4));
    const vector a = along(eta, d1, along(xi, zeta_xi, map_of(shape, 2)));
    const vector b0 = along(eta, xi_eta, map_of(shape, 0)), b1 = along(eta, all, zeta_xi);
    const vector d0 = along(xi, xi_eta, map_of(shape, 1));
    const vector p = cross(b0, d1), q = cross(b1, d0), sum = {p.x + q.x, p.y + q.y, p.z + q.z};
    column c;
    c.xi0 = cross(d0, a);
    c.xi1 = cross(d1, a);
    c.eta0 = cross(a, b0);
    c.eta1 = cross(a, b1);
    c.zeta0 = cross(b0, d0);
    c.zeta1 = sum;
    c.zeta2 = cross(b1, d1);
    c.j0 = dot(a, c.zeta0);
    c.j1 = dot(a, c.zeta1);
    c.j2 = dot(a, c.zeta2);
    c.weight = weight;
    return c;
}

FUNCTION flux_at_node flux_of(column c, GLOBAL CONST real *shape, GLOBAL CONST real *kappa,
                              GLOBAL CONST real *mass, int node, real zeta, real weight, real u, real u_xi,
                              real u_eta, real u_zeta)
{
    const vector gx = along(zeta, c.xi1, c.xi0), ge = along(zeta, c.eta1, c.eta0);
    const vector gz = along(zeta, along(zeta, c.zeta2, c.zeta1), c.zeta0);
    const real jacobian = FMA(zeta, FMA(zeta, c.j2, c.j1), c.j0), w = c.weight * weight;
    const vector g = {FMA(gx.x, u_xi, FMA(ge.x, u_eta, gz.x * u_zeta)),
                      FMA(gx.y, u_xi, FMA(ge.y, u_eta, gz.y * u_zeta)),
                      FMA(gx.z, u_xi, FMA(ge.z, u_eta, gz.z * u_zeta))};
#if KAPPA == KAPPA_TENSOR
    GLOBAL CONST real *tensor = shape + KAPPA_AT * LANES;
    const vector row_x = {tensor[0], tensor[LANES], tensor[2 * LANES]},
                 row_y = {tensor[LANES], tensor[3 * LANES], tensor[4 * LANES]},
                 row_z = {tensor[2 * LANES], tensor[4 * LANES], tensor[5 * LANES]},
                 t = {dot(row_x, g), dot(row_y, g), dot(row_z, g)};
    const real scale = QUOTIENT(w, jacobian);
#else
    const vector t = g;
    const real scale =
        QUOTIENT(w * (KAPPA == KAPPA_NODE ? kappa[node * LANES] : shape[KAPPA_AT * LANES]), jacobian);
#endif
    const vector s = {scale * t.x, scale * t.y, scale * t.z};
    flux_at_node f = {dot(gx, s), dot(ge, s), dot(gz, s), R(0.0)};
#if MASS != MASS_NONE
    f.mass = (MASS_OF_NODE * (w * jacobian)) * u;
#endif
    (void)kappa, (void)mass, (void)node, (void)u;
    return f;
}

#else

typedef struct column {
    real weight; /* w_i w_j */
} column;

FUNCTION column column_of(GLOBAL CONST real *shape, real xi, real eta, real weight)
{
    const column c = {weight};
    (void)shape, (void)xi, (void)eta;
    return c;
}

FUNCTION flux_at_node flux_of(column c, GLOBAL CONST real *shape, GLOBAL CONST real *kappa,
                              GLOBAL CONST real *mass, int node, real zeta, real weight, real u, real u_xi,
                              real u_eta, real u_zeta)
{
#if GEOMETRY == GEOMETRY_AFFINE
    const real w = c.weight * weight, scale = KAPPA == KAPPA_NODE ? w * kappa[node * LANES] : w;
    const int at = 0, next = LANES;
#else
    const int at = node * LANES, next = VOLUME * LANES;
#endif
    const real xx = shape[at], xy = shape[at + next], xz = shape[at + 2 * next], yy = shape[at + 3 * next],
               yz = shape[at + 4 * next], zz = shape[at + 5 * next];
    flux_at_node f = {FMA(xx, u_xi, FMA(xy, u_eta, xz * u_zeta)), FMA(xy, u_xi, FMA(yy, u_eta, yz * u_zeta)),
                      FMA(xz, u_xi, FMA(yz, u_eta, zz * u_zeta)), R(0.0)};
#if GEOMETRY == GEOMETRY_AFFINE
    f.xi = scale * f.xi;
    f.eta = scale * f.eta;
    f.zeta = scale * f.zeta;
#endif
#if GEOMETRY == GEOMETRY_STORED && MASS != MASS_NONE
    f.mass = shape[at + 6 * next] * u;
#elif MASS == MASS_NODE
    f.mass = ((mass[node * LANES] * shape[MASS_AT * LANES]) * w) * u;
#elif MASS == MASS_ELEMENT
    f.mass = (shape[MASS_AT * LANES] * w) * u;
#endif
    (void)c, (void)kappa, (void)mass, (void)zeta, (void)weight, (void)u;
    return f;
}

#endif
