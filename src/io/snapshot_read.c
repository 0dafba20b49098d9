/* Reading a snapshot: what it says of itself, its fields, its geometry. */
#include "io/snapshot.h"
#include "io/vtkhdf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static eg_h5 reader_of(eg_context *context, const char *path)
{
    return (eg_h5){.context = context, .failure = EG_INPUT, .path = path};
}

/* A count of the grid, which has one piece. */
static eg_status read_count(eg_h5 *h5, const char *name, int64_t *count)
{
    int64_t rows = 0, columns = 0;
    EG_TRY(eg_h5_shape(h5, h5->root, name, &rows, &columns));
    if (rows != 1 || columns != 1)
        return eg_h5_fail(h5, "has %lld pieces; files of one piece are read", (long long)rows);
    EG_TRY(eg_h5_read(h5, h5->root, name, H5T_NATIVE_INT64, 1, 1, count));
    if (*count < 1 || *count > INT32_MAX)
        return eg_h5_fail(h5, "%s is %lld", name, (long long)*count);
    return EG_OK;
}

static eg_status read_moment(eg_h5 *h5, eg_snapshot *snapshot)
{
    char hash[32];
    EG_TRY(eg_h5_read_attribute_text(h5, h5->root, "eagre_version", snapshot->version,
                                     sizeof snapshot->version));
    EG_TRY(eg_h5_read_attribute_text(h5, h5->root, "case_hash", snapshot->case_hash,
                                     sizeof snapshot->case_hash));
    EG_TRY(eg_h5_read_attribute(h5, h5->root, "step", H5T_NATIVE_INT64, &snapshot->moment.step));
    EG_TRY(eg_h5_read_attribute(h5, h5->root, "time", H5T_NATIVE_DOUBLE, &snapshot->moment.time));
    EG_TRY(eg_h5_read_attribute_text(h5, h5->root, "state_hash", hash, sizeof hash));
    char *end = hash;
    snapshot->moment.state_hash = strtoull(hash, &end, 16);
    if (*end)
        return eg_h5_fail(h5, "state_hash '%s' is not a hexadecimal number", hash);
    return EG_OK;
}

static eg_status read_field_entry(eg_h5 *h5, hid_t group, const char *name, eg_snapshot *snapshot)
{
    if (snapshot->field_count == EG_SNAPSHOT_FIELDS)
        return eg_h5_fail(h5, "has more than %d fields", EG_SNAPSHOT_FIELDS);
    eg_snapshot_field *field = &snapshot->field[snapshot->field_count];
    if (strlen(name) >= sizeof field->name)
        return eg_h5_fail(h5, "has a field with a name of more than %d letters: '%s'",
                          EG_FIELD_NAME - 1, name);
    strcpy(field->name, name);
    int64_t rows = 0, columns = 0;
    EG_TRY(eg_h5_shape(h5, group, name, &rows, &columns));
    bool real = false;
    size_t size = 0;
    EG_TRY(eg_h5_real_size(h5, group, name, &real, &size));
    if (!real || (size != 4 && size != 8))
        return EG_OK; /* not a field of reals: other programs may add what they like */
    if (rows != snapshot->cells || columns < 1 || columns > 3)
        return eg_h5_fail(h5, "field %s has %lld x %lld values for %lld cells", name,
                          (long long)rows, (long long)columns, (long long)snapshot->cells);
    field->components = (int)columns;
    if (snapshot->field_count == 0)
        snapshot->precision = size == 4 ? EG_F32 : EG_F64;
    hid_t dataset = H5Dopen2(group, name, H5P_DEFAULT);
    eg_status status =
        eg_h5_read_attribute_text(h5, dataset, "unit", field->unit, sizeof field->unit);
    H5Dclose(dataset);
    if (status == EG_OK)
        snapshot->field_count++;
    return status;
}

static eg_status read_field_entries(eg_h5 *h5, eg_snapshot *snapshot)
{
    if (!eg_h5_has(h5, h5->root, "CellData"))
        return EG_OK;
    hid_t group = H5Gopen2(h5->root, "CellData", H5P_DEFAULT);
    H5G_info_t info;
    if (group < 0 || H5Gget_info(group, &info) < 0) {
        if (group >= 0)
            H5Gclose(group);
        return eg_h5_fail(h5, "CellData cannot be opened");
    }
    eg_status status = EG_OK;
    for (hsize_t i = 0; i < info.nlinks && status == EG_OK; i++) {
        char name[256] = "";
        if (H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                               H5P_DEFAULT) < 0)
            status = eg_h5_fail(h5, "entry %llu of CellData cannot be read", (unsigned long long)i);
        else
            status = read_field_entry(h5, group, name, snapshot);
    }
    H5Gclose(group);
    return status;
}

static eg_status read_snapshot(eg_h5 *h5, eg_snapshot *snapshot)
{
    EG_TRY(eg_h5_open(h5));
    EG_TRY(read_count(h5, "NumberOfPoints", &snapshot->nodes));
    EG_TRY(read_count(h5, "NumberOfCells", &snapshot->cells));
    EG_TRY(read_count(h5, "NumberOfConnectivityIds", &snapshot->cell_vertices));
    EG_TRY(read_moment(h5, snapshot));
    return read_field_entries(h5, snapshot);
}

eg_status eg_snapshot_open(eg_context *context, const char *path, eg_snapshot **snapshot)
{
    assert(context && path && snapshot);
    *snapshot = NULL;
    eg_snapshot *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    eg_status status = eg_strdup(context, path, &made->path);
    if (status == EG_OK) {
        eg_h5 h5 = reader_of(context, path);
        eg_h5_begin(&h5);
        status = read_snapshot(&h5, made);
        eg_h5_end(&h5);
    }
    if (status != EG_OK)
        eg_snapshot_close(&made);
    *snapshot = made;
    return status;
}

void eg_snapshot_close(eg_snapshot **snapshot)
{
    if (!snapshot || !*snapshot)
        return;
    eg_context *context = (*snapshot)->context;
    eg_free(context, &(*snapshot)->path);
    eg_free(context, snapshot);
}

int eg_snapshot_field_index(const eg_snapshot *snapshot, const char *name)
{
    for (int f = 0; f < snapshot->field_count; f++)
        if (strcmp(snapshot->field[f].name, name) == 0)
            return f;
    return -1;
}

static eg_status read_values(eg_h5 *h5, const eg_snapshot *snapshot, int field, double *values)
{
    EG_TRY(eg_h5_open(h5));
    hid_t group = H5Gopen2(h5->root, "CellData", H5P_DEFAULT);
    if (group < 0)
        return eg_h5_fail(h5, "CellData cannot be opened");
    eg_status status = eg_h5_read(h5, group, snapshot->field[field].name, H5T_NATIVE_DOUBLE,
                                  snapshot->cells, snapshot->field[field].components, values);
    H5Gclose(group);
    return status;
}

eg_status eg_snapshot_read_field(const eg_snapshot *snapshot, int field, double **values)
{
    assert(field >= 0 && field < snapshot->field_count);
    eg_context *context = snapshot->context;
    int64_t count = snapshot->cells * snapshot->field[field].components;
    EG_TRY(eg_alloc(context, count, sizeof **values, values));
    eg_h5 h5 = reader_of(context, snapshot->path);
    eg_h5_begin(&h5);
    eg_status status = read_values(&h5, snapshot, field, *values);
    eg_h5_end(&h5);
    if (status != EG_OK)
        eg_free(context, values);
    return status;
}

/* ---- geometry
 * ------------------------------------------------------------------------------------------- */

static eg_status read_arrays(eg_h5 *h5, eg_snapshot_geometry *geometry, int64_t ids, uint8_t *types)
{
    EG_TRY(eg_h5_open(h5));
    EG_TRY(eg_h5_check_link(h5, "Points"));
    EG_TRY(eg_h5_read(h5, h5->root, "Points", H5T_NATIVE_DOUBLE, geometry->nodes, 3, geometry->x));
    EG_TRY(eg_h5_read(h5, h5->root, "Connectivity", H5T_NATIVE_INT32, ids, 1, geometry->vertex));
    EG_TRY(eg_h5_read(h5, h5->root, "Offsets", H5T_NATIVE_INT64, geometry->cells + 1, 1,
                      geometry->first));
    return eg_h5_read(h5, h5->root, "Types", H5T_NATIVE_UINT8, geometry->cells, 1, types);
}

static eg_status check_arrays(eg_h5 *h5, const eg_snapshot_geometry *geometry, int64_t ids,
                              const uint8_t *types)
{
    for (int64_t n = 0; n < geometry->nodes; n++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(geometry->x[n][k]))
                return eg_h5_fail(h5, "point %lld has a coordinate that is not finite",
                                  (long long)n);
    if (geometry->first[0] != 0 || geometry->first[geometry->cells] != ids)
        return eg_h5_fail(h5, "Offsets run from %lld to %lld, not from 0 to %lld",
                          (long long)geometry->first[0],
                          (long long)geometry->first[geometry->cells], (long long)ids);
    for (int64_t c = 0; c < geometry->cells; c++) {
        int vertices = types[c] == 5 ? 3 : types[c] == 9 ? 4 : 0;
        /* The sum cannot overflow: the running offset is at most ids here. */
        if (vertices == 0 || geometry->first[c] > ids ||
            geometry->first[c + 1] != geometry->first[c] + vertices)
            return eg_h5_fail(h5,
                              "cell %lld of VTK type %d is neither a triangle of 3 nor a "
                              "quadrangle of 4 vertices",
                              (long long)c, types[c]);
    }
    for (int64_t i = 0; i < ids; i++)
        if (geometry->vertex[i] < 0 || geometry->vertex[i] >= geometry->nodes)
            return eg_h5_fail(h5, "Connectivity names point %d of %lld", geometry->vertex[i],
                              (long long)geometry->nodes);
    return EG_OK;
}

static eg_status fill_geometry(const eg_snapshot *snapshot, eg_snapshot_geometry *geometry,
                               uint8_t **types)
{
    eg_context *context = snapshot->context;
    geometry->nodes = snapshot->nodes;
    geometry->cells = snapshot->cells;
    int64_t ids = snapshot->cell_vertices;
    EG_TRY(eg_alloc(context, geometry->nodes, sizeof *geometry->x, &geometry->x));
    EG_TRY(eg_alloc(context, geometry->cells + 1, sizeof *geometry->first, &geometry->first));
    EG_TRY(eg_alloc(context, ids, sizeof *geometry->vertex, &geometry->vertex));
    EG_TRY(eg_alloc(context, geometry->cells, 1, types));
    eg_h5 h5 = reader_of(context, snapshot->path);
    eg_h5_begin(&h5);
    eg_status status = read_arrays(&h5, geometry, ids, *types);
    if (status == EG_OK)
        status = check_arrays(&h5, geometry, ids, *types);
    eg_h5_end(&h5);
    return status;
}

eg_status eg_snapshot_read_geometry(const eg_snapshot *snapshot, eg_snapshot_geometry **geometry)
{
    assert(snapshot && geometry);
    *geometry = NULL;
    eg_context *context = snapshot->context;
    eg_snapshot_geometry *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    uint8_t *types = NULL;
    eg_status status = fill_geometry(snapshot, made, &types);
    eg_free(context, &types);
    if (status != EG_OK)
        eg_snapshot_geometry_destroy(&made);
    *geometry = made;
    return status;
}

void eg_snapshot_geometry_destroy(eg_snapshot_geometry **geometry)
{
    if (!geometry || !*geometry)
        return;
    eg_context *context = (*geometry)->context;
    eg_free(context, &(*geometry)->x);
    eg_free(context, &(*geometry)->first);
    eg_free(context, &(*geometry)->vertex);
    eg_free(context, geometry);
}
