/* The models that there are. */
#include "run/model.h"

#include <string.h>

#define KEYS(NAME) &eg_##NAME##_model.keys,
const eg_case_model *const eg_models[] = {EG_MODELS(KEYS) NULL};
#undef KEYS

const eg_model_kind *eg_model_kind_of(const eg_case_model *keys)
{
    return (const eg_model_kind *)keys;
}

const eg_model_kind *eg_model_find(const char *name)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++)
        if (strcmp((*keys)->name, name) == 0 && !(*keys)->forest)
            return eg_model_kind_of(*keys);
    return NULL;
}

const eg_model_kind *eg_model_find_forest(const char *name, int dimensions)
{
    for (const eg_case_model *const *keys = eg_models; *keys; keys++)
        if ((*keys)->forest && (*keys)->dimensions == dimensions &&
            strcmp((*keys)->name, name) == 0)
            return eg_model_kind_of(*keys);
    return NULL;
}

const eg_model_kind *eg_model_of_case(const eg_case *loaded)
{
    return eg_model_kind_of(eg_case_model_of(loaded));
}
