/* The models that there are. */
#include "run/model.h"

#include <string.h>

const eg_model_class *const eg_model_classes[] = {&eg_shallow_water_model, &eg_advection_model,
                                                  &eg_acoustic_model, &eg_elastic_model, NULL};

const eg_model_class *eg_model_find(const char *name)
{
    for (const eg_model_class *const *class = eg_model_classes; *class; class ++)
        if (strcmp((*class)->name, name) == 0)
            return *class;
    return NULL;
}
