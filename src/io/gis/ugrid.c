/* Meshes and fields as netCDF of the classic format ("NetCDF Classic Format Specification", Unidata). Numbers
 * are big-endian. */
#include "io/gis/ugrid.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

/* Tags and types of the format. */
enum { DIMENSION_LIST = 10, VARIABLE_LIST = 11, ATTRIBUTE_LIST = 12 };
enum { TYPE_CHAR = 2, TYPE_INT = 4, TYPE_FLOAT = 5, TYPE_DOUBLE = 6 };

/* Dimensions by number; TIME is the one that grows. */
enum { NODES, FACES, CORNERS, TIME, DIMENSIONS };

/* Variables before those of the fields. */
enum { MESH, PROJECTION, NODE_X, NODE_Y, FACE_NODES, CLOCK, FIXED };

static const char PROJECTED[] = "projected_coordinate_system"; /* the name that MDAL looks for, too */

/* What netCDF takes for a missing number of f32. */
static const float MISSING = 9.96920996838687e+36F;

struct eg_ugrid {
    eg_context *context;
    char *path, *temporary;
    int file; /* -1: none */
    const eg_snapshot_geometry *geometry;
    eg_ugrid_options options;
    int corners, variables; /* of a face at most; of fields */
    int64_t records, start; /* written; byte of the first */
    uint8_t *row;           /* one variable of a record */
};

/* ---- bytes */

static void add_big_endian(eg_text *text, uint64_t value, int bytes)
{
    uint8_t buffer[8];
    eg_put_big(buffer, bytes, value);
    eg_text_add_bytes(text, (const char *)buffer, bytes);
}

static void put_int(eg_text *text, int64_t value)
{
    add_big_endian(text, (uint64_t)value, 4);
}

static void put_padding(eg_text *text, size_t length)
{
    eg_text_add_bytes(text, "\0\0\0", (int64_t)(-length & 3));
}

static void put_padded_name(eg_text *text, const char *name)
{
    put_int(text, (int64_t)strlen(name));
    eg_text_add_bytes(text, name, (int64_t)strlen(name));
    put_padding(text, strlen(name));
}

static void put_attribute(eg_text *text, const char *name, const char *value)
{
    put_padded_name(text, name);
    put_int(text, TYPE_CHAR);
    put_padded_name(text, value);
}

/* ---- variables */

/* One of the header: its list of attributes stands in `attributes`, as so many. */
typedef struct variable {
    const char *name;
    int dimensions, of[2], type, count;
    eg_text attributes;
    int64_t bytes; /* without padding; of a record one of them */
    int64_t begin;
} variable;

static int64_t padded(int64_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

/* Where there is a value. */
static void describe_variable(variable *v, const char *name, const char *value)
{
    if (value)
        put_attribute(&v->attributes, name, value);
    v->count += value != NULL;
}

/* One number, whose bits are those. */
static void describe_number(variable *v, const char *name, int type, int64_t bits)
{
    put_padded_name(&v->attributes, name);
    put_int(&v->attributes, type);
    put_int(&v->attributes, 1);
    put_int(&v->attributes, bits);
    v->count++;
}

static void describe_projection(const eg_ugrid *u, variable *v)
{
    describe_variable(v, "long_name", u->options.projection ? "projection of x and y" : "not known");
    describe_variable(v, "crs_wkt", u->options.projection);
    describe_variable(v, "wkt", u->options.projection); /* as MDAL reads it */
}

static void describe_axis(variable *v, const char *standard, const char *long_name)
{
    describe_variable(v, "standard_name", standard);
    describe_variable(v, "long_name", long_name);
    describe_variable(v, "units", "m");
    describe_variable(v, "mesh", "mesh2d");
    describe_variable(v, "location", "node");
}

static void describe_fixed(const eg_ugrid *u, variable v[FIXED])
{
    char units[EG_DATE_ROOM];
    const eg_snapshot_geometry *g = u->geometry;
    v[MESH] = (variable){.name = "mesh2d", .type = TYPE_INT, .bytes = 4};
    v[PROJECTION] = (variable){
        .name = u->options.projection ? PROJECTED : "mesh2d_no_projection", .type = TYPE_INT, .bytes = 4};
    v[NODE_X] = (variable){
        .name = "mesh2d_node_x", .dimensions = 1, .of = {NODES}, .type = TYPE_DOUBLE, .bytes = 8 * g->nodes};
    v[NODE_Y] = v[NODE_X];
    v[NODE_Y].name = "mesh2d_node_y";
    v[FACE_NODES] = (variable){.name = "mesh2d_face_nodes",
                               .dimensions = 2,
                               .of = {FACES, CORNERS},
                               .type = TYPE_INT,
                               .bytes = 4 * g->cells * u->corners};
    v[CLOCK] = (variable){.name = "time", .dimensions = 1, .of = {TIME}, .type = TYPE_DOUBLE, .bytes = 8};
    for (int i = 0; i < FIXED; i++)
        v[i].attributes.context = u->context;
    describe_variable(&v[MESH], "cf_role", "mesh_topology");
    describe_variable(&v[MESH], "long_name", "topology of the mesh");
    describe_number(&v[MESH], "topology_dimension", TYPE_INT, 2);
    describe_variable(&v[MESH], "node_coordinates", "mesh2d_node_x mesh2d_node_y");
    describe_variable(&v[MESH], "face_node_connectivity", "mesh2d_face_nodes");
    describe_variable(&v[MESH], "face_dimension", "mesh2d_nFaces");
    describe_projection(u, &v[PROJECTION]);
    for (int i = NODE_X; i <= NODE_Y; i++)
        describe_variable(&v[i], "grid_mapping", u->options.projection ? PROJECTED : NULL);
    describe_axis(&v[NODE_X], "projection_x_coordinate", "x of the nodes");
    describe_axis(&v[NODE_Y], "projection_y_coordinate", "y of the nodes");
    describe_variable(&v[FACE_NODES], "cf_role", "face_node_connectivity");
    describe_variable(&v[FACE_NODES], "long_name", "nodes of the faces, counter-clockwise");
    describe_number(&v[FACE_NODES], "start_index", TYPE_INT, 0);
    describe_number(&v[FACE_NODES], "_FillValue", TYPE_INT, -1);
    describe_variable(&v[CLOCK], "standard_name", "time");
    describe_variable(&v[CLOCK], "long_name", "time since the start");
    eg_date_units(&u->options.start, units);
    describe_variable(&v[CLOCK], "units",
                      u->options.start.given ? units : "seconds since 2000-01-01 00:00:00");
}

/* Component k of a field, with its name in `name`. */
static variable describe_field(const eg_ugrid *u, const eg_snapshot_field *field, int k,
                               char name[EG_FIELD_NAME + 16])
{
    static const char *const ways[] = {"x", "y"};
    char words[EG_FIELD_NAME + 32];
    bool vector = field->components > 1;
    snprintf(name, EG_FIELD_NAME + 16, "mesh2d_%s%s%s", field->name, vector ? "_" : "",
             vector ? ways[k] : "");
    snprintf(words, sizeof words, "%s%s%s%s", field->name, vector ? ", " : "", vector ? ways[k] : "",
             vector ? "-component" : "");
    variable v = {.name = name,
                  .dimensions = 2,
                  .of = {TIME, FACES},
                  .type = TYPE_FLOAT,
                  .attributes = {.context = u->context},
                  .bytes = 4 * u->geometry->cells};
    describe_variable(&v, "long_name", words);
    describe_variable(&v, "units", field->unit[0] ? field->unit : "1");
    describe_variable(&v, "mesh", "mesh2d");
    describe_variable(&v, "location", "face");
    describe_variable(&v, "grid_mapping", u->options.projection ? PROJECTED : NULL);
    describe_number(&v, "_FillValue", TYPE_FLOAT, eg_float_bits(MISSING));
    return v;
}

static void put_variable(eg_text *text, const variable *v)
{
    put_padded_name(text, v->name);
    put_int(text, v->dimensions);
    for (int d = 0; d < v->dimensions; d++)
        put_int(text, v->of[d]);
    put_int(text, v->count > 0 ? ATTRIBUTE_LIST : 0);
    put_int(text, v->count);
    if (v->attributes.length > 0)
        eg_text_add_bytes(text, v->attributes.data, v->attributes.length);
    put_int(text, v->type);
    put_int(text, padded(v->bytes) > UINT32_MAX - 3 ? UINT32_MAX : padded(v->bytes));
    add_big_endian(text, (uint64_t)v->begin, 8);
}

/* ---- the header */

static void put_dimensions(const eg_ugrid *u, eg_text *text)
{
    static const char *const names[DIMENSIONS] = {"mesh2d_nNodes", "mesh2d_nFaces", "mesh2d_nMax_face_nodes",
                                                  "time"};
    const int64_t length[DIMENSIONS] = {u->geometry->nodes, u->geometry->cells, u->corners, 0};
    put_int(text, DIMENSION_LIST);
    put_int(text, DIMENSIONS);
    for (int d = 0; d < DIMENSIONS; d++) {
        put_padded_name(text, names[d]);
        put_int(text, length[d]);
    }
}

/* With the number of records, the places of variables as they are known. */
static void put_ugrid_header(const eg_ugrid *u, const variable *v, int count, eg_text *text)
{
    eg_text_add_bytes(text, "CDF\2", 4);
    put_int(text, u->records);
    put_dimensions(u, text);
    put_int(text, ATTRIBUTE_LIST);
    put_int(text, 2);
    put_attribute(text, "Conventions", "CF-1.8 UGRID-1.0");
    put_attribute(text, "title", u->options.title ? u->options.title : "");
    put_int(text, VARIABLE_LIST);
    put_int(text, count);
    for (int i = 0; i < count; i++)
        put_variable(text, &v[i]);
}

/* What does not change stands behind the header, then the records, each with the time and the fields. */
static void place_variables(eg_ugrid *u, variable *v, int count, int64_t header)
{
    int64_t at = padded(header);
    for (int i = 0; i < count; i++) {
        if (i == CLOCK)
            u->start = at;
        v[i].begin = at;
        at += padded(v[i].bytes);
    }
}

static eg_status put_all(eg_ugrid *u, variable *v, int count, eg_text *text)
{
    put_ugrid_header(u, v, count, text);
    EG_TRY(text->status);
    place_variables(u, v, count, text->length); /* places take as many bytes whatever they are */
    text->length = 0;
    put_ugrid_header(u, v, count, text);
    return text->status;
}

/* ---- what does not change */

static eg_status write_fixed(eg_ugrid *u, const variable *v, eg_text *text)
{
    const eg_snapshot_geometry *g = u->geometry;
    put_padding(text, (size_t)text->length);
    put_int(text, 0); /* of the variables that name the mesh and its projection */
    put_int(text, 0);
    for (int axis = 0; axis < 2; axis++)
        for (int64_t n = 0; n < g->nodes; n++)
            add_big_endian(text, eg_double_bits(g->x[n][axis]), 8);
    for (int64_t c = 0; c < g->cells; c++)
        for (int k = 0; k < u->corners; k++)
            put_int(text, g->first[c] + k < g->first[c + 1] ? g->vertex[g->first[c] + k] : -1);
    EG_TRY(text->status);
    assert(text->length == v[CLOCK].begin);
    return eg_file_put(u->context, u->file, u->temporary, 0, text->data, text->length);
}

static eg_status begin_ugrid_file(eg_ugrid *u)
{
    enum { MOST = FIXED + 3 * EG_SNAPSHOT_FIELDS };
    variable v[MOST];
    char names[MOST][EG_FIELD_NAME + 16];
    EG_TEXT(text, u->context);
    int count = FIXED;
    describe_fixed(u, v);
    for (int f = 0; f < u->options.field_count; f++)
        for (int k = 0; k < u->options.fields[f].components && k < 2; k++, count++)
            v[count] = describe_field(u, &u->options.fields[f], k, names[count]);
    u->variables = count - FIXED;
    eg_status status = put_all(u, v, count, &text);
    if (status == EG_OK)
        status = write_fixed(u, v, &text);
    for (int i = 0; i < count; i++)
        eg_text_free(&v[i].attributes);
    return status;
}

/* ---- the public calls */

eg_status eg_ugrid_create(eg_context *context, const char *path, const eg_snapshot_geometry *geometry,
                          const eg_ugrid_options *options, eg_ugrid **ugrid)
{
    EG_ENDS_WITH(eg_ugrid_destroy) eg_ugrid *u = NULL;
    *ugrid = NULL;
    if (4 * geometry->cells > UINT32_MAX - 3)
        return eg_fail(context, EG_USAGE, "%s: %lld cells are too many for a record of netCDF", path,
                       (long long)geometry->cells);
    EG_TRY(eg_alloc(context, 1, sizeof *u, &u));
    *u = (eg_ugrid){.context = context, .file = -1, .geometry = geometry, .options = *options, .corners = 3};
    for (int64_t c = 0; c < geometry->cells; c++)
        u->corners = (int)eg_max_i64(u->corners, geometry->first[c + 1] - geometry->first[c]);
    EG_TRY(eg_strdup(context, path, &u->path));
    EG_TRY(eg_file_temporary(context, path, &u->temporary));
    EG_TRY(eg_alloc(context, 4 * geometry->cells + 8, 1, &u->row));
    EG_TRY(eg_file_create(context, u->temporary, &u->file));
    EG_TRY(begin_ugrid_file(u));
    return eg_hand_over(&u, ugrid);
}

eg_status eg_ugrid_add(eg_ugrid *u, double time, const double *const *values)
{
    int64_t cells = u->geometry->cells, at = u->start + u->records * (8 + 4 * cells * u->variables);
    EG_TEXT(text, u->context);
    add_big_endian(&text, eg_double_bits(time), 8);
    EG_TRY(text.status);
    EG_TRY(eg_file_put(u->context, u->file, u->temporary, at, text.data, text.length));
    at += 8;
    for (int f = 0; f < u->options.field_count; f++) {
        int components = u->options.fields[f].components;
        for (int k = 0; k < components && k < 2; k++, at += 4 * cells) {
            for (int64_t c = 0; c < cells; c++) {
                double value = values[f][c * components + k];
                eg_put_big(u->row + 4 * c, 4, eg_float_bits(isnan(value) ? MISSING : (float)value));
            }
            EG_TRY(eg_file_put(u->context, u->file, u->temporary, at, u->row, 4 * cells));
        }
    }
    u->records++;
    return EG_OK;
}

eg_status eg_ugrid_finish(eg_ugrid *u)
{
    enum { RECORDS = 4 }; /* byte of their number */
    EG_TEXT(text, u->context);
    put_int(&text, u->records);
    EG_TRY(text.status);
    EG_TRY(eg_file_put(u->context, u->file, u->temporary, RECORDS, text.data, text.length));
    return eg_file_publish(u->context, &u->file, u->temporary, u->path);
}

void eg_ugrid_destroy(eg_ugrid **ugrid)
{
    if (!*ugrid)
        return;
    if ((*ugrid)->temporary)
        eg_file_remove_open(&(*ugrid)->file, (*ugrid)->temporary);
    EG_FREE(&(*ugrid)->path, &(*ugrid)->temporary, &(*ugrid)->row, ugrid);
}
