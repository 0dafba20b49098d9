/* Rules of Gauss in elements and on their faces: points between nodes, their weights and the values there. */
#include "element/line.h"
#include "element/modal.h"
#include "run/models/elliptic/elliptic.h"

#include <math.h>
#include <string.h>

/* So many points of Gauss, from [0, 1] to [-1, 1]. */
void eg_elliptic_take_gauss(const eg_elliptic *p, int count, eg_elliptic_gauss *rule)
{
    long double x[EG_SEM_NODES], w[EG_SEM_NODES];
    rule->count = count < EG_SEM_NODES ? count : EG_SEM_NODES;
    eg_gauss(rule->count, x, w);
    for (int i = 0; i < rule->count; i++) {
        rule->point[i] = (double)(2 * x[i] - 1);
        rule->weight[i] = (double)(2 * w[i]);
        eg_line_values((eg_line){EG_LINE_GLL, p->degree}, rule->point[i], &rule->matrix[i * (p->degree + 1)],
                       NULL);
    }
}

/* |J| grad r_d for each direction d, as long as the surface r_d = constant is large. */
static void find_surfaces(const double j[3][3], double surface[3][3])
{
    for (int d = 0; d < 3; d++)
        for (int a = 0, e = (d + 1) % 3, f = (d + 2) % 3; a < 3; a++) {
            int b = (a + 1) % 3, c = (a + 2) % 3;
            surface[d][a] = j[b][e] * j[c][f] - j[c][e] * j[b][f];
        }
}

static double stretch(double j[3][3], int axis)
{
    double surface[3][3], *s = surface[axis];
    find_surfaces((const double(*)[3])j, surface);
    return sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
}

typedef struct placed {
    double x[3], jacobian[3][3];
} placed;

/* Of an affine element by what its middle has. */
static void place_from(const placed *middle, const double at[3], placed *to)
{
    *to = *middle;
    for (int d = 0; d < 3; d++)
        for (int k = 0; k < 3; k++)
            to->x[d] += middle->jacobian[d][k] * at[k];
}

int eg_elliptic_place_gauss(const eg_elliptic *p, const eg_elliptic_gauss *rule, int64_t element, int axis,
                            double end, double (*x)[3], double *weight)
{
    static const double zero[3] = {0};
    int side = rule->count, count = axis < 0 ? side * side * side : side * side;
    bool affine = eg_hexes_kind(p->mesh, element) == EG_HEX_PARALLELEPIPED;
    placed middle, here;
    eg_hexes_map(p->mesh, element, zero, middle.x, middle.jacobian);
    for (int i = 0; i < count; i++) {
        double at[3], w = 1;
        for (int d = 0, rest = i; d < 3; d++) {
            at[d] = d == axis ? end : rule->point[rest % side];
            w *= d == axis ? 1 : rule->weight[rest % side];
            rest = d == axis ? rest : rest / side;
        }
        if (affine)
            place_from(&middle, at, &here);
        else
            eg_hexes_map(p->mesh, element, at, here.x, here.jacobian);
        memcpy(x[i], here.x, sizeof here.x);
        weight[i] = w * (axis < 0 ? fabs(eg_hex_determinant((const double(*)[3])here.jacobian))
                                  : stretch(here.jacobian, axis));
    }
    return count;
}

void eg_elliptic_to_gauss(const eg_elliptic_gauss *rule, int n, int directions, double *values)
{
    double line[EG_SEM_NODES], whole[EG_SEM_VOLUME];
    int m = rule->count, before = 1, behind = directions == 3 ? n * n : n;
    for (int d = 0; d < directions; d++, before *= m, behind /= n) {
        for (int k = 0; k < before * behind; k++) {
            int first = k % before + before * m * (k / before);
            for (int i = 0; i < n; i++)
                line[i] = values[k % before + before * (i + n * (k / before))];
            for (int i = 0; i < m; i++) {
                whole[first + before * i] = 0;
                for (int j = 0; j < n; j++)
                    whole[first + before * i] += rule->matrix[i * n + j] * line[j];
            }
        }
        memcpy(values, whole, (size_t)(before * m * behind) * sizeof *values);
    }
}
