/* Volumes of HDF5 and of netCDF-4, which is HDF5 with scales of dimensions: a dataset has in its attribute
 * DIMENSION_LIST references to the datasets of its coordinates. */
#include "io/volume/formats.h"

#include <string.h>

#include "io/snapshot/vtkhdf.h"

enum { NAME_ROOM = 256 };

typedef struct h5_volume {
    eg_h5 h5;
    eg_volume_file *file;
    hid_t dataset;
    int rank;
    hsize_t side[3]; /* the slowest first */
    eg_volume_packing packing;
    /* of the search */
    int found;
    char name[NAME_ROOM];
    eg_text names;
} h5_volume;

/* ---- which dataset */

static bool is_number(hid_t dataset)
{
    EG_H5_HANDLE type = H5Dget_type(dataset);
    H5T_class_t class = type < 0 ? H5T_NO_CLASS : H5Tget_class(type);
    return class == H5T_FLOAT || class == H5T_INTEGER;
}

static int rank_of(hid_t dataset)
{
    EG_H5_HANDLE space = H5Dget_space(dataset);
    return space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
}

static herr_t visit_object(hid_t root, const char *name, const H5O_info_t *info, void *with)
{
    h5_volume *v = with;
    if (info->type != H5O_TYPE_DATASET)
        return 0;
    EG_H5_HANDLE dataset = H5Dopen2(root, name, H5P_DEFAULT);
    if (dataset < 0 || !is_number(dataset))
        return 0;
    eg_text_add(&v->names, "%s%s", v->names.length > 0 ? ", " : "", name);
    if (rank_of(dataset) == v->file->options->dimension && strlen(name) < NAME_ROOM && v->found++ == 0)
        strcpy(v->name, name);
    return 0;
}

static eg_status fail_to_choose(h5_volume *v, const char *why)
{
    EG_TRY(v->names.status);
    return eg_fail(v->h5.context, EG_INPUT, "%s: %s; its datasets of numbers are: %s", v->h5.path, why,
                   eg_text_string(&v->names));
}

/* The named one, else the only one of the dimension. */
static eg_status choose_dataset(h5_volume *v)
{
    const eg_volume_options *options = v->file->options;
    const char *name = options->variable ? options->variable : v->name;
    if (H5Ovisit(v->h5.file, H5_INDEX_NAME, H5_ITER_INC, visit_object, v) < 0)
        return eg_h5_fail(&v->h5, "its objects cannot be listed");
    if (!options->variable && v->found != 1)
        return fail_to_choose(v, v->found > 1
                                     ? "has several datasets; choose one by `variable` beside `volume`"
                                 : options->dimension == 2 ? "has no dataset of two dimensions"
                                                           : "has no dataset of three dimensions");
    v->dataset =
        H5Oexists_by_name(v->h5.file, name, H5P_DEFAULT) > 0 ? H5Dopen2(v->h5.file, name, H5P_DEFAULT) : -1;
    H5Eclear2(H5E_DEFAULT);
    if (v->dataset < 0)
        return fail_to_choose(v, "has no such `variable`");
    v->rank = rank_of(v->dataset);
    if (!is_number(v->dataset) || v->rank < 1 || v->rank > options->dimension)
        return fail_to_choose(v, "the variable is no grid of numbers of the mesh's dimension");
    EG_H5_HANDLE space = H5Dget_space(v->dataset);
    H5Sget_simple_extent_dims(space, v->side, NULL);
    for (int axis = 0; axis < v->rank; axis++)
        v->file->n[axis] = (int64_t)v->side[v->rank - 1 - axis];
    return EG_OK;
}

/* ---- attributes */

static void take_number(h5_volume *v, const char *name)
{
    double value;
    if (H5Aexists(v->dataset, name) <= 0)
        return;
    EG_H5_HANDLE attribute = H5Aopen(v->dataset, name, H5P_DEFAULT);
    EG_H5_HANDLE space = attribute < 0 ? -1 : H5Aget_space(attribute);
    if (space >= 0 && H5Sget_simple_extent_npoints(space) == 1 &&
        H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0)
        eg_volume_take_attribute(&v->packing, name, value);
}

/* Coordinates from the dataset of a scale. */
static eg_status take_scale(h5_volume *v, int axis, hid_t scale, const char *name)
{
    eg_volume_file *f = v->file;
    EG_H5_HANDLE space = H5Dget_space(scale);
    if (space < 0 || H5Sget_simple_extent_ndims(space) != 1 ||
        H5Sget_simple_extent_npoints(space) != f->n[axis] || !is_number(scale) ||
        H5Dget_storage_size(scale) == 0)
        return EG_OK;
    EG_SCRATCH double *x = NULL;
    EG_TRY(eg_alloc(f->context, f->n[axis], sizeof *x, &x));
    if (H5Dread(scale, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) < 0)
        return eg_h5_fail(&v->h5, "the coordinates '%s' cannot be read", name);
    return eg_volume_take_coordinates(f, axis, name, x);
}

/* The dimension's name and coordinates, of the reference in DIMENSION_LIST. */
static eg_status take_dimension(h5_volume *v, int axis, const hobj_ref_t *reference)
{
    char path[NAME_ROOM] = "";
    EG_H5_HANDLE scale = H5Rdereference2(v->dataset, H5P_DEFAULT, H5R_OBJECT, reference);
    if (scale < 0 || H5Iget_type(scale) != H5I_DATASET || H5Iget_name(scale, path, sizeof path) <= 0)
        return EG_OK;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    v->file->axes[axis] = eg_volume_direction(v->file->options->dimension, name, &v->file->depth);
    char positive[8] = "";
    if (H5Aexists(scale, "positive") > 0)
        EG_TRY(eg_h5_read_attribute_text(&v->h5, scale, "positive", positive, sizeof positive));
    eg_volume_take_positive(v->file, axis, positive);
    return take_scale(v, axis, scale, name);
}

static eg_status take_dimensions(h5_volume *v)
{
    hvl_t list[3] = {{0, NULL}};
    eg_status status = EG_OK;
    if (H5Aexists(v->dataset, "DIMENSION_LIST") <= 0)
        return EG_OK;
    EG_H5_HANDLE attribute = H5Aopen(v->dataset, "DIMENSION_LIST", H5P_DEFAULT);
    EG_H5_HANDLE space = attribute < 0 ? -1 : H5Aget_space(attribute);
    EG_H5_HANDLE type = H5Tvlen_create(H5T_STD_REF_OBJ);
    if (space < 0 || H5Sget_simple_extent_npoints(space) != v->rank || H5Aread(attribute, type, list) < 0)
        return EG_OK;
    for (int axis = 0; axis < v->rank && status == EG_OK; axis++)
        if (list[v->rank - 1 - axis].len > 0)
            status = take_dimension(v, axis, list[v->rank - 1 - axis].p);
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, list);
    for (int axis = 0; axis < v->file->options->dimension; axis++)
        if (!v->file->axes[axis])
            memset(v->file->axes, 0, sizeof v->file->axes);
    return status;
}

/* ---- numbers */

/* Of a dataset that cannot be read: why. */
static eg_status fail_to_read(h5_volume *v)
{
    EG_H5_HANDLE made = H5Dget_create_plist(v->dataset);
    for (int k = 0; made >= 0 && k < H5Pget_nfilters(made); k++) {
        unsigned flags, more;
        size_t none = 0;
        char name[32] = "";
        H5Z_filter_t filter =
            H5Pget_filter2(made, (unsigned)k, &flags, &none, NULL, sizeof name, name, &more);
        if (filter >= 0 && H5Zfilter_avail(filter) <= 0)
            return eg_fail(
                v->h5.context, EG_INPUT,
                "%s: the dataset is compressed by %.31s, filter %d, which this HDF5 lacks; write it "
                "with gzip or without compression",
                v->h5.path, name[0] ? name : "another program", (int)filter);
    }
    return eg_h5_fail(&v->h5, "the numbers of the dataset cannot be read");
}

static eg_status take_values(h5_volume *v)
{
    eg_volume_file *f = v->file;
    EG_H5_HANDLE type = H5Dget_type(v->dataset);
    bool single = H5Tget_class(type) == H5T_FLOAT && H5Tget_size(type) <= sizeof(float) &&
                  !eg_volume_is_packed(&v->packing);
    if (H5Dget_storage_size(v->dataset) == 0)
        return eg_h5_fail(&v->h5, "the dataset was never filled");
    EG_TRY(eg_volume_room(f, single ? (int)sizeof(float) : (int)sizeof(double)));
    if (H5Dread(v->dataset, single ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                f->value) < 0)
        return fail_to_read(v);
    int64_t count = f->n[0] * f->n[1] * f->n[2];
    for (int64_t i = 0; eg_volume_is_packed(&v->packing) && i < count; i++) {
        double *value = &((double *)f->value)[i];
        *value = eg_volume_unpack(&v->packing, *value);
    }
    return EG_OK;
}

static eg_status read_h5_volume(h5_volume *v)
{
    static const char *const numbers[] = {"scale_factor", "add_offset", "missing_value", "_FillValue"};
    v->h5.file = eg_h5_open_file(v->h5.path, NULL);
    if (v->h5.file < 0)
        return eg_h5_fail(&v->h5, "is not a whole HDF5 file");
    EG_TRY(choose_dataset(v));
    for (int k = 0; k < 4; k++)
        take_number(v, numbers[k]);
    EG_TRY(take_dimensions(v));
    return take_values(v);
}

eg_status eg_volume_read_hdf5(eg_volume_file *file)
{
    h5_volume v = {.h5 = {.context = file->context, .failure = EG_INPUT, .path = file->path},
                   .file = file,
                   .dataset = -1,
                   .packing = EG_VOLUME_PLAIN,
                   .names = {.context = file->context}};
    eg_h5_begin(&v.h5);
    eg_status status = read_h5_volume(&v);
    eg_h5_drop(&v.dataset);
    eg_h5_end(&v.h5);
    eg_text_free(&v.names);
    return status;
}
