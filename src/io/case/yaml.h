/* yaml: reads a strict subset of YAML into a tree of maps, lists and scalars with their places.
 *
 * Taken: one document in UTF-8 of at most EG_YAML_BYTES, nested at most EG_YAML_DEPTH deep; block
 * and flow style, all styles of scalars, comments. Refused, each with a message of its own:
 * anchors, aliases, tags, directives, further documents, keys that are maps or lists, doubled keys,
 * tabs that indent, control characters. */
#ifndef EG_IO_YAML_H
#define EG_IO_YAML_H

#include "io/case/tree.h"

enum { EG_YAML_BYTES = 1 << 25, EG_YAML_DEPTH = 32, EG_YAML_KEY_BYTES = 256 };

/* Reads source->text. Errors of the text go to `errors`; *root is NULL where the text holds nothing
 * or cannot be read to its end. Fails with EG_MEMORY only. */
eg_status eg_yaml_read(eg_tree *tree, const eg_source *source, eg_diagnostics *errors, eg_node **root);

/* For the reader: reports what libyaml found, in words of one's own, with a way out. `place` is
 * where the reading stopped, `context_place` where the thing begins that could not be finished. */
void eg_yaml_report(eg_diagnostics *errors, const char *problem, const eg_file_position *position,
                    const eg_file_position *context_position);

/* For the reader: whether all bytes may stand in a case file; else reports the first that may not. */
bool eg_yaml_check_bytes(eg_diagnostics *errors, const eg_source *source);

#endif
