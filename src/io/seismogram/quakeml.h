/* QuakeML, version 1.2 (D. Schorlemmer, F. Euchner, P. Kaestli and J. Saul, 2011): one event of a file as a point
 * with a moment tensor.
 *
 * The focal mechanism is the preferred one, or the only one. Its place is the origin that its moment tensor was
 * derived with, else the event's preferred origin, else the only one. The tensor is that of the mechanism; without
 * one it is the double couple of the preferred nodal plane, else the first, with the scalar moment, or the
 * preferred or only magnitude, M0 = 10^(1.5 M + 9.1) N m. The half duration is half of the duration of
 * the source time function; without one it is 0. Needs libexpat when the program is built. */
#ifndef EG_IO_QUAKEML_H
#define EG_IO_QUAKEML_H

#include "io/seismogram/cmt.h"

/* Reads a file of at most 64 MiB; the caller owns *cmt, of one point. `event` is the event's publicID, or what it
 * ends with; NULL: the only one. EG_INPUT, naming file, line and value, for what is no XML or no QuakeML, an event
 * that is not there or not the only one, one without mechanism or place, a value that is no number or out of
 * range; EG_USAGE in a program built without libexpat. */
eg_status eg_quakeml_read(eg_context *context, const char *path, const char *event, eg_cmt **cmt);

#endif
