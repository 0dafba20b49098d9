/* Rasters whose files say that their values are not in metres. */
#include "run/given/inputs.h"

#include "io/table/raster.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Units of lengths as GeoTIFF files name them, and what they are in metres. */
static const struct {
    const char *names; /* each between two bars */
    double metres;
} units[] = {{"|m|metre|meter|metres|meters|", 1},
             {"|ft|foot|feet|international foot|", 0.3048},
             {"|us survey foot|us-ft|us_survey_foot|ftus|usft|sft|", 1200.0 / 3937},
             {"|km|kilometre|kilometer|kilometres|kilometers|", 1e3},
             {"|dm|decimetre|decimeter|decimetres|decimeters|", 0.1},
             {"|cm|centimetre|centimeter|centimetres|centimeters|", 0.01},
             {"|mm|millimetre|millimeter|millimetres|millimeters|", 1e-3}};

static bool has_name(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; at[1]; at = strchr(at + 1, '|'))
        if (strncasecmp(at + 1, name, length) == 0 && at[1 + length] == '|')
            return true;
    return false;
}

/* Of a unit of lengths; 0: it is none. */
static double metres_of(const char *unit)
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (has_name(units[i].names, unit))
            return units[i].metres;
    return 0;
}

static eg_status check_unit(eg_run *run, const eg_node *map, const eg_node *file)
{
    const eg_node *scale = eg_node_child(map, "scale");
    EG_SCRATCH char *unit = NULL;
    if (eg_node_kind_of(file) != EG_NODE_PATH || !eg_is_file(eg_node_path(file)))
        return EG_OK;
    EG_TRY(eg_raster_unit(run->context, eg_node_path(file), &unit));
    double metres = unit ? metres_of(unit) : 0;
    if (metres > 0 && metres != 1 && (!scale || eg_node_is_default(scale)))
        eg_case_doubt(run->loaded, file, metres, 1,
                      "%s: the values of %s are in '%s', and those of a case in m: give scale: %s",
                      eg_node_name(file), eg_node_path(file), unit, eg_real_show(metres).text);
    return EG_OK;
}

static bool is_of_lengths(const eg_node *map)
{
    const eg_dimension of = eg_node_dimension(map), length = EG_DIMENSION_LENGTH;
    return memcmp(&of, &length, sizeof of) == 0 || eg_inputs_name_ends(map, "mesh.box.topography");
}

static eg_status check_below(eg_run *run, const eg_node *node)
{
    const eg_node *file = eg_node_is_map(node) ? eg_node_child(node, "raster") : NULL;
    bool is_length = file && is_of_lengths(node);
    for (int64_t i = 0; is_length && eg_node_is_list(file) && i < eg_node_count(file); i++)
        EG_TRY(check_unit(run, node, eg_node_item(file, i)));
    if (is_length && !eg_node_is_list(file))
        return check_unit(run, node, file);
    for (int64_t i = 0; i < eg_node_count(node); i++)
        EG_TRY(check_below(run, eg_node_item(node, i)));
    return EG_OK;
}

eg_status eg_run_check_raster_units(eg_run *run)
{
    return run->checkpointing.from ? EG_OK : check_below(run, eg_case_root(run->loaded));
}
