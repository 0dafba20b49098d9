/* Friction of the ground of the regions of the mesh: Manning's n, by depth or not, Strickler's and Chezy's
 * coefficients. */
#include "run/given/classes.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

/* What the material of a region gives its roughness by. */
static const eg_node *given_roughness(const eg_node *material)
{
    static const char *const others[] = {"chezy", "strickler"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (eg_node_child(material, others[i]))
            return eg_node_child(material, others[i]);
    return eg_node_child(material, "manning");
}

static bool is_in_region(const eg_sw_model *model, int region, int64_t cell)
{
    return model->setup.mesh->base.region[cell] == region;
}

/* The region as eg_given_fill() has it. */
static int filled_region(const eg_sw_model *model, int region)
{
    return model->setup.mesh->base.regions.count == 1 ? -1 : region;
}

/* ---- what the case has */

static const eg_node *roughness_of_material(const eg_case *loaded, int64_t i)
{
    return given_roughness(eg_node_item(eg_case_find(loaded, "materials"), i));
}

bool eg_sw_has_friction(const eg_case *loaded)
{
    return eg_sw_has(loaded, "manning") || eg_sw_has(loaded, "strickler") || eg_sw_has(loaded, "chezy");
}

/* Whether cells have laws, as far as a case tells without its tables of classes; and classes. */
static void find_laws(const eg_case *loaded, bool *laws, bool *classes)
{
    *laws = eg_sw_has(loaded, "chezy");
    *classes = false;
    for (int64_t i = 0; i < eg_node_count(eg_case_find(loaded, "materials")); i++) {
        const eg_node *node = roughness_of_material(loaded, i);
        *laws |= eg_node_child(node, "depths") != NULL;
        *classes |= eg_node_child(node, "classes") != NULL;
    }
}

eg_status eg_sw_allocate_roughness(eg_sw_model *model)
{
    eg_sw_roughness *roughness = &model->roughness;
    int64_t cells = model->setup.mesh->base.own;
    bool laws, classes;
    find_laws(model->setup.loaded, &laws, &classes);
    if (laws || classes)
        EG_TRY(eg_alloc(model->setup.context, cells, sizeof *roughness->law, &roughness->law));
    if (!classes)
        return EG_OK;
    EG_TRY(eg_alloc(model->setup.context, cells, sizeof *roughness->class, &roughness->class));
    for (int64_t c = 0; c < cells; c++)
        roughness->class[c] = NAN;
    return EG_OK;
}

/* ---- by depth */

/* Adds a table, which is the roughness over its largest n; tells both. */
static eg_status add_depth_table(eg_sw_model *model, int64_t rows, const double *depth, const double *n,
                                 int32_t *law, double *most)
{
    eg_context *context = model->setup.context;
    eg_sw_roughness *roughness = &model->roughness;
    double *depths, *part;
    EG_TRY(eg_reserve(context, roughness->tables + 1, &roughness->room, sizeof *roughness->table,
                      &roughness->table));
    EG_TRY(EG_ALLOC(context, EG_BLOCK(rows, depths), EG_BLOCK(rows, part)));
    *law = EG_FV_BY_DEPTH + roughness->tables;
    roughness->table[roughness->tables++] = (eg_fv_depth_table){rows, depths, part};
    *most = 0;
    for (int64_t i = 0; i < rows; i++)
        *most = fmax(*most, n[i]);
    for (int64_t i = 0; i < rows; i++) {
        depths[i] = depth[i];
        part[i] = n[i] / *most;
    }
    return EG_OK;
}

static eg_status refuse_manning(const eg_sw_model *model, const eg_node *node, double n)
{
    return eg_case_fail(model->setup.loaded, node, EG_CASE,
                        "%s has %g s/m^(1/3); over the depth Manning's n is above 0, some 0.01 to 0.5",
                        eg_node_name(node), n);
}

/* Depths in cm or mm that are taken for metres. */
static void doubt_depth(const eg_sw_model *model, const eg_node *node, double depth)
{
    static const double DEEPEST = 20; /* m: roughness has long ceased to change */
    if (depth > DEEPEST)
        eg_case_doubt(model->setup.loaded, node, depth, DEEPEST,
                      "%s has a depth of %.6g m; roughness changes over less than %g m: check its unit",
                      eg_node_name(node), depth, DEEPEST);
}

static eg_status read_depths(eg_sw_model *model, int region, const eg_node *node)
{
    const eg_node *depths = eg_node_child(node, "depths"), *values = eg_node_child(node, "values");
    int64_t rows = eg_node_count(depths);
    double *depth, *n, most;
    int32_t law;
    EG_SCOPE(scope, model->setup.context);
    if (!values || eg_node_count(values) != rows)
        return eg_case_fail(model->setup.loaded, node, EG_CASE,
                            "%s has %lld depths and %lld values; each depth needs its value",
                            eg_node_name(node), (long long)rows, (long long)eg_node_count(values));
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(rows, depth), EG_BLOCK(rows, n)));
    eg_node_reals(depths, 0, (int)rows, depth);
    eg_node_reals(values, 0, (int)rows, n);
    if (!(depth[0] >= 0))
        return eg_case_fail(model->setup.loaded, depths, EG_CASE,
                            "%s begins at %g m; a depth is zero or more", eg_node_name(depths), depth[0]);
    for (int64_t i = 0; i < rows; i++)
        if (!(n[i] > 0 && n[i] <= 1))
            return refuse_manning(model, values, n[i]);
    doubt_depth(model, depths, depth[rows - 1]);
    EG_TRY(add_depth_table(model, rows, depth, n, &law, &most));
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++)
        if (is_in_region(model, region, c)) {
            model->manning[c] = most;
            model->roughness.law[c] = law;
        }
    return EG_OK;
}

/* ---- by classes */

/* Columns of a table of classes that has the roughness by depth. */
enum { N_DEEP, N_SHALLOW, SHALLOW, DEEP, CLASS_COLUMNS };

typedef struct class_columns {
    eg_classes of[CLASS_COLUMNS];
} class_columns;

static void free_class_columns(class_columns *columns)
{
    for (int i = 0; i < CLASS_COLUMNS; i++)
        eg_classes_free(&columns->of[i]);
}

/* Reads the column of n, and the others where there are some. */
static eg_status read_class_columns(const eg_sw_model *model, const eg_node *path, class_columns *columns,
                                    bool *by_depth)
{
    static const char *const name[] = {"manning", "manning_shallow", "shallow", "deep"};
    const eg_dimension dimension[] = {EG_DIMENSION_MANNING, EG_DIMENSION_MANNING, EG_DIMENSION_LENGTH,
                                      EG_DIMENSION_LENGTH};
    *by_depth = true;
    for (int i = 0; i < CLASS_COLUMNS && *by_depth; i++) {
        EG_TRY(eg_classes_read(model->setup.context, eg_node_path(path), name[i], dimension[i],
                               &columns->of[i]));
        *by_depth = eg_records_column(columns->of[0].table, name[N_SHALLOW]) >= 0;
    }
    return EG_OK;
}

/* The table of class i, whose columns are in the same order. */
static eg_status add_class_table(eg_sw_model *model, const eg_node *path, const class_columns *columns,
                                 int64_t i, int32_t *law, double *most)
{
    const double depth[] = {columns->of[SHALLOW].list[i].value, columns->of[DEEP].list[i].value},
                 n[] = {columns->of[N_SHALLOW].list[i].value, columns->of[N_DEEP].list[i].value};
    const char *name = columns->of[0].list[i].name;
    if (!(depth[0] >= 0 && depth[1] > depth[0]))
        return eg_case_fail(
            model->setup.loaded, path, EG_INPUT,
            "%s: class %s: deep is %g m, and shallow %g m; deep is more, and shallow not below 0",
            columns->of[0].table->path, name, depth[1], depth[0]);
    for (int k = 0; k < 2; k++)
        if (!(n[k] > 0 && n[k] <= 1))
            return eg_case_fail(
                model->setup.loaded, path, EG_INPUT,
                "%s: class %s has n = %g s/m^(1/3); over the depth it is above 0, some 0.01 to "
                "0.5",
                columns->of[0].table->path, name, n[k]);
    doubt_depth(model, path, depth[1]);
    return add_depth_table(model, 2, depth, n, law, most);
}

/* Laws of the cells of a region from the numbers of their classes. */
static eg_status take_class_laws(eg_sw_model *model, int region, const eg_node *path, class_columns *columns)
{
    eg_classes *classes = &columns->of[N_DEEP];
    int32_t *law;
    double *most, at;
    EG_SCOPE(scope, model->setup.context);
    EG_TRY(EG_SCOPE_ALLOC(&scope, EG_BLOCK(classes->count, law), EG_BLOCK(classes->count, most)));
    for (int64_t i = 0; i < classes->count; i++)
        EG_TRY(add_class_table(model, path, columns, i, &law[i], &most[i]));
    for (int64_t i = 0; i < classes->count; i++)
        classes->list[i].value = (double)i;
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++)
        if (is_in_region(model, region, c) &&
            eg_classes_find(classes, eg_real_show(model->roughness.class[c]).text, &at)) {
            model->manning[c] = most[(int64_t)at];
            model->roughness.law[c] = law[(int64_t)at];
        }
    return EG_OK;
}

/* The classes of the cells; and where their table has the roughness over the depth, their laws. */
static eg_status read_classes_of_ground(eg_sw_model *model, int region, const eg_node *node, bool is_manning)
{
    const eg_node *path = eg_node_child(node, "classes");
    EG_ENDS_WITH(free_class_columns) class_columns columns = {0};
    bool by_depth = false;
    EG_TRY(eg_given_fill_classes(&model->setup, node, filled_region(model, region), model->roughness.class));
    if (is_manning)
        EG_TRY(read_class_columns(model, path, &columns, &by_depth));
    return by_depth ? take_class_laws(model, region, path, &columns) : EG_OK;
}

/* ---- coefficients */

/* Fails where a value of the cells is beyond `most` or below `least`, as another coefficient would be. */
static eg_status check_coefficient(const eg_sw_model *model, int region, const eg_node *node, double least,
                                   double most, const char *what)
{
    const eg_setup *setup = &model->setup;
    const eg_mesh *mesh = &setup->mesh->base;
    char place[EG_POINT_ROOM];
    for (int64_t c = 0; c < mesh->own; c++)
        if (is_in_region(model, region, c) && !(model->manning[c] >= least && model->manning[c] <= most))
            return eg_case_fail(setup->loaded, node, EG_CASE, what, eg_node_name(node), model->manning[c],
                                (long long)eg_mesh_whole_number(mesh, c),
                                eg_format_point(2, mesh->centroid[c], place), 1 / model->manning[c]);
    return EG_OK;
}

/* Strickler's coefficient, 20 to 100, is the inverse of Manning's, which stays below 1 on any ground. */
static eg_status check_roughness_of(eg_sw_model *model, int region, const eg_node *node, const char *key)
{
    if (strcmp(key, "manning") == 0)
        return check_coefficient(
            model, region, node, 0, 1,
            "%s is %g s/m^(1/3) at cell %lld, %s; Manning's n is some 0.01 to 0.2. Is it "
            "Strickler's coefficient? Then n is its inverse, %.3g");
    if (strcmp(key, "strickler") == 0)
        return check_coefficient(model, region, node, 1, INFINITY,
                                 "%s is %g m^(1/3)/s at cell %lld, %s; Strickler's coefficient is some 5 to "
                                 "100. Is it Manning's n? Then it is its inverse, %.3g");
    return check_coefficient(model, region, node, 1, INFINITY,
                             "%s is %g m^(1/2)/s at cell %lld, %s; Chezy's coefficient is some 10 to 100, "
                             "and its inverse is %.3g");
}

/* manning[] of another coefficient is its inverse. */
static void invert_coefficient(eg_sw_model *model, int region, bool chezy)
{
    for (int64_t c = 0; c < model->setup.mesh->base.own; c++)
        if (is_in_region(model, region, c)) {
            model->manning[c] = 1 / model->manning[c];
            if (chezy)
                model->roughness.law[c] = EG_FV_CHEZY;
        }
}

eg_status eg_sw_read_roughness(eg_sw_model *model, int region)
{
    const eg_node *node = given_roughness(eg_sw_material(model, region));
    const char *key = strrchr(eg_node_name(node), '.') + 1;
    bool is_manning = strcmp(key, "manning") == 0;
    if (eg_node_child(node, "depths"))
        return read_depths(model, region, node);
    EG_TRY(eg_given_fill(&model->setup, node, filled_region(model, region),
                         is_manning ? EG_RANGE_NOT_NEGATIVE : EG_RANGE_POSITIVE, model->manning));
    EG_TRY(check_roughness_of(model, region, node, key));
    if (!is_manning)
        invert_coefficient(model, region, strcmp(key, "chezy") == 0);
    return eg_node_child(node, "classes") ? read_classes_of_ground(model, region, node, is_manning) : EG_OK;
}

/* ---- for others */

eg_fv_roughness eg_sw_give_roughness(const eg_sw_model *model)
{
    const eg_sw_roughness *roughness = &model->roughness;
    bool any = roughness->tables > 0 || eg_sw_has(model->setup.loaded, "chezy");
    return (eg_fv_roughness){any ? roughness->law : NULL, roughness->tables, roughness->table};
}

/* n over that of the cell. */
static double part_at_depth(const eg_fv_depth_table *table, double depth)
{
    int64_t i = 0;
    while (i + 1 < table->rows && table->depth[i + 1] <= depth)
        i++;
    if (depth <= table->depth[i] || i + 1 == table->rows)
        return table->part[i];
    double way = (depth - table->depth[i]) / (table->depth[i + 1] - table->depth[i]);
    return table->part[i] + way * (table->part[i + 1] - table->part[i]);
}

double eg_sw_manning_at(const eg_sw_model *model, int64_t cell, double depth)
{
    const eg_sw_roughness *roughness = &model->roughness;
    int32_t law = roughness->law ? roughness->law[cell] : EG_FV_MANNING;
    double n = model->manning[cell];
    if (law == EG_FV_CHEZY)
        return n * pow(depth, 1. / 6);
    return law == EG_FV_MANNING ? n : n * part_at_depth(&roughness->table[law - EG_FV_BY_DEPTH], depth);
}

void eg_sw_destroy_roughness(eg_sw_model *model)
{
    eg_sw_roughness *roughness = &model->roughness;
    for (int i = 0; i < roughness->tables; i++)
        EG_FREE(&roughness->table[i].depth, &roughness->table[i].part);
    EG_FREE(&roughness->law, &roughness->table, &roughness->class);
    roughness->tables = 0;
}
