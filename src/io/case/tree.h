/* The tree of a case file, inside: nodes with their places, all in one arena.
 *
 * Everything of a tree (nodes, texts, child lists) lies in blocks that are freed together. Nodes
 * are made by the YAML reader as maps, lists and scalars; the check against the table then gives
 * them their row, kind and value. Expressions are objects of their own, chained from the tree. */
#ifndef EG_IO_CASE_TREE_H
#define EG_IO_CASE_TREE_H

#include "io/case/case.h"
#include "io/case/diagnostic.h"
#include "io/case/table.h"

typedef enum eg_tree_shape { EG_TREE_SCALAR, EG_TREE_LIST, EG_TREE_MAP } eg_tree_shape;

struct eg_node {
    eg_tree_shape shape;
    bool quoted;     /* scalar in quotes or block style */
    bool broken;     /* an error about it was reported: do not look at it again */
    bool is_default; /* filled in */
    bool is_plain;   /* an attribute of a shape: a number with its unit, or a word, and no expression */
    bool has_number; /* `real` holds the value of a plain number or constant */
    eg_file_position position, key_position;
    const char *key; /* in a map; NULL elsewhere */
    uint64_t key_hash;
    const char *text; /* scalar */
    int64_t text_length;
    eg_node **items; /* [count] */
    int64_t count, capacity;

    const eg_case_row *row;   /* from here on: set by the check */
    const eg_case_row *meant; /* of an unknown key: the row it was probably meant for */
    eg_node_kind kind;
    const char *name;
    double real;
    int64_t integer;
    const char *path;
    eg_expression *expression;
    eg_node *next_with_expression;
};

typedef struct eg_tree_block eg_tree_block;

/* Zero-initialise with the context set. */
typedef struct eg_tree {
    eg_context *context;
    eg_tree_block *blocks; /* the newest first */
    eg_node *with_expression;
    int64_t nodes;
} eg_tree;

/* What a case and a map of it may hold at most, so that a hostile one costs little. */
enum { EG_TREE_NODES = 2000000, EG_TREE_ENTRIES = 20000 };

/* `bytes` zeroed bytes that live as long as the tree. */
eg_status eg_tree_take(eg_tree *tree, int64_t bytes, void *pointer_address);
/* A copy of [bytes, bytes + length) with a zero byte behind it. */
eg_status eg_tree_text(eg_tree *tree, const char *bytes, int64_t length, const char **copy);
eg_status eg_tree_format(eg_tree *tree, const char **made, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

eg_status eg_tree_node(eg_tree *tree, eg_tree_shape shape, const eg_file_position *position, eg_node **made);
eg_status eg_tree_append(eg_tree *tree, eg_node *parent, eg_node *child);
/* Gives a node its key; append it afterwards. */
void eg_node_set_key(eg_node *node, const char *key, const eg_file_position *position);
/* Whether it is one or more letters, digits, '_' and '-', as EG_NAMES_PLAIN asks. */
bool eg_case_is_plain_name(const char *name);
eg_node *eg_node_find_child(const eg_node *map, const char *key);

/* Keeps an expression for the node; the tree destroys it. */
void eg_tree_own_expression(eg_tree *tree, eg_node *node, eg_expression *expression);

/* Frees all. */
void eg_tree_free(eg_tree *tree);

/* The place of bytes [offset, offset + length) of a scalar's text, where the file shows the text as
 * it is; the whole scalar's place where it does not (escapes, folded lines). */
eg_file_position eg_node_position_within(const eg_node *node, int offset, int length);

struct eg_case {
    eg_context *context;
    char *text;
    eg_source source;
    char *folder;         /* that file names are relative to; "" is the working directory */
    char *working_folder; /* absolute; that `folder` is relative to */
    eg_tree tree;
    eg_case_table table; /* in the tree */
    eg_node *root;
    unsigned models; /* mask of the model that was chosen */
    eg_diagnostics errors, warnings;
    eg_doubt *doubts; /* [doubt_count] */
    int64_t doubt_count, doubt_room;
    eg_case_shapes *shapes; /* [shape_count] */
    int64_t shape_count, shape_room;
    bool has_start;  /* time.start is there, */
    eg_date start;   /* and is a good date: that of time 0 */
    bool told_zone;  /* that dates have none */
    bool is_filling; /* nodes that are checked now are defaults */
    uint64_t hash;
};

#endif
