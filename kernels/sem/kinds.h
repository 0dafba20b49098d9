/* What an element is to the operator: numbers that its kernels and their caller share. */

/* What the map from the reference element is. */
#define GEOMETRY_AFFINE 0    /* constant metric */
#define GEOMETRY_TRILINEAR 1 /* metric on the fly */
#define GEOMETRY_STORED 2    /* metric of each node, with kappa, c and the weights of quadrature in it */

/* Where kappa comes from. With GEOMETRY_STORED, and GEOMETRY_AFFINE where it is constant in an element, it is
 * in the metric: KAPPA_ELEMENT. */
#define KAPPA_ELEMENT 0 /* one number an element */
#define KAPPA_NODE 1    /* one number a node */
#define KAPPA_TENSOR 2  /* xx xy xz yy yz zz of an element */

/* Where c comes from. */
#define MASS_NONE 0 /* c = 0 */
#define MASS_ELEMENT 1
#define MASS_NODE 2
