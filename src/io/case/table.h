/* The table of the case file's keys: one row a key, from which the check, the JSON Schema, the explanations,
 * the reference page, the templates and the completion are made. It is put together from the rows common to
 * all models (common.c), the parts of each model (rows.h), and rows that follow from its outputs. */
#ifndef EG_IO_CASE_TABLE_H
#define EG_IO_CASE_TABLE_H

#include "io/case/rows.h"

struct eg_tree;

/* The mask of models that are not known: each may be meant. */
#define EG_ANY_MODEL (~0u)
enum { EG_MODELS_MOST = 31 };

/* In the mask of a row of all models but some: no model has this bit. */
#define EG_COMMON_ROW (1u << EG_MODELS_MOST)

/* Rows have parents before their children and stand in the order of the reference page. */
typedef struct eg_case_table {
    const eg_case_model *const *models; /* NULL at the end; the mask of the i-th is 1 << i */
    eg_case_row *rows;
    int count;
} eg_case_table;

/* The rows of all models; what is made for them lies in the tree. EG_MEMORY. */
eg_status eg_case_table_make(struct eg_tree *tree, const eg_case_model *const *models, eg_case_table *table);

/* Words that people use for what a key is called here otherwise, in small letters with blanks between; a word may stand for
 * several keys. A row with NULL ends the list. */
typedef struct eg_case_meaning {
    const char *path, *words;
} eg_case_meaning;
extern const eg_case_meaning eg_case_meanings[];
/* The next key after `previous` (NULL: the first) that `word` stands for, in capital letters or not, with blanks or hyphens for `_`;
 * NULL at the end. */
const eg_case_meaning *eg_case_meaning_next(const char *word, const eg_case_meaning *previous);

/* The rows common to all models. */
extern const eg_case_part eg_case_common;

/* The rows that follow from a model's outputs, in the tree. */
eg_status eg_case_generate(struct eg_tree *tree, const eg_case_model *model, eg_case_part *part);

/* The row of a key below `parent` (NULL: the top), exact names before `*`; NULL: there is none. A key may
 * have several rows, each of other models: one of `models` goes before the others. */
const eg_case_row *eg_case_row_child(const eg_case_table *table, const eg_case_row *parent, const char *key,
                                     unsigned models);
/* The next row right below `parent` after `previous` (NULL: the first); NULL at the end. */
const eg_case_row *eg_case_row_next(const eg_case_table *table, const eg_case_row *parent,
                                    const eg_case_row *previous);

/* The last part of a row's path. */
const char *eg_case_row_key(const eg_case_row *row);
/* The maps whose entries files of shapes may give (io/entries/entries.h); NULL at the end. */
extern const char *const eg_case_patterns[];
/* Whether {attribute: NAME} may stand in the place of a value. */
bool eg_case_row_takes_attribute(const eg_case_row *row);
bool eg_case_row_is_name(const eg_case_row *row); /* the last part is `*` */
bool eg_case_row_of_model(const eg_case_row *row, unsigned models);

/* The mask of all models of a name; 0: no such model. The names of the models of a mask, in the order of the
 * masks: the i-th of them, NULL behind the last. Where all models of a name are in the mask they have one
 * name together. */
unsigned eg_case_model_mask(const eg_case_table *table, const char *name);
const char *eg_case_model_name(const eg_case_table *table, unsigned models, int i);
/* The one of them for such meshes; where there is none, the first. */
unsigned eg_case_model_choose(const eg_case_table *table, unsigned models, bool forest, int dimension);

/* Splits a list of words ("wall outflow") at the blanks: stores up to EG_WORDS_MOST pointers into
 * `buffer` (EG_WORDS_BYTES of room) and returns their number. */
enum { EG_WORDS_MOST = 64, EG_WORDS_BYTES = 1024 };
int eg_case_words(const char *list, char *buffer, const char **words);
bool eg_case_is_word(const char *list, const char *word);

/* What one value of the row may be: "length or expression of x, y", or with articles "wall, outflow
 * or a map". */
void eg_case_row_type(const eg_case_row *row, bool with_articles, eg_text *text);
/* "above 0", "between 1 and 5", ... Nothing where any value goes. */
void eg_case_row_range(const eg_case_row *row, eg_text *text);

#endif
