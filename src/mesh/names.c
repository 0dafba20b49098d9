/* Names of regions and boundaries. */
#include "mesh/names.h"

#include <string.h>

eg_status eg_names_keep_used(eg_name_list *list, int names, const char *const *name,
                             const int64_t *used, int room)
{
    int kept = 0;
    for (int i = 0; i < names; i++)
        kept += used[i] > 0;
    EG_TRY(eg_alloc(list->context, names, sizeof *list->index, &list->index));
    EG_TRY(eg_alloc(list->context, kept + room, sizeof *list->name, &list->name));
    for (int i = 0; i < names; i++) {
        list->index[i] = used[i] > 0 ? list->count : -1;
        if (used[i] > 0) {
            EG_TRY(eg_strdup(list->context, name[i], &list->name[list->count]));
            list->count++;
        }
    }
    return EG_OK;
}

void eg_names_free(eg_name_list *list)
{
    eg_mesh_names names = {list->count, list->name};
    eg_mesh_names_destroy(list->context, &names);
    list->name = NULL;
    eg_free(list->context, &list->index);
}

void eg_names_move(eg_name_list *list, eg_mesh_names *names)
{
    *names = (eg_mesh_names){list->count, list->name};
    list->name = NULL;
}

void eg_mesh_names_destroy(eg_context *context, eg_mesh_names *names)
{
    for (int i = 0; names->name && i < names->count; i++)
        eg_free(context, &names->name[i]);
    eg_free(context, &names->name);
}

int eg_mesh_names_index(const eg_mesh_names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->name[i], name) == 0)
            return i;
    return -1;
}

void eg_names_warn_unused(eg_context *context, const char *origin, const char *what, int names,
                          const char *const *name, const int64_t *used)
{
    for (int i = 0; i < names; i++)
        if (used[i] == 0)
            eg_log(context, EG_LOG_WARN, "%s: %s '%s' and is left out", origin, what, name[i]);
}

eg_status eg_mesh_take_regions(eg_mesh *mesh, const char *warning, int names,
                               const char *const *name)
{
    eg_context *context = mesh->context;
    eg_name_list list = {.context = context};
    int64_t *used = NULL;
    eg_status status;
    EG_TRY_GOTO(eg_alloc(context, names, sizeof *used, &used));
    for (int64_t cell = 0; cell < mesh->held; cell++)
        used[mesh->region[cell]]++;
    EG_TRY_GOTO(eg_names_keep_used(&list, names, name, used, 0));
    eg_names_warn_unused(context, mesh->origin, warning, names, name, used);
    for (int64_t cell = 0; cell < mesh->held; cell++)
        mesh->region[cell] = list.index[mesh->region[cell]];
    eg_names_move(&list, &mesh->regions);
done:
    eg_names_free(&list);
    eg_free(context, &used);
    return status;
}

eg_status eg_names_unnamed(eg_name_list *list, int *index)
{
    for (*index = 0; *index < list->count; (*index)++)
        if (strcmp(list->name[*index], "unnamed") == 0)
            return EG_OK;
    EG_TRY(eg_strdup(list->context, "unnamed", &list->name[list->count]));
    list->count++;
    return EG_OK;
}
