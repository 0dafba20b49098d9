/* Medium and initial state that a case gives, at any point of a cell. */
#include "run/given/columns.h"
#include "run/models/waves/internal.h"

#include <string.h>

int eg_waves_way(const eg_waves_kind *kind, const eg_node *material)
{
    int way = EG_WAVES_WAYS - 1;
    while (way > 0 && !(kind->key[way][0] && eg_node_child(material, kind->key[way][1])))
        way--;
    return way;
}

static bool is_vector(const eg_waves_kind *kind)
{
    return kind->keys > 1 && !kind->key[0][1];
}

static bool is_constant_medium(const eg_node *node)
{
    return !eg_node_child(node, "raster") && !eg_node_child(node, "volume") &&
           eg_expression_is_constant(eg_node_expression(node));
}

/* A fluid in an elastic medium has no S waves. */
static eg_range range_of_medium(const eg_setup *setup, const char *key)
{
    const eg_waves_kind *kind = setup->kind->waves;
    bool shear = strcmp(key, "vs") == 0 || strcmp(key, "mu") == 0;
    bool positive = shear || strcmp(key, "density") == 0 || strcmp(key, "vp") == 0;
    if (!positive || kind->given)
        return EG_RANGE_ANY;
    return shear && eg_waves_is_elastic(kind) ? EG_RANGE_NOT_NEGATIVE : EG_RANGE_POSITIVE;
}

/* ---- materials */

#define A_FLUID "a fluid (vs or mu is 0) does not go with "

/* Systems of matrices have shear everywhere: what is said of a fluid in one. NULL: it is none. */
static const char *doubt_fluid(const eg_waves_kind *kind, int way, const double *given)
{
    const char *key = kind->key[way][2];
    bool shear = key && (strcmp(key, "vs") == 0 || strcmp(key, "mu") == 0);
    if (!shear || given[2] != 0 || !kind->matrices || kind->given || !eg_waves_is_elastic(kind))
        return NULL;
    if (kind->relaxation)
        return A_FLUID "qp and qs on triangles and quadrangles; forests have qp in fluids, too:";
    return kind->matched > 0 ? A_FLUID "a matched layer ('pml') on triangles and quadrangles:"
                             : A_FLUID "anisotropy:";
}

static eg_status refuse_medium(const eg_waves_regions *regions, const eg_waves_medium *medium, int64_t cell,
                               const double *x, const char *wrong, const double *given)
{
    const eg_setup *setup = regions->setup;
    EG_TEXT(values, setup->context);
    long long number = (long long)eg_mesh_whole_number(setup->cells, cell);
    char place[EG_POINT_ROOM];
    eg_given_point(setup, x, place);
    if (regions->kind->given)
        return eg_case_fail(setup->loaded, eg_case_find(setup->loaded, "system"), EG_CASE,
                            "at cell %lld, %s: %s", number, place, wrong);
    const eg_node *node = medium->node[1]; /* or of the last key that may be left out and is there */
    for (int k = 1; k < regions->kind->keys; k++) {
        if (!medium->node[k])
            continue;
        eg_text_add(&values, "%s %s = %.9g", k > 1 ? "," : "", regions->kind->key[medium->way][k], given[k]);
        node = k < regions->kind->keys - regions->kind->optional ? node : medium->node[k];
    }
    EG_TRY(values.status);
    return eg_case_fail(setup->loaded, node, EG_CASE, "%s at cell %lld, %s:%s", wrong, number, place,
                        eg_text_string(&values));
}

static eg_status medium_of_block(const eg_waves_regions *regions, const eg_waves_medium *medium, int64_t cell,
                                 int count, const double (*x)[3], double *material)
{
    const eg_waves_kind *kind = regions->kind;
    double values[EG_WAVES_KEYS][EG_POINTS_AT_ONCE], given[EG_WAVES_KEYS] = {0};
    for (int k = 0; k < kind->keys; k++) {
        if (medium->node[k])
            EG_TRY(eg_given_points(&medium->plane[k], cell, count, x, values[k]));
        for (int i = 0; !medium->node[k] && i < count; i++)
            values[k][i] = kind->otherwise[k - (kind->keys - kind->optional)];
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < kind->keys; k++)
            given[k] = values[k][i];
        const char *wrong = doubt_fluid(kind, medium->way, given);
        if (!wrong)
            wrong = kind->material(kind, medium->way, given, &material[i * kind->system->materials]);
        if (wrong)
            return refuse_medium(regions, medium, cell, x[i], wrong, given);
    }
    return EG_OK;
}

static eg_status medium_of_region(const eg_waves_regions *regions, const eg_waves_medium *medium,
                                  int64_t cell, const double *x, double *material)
{
    double at[1][3] = {{x[0], x[1], 0}};
    if (regions->kind->system->dimensions == 3)
        at[0][2] = x[2];
    return medium_of_block(regions, medium, cell, 1, (const double(*)[3])at, material);
}

static eg_status open_region(const eg_waves_regions *regions, int region, eg_waves_medium *medium)
{
    const eg_waves_kind *kind = regions->kind;
    const eg_setup *setup = regions->setup;
    const eg_node *material = eg_names_material(setup->loaded, setup->cells, region);
    medium->way = eg_waves_way(kind, material);
    medium->constant = true;
    for (int k = 0; k < kind->keys; k++) {
        const char *key = kind->key[medium->way][is_vector(kind) ? 0 : k];
        const eg_node *node = key ? eg_node_child(material, key) : NULL;
        if (!node && k >= kind->keys - kind->optional)
            continue;
        if (!node)
            return eg_case_fail(setup->loaded, material, EG_CASE,
                                "missing key '%s' in materials.%s: give 0 for a fluid", key,
                                eg_node_name(material) + strlen("materials."));
        medium->node[k] = eg_node_is_list(node) ? eg_node_item(node, k) : node;
        EG_TRY(eg_given_open(setup, medium->node[k], k,
                             is_vector(kind) ? EG_RANGE_ANY : range_of_medium(setup, key),
                             &medium->plane[k]));
        medium->constant = medium->constant && is_constant_medium(medium->node[k]);
    }
    return EG_OK;
}

eg_status eg_waves_open_regions(const eg_setup *setup, eg_waves_regions *regions)
{
    const eg_mesh *mesh = setup->cells;
    int count = mesh->regions.count;
    *regions = (eg_waves_regions){.setup = setup, .kind = setup->kind->waves};
    EG_TRY(eg_alloc(setup->context, count, sizeof *regions->of, &regions->of));
    for (int r = 0; r < count; r++)
        EG_TRY(open_region(regions, r, &regions->of[r]));
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++) {
        eg_waves_medium *medium = &regions->of[mesh->region[c]];
        if (medium->evaluated || !medium->constant)
            continue;
        medium->evaluated = true; /* once, at the first cell of its region */
        EG_TRY(medium_of_region(regions, medium, c, mesh->centroid[c], medium->material));
    }
    return EG_OK;
}

void eg_waves_close_regions(eg_waves_regions *regions)
{
    for (int r = 0; regions->of && r < regions->setup->cells->regions.count; r++)
        for (int k = 0; k < EG_WAVES_KEYS; k++)
            eg_given_close(&regions->of[r].plane[k]);
    if (regions->of)
        eg_free(regions->setup->context, &regions->of);
    if (regions->matched)
        eg_free(regions->setup->context, &regions->matched);
}

eg_status eg_waves_region_at(const eg_waves_regions *regions, int64_t cell, const double *x, double *material)
{
    const eg_waves_medium *medium = &regions->of[regions->setup->cells->region[cell]];
    if (!medium->constant || !medium->evaluated)
        return medium_of_region(regions, medium, cell, x, material);
    memcpy(material, medium->material, (size_t)regions->kind->system->materials * sizeof *material);
    return EG_OK;
}

eg_status eg_waves_region_points(const eg_waves_regions *regions, int64_t cell, int64_t count,
                                 const double (*x)[3], double *material)
{
    const eg_waves_medium *medium = &regions->of[regions->setup->cells->region[cell]];
    int n = regions->kind->system->materials;
    bool known = medium->constant && medium->evaluated;
    for (int64_t i = 0; i < count && known; i++)
        memcpy(&material[i * n], medium->material, (size_t)n * sizeof *material);
    for (int64_t i = 0; i < count && !known; i += EG_POINTS_AT_ONCE)
        EG_TRY(medium_of_block(regions, medium, cell, (int)eg_min_i64(EG_POINTS_AT_ONCE, count - i), &x[i],
                               &material[i * n]));
    return EG_OK;
}

bool eg_waves_is_pressure(const eg_linear *system, const double *stress)
{
    double most = 0, off = 0;
    for (int i = 0; i < system->source.moments; i++) {
        double size = fabs(stress[i]), beside = i < system->dimensions ? fabs(stress[i] - stress[0]) : size;
        most = size > most ? size : most;
        off = beside > off ? beside : off;
    }
    return off <= 1e-12 * most;
}

/* ---- the state */

const eg_output *eg_waves_state(const eg_case_model *keys, int i)
{
    const char *name = keys->state[i];
    return name ? &keys->outputs[eg_output_find(keys->outputs, keys->output_count, name)] : NULL;
}

int eg_waves_state_nodes(const eg_case_model *keys, const eg_node *map, const eg_node **node)
{
    const eg_output *output;
    int v = 0;
    for (int i = 0; (output = eg_waves_state(keys, i)); i++) {
        const eg_node *given = eg_node_child(map, output->name);
        for (int k = 0; k < output->components; k++)
            node[v++] = output->components == 1 ? given : eg_node_item(given, k);
    }
    return v;
}

int eg_waves_inflow_of(const eg_waves_model *model, int boundary,
                       const eg_node *expression[EG_LINEAR_VARIABLES])
{
    const eg_node *inflow =
        eg_node_child(eg_names_boundary(model->setup.loaded, model->setup.cells, boundary), "inflow");
    return inflow ? eg_waves_state_nodes(&model->base.kind->keys, inflow, expression) : 0;
}

void eg_waves_open_initial(const eg_setup *setup, eg_waves_initial *initial)
{
    const eg_node *map = eg_case_find(setup->loaded, "initial");
    static const double origin[3] = {0, 0, 0};
    *initial = (eg_waves_initial){.setup = setup, .constant = true};
    initial->variables = setup->kind->waves->system->variables;
    initial->told = eg_waves_state_nodes(&setup->kind->keys, map, initial->node);
    for (int v = 0; v < initial->told; v++) {
        initial->fixed[v] = is_constant_medium(initial->node[v]);
        initial->constant = initial->constant && initial->fixed[v];
        if (initial->fixed[v])
            initial->value[v] = eg_expression_eval(eg_node_expression(initial->node[v]), origin);
    }
}

eg_status eg_waves_begin_at(const eg_waves_initial *initial, int64_t cell, const double *x, double *values)
{
    memset(values, 0, (size_t)initial->variables * sizeof *values); /* memory of the medium */
    for (int v = 0; v < initial->told; v++) {
        values[v] = initial->fixed[v] ? initial->value[v]
                                      : eg_expression_eval(eg_node_expression(initial->node[v]), x);
        if (!isfinite(values[v]))
            return eg_given_check(initial->setup, initial->node[v], EG_RANGE_ANY, cell, x, values[v]);
    }
    return EG_OK;
}

static eg_status begin_block(const eg_waves_initial *initial, int64_t cell, int count, const double (*x)[3],
                             double *values)
{
    eg_point_columns columns;
    double value[EG_POINTS_AT_ONCE];
    eg_point_columns_fill(&columns, count, x, 0);
    memset(values, 0, (size_t)(count * initial->variables) * sizeof *values);
    for (int v = 0; v < initial->told; v++) {
        if (initial->fixed[v] && initial->value[v] == 0)
            continue;
        if (!initial->fixed[v])
            eg_point_columns_evaluate(&columns, initial->node[v], count, value);
        for (int i = 0; i < count; i++) {
            value[i] = initial->fixed[v] ? initial->value[v] : value[i];
            values[i * initial->variables + v] = value[i];
            if (!isfinite(value[i]))
                return eg_given_check(initial->setup, initial->node[v], EG_RANGE_ANY, cell, x[i], value[i]);
        }
    }
    return EG_OK;
}

eg_status eg_waves_begin_points(const eg_waves_initial *initial, int64_t cell, int64_t count,
                                const double (*x)[3], double *values)
{
    int64_t at_once = initial->constant ? 1 : EG_POINTS_AT_ONCE;
    for (int64_t i = 0; i < count; i += at_once) {
        double *to = &values[i * initial->variables];
        if (initial->constant)
            EG_TRY(eg_waves_begin_at(initial, cell, x[i], to));
        else
            EG_TRY(begin_block(initial, cell, (int)eg_min_i64(at_once, count - i), &x[i], to));
    }
    return EG_OK;
}

/* ---- as ADER-DG takes medium and state: at points of the plane */

/* Up to EG_POINTS_AT_ONCE of them, from the first on; returns how many. */
static int take_plane_points(int count, const double (*x)[2], double at[EG_POINTS_AT_ONCE][3])
{
    int taken = (int)eg_min_i64(EG_POINTS_AT_ONCE, count);
    for (int i = 0; i < taken; i++) {
        at[i][0] = x[i][0];
        at[i][1] = x[i][1];
        at[i][2] = 0;
    }
    return taken;
}

/* The matched layers of a cell; without any, nothing. */
static void put_matched(const eg_waves_regions *regions, int64_t cell, int count, double *material)
{
    if (!regions->matched)
        return;
    const double *damping = regions->matched[cell];
    for (int i = 0; i < count; i++) {
        double *to = &material[i * regions->kind->system->materials + regions->kind->matched];
        to[0] = damping[0];
        to[1] = damping[1];
        to[2] = damping[0] > 0 || damping[1] > 0 ? regions->shift : 0;
    }
}

eg_status eg_waves_material_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const eg_waves *model = user;
    int n = model->kind->system->materials;
    double at[EG_POINTS_AT_ONCE][3];
    for (int i = 0, taken; i < count; i += taken) {
        taken = take_plane_points(count - i, &x[i], at);
        EG_TRY(eg_waves_region_points(&model->regions, cell, taken, (const double(*)[3])at, &values[i * n]));
        put_matched(&model->regions, cell, taken, &values[i * n]);
    }
    return EG_OK;
}

eg_status eg_waves_begin_plane(const eg_waves_initial *initial, int64_t cell, int count, const double (*x)[2],
                               double *values)
{
    double at[EG_POINTS_AT_ONCE][3];
    for (int i = 0, taken; i < count; i += taken) {
        taken = take_plane_points(count - i, &x[i], at);
        EG_TRY(eg_waves_begin_points(initial, cell, taken, (const double(*)[3])at,
                                     &values[i * initial->variables]));
    }
    return EG_OK;
}
