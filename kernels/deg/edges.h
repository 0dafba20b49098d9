/* The air at rest at the points of faces, from that at the nodes of the left cell: both cells of a face have
 * the same numbers. Anew wherever cells change. Arrays as in deg/stage.h; `air` has the ghosts' behind, as
 * [slots' blocks]. */
KERNEL deg_edges(GLOBAL CONST real *RESTRICT air, GLOBAL CONST int *RESTRICT there,
                 GLOBAL CONST int *RESTRICT side, GLOBAL CONST real *RESTRICT along,
                 GLOBAL real *RESTRICT edge_air, long blocks)
{
    FOR_GROUPS(b, blocks)
    FOR_ITEMS (i, 3 * EULER_AIR) {
        const int f = i / EULER_AIR, p = i % EULER_AIR;
        GLOBAL real *to = edge_air + ((long)b * 3 + f) * (ALONG * EULER_AIR * LANES) + p * LANES;
        FOR_LANES (l) {
            const long at = ((long)b * 3 + f) * LANES + l;
            const int right = side[at] & DEG_RIGHT, own = (int)b * LANES + l;
            const int turned = side[at] >> DEG_FACE_SHIFT;
            const int slot = right ? there[at] : own;
            const long first = ((long)(slot / LANES) * EULER_AIR + p) * (NODES * LANES) + slot % LANES;
            real even[HALF], odd[HALF];
            UNROLL
            for (int k = 0; k < HALF; k++) {
                const int near = right ? node_of_face(turned, DEGREE - k) : node_of_face(f, k);
                const int far = right ? node_of_face(turned, k) : node_of_face(f, DEGREE - k);
                const real a = air[first + near * LANES], c = air[first + far * LANES];
                even[k] = a + c;
                odd[k] = a - c;
            }
            UNROLL
            for (int j = 0; j < ALONG; j++) {
                real sum = R(0.0);
                UNROLL
                for (int k = 0; k < HALF; k++)
                    sum = FMA(along[(2 * j + 1) * HALF + k], odd[k],
                              FMA(along[2 * j * HALF + k], even[k], sum));
                to[j * (EULER_AIR * LANES) + l] = sum;
            }
        }
    }
    END_GROUPS
}
