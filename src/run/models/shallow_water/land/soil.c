/* What the ground of the regions of the mesh takes of the water on it, or of the rain alone, from the materials of
 * a case. */
#include "run/given/classes.h"
#include "run/given/given.h"
#include "run/models/shallow_water/internal.h"

#include <math.h>
#include <string.h>

/* Constants of laws, and the largest size that may be meant: faster than sand without a cover, deeper than any
 * suction head or wetting of leaves and hollows. */
typedef struct soil_constant {
    const char *law, *key;
    double most;     /* SI */
    double shown;    /* one of SI in the unit that `why` begins with */
    const char *why; /* what it is compared with */
} soil_constant;

#define SAND "mm/h, and coarse sand takes some 200 mm/h"

static const soil_constant constants[EG_SW_SOIL_CONSTANTS] = {
    {NULL, NULL, 3e-4, 3.6e6, SAND},
    {"horton", "initial", 3e-4, 3.6e6, SAND},
    {"horton", "final", 3e-4, 3.6e6, SAND},
    {"horton", "decay", 1, 3600, "1/h, and measured ones are some 2 to 20 1/h"},
    {"green_ampt", "conductivity", 3e-4, 3.6e6, SAND},
    {"green_ampt", "suction", 5, 1, "m, and that of clay is some 0.3 m"},
    {"initial_continuing", "initial_loss", 0.5, 1000, "mm, and initial losses are some 5 to 50 mm"},
    {"initial_continuing", "continuing_loss", 3e-4, 3.6e6, SAND}};

static const eg_node *soil_node(const eg_sw_model *model, int region)
{
    return eg_node_child(eg_sw_material(model, region), "infiltration");
}

/* A constant of the law of a region; NULL: another law. A map of rasters is a constant rate. */
static const eg_node *constant_node(const eg_node *soil, const soil_constant *constant)
{
    bool constant_rate = soil && (!eg_node_is_map(soil) || eg_node_child(soil, "raster"));
    return constant->law ? eg_node_child(eg_node_child(soil, constant->law), constant->key)
                         : (constant_rate ? soil : NULL);
}

/* ---- cells */

/* Keeps the largest value of a constant in the region's cells of this rank. */
static void keep_largest(eg_sw_model *model, int region, const eg_node *node, double most)
{
    for (int i = 0; i < EG_SW_SOIL_CONSTANTS; i++)
        if (constant_node(soil_node(model, region), &constants[i]) == node)
            model->rain.soil_most[region][i] = most;
}

static eg_status fill_values(eg_sw_model *model, int region, const eg_node *node, double *values)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    double most = 0;
    EG_TRY(eg_given_fill(&model->setup, node, mesh->regions.count == 1 ? -1 : region, EG_RANGE_NOT_NEGATIVE,
                         values));
    for (int64_t c = 0; c < mesh->own; c++)
        if (mesh->region[c] == region)
            most = fmax(most, values[c]);
    keep_largest(model, region, node, most);
    return EG_OK;
}

/* Fills soil[][item] of the cells of a region. */
static eg_status fill_soil(eg_sw_model *model, int region, const eg_node *node, int item)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    EG_SCRATCH double *values = NULL;
    EG_TRY(eg_alloc(model->setup.context, mesh->own, sizeof *values, &values));
    EG_TRY(fill_values(model, region, node, values));
    for (int64_t c = 0; c < mesh->own; c++)
        if (mesh->region[c] == region)
            model->rain.soil[c][item] = values[c];
    return EG_OK;
}

static eg_status refuse_soil(const eg_sw_model *model, const eg_node *node, int64_t c, double value,
                             const char *wanted)
{
    char place[EG_POINT_ROOM];
    const eg_mesh *mesh = &model->setup.mesh->base;
    return eg_case_fail(model->setup.loaded, node, EG_CASE, "%s is %g at cell %lld, %s; %s",
                        eg_node_name(node), value, (long long)eg_mesh_whole_number(mesh, c),
                        eg_format_point(2, mesh->centroid[c], place), wanted);
}

/* Capacity falls from `initial` to `final`, which must not be above it. */
static eg_status check_horton(const eg_sw_model *model, int region, const eg_node *map)
{
    const eg_node *initial = eg_node_child(map, "initial"), *final = eg_node_child(map, "final");
    const eg_mesh *mesh = &model->setup.mesh->base;
    for (int64_t c = 0; c < mesh->own; c++)
        if (mesh->region[c] == region && model->rain.soil[c][1] > model->rain.soil[c][0]) {
            char place[EG_POINT_ROOM];
            return eg_case_fail(
                model->setup.loaded, final, EG_CASE,
                "%s is %g m/s at cell %lld, %s, above %s, %g m/s; the capacity of a soil decreases",
                eg_node_name(final), model->rain.soil[c][1], (long long)eg_mesh_whole_number(mesh, c),
                eg_format_point(2, mesh->centroid[c], place), eg_node_name(initial), model->rain.soil[c][0]);
        }
    return EG_OK;
}

static eg_status read_horton(eg_sw_model *model, int region, const eg_node *map)
{
    const eg_node *decay = eg_node_child(map, "decay");
    EG_TRY(fill_soil(model, region, eg_node_child(map, "initial"), 0));
    EG_TRY(fill_soil(model, region, eg_node_child(map, "final"), 1));
    if (model->rain.decay) {
        EG_TRY(fill_values(model, region, decay, model->rain.decay));
        return check_horton(model, region, map);
    }
    for (int z = model->rain.first[region]; z < model->rain.first[region + 1]; z++)
        model->rain.zone[z].decay = eg_node_real(decay);
    keep_largest(model, region, decay, eg_node_real(decay));
    return check_horton(model, region, map);
}

/* Conductivity, and suction times deficit. */
static eg_status read_green_ampt(eg_sw_model *model, int region, const eg_node *map)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    const eg_node *deficit = eg_node_child(map, "deficit");
    EG_SCRATCH double *part = NULL;
    EG_TRY(eg_alloc(model->setup.context, mesh->own, sizeof *part, &part));
    EG_TRY(fill_soil(model, region, eg_node_child(map, "conductivity"), 0));
    EG_TRY(fill_soil(model, region, eg_node_child(map, "suction"), 1));
    EG_TRY(fill_values(model, region, deficit, part));
    for (int64_t c = 0; c < mesh->own; c++) {
        if (mesh->region[c] != region)
            continue;
        if (part[c] > 1)
            return refuse_soil(model, deficit, c, part[c], "a deficit is a part of the volume, 0 to 1");
        model->rain.soil[c][1] *= part[c];
    }
    return EG_OK;
}

/* S of curve number 100 / (1 + S / 10 inches), m. */
static double retention_of(double curve_number)
{
    return 0.254 * (100 / curve_number - 1);
}

/* Retention, and initial abstraction. */
static eg_status read_curve_number(eg_sw_model *model, int region, const eg_node *map)
{
    const eg_mesh *mesh = &model->setup.mesh->base;
    const eg_node *number = eg_node_child(map, "curve_number");
    double ratio = eg_node_real(eg_node_child(map, "initial_abstraction"));
    EG_TRY(fill_soil(model, region, number, 0));
    for (int64_t c = 0; c < mesh->own; c++) {
        double *soil = model->rain.soil[c];
        if (mesh->region[c] != region)
            continue;
        if (!(soil[0] >= 1 && soil[0] <= 100))
            return refuse_soil(model, number, c, soil[0], "curve numbers are some 30 to 100");
        soil[0] = retention_of(soil[0]);
        soil[1] = ratio * soil[0];
    }
    return EG_OK;
}

static eg_status read_initial_continuing(eg_sw_model *model, int region, const eg_node *map)
{
    EG_TRY(fill_soil(model, region, eg_node_child(map, "continuing_loss"), 0));
    return fill_soil(model, region, eg_node_child(map, "initial_loss"), 1);
}

static eg_status read_constant_rate(eg_sw_model *model, int region, const eg_node *node)
{
    EG_TRY(fill_soil(model, region, node, 0));
    return fill_soil(model, region, node, 1);
}

/* ---- laws */

typedef struct soil_law {
    const char *key; /* NULL: a constant rate */
    eg_fv_soil soil;
    eg_status (*read)(eg_sw_model *model, int region, const eg_node *map);
} soil_law;

static const soil_law laws[] = {{"horton", EG_FV_HORTON, read_horton},
                                {"green_ampt", EG_FV_GREEN_AMPT, read_green_ampt},
                                {"scs", EG_FV_CURVE_NUMBER, read_curve_number},
                                {"initial_continuing", EG_FV_INITIAL_CONTINUING, read_initial_continuing},
                                {NULL, EG_FV_HORTON, read_constant_rate}};

eg_status eg_sw_read_soil(eg_sw_model *model, int region)
{
    const eg_node *node = soil_node(model, region);
    const soil_law *law = laws;
    if (!node)
        return EG_OK;
    while (law->key && !eg_node_child(node, law->key))
        law++;
    for (int z = model->rain.first[region]; z < model->rain.first[region + 1]; z++)
        model->rain.zone[z].soil = law->soil;
    if (law->soil >= EG_FV_CURVE_NUMBER && !eg_node_child(eg_sw_material(model, region), "rain"))
        return eg_case_fail(model->setup.loaded, eg_node_child(node, law->key), EG_CASE,
                            "%s.%s is a loss of the rain, and there is none here: give rain, or another law",
                            eg_node_name(node), law->key);
    return law->read(model, region, law->key ? eg_node_child(node, law->key) : node);
}

bool eg_sw_decay_varies(const eg_case *loaded)
{
    const eg_node *materials = eg_case_find(loaded, "materials");
    for (int64_t i = 0; i < eg_node_count(materials); i++) {
        const eg_node *soil = eg_node_child(eg_node_item(materials, i), "infiltration");
        const eg_node *decay = eg_node_child(eg_node_child(soil, "horton"), "decay");
        if (decay && !eg_node_is_constant(decay))
            return true;
    }
    return false;
}

eg_status eg_sw_allocate_soil(eg_sw_model *model)
{
    const eg_setup *setup = &model->setup;
    int64_t cells = setup->mesh->base.own, regions = setup->mesh->base.regions.count;
    if (!eg_sw_has(setup->loaded, "infiltration"))
        return EG_OK;
    if (eg_sw_decay_varies(setup->loaded))
        EG_TRY(eg_alloc(setup->context, cells, sizeof *model->rain.decay, &model->rain.decay));
    return EG_ALLOC(setup->context, EG_BLOCK(cells, model->rain.soil),
                    EG_BLOCK(regions, model->rain.soil_most));
}

/* ---- doubts */

/* Of a constant in all regions with this soil. */
static double largest_constant(const eg_sw_model *model, const eg_node *soil, int constant)
{
    double most = 0;
    for (int r = 0; r < model->setup.mesh->base.regions.count; r++)
        if (soil_node(model, r) == soil)
            most = fmax(most, model->rain.soil_most[r][constant]);
    eg_comm_max(model->setup.comm, &most, 1);
    return most;
}

/* " of class 7": the class with this value; "" where there are none. */
static eg_status name_class(const eg_sw_model *model, const eg_node *node, double value, eg_text *name)
{
    const eg_node *table = eg_node_child(node, "classes");
    EG_ENDS_WITH(eg_classes_free) eg_classes classes = {0};
    if (!table)
        return EG_OK;
    EG_TRY(eg_classes_read(model->setup.context, eg_node_path(table), strrchr(eg_node_name(node), '.') + 1,
                           eg_node_dimension(node), &classes));
    for (int64_t i = 0; i < classes.count; i++)
        if (classes.list[i].value == value) {
            eg_text_add(name, " of class %s", classes.list[i].name);
            break;
        }
    return EG_OK;
}

static eg_status doubt_constant(const eg_sw_model *model, const eg_node *soil, int i)
{
    const soil_constant *constant = &constants[i];
    const eg_node *node = constant_node(soil, constant);
    EG_TEXT(name, model->setup.context);
    double most = node ? largest_constant(model, soil, i) : 0;
    if (!(most > constant->most))
        return EG_OK;
    EG_TRY(name_class(model, node, most, &name));
    eg_case_doubt(model->setup.loaded, node, most, constant->most, "%s%s is %.6g %s: check its unit",
                  eg_node_name(node), name.data ? name.data : "", most * constant->shown, constant->why);
    return EG_OK;
}

/* Curve numbers below those of tables: retentions of more. */
static void doubt_curve_number(const eg_sw_model *model, const eg_node *soil)
{
    static const double LEAST = 30;
    const eg_node *node = eg_node_child(eg_node_child(soil, "scs"), "curve_number");
    const eg_mesh *mesh = &model->setup.mesh->base;
    double most = 0;
    if (!node)
        return;
    for (int64_t c = 0; c < mesh->own; c++)
        if (soil_node(model, mesh->region[c]) == soil)
            most = fmax(most, model->rain.soil[c][0]);
    eg_comm_max(model->setup.comm, &most, 1);
    double least = 25.4 / (0.254 + most);
    if (least < LEAST * (1 - 1e-12))
        eg_case_doubt(model->setup.loaded, node, least, LEAST,
                      "%s falls to %.4g; those of tables are 30 (sand under forest) to 100 (water)",
                      eg_node_name(node), least);
}

eg_status eg_sw_check_soil(const eg_sw_model *model)
{
    for (int r = 0; model->rain.soil && r < model->setup.mesh->base.regions.count; r++) {
        const eg_node *soil = soil_node(model, r);
        int first = 0;
        while (soil_node(model, first) != soil)
            first++;
        if (!soil || first < r)
            continue;
        for (int i = 0; i < EG_SW_SOIL_CONSTANTS; i++)
            EG_TRY(doubt_constant(model, soil, i));
        doubt_curve_number(model, soil);
    }
    return EG_OK;
}
