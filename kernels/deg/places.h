/* Where the values of a cell stand, for the kernels of this folder.
 *
 * Nodes of a triangle (src/element/triangle.h): the vertices 0, 1, 2; inside each face f, which goes from
 * vertex f to vertex f + 1, DEGREE - 1 nodes in that direction; those inside the cell. */
#define NODES ((DEGREE + 1) * (DEGREE + 2) / 2)
#define EDGE (DEGREE + 1)     /* nodes of a face */
#define HALF ((EDGE + 1) / 2) /* pairs of them that face each other */
#define VALUES (VARS * NODES) /* of the state of a cell */
#define PACK_LANES (1 << PACK_BITS)

/* Node j of face f, 0 <= j <= DEGREE. */
FUNCTION int node_of_face(int f, int j)
{
    const int next = f == 2 ? 0 : f + 1;
    const int inner = 2 + f * (DEGREE - 1) + j;
    return j == 0 ? f : (j == DEGREE ? next : inner);
}

/* Value 0 of a slot in q[pack][value][lane of the pack]; the others follow at distances of PACK_LANES. */
FUNCTION long place_of(int slot)
{
    return (long)(slot >> PACK_BITS) * (VALUES * PACK_LANES) + (slot & (PACK_LANES - 1));
}

/* The same for lane l of block b, in a form that shows a compiler that lanes stand side by side. */
#define PLACE_IN_BLOCK(b, l)                                                                                 \
    (PACK_LANES == LANES ? (long)(b) * (VALUES * LANES) + (l) : place_of((int)(b)*LANES + (l)))

/* Where the air of a slot begins. */
FUNCTION long air_of(int slot)
{
    return (long)(slot / LANES) * (EULER_AIR * NODES * LANES) + slot % LANES;
}
