/* Which entries of a state a source drives. */
#include "physics/linear/source.h"

/* What a system has: where its velocities, its stresses and 1 / rho stand; -1: nowhere. */
typedef struct places {
    const eg_linear *system;
    int velocity, density;
    int stress,
        stresses; /* the stresses along the axes first, or one pressure, which is minus a stress */
} places;

static const places known[] = {
    {&eg_linear_elastic, .velocity = 3, .density = 3, .stress = 0, .stresses = 3},
    {&eg_linear_acoustic, .velocity = 1, .density = 1, .stress = 0, .stresses = 1},
    {&eg_linear_elastic_space, .velocity = 6, .density = 3, .stress = 0, .stresses = 6},
    {&eg_linear_acoustic_space, .velocity = 1, .density = 1, .stress = 0, .stresses = 1},
};

static const places *find(const eg_linear *system)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].system == system)
            return &known[i];
    return NULL;
}

const char *eg_linear_source_name(eg_linear_source_kind kind)
{
    static const char *const name[EG_LINEAR_SOURCES] = {"state", "force", "moment", "explosion"};
    return name[kind];
}

int eg_linear_source_strengths(const eg_linear *system, eg_linear_source_kind kind)
{
    const places *p = find(system);
    switch (kind) {
    case EG_LINEAR_SOURCE_STATE:
        return system->variables;
    case EG_LINEAR_SOURCE_FORCE:
        return p ? system->dimensions : 0;
    case EG_LINEAR_SOURCE_MOMENT:
        return p && p->stresses > 1 ? p->stresses : 0;
    case EG_LINEAR_SOURCE_EXPLOSION:
        return p ? 1 : 0;
    case EG_LINEAR_SOURCES:
        break;
    }
    return 0;
}

void eg_linear_source_weights(const eg_linear *system, eg_linear_source_kind kind,
                              const double *material, const double *strength, double *weights)
{
    assert(eg_linear_source_strengths(system, kind) > 0);
    const places *p = find(system);
    for (int v = 0; v < system->variables; v++)
        weights[v] = kind == EG_LINEAR_SOURCE_STATE ? strength[v] : 0;
    if (kind == EG_LINEAR_SOURCE_FORCE)
        for (int i = 0; i < system->dimensions; i++)
            weights[p->velocity + i] = strength[i] * material[p->density];
    if (kind == EG_LINEAR_SOURCE_MOMENT)
        for (int i = 0; i < p->stresses; i++)
            weights[p->stress + i] = -strength[i];
    if (kind == EG_LINEAR_SOURCE_EXPLOSION && p->stresses == 1)
        weights[p->stress] = strength[0];
    if (kind == EG_LINEAR_SOURCE_EXPLOSION && p->stresses > 1)
        for (int i = 0; i < system->dimensions; i++)
            weights[p->stress + i] = -strength[0];
}
