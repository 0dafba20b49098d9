/* A case with keys that call a preset gets a model of its own, whose system is made of terms. */
#include "run/models/waves/presets/presets.h"

#include <string.h>

/* ---- before the check */

static const eg_node *find_boundary(const eg_case *loaded, const char *key)
{
    const eg_node *boundaries = eg_node_find_child(loaded->root, "boundaries");
    for (int64_t i = 0; boundaries && boundaries->shape == EG_TREE_MAP && i < boundaries->count; i++) {
        const eg_node *of = boundaries->items[i];
        const eg_node *found = of->shape == EG_TREE_MAP ? eg_node_find_child(of, key) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* The first key that calls the preset; NULL: there is none. */
static const eg_node *find_call(const eg_case *loaded, const eg_waves_preset *preset)
{
    const eg_node *materials = eg_node_find_child(loaded->root, "materials");
    const eg_node *map = preset->map ? eg_node_find_child(loaded->root, preset->map) : NULL;
    if (preset->boundary)
        return find_boundary(loaded, preset->boundary);
    for (int64_t i = 0; materials && materials->shape == EG_TREE_MAP && i < materials->count; i++)
        for (int k = 0; preset->keys[k]; k++) {
            const eg_node *of = materials->items[i];
            const eg_node *key = of->shape == EG_TREE_MAP ? eg_node_find_child(of, preset->keys[k]) : NULL;
            if (key)
                return key;
        }
    return map;
}

static eg_status make_model(eg_case *loaded, const eg_model_kind *any, const eg_waves_preset *preset,
                            const eg_case_model **adapted)
{
    bool forest = any->keys.forest; /* whose systems are not of matrices */
    eg_given_model *model;
    EG_TRY(eg_tree_take(&loaded->tree, sizeof *model, &model));
    model->base = *any;
    model->kind = *any->waves;
    model->kind.own = any->waves;
    model->base.waves = &model->kind;
    model->base.keys.complete = preset->complete;
    model->kind.matrices = forest ? NULL : &model->matrices;
    *adapted = &model->base.keys;
    return EG_OK;
}

eg_status eg_waves_adapt(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted)
{
    const eg_model_kind *kind = eg_model_kind_of(any);
    const eg_waves_preset *called = NULL;
    const eg_node *mesh = eg_node_find_child(loaded->root, "mesh");
    *adapted = NULL;
    if (eg_node_find_child(mesh, "forest"))
        return EG_OK;
    for (const eg_waves_preset *const *preset = kind->waves->presets; preset && *preset; preset++) {
        const eg_node *key = find_call(loaded, *preset);
        if (key && called) {
            eg_case_error_add_key(loaded, key, "%s and %s do not go together; leave one of them out",
                                  (*preset)->name, called->name);
            return EG_OK;
        }
        called = key ? *preset : called;
    }
    return called ? make_model(loaded, kind, called, adapted) : EG_OK;
}

eg_status eg_waves_adapt_forest(eg_case *loaded, const eg_case_model *any, const eg_case_model **adapted)
{
    const eg_node *mesh = eg_node_find_child(loaded->root, "mesh");
    *adapted = NULL;
    return eg_node_find_child(mesh, "forest") && find_call(loaded, &eg_remembering_preset)
               ? make_model(loaded, eg_model_kind_of(any), &eg_remembering_preset, adapted)
               : EG_OK;
}

/* ---- behind it */

static eg_status name_memory(eg_preset *preset, const eg_linear *own)
{
    eg_linear *system = &preset->model->matrices.system;
    const char **variable, **unit, **code;
    int64_t bytes = preset->variables * (int64_t)sizeof *variable;
    eg_tree *tree = &preset->loaded->tree;
    EG_TRY(eg_tree_take(tree, bytes, &variable));
    EG_TRY(eg_tree_take(tree, bytes, &unit));
    EG_TRY(eg_tree_take(tree, bytes, &code));
    for (int v = 0; v < preset->variables; v++) {
        bool told = v < own->variables;
        variable[v] = told ? own->variable[v] : "memory";
        unit[v] = told ? own->unit[v] : "Pa";
        code[v] = told ? own->code[v] : "m";
    }
    system->variable = variable;
    system->unit = unit;
    system->code = code;
    return EG_OK;
}

eg_status eg_preset_open(eg_case *loaded, int memory, int materials, eg_preset *preset)
{
    eg_given_model *model = eg_given_model_of(loaded);
    const eg_linear *own = model->kind.system;
    *preset = (eg_preset){.loaded = loaded, .model = model, .variables = own->variables + memory};
    model->matrices.system = (eg_linear){.name = own->name,
                                         .variables = preset->variables,
                                         .materials = materials,
                                         .source = own->source,
                                         .memory = memory};
    int64_t entries = preset->variables * preset->variables;
    for (int m = 0; m < EG_PRESET_MATRICES; m++) {
        EG_TRY(eg_tree_take(&loaded->tree, entries * (int64_t)sizeof **preset->matrix, &preset->matrix[m]));
        for (int64_t i = 0; i < entries; i++)
            preset->matrix[m][i].place = -1;
    }
    return name_memory(preset, own);
}

void eg_preset_put(const eg_preset *preset, int count, const eg_preset_term *terms)
{
    for (int i = 0; i < count; i++) {
        const eg_preset_term *t = &terms[i];
        const eg_matrix_entry entry = {.place = t->place, .number = t->number, .minus = t->minus};
        assert(t->place < preset->model->matrices.system.materials);
        preset->matrix[t->matrix][t->row * preset->variables + t->column] = entry;
        if (t->matrix == EG_PRESET_ENERGY)
            preset->matrix[t->matrix][t->column * preset->variables + t->row] = entry;
    }
}

static bool is_empty(const eg_preset *preset, eg_preset_matrix matrix)
{
    const eg_matrix_entry *entry = preset->matrix[matrix];
    for (int i = 0; i < preset->variables * preset->variables; i++)
        if (entry[i].place >= 0 || entry[i].number != 0)
            return false;
    return true;
}

eg_status eg_preset_close(eg_preset *preset)
{
    eg_given_model *model = preset->model;
    eg_linear_matrices *matrices = &model->matrices;
    EG_SCRATCH char *text = NULL;
    matrices->a = preset->matrix[EG_PRESET_A];
    matrices->b = preset->matrix[EG_PRESET_B];
    matrices->e = is_empty(preset, EG_PRESET_E) ? NULL : preset->matrix[EG_PRESET_E];
    matrices->h = preset->matrix[EG_PRESET_ENERGY];
    matrices->mirror = eg_linear_mirror;
    model->kind.system = model->base.system = &matrices->system;
    EG_TRY(eg_linear_matrices_complete(preset->loaded->context, matrices, &text));
    return eg_tree_text(&preset->loaded->tree, text, (int64_t)strlen(text), &matrices->system.generated);
}

/* ---- with the rest of the case */

eg_status eg_waves_check_preset(const eg_waves_model *model)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *order = eg_case_find(loaded, "numerics.material_order");
    const eg_node *form = eg_case_find(loaded, "numerics.form"), *from = eg_case_find(loaded, "initial.from");
    if (!model->kind->matrices || model->kind->given)
        return EG_OK;
    if (order && eg_node_integer(order) > 1)
        return eg_case_fail(
            loaded, order, EG_CASE,
            "numerics.material_order is 1, the mean of a cell, with the materials of this case; "
            "leave it out");
    if (form && !eg_node_is(form, "natural"))
        return eg_case_fail(loaded, form, EG_CASE,
                            "the materials of this case have the natural form, A u_x + B u_y, alone; leave "
                            "numerics.form out");
    if (from && model->kind->system->memory > 0)
        return eg_case_fail(loaded, from, EG_CASE,
                            "snapshots do not have what %s remembers; `eagre resume` goes on with a run",
                            model->kind->matched ? "a matched layer" : "a medium with attenuation");
    return EG_OK;
}
