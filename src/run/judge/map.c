/* A box that the case deforms: whether its map does more between the vertices of cells than they show, like a
 * mountain that is narrower than they are apart; and whether cells are as large as the map makes them, whose
 * edges are polynomials. */
#include "element/line.h"
#include "mesh/hexes/hexes.h"
#include "run/judge/between.h"
#include "run/judge/judge.h"

#include <math.h>
#include <string.h>

/* Of a cell's volume. Straight edges have a sixth of the square of the angle that they stand for: 2.6 % of
 * the sixteenth of a circle, of which a flux through it is wrong by half. */
static const double VOLUME_MOST = 0.03;
/* Polynomials of higher degrees are not judged; points that are looked at. */
enum { DEGREE_MOST = 4, SIDE_MOST = DEGREE_MOST + 4, LATTICE_MOST = SIDE_MOST * SIDE_MOST * SIDE_MOST };
static const int64_t POINTS_MOST = 1 << 18;

/* The box before it is deformed. */
typedef struct plain_box {
    eg_mesh mesh; /* first */
    int64_t cells[3];
    double size[3]; /* m: of a cell */
} plain_box;

static void map_plain_box(const eg_mesh *mesh, int64_t cell, const double reference[3], double x[3],
                          double jacobian[3][3])
{
    const plain_box *box = (const plain_box *)mesh;
    for (int d = 0; d < 3; d++) {
        int64_t at = cell % box->cells[d];
        cell /= box->cells[d];
        x[d] = mesh->box_low[d] + ((double)at + 0.5 * (reference[d] + 1)) * box->size[d];
        for (int e = 0; jacobian && e < 3; e++)
            jacobian[d][e] = d == e ? 0.5 * box->size[d] : 0;
    }
}

static int64_t number_in_plain_box(const eg_mesh *mesh, int64_t cell)
{
    (void)mesh;
    return cell;
}

static const eg_mesh_class plain_box_class = {
    .name = "plain box", .map = map_plain_box, .whole_number = number_in_plain_box};

/* Ranks share its cells. */
static void read_plain_box(const eg_run *run, const eg_node *node, plain_box *box)
{
    int dimension = run->kind->keys.dimensions;
    int64_t all = 1, rank = eg_comm_rank(run->comm), ranks = eg_comm_size(run->comm);
    *box = (plain_box){.mesh = {.class = &plain_box_class, .dimension = dimension}, .cells = {1, 1, 1}};
    eg_node_reals(eg_node_child(node, "origin"), 0, dimension, box->mesh.box_low);
    eg_node_reals(eg_node_child(node, "size"), 0, dimension, box->size);
    for (int d = 0; d < dimension; d++) {
        box->cells[d] = eg_node_integer(eg_node_item(eg_node_child(node, "cells"), d));
        box->mesh.box_high[d] = box->mesh.box_low[d] + box->size[d];
        box->size[d] /= (double)box->cells[d];
        all *= box->cells[d];
    }
    box->mesh.own_first = all / ranks * rank;
    box->mesh.own = (rank + 1 < ranks ? all / ranks * (rank + 1) : all) - box->mesh.own_first;
}

/* ---- volumes: of a cell as the map makes it and as it is, by the points of a lattice in it */

typedef struct lattice {
    const plain_box *box;
    const eg_node *map;
    int dimension, side, nodes;            /* points along an axis; nodes of polynomials */
    double at[SIDE_MOST], node[SIDE_MOST]; /* of these, in [-1, 1] */
    double values[SIDE_MOST][SIDE_MOST];   /* at points, of the polynomials that are 1 at one node */
} lattice;

/* Of a rectangle one along the third axis, too. Returns how many in all. */
static int place_points(const lattice *l, int64_t cell, int side, const double *at, double (*x)[3])
{
    int count = side * side * (l->dimension == 3 ? side : 1);
    for (int i = 0; i < count; i++) {
        const double reference[3] = {at[i % side], at[i / side % side], at[i / side / side]};
        double plain[3];
        map_plain_box(&l->box->mesh, cell, reference, plain, NULL);
        memset(x[i], 0, sizeof x[i]);
        for (int d = 0; d < l->dimension; d++)
            x[i][d] = eg_expression_eval(eg_node_expression(eg_node_item(l->map, d)), plain);
    }
    return count;
}

static void interpolate_points(const lattice *l, int64_t cell, int count, double (*x)[3])
{
    double node[LATTICE_MOST][3];
    int n = l->nodes, side = l->side, nodes = place_points(l, cell, n, l->node, node);
    memset(x, 0, (size_t)count * sizeof *x);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < nodes; k++) {
            double value = l->values[i % side][k % n] * l->values[i / side % side][k / n % n];
            value *= l->dimension == 3 ? l->values[i / side / side][k / n / n] : 1;
            for (int d = 0; d < 3; d++)
                x[i][d] += value * node[k][d];
        }
}

/* Of the hexahedra or quadrangles between the points. */
static double volume_of(const lattice *l, int count, const double (*x)[3])
{
    const int step[3] = {1, l->side, l->side * l->side};
    int corners = 1 << l->dimension;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double jacobian[3][3] = {{0}, {0}, {0, 0, 1}};
        bool ends = false;
        for (int d = 0; d < l->dimension; d++)
            ends = ends || i / step[d] % l->side == l->side - 1;
        for (int c = 0; !ends && c < corners; c++) {
            int k = i + (c & 1) * step[0] + (c >> 1 & 1) * step[1] + (c >> 2) * step[2];
            for (int a = 0; a < l->dimension; a++)
                for (int d = 0; d < l->dimension; d++)
                    jacobian[a][d] += (c >> d & 1 ? 2.0 : -2.0) / corners * x[k][a];
        }
        sum += ends ? 0 : eg_hex_determinant((const double(*)[3])jacobian);
    }
    return sum;
}

/* What a cell has of the volume that the map gives it, and its middle. */
typedef struct cell_volume {
    double part, x[3];
} cell_volume;

static void look_at_volume(const lattice *l, int64_t cell, cell_volume *worst)
{
    double x[LATTICE_MOST][3];
    int count = place_points(l, cell, l->side, l->at, x);
    double given = volume_of(l, count, (const double(*)[3])x);
    interpolate_points(l, cell, count, x);
    double part = volume_of(l, count, (const double(*)[3])x) / given;
    const double *middle = x[count / 2];
    if (isfinite(part) && fabs(part - 1) > fabs(worst->part - 1))
        *worst = (cell_volume){part, {middle[0], middle[1], middle[2]}};
}

static eg_status judge_volumes(eg_run *run, const plain_box *box, const eg_node *map, int degree)
{
    lattice l = {
        .box = box, .map = map, .dimension = box->mesh.dimension, .side = degree + 4, .nodes = degree + 1};
    int64_t all = box->cells[0] * box->cells[1] * box->cells[2];
    int64_t stride = 1 + 2 * (all * (int64_t)pow(l.side, l.dimension) / POINTS_MOST / 2); /* odd */
    cell_volume worst = {.part = 1};
    char at[EG_POINT_ROOM];
    eg_line_points_of((eg_line){EG_LINE_GLL, degree}, l.node);
    eg_line_points_of((eg_line){EG_LINE_EQUIDISTANT, l.side - 1}, l.at);
    for (int i = 0; i < l.side; i++)
        eg_line_values((eg_line){EG_LINE_GLL, degree}, l.at[i], l.values[i], NULL);
    for (int64_t c = box->mesh.own_first; c < box->mesh.own_first + box->mesh.own; c++)
        if (c % stride == 0)
            look_at_volume(&l, c, &worst);
    double error = eg_verdict_worst(run, fabs(worst.part - 1), &worst, sizeof worst);
    if (!(error > VOLUME_MOST))
        return EG_OK;
    return eg_verdict_say_at(run, map, "unresolved", error, VOLUME_MOST, l.dimension, worst.x,
                             "the element at %s has %.4g times the volume that mesh.box.map makes of it: its "
                             "edges are %s, and the map bends them; take %smore cells there",
                             eg_given_place(l.dimension, worst.x, at), worst.part,
                             degree > 1 ? "polynomials of a low degree" : "straight",
                             l.dimension == 3 ? "a higher mesh.box.geometry_degree, or " : "");
}

eg_status eg_map_judge(eg_run *run)
{
    const eg_node *node = eg_case_find(run->loaded, "mesh.box"), *map = eg_node_child(node, "map");
    int degree = (int)eg_case_real(run->loaded, "mesh.box.geometry_degree", 1);
    plain_box box;
    char what[64];
    if (!map)
        return EG_OK;
    read_plain_box(run, node, &box);
    for (int d = 0; d < box.mesh.dimension; d++) {
        const eg_given given = {.node = eg_node_item(map, d)};
        const eg_between between = {.run = run,
                                    .mesh = &box.mesh,
                                    .given = &given,
                                    .everywhere = true,
                                    .degree = degree,
                                    .less = d + 1};
        snprintf(what, sizeof what, "the shift along %c by mesh.box.map", "xyz"[d]);
        EG_TRY(eg_between_judge(&between, map, what, "vertices"));
    }
    return degree <= DEGREE_MOST ? judge_volumes(run, &box, map, degree) : EG_OK;
}
