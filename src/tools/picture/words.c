/* What the fields of snapshots are called in pictures: components, norms, fractions of an ensemble. */
#include "tools/picture/snapshot.h"
#include "run/models/models.h"
#include "tools/snapshots.h"

#include <stdio.h>
#include <string.h>

/* "minus_0_5" as -0.5: the name of a level in that of a field. */
static bool read_level(const char *name, double *value)
{
    static const char MINUS[] = "minus_";
    char number[EG_FIELD_NAME];
    size_t length = 0;
    for (const char *p = name; *p && length + 1 < sizeof number;) {
        bool minus = strncmp(p, MINUS, sizeof MINUS - 1) == 0;
        number[length++] = minus ? '-' : *p == '_' ? '.' : *p;
        p += minus ? sizeof MINUS - 1 : 1;
    }
    number[length] = 0;
    return eg_parse_real(number, number + length, value);
}

bool eg_tools_exceedance_words(const char *field, int64_t length, char words[EG_LABEL_ROOM])
{
    static const char ABOVE[] = "_above_";
    char name[EG_FIELD_NAME], unit[64];
    double level;
    snprintf(name, sizeof name, "%.*s", (int)eg_min_i64(length, EG_FIELD_NAME - 1), field);
    char *above = strstr(name, ABOVE);
    if (!above || !read_level(above + sizeof ABOVE - 1, &level))
        return false;
    *above = 0;
    const eg_output *output = eg_models_maximum(name);
    if (!output)
        return false;
    eg_unit_text(strcmp(output->unit, "1") == 0 ? "" : output->unit, unit);
    snprintf(words, EG_LABEL_ROOM, "fraction of members, %.60s above %s%s%.60s", eg_output_words(output),
             eg_real_show(level).text, unit[0] ? " " : "", unit);
    return true;
}

/* Whether a name is that of component k of the output. */
static bool is_component(const eg_output *output, int dimension, int k, const char *name)
{
    size_t stem = strlen(output->name);
    return strncmp(name, output->name, stem) == 0 && name[stem] == '_' &&
           strcmp(name + stem + 1, eg_output_component(output, dimension, k)) == 0;
}

bool eg_tools_find_component(const eg_snapshot *snapshot, const char *name, int *field, int *component)
{
    int dimension = snapshot->hexahedra > 0 ? 3 : 2;
    for (int f = 0; f < snapshot->field_count; f++) {
        int columns = snapshot->field[f].components;
        for (int parts = 2; parts <= columns; parts++) {
            const eg_output *output =
                eg_models_output(snapshot->field[f].name, snapshot->field[f].unit, dimension, parts);
            for (int k = 0; output && k < parts; k++)
                if (is_component(output, dimension, k, name)) {
                    *field = f;
                    *component = k;
                    return true;
                }
        }
    }
    return false;
}

eg_status eg_snapshot_drawing_check_component(const eg_snapshot_drawing *d)
{
    if (d->component < 0 || !d->marks->loaded)
        return EG_OK;
    const eg_case_model *model = eg_case_model_of(d->marks->loaded);
    int i = eg_output_find(model->outputs, model->output_count, d->snapshot->field[d->field].name);
    const eg_output *output = i < 0 ? NULL : &model->outputs[i];
    return !output || (d->component < output->components &&
                       is_component(output, model->dimensions, d->component, d->options->variable))
               ? EG_OK
               : eg_tools_no_such_field(d->snapshot, d->options->variable);
}

void eg_snapshot_drawing_name(eg_snapshot_drawing *d)
{
    const eg_snapshot_field *field = &d->snapshot->field[d->field];
    const char *words = eg_models_words(field->name, field->unit);
    d->is_fraction = eg_tools_exceedance_words(field->name, (int64_t)strlen(field->name), d->words);
    if (d->is_fraction)
        snprintf(d->label, sizeof d->label, "fraction of members");
    else if (d->component >= 0)
        snprintf(d->words, sizeof d->words, "%.100s %.8s", words, strrchr(d->options->variable, '_') + 1);
    else if (field->components > 1)
        snprintf(d->words, sizeof d->words, "%s%.100s",
                 strcmp(field->name, "velocity") == 0 ? "speed: norm of " : "norm of ", words);
    else
        snprintf(d->words, sizeof d->words, "%.190s", words);
    if (!d->is_fraction)
        memcpy(d->label, d->words, sizeof d->label);
}
