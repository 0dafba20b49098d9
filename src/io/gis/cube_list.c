/* Which variables a netCDF-4 file has, for who has to choose one. */
#include "io/gis/cube.h"

#include "io/snapshot/vtkhdf.h"

enum { DIMENSIONS_MOST = 8, UNIT_ROOM = 64, LISTED_MOST = 64 };

typedef struct variable_list {
    eg_h5 *h5;
    eg_text *text;
    int count, left_out;
} variable_list;

/* One variable of numbers with dimensions: "name (24 x 10 x 12) m/s". */
static herr_t list_variable(hid_t group, const char *name, const H5L_info_t *info, void *with)
{
    variable_list *list = with;
    hsize_t extent[DIMENSIONS_MOST];
    char unit[UNIT_ROOM] = "";
    (void)info;
    EG_H5_HANDLE object = H5Oopen(group, name, H5P_DEFAULT);
    if (object < 0 || H5Iget_type(object) != H5I_DATASET)
        return 0;
    EG_H5_HANDLE space = H5Dget_space(object);
    int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
    if (rank < 1 || rank > DIMENSIONS_MOST || H5Sget_simple_extent_dims(space, extent, NULL) < 0)
        return 0;
    if (list->count++ >= LISTED_MOST) {
        list->left_out++;
        return 0;
    }
    eg_text_add(list->text, "%s%s (", list->count > 1 ? "; " : "", name);
    for (int d = 0; d < rank; d++)
        eg_text_add(list->text, "%s%llu", d ? " x " : "", (unsigned long long)extent[d]);
    if (eg_h5_read_attribute_text(list->h5, object, "units", unit, sizeof unit) != EG_OK)
        unit[0] = 0;
    eg_text_add(list->text, ")%s%s", unit[0] ? " " : "", unit);
    return 0;
}

eg_status eg_cube_list(eg_context *context, const char *path, eg_text *text)
{
    eg_h5 h5 = {.context = context, .failure = EG_INPUT, .path = path};
    variable_list list = {.h5 = &h5, .text = text};
    eg_h5_begin(&h5);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    bool good = file >= 0 && H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, list_variable, &list) >= 0 &&
                list.count > 0;
    eg_h5_drop(&file);
    eg_h5_end(&h5);
    if (list.left_out > 0)
        eg_text_add(text, "; and %d more", list.left_out);
    return good ? text->status
                : eg_fail(context, EG_INPUT, "%s: has no variables of numbers, or is no netCDF-4 file", path);
}
