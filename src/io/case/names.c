/* Names of boundaries and materials against those of the mesh, before it is made: of a box, and of what a
 * Gmsh file lists. */
#include "io/case/check.h"

#include <string.h>

#include "mesh/plane/plane.h"

/* The names of one kind that the mesh has. */
typedef struct mesh_names {
    eg_case *loaded;
    const char *origin; /* "box", "river.msh" */
    const char *what;   /* "boundary" */
    int dimension;      /* of a Gmsh file's groups */
    const char **name;
    int64_t count, room;
} mesh_names;

static void mesh_names_end(mesh_names *names)
{
    EG_FREE(&names->name);
}

static eg_status add_mesh_name(mesh_names *names, const char *name)
{
    EG_TRY(eg_reserve(names->loaded->context, names->count + 1, &names->room, sizeof *names->name,
                      &names->name));
    EG_TRY(eg_tree_text(&names->loaded->tree, name, (int64_t)strlen(name), &names->name[names->count]));
    names->count++;
    return EG_OK;
}

static eg_status take_group(void *user, int dimension, const char *name)
{
    mesh_names *names = user;
    return dimension == names->dimension ? add_mesh_name(names, name) : EG_OK;
}

/* Of a file: what is in no group is called so, and a group without a name by its number. */
static bool may_be(const mesh_names *names, const char *name)
{
    for (int64_t i = 0; i < names->count; i++)
        if (strcmp(name, names->name[i]) == 0)
            return true;
    return names->dimension > 0 && (strcmp(name, "unnamed") == 0 || name[strspn(name, "0123456789")] == 0);
}

static void check_name_is_there(const mesh_names *names, const char *name, const eg_file_position *position)
{
    if (may_be(names, name))
        return;
    const char *near = eg_suggest(name, names->name, (int)names->count);
    eg_diagnostics_add(&names->loaded->errors, position, "%s has no %s '%s'%s%s%s", names->origin,
                       names->what, name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* The keys of a map against the names. `rest` is the key for all that have no entry, or NULL. */
static void check_map(const mesh_names *names, const eg_node *map, const char *key, const char *rest)
{
    if (!map || map->shape != EG_TREE_MAP || names->count == 0)
        return;
    for (int64_t i = 0; i < map->count; i++)
        if (!rest || strcmp(map->items[i]->key, rest) != 0)
            check_name_is_there(names, map->items[i]->key, &map->items[i]->key_position);
    for (int64_t i = 0; i < names->count; i++)
        if (!eg_node_find_child(map, names->name[i]) && !(rest && eg_node_find_child(map, rest)))
            eg_diagnostics_add(&names->loaded->errors, eg_node_map_position(map),
                               "%s '%s' of %s has no entry; %sadd it to %s%s%s%s", names->what,
                               names->name[i], names->origin,
                               names->dimension > 0 && !rest ? "if it is at the edge of the domain, " : "",
                               key, rest ? ", or '" : "", rest ? rest : "", rest ? "'" : "");
}

static eg_status check_box(eg_case *loaded, bool solid)
{
    /* the names that mesh/plane/box.c and mesh/hexes/box.c give to the sides */
    static const char *const sides[] = {"left", "right", "bottom", "top", "front", "back"};
    EG_ENDS_WITH(mesh_names_end)
    mesh_names names = {.loaded = loaded, .origin = "box", .what = "boundary"};
    for (int i = 0; i < (solid ? 6 : 4); i++)
        EG_TRY(add_mesh_name(&names, sides[i]));
    check_map(&names, eg_node_find_child(loaded->root, "boundaries"), "boundaries", NULL);
    return EG_OK;
}

static eg_status check_groups(eg_case *loaded, const eg_node *file, const char *what, const char *key,
                              const char *rest, int dimension)
{
    const char *slash = strrchr(file->path, '/');
    EG_ENDS_WITH(mesh_names_end)
    mesh_names names = {
        .loaded = loaded, .origin = slash ? slash + 1 : file->path, .what = what, .dimension = dimension};
    EG_TRY(eg_gmsh_names(file->path, take_group, &names));
    check_map(&names, eg_node_find_child(loaded->root, key), key, rest);
    return EG_OK;
}

eg_status eg_case_check_names(eg_case *loaded)
{
    const eg_node *mesh = eg_node_find_child(loaded->root, "mesh");
    const eg_node *file = eg_node_find_child(mesh, "gmsh");
    if (loaded->models == EG_ANY_MODEL || eg_node_find_child(mesh, "boundaries"))
        return EG_OK;
    bool solid = eg_case_model_of(loaded)->dimensions == 3;
    if (eg_node_find_child(mesh, "box"))
        return check_box(loaded, solid);
    if (!file || file->kind != EG_NODE_PATH || !file->path)
        return EG_OK;
    EG_TRY(check_groups(loaded, file, "boundary", "boundaries", NULL, solid ? 2 : 1));
    return check_groups(loaded, file, "region", "materials", "all", solid ? 3 : 2);
}
