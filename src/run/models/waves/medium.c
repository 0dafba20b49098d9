/* The medium and the initial state at any point of a cell. */
#include "run/models/waves/internal.h"

#include <math.h>
#include <string.h>

/* Which keys a region's material has: those of way 1 where its second key is one of them. */
static int way_of(const eg_waves_kind *kind, const eg_node *material)
{
    return kind->key[1][0] && eg_node_child(material, kind->key[1][1]) ? 1 : 0;
}

static bool is_vector(const eg_waves_kind *kind)
{
    return !kind->key[0][1];
}

static bool is_constant(const eg_node *node)
{
    return !eg_node_child(node, "raster") && eg_expression_is_constant(eg_node_expression(node));
}

static eg_range range_of(const char *key)
{
    return strcmp(key, "lambda") == 0 ? EG_RANGE_ANY : EG_RANGE_POSITIVE;
}

/* The values of the keys at a point. */
static eg_status given_at(const eg_waves_model *model, const eg_waves_medium *medium, int64_t cell,
                          const double x[2], double *given)
{
    for (int k = 0; k < model->kind->keys; k++)
        EG_TRY(eg_given_at(&medium->plane[k], cell, x, &given[k]));
    return EG_OK;
}

static eg_status material_at(const eg_waves_model *model, const eg_waves_medium *medium,
                             int64_t cell, const double x[2], double *material)
{
    double given[3];
    EG_TRY(given_at(model, medium, cell, x, given));
    const char *wrong = model->kind->material(medium->way, given, material);
    if (!wrong)
        return EG_OK;
    return eg_case_fail(model->setup.loaded, medium->node[1], EG_CASE,
                        "%s at cell %lld, (%.9g, %.9g): %s = %.9g, %s = %.9g", wrong,
                        (long long)eg_mesh_whole_number(&model->setup.mesh->base, cell), x[0], x[1],
                        model->kind->key[medium->way][1], given[1],
                        model->kind->key[medium->way][2], given[2]);
}

static eg_status open_region(eg_waves_model *model, int region, eg_waves_medium *medium)
{
    const eg_waves_kind *kind = model->kind;
    const eg_node *material =
        eg_names_material(model->setup.loaded, &model->setup.mesh->base, region);
    medium->way = way_of(kind, material);
    medium->constant = true;
    for (int k = 0; k < kind->keys; k++) {
        const char *key = kind->key[medium->way][is_vector(kind) ? 0 : k];
        const eg_node *node = eg_node_child(material, key);
        if (!node)
            return eg_case_fail(model->setup.loaded, material, EG_CASE,
                                "missing key '%s' in materials.%s: a fluid in an elastic medium is "
                                "not computed yet",
                                key, eg_node_name(material) + strlen("materials."));
        medium->node[k] = eg_node_is_list(node) ? eg_node_item(node, k) : node;
        EG_TRY(eg_given_open(&model->setup, medium->node[k], k,
                             is_vector(kind) ? EG_RANGE_ANY : range_of(key), &medium->plane[k]));
        medium->constant = medium->constant && is_constant(medium->node[k]);
    }
    return EG_OK;
}

/* A constant medium is evaluated once, at the first cell of its region. */
static eg_status keep_constants(eg_waves_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    for (int64_t c = 0; c < mesh->base.own; c++) {
        eg_waves_medium *medium = &model->medium[mesh->base.region[c]];
        if (medium->evaluated || !medium->constant)
            continue;
        medium->evaluated = true;
        EG_TRY(material_at(model, medium, c, mesh->base.centroid[c], medium->material));
    }
    return EG_OK;
}

/* The expressions of the initial state, in the order of the variables. */
const eg_output *eg_waves_state(const eg_waves_model *model, int i)
{
    const eg_case_model *keys = &model->base.kind->keys;
    const char *name = keys->state[i];
    return name ? &keys->outputs[eg_output_find(keys->outputs, keys->output_count, name)] : NULL;
}

static void open_initial(eg_waves_model *model)
{
    const eg_node *initial = eg_case_find(model->setup.loaded, "initial");
    static const double origin[2] = {0, 0};
    const eg_output *output;
    int v = 0;
    for (int i = 0; (output = eg_waves_state(model, i)); i++) {
        const eg_node *node = eg_node_child(initial, output->name);
        for (int k = 0; k < output->components; k++, v++) {
            model->initial[v] = output->components == 1 ? node : eg_node_item(node, k);
            model->initial_constant = model->initial_constant && is_constant(model->initial[v]);
        }
    }
    for (int k = 0; model->initial_constant && k < v; k++)
        model->initial_value[k] = eg_expression_eval(eg_node_expression(model->initial[k]), origin);
}

/* The other run's outputs of the same names as the keys of the initial state are its variables. */
static eg_status open_transfer(eg_waves_model *model)
{
    return model->setup.restoring ? EG_OK
                                  : eg_transfer_open(&model->setup, model->base.kind->keys.state,
                                                     false, &model->transfer);
}

eg_status eg_waves_open_regions(eg_waves_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    EG_TRY(eg_alloc(model->setup.context, mesh->base.regions.count, sizeof *model->medium,
                    &model->medium));
    for (int r = 0; r < mesh->base.regions.count; r++)
        EG_TRY(open_region(model, r, &model->medium[r]));
    return keep_constants(model);
}

eg_status eg_waves_open_medium(eg_waves_model *model)
{
    EG_TRY(eg_waves_open_regions(model));
    model->initial_constant = true;
    if (eg_case_find(model->setup.loaded, "initial.from"))
        return open_transfer(model);
    open_initial(model);
    return EG_OK;
}

void eg_waves_close_medium(eg_waves_model *model)
{
    for (int r = 0; model->medium && r < model->setup.mesh->base.regions.count; r++)
        for (int k = 0; k < 3; k++)
            eg_given_close(&model->medium[r].plane[k]);
    eg_free(model->setup.context, &model->medium);
    eg_transfer_close(&model->transfer);
}

eg_status eg_waves_material_at(void *user, int64_t cell, int count, const double (*x)[2],
                               double *values)
{
    const eg_waves_model *model = user;
    const eg_waves_medium *medium = &model->medium[model->setup.mesh->base.region[cell]];
    int n = model->kind->system->materials;
    for (int i = 0; i < count; i++) {
        if (medium->constant)
            memcpy(&values[i * n], medium->material, (size_t)n * sizeof *values);
        else
            EG_TRY(material_at(model, medium, cell, x[i], &values[i * n]));
    }
    return EG_OK;
}

/* Vectors of the plane have three columns in a snapshot. */
static void transfer_at(eg_waves_model *model, const double x[2], double *values)
{
    const eg_transfer *transfer = &model->transfer;
    double there[EG_TRANSFER_FIELDS * 3] = {0}, *from = there;
    bool inside;
    eg_transfer_at(transfer, x, there, &inside);
    if (!inside)
        eg_outside_add(&model->outside, x, 2);
    for (int f = 0; f < transfer->fields; from += transfer->columns[f++])
        for (int k = 0; k < eg_waves_state(model, f)->components; k++)
            *values++ = from[k];
}

eg_status eg_waves_initial_at(void *user, int64_t cell, int count, const double (*x)[2],
                              double *values)
{
    eg_waves_model *model = user;
    int n = model->kind->system->variables;
    if (model->transfer.setup) {
        for (int i = 0; i < count; i++)
            transfer_at(model, x[i], &values[i * n]);
        return EG_OK;
    }
    for (int i = 0; i < count; i++)
        for (int v = 0; v < n; v++) {
            double *to = &values[i * n + v];
            *to = model->initial_constant
                      ? model->initial_value[v]
                      : eg_expression_eval(eg_node_expression(model->initial[v]), x[i]);
            if (!isfinite(*to))
                return eg_given_check(&model->setup, model->initial[v], EG_RANGE_ANY, cell, x[i],
                                      *to);
        }
    return EG_OK;
}
