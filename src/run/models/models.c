/* The models that there are. */
#include "run/models/models.h"

#include <string.h>

/* X(NAME) for each model, which is the object eg_NAME_model. */
#define EG_MODELS(X)                                                                                         \
    X(shallow_water)                                                                                         \
    X(advection)                                                                                             \
    X(acoustic)                                                                                              \
    X(acoustic_quadtrees)                                                                                    \
    X(acoustic_octrees)                                                                                      \
    X(elastic)                                                                                               \
    X(elastic_quadtrees)                                                                                     \
    X(elastic_octrees)                                                                                       \
    X(sh)                                                                                                    \
    X(sh_quadtrees)                                                                                          \
    X(linear)                                                                                                \
    X(atmosphere)                                                                                            \
    X(poisson)                                                                                               \
    X(heat)

#define DECLARE(NAME) extern const eg_model_kind eg_##NAME##_model;
EG_MODELS(DECLARE)
#undef DECLARE

#define KEYS(NAME) &eg_##NAME##_model.keys,
const eg_case_model *const eg_models[] = {EG_MODELS(KEYS) NULL};
#undef KEYS

static const char *find_words(const eg_output *table, int count, const char *name, const char *unit)
{
    int i = eg_output_find(table, count, name);
    bool same = i >= 0 && strcmp(table[i].unit[0] ? table[i].unit : "1", unit[0] ? unit : "1") == 0;
    return same ? eg_output_words(&table[i]) : NULL;
}

const char *eg_models_words(const char *name, const char *unit)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++) {
        const char *words = find_words((*keys)->outputs, (*keys)->output_count, name, unit);
        if (!words)
            words = find_words((*keys)->maxima, (*keys)->maximum_count, name, unit);
        if (words)
            return words;
    }
    return name;
}

const eg_output *eg_models_output(const char *name, const char *unit, int dimension, int components)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++) {
        int i = (*keys)->dimensions == dimension
                    ? eg_output_find((*keys)->outputs, (*keys)->output_count, name)
                    : -1;
        if (i >= 0 && strcmp((*keys)->outputs[i].unit, unit) == 0 &&
            (*keys)->outputs[i].components == components)
            return &(*keys)->outputs[i];
    }
    return NULL;
}

const eg_output *eg_models_maximum(const char *name)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++) {
        int i = eg_output_find((*keys)->maxima, (*keys)->maximum_count, name);
        if (i >= 0)
            return &(*keys)->maxima[i];
    }
    return NULL;
}

const eg_model_kind *eg_model_find(const char *name, bool forest)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++)
        if (strcmp((*keys)->name, name) == 0 && (*keys)->forest == forest &&
            (!forest || (*keys)->dimensions == 3))
            return eg_model_kind_of(*keys);
    return NULL;
}
