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
    X(atmosphere)                                                                                            \
    X(poisson)                                                                                               \
    X(heat)

#define DECLARE(NAME) extern const eg_model_kind eg_##NAME##_model;
EG_MODELS(DECLARE)
#undef DECLARE

#define KEYS(NAME) &eg_##NAME##_model.keys,
const eg_case_model *const eg_models[] = {EG_MODELS(KEYS) NULL};
#undef KEYS

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
        if ((*keys)->forest && (*keys)->dimensions == dimensions && strcmp((*keys)->name, name) == 0)
            return eg_model_kind_of(*keys);
    return NULL;
}
