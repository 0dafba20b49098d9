/* The table of the case file's keys: one row a key, from which the check, the JSON Schema, the
 * explanations, the reference page, the templates and the completion are made. */
#ifndef EG_IO_CASE_TABLE_H
#define EG_IO_CASE_TABLE_H

#include "base/base.h"
#include "io/case/units.h"

/* What a value may be; several may be combined. A key with rows below it takes EG_TAKES_MAP. */
enum {
    EG_TAKES_REAL = 1,        /* a number with the unit of the row's dimension */
    EG_TAKES_INTEGER = 2,     /* a whole number */
    EG_TAKES_BOOLEAN = 4,     /* true, false */
    EG_TAKES_TEXT = 8,        /* any text */
    EG_TAKES_PATH = 16,       /* a file name */
    EG_TAKES_WORD = 32,       /* one of `words` */
    EG_TAKES_EXPRESSION = 64, /* an expression of `variables`, or a number with unit */
    EG_TAKES_MAP = 128,
};

/* How often a key must be there. The last three speak of all keys of a map that are marked so. */
typedef enum eg_presence {
    EG_OPTIONAL,
    EG_REQUIRED,
    EG_EXACTLY_ONE,
    EG_AT_LEAST_ONE,
    EG_AT_MOST_ONE
} eg_presence;

typedef enum eg_range {
    EG_RANGE_ANY,
    EG_RANGE_POSITIVE,
    EG_RANGE_NOT_NEGATIVE,
    EG_RANGE_NOT_ZERO,
    EG_RANGE_ASCENDING, /* a list: each value above the one before it */
    EG_RANGE_BETWEEN    /* least to most, both included */
} eg_range;

/* Names under a `*`. */
typedef enum eg_names {
    EG_NAMES_ANY,  /* physical groups of a mesh: what the mesh says */
    EG_NAMES_PLAIN /* letters, digits, '_' and '-': they become names of columns or variables */
} eg_names;

enum { EG_ANY_COUNT = -1, EG_ONE_OR_LIST = -2 };

/* Masks of the models that a row belongs to; 0 is every one. */
enum {
    EG_MODEL_SHALLOW_WATER = 1,
    EG_MODEL_ADVECTION = 2,
    EG_MODEL_ACOUSTIC = 4,
    EG_MODEL_ELASTIC = 8,
    EG_MODEL_WAVES = EG_MODEL_ADVECTION | EG_MODEL_ACOUSTIC | EG_MODEL_ELASTIC,
    EG_MODEL_POISSON = 16,
    EG_MODEL_HEAT = 32,
    EG_MODEL_PLANE = EG_MODEL_SHALLOW_WATER | EG_MODEL_WAVES,
    EG_MODEL_ELLIPTIC = EG_MODEL_POISSON | EG_MODEL_HEAT,
    EG_MODEL_TIMED = EG_MODEL_PLANE | EG_MODEL_HEAT,
    EG_MODEL_ANY = ~0
};

typedef struct eg_case_row {
    const char *path; /* "materials.*.manning": `*` stands for any name */
    unsigned takes;
    int count; /* 0: one value; n: a list of n of them; EG_ANY_COUNT: a list of one or more;
                  EG_ONE_OR_LIST: one value, or such a list */
    eg_presence presence;
    unsigned models;
    eg_dimension dimension; /* of reals and expressions */
    eg_range range;
    double least, most;
    eg_names names;        /* of the row's `*` */
    const char *words;     /* "wall outflow" */
    const char *variables; /* "x y z" */
    const char *with;      /* the key beside it without which it means nothing */
    const char *without; /* the key beside it that gives the same: not both, and no default then */
    const char *needs;   /* a key elsewhere without which it means nothing, "exact.depth" */
    const char *default_text; /* in YAML; NULL: none */
    const char *sentence;
    const char *example; /* in YAML, the value alone */
    const char *refusal; /* the key is refused, with this hint */
    const char *
        resume; /* EG_MAY_CHANGE: a run that goes on may change it; else why not, of what is written; NULL: the
                            states so far follow from it */
    double warn_above; /* a value above this gives `warning`; 0: never */
    const char *warning;
} eg_case_row;

#define EG_MAY_CHANGE ""

/* All rows, parents before their children, in the order of the reference page. */
extern const eg_case_row eg_case_rows[];
extern const int eg_case_row_count;

/* The row of a key below `parent` (NULL: the top), exact names before `*`; NULL: there is none. A key may
 * have several rows, each of other models: one of `models` goes before the others. */
const eg_case_row *eg_case_row_child(const eg_case_row *parent, const char *key, unsigned models);
/* The next row right below `parent` after `previous` (NULL: the first); NULL at the end. */
const eg_case_row *eg_case_row_next(const eg_case_row *parent, const eg_case_row *previous);

/* The last part of a row's path. */
const char *eg_case_row_key(const eg_case_row *row);
bool eg_case_row_is_name(const eg_case_row *row); /* the last part is `*` */
bool eg_case_row_of_model(const eg_case_row *row, unsigned models);

/* The mask of a model; 0: no such model. The names of the models of a mask, in the order of the masks: the
 * i-th of them, NULL behind the last. */
unsigned eg_case_model_mask(const char *name);
const char *eg_case_model_name(unsigned models, int i);

/* Splits a list of words ("wall outflow") at the blanks: stores up to EG_WORDS_MOST pointers into
 * `buffer` (EG_WORDS_BYTES of room) and returns their number. */
enum { EG_WORDS_MOST = 24, EG_WORDS_BYTES = 256 };
int eg_case_words(const char *list, char *buffer, const char **words);

/* What one value of the row may be: "length or expression of x, y", or with articles "wall, outflow
 * or a map". */
void eg_case_row_type(const eg_case_row *row, bool with_articles, eg_text *text);
/* "above 0", "between 1 and 5", ... Nothing where any value goes. */
void eg_case_row_range(const eg_case_row *row, eg_text *text);

#endif
