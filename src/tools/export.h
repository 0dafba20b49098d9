/* Inside `eagre export`. */
#ifndef EG_TOOLS_EXPORT_H
#define EG_TOOLS_EXPORT_H

#include "base/base.h"
#include "eagre/tools.h"

/* All fields of one value a cell, or the one that is asked for, at all moments, or the one that is: UGRID.
 * EG_USAGE, EG_INPUT, EG_IO. */
eg_status eg_export_ugrid(eg_context *context, const eg_export_options *options);

/* The projection of a raster, or where `like` is NULL that of the run in whose folder the snapshots of
 * `source` stand, once that has ended: WKT, which the caller owns; NULL: none is known. EG_INPUT. */
eg_status eg_export_projection(eg_context *context, const char *source, const char *like, char **projection);
/* The folder of the run that a snapshot, or a folder of snapshots, is of: the first one that is a run's, of
 * the source, and of the folder that it stands in; of a file that one's, too. NULL: none. */
eg_status eg_export_run_folder(eg_context *context, const char *source, char **found);
/* Warns that the file does without. */
void eg_export_warn_of_projection(eg_context *context, const char *path);

/* A Python script that ParaView takes as a state: all snapshots, coloured by one field. EG_USAGE, EG_INPUT,
 * EG_IO. */
eg_status eg_export_paraview(eg_context *context, const eg_export_options *options);

#endif
