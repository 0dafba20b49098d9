/* The matrices of a system, from the checked entries of a case; and whether they make one that can be
 * solved. */
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

/* Whether a row, or a source's rate, has an entry for each variable; of one variable it may be no list. */
static bool check_count(eg_case *loaded, const eg_given_model *model, const eg_node *row)
{
    int n = model->matrices.system.variables;
    int64_t found = eg_node_is_list(row) ? eg_node_count(row) : 1;
    if (found == n)
        return true;
    eg_case_error_add(loaded, row, "%s needs %d %s, one a variable; found %lld", eg_node_name(row), n,
                      n == 1 ? "entry" : "entries", (long long)found);
    return false;
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
        else if (check_count(loaded, model, row))
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

/* Notes of which variables a reflection's row makes another one. */
static void note_reflected(const eg_given_model *model, const eg_node *row, int variable, bool *reflected)
{
    for (int j = 0; j < model->matrices.system.variables; j++) {
        const eg_node *entry = entry_of_row(row, j);
        if (j != variable && !(eg_node_is_constant(entry) && eg_node_real(entry) == 0))
            reflected[j] = true;
    }
}

static eg_status check_reflections(eg_case *loaded, eg_given_model *model)
{
    bool *reflected;
    EG_TRY(eg_tree_take(&loaded->tree, model->matrices.system.variables * (int64_t)sizeof *reflected,
                        &reflected));
    model->matrices.reflected = reflected;
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    for (int64_t b = 0; b < eg_node_count(boundaries); b++) {
        const eg_node *map = eg_node_child(eg_node_item(boundaries, b), "reflection");
        for (int64_t i = 0; i < eg_node_count(map); i++) {
            const eg_node *row = eg_node_item(map, i);
            int variable = variable_of(model, eg_node_key(map, i));
            if (variable < 0)
                eg_case_error_add_key(loaded, row, "'%s' is none of the system's variables",
                                      eg_node_key(map, i));
            else if (check_count(loaded, model, row))
                note_reflected(model, row, variable, reflected);
        }
    }
    return EG_OK;
}

static void check_rates(eg_case *loaded, const eg_given_model *model)
{
    const eg_node *sources = eg_case_find(loaded, "sources");
    for (int64_t i = 0; i < eg_node_count(sources); i++) {
        const eg_node *rate = eg_node_child(eg_node_item(sources, i), "rate");
        if (rate)
            check_count(loaded, model, rate);
    }
}

/* The places of the material from the parameters of a point. */
static const char *evaluate_entries(const eg_waves_kind *kind, int way, const double *given, double *material)
{
    (void)way;
    for (int i = 0; i < kind->system->materials; i++) {
        material[i] = kind->entry[i] ? eg_expression_eval(eg_node_expression(kind->entry[i]), given) : 1;
        if (!isfinite(material[i]))
            return kind->entry_fault[i];
    }
    return NULL;
}

/* What is told of an entry that is not finite somewhere. */
static eg_status name_entries(eg_case *loaded, eg_given_model *model)
{
    for (int i = 0; i < model->matrices.system.materials; i++) {
        const eg_node *entry = model->kind.entry[i];
        EG_TRY(eg_tree_format(&loaded->tree, &model->kind.entry_fault[i],
                              "%s (line %lld), '%s', is not finite", eg_node_name(entry),
                              (long long)entry->position.line, eg_node_text(entry)));
    }
    return EG_OK;
}

eg_status eg_linear_refuse(eg_case *loaded)
{
    if (loaded->errors.count == 0)
        eg_case_error_add_key(loaded, eg_case_find(loaded, "system"), "the system names no variables");
    return EG_OK;
}

static void check_body_names(eg_case *loaded, const eg_given_model *model)
{
    const eg_node *body = eg_case_find(loaded, "body");
    for (int64_t i = 0; i < eg_node_count(body); i++)
        if (eg_output_find(model->base.keys.outputs, model->matrices.system.variables, eg_node_key(body, i)) <
            0)
            eg_case_error_add_key(loaded, eg_node_item(body, i), "'%s' is none of the system's variables",
                                  eg_node_key(body, i));
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
    EG_TRY(check_reflections(loaded, model));
    check_rates(loaded, model);
    check_body_names(loaded, model);
    EG_TRY(eg_variables_check_gauges(loaded, &model->matrices.system));
    if (loaded->errors.count > 0)
        return EG_OK;
    EG_TRY(name_entries(loaded, model));
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
    if (!model->kind->given)
        return;
    model->kind->matrices->reflect = reflect_at;
    model->kind->matrices->user = model;
}

/* ---- whether it can be solved */

bool eg_linear_is_implicit(const eg_case *loaded)
{
    return eg_node_is(eg_case_find(loaded, "numerics.reaction"), "implicit");
}

eg_status eg_linear_check_reaction(const eg_waves_model *model)
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *node = eg_case_find(loaded, "numerics.reaction");
    if (!eg_linear_is_implicit(loaded))
        return EG_OK;
    if (!model->kind->matrices->e)
        return eg_case_fail(loaded, node, EG_CASE,
                            "numerics.reaction is implicit, but the system has no matrix E; leave it out");
    if (model->order > EG_ADER_IMPLICIT_MOST)
        return eg_case_fail(loaded, node, EG_CASE,
                            "numerics.reaction: implicit has orders to %d, and numerics.order is %d; take "
                            "order %d or explicit",
                            EG_ADER_IMPLICIT_MOST, model->order, EG_ADER_IMPLICIT_MOST);
    return EG_OK;
}

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
            double sum = eg_matrix_entry_of(&matrices->h[i * n + j], material);
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

/* What a boundary reflects is finite at the normal of each of its faces. */
static eg_status check_reflection(const eg_waves_model *model, int boundary, const double n[2])
{
    eg_case *loaded = model->setup.loaded;
    const eg_node *node = eg_names_boundary(loaded, model->setup.cells, boundary),
                  *map = eg_node_child(node, "reflection");
    for (int64_t i = 0; i < eg_node_count(map); i++)
        for (int j = 0; j < model->kind->system->variables; j++) {
            const eg_node *entry = entry_of_row(eg_node_item(map, i), j);
            if (!isfinite(eg_expression_eval(eg_node_expression(entry), n)))
                return eg_case_fail(
                    loaded, entry, EG_CASE,
                    "%s, '%s', is not finite at the normal (%.6g, %.6g) of a face of boundary %s",
                    eg_node_name(entry), eg_node_text(entry), n[0], n[1],
                    model->setup.cells->boundaries.name[boundary]);
        }
    return EG_OK;
}

static eg_status check_boundaries(const eg_waves_model *model)
{
    const eg_plane *mesh = model->setup.mesh;
    double n[2], length;
    for (int64_t c = mesh->base.own_first; c < eg_mesh_own_end(&mesh->base); c++)
        for (int64_t k = mesh->first[c]; k < mesh->first[c + 1]; k++) {
            const eg_side side = eg_plane_side(mesh, c, mesh->cell_face[k]);
            if (!side.ends)
                continue;
            eg_plane_frame(mesh, side.owner, n, &length);
            double turn = side.right ? -1 : 1;
            EG_TRY(check_reflection(model, mesh->face_boundary[side.owner],
                                    (double[]){turn * n[0], turn * n[1]}));
        }
    return EG_OK;
}

static eg_status check_cells(const eg_waves_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    double material[EG_LINEAR_MATERIALS], last[EG_LINEAR_MATERIALS];
    size_t bytes = (size_t)model->kind->system->materials * sizeof *material;
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++) {
        EG_TRY(eg_waves_region_at(&model->regions, c, mesh->centroid[c], material));
        if (c == mesh->own_first || memcmp(last, material, bytes) != 0)
            EG_TRY(check_cell(model, c, material));
        memcpy(last, material, bytes);
    }
    return EG_OK;
}

/* Whether waves of neighbours meet: of cells that are good by themselves. */
static eg_status check_neighbours(const eg_waves_model *model)
{
    const eg_mesh *mesh = model->setup.cells;
    double material[EG_LINEAR_MATERIALS];
    if (eg_node_is(eg_case_find(model->setup.loaded, "numerics.flux"), "rusanov"))
        return EG_OK;
    for (int64_t c = mesh->own_first; c < eg_mesh_own_end(mesh); c++) {
        EG_TRY(eg_waves_region_at(&model->regions, c, mesh->centroid[c], material));
        EG_TRY(check_faces(model, c, material));
    }
    return EG_OK;
}

eg_status eg_linear_check(eg_waves_model *model)
{
    if (!model->kind->given)
        return EG_OK;
    EG_TRY(check_boundaries(model));
    EG_TRY(check_cells(model));
    return check_neighbours(model);
}
