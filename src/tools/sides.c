/* Sides of hexahedra that no other element has. */
#include "tools/sides.h"
#include "tools/snapshots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A face of an element: where its middle, or that of a quarter, is, in units of a ten millionth of the
 * domain. */
typedef struct middle {
    int64_t place[3], face; /* 6 element + side */
} middle;

static int by_middle(const void *a, const void *b)
{
    const middle *p = a, *q = b;
    for (int k = 0; k < 3; k++)
        if (p->place[k] != q->place[k])
            return p->place[k] < q->place[k] ? -1 : 1;
    return (p->face > q->face) - (p->face < q->face);
}

/* The middle of side `side` of an element whose (p+1)^3 points begin at x, from its corners; or with
 * `quarter` 0 to 3 that of its quarter at a corner. -1: of the whole. */
static middle middle_of_face(const double (*x)[3], int p, int side, int quarter, double unit)
{
    static const double weights[4] = {2.25, 0.75, 0.75, 0.25};
    const int stride[3] = {p, p * (p + 1), p * (p + 1) * (p + 1)};
    int across = side / 2, first = side % 2 ? stride[across] : 0;
    double sum[3] = {0, 0, 0};
    middle m;
    for (int corner = 0; corner < 4; corner++) {
        const double *at =
            x[first + (corner & 1) * stride[(across + 1) % 3] + (corner >> 1) * stride[(across + 2) % 3]];
        for (int k = 0; k < 3; k++)
            sum[k] += (quarter < 0 ? 1 : weights[corner ^ quarter]) * at[k];
    }
    for (int k = 0; k < 3; k++)
        m.place[k] = llround(sum[k] / unit);
    return m;
}

/* Faces that have a middle in common are not outlined. */
static void match_middles(middle *middles, int64_t count, bool (*outlined)[6])
{
    qsort(middles, (size_t)count, sizeof *middles, by_middle);
    for (int64_t i = 0; i + 1 < count; i++)
        if (memcmp(middles[i].place, middles[i + 1].place, sizeof middles[i].place) == 0)
            for (int64_t k = i; k < i + 2; k++)
                outlined[middles[k].face / 6][middles[k].face % 6] = false;
}

eg_status eg_tools_find_sides(const eg_snapshot *snapshot, const eg_snapshot_geometry *geometry,
                              bool (*outlined)[6])
{
    double low[3], high[3], size = 0;
    eg_tools_bounds(geometry->nodes, (const double(*)[3])geometry->x, low, high);
    for (int k = 0; k < 3; k++)
        size = fmax(size, high[k] - low[k]);
    int p = snapshot->degree, nodes = (p + 1) * (p + 1) * (p + 1);
    int64_t faces = 6 * snapshot->hexahedra, count = 0;
    const bool *alone = outlined[0];
    middle *middles = NULL;
    memset(outlined, true, (size_t)faces);
    for (int quarters = 0; quarters <= 4; quarters += 4) {
        count = 0;
        for (int64_t i = 0; i < faces; i++)
            count += alone[i] ? 1 + quarters : 0;
        EG_TRY(eg_alloc(snapshot->context, count, sizeof *middles, &middles));
        count = 0;
        for (int64_t i = 0; i < faces; i++)
            for (int q = -1; q < quarters && alone[i]; q++, count++) {
                middles[count] = middle_of_face((const double(*)[3])geometry->x + i / 6 * nodes, p,
                                                (int)(i % 6), q, 1e-7 * size);
                middles[count].face = i;
            }
        match_middles(middles, count, outlined);
        EG_FREE(&middles);
    }
    return EG_OK;
}
