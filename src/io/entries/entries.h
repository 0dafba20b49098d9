/* entries: of a case, that files of points or lines give, one for each shape.
 *
 *     output: {gauges: {town: {points: gauges.geojson}}}
 *     structures: {levees: {along: {lines: levees.gpkg}, weir: {crest: {attribute: crest}}}}
 *
 * An entry that names such files is a pattern: before the check each shape makes a copy of it in its place, with
 * the shape's name, its coordinates where the file stands, and its attributes where {attribute: NAME} stands.
 * What follows looks as if the case had them written out. */
#ifndef EG_IO_ENTRIES_H
#define EG_IO_ENTRIES_H

#include "io/case/tree.h"

/* Puts the entries that files give in the place of their patterns, but of files that are not there: those the
 * run tells (eg_case_model.expand). EG_INPUT for what is wrong with a file; what is wrong with the case goes to
 * loaded->errors. */
eg_status eg_case_expand_entries(eg_case *loaded);

#endif
