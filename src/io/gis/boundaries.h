/* boundaries: names for faces of a mesh's outline, from the shapes of a file.
 *
 * Every shape has a `name`, and may have a `width` (m). It gives its name to faces of the outline:
 *     a polygon   to those whose middle is inside;
 *     a line      to those that it lies along: no farther from it than they are long, within its ends, and no
 *                 steeper to it than 60 degrees; further to a face whose two neighbours it names so. Where
 *                 there are none, to those that it crosses, or else to the face at one of its ends;
 *     a point     to the nearest one, no farther from it than that is long.
 * With a width lines and points name those whose middle is within half of it instead, or else the nearest one.
 * Faces that no shape names keep their boundary. */
#ifndef EG_IO_BOUNDARIES_H
#define EG_IO_BOUNDARIES_H

#include "mesh/plane/plane.h"

/* Names faces of a whole mesh that is not joined yet. EG_INPUT, naming file and shape, for a file that cannot be
 * read, a shape without a name, or with a width that is no number above 0, one that has no face, and a face that
 * two shapes give different names. */
eg_status eg_gis_name_boundaries(eg_plane *mesh, const char *path);

#endif
