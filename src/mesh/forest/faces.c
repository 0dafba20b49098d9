/* What is across the faces of leaves: the leaf that holds a place, found by its key along the curve. */
#include <string.h>

#include "base/parallel.h"
#include "base/search.h"
#include "mesh/forest/internal.h"

enum { LEAVES_LEAST = 1024 }; /* worth a thread */

/* ---- leaves by places
 *
 * Keys of a tree fall into buckets, about as many as it has leaves: of a tree with leaves of one level each
 * bucket is one leaf. */
typedef struct finder {
    int dimension;
    const eg_leaf *leaf; /* [count] in order */
    int64_t count;
    uint64_t *key;     /* [count] */
    uint8_t *depth;    /* [trees] a bucket has the keys of a leaf of this level */
    int64_t *bucket;   /* [trees + 1] the first of each tree */
    int32_t *first_of; /* [buckets + 1] the first leaf of each, or of one behind */
} finder;

static int depth_for(int dimension, int64_t leaves)
{
    int depth = 0;
    while (depth < EG_FOREST_LEVEL && (int64_t)1 << dimension * (depth + 1) <= leaves)
        depth++;
    return depth;
}

static int64_t bucket_of(const finder *f, int32_t tree, uint64_t key)
{
    return f->bucket[tree] + (int64_t)(key >> f->dimension * (EG_FOREST_LEVEL - f->depth[tree]));
}

/* bucket[tree + 1] has the tree's leaves before, and where its buckets end behind. */
static void count_buckets(finder *f, int32_t trees)
{
    for (int64_t i = 0; i < f->count; i++)
        f->bucket[f->leaf[i].tree + 1]++;
    for (int32_t t = 0; t < trees; t++) {
        f->depth[t] = (uint8_t)depth_for(f->dimension, f->bucket[t + 1]);
        f->bucket[t + 1] = f->bucket[t] + ((int64_t)1 << f->dimension * f->depth[t]);
    }
}

static void fill_buckets(finder *f, int64_t buckets)
{
    int64_t next = 0;
    for (int64_t i = 0; i < f->count; i++)
        for (int64_t b = bucket_of(f, f->leaf[i].tree, f->key[i]); next <= b; next++)
            f->first_of[next] = (int32_t)i;
    for (; next <= buckets; next++)
        f->first_of[next] = (int32_t)f->count;
}

static eg_status finder_make(eg_scope *scope, const eg_macro *macro, const eg_leaf *leaf, int64_t count,
                             finder *f)
{
    *f = (finder){.dimension = macro->dimension, .leaf = leaf, .count = count};
    uint64_t *key;
    EG_TRY(EG_SCOPE_ALLOC(scope, EG_BLOCK(count, f->key), EG_BLOCK(macro->trees, f->depth),
                          EG_BLOCK(macro->trees + 1, f->bucket)));
    key = f->key;
    EG_LOOP(scope->context, count)
    for (int64_t i = 0; i < count; i++)
        key[i] = forest_key(macro->dimension, leaf[i].at);
    count_buckets(f, macro->trees);
    int64_t buckets = f->bucket[macro->trees];
    EG_TRY(eg_scope_alloc(scope, buckets + 1, sizeof *f->first_of, &f->first_of));
    fill_buckets(f, buckets);
    return EG_OK;
}

/* The leaf that has the key, -1: none. */
static int64_t finder_find(const finder *f, int32_t tree, uint64_t key)
{
    int64_t bucket = bucket_of(f, tree, key);
    /* the first leaf behind */
    int64_t low = EG_SEARCH(i, f->first_of[bucket], f->first_of[bucket + 1], f->key[i] <= key);
    if (low == 0 || f->leaf[low - 1].tree != tree)
        return -1;
    uint64_t behind = key - f->key[low - 1];
    return behind < forest_keys(f->dimension, f->leaf[low - 1].level) ? low - 1 : -1;
}

/* ---- across a face */

typedef struct seeker {
    eg_forest *forest;
    finder own, ghosts;
    int64_t *fine_of; /* [parts] faces with smaller leaves across; then where they begin */
} seeker;

/* A leaf of the same level across a face, whether it is there or not. */
typedef struct beyond {
    eg_leaf leaf;
    int face, orientation; /* of the leaf's face across */
    bool outside;          /* of the domain */
} beyond;

static int32_t leaf_edge(const eg_leaf *leaf)
{
    return EG_FOREST_ROOT >> leaf->level;
}

/* Leads a leaf at the end of its tree to the tree across. */
static void cross_face(const forest_link *link, int dimension, int face, beyond *to)
{
    int32_t inside = EG_FOREST_ROOT - leaf_edge(&to->leaf);
    int here[2], there[2], from[2] = {0}, moved[2];
    forest_tangents(face, here);
    forest_tangents(link->face, there);
    for (int i = 0; i < dimension - 1; i++)
        from[i] = to->leaf.at[here[i]];
    eg_forest_turn(dimension, link->orientation, inside, from, moved);
    for (int i = 0; i < dimension - 1; i++)
        to->leaf.at[there[i]] = moved[i];
    to->leaf.at[link->face / 2] = link->face & 1 ? inside : 0;
    to->leaf.tree = link->tree;
    to->face = link->face;
    to->orientation = link->orientation;
}

static beyond step_across(const eg_forest *forest, const eg_leaf *leaf, int face)
{
    beyond to = {.leaf = *leaf, .face = face ^ 1};
    int32_t edge = leaf_edge(leaf), *at = &to.leaf.at[face / 2];
    *at += face & 1 ? edge : -edge;
    if (*at >= 0 && *at < EG_FOREST_ROOT)
        return to;
    const forest_link *link = &forest->topology->joints.link[leaf->tree][face];
    to.outside = link->tree < 0;
    if (!to.outside)
        cross_face(link, forest->base.dimension, face, &to);
    return to;
}

/* The held leaf that has a part of the face across, which is counted by that face's own indices. */
static int64_t leaf_at(const seeker *s, const beyond *to, int part)
{
    int dimension = s->own.dimension, tangent[2];
    int32_t at[3] = {to->leaf.at[0], to->leaf.at[1], to->leaf.at[2]};
    int32_t half = leaf_edge(&to->leaf) / 2;
    forest_tangents(to->face, tangent);
    at[to->face / 2] += to->face & 1 ? half : 0;
    for (int i = 0; i < dimension - 1; i++)
        at[tangent[i]] += part >> i & 1 ? half : 0;
    uint64_t key = forest_key(dimension, at);
    int64_t found = finder_find(&s->own, to->leaf.tree, key);
    if (found >= 0)
        return found;
    found = finder_find(&s->ghosts, to->leaf.tree, key);
    assert(found >= 0);
    return s->own.count + found;
}

/* Which part of the face of the larger leaf across a leaf of this level would be. */
static int part_of_larger(int dimension, const beyond *to)
{
    int tangent[2], part = 0;
    forest_tangents(to->face, tangent);
    for (int i = 0; i < dimension - 1; i++)
        part |= (to->leaf.at[tangent[i]] & leaf_edge(&to->leaf)) != 0 ? 1 << i : 0;
    return part;
}

static eg_leaf_face face_of(const seeker *s, const eg_leaf *leaf, int face)
{
    const eg_forest *forest = s->forest;
    beyond to = step_across(forest, leaf, face);
    if (to.outside)
        return (eg_leaf_face){.side = EG_SIDE_BOUNDARY, .across = forest->macro.boundary[leaf->tree][face]};
    int64_t across = leaf_at(s, &to, 0);
    int level = forest->leaf[across].level;
    assert(level - leaf->level <= 1 && leaf->level - level <= 1);
    eg_leaf_face found = {.across = (int32_t)across,
                          .side = EG_SIDE_EQUAL,
                          .face = (uint8_t)to.face,
                          .orientation = (uint8_t)to.orientation};
    if (level < leaf->level) {
        found.side = EG_SIDE_COARSE;
        found.part = (uint8_t)part_of_larger(forest->base.dimension, &to);
    } else if (level > leaf->level) {
        found.side = EG_SIDE_FINE;
    }
    return found;
}

static eg_status find_face_part(void *with, int part, int64_t from, int64_t to)
{
    seeker *s = with;
    int faces = 2 * s->forest->base.dimension;
    for (int64_t cell = from; cell < to; cell++)
        for (int f = 0; f < faces; f++) {
            eg_leaf_face found = face_of(s, &s->forest->leaf[cell], f);
            s->forest->face[cell * faces + f] = found;
            s->fine_of[part] += found.side == EG_SIDE_FINE;
        }
    return EG_OK;
}

/* ---- smaller leaves across */

static void fill_finer(const seeker *s, int64_t cell, int face, int32_t *finer)
{
    int dimension = s->own.dimension, parts = 1 << (dimension - 1);
    beyond to = step_across(s->forest, &s->forest->leaf[cell], face);
    for (int p = 0; p < parts; p++) {
        int there[2];
        eg_forest_turn(dimension, to.orientation, 1, (const int[2]){p & 1, p >> 1}, there);
        finer[p] = (int32_t)leaf_at(s, &to, there[0] + 2 * there[1]);
    }
}

static eg_status finer_part(void *with, int part, int64_t from, int64_t to)
{
    seeker *s = with;
    int faces = 2 * s->forest->base.dimension;
    int64_t next = s->fine_of[part];
    for (int64_t cell = from; cell < to; cell++)
        for (int f = 0; f < faces; f++) {
            eg_leaf_face *face = &s->forest->face[cell * faces + f];
            if (face->side != EG_SIDE_FINE)
                continue;
            face->across = (int32_t)next;
            fill_finer(s, cell, f, s->forest->finer[next++]);
        }
    return EG_OK;
}

static eg_status find_all(seeker *s, eg_scope *scope)
{
    eg_forest *forest = s->forest;
    eg_context *context = forest->base.context;
    int64_t own = forest->base.own;
    int parts = eg_parts(context, own, LEAVES_LEAST);
    EG_TRY(eg_alloc(context, own * 2 * forest->base.dimension, sizeof *forest->face, &forest->face));
    EG_TRY(eg_scope_alloc(scope, parts, sizeof *s->fine_of, &s->fine_of));
    EG_TRY(eg_in_parts(context, parts, own, find_face_part, s));
    for (int p = 0; p < parts; p++) {
        int64_t fine = s->fine_of[p];
        s->fine_of[p] = forest->fine;
        forest->fine += fine;
    }
    EG_TRY(eg_alloc(context, forest->fine, sizeof *forest->finer, &forest->finer));
    return eg_in_parts(context, parts, own, finer_part, s);
}

eg_status eg_forest_find_faces(eg_forest *forest)
{
    EG_SCOPE(scope, forest->base.context);
    seeker s = {.forest = forest};
    const eg_leaf *leaf = forest->leaf;
    int64_t own = forest->base.own;
    EG_TRY(finder_make(&scope, &forest->macro, leaf, own, &s.own));
    EG_TRY(finder_make(&scope, &forest->macro, &leaf[own], forest->base.held - own, &s.ghosts));
    return find_all(&s, &scope);
}
