/* Point data in a picture: the polynomial of a cell at any point of it, without sub-cells between. */
#include "io/picture/internal.h"

#include <math.h>

int64_t eg_map_value_count(const eg_map *map)
{
    const eg_shapes *shapes = &map->shapes;
    if (map->degree == 0)
        return shapes->cells;
    int64_t quadrangles = shapes->first[shapes->cells] - 3 * shapes->cells;
    return (shapes->cells - quadrangles) * eg_nodes_count(EG_TRIANGLE, map->degree) +
           quadrangles * eg_nodes_count(EG_QUADRANGLE, map->degree);
}

static int vertex_count(const eg_shapes *shapes, int64_t cell)
{
    return (int)(shapes->first[cell + 1] - shapes->first[cell]);
}

int eg_map_cell_values(const eg_map *map, int64_t cell)
{
    eg_cell_type type = vertex_count(&map->shapes, cell) == 3 ? EG_TRIANGLE : EG_QUADRANGLE;
    return map->degree == 0 ? 1 : eg_nodes_count(type, map->degree);
}

const eg_nodes *eg_probe_nodes(const eg_probe *probe, int64_t cell)
{
    return &probe->nodes[vertex_count(&probe->map->shapes, cell) == 3 ? EG_TRIANGLE : EG_QUADRANGLE];
}

eg_status eg_probe_create(eg_context *context, const eg_map *map, eg_probe *probe)
{
    *probe = (eg_probe){.map = map};
    if (map->degree == 0)
        return EG_OK;
    for (int type = 0; type < EG_CELL_TYPES; type++)
        eg_nodes_fill((eg_cell_type)type, map->degree, &probe->nodes[type]);
    EG_TRY(eg_alloc(context, map->shapes.cells, sizeof *probe->first, &probe->first));
    for (int64_t cell = 1; cell < map->shapes.cells; cell++)
        probe->first[cell] = probe->first[cell - 1] + eg_probe_nodes(probe, cell - 1)->count;
    return EG_OK;
}

void eg_probe_free(eg_probe *probe)
{
    EG_FREE(&probe->first);
}

static double cross_product(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

static double into_unit(double value)
{
    return value > 0 ? (value < 1 ? value : 1) : 0;
}

/* The reference point whose image is x0 + d, in a quadrangle of edges a, b from x0 and twist c:
 * d = r a + s b + r s c. Crossing with a + s c leaves a quadratic in s alone; in a convex cell its
 * derivative at the solution is the area's factor there, so the root has the positive square root. */
static void invert_quadrangle(const double a[2], const double b[2], const double c[2], const double d[2],
                              double reference[2])
{
    double p = cross_product(c, b), q = cross_product(d, c) - cross_product(b, a), o = cross_product(d, a);
    double root = sqrt(fmax(0, q * q - 4 * p * o));
    double s = into_unit(q >= 0 ? -2 * o / (q + root) : (root - q) / (2 * p));
    double along[2], rest[2];
    for (int k = 0; k < 2; k++) {
        along[k] = a[k] + s * c[k];
        rest[k] = d[k] - s * b[k];
    }
    double square = along[0] * along[0] + along[1] * along[1];
    reference[0] = into_unit((rest[0] * along[0] + rest[1] * along[1]) / square);
    reference[1] = s;
}

/* The reference point of a point of the cell. */
static void invert_matrix(const eg_shapes *shapes, int64_t cell, const double point[2], double reference[2])
{
    const int32_t *vertex = shapes->vertex + shapes->first[cell];
    int count = vertex_count(shapes, cell);
    double a[2], b[2], c[2], d[2];
    for (int k = 0; k < 2; k++) {
        double origin = shapes->x[vertex[0]][k];
        a[k] = shapes->x[vertex[1]][k] - origin;
        b[k] = shapes->x[vertex[count - 1]][k] - origin;
        c[k] = count == 3 ? 0 : shapes->x[vertex[2]][k] - origin - a[k] - b[k];
        d[k] = point[k] - origin;
    }
    if (count == 4) {
        invert_quadrangle(a, b, c, d, reference);
        return;
    }
    double area = cross_product(a, b);
    reference[0] = into_unit(cross_product(d, b) / area);
    reference[1] = into_unit(cross_product(a, d) / area);
}

void eg_probe_look(const eg_probe *probe, int64_t cell, const double point[2], eg_look *look)
{
    if (!probe->first) {
        look->first = cell;
        look->count = 1;
        look->weight[0] = 1;
        return;
    }
    const eg_nodes *nodes = eg_probe_nodes(probe, cell);
    double reference[2];
    invert_matrix(&probe->map->shapes, cell, point, reference);
    if (nodes->degree == 1 && nodes->count == 3) { /* slices are of nothing else */
        look->weight[nodes->vertex[0]] = 1 - reference[0] - reference[1];
        look->weight[nodes->vertex[1]] = reference[0];
        look->weight[nodes->vertex[2]] = reference[1];
    } else {
        eg_nodes_weights(nodes, reference, look->weight);
    }
    look->first = probe->first[cell];
    look->count = nodes->count;
}

double eg_look_value(const eg_look *look, const double *values, int components, int component)
{
    /* Four sums, so that none waits for the one before. */
    const double *value = values + look->first * components + component;
    double sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < look->count; k++)
        sum[k & 3] += look->weight[k] * value[k * components];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double eg_probe_vertex_value(const eg_probe *probe, const double *values, int64_t cell, int64_t vertex)
{
    if (!probe->first)
        return values[cell];
    return values[probe->first[cell] + eg_probe_nodes(probe, cell)->vertex[vertex]];
}

eg_status eg_node_means(eg_context *context, const eg_probe *probe, const double *values, double *node)
{
    const eg_shapes *shapes = &probe->map->shapes;
    EG_SCRATCH int32_t *touching = NULL;
    EG_TRY(eg_alloc(context, shapes->nodes, sizeof *touching, &touching));
    for (int64_t cell = 0; cell < shapes->cells; cell++)
        for (int64_t i = shapes->first[cell]; i < shapes->first[cell + 1]; i++) {
            double value = eg_probe_vertex_value(probe, values, cell, i - shapes->first[cell]);
            if (!isfinite(value))
                continue;
            node[shapes->vertex[i]] += value;
            touching[shapes->vertex[i]]++;
        }
    for (int64_t n = 0; n < shapes->nodes; n++)
        node[n] = touching[n] ? node[n] / touching[n] : NAN;
    return EG_OK;
}
