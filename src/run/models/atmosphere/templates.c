/* Templates of cases of the atmosphere: the common tests of such models. */
#include "run/models/atmosphere/internal.h"

static const eg_case_line warm_bubble[] = {
    {"title", "a warm bubble rises"},
    {"model", "atmosphere"},
    {"mesh.box.size", "[1000 m, 1000 m]"},
    {"mesh.box.cells", "[20, 20]"},
    {"atmosphere", "{background: isentropic, theta: 300 K}"},
    {"initial.theta_perturbation", "\"hypot(x - 500, y - 350) < 250 ? 0.25 * (1 + cos(pi * hypot(x "
                                   "- 500, y - 350) / 250)) : 0\""},
    {"boundaries", "{left: wall, right: wall, bottom: wall, top: wall}"},
    {"time.end", "700 s"},
    {"numerics.degree", "3"},
    {"numerics.viscosity", "0.5 m2/s"},
    {"output.fields", "{every: 100 s}"},
    {"output.picture", "{contours: [0.025, 0.125, 0.225, 0.325, 0.425]}"},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

static const eg_case_line warm_and_cold_bubble[] = {
    {"title", "a warm bubble and a small cold one"},
    {"model", "atmosphere"},
    {"mesh.box.size", "[1000 m, 1000 m]"},
    {"mesh.box.cells", "[20, 20]"},
    {"atmosphere", "{background: isentropic, theta: 300 K}"},
    {"initial.theta_perturbation",
     "\"0.5 * exp(-(max(hypot(x - 500, y - 300) - 150, 0) / 50)^2) - 0.15 * exp(-((x - 560)^2 + (y "
     "- 640)^2) / 50^2)\""},
    {"boundaries", "{left: wall, right: wall, bottom: wall, top: wall}"},
    {"time.end", "600 s"},
    {"numerics.degree", "3"},
    {"numerics.viscosity", "0.5 m2/s"},
    {"output.fields", "{every: 60 s}"},
    {"output.picture", "{contours: [-0.05, 0.05, 0.15, 0.25, 0.35, 0.45]}"},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

static const eg_case_line density_current[] = {
    {"title", "cold air runs along the ground"},
    {"model", "atmosphere"},
    {"mesh.box.size", "[19.2 km, 6.4 km]"},
    {"mesh.box.cells", "[48, 16]"},
    {"atmosphere", "{background: isentropic, theta: 300 K}"},
    {"initial.theta_perturbation",
     "\"hypot(x / 4000, (y - 3000) / 2000) < 1 ? -7.5 * (1 + cos(pi * hypot(x / 4000, (y - 3000) / "
     "2000))) / (1 - 9.81 * y / (1004.5 * 300)) : 0\""},
    {"boundaries", "{left: wall, right: wall, bottom: wall, top: wall}"},
    {"time.end", "900 s"},
    {"numerics.degree", "3"},
    {"numerics.viscosity", "75 m2/s"},
    {"output.fields", "{every: 300 s}"},
    {"output.lines", "{ground: {from: [0 m, 0 m], to: [19.2 km, 0 m], count: 1921}}"},
    {"output.picture", "{contours: [-9, -7, -5, -3, -1]}"},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

static const eg_case_line gravity_wave[] = {
    {"title", "gravity waves in a channel"},
    {"model", "atmosphere"},
    {"mesh.box.size", "[300 km, 10 km]"},
    {"mesh.box.cells", "[150, 5]"},
    {"atmosphere", "{background: isothermal, temperature: 250 K}"},
    {"initial.velocity", "[20 m/s, 0]"},
    {"initial.theta_perturbation", "\"0.01 * exp(9.81 * y / 250 * (0.5 / 287 + 1 / 1004.5)) * exp(-((x - "
                                   "1e5) / 5e3)^2) * sin(pi * y / 1e4)\""},
    {"boundaries", "{left: {periodic: right}, right: {periodic: left}, bottom: wall, top: wall}"},
    {"time.end", "30 min"},
    {"numerics.degree", "4"},
    {"output.fields", "{every: 10 min}"},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

static const eg_case_line vortex[] = {
    {"title", "an isentropic vortex in a wind"},
    {"model", "atmosphere"},
    {"mesh.box.origin", "[-5 m, -5 m]"},
    {"mesh.box.size", "[10 m, 10 m]"},
    {"mesh.box.cells", "[12, 12]"},
    {"atmosphere", "{background: isentropic, theta: 1 K, gravity: 0, gas_constant: 1, heat_capacity: 3.5, "
                   "reference_pressure: 1}"},
    {"initial.velocity",
     "[\"1 - 2.5 / pi * y * exp(0.5 * (1 - x^2 - y^2))\", \"2.5 / pi * x * exp(0.5 * (1 - x^2 - y^2))\"]"},
    {"initial.pressure_perturbation", "\"(1 - 10 / 11.2 / pi^2 * exp(1 - x^2 - y^2))^3.5 - 1\""},
    {"boundaries",
     "{left: {periodic: right}, right: {periodic: left}, bottom: {periodic: top}, top: {periodic: bottom}}"},
    {"time.end", "10 s"},
    {"numerics.degree", "4"},
    {"output.fields", "{every: 1 s}"},
    {"output.picture", "{variable: pressure_perturbation}"},
    {"limits.mass_error", "1e-12"},
    {NULL, NULL},
};

static const eg_case_line mountain_wave[] = {
    {"title", "waves over a mountain"},
    {"model", "atmosphere"},
    {"mesh.box.origin", "[-20 km, 0 km]"},
    {"mesh.box.size", "[50 km, 20 km]"},
    {"mesh.box.cells", "[64, 20]"},
    {"mesh.box.map", "[x, \"y + (1 - y / 20e3) * 10 / (1 + (x / 1000)^2)\"]"},
    {"atmosphere.background", "constant-frequency"},
    {"atmosphere.theta", "280 K"},
    {"atmosphere.frequency", "0.01 1/s"},
    {"atmosphere.wind", "10 m/s"},
    {"atmosphere.sponge", "{top: 8 km, left: 8 km, right: 10 km}"},
    {"boundaries", "{left: open, right: open, bottom: wall, top: wall}"},
    {"time.end", "1 h"},
    {"numerics.degree", "4"},
    {"numerics.flux", "hllc"},
    {"output.fields", "{every: 10 min}"},
    {NULL, NULL},
};

const eg_case_template eg_air_templates[EG_AIR_TEMPLATES] = {
    {"warm-bubble", "A warm bubble rises in isentropic air between walls.", warm_bubble},
    {"warm-and-cold-bubble", "A warm bubble rises past a small cold one.", warm_and_cold_bubble},
    {"density-current", "Cold air sinks to the ground and spreads along it.", density_current},
    {"inertia-gravity-wave", "Gravity waves spread in a channel of isothermal air, in a wind.", gravity_wave},
    {"vortex", "A vortex in a wind, without gravity: the test of a scheme's order.", vortex},
    {"mountain-wave", "A wind over a low mountain: waves in its lee, and a sponge above.", mountain_wave}};
