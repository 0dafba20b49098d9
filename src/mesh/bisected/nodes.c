/* Nodes of leaves: corners that meet at a vertex, by walking round it, never by looking at places: what a
 * slit parts stays parted. */
#include "mesh/bisected/internal.h"

int32_t eg_bisected_boundary(const eg_bisected_nodes *n, int64_t leaf, int edge)
{
    int32_t face = n->face[leaf][edge];
    return face < 0 ? -1 : n->leaves->macro->face_boundary[face];
}

/* The leaf and edge across, not through periodic pairs; -1: none. */
static int32_t across(const eg_bisected_nodes *n, int32_t edge)
{
    int32_t leaf = edge / 3;
    return eg_bisected_boundary(n, leaf, edge % 3) < 0 ? n->leaves->link[leaf][edge % 3] : -1;
}

/* Gives a node to a corner and all others round its vertex. */
static void number_fan(eg_bisected_nodes *n, int32_t first)
{
    int32_t node = (int32_t)n->count, corner = first;
    do {
        n->node[corner / 3][corner % 3] = node;
        int32_t there = across(n, corner);
        corner = there < 0 ? -1 : there - there % 3 + (there + 1) % 3;
    } while (corner >= 0 && corner != first);
    for (int32_t at = first; corner < 0;) {
        at = across(n, at - at % 3 + (at + 2) % 3);
        if (at < 0)
            break;
        n->node[at / 3][at % 3] = node;
    }
    n->count++;
}

void eg_bisected_number_nodes(eg_bisected_nodes *n)
{
    for (int64_t leaf = 0; leaf < n->leaves->leaves; leaf++)
        for (int k = 0; k < 4; k++)
            n->node[leaf][k] = -1;
    for (int64_t corner = 0; corner < 3 * n->leaves->leaves; corner++)
        if (n->node[corner / 3][corner % 3] < 0)
            number_fan(n, (int32_t)corner);
}
