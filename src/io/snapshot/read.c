/* Reading a snapshot: what it says of itself, and its fields. */
#include "io/snapshot/grid.h"

#include <stdlib.h>
#include <string.h>

static eg_h5 reader_of(eg_context *context, const char *path)
{
    return (eg_h5){.context = context, .failure = EG_INPUT, .path = path};
}

/* A count of the grid, which has one chunk. */
static eg_status read_h5_count(eg_h5 *h5, const char *name, int64_t *count)
{
    int64_t rows = 0, columns = 0;
    EG_TRY(eg_h5_shape(h5, h5->root, name, &rows, &columns));
    if (rows != 1 || columns != 1)
        return eg_h5_fail(h5, "has %lld chunks; files of one chunk are read", (long long)rows);
    EG_TRY(eg_h5_read(h5, h5->root, name, H5T_NATIVE_INT64, 1, 1, count));
    if (*count < 1 || *count > INT32_MAX)
        return eg_h5_fail(h5, "%s is %lld", name, (long long)*count);
    return EG_OK;
}

static eg_status read_start(eg_h5 *h5, eg_date *start)
{
    char text[EG_DATE_ROOM];
    const char *why = NULL;
    EG_TRY(eg_h5_read_attribute_text(h5, h5->root, "start", text, sizeof text));
    if (text[0] && !eg_date_read(text, text + strlen(text), start, &why))
        return eg_h5_fail(h5, "attribute start, '%s', is no date: %s", text, why);
    return EG_OK;
}

static eg_status read_stamp(eg_h5 *h5, eg_snapshot *snapshot)
{
    char hash[32];
    EG_TRY(eg_h5_read_attribute_text(h5, h5->root, "eagre_version", snapshot->version,
                                     sizeof snapshot->version));
    EG_TRY(eg_h5_read_attribute_text(h5, h5->root, "case_hash", snapshot->case_hash,
                                     sizeof snapshot->case_hash));
    EG_TRY(eg_h5_read_attribute(h5, h5->root, "step", H5T_NATIVE_INT64, &snapshot->stamp.step));
    EG_TRY(eg_h5_read_attribute(h5, h5->root, "time", H5T_NATIVE_DOUBLE, &snapshot->stamp.time));
    EG_TRY(eg_h5_read_attribute_text(h5, h5->root, "state_hash", hash, sizeof hash));
    EG_TRY(read_start(h5, &snapshot->start));
    char *end = hash;
    snapshot->stamp.state_hash = strtoull(hash, &end, 16);
    if (*end)
        return eg_h5_fail(h5, "state_hash '%s' is not a hexadecimal number", hash);
    return EG_OK;
}

/* The group of the fields. */
static const char *data_of(const eg_snapshot *snapshot)
{
    return snapshot->degree > 0 ? "PointData" : "CellData";
}

static eg_status read_field_entry(eg_h5 *h5, hid_t group, const char *name, eg_snapshot *snapshot)
{
    if (snapshot->field_count == EG_SNAPSHOT_FIELDS)
        return eg_h5_fail(h5, "has more than %d fields", EG_SNAPSHOT_FIELDS);
    eg_snapshot_field *field = &snapshot->field[snapshot->field_count];
    if (strlen(name) >= sizeof field->name)
        return eg_h5_fail(h5, "has a field with a name of more than %d letters: '%s'", EG_FIELD_NAME - 1,
                          name);
    strcpy(field->name, name);
    int64_t rows = 0, columns = 0;
    EG_TRY(eg_h5_shape(h5, group, name, &rows, &columns));
    bool real = false;
    size_t size = 0;
    EG_TRY(eg_h5_real_size(h5, group, name, &real, &size));
    if (!real || (size != 4 && size != 8))
        return EG_OK; /* not a field of reals: other programs may add what they like */
    int64_t expected = snapshot->common ? snapshot->points : snapshot->values;
    if (rows != expected || columns < 1 || (columns > 3 && columns != 6))
        return eg_h5_fail(h5, "field %s has %lld x %lld values for %lld %s", name, (long long)rows,
                          (long long)columns, (long long)expected, snapshot->degree > 0 ? "nodes" : "cells");
    field->components = (int)columns;
    if (snapshot->field_count == 0)
        snapshot->precision = size == 4 ? EG_F32 : EG_F64;
    EG_H5_HANDLE dataset = H5Dopen2(group, name, H5P_DEFAULT);
    EG_TRY(eg_h5_read_attribute_text(h5, dataset, "unit", field->unit, sizeof field->unit));
    snapshot->field_count++;
    return EG_OK;
}

static eg_status read_field_entries(eg_h5 *h5, eg_snapshot *snapshot)
{
    const char *data = data_of(snapshot);
    if (H5Lexists(h5->root, data, H5P_DEFAULT) <= 0)
        return EG_OK;
    EG_H5_HANDLE group = H5Gopen2(h5->root, data, H5P_DEFAULT);
    H5G_info_t info;
    if (group < 0 || H5Gget_info(group, &info) < 0)
        return eg_h5_fail(h5, "%s cannot be opened", data);
    for (hsize_t i = 0; i < info.nlinks; i++) {
        char name[256] = "";
        if (H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name, H5P_DEFAULT) < 0)
            return eg_h5_fail(h5, "entry %llu of %s cannot be read", (unsigned long long)i, data);
        EG_TRY(read_field_entry(h5, group, name, snapshot));
    }
    return EG_OK;
}

/* The degree, and whether the cells are hexahedra. */
static eg_status read_degree(eg_h5 *h5, eg_snapshot *snapshot, bool *hexahedra)
{
    int64_t degree = 0, dimension = 2, common = 0;
    EG_TRY(eg_h5_read_attribute(h5, h5->root, "degree", H5T_NATIVE_INT64, &degree));
    EG_TRY(eg_h5_read_attribute(h5, h5->root, "dimension", H5T_NATIVE_INT64, &dimension));
    if (dimension != 2 && dimension != 3)
        return eg_h5_fail(h5, "has dimension %lld; 2 and 3 are read", (long long)dimension);
    *hexahedra = dimension == 3;
    int least = *hexahedra ? 1 : 0, most = *hexahedra ? EG_SNAPSHOT_HEX_DEGREE : EG_SNAPSHOT_DEGREE;
    if (degree < least || degree > most)
        return eg_h5_fail(h5, "has degree %lld; %d to %d are read", (long long)degree, least, most);
    snapshot->degree = (int)degree;
    EG_TRY(eg_h5_read_attribute(h5, h5->root, "common_nodes", H5T_NATIVE_INT64, &common));
    if (common != 0 && (common != 1 || !*hexahedra))
        return eg_h5_fail(h5, "has common_nodes %lld in dimension %lld; 1 is read in dimension 3",
                          (long long)common, (long long)dimension);
    snapshot->common = common == 1;
    return EG_OK;
}

/* The cells that point data of this size belong to. */
static eg_status take_cells(eg_h5 *h5, eg_snapshot *snapshot, eg_grid_size size, bool hexahedra)
{
    int degree = snapshot->degree, triangle = eg_grid_nodes(EG_TRIANGLE, degree);
    int64_t *of_type = snapshot->cells_of_type, of_kind[EG_GRID_KINDS];
    snapshot->cells = size.cells / eg_grid_parts(hexahedra ? EG_GRID_HEXAHEDRON : EG_QUADRANGLE, degree);
    snapshot->hexahedra = hexahedra ? snapshot->cells : 0;
    if (!hexahedra) {
        of_type[EG_QUADRANGLE] =
            (size.points - snapshot->cells * triangle) / (eg_grid_nodes(EG_QUADRANGLE, degree) - triangle);
        of_type[EG_TRIANGLE] = snapshot->cells - of_type[EG_QUADRANGLE];
    }
    eg_grid_kinds_of(snapshot, of_kind);
    eg_grid_size made = eg_grid_size_of(of_kind, degree);
    bool fits = snapshot->common ? size.points <= made.points : size.points == made.points;
    if (of_type[EG_TRIANGLE] < 0 || of_type[EG_QUADRANGLE] < 0 || !fits || made.cells != size.cells ||
        made.ids != size.ids)
        return eg_h5_fail(h5,
                          "%lld points, %lld cells and %lld entries of Connectivity are not those "
                          "of point data of degree %d",
                          (long long)size.points, (long long)size.cells, (long long)size.ids, degree);
    snapshot->values = snapshot->nodes = made.points;
    snapshot->cell_vertices = eg_grid_size_of(of_kind, 0).ids;
    return EG_OK;
}

static eg_status read_size(eg_h5 *h5, eg_snapshot *snapshot, bool hexahedra)
{
    eg_grid_size size;
    EG_TRY(read_h5_count(h5, "NumberOfPoints", &size.points));
    EG_TRY(read_h5_count(h5, "NumberOfCells", &size.cells));
    EG_TRY(read_h5_count(h5, "NumberOfConnectivityIds", &size.ids));
    snapshot->nodes = snapshot->points = size.points;
    snapshot->cells = snapshot->values = size.cells;
    snapshot->cell_vertices = size.ids;
    return snapshot->degree > 0 ? take_cells(h5, snapshot, size, hexahedra) : EG_OK;
}

static eg_status read_snapshot(eg_h5 *h5, eg_snapshot *snapshot)
{
    bool hexahedra = false;
    EG_TRY(eg_h5_open(h5));
    EG_TRY(read_degree(h5, snapshot, &hexahedra));
    EG_TRY(read_size(h5, snapshot, hexahedra));
    EG_TRY(read_stamp(h5, snapshot));
    return read_field_entries(h5, snapshot);
}

eg_status eg_snapshot_open(eg_context *context, const char *path, eg_snapshot **snapshot)
{
    assert(context && path && snapshot);
    *snapshot = NULL;
    EG_ENDS_WITH(eg_snapshot_close) eg_snapshot *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(eg_strdup(context, path, &made->path));
    EG_ENDS_WITH(eg_h5_end) eg_h5 h5 = reader_of(context, path);
    eg_h5_begin(&h5);
    EG_TRY(read_snapshot(&h5, made));
    return eg_hand_over(&made, snapshot);
}

void eg_snapshot_close(eg_snapshot **snapshot)
{
    if (snapshot && *snapshot)
        EG_FREE(&(*snapshot)->path, snapshot);
}

int eg_snapshot_field_index(const eg_snapshot *snapshot, const char *name)
{
    for (int f = 0; f < snapshot->field_count; f++)
        if (strcmp(snapshot->field[f].name, name) == 0)
            return f;
    return -1;
}

void eg_snapshot_position(const eg_snapshot *snapshot, int64_t value, int64_t *cell, int *node)
{
    assert(value >= 0 && value < snapshot->values);
    *cell = value;
    *node = -1;
    if (snapshot->degree == 0)
        return;
    int64_t of_kind[EG_GRID_KINDS], first = 0;
    eg_grid_kinds_of(snapshot, of_kind);
    for (int kind = 0; kind < EG_GRID_KINDS; kind++) {
        int nodes = eg_grid_nodes(kind, snapshot->degree);
        *cell = first + value / nodes;
        *node = (int)(value % nodes);
        if (value < of_kind[kind] * nodes)
            return;
        value -= of_kind[kind] * nodes;
        first += of_kind[kind];
    }
}

/* values[values][components] of all cells from those of the points, of which point[values] is each node's. */
static void spread_values(const eg_snapshot *snapshot, const int32_t *point, int components,
                          const double *of_point, double *values)
{
    for (int64_t i = 0; i < snapshot->values; i++)
        for (int c = 0; c < components; c++)
            values[i * components + c] = of_point[(int64_t)point[i] * components + c];
}

static eg_status read_common_values(eg_h5 *h5, hid_t group, const eg_snapshot *snapshot, int field,
                                    double *values)
{
    const eg_snapshot_field *f = &snapshot->field[field];
    EG_SCRATCH double *of_point = NULL;
    EG_SCRATCH int32_t *point = NULL;
    EG_TRY(eg_h5_check_link(h5, "Connectivity"));
    EG_TRY(eg_grid_read_points_of_nodes(h5, snapshot, &point));
    EG_TRY(eg_alloc(snapshot->context, snapshot->points * f->components, sizeof *of_point, &of_point));
    EG_TRY(eg_h5_read(h5, group, f->name, H5T_NATIVE_DOUBLE, snapshot->points, f->components, of_point));
    spread_values(snapshot, point, f->components, of_point, values);
    return EG_OK;
}

static eg_status read_field_values(eg_h5 *h5, const eg_snapshot *snapshot, int field, double *values)
{
    EG_TRY(eg_h5_open(h5));
    EG_H5_HANDLE group = H5Gopen2(h5->root, data_of(snapshot), H5P_DEFAULT);
    if (group < 0)
        return eg_h5_fail(h5, "%s cannot be opened", data_of(snapshot));
    if (snapshot->common)
        return read_common_values(h5, group, snapshot, field, values);
    return eg_h5_read(h5, group, snapshot->field[field].name, H5T_NATIVE_DOUBLE, snapshot->values,
                      snapshot->field[field].components, values);
}

eg_status eg_snapshot_read_field(const eg_snapshot *snapshot, int field, double **values)
{
    assert(field >= 0 && field < snapshot->field_count);
    eg_context *context = snapshot->context;
    int64_t count = snapshot->values * snapshot->field[field].components;
    EG_SCRATCH double *made = NULL;
    *values = NULL;
    EG_TRY(eg_alloc(context, count, sizeof *made, &made));
    EG_ENDS_WITH(eg_h5_end) eg_h5 h5 = reader_of(context, snapshot->path);
    eg_h5_begin(&h5);
    EG_TRY(read_field_values(&h5, snapshot, field, made));
    return eg_hand_over(&made, values);
}
