/* models: the models that there are. Rooms above take them from here; they do not know each other. */
#ifndef EG_RUN_MODELS_H
#define EG_RUN_MODELS_H

#include "run/model.h"

/* All of them, as the case file takes them: NULL at the end. */
extern const eg_case_model *const eg_models[];

/* The one of that name, or of that name for forests of space; NULL where there is none. */
const eg_model_kind *eg_model_find(const char *name, bool forest);

/* What people call the output of that name and unit ("" is "1"), in pictures and pages; the name itself where
 * no model has it. */
const char *eg_models_words(const char *name, const char *unit);

/* The first output of a model of that dimension with that name, unit and number of components; the first of the
 * largest values of that name. NULL where there is none. */
const eg_output *eg_models_output(const char *name, const char *unit, int dimension, int components);
const eg_output *eg_models_maximum(const char *name);

#endif
