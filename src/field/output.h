/* output: what can be shown of a model's state, declared once: fields of snapshots, gauges, pictures,
 * errors. A model has one table of these. */
#ifndef EG_FIELD_OUTPUT_H
#define EG_FIELD_OUTPUT_H

#include "base/base.h"

/* No output has more components. */
enum { EG_OUTPUT_COMPONENTS = 6 };

typedef struct eg_output {
    const char *name; /* as the case file has it */
    int components; /* 1, 2 for a vector of the plane, 3, 6 for a symmetric tensor: xx, yy, zz, xy, yz, xz */
    const char *unit, *sentence;
    bool is_signed; /* swings about zero: a picture's colours are symmetric */
    /* What people call it, in pictures and pages: "water depth". Outputs of one name and unit have the same. NULL:
     * the name, with blanks for underscores. */
    const char *words;
} eg_output;

/* Its words, or its name. */
const char *eg_output_words(const eg_output *output);

/* Index of the name in the table, or -1. */
int eg_output_find(const eg_output *table, int count, const char *name);

/* What a component of a vector or tensor is called in names: "x", "xy". */
const char *eg_output_component(const eg_output *output, int dimension, int component);
/* The name of a column of a table for a component, with its unit: "velocity_x_m_per_s". In the plane three
 * components are those of a symmetric tensor, xx, yy, xy. */
void eg_output_column(const eg_output *output, int dimension, int component, eg_text *text);
/* That part of a name, in `room`: "_m_per_s"; "" of numbers without unit. */
enum { EG_UNIT_COLUMN = 40 };
const char *eg_output_unit_column(const char *unit, char room[EG_UNIT_COLUMN]);

#endif
