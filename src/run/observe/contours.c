/* The contours that a case wants in its pictures. */
#include "run/observe/observe.h"

eg_status eg_run_draw_contours(const eg_run *run, const char *path, eg_map *map)
{
    const eg_node *list = eg_case_find(run->loaded, "output.picture.contours");
    int64_t count = list ? eg_node_count(list) : 0;
    double *levels = NULL;
    EG_TRY(eg_alloc(run->context, count, sizeof *levels, &levels));
    for (int64_t i = 0; i < count; i++)
        levels[i] = eg_node_real(eg_node_item(list, i));
    map->contours = levels;
    map->contour_count = (int)count;
    eg_status status = eg_plot_map(run->context, path, map, NULL);
    eg_free(run->context, &levels);
    return status;
}
