/* A set of snapshots being written: mesh file, snapshot files, index. */
#include "io/snapshot_grid.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct eg_snapshot_set {
    eg_context *context;
    char *folder, *name, *case_hash;
    eg_precision precision;
    int degree;
    int64_t dimension; /* 3: hexahedra */
    eg_grid_size grid;
    int64_t values;       /* of a field's component */
    int64_t count, bytes; /* written */
    int field_count;
    eg_snapshot_field field[EG_SNAPSHOT_FIELDS];
    eg_text entries; /* of the index, without the frame around them */
};

/* The geometry that every snapshot links to. The three counts are written in each file. */
static const char *const linked[] = {"Points", "Connectivity", "Offsets", "Types"};
enum { LINKED = 4 };

static eg_status path_in(const eg_snapshot_set *set, const char *ending, char **path)
{
    eg_text name = {.context = set->context};
    eg_text_add(&name, "%s/%s%s", set->folder, set->name, ending);
    if (name.status != EG_OK)
        eg_text_free(&name);
    *path = name.data;
    return name.status;
}

/* Makes a file with `write`, and commits it. */
static eg_status write_file(eg_snapshot_set *set, const char *ending,
                            eg_status (*write)(eg_h5 *h5, const void *content), const void *content)
{
    char *path = NULL;
    EG_TRY(path_in(set, ending, &path));
    eg_h5 h5 = {.context = set->context, .failure = EG_IO, .path = path};
    eg_h5_begin(&h5);
    eg_status status = eg_h5_create(&h5);
    if (status == EG_OK)
        status = write(&h5, content);
    if (status == EG_OK)
        status = eg_h5_commit(&h5);
    eg_h5_end(&h5);
    eg_free(set->context, &path);
    return status;
}

/* A mesh, one of the two, and the degree of the set. */
typedef struct mesh_content {
    const eg_mesh *mesh;
    const eg_hexes *hexes;
    int degree;
} mesh_content;

static eg_grid_size size_of(const mesh_content *content)
{
    return content->hexes ? eg_hex_grid_size(content->hexes->elements, content->degree)
                          : eg_grid_size_of_mesh(content->mesh, content->degree);
}

static eg_status write_mesh(eg_h5 *h5, const void *given)
{
    const mesh_content *content = given;
    return content->hexes ? eg_hex_grid_write(h5, content->hexes, content->degree)
                          : eg_grid_write(h5, content->mesh, content->degree);
}

/* What one snapshot file is made of. */
typedef struct snapshot_content {
    const eg_snapshot_set *set;
    const eg_snapshot_moment *moment;
    const double *const *values;
} snapshot_content;

static eg_status write_moment(eg_h5 *h5, const snapshot_content *content)
{
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)content->moment->state_hash);
    hid_t root = h5->root;
    EG_TRY(eg_h5_attribute_text(h5, root, "eagre_version", EAGRE_VERSION));
    EG_TRY(eg_h5_attribute_text(h5, root, "case_hash", content->set->case_hash));
    EG_TRY(
        eg_h5_attribute(h5, root, "step", H5T_NATIVE_INT64, H5T_STD_I64LE, &content->moment->step));
    EG_TRY(eg_h5_attribute(h5, root, "time", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE,
                           &content->moment->time));
    EG_TRY(eg_h5_attribute_text(h5, root, "state_hash", hash));
    int64_t degree = content->set->degree;
    if (degree > 0)
        EG_TRY(eg_h5_attribute(h5, root, "degree", H5T_NATIVE_INT64, H5T_STD_I64LE, &degree));
    if (content->set->dimension == 3)
        EG_TRY(eg_h5_attribute(h5, root, "dimension", H5T_NATIVE_INT64, H5T_STD_I64LE,
                               &content->set->dimension));
    hid_t group;
    EG_TRY(eg_h5_group(h5, "FieldData", &group));
    eg_status status = eg_h5_write(h5, group, "TimeValue", H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, 1, 0,
                                   &content->moment->time);
    H5Gclose(group);
    return status;
}

static eg_status write_snapshot(eg_h5 *h5, const void *given)
{
    const snapshot_content *content = given;
    const eg_snapshot_set *set = content->set;
    EG_TRY(eg_grid_write_size(h5, set->grid));
    char target[256];
    snprintf(target, sizeof target, "%s.mesh.h5", set->name);
    for (int i = 0; i < LINKED; i++)
        EG_TRY(eg_h5_link(h5, linked[i], target));
    EG_TRY(write_moment(h5, content));
    hid_t group, type = set->precision == EG_F32 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE;
    EG_TRY(eg_h5_group(h5, set->degree > 0 ? "PointData" : "CellData", &group));
    eg_status status = EG_OK;
    for (int f = 0; f < set->field_count && status == EG_OK; f++)
        status =
            eg_h5_write_field(h5, group, set->field[f].name, type, set->values,
                              set->field[f].components, content->values[f], set->field[f].unit);
    H5Gclose(group);
    return status;
}

static eg_status write_index(eg_snapshot_set *set)
{
    eg_context *context = set->context;
    char *path = NULL;
    EG_TRY(path_in(set, ".vtkhdf.series", &path));
    eg_text text = {.context = context};
    eg_text_add(&text, "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [%s\n  ]\n}\n",
                eg_text_string(&set->entries));
    eg_status status = text.status;
    if (status == EG_OK)
        status = eg_file_write(context, path, text.data, text.length);
    eg_text_free(&text);
    eg_free(context, &path);
    return status;
}

static bool name_is_plain(const char *name)
{
    for (const char *p = name; *p; p++)
        if (!(*p == '_' || *p == '-' || (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
              (*p >= 'A' && *p <= 'Z')))
            return false;
    return name[0] != 0 && strlen(name) < 200;
}

static eg_status check_fields(eg_context *context, const eg_snapshot_field *fields, int count)
{
    if (count < 0 || count > EG_SNAPSHOT_FIELDS)
        return eg_fail(context, EG_USAGE, "a snapshot holds at most %d fields, not %d",
                       EG_SNAPSHOT_FIELDS, count);
    for (int f = 0; f < count; f++) {
        if (!name_is_plain(fields[f].name) || fields[f].components < 1 || fields[f].components > 3)
            return eg_fail(context, EG_USAGE,
                           "snapshot field '%s' with %d components: a name consists of letters, "
                           "digits, - and _, and components are 1 to 3",
                           fields[f].name, fields[f].components);
        for (int other = 0; other < f; other++)
            if (strcmp(fields[other].name, fields[f].name) == 0)
                return eg_fail(context, EG_USAGE, "snapshot field '%s' is there twice",
                               fields[f].name);
    }
    return EG_OK;
}

static eg_status check_degree(eg_context *context, const mesh_content *content)
{
    int degree = content->degree,
        most = content->hexes ? EG_SNAPSHOT_HEX_DEGREE : EG_SNAPSHOT_DEGREE;
    if (content->hexes && (degree < 1 || degree > most))
        return eg_fail(context, EG_USAGE,
                       "a snapshot of degree %d on hexahedra: it is 1 to %d (point data)", degree,
                       most);
    if (degree < 0 || degree > most)
        return eg_fail(context, EG_USAGE,
                       "a snapshot of degree %d: it is 0 (cell data) to %d (point data)", degree,
                       most);
    eg_grid_size grid = size_of(content);
    if (grid.points > INT32_MAX || grid.cells > INT32_MAX || grid.ids > INT32_MAX)
        return eg_fail(
            context, EG_USAGE,
            "a snapshot of degree %d on %lld cells has %lld nodes and %lld vertices of "
            "cells: a file holds at most %d; choose a lower degree",
            degree, (long long)(content->hexes ? content->hexes->elements : content->mesh->cells),
            (long long)grid.points, (long long)grid.ids, INT32_MAX);
    return EG_OK;
}

static void name_snapshot(int64_t number, char ending[64])
{
    snprintf(ending, 64, "-%06lld.vtkhdf", (long long)number);
}

/* Removes the snapshots from `count` on, until one is missing. */
static eg_status remove_later(eg_snapshot_set *set, int64_t count)
{
    bool there = true;
    for (int64_t i = count; there; i++) {
        char ending[64], *path;
        name_snapshot(i, ending);
        EG_TRY(path_in(set, ending, &path));
        there = access(path, F_OK) == 0;
        eg_status status = there ? eg_file_remove(set->context, path) : EG_OK;
        eg_free(set->context, &path);
        EG_TRY(status);
    }
    return EG_OK;
}

/* Takes up a set as it was after its first options->count snapshots; later ones are still there. */
static eg_status go_on(eg_snapshot_set *set, const eg_snapshot_set_options *options)
{
    if (!options->entries)
        return EG_OK;
    for (int64_t i = 0; i < options->count; i++) {
        char ending[64], *path;
        name_snapshot(i, ending);
        EG_TRY(path_in(set, ending, &path));
        eg_status status = EG_OK;
        if (access(path, R_OK) != 0)
            status =
                eg_fail(set->context, EG_CHECKPOINT,
                        "%s: snapshot %lld of the run that goes on is missing", path, (long long)i);
        eg_free(set->context, &path);
        EG_TRY(status);
    }
    eg_text_add(&set->entries, "%s", options->entries);
    EG_TRY(set->entries.status);
    set->count = options->count;
    return EG_OK;
}

static eg_status fill_set(eg_snapshot_set *set, const mesh_content *content,
                          const eg_snapshot_field *fields, int field_count,
                          const eg_snapshot_set_options *options)
{
    eg_context *context = set->context;
    set->precision = options->precision;
    set->entries.context = context;
    EG_TRY(check_degree(context, content));
    set->degree = content->degree;
    set->dimension = content->hexes ? 3 : 2;
    set->grid = size_of(content);
    set->values = set->degree > 0 ? set->grid.points : set->grid.cells;
    EG_TRY(check_fields(context, fields, field_count));
    set->field_count = field_count;
    for (int f = 0; f < field_count; f++)
        set->field[f] = fields[f];
    EG_TRY(eg_strdup(context, options->folder ? options->folder : ".", &set->folder));
    EG_TRY(eg_strdup(context, options->name ? options->name : "fields", &set->name));
    EG_TRY(eg_strdup(context, options->case_hash ? options->case_hash : "", &set->case_hash));
    if (!name_is_plain(set->name))
        return eg_fail(context, EG_USAGE,
                       "'%s' cannot name a set of snapshots: letters, digits, - and _ can",
                       set->name);
    EG_TRY(eg_folder_create(context, set->folder));
    EG_TRY(go_on(set, options));
    EG_TRY(write_file(set, ".mesh.h5", write_mesh, content));
    EG_TRY(write_index(set)); /* first, so that it never names what is gone */
    return options->entries ? remove_later(set, set->count) : EG_OK;
}

static eg_status create(eg_context *context, mesh_content content, const eg_snapshot_field *fields,
                        int field_count, const eg_snapshot_set_options *options,
                        eg_snapshot_set **set)
{
    *set = NULL;
    eg_snapshot_set *made = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    const eg_snapshot_set_options none = {0};
    options = options ? options : &none;
    content.degree = options->degree;
    eg_status status = fill_set(made, &content, fields, field_count, options);
    if (status != EG_OK)
        eg_snapshot_set_destroy(&made);
    *set = made;
    return status;
}

eg_status eg_snapshot_set_create(eg_context *context, const eg_mesh *mesh,
                                 const eg_snapshot_field *fields, int field_count,
                                 const eg_snapshot_set_options *options, eg_snapshot_set **set)
{
    assert(context && mesh && set && (fields || field_count == 0));
    return create(context, (mesh_content){.mesh = mesh}, fields, field_count, options, set);
}

eg_status eg_snapshot_set_create_hexes(eg_context *context, const eg_hexes *mesh,
                                       const eg_snapshot_field *fields, int field_count,
                                       const eg_snapshot_set_options *options,
                                       eg_snapshot_set **set)
{
    assert(context && mesh && set && (fields || field_count == 0));
    return create(context, (mesh_content){.hexes = mesh}, fields, field_count, options, set);
}

/* Adds the snapshot to the index; the entry is taken back where it cannot be written. */
static eg_status index_add(eg_snapshot_set *set, double time, const char *ending)
{
    char number[32];
    eg_format_real(time, number);
    int64_t length = set->entries.length;
    eg_text_add(&set->entries, "%s\n    {\"name\": \"%s%s\", \"time\": %s}", set->count ? "," : "",
                set->name, ending, number);
    eg_status status = set->entries.status;
    if (status == EG_OK)
        status = write_index(set);
    if (status != EG_OK && set->entries.data) {
        set->entries.data[length] = 0;
        set->entries.length = length;
        set->entries.status = EG_OK;
    }
    return status;
}

eg_status eg_snapshot_set_write(eg_snapshot_set *set, const eg_snapshot_moment *moment,
                                const double *const *values)
{
    assert(set && moment && (values || set->field_count == 0));
    char ending[64];
    name_snapshot(set->count, ending);
    const snapshot_content content = {.set = set, .moment = moment, .values = values};
    EG_TRY(write_file(set, ending, write_snapshot, &content));
    EG_TRY(index_add(set, moment->time, ending));
    set->count++;
    size_t size = eg_real_size(set->precision);
    for (int f = 0; f < set->field_count; f++)
        set->bytes += set->values * (set->field[f].components == 1 ? 1 : 3) * (int64_t)size;
    return EG_OK;
}

int64_t eg_snapshot_value_count(const eg_mesh *mesh, int degree)
{
    eg_grid_size grid = eg_grid_size_of_mesh(mesh, degree);
    return degree > 0 ? grid.points : grid.cells;
}

int64_t eg_snapshot_set_count(const eg_snapshot_set *set)
{
    return set->count;
}

const char *eg_snapshot_set_entries(const eg_snapshot_set *set)
{
    return set->entries.data ? set->entries.data : "";
}

int64_t eg_snapshot_set_bytes(const eg_snapshot_set *set)
{
    return set->bytes;
}

void eg_snapshot_set_destroy(eg_snapshot_set **set)
{
    if (!set || !*set)
        return;
    eg_context *context = (*set)->context;
    eg_free(context, &(*set)->folder);
    eg_free(context, &(*set)->name);
    eg_free(context, &(*set)->case_hash);
    (*set)->entries.context = context;
    eg_text_free(&(*set)->entries);
    eg_free(context, set);
}
