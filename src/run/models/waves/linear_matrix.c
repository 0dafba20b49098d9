/* The matrices of a system, from the checked entries of a case; and whether they make one that can be solved. */
#include "mesh/plane/side.h"
#include "run/models/waves/linear.h"

#include <string.h>

/* ---- entries */

/* The place of an expression in the material: of equal texts the same. -1: there is no room. */
static int place_of(eg_given_model *model, const eg_node *node)
{
    int *count = &model->matrices.system.materials;
    for (int i = 0; i < *count; i++)
        if (strcmp(eg_node_text(model->kind.entry[i]), eg_node_text(node)) == 0)
            return i;
    if (*count == EG_LINEAR_MATERIALS)
        return -1;
    model->kind.entry[*count] = node;
    return (*count)++;
}

static int variable_of(const eg_given_model *model, const char *name)
{
    return eg_output_find(model->base.keys.outputs, model->base.keys.output_count, name);
}

static const eg_node *entry_of_row(const eg_node *row, int column)
{
    return eg_node_is_list(row) ? eg_node_item(row, column) : row;
}

static void read_row(eg_case *loaded, eg_given_model *model, const eg_node *row, eg_matrix_entry *entries)
{
    int n = model->matrices.system.variables;
    for (int j = 0; j < n; j++) {
        const eg_node *node = entry_of_row(row, j);
        entries[j] = (eg_matrix_entry){.place = -1};
        if (eg_node_is_constant(node))
            entries[j].number = eg_node_real(node);
        else if ((entries[j].place = place_of(model, node)) < 0)
            eg_case_error_add(loaded, node, "more than %d different expressions in the matrices of a system",
                              EG_LINEAR_MATERIALS);
    }
}

/* The matrix of a map of rows; NULL where there is none. */
static eg_status read_matrix(eg_case *loaded, eg_given_model *model, const char *path, bool required,
                             const eg_matrix_entry **matrix)
{
    const eg_node *map = eg_case_find(loaded, path);
    int n = model->matrices.system.variables;
    eg_matrix_entry *made;
    *matrix = NULL;
    if (!map && !required)
        return EG_OK;
    EG_TRY(eg_tree_take(&loaded->tree, n * n * (int64_t)sizeof *made, &made));
    for (int i = 0; i < n * n; i++)
        made[i].place = -1;
    for (int64_t i = 0; i < eg_node_count(map); i++) {
        const eg_node *row = eg_node_item(map, i);
        int at = variable_of(model, eg_node_key(map, i));
        if (at < 0)
            eg_case_error_add_key(loaded, row, "'%s' is none of the system's variables", eg_node_key(map, i));
        else if (eg_node_count(row) != n)
            eg_case_error_add(loaded, row, "a row of this system has %d entries, one a variable, found %lld",
                              n, (long long)eg_node_count(row));
        else
            read_row(loaded, model, row, &made[at * n]);
    }
    *matrix = made;
    return EG_OK;
}

static void check_symmetry(eg_case *loaded, const eg_given_model *model)
{
    const eg_matrix_entry *h = model->matrices.h;
    int n = model->matrices.system.variables;
    for (int i = 0; h && i < n; i++)
        for (int j = 0; j < i; j++)
            if (h[i * n + j].place != h[j * n + i].place || h[i * n + j].number != h[j * n + i].number) {
                eg_case_error_add_key(
                    loaded, eg_case_find(loaded, "system.energy"),
                    "the energy's matrix is not symmetric: row %s has another entry for %s than "
                    "row %s for %s; write both alike",
                    model->matrices.system.variable[i], model->matrices.system.variable[j],
                    model->matrices.system.variable[j], model->matrices.system.variable[i]);
                return;
            }
}

static void check_reflections(eg_case *loaded, const eg_given_model *model)
{
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    int n = model->matrices.system.variables;
    for (int64_t b = 0; b < eg_node_count(boundaries); b++) {
        const eg_node *map = eg_node_child(eg_node_item(boundaries, b), "reflection");
        for (int64_t i = 0; i < eg_node_count(map); i++) {
            const eg_node *row = eg_node_item(map, i);
            if (variable_of(model, eg_node_key(map, i)) < 0)
                eg_case_error_add_key(loaded, row, "'%s' is none of the system's variables",
                                      eg_node_key(map, i));
            else if (eg_node_count(row) != n)
                eg_case_error_add(loaded, row,
                                  "a row of this system has %d entries, one a variable, found %lld", n,
                                  (long long)eg_node_count(row));
        }
    }
}

/* The places of the material from the parameters of a point. */
static const char *evaluate_entries(const eg_waves_kind *kind, int way, const double *given, double *material)
{
    (void)way;
    for (int i = 0; i < kind->system->materials; i++) {
        material[i] = kind->entry[i] ? eg_expression_eval(eg_node_expression(kind->entry[i]), given) : 1;
        if (!isfinite(material[i]))
            return "an entry of the system's matrices is not finite";
    }
    return NULL;
}

eg_status eg_linear_complete(eg_case *loaded)
{
    eg_given_model *model = eg_given_model_of(loaded);
    EG_SCRATCH char *text = NULL;
    EG_TRY(read_matrix(loaded, model, "system.A", true, &model->matrices.a));
    EG_TRY(read_matrix(loaded, model, "system.B", true, &model->matrices.b));
    EG_TRY(read_matrix(loaded, model, "system.E", false, &model->matrices.e));
    EG_TRY(read_matrix(loaded, model, "system.energy", false, &model->matrices.h));
    check_symmetry(loaded, model);
    check_reflections(loaded, model);
    if (loaded->errors.count > 0)
        return EG_OK;
    if (model->matrices.system.materials == 0)
        model->matrices.system.materials = 1; /* of numbers alone: one that nothing uses */
    model->kind.material = evaluate_entries;
    EG_TRY(eg_linear_matrices_complete(loaded->context, &model->matrices, &text));
    return eg_tree_text(&loaded->tree, text, (int64_t)strlen(text), &model->matrices.system.generated);
}

/* ---- boundaries */

static void reflect_at(void *user, int boundary, const double n[2], double *matrix)
{
    const eg_waves_model *model = user;
    const eg_setup *setup = &model->setup;
    const eg_node *map =
        eg_node_child(eg_names_boundary(setup->loaded, setup->cells, boundary), "reflection");
    int variables = model->kind->system->variables;
    for (int i = 0; i < variables; i++) {
        const eg_node *row = eg_node_child(map, model->kind->system->variable[i]);
        for (int j = 0; j < variables; j++)
            matrix[i * variables + j] =
                row ? eg_expression_eval(eg_node_expression(entry_of_row(row, j)), n) : i == j;
    }
}

void eg_linear_open_reflections(eg_waves_model *model)
{
    if (!model->kind->matrices)
        return;
    model->kind->matrices->reflect = reflect_at;
    model->kind->matrices->user = model;
}

/* ---- whether it can be solved */

enum { WHY_ROOM = 256 };

static eg_status refuse_at(const eg_waves_model *model, int64_t cell, const char *what, const char *why)
{
    const eg_mesh *mesh = model->setup.cells;
    char place[EG_POINT_ROOM];
    return eg_case_fail(model->setup.loaded, eg_case_find(model->setup.loaded, "system"), EG_CASE,
                        "%s at cell %lld, %s: %s", what, (long long)eg_mesh_whole_number(mesh, cell),
                        eg_given_point(&model->setup, mesh->centroid[cell], place), why);
}

/* The matrix of the energy by Cholesky's factor: false where it is not positive. */
static bool is_positive(const eg_linear_matrices *matrices, const double *material)
{
    int n = matrices->system.variables;
    double l[EG_LINEAR_VARIABLES * EG_LINEAR_VARIABLES];
    for (int i = 0; matrices->h && i < n; i++)
        for (int j = 0; j <= i; j++) {
            const eg_matrix_entry *entry = &matrices->h[i * n + j];
            double sum = entry->place < 0 ? entry->number : material[entry->place];
            for (int k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            if (i == j && !(sum > 0))
                return false;
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    return true;
}

static eg_status check_cell(const eg_waves_model *model, int64_t cell, const double *material)
{
    char why[WHY_ROOM];
    const eg_linear_matrices *matrices = model->kind->matrices;
    if (!is_positive(matrices, material))
        return refuse_at(model, cell, "system.energy is not positive", "some state has no energy, or less");
    const char *fault = eg_linear_matrices_fault(matrices, material, why, sizeof why);
    return fault ? refuse_at(model, cell, "the system is not hyperbolic", fault) : EG_OK;
}

/* Of a cell and those across its faces, of other materials. */
static eg_status check_faces(const eg_waves_model *model, int64_t cell, const double *own)
{
    const eg_plane *mesh = model->setup.mesh;
    double other[EG_LINEAR_MATERIALS], normal[2], length;
    char why[WHY_ROOM];
    size_t bytes = (size_t)model->kind->system->materials * sizeof *own;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        const eg_side side = eg_plane_side(mesh, cell, mesh->cell_face[k]);
        if (side.ends)
            continue;
        EG_TRY(eg_waves_region_at(&model->regions, side.cell, mesh->base.centroid[side.cell], other));
        if (memcmp(own, other, bytes) == 0)
            continue;
        eg_plane_frame(mesh, side.owner, normal, &length);
        const char *apart = eg_linear_matrices_meet(model->kind->matrices, side.right ? other : own,
                                                    side.right ? own : other, normal, why, sizeof why);
        if (apart)
            return refuse_at(model, cell, "upwind fluxes need numerics.flux: rusanov between two materials",
                             apart);
    }
    return EG_OK;
}

static eg_status check_cells(const eg_waves_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    bool upwind = !eg_node_is(eg_case_find(model->setup.loaded, "numerics.flux"), "rusanov");
    double material[EG_LINEAR_MATERIALS], last[EG_LINEAR_MATERIALS];
    size_t bytes = (size_t)model->kind->system->materials * sizeof *material;
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++) {
        EG_TRY(eg_waves_region_at(&model->regions, c, mesh->centroid[c], material));
        if (c == mesh->own_first || memcmp(last, material, bytes) != 0)
            EG_TRY(check_cell(model, c, material));
        memcpy(last, material, bytes);
        if (upwind)
            EG_TRY(check_faces(model, c, material));
    }
    return EG_OK;
}

eg_status eg_linear_check(eg_waves_model *model)
{
    return model->kind->matrices ? check_cells(model) : EG_OK;
}
