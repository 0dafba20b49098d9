/* Templates of cases of the atmosphere. */
#include "run/models/atmosphere/internal.h"

static const eg_case_line bubble[] = {
    {"title", "a warm bubble rises"},
    {"model", "atmosphere"},
    {"mesh", NULL},
    {"mesh.box", NULL},
    {"mesh.box.size", "[1000 m, 1500 m]"},
    {"mesh.box.cells", "[20, 30]"},
    {"atmosphere", "{background: isentropic, theta: 300 K}"},
    {"initial", NULL},
    {"initial.theta_perturbation", "\"hypot(x - 500, y - 350) < 250 ? 0.25 * (1 + cos(pi * hypot(x "
                                   "- 500, y - 350) / 250)) : 0\""},
    {"boundaries", "{left: wall, right: wall, bottom: wall, top: wall}"},
    {"time", NULL},
    {"time.end", "300 s"},
    {"numerics", NULL},
    {"numerics.degree", "3"},
    {"output", NULL},
    {"output.fields", "{every: 60 s}"},
    {"limits", NULL},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

const eg_case_template eg_air_templates[EG_AIR_TEMPLATES] = {
    {"warm-bubble", "A warm bubble rises in isentropic air between walls.", bubble}};
