/* What receivers tell: variables of the state, displacement, pressure. */
#include "run/models/seismic/kind.h"
#include "run/models/seismic/seismograms.h"

#include <stdio.h>
#include <string.h>

static eg_component component_of(const eg_setup *setup, int variable)
{
    const eg_linear *system = setup->kind->waves->system;
    char unit[EG_UNIT_COLUMN];
    eg_component c = {.unit = system->unit[variable], .parts = 1, .variable = variable, .factor = 1};
    snprintf(c.name, sizeof c.name, "%s", system->variable[variable]);
    snprintf(c.column, sizeof c.column, "%s%s", c.name, eg_output_unit_column(c.unit, unit));
    snprintf(c.code, sizeof c.code, "%.8s", system->code[variable]);
    return c;
}

/* Of "velocity_x", vx and m/s: "displacement_x", ux and m. */
static eg_component displacement_of(const eg_setup *setup, int variable)
{
    const char *axis = strrchr(setup->kind->waves->system->variable[variable], '_');
    eg_component c = component_of(setup, variable);
    c.unit = "m";
    c.integrated = true;
    snprintf(c.name, sizeof c.name, "displacement%s", axis);
    snprintf(c.column, sizeof c.column, "displacement%s_m", axis);
    snprintf(c.code, sizeof c.code, "u%s", axis + 1);
    return c;
}

/* "velocity_x" of "velocity", or the variable of that name. */
static bool is_component(const char *variable, const char *name)
{
    size_t length = strlen(name);
    return strncmp(variable, name, length) == 0 && (variable[length] == 0 || variable[length] == '_');
}

/* A name that a case gives stands for itself alone. */
static int add_variable(const eg_setup *setup, const char *name, eg_component *list)
{
    const eg_linear *system = setup->kind->waves->system;
    for (int v = 0; v < system->variables; v++)
        if (strcmp(system->variable[v], name) == 0) {
            *list = component_of(setup, v);
            return 1;
        }
    return 0;
}

/* The components that a word of the case stands for. */
static int add_word(const eg_setup *setup, const eg_node *word, eg_component *list)
{
    const eg_linear *system = setup->kind->waves->system;
    bool displacement = eg_node_is(word, "displacement");
    const char *prefix = displacement ? "velocity" : eg_node_text(word);
    int count = 0;
    for (int v = 0; v < eg_linear_told(system); v++)
        if (is_component(system->variable[v], prefix))
            list[count++] = displacement ? displacement_of(setup, v) : component_of(setup, v);
    if (count == 0) /* pressure, of stresses */
        list[count++] = (eg_component){.name = "pressure",
                                       .column = "pressure_Pa",
                                       .code = "p",
                                       .unit = "Pa",
                                       .parts = system->source.explosions,
                                       .variable = system->source.stress,
                                       .factor = -1.0 / system->source.explosions};
    return count;
}

int eg_waves_components(const eg_setup *setup, eg_component list[EG_COMPONENTS])
{
    const eg_node *words = eg_case_find(setup->loaded, "output.receivers.variables");
    int count = 0;
    for (int64_t i = 0; i < eg_node_count(words); i++) {
        const eg_node *word = eg_node_item(words, i);
        count += setup->kind->waves->given ? add_variable(setup, eg_node_text(word), &list[count])
                                           : add_word(setup, word, &list[count]);
    }
    for (int v = 0; !words && v < eg_linear_told(setup->kind->waves->system); v++)
        list[count++] = component_of(setup, v);
    return count;
}

int eg_waves_needed_variables(const eg_setup *setup, int variable[EG_LINEAR_VARIABLES])
{
    eg_component list[EG_COMPONENTS];
    int components = eg_waves_components(setup, list), count = 0;
    for (int v = 0; v < setup->kind->waves->system->variables; v++) {
        bool needed = false;
        for (int i = 0; i < components; i++)
            needed = needed || (v >= list[i].variable && v < list[i].variable + list[i].parts);
        if (needed)
            variable[count++] = v;
    }
    return count;
}

double eg_waves_value(const eg_waves_samples *samples, int64_t station, const eg_component *component,
                      int64_t k)
{
    bool some = samples->columns > 0;
    int columns = some ? samples->columns : samples->setup->kind->waves->system->variables;
    int column = some ? samples->column[component->variable] : component->variable;
    const double *values = &samples->values[(k * samples->stations->count + station) * columns + column];
    double sum = values[0];
    for (int i = 1; i < component->parts; i++)
        sum += values[i];
    return component->parts == 1 ? sum : component->factor * sum + 0.0; /* no -0 */
}

/* The integral over one interval of four (three, two) samples' polynomial: 24ths (12ths, halves) of the
 * samples. */
static const double inner[4] = {-1, 13, 13, -1}, first[4] = {9, 19, -5, 1}, last[4] = {1, -5, 19, 9},
                    first_of_3[3] = {5, 8, -1}, last_of_3[3] = {-1, 8, 5}, both[2] = {1, 1};

double eg_waves_increment(const eg_waves_samples *samples, int64_t station, const eg_component *component,
                          int64_t k)
{
    int64_t most = samples->count - 1, from = 0;
    int points = samples->count >= 4 ? 4 : (int)samples->count;
    const double *weight = both;
    if (points == 4) {
        from = k == 0 ? 0 : k + 1 == most ? k - 2 : k - 1;
        weight = k == 0 ? first : k + 1 == most ? last : inner;
    } else if (points == 3) {
        weight = k == 0 ? first_of_3 : last_of_3;
    }
    double sum = 0;
    for (int i = 0; i < points; i++)
        sum += weight[i] * eg_waves_value(samples, station, component, from + i);
    return samples->interval / (points == 4 ? 24 : points == 3 ? 12 : 2) * sum;
}
