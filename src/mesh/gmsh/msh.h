/* Inside of the Gmsh reader.
 *
 *     msh_cursor.c   bytes to numbers and words; messages with line or byte
 *     msh.c          the file: format, sections in turn
 *     msh_2.c        nodes and elements of format 2.2
 *     msh_4.c        entities, nodes and elements of format 4.1
 *     msh_store.c    what was read: nodes by tag, cells, edges
 *     msh_bulk.c     many numbers of a binary file at once
 *     msh_names.c    physical names
 *     msh_solid.c    hexahedra and quadrangles of any degree, their nodes in lexicographic order
 *     msh_finish.c   groups to regions and boundaries, then eg_plane_build() or eg_hexes_build()
 *
 * Counts in a file are believed only as far as the bytes that follow can hold, so that no file
 * makes the reader allocate more than a small multiple of its own length. ASCII records stand one a
 * line, as Gmsh writes them: a number too many or too few is found on its own line. */
#ifndef EG_MESH_MSH_H
#define EG_MESH_MSH_H

#include "mesh/hexes/hexes.h"
#include "mesh/plane/plane.h"

/* ---- cursor ---- */

typedef struct msh_cursor {
    eg_context *context;
    const char *name, *data;
    int64_t length, at;
    bool binary; /* the file is of the binary kind: messages name bytes, not lines */
    bool raw;    /* the numbers that come next are binary */
    bool swap;   /* binary numbers have the other byte order */
} msh_cursor;

/* EG_MESH with "NAME:LINE: ..." or "NAME: byte N: ..." of the byte `at`. */
eg_status eg_msh_fail(const msh_cursor *c, int64_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Bytes not yet read. */
int64_t eg_msh_left(const msh_cursor *c);

/* A word of the file fit for a message: printable, cut where it is long. */
typedef struct msh_quote {
    char text[48];
} msh_quote;
msh_quote eg_msh_quote(const char *begin, const char *end);

/* Begins and ends a record: one line of an ASCII file; nothing where numbers are binary. */
void eg_msh_begin(msh_cursor *c);
eg_status eg_msh_end(msh_cursor *c);

/* The next word of the line; false at its end. */
bool eg_msh_word(msh_cursor *c, const char **begin, const char **end);

/* The next number of the record; `what` names it in messages ("a node's tag"). Integers have 4
 * bytes and sizes 8 where numbers are binary; both must lie in [low, high]. Reals are finite. */
eg_status eg_msh_integer(msh_cursor *c, const char *what, int64_t low, int64_t high, int64_t *value);
eg_status eg_msh_size(msh_cursor *c, const char *what, int64_t low, int64_t high, int64_t *value);
eg_status eg_msh_real(msh_cursor *c, const char *what, double *value);

/* A number of things of which each takes at least `text_bytes` (ASCII) or `raw_bytes` (binary) in
 * the rest of the file. Read as a size. */
eg_status eg_msh_count(msh_cursor *c, const char *what, int64_t text_bytes, int64_t raw_bytes,
                       int64_t *value);
/* The same check for a number that was read already. */
eg_status eg_msh_check_room(const msh_cursor *c, int64_t at, const char *what, int64_t value, int64_t bytes);

/* ---- what was read ---- */

typedef struct msh_name {
    int dimension;
    int32_t tag;
    int64_t at; /* where it stands, for messages */
    char *name;
} msh_name;

/* Format 4.1: the physical groups of a point, curve, surface or volume; 0 for none. Of more than
 * two the first two are kept: two are already too many. */
typedef struct msh_entity {
    int dimension;
    int32_t tag;
    int32_t group[2];
} msh_entity;

typedef struct msh_reader {
    msh_cursor c;
    bool format_4;
    bool solid; /* hexahedra are read: cells are those, and edges the quadrangles on their faces */
    bool have_nodes, have_elements, have_names, have_entities, have_partitions;

    msh_name *name; /* sorted by dimension and tag once read */
    int64_t names, name_room;
    msh_entity *entity; /* sorted by dimension and tag before the elements are read */
    int64_t entities, entity_room;

    int64_t nodes, node_room[3];
    double (*x)[3];
    /* The nodes before `in_row` have the tags first_tag, first_tag + 1, ...; as a rule all do. Of those
     * behind them: the tag, and where it stands, for messages; freed by eg_msh_index_nodes(). */
    int64_t in_row, first_tag;
    int64_t *node_tag, *node_at;
    uint64_t *sorted_tag; /* ascending, of all nodes; NULL where all are in that row */
    int32_t *sorted_node;
    bool tags_in_a_row; /* the sorted tags follow each other */

    int64_t cells, cell_room[4];
    uint8_t *type;
    int32_t (*vertex)[4];
    int32_t *group; /* physical surface, 0 for none; an index once finished */
    int64_t *source;

    int64_t edges, edge_room[2];
    int32_t (*edge)[2];
    int32_t *edge_group; /* physical curve; an index once finished */

    /* of a solid mesh; group, source and edge_group are as above, of volumes and surfaces */
    int degree;     /* 0: no hexahedron yet */
    int32_t *point; /* [cells][(degree+1)^3] lexicographic; -1 where a hexahedron of 20 nodes has none */
    int64_t point_room, quad_room;
    int32_t (*quad)[4]; /* [edges] corners */
} msh_reader;

void eg_msh_free(msh_reader *r);

/* ---- sections: each is called behind the line "$NAME" and leaves the cursor before "$EndNAME" ---- */

eg_status eg_msh_read_names(msh_reader *r);
eg_status eg_msh_read_nodes_2(msh_reader *r);
eg_status eg_msh_read_elements_2(msh_reader *r);
eg_status eg_msh_read_entities_4(msh_reader *r, bool partitioned);
eg_status eg_msh_read_nodes_4(msh_reader *r);
eg_status eg_msh_read_elements_4(msh_reader *r);

/* ---- storing ---- */

/* The same among sorted tags. */
int32_t eg_msh_search_node(const msh_reader *r, int64_t tag);
/* The node with the tag, -1 where there is none. After eg_msh_index_nodes(). */
static inline int32_t eg_msh_find_node(const msh_reader *r, int64_t tag)
{
    uint64_t above = (uint64_t)tag - (uint64_t)r->first_tag;
    if (r->in_row == r->nodes)
        return above < (uint64_t)r->nodes ? (int32_t)above : -1;
    return eg_msh_search_node(r, tag);
}

eg_status eg_msh_add_node(msh_reader *r, int64_t tag, int64_t at);
/* Room for so many nodes, or cells, more: what the bytes that follow can hold. */
eg_status eg_msh_reserve_nodes(msh_reader *r, int64_t more);
eg_status eg_msh_reserve_cells(msh_reader *r, int64_t more);
/* Sorts the tags; EG_MESH where one comes twice. */
eg_status eg_msh_index_nodes(msh_reader *r);

/* What an element type of Gmsh is to this program. `nodes` is 0 where the type is not read. */
typedef struct msh_element {
    int dimension, nodes;
    int degree; /* of a solid mesh */
} msh_element;
/* EG_MESH where `type`, found at `at`, is no point, straight line, triangle or quadrangle; of a solid mesh
 * where it is no point, line, quadrangle or hexahedron, or a hexahedron of another degree than those
 * before. */
eg_status eg_msh_element(const msh_reader *r, int64_t at, int64_t type, msh_element *element);

/* Reads the nodes of one element and stores it if it is a cell or a named line. group[] as in
 * msh_entity. Node tags are read as sizes (4.1) or integers (2.2). */
eg_status eg_msh_read_element(msh_reader *r, msh_element element, int64_t number, const int32_t group[2]);

/* Of numbers that lie in the file as in memory, what is as it should be, on all threads; the cursor then
 * stands behind it. What is left is for the functions that read number by number, and say what is wrong.
 *
 *     tags     adds the nodes whose tags go on with the row; returns how many
 *     places   x[3] of the nodes from `first` on, all `count` of them or none; returns whether
 *     cells    number and node tags of cells in one group, all `count` of them or none; *done says which. Room
 *              is taken for `left` cells, as far as the file has bytes for them. EG_MEMORY */
int64_t eg_msh_take_tags(msh_reader *r, int64_t count);
bool eg_msh_take_places(msh_reader *r, int64_t first, int64_t count);
eg_status eg_msh_take_cells(msh_reader *r, msh_element element, int64_t count, int64_t left, int32_t group,
                            bool *done);

/* eg_msh_element() of a solid mesh. */
eg_status eg_msh_solid_element(const msh_reader *r, int64_t at, int64_t type, msh_element *element);
/* Stores a hexahedron, or a quadrangle in a group, by its nodes in Gmsh's order. */
eg_status eg_msh_add_solid(msh_reader *r, msh_element element, const int32_t *node, int64_t number,
                           const int32_t group[2]);
/* Gives hexahedra of 20 nodes the other 7. */
eg_status eg_msh_complete_solids(msh_reader *r);

enum { MSH_NODES_MOST = 1000 }; /* of an element */

/* ---- finishing ---- */

/* The name of a physical group, NULL where it has only a number. */
const char *eg_msh_find_name(const msh_reader *r, int dimension, int32_t tag);

/* Turns what was read into a mesh. */
eg_status eg_msh_finish(msh_reader *r, eg_plane **mesh);
eg_status eg_msh_finish_solid(msh_reader *r, eg_hexes **mesh);

#endif
