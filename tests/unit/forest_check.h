/* What holds for every forest: leaves follow each other and fill the trees, faces are seen alike from both
 * sides, points are found. Include behind cmocka.h. */
#ifndef EG_TEST_FOREST_CHECK_H
#define EG_TEST_FOREST_CHECK_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mesh/forest/forest.h"

static inline uint64_t curve_key(int dimension, const eg_leaf *leaf)
{
    uint64_t key = 0;
    for (int bit = 0; bit < EG_FOREST_LEVEL; bit++)
        for (int d = 0; d < dimension; d++)
            key |= (uint64_t)(leaf->at[d] >> bit & 1) << (dimension * bit + d);
    return key;
}

/* Own leaves of one process fill all trees, one behind the other. */
static inline void check_order(const eg_forest *f)
{
    int dimension = f->base.dimension;
    int32_t tree = 0;
    uint64_t next = 0, all = (uint64_t)1 << dimension * EG_FOREST_LEVEL;
    for (int64_t i = 0; i < f->base.own; i++) {
        const eg_leaf *leaf = &f->leaf[i];
        assert_int_equal(leaf->tree, tree);
        assert_int_equal(curve_key(dimension, leaf), next);
        assert_true(leaf->level >= f->lowest && leaf->level <= f->highest);
        next += all >> dimension * leaf->level;
        if (next == all) {
            next = 0;
            tree++;
        }
    }
    assert_int_equal(tree, f->macro.trees);
}

/* The place at indices a[2] of 0 to n on a part (-1: all) of a leaf's face. */
static inline void face_place(const eg_forest *f, int64_t cell, int face, int part, int n, const int a[2],
                              double x[3])
{
    double at[3] = {0};
    int next = 0;
    for (int d = 0; d < f->base.dimension; d++) {
        if (d == face / 2)
            at[d] = face % 2 ? 1 : -1;
        else if (part < 0)
            at[d] = 2.0 * a[next++] / n - 1;
        else {
            at[d] = (part >> next & 1) + (double)a[next] / n - 1;
            next++;
        }
    }
    eg_mesh_class const *class = f->base.class;
    class->map(&f->base, cell, at, x, NULL);
}

/* Nine points of the face, or of a part of it, seen from both sides; moved by `shift` where not NULL, then
 * along one axis at most. */
static inline void check_meeting(const eg_forest *f, int64_t cell, int face, int part,
                                 const eg_leaf_face *across, int64_t other, int other_part,
                                 const double *period)
{
    double size = fabs(f->base.box_high[0]) + fabs(f->base.box_low[0]) + 1;
    for (int p = 0; p < (f->base.dimension == 3 ? 9 : 3); p++) {
        int a[2] = {p % 3, p / 3}, b[2];
        double x[3], y[3];
        eg_forest_turn(f->base.dimension, across->orientation, 2, a, b);
        face_place(f, cell, face, part, 2, a, x);
        face_place(f, other, across->face, other_part, 2, b, y);
        for (int i = 0; i < 3; i++) {
            double moved = fabs(x[i] - y[i]);
            if (period && period[i] > 0 && moved > 0.5 * period[i])
                moved = fabs(moved - period[i]);
            assert_true(moved <= 1e-12 * size);
        }
    }
}

/* An own leaf across sees this one. */
static inline void check_seen(const eg_forest *f, int64_t cell, int face, const eg_leaf_face *here)
{
    const eg_leaf_face *there = eg_forest_face(f, here->across, here->face);
    bool coarse = here->side == EG_SIDE_COARSE;
    if (here->across >= f->base.own)
        return;
    assert_int_equal(there->side, coarse ? EG_SIDE_FINE : EG_SIDE_EQUAL);
    assert_int_equal(there->face, face);
    assert_int_equal(coarse ? f->finer[there->across][here->part] : there->across, cell);
}

static inline void check_face(const eg_forest *f, int64_t cell, int face, const double *period)
{
    const eg_leaf_face *here = eg_forest_face(f, cell, face);
    int level = f->leaf[cell].level;
    if (here->side == EG_SIDE_BOUNDARY) {
        assert_in_range(here->across, 0, f->base.boundaries.count - 1);
        return;
    }
    if (here->side == EG_SIDE_FINE) {
        for (int p = 0; p < 1 << (f->base.dimension - 1); p++) {
            int64_t other = f->finer[here->across][p];
            assert_int_equal(f->leaf[other].level, level + 1);
            check_meeting(f, cell, face, p, here, other, -1, period);
        }
        return;
    }
    assert_int_equal(f->leaf[here->across].level, level - (here->side == EG_SIDE_COARSE));
    check_meeting(f, cell, face, -1, here, here->across, here->side == EG_SIDE_COARSE ? here->part : -1,
                  period);
    check_seen(f, cell, face, here);
}

/* period[3]: where faces meet their translates, 0: along this axis they do not. NULL: nowhere. */
static inline void check_faces(const eg_forest *f, const double *period)
{
    int64_t fine = 0;
    for (int64_t cell = 0; cell < f->base.own; cell++)
        for (int face = 0; face < 2 * f->base.dimension; face++) {
            check_face(f, cell, face, period);
            fine += eg_forest_face(f, cell, face)->side == EG_SIDE_FINE;
        }
    assert_int_equal(fine, f->fine);
}

static inline double determinant(const double j[3][3])
{
    return j[0][0] * (j[1][1] * j[2][2] - j[1][2] * j[2][1]) +
           j[0][1] * (j[1][2] * j[2][0] - j[1][0] * j[2][2]) +
           j[0][2] * (j[1][0] * j[2][1] - j[1][1] * j[2][0]);
}

/* Volume, or area, of own leaves, exact for maps of degree 1: Gauss's rule of two points. */
static inline double forest_volume(const eg_forest *f)
{
    double sum = 0;
    for (int64_t cell = 0; cell < f->base.own; cell++)
        for (int p = 0; p < 1 << f->base.dimension; p++) {
            double at[3], x[3], jacobian[3][3];
            for (int d = 0; d < 3; d++)
                at[d] = d < f->base.dimension ? (p >> d & 1 ? 1 : -1) / sqrt(3) : 0;
            f->base.class->map(&f->base, cell, at, x, jacobian);
            sum += determinant((const double(*)[3])jacobian);
        }
    return sum;
}

/* Leaves at a leaf's corners, edges and faces differ by one level at most: they are found beyond its
 * border. */
static inline void check_balance(const eg_forest *f)
{
    const double beyond = 1 + 1e-4;
    for (int64_t cell = 0; cell < f->base.own; cell++)
        for (int way = 0; way < (f->base.dimension == 3 ? 27 : 9); way++) {
            double at[3] = {(way % 3 - 1) * beyond, (way / 3 % 3 - 1) * beyond, 0}, x[3], found[3];
            at[2] = f->base.dimension == 3 ? (way / 9 - 1) * beyond : 0;
            f->base.class->map(&f->base, cell, at, x, NULL);
            int64_t other = f->base.class->locate(&f->base, x, found);
            if (other >= 0)
                assert_in_range(f->leaf[other].level - f->leaf[cell].level + 1, 0, 2);
        }
}

/* Points inside of own leaves are found there; those on corners in the lowest of the leaves there. */
static inline void check_points(const eg_forest *f)
{
    const eg_mesh *mesh = &f->base;
    for (int64_t cell = 0; cell < mesh->own; cell += 1 + mesh->own / 200) {
        double at[3] = {0.3, -0.7, mesh->dimension == 3 ? 0.9 : 0}, x[3], found[3];
        mesh->class->map(mesh, cell, at, x, NULL);
        assert_int_equal(mesh->class->locate(mesh, x, found), cell);
        for (int d = 0; d < 3; d++)
            assert_true(fabs(found[d] - at[d]) < 1e-7);
        double corner[3] = {-1, -1, mesh->dimension == 3 ? -1 : 0};
        mesh->class->map(mesh, cell, corner, x, NULL);
        int64_t holder = mesh->class->locate(mesh, x, found);
        assert_true(holder >= 0 && holder <= cell);
        mesh->class->map(mesh, holder, found, corner, NULL);
        for (int d = 0; d < 3; d++)
            assert_true(fabs(corner[d] - x[d]) < 1e-8);
        assert_true(fabs(mesh->centroid[cell][0]) <= fabs(mesh->box_low[0]) + fabs(mesh->box_high[0]));
    }
    assert_int_equal(mesh->class->locate(mesh, (const double[]){1e6, 0, 0}, (double[3]){0}), -1);
}

/* ---- other leaves */

/* What a leaf wishes, by where it is alone, in a way that changes from time to time. */
static inline uint8_t wish_of(const eg_leaf *leaf, int time)
{
    const int32_t family[5] = {leaf->tree, leaf->at[0] >> (EG_FOREST_LEVEL - leaf->level + 1),
                               leaf->at[1] >> (EG_FOREST_LEVEL - leaf->level + 1),
                               leaf->at[2] >> (EG_FOREST_LEVEL - leaf->level + 1), leaf->level};
    uint64_t mixed = eg_hash64(family, sizeof family, (uint64_t)time);
    if (mixed % 7 < 3)
        return EG_WISH_COARSER;
    return mixed % 7 == 3 && leaf->level < 4 ? EG_WISH_FINER : EG_WISH_SAME;
}

/* Each new leaf is made of what the transfer says, and of all of it. */
static inline void check_origin(const eg_cell_transfer *t, const eg_forest *f, int64_t cell,
                                const eg_leaf *was)
{
    const eg_leaf *leaf = &f->leaf[cell], *from = &was[t->from[cell]];
    int dimension = f->base.dimension;
    int32_t edge = EG_FOREST_ROOT >> leaf->level;
    if (t->origin[cell] == EG_ORIGIN_SAME) {
        assert_int_equal(memcmp(leaf, from, sizeof *leaf), 0);
    } else if (t->origin[cell] == EG_ORIGIN_PARENT) {
        assert_int_equal(from->level, leaf->level - 1);
        for (int d = 0; d < dimension; d++)
            assert_int_equal(leaf->at[d], from->at[d] + (t->child[cell] >> d & 1) * edge);
    } else {
        assert_true(t->from[cell] + (1 << dimension) <= t->count);
        for (int c = 0; c < 1 << dimension; c++) {
            assert_int_equal(from[c].tree, leaf->tree);
            assert_int_equal(from[c].level, leaf->level + 1);
            for (int d = 0; d < dimension; d++)
                assert_int_equal(from[c].at[d], leaf->at[d] + (c >> d & 1) * (edge / 2));
        }
    }
}

static inline void check_transfer(const eg_cell_transfer *t, const eg_comm *comm, const eg_forest *old,
                                  const eg_forest *f, int64_t origins[3])
{
    eg_leaf *was = calloc((size_t)t->count + 1, sizeof *was);
    assert_int_equal(eg_cell_transfer_move(t, comm, old->base.before, sizeof *was, old->leaf, was, EG_OK),
                     EG_OK);
    for (int64_t cell = 0; cell < f->base.own; cell++) {
        check_origin(t, f, cell, was);
        origins[t->origin[cell]]++;
    }
    free(was);
}

/* Replaces a forest by one with other leaves, if it changes. */
static inline bool adapt_forest(eg_context *context, const eg_comm *comm, eg_mesh **forest, int time,
                                int64_t origins[3])
{
    const eg_forest *old = eg_forest_of(*forest);
    eg_cell_transfer *transfer;
    eg_mesh *next;
    uint8_t *wish;
    assert_int_equal(eg_alloc(context, old->base.own, sizeof *wish, &wish), EG_OK);
    for (int64_t i = 0; i < old->base.own; i++)
        wish[i] = time < 0 ? EG_WISH_SAME : wish_of(&old->leaf[i], time);
    assert_int_equal(eg_forest_adapt(old, comm, wish, &next, &transfer, EG_OK), EG_OK);
    eg_free(context, &wish);
    if (!next)
        return false;
    check_transfer(transfer, comm, old, eg_forest_of(next), origins);
    eg_cell_transfer_destroy(&transfer);
    eg_mesh_destroy(forest);
    *forest = next;
    return true;
}

#endif
