/* Entities, nodes and elements of Gmsh's format 4.1. In binary files the sections are binary from
 * their first byte on. */
#include "mesh/gmsh/msh.h"

#include <stdio.h>
#include <stdlib.h>

enum { INTEGER = 4, SIZE = 8, REAL = 8 }; /* bytes */

/* ---- entities ---- */

static eg_status skip_reals(msh_cursor *c, int count)
{
    double unused;
    for (int i = 0; i < count; i++)
        EG_TRY(eg_msh_real(c, "an entity's coordinate", &unused));
    return EG_OK;
}

/* A list of integers with its length before it; the first two that are not 0 go to group[2], which
 * may be NULL. */
static eg_status read_list(msh_cursor *c, const char *what, int32_t *group)
{
    int64_t count, tag;
    int kept = 0;
    EG_TRY(eg_msh_count(c, what, 2, INTEGER, &count));
    for (int64_t i = 0; i < count; i++) {
        EG_TRY(eg_msh_integer(c, "a tag", -INT32_MAX, INT32_MAX, &tag));
        int32_t positive = (int32_t)(tag < 0 ? -tag : tag); /* negative: its direction is reversed */
        if (group && positive != 0 && kept < 2 && (kept == 0 || group[0] != positive))
            group[kept++] = positive;
    }
    return EG_OK;
}

/* One point, curve, surface or volume. Those of a partitioned mesh also name their parent and the
 * partitions that they belong to. */
static eg_status read_entity(msh_reader *r, int dimension, bool partitioned)
{
    msh_cursor *c = &r->c;
    int64_t tag, unused;
    eg_msh_begin(c);
    EG_TRY(eg_msh_integer(c, "an entity's tag", -INT32_MAX, INT32_MAX, &tag));
    EG_TRY(eg_reserve(c->context, r->entities + 1, &r->entity_room, sizeof *r->entity, &r->entity));
    msh_entity *entity = &r->entity[r->entities++];
    *entity = (msh_entity){.dimension = dimension, .tag = (int32_t)tag};
    if (partitioned) {
        EG_TRY(eg_msh_integer(c, "a parent's dimension", -1, 3, &unused));
        EG_TRY(eg_msh_integer(c, "a parent's tag", -INT32_MAX, INT32_MAX, &unused));
        EG_TRY(read_list(c, "the number of partitions", NULL));
    }
    EG_TRY(skip_reals(c, dimension == 0 ? 3 : 6));
    EG_TRY(read_list(c, "the number of physical tags", entity->group));
    if (dimension > 0)
        EG_TRY(read_list(c, "the number of bounding entities", NULL));
    return eg_msh_end(c);
}

static int compare_entities(const void *left, const void *right)
{
    const msh_entity *a = left, *b = right;
    if (a->dimension != b->dimension)
        return a->dimension < b->dimension ? -1 : 1;
    return a->tag < b->tag ? -1 : a->tag > b->tag;
}

/* The head of $PartitionedEntities: the number of partitions and the ghost entities. */
static eg_status skip_partitions(msh_cursor *c)
{
    int64_t unused, ghosts;
    eg_msh_begin(c);
    EG_TRY(eg_msh_size(c, "the number of partitions", 0, INT64_MAX, &unused));
    EG_TRY(eg_msh_end(c));
    eg_msh_begin(c);
    EG_TRY(eg_msh_count(c, "the number of ghost entities", 4, 2 * INTEGER, &ghosts));
    EG_TRY(eg_msh_end(c));
    for (int64_t i = 0; i < ghosts; i++) {
        eg_msh_begin(c);
        EG_TRY(eg_msh_integer(c, "a ghost entity's tag", -INT32_MAX, INT32_MAX, &unused));
        EG_TRY(eg_msh_integer(c, "a ghost entity's partition", 0, INT32_MAX, &unused));
        EG_TRY(eg_msh_end(c));
    }
    return EG_OK;
}

eg_status eg_msh_read_entities_4(msh_reader *r, bool partitioned)
{
    static const char *const what[4] = {"the number of points", "the number of curves",
                                        "the number of surfaces", "the number of volumes"};
    msh_cursor *c = &r->c;
    int64_t count[4];
    c->raw = c->binary;
    if (partitioned)
        EG_TRY(skip_partitions(c));
    eg_msh_begin(c);
    for (int d = 0; d < 4; d++)
        EG_TRY(eg_msh_count(c, what[d], sizeof "1 0 0 0 0" - 1, INTEGER + 3 * REAL + SIZE, &count[d]));
    EG_TRY(eg_msh_end(c));
    for (int d = 0; d < 4; d++)
        for (int64_t i = 0; i < count[d]; i++)
            EG_TRY(read_entity(r, d, partitioned));
    c->raw = false;
    if (r->entities > 0)
        qsort(r->entity, (size_t)r->entities, sizeof *r->entity, compare_entities);
    return EG_OK;
}

/* The entity, NULL where $Entities has none: its elements are in no group. */
static const msh_entity *find_entity(const msh_reader *r, int64_t dimension, int64_t tag)
{
    msh_entity key = {.dimension = (int)dimension, .tag = (int32_t)tag};
    if (r->entities == 0)
        return NULL;
    return bsearch(&key, r->entity, (size_t)r->entities, sizeof *r->entity, compare_entities);
}

/* ---- heads ---- */

/* The first record of $Nodes and $Elements: blocks, things in them, lowest and highest tag. */
static eg_status read_head(msh_cursor *c, const char *what, int64_t text_bytes, int64_t raw_bytes,
                           int64_t *blocks, int64_t *count)
{
    int64_t unused;
    c->raw = c->binary;
    eg_msh_begin(c);
    EG_TRY(eg_msh_count(c, "the number of blocks", sizeof "0 1 0 0" - 1, 3 * INTEGER + SIZE, blocks));
    EG_TRY(eg_msh_count(c, what, text_bytes, raw_bytes, count));
    EG_TRY(eg_msh_size(c, "the lowest tag", 0, INT64_MAX, &unused));
    EG_TRY(eg_msh_size(c, "the highest tag", 0, INT64_MAX, &unused));
    return eg_msh_end(c);
}

/* The first three numbers of a block's record; the third is 0/1 (nodes) or the element type. */
typedef struct block_head {
    int64_t dimension, tag, third, third_at;
} block_head;

static eg_status read_block_head(msh_cursor *c, const char *third, int64_t low, int64_t high,
                                 block_head *head)
{
    eg_msh_begin(c);
    EG_TRY(eg_msh_integer(c, "an entity's dimension", 0, 3, &head->dimension));
    EG_TRY(eg_msh_integer(c, "an entity's tag", -INT32_MAX, INT32_MAX, &head->tag));
    head->third_at = c->at;
    return eg_msh_integer(c, third, low, high, &head->third);
}

static eg_status check_said_count(const msh_cursor *c, const char *what, int64_t said, int64_t found)
{
    if (said == found)
        return EG_OK;
    return eg_msh_fail(c, c->at, "%s is given as %lld, but the blocks hold %lld: save it again", what,
                       (long long)said, (long long)found);
}

/* ---- nodes ---- */

static eg_status read_node_block(msh_reader *r)
{
    msh_cursor *c = &r->c;
    block_head head;
    int64_t count, tag;
    EG_TRY(read_block_head(c, "the mark of parametric nodes", 0, 1, &head));
    EG_TRY(eg_msh_count(c, "the number of nodes in a block", sizeof "1 0 0 0" - 1, SIZE + 3 * REAL, &count));
    EG_TRY(eg_msh_end(c));
    int64_t begin = r->nodes;
    EG_TRY(eg_msh_reserve_nodes(r, count));
    for (int64_t i = eg_msh_take_tags(r, count); i < count; i++) {
        eg_msh_begin(c);
        int64_t at = c->at;
        EG_TRY(eg_msh_size(c, "a node's tag", 1, INT64_MAX, &tag));
        EG_TRY(eg_msh_end(c));
        EG_TRY(eg_msh_add_node(r, tag, at));
    }
    if (head.third == 0 && eg_msh_take_places(r, begin, count))
        return EG_OK;
    for (int64_t i = begin; i < r->nodes; i++) {
        eg_msh_begin(c);
        EG_TRY(eg_msh_real(c, "a node's x", &r->x[i][0]));
        EG_TRY(eg_msh_real(c, "a node's y", &r->x[i][1]));
        EG_TRY(eg_msh_real(c, "a node's z", &r->x[i][2]));
        EG_TRY(skip_reals(c, head.third ? (int)head.dimension : 0));
        EG_TRY(eg_msh_end(c));
    }
    return EG_OK;
}

eg_status eg_msh_read_nodes_4(msh_reader *r)
{
    int64_t blocks, count;
    EG_TRY(read_head(&r->c, "the number of nodes", sizeof "1 0 0 0" - 1, SIZE + 3 * REAL, &blocks, &count));
    EG_TRY(eg_msh_reserve_nodes(r, count));
    for (int64_t i = 0; i < blocks; i++)
        EG_TRY(read_node_block(r));
    r->c.raw = false;
    EG_TRY(check_said_count(&r->c, "the number of nodes", count, r->nodes));
    return eg_msh_index_nodes(r);
}

/* ---- elements ---- */

/* A cell belongs to one region: a surface (or volume) in two groups cannot say which. */
static eg_status refuse_two_groups(const msh_reader *r, const block_head *head, const msh_entity *entity)
{
    char number[2][16];
    const char *name[2];
    for (int i = 0; i < 2; i++) {
        snprintf(number[i], sizeof number[i], "%d", entity->group[i]);
        name[i] = eg_msh_find_name(r, entity->dimension, entity->group[i]);
    }
    return eg_msh_fail(&r->c, head->third_at,
                       "the %s %lld is in the physical groups '%s' and '%s': leave it in one of them",
                       r->solid ? "volume" : "surface", (long long)head->tag, name[0] ? name[0] : number[0],
                       name[1] ? name[1] : number[1]);
}

/* Adds to the total; `said` is that of the section's head. */
static eg_status read_element_block(msh_reader *r, int64_t said, int64_t *total)
{
    static const int32_t none[2] = {0, 0};
    msh_cursor *c = &r->c;
    block_head head;
    msh_element element;
    int64_t count, number;
    bool done;
    EG_TRY(read_block_head(c, "an element's type", 1, INT32_MAX, &head));
    EG_TRY(eg_msh_element(r, head.third_at, head.third, &element));
    if (element.dimension != head.dimension)
        return eg_msh_fail(c, head.third_at,
                           "the element type %lld has the dimension %d, its entity %lld: save the mesh again",
                           (long long)head.third, element.dimension, (long long)head.dimension);
    EG_TRY(eg_msh_count(c, "the number of elements in a block", 2 + 2 * element.nodes,
                        SIZE * (1 + element.nodes), &count));
    EG_TRY(eg_msh_end(c));
    const msh_entity *entity = find_entity(r, head.dimension, head.tag);
    if (entity && head.dimension == (r->solid ? 3 : 2) && entity->group[1] && count > 0)
        return refuse_two_groups(r, &head, entity);
    const int32_t *group = entity ? entity->group : none;
    EG_TRY(eg_msh_take_cells(r, element, count, said - *total, group[0], &done));
    for (int64_t i = done ? count : 0; i < count; i++) {
        eg_msh_begin(c);
        EG_TRY(eg_msh_size(c, "an element's tag", 1, INT64_MAX, &number));
        EG_TRY(eg_msh_read_element(r, element, number, group));
        EG_TRY(eg_msh_end(c));
    }
    *total += count;
    return EG_OK;
}

eg_status eg_msh_read_elements_4(msh_reader *r)
{
    int64_t blocks, count, total = 0;
    EG_TRY(read_head(&r->c, "the number of elements", sizeof "1 1" - 1, 2 * SIZE, &blocks, &count));
    for (int64_t i = 0; i < blocks; i++)
        EG_TRY(read_element_block(r, count, &total));
    r->c.raw = false;
    return check_said_count(&r->c, "the number of elements", count, total);
}
