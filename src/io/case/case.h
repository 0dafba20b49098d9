/* case: the case file, a strict subset of YAML, read and checked against one table.
 *
 * A case is a tree of nodes. Loading checks everything that can be told from the file alone (keys,
 * types, units, ranges, expressions) and reports all errors in one pass, each with its place. What
 * needs the mesh or other files is checked later by whoever has them; eg_case_fail() and
 * eg_case_error_add() report such errors at the node they are about, in the same form:
 *
 *     dam.yaml:12:7: error: unknown key 'maning' in materials.bed; did you mean 'manning'?
 *       12 |       maning: 0.03
 *          |       ^~~~~~
 *
 * The keys, their types, defaults and sentences are in table.h and rows.h; `eagre explain KEY` and
 * docs/case-reference.md are made from it. All values are in SI. */
#ifndef EG_IO_CASE_H
#define EG_IO_CASE_H

#include "base/base.h"
#include "base/date.h"
#include "expr/expression.h"
#include "io/case/units.h"

typedef struct eg_case eg_case;
typedef struct eg_case_model eg_case_model; /* rows.h: what the case file has of a model */
typedef struct eg_case_template eg_case_template;
typedef struct eg_node eg_node; /* belongs to its case and lives as long as it */

/* ---- loading */

/* Reads and checks a case file of one of the models, a list with NULL at its end, which outlives the case.
 * `settings` are `count` texts "KEY=VALUE" that override it, such as "time.end=2 s", "initial.depth=x < 5 ? 2
 * : 0", "output.gauges={g1: [1, 2]}" (what begins with a bracket or a quote is YAML) or "vars.DATA=/data" for
 * ${DATA} in file names. The caller owns *loaded, which keeps `context`. EG_CASE with every error of the file
 * in the text; warnings go to the log. */
eg_status eg_case_load(eg_context *context, const eg_case_model *const *models, const char *path,
                       const char *const *settings, int count, eg_case **loaded);

/* The same from memory: `name` stands for the file in messages, and relative file names belong to
 * `folder`. The text is copied. */
eg_status eg_case_parse(eg_context *context, const eg_case_model *const *models, const char *name,
                        const char *folder, const char *text, int64_t length, const char *const *settings,
                        int count, eg_case **loaded);

/* Frees the case and sets *loaded to NULL; NULL is fine. */
void eg_case_destroy(eg_case **loaded);

/* The model of the case, and the list that it is of. */
const eg_case_model *eg_case_model_of(const eg_case *loaded);
const eg_case_model *const *eg_case_models(const eg_case *loaded);

/* ---- finding. Defaults are nodes like any other. */

const eg_node *eg_case_root(const eg_case *loaded);

/* The node at a path of keys with dots ("mesh.box.size"), NULL where there is none. Names of
 * materials, boundaries and gauges may hold dots themselves: reach those with eg_node_child(). */
const eg_node *eg_case_find(const eg_case *loaded, const char *path);
/* The number there, `otherwise` where there is none. */
double eg_case_real(const eg_case *loaded, const char *path, double otherwise);

/* The date of time 0, time.start; given is false where the case has none. */
const eg_date *eg_case_start(const eg_case *loaded);

/* The value of a key of a map, NULL where it has none (or `map` is no map, or is NULL). */
const eg_node *eg_node_child(const eg_node *map, const char *key);

/* Entries of a map or list (0 for anything else), the i-th value, and the i-th key of a map. */
int64_t eg_node_count(const eg_node *node);
const eg_node *eg_node_item(const eg_node *node, int64_t i);
const char *eg_node_key(const eg_node *map, int64_t i);

/* ---- values */

typedef enum eg_node_kind {
    EG_NODE_MAP,
    EG_NODE_LIST,
    EG_NODE_REAL,       /* a number, in SI */
    EG_NODE_INTEGER,    /* a whole number */
    EG_NODE_BOOLEAN,    /* true or false */
    EG_NODE_TEXT,       /* free text */
    EG_NODE_WORD,       /* one of a fixed list, such as `wall` or `f64` */
    EG_NODE_PATH,       /* a file name, resolved */
    EG_NODE_EXPRESSION, /* an expression of variables; a plain number is one too */
} eg_node_kind;

eg_node_kind eg_node_kind_of(const eg_node *node);
bool eg_node_is_map(const eg_node *node);
bool eg_node_is_list(const eg_node *node);
/* Whether it is a word or text equal to `text`; false for NULL. */
bool eg_node_is(const eg_node *node, const char *text);
/* Whether a list has this word; NULL has none. */
bool eg_node_has(const eg_node *list, const char *word);
/* Whether the case did not give it, and it was filled in. */
bool eg_node_is_default(const eg_node *node);

/* The value. Asking for a kind that the node does not have is an assert. eg_node_real() takes
 * reals, integers and expressions that are plain numbers; eg_node_text() takes words, texts, paths
 * and expressions (as written). */
double eg_node_real(const eg_node *node);
/* The values of so many items of a list, from the first on. */
void eg_node_reals(const eg_node *list, int64_t first, int count, double *values);
int64_t eg_node_integer(const eg_node *node);
bool eg_node_boolean(const eg_node *node);
const char *eg_node_text(const eg_node *node);
/* The file name, relative to the working directory or absolute. */
const char *eg_node_path(const eg_node *node);
/* Never NULL for EG_NODE_EXPRESSION; its variables are those of the key's row, in that order:
 * materials x, y; initial x, y, z (z: the bed); boundaries t; exact x, y, z, t. */
const eg_expression *eg_node_expression(const eg_node *node);
/* The dimension of its key's row. */
eg_dimension eg_node_dimension(const eg_node *node);
/* Whether an expression has one value: a plain number, with or without unit, or such as "2 * pi". */
bool eg_node_is_constant(const eg_node *node);

/* The node's full key, "materials.bed.manning" or "mesh.box.size[1]"; "" for the root. */
const char *eg_node_name(const eg_node *node);

/* ---- later errors: messages with the node's file, line and caret */

/* Fails with one error at the node's value, or at its key; NULL is the start of the file. */
eg_status eg_case_fail(eg_case *loaded, const eg_node *node, eg_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
eg_status eg_case_fail_key(eg_case *loaded, const eg_node *node, eg_status status, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Collects errors; eg_case_errors_finish() fails with all of them and forgets them, or gives EG_OK
 * where there is none. */
void eg_case_error_add(eg_case *loaded, const eg_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void eg_case_error_add_key(eg_case *loaded, const eg_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
eg_status eg_case_errors_finish(eg_case *loaded, eg_status status);

/* Sends one warning to the log, as one line with the node's place. */
void eg_case_warn(eg_case *loaded, const eg_node *node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What may be meant, but hardly, as in other units: the run tells it (run/judge/units.c). */
typedef struct eg_doubt {
    const eg_node *node;
    double value, bound;
    const char *text;
} eg_doubt;
void eg_case_doubt(eg_case *loaded, const eg_node *node, double value, double bound, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* All so far, *count of them. */
const eg_doubt *eg_case_doubts(const eg_case *loaded, int64_t *count);

/* A file of shapes that has made entries of the case, and the projection that it says it is in. */
typedef struct eg_case_shapes {
    const eg_node *node;
    const char *path, *projection;
} eg_case_shapes;
eg_status eg_case_note_shapes(eg_case *loaded, const eg_node *node, const char *path, const char *projection);
/* All that were noted, *count of them. */
const eg_case_shapes *eg_case_noted_shapes(const eg_case *loaded, int64_t *count);

/* ---- as resolved */

/* The name it was loaded by. */
const char *eg_case_name(const eg_case *loaded);

/* Appends the case in YAML with defaults filled in, settings applied, values in SI and file names
 * absolute: a case file of its own. The caller checks text->status. */
void eg_case_resolved(const eg_case *loaded, eg_text *text);

/* Hash of the resolved case: the same for any layout, order of keys, way to write a number, and
 * place of the files (of a file name only the last part counts; of its content nothing). */
uint64_t eg_case_hash(const eg_case *loaded);

/* ---- the case of a run that goes on */

/* Appends a line "KEY: OLD -> NEW" for every value in which `after` differs from `before`, defaults among
 * them; "not given" stands for a value that is not there. EG_CASE with all keys that a run that goes on
 * cannot change, and why. Both cases are of one context. */
eg_status eg_case_changes(const eg_case *before, eg_case *after, eg_text *changes);

/* ---- what the table tells. All append to `text`; the caller checks text->status. */

/* JSON Schema (draft 7, which editors know) of the case files of a model; NULL: of any model. EG_USAGE where
 * there is no such model. */
eg_status eg_case_schema(eg_context *context, const eg_case_model *const *models, const char *model,
                         eg_text *text);

/* Type, default, range, sentence and example of a key, with the keys below it. The key may be a
 * pattern ("materials.*.manning"), a key of a case ("materials.bed.manning"), or the end of one
 * ("manning"). NULL or "": the list of keys. EG_USAGE with a suggestion where there is none. */
eg_status eg_case_explain(eg_context *context, const eg_case_model *const *models, const char *key,
                          eg_text *text);

/* The reference page in Markdown, docs/case-reference.md, with the keys of a model; NULL: of all. EG_USAGE where there
 * is no such model. */
eg_status eg_case_reference(eg_context *context, const eg_case_model *const *models, const char *model,
                            eg_text *text);

/* Appends a commented, complete case: the template of that name, or the first of the model of that name.
 * EG_USAGE with the names there are, where `name` is none of them. */
eg_status eg_case_template_write(eg_context *context, const eg_case_model *const *models, const char *name,
                                 eg_text *text);
/* The i-th template of all models; NULL behind the last. */
const eg_case_template *eg_case_template_of(const eg_case_model *const *models, int i);

/* Every key that --set takes, one a line, for completion. */
eg_status eg_case_keys(eg_context *context, const eg_case_model *const *models, eg_text *text);

#endif
