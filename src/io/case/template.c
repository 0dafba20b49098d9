/* Commented, complete cases to begin with. A template lists keys and values; the comments are the
 * table's sentences. */
#include "io/case/case.h"
#include "io/case/table.h"
#include "io/case/tree.h"

#include <string.h>

/* A key and its value in YAML; a map to go down into has none. Keys come in the order of a walk
 * through the tree. */
typedef struct template_line {
    const char *path;
    const char *value;
} template_line;

typedef struct case_template {
    const char *name;
    const char *head;
    const template_line *lines;
} case_template;

static const template_line dam_break[] = {
    {"title", "dam break over a dry bed"},
    {"model", "shallow-water"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.size", "[10 m, 1 m]"},
    {"mesh.box.cells", "[100, 10]"},
    {"mesh.box.element", "triangle"},
    {"materials", NULL},
    {"materials.all", NULL},
    {"materials.all.elevation", "0 m"},
    {"materials.all.manning", "0.01"},
    {"initial", NULL},
    {"initial.depth", "\"x < 5 ? 2 : 0\""},
    {"boundaries", "{left: wall, right: outflow, bottom: wall, top: wall}"},
    {"time", NULL},
    {"time.end", "1 s"},
    {"time.cfl", "0.9"},
    {"output", NULL},
    {"output.fields", "{every: 0.1 s, variables: [depth, velocity]}"},
    {"output.gauges", "{g1: [7.5 m, 0.5 m]}"},
    {"limits", NULL},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

static const template_line river[] = {
    {"title", "flood wave in a river"},
    {"model", "shallow-water"},
    {"mesh", NULL},
    {"mesh.gmsh", "river.msh"},
    {"materials", NULL},
    {"materials.channel", NULL},
    {"materials.channel.elevation", "{mesh: z}"},
    {"materials.channel.manning", "0.03"},
    {"materials.all", NULL},
    {"materials.all.elevation", "{mesh: z}"},
    {"materials.all.manning", "0.06"},
    {"initial", NULL},
    {"initial.depth", "0 m"},
    {"boundaries", NULL},
    {"boundaries.inflow", "{discharge: {csv: hydrograph.csv, after: hold}}"},
    {"boundaries.outflow", "outflow"},
    {"boundaries.banks", "wall"},
    {"time", NULL},
    {"time.end", "6 h"},
    {"output", NULL},
    {"output.fields", "{every: 10 min}"},
    {"output.gauges", "{bridge: [1200 m, 80 m]}"},
    {"output.record", "{every: 30 s}"},
    {NULL, NULL},
};

static const template_line tsunami[] = {
    {"title", "tsunami that runs up a valley"},
    {"model", "shallow-water"},
    {"vars", NULL},
    {"vars.DATA", "data"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.size", "[5.488 m, 3.402 m]"},
    {"mesh.box.cells", "[392, 243]"},
    {"mesh.box.element", "quadrangle"},
    {"materials", NULL},
    {"materials.all", NULL},
    {"materials.all.elevation", "{raster: \"${DATA}/bathymetry.asc\", register: node}"},
    {"materials.all.manning", "0.0025"},
    {"initial", NULL},
    {"initial.level", "0 m"},
    {"boundaries", NULL},
    {"boundaries.left", "{level: {csv: \"${DATA}/wave.csv\", after: hold}}"},
    {"boundaries.right", "wall"},
    {"boundaries.bottom", "wall"},
    {"boundaries.top", "wall"},
    {"time", NULL},
    {"time.end", "25 s"},
    {"output", NULL},
    {"output.fields", "{every: 0.5 s}"},
    {"output.gauges", "{ch5: [4.521 m, 1.196 m], ch7: [4.521 m, 1.696 m]}"},
    {"output.record", "{every: 0.05 s}"},
    {"output.picture", "{variable: level}"},
    {NULL, NULL},
};

static const template_line lake[] = {
    {"title", "lake at rest over islands"},
    {"model", "shallow-water"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.origin", "[-50 m, -50 m]"},
    {"mesh.box.size", "[100 m, 100 m]"},
    {"mesh.box.cells", "[100, 100]"},
    {"materials", NULL},
    {"materials.all", NULL},
    {"materials.all.elevation", "\"-5 + 7 * exp(-(x^2 + y^2) / 200)\""},
    {"materials.all.manning", "0.025"},
    {"initial", NULL},
    {"initial.level", "0 m"},
    {"boundaries", "{left: wall, right: wall, bottom: wall, top: wall}"},
    {"time", NULL},
    {"time.end", "10 min"},
    {"time.steps", "10000"},
    {"exact", NULL},
    {"exact.velocity", "[0, 0]"},
    {"limits", NULL},
    {"limits.mass_error", "1e-12"},
    {"limits.velocity_linf", "1e-12 m/s"},
    {NULL, NULL},
};

static const template_line earthquake[] = {
    {"title", "a small earthquake below two layers"},
    {"model", "elastic"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.origin", "[0 km, -5 km]"},
    {"mesh.box.size", "[10 km, 5 km]"},
    {"mesh.box.cells", "[40, 20]"},
    {"materials", NULL},
    {"materials.all", NULL},
    {"materials.all.density", "\"y > -1000 ? 2300 : 2700\""},
    {"materials.all.vp", "\"y > -1000 ? 3000 : 6000\""},
    {"materials.all.vs", "\"y > -1000 ? 1700 : 3464\""},
    {"sources", NULL},
    {"sources.quake", NULL},
    {"sources.quake.at", "[3 km, -3 km]"},
    {"sources.quake.moment", "[0, 0, 1e13]"},
    {"sources.quake.time", "{brune: {rise: 0.15 s, delay: 0.1 s}}"},
    {"boundaries", NULL},
    {"boundaries.top", "free-surface"},
    {"boundaries.left", "{absorbing: 1 km}"},
    {"boundaries.right", "{absorbing: 1 km}"},
    {"boundaries.bottom", "{absorbing: 1 km}"},
    {"time", NULL},
    {"time.end", "4 s"},
    {"numerics", NULL},
    {"numerics.order", "5"},
    {"output", NULL},
    {"output.fields", "{every: 0.5 s, variables: [velocity, speed]}"},
    {"output.receivers",
     "{interval: 10 ms, format: [csv, sac], at: {a: [5 km, 0 m], b: [8 km, 0 m]}}"},
    {"output.picture", "{variable: speed}"},
    {NULL, NULL},
};

static const template_line tracer[] = {
    {"title", "a cloud of tracer is carried round a square without ends"},
    {"model", "advection"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.size", "[1 m, 1 m]"},
    {"mesh.box.cells", "[20, 20]"},
    {"materials", NULL},
    {"materials.all", NULL},
    {"materials.all.velocity", "[1 m/s, 1 m/s]"},
    {"initial", NULL},
    {"initial.tracer", "\"exp(-((x - 0.5)^2 + (y - 0.5)^2) / 0.01)\""},
    {"boundaries", NULL},
    {"boundaries.left", "{periodic: right}"},
    {"boundaries.right", "{periodic: left}"},
    {"boundaries.bottom", "{periodic: top}"},
    {"boundaries.top", "{periodic: bottom}"},
    {"time", NULL},
    {"time.end", "1 s"},
    {"numerics", NULL},
    {"numerics.order", "4"},
    {"output", NULL},
    {"output.fields", "{every: 0.25 s}"},
    {"limits", NULL},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

static const template_line sound[] = {
    {"title", "a click under water, before a wall"},
    {"model", "acoustic"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.size", "[100 m, 50 m]"},
    {"mesh.box.cells", "[40, 20]"},
    {"materials", NULL},
    {"materials.all", NULL},
    {"materials.all.density", "1000 kg/m3"},
    {"materials.all.vp", "1500 m/s"},
    {"sources", NULL},
    {"sources.click", NULL},
    {"sources.click.at", "[30 m, 25 m]"},
    {"sources.click.explosion", "1"},
    {"sources.click.time", "{ricker: {frequency: 200 Hz, delay: 8 ms}}"},
    {"boundaries", NULL},
    {"boundaries.left", "absorbing"},
    {"boundaries.right", "wall"},
    {"boundaries.bottom", "absorbing"},
    {"boundaries.top", "free-surface"},
    {"time", NULL},
    {"time.end", "0.08 s"},
    {"numerics", NULL},
    {"numerics.order", "4"},
    {"output", NULL},
    {"output.fields", "{every: 10 ms}"},
    {"output.receivers", "{interval: 0.1 ms, at: {near_wall: [90 m, 25 m]}}"},
    {NULL, NULL},
};

static const template_line cooling[] = {
    {"title", "a steel bar cools in air"},
    {"model", "heat"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.size", "[1 m, 0.1 m, 0.1 m]"},
    {"mesh.box.cells", "[10, 2, 2]"},
    {"mesh.box.element", "hexahedron"},
    {"materials", NULL},
    {"materials.all", NULL},
    {"materials.all.kappa", "50 W/m/K"},
    {"materials.all.capacity", "3.6e6 J/m3/K"},
    {"initial", NULL},
    {"initial.temperature", "800 degC"},
    {"boundaries", NULL},
    {"boundaries.left", "{value: 20 degC}"},
    {"boundaries.right", "insulated"},
    {"boundaries.front", "{exchange: 30 W/m2/K, outside: 20 degC}"},
    {"boundaries.back", "{exchange: 30 W/m2/K, outside: 20 degC}"},
    {"boundaries.bottom", "insulated"},
    {"boundaries.top", "{exchange: 30 W/m2/K, outside: 20 degC}"},
    {"time", NULL},
    {"time.end", "10 min"},
    {"time.dt", "10 s"},
    {"numerics", NULL},
    {"numerics.degree", "3"},
    {"output", NULL},
    {"output.fields", "{every: 1 min}"},
    {"output.probes", "{middle: [0.5 m, 0.05 m, 0.05 m]}"},
    {NULL, NULL},
};

static const template_line potential[] = {
    {"title", "a potential between two plates"},
    {"model", "poisson"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.size", "[1 m, 1 m, 0.5 m]"},
    {"mesh.box.cells", "[6, 6, 3]"},
    {"mesh.box.element", "hexahedron"},
    {"materials", NULL},
    {"materials.all", NULL},
    {"materials.all.kappa", "1"},
    {"materials.all.source", "\"10 * exp(-((x - 0.5)^2 + (y - 0.5)^2) / 0.02)\""},
    {"boundaries", NULL},
    {"boundaries.left", "{value: 0}"},
    {"boundaries.right", "{value: 1}"},
    {"boundaries.front", "insulated"},
    {"boundaries.back", "insulated"},
    {"boundaries.bottom", "{flux: 0.5}"},
    {"boundaries.top", "insulated"},
    {"numerics", NULL},
    {"numerics.degree", "4"},
    {"numerics.tolerance", "1e-10"},
    {"output", NULL},
    {"output.probes", "{middle: [0.5 m, 0.5 m, 0.25 m]}"},
    {NULL, NULL},
};

/* A model's word is taken for the first template of that model. */
static const case_template templates[] = {
    {"dam-break", "A dam breaks over a dry bed.", dam_break},
    {"river",
     "A flood wave runs down a river; the mesh comes from Gmsh, the discharge from a table.",
     river},
    {"tsunami", "A wave enters over a raster of the sea bed; its data lie in the folder DATA.",
     tsunami},
    {"earthquake", "Waves of a small earthquake below a slow layer; seismograms at the surface.",
     earthquake},
    {"lake", "A lake at rest, which has to stay so: a first test of any bed.", lake},
    {"tracer", "Advection of a tracer through a periodic square.", tracer},
    {"sound", "Acoustic waves of a source under water, and what a wall sends back.", sound},
    {"cooling", "Heat conduction in a bar that cools at its sides.", cooling},
    {"potential", "Poisson's equation in a box, with the common kinds of boundary conditions.",
     potential},
};

static const char *const template_names[] = {"dam-break", "river", "tsunami", "earthquake", "lake",
                                             "tracer",    "sound", "cooling", "potential",  NULL};

const char *const *eg_case_template_names(void)
{
    return template_names;
}

/* The mask of the model that a template is of. */
static unsigned models_of(const eg_case_table *table, const case_template *template)
{
    for (const template_line *line = template->lines; line->path; line++)
        if (strcmp(line->path, "model") == 0)
            return eg_case_model_mask(table, line->value);
    return EG_ANY_MODEL;
}

static const eg_case_row *find_row(const eg_case_table *table, const case_template *template,
                                   const char *path)
{
    unsigned models = models_of(table, template);
    const eg_case_row *row = NULL;
    char key[64];
    for (const char *p = path; *p;) {
        size_t length = strcspn(p, ".");
        assert(length < sizeof key);
        memcpy(key, p, length);
        key[length] = 0;
        row = eg_case_row_child(table, row, key, models);
        assert(row);
        p += length + (p[length] == '.');
    }
    return row;
}

static int depth_of(const char *path)
{
    int depth = 0;
    for (const char *p = path; *p; p++)
        depth += *p == '.';
    return depth;
}

/* The first line with this row in the template has the comment; later ones of the same row need
 * none. */
static bool is_first_of_row(const eg_case_table *table, const case_template *template,
                            const template_line *line, const eg_case_row *row)
{
    for (const template_line *other = template->lines; other < line; other++)
        if (find_row(table, template, other->path) == row)
            return false;
    return true;
}

static void write_line(const eg_case_table *table, const case_template *template,
                       const template_line *line, eg_text *text)
{
    const eg_case_row *row = find_row(table, template, line->path);
    const char *dot = strrchr(line->path, '.');
    int depth = depth_of(line->path);
    if (depth == 0)
        eg_text_add(text, "\n");
    if (is_first_of_row(table, template, line, row))
        eg_text_add(text, "%*s# %s\n", 2 * depth, "", row->sentence);
    eg_text_add(text, "%*s%s:%s%s\n", 2 * depth, "", dot ? dot + 1 : line->path,
                line->value ? " " : "", line->value ? line->value : "");
}

static const char *model_of(const case_template *template)
{
    const template_line *line = template->lines;
    while (strcmp(line->path, "model") != 0)
        line++;
    return line->value;
}

static eg_status fail_unknown(eg_context *context, const char *name)
{
    enum { COUNT = sizeof templates / sizeof *templates };
    eg_text names = {.context = context};
    for (int i = 0; i < COUNT; i++)
        eg_text_add(&names, "%s%s",
                    i == 0          ? ""
                    : i + 1 < COUNT ? ", "
                                    : " and ",
                    template_names[i]);
    eg_status status = eg_fail(context, EG_USAGE, "there is no template '%s'; there are %s", name,
                               eg_text_string(&names));
    eg_text_free(&names);
    return status;
}

static void write_template(const eg_case_table *table, const case_template *found, eg_text *text)
{
    eg_text_add(text,
                "# %s\n# Numbers are in SI units; a value may carry its unit. `eagre explain "
                "KEY` tells about a key.\n",
                found->head);
    for (const template_line *line = found->lines; line->path; line++)
        write_line(table, found, line, text);
}

eg_status eg_case_template(eg_context *context, const eg_case_model *const *models,
                           const char *name, eg_text *text)
{
    const case_template *found = NULL;
    for (size_t i = 0; i < sizeof templates / sizeof *templates && !found; i++)
        if (strcmp(templates[i].name, name) == 0 || strcmp(model_of(&templates[i]), name) == 0)
            found = &templates[i];
    if (!found)
        return fail_unknown(context, name);
    eg_tree tree = {.context = context};
    eg_case_table table;
    eg_status status = eg_case_table_make(&tree, models, &table);
    if (status == EG_OK)
        write_template(&table, found, text);
    eg_tree_free(&tree);
    return status == EG_OK ? text->status : status;
}

const char *eg_case_template_head(const char *name)
{
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
        if (strcmp(templates[i].name, name) == 0)
            return templates[i].head;
    return NULL;
}
