/* A heap of pieces. */
#include "expr/code.h"

void eg_pieces_push(eg_pieces *p, eg_piece added)
{
    int64_t at = p->count++;
    for (; at > 0 && p->heap[(at - 1) / 2].weight < added.weight; at = (at - 1) / 2)
        p->heap[at] = p->heap[(at - 1) / 2];
    p->heap[at] = added;
}

eg_piece eg_pieces_pop(eg_pieces *p)
{
    eg_piece first = p->heap[0], last = p->heap[--p->count];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < p->count; at = child) {
        child += child + 1 < p->count && p->heap[child + 1].weight > p->heap[child].weight;
        if (p->heap[child].weight <= last.weight)
            break;
        p->heap[at] = p->heap[child];
    }
    p->heap[at] = last;
    return first;
}
