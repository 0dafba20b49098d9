/* Commented, complete cases to begin with. A template lists keys and values; the comments are the
 * table's sentences. */
#include "io/case.h"
#include "io/case_table.h"

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
};

static const char *const template_names[] = {"dam-break",  "river", "tsunami",
                                             "earthquake", "lake",  NULL};

const char *const *eg_case_template_names(void)
{
    return template_names;
}

/* The mask of the model that a template is of. */
static unsigned models_of(const case_template *template)
{
    for (const template_line *line = template->lines; line->path; line++)
        if (strcmp(line->path, "model") == 0)
            return eg_case_model_mask(line->value);
    return (unsigned)EG_MODEL_ANY;
}

static const eg_case_row *find_row(const case_template *template, const char *path)
{
    unsigned models = models_of(template);
    const eg_case_row *row = NULL;
    char key[64];
    for (const char *p = path; *p;) {
        size_t length = strcspn(p, ".");
        assert(length < sizeof key);
        memcpy(key, p, length);
        key[length] = 0;
        row = eg_case_row_child(row, key, models);
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
static bool is_first_of_row(const case_template *template, const template_line *line,
                            const eg_case_row *row)
{
    for (const template_line *other = template->lines; other < line; other++)
        if (find_row(template, other->path) == row)
            return false;
    return true;
}

static void write_line(const case_template *template, const template_line *line, eg_text *text)
{
    const eg_case_row *row = find_row(template, line->path);
    const char *dot = strrchr(line->path, '.');
    int depth = depth_of(line->path);
    if (depth == 0)
        eg_text_add(text, "\n");
    if (is_first_of_row(template, line, row))
        eg_text_add(text, "%*s# %s\n", 2 * depth, "", row->sentence);
    eg_text_add(text, "%*s%s:%s%s\n", 2 * depth, "", dot ? dot + 1 : line->path,
                line->value ? " " : "", line->value ? line->value : "");
}

eg_status eg_case_template(eg_context *context, const char *name, eg_text *text)
{
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
        const case_template *template = &templates[i];
        if (strcmp(template->name, name) != 0)
            continue;
        eg_text_add(text,
                    "# %s\n# Numbers are in SI units; a value may carry its unit. `eagre explain "
                    "KEY` tells about a key.\n",
                    template->head);
        for (const template_line *line = template->lines; line->path; line++)
            write_line(template, line, text);
        return text->status;
    }
    return eg_fail(context, EG_USAGE,
                   "there is no template '%s'; there are dam-break, river, tsunami, "
                   "earthquake and lake",
                   name);
}
