/* Nodes and elements of Gmsh's format 2.2. In binary files the number of nodes and of elements is a
 * line of text; the records behind it are binary. */
#include "mesh/gmsh/msh.h"

enum { INTEGER = 4, REAL = 8 }; /* bytes */

/* The line with the number of records, then the mode of the records. */
static eg_status read_record_count(msh_reader *r, const char *what, int64_t text_bytes, int64_t raw_bytes,
                                   int64_t *count)
{
    msh_cursor *c = &r->c;
    eg_msh_begin(c);
    int64_t at = c->at;
    EG_TRY(eg_msh_size(c, what, 0, INT64_MAX, count));
    EG_TRY(eg_msh_end(c));
    EG_TRY(eg_msh_check_room(c, at, what, *count, c->binary ? raw_bytes : text_bytes));
    c->raw = c->binary;
    return EG_OK;
}

eg_status eg_msh_read_nodes_2(msh_reader *r)
{
    msh_cursor *c = &r->c;
    int64_t count;
    EG_TRY(read_record_count(r, "the number of nodes", sizeof "1 0 0 0" - 1, INTEGER + 3 * REAL, &count));
    for (int64_t i = 0; i < count; i++) {
        int64_t tag;
        eg_msh_begin(c);
        int64_t at = c->at;
        EG_TRY(eg_msh_integer(c, "a node's number", 1, INT64_MAX, &tag));
        EG_TRY(eg_msh_add_node(r, tag, at));
        double *x = r->x[r->nodes - 1];
        EG_TRY(eg_msh_real(c, "a node's x", &x[0]));
        EG_TRY(eg_msh_real(c, "a node's y", &x[1]));
        EG_TRY(eg_msh_real(c, "a node's z", &x[2]));
        EG_TRY(eg_msh_end(c));
    }
    c->raw = false;
    return eg_msh_index_nodes(r);
}

/* The tags of an element: the first is the physical group (negative where its direction is turned
 * round), the others (entity, partitions) do not matter here. */
static eg_status read_tags(msh_cursor *c, int64_t tags, int32_t group[2])
{
    group[0] = group[1] = 0;
    for (int64_t i = 0; i < tags; i++) {
        int64_t tag;
        EG_TRY(eg_msh_integer(c, "an element's tag", -INT32_MAX, INT32_MAX, &tag));
        if (i == 0)
            group[0] = (int32_t)(tag < 0 ? -tag : tag);
    }
    return EG_OK;
}

static eg_status read_text_elements(msh_reader *r, int64_t count)
{
    msh_cursor *c = &r->c;
    for (int64_t i = 0; i < count; i++) {
        int64_t number, type, tags;
        int32_t group[2];
        msh_element element;
        eg_msh_begin(c);
        EG_TRY(eg_msh_integer(c, "an element's number", 1, INT64_MAX, &number));
        int64_t at = c->at;
        EG_TRY(eg_msh_integer(c, "an element's type", 1, INT32_MAX, &type));
        EG_TRY(eg_msh_element(r, at, type, &element));
        EG_TRY(eg_msh_integer(c, "an element's number of tags", 0, INT32_MAX, &tags));
        EG_TRY(read_tags(c, tags, group));
        EG_TRY(eg_msh_read_element(r, element, number, group));
        EG_TRY(eg_msh_end(c));
    }
    return EG_OK;
}

/* One block of a binary file: type, number of elements, number of tags; then the elements. */
static eg_status read_element_records(msh_reader *r, int64_t left, int64_t *read)
{
    msh_cursor *c = &r->c;
    int64_t type, tags, number, at = c->at;
    int32_t group[2];
    msh_element element;
    EG_TRY(eg_msh_integer(c, "an element's type", 1, INT32_MAX, &type));
    EG_TRY(eg_msh_element(r, at, type, &element));
    at = c->at;
    EG_TRY(eg_msh_integer(c, "the number of elements in a block", 1, left, read));
    EG_TRY(eg_msh_integer(c, "an element's number of tags", 0, INT32_MAX, &tags));
    EG_TRY(eg_msh_check_room(c, at, "the number of elements in a block", *read,
                             INTEGER * (1 + tags + element.nodes)));
    for (int64_t i = 0; i < *read; i++) {
        EG_TRY(eg_msh_integer(c, "an element's number", 1, INT32_MAX, &number));
        EG_TRY(read_tags(c, tags, group));
        EG_TRY(eg_msh_read_element(r, element, number, group));
    }
    return EG_OK;
}

eg_status eg_msh_read_elements_2(msh_reader *r)
{
    int64_t count;
    EG_TRY(read_record_count(r, "the number of elements", sizeof "1 15 0 1" - 1, 2 * INTEGER, &count));
    if (!r->c.raw)
        return read_text_elements(r, count);
    for (int64_t done = 0, read; done < count; done += read)
        EG_TRY(read_element_records(r, count - done, &read));
    r->c.raw = false;
    return EG_OK;
}
