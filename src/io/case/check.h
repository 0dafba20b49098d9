/* The check of a case's tree against the table, inside. Errors of the case are collected in
 * loaded->errors; the status of these functions is EG_OK or EG_MEMORY. */
#ifndef EG_IO_CASE_CHECK_H
#define EG_IO_CASE_CHECK_H

#include "io/case/tree.h"

/* Applies "KEY=VALUE" texts to the tree, before the check. */
eg_status eg_case_apply_settings(eg_case *loaded, const char *const *settings, int count);

/* Checks the whole tree. */
eg_status eg_case_check(eg_case *loaded);

/* Beside other errors: the names of boundaries and materials that the mesh does not have, or that lack an
 * entry, as far as they can be told before the mesh is made. Where they are all that is wrong the run tells
 * them (run/given/names.h). */
eg_status eg_case_check_names(eg_case *loaded);

/* Where a map is named in messages. */
const eg_file_position *eg_node_map_position(const eg_node *map);

/* Checks one node against its row, and what is below it; gives it its kind, value and name. */
eg_status eg_case_check_node(eg_case *loaded, eg_node *node, const eg_case_row *row);

/* Checks a scalar against a row (of a list: as one of its values). */
eg_status eg_case_check_scalar(eg_case *loaded, eg_node *node, const eg_case_row *row);

/* Checks values of a list together: ascending, or no word twice. */
void eg_case_check_list_values(eg_case *loaded, const eg_node *list, const eg_case_row *row);

/* Adds what the case does not give and the table has a default for, below a checked map. */
eg_status eg_case_fill_defaults(eg_case *loaded, eg_node *map, const eg_case_row *row);

/* "'abc'", "a list", "a map": what was found, for messages; 128 bytes of room. */
void eg_node_describe(const eg_node *node, char *buffer);

/* "NAME: expected ..., found ..." for a value of a wrong kind. */
void eg_case_report_type(eg_case *loaded, const eg_node *node, const eg_case_row *row);

/* Replaces ${NAME} by the case's variables; *made is the tree's. NULL where one is missing: then
 * the error was reported. */
eg_status eg_case_substitute(eg_case *loaded, const eg_node *node, const char **made);

/* The resolved case in the form that is hashed: names sorted, of file names the last part, of
 * expressions no blanks. */
void eg_case_canonical(const eg_case *loaded, eg_text *text);

/* A value as the resolved case has it; "{}" for a map. */
void eg_case_value(const eg_case *loaded, const eg_node *node, eg_text *text);

#endif
