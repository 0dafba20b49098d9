/* Inside the tools: how texts are handed out, and how numbers are written for people. */
#ifndef EG_TOOLS_INTERNAL_H
#define EG_TOOLS_INTERNAL_H

#include "base/base.h"
#include "device/device.h"
#include "io/case/case.h"
#include "mesh/hexes/hexes.h"
#include "mesh/plane/plane.h"

/* Hands the text over: *out is its string, or NULL with `status` or text->status where that is a
 * failure. The text is empty afterwards. */
eg_status eg_tools_give(eg_text *text, eg_status status, char **out);

/* A unit as it stands behind a number: that of a pure number, "1", is nothing. */
const char *eg_tools_unit(const char *unit);

/* "12.5 GB/s", "3.1 MB": `value` with an SI prefix and three digits; "8.59 GiB"; "12 345 678". */
eg_shown eg_tools_prefixed(double value, const char *unit);
eg_shown eg_tools_bytes(int64_t bytes);
eg_shown eg_tools_count(int64_t count);

/* The last part of a path; it points into it. */
const char *eg_tools_base_name(const char *path);

/* Appends title, model, mesh and end of a case. */
void eg_tools_case_lines(const eg_case *loaded, eg_text *text);

/* ---- kinds of files */

typedef enum eg_file_kind {
    EG_FILE_UNKNOWN,
    EG_FILE_MESH,
    EG_FILE_SNAPSHOT_MESH,
    EG_FILE_SNAPSHOT,
    EG_FILE_SERIES, /* an index of snapshots, or a folder that may have one */
    EG_FILE_RUN,    /* the folder of a run that has ended */
    EG_FILE_SUMMARY,
    EG_FILE_LIST,
    EG_FILE_LOG,
    EG_FILE_CHECKPOINT,
    EG_FILE_RASTER,
    EG_FILE_TABLE,
    EG_FILE_SAC,
    EG_FILE_SEGY,
    EG_FILE_PICTURE,
    EG_FILE_CASE,
    EG_FILE_NETCDF,
    EG_FILE_NUMPY,
    EG_FILE_CMT,
    EG_FILE_QUAKEML,
    EG_FILE_SRF,
    EG_FILE_MSEED,
    EG_FILE_KINDS
} eg_file_kind;

/* EG_INPUT, which names what is in it, where the folder is that of `eagre ensemble` or `eagre converge`. */
eg_status eg_tools_refuse_ensemble(eg_context *context, const char *folder);
/* What a file or folder is. EG_INPUT where it cannot be read, is empty, or nothing that is known. */
eg_status eg_tools_kind(eg_context *context, const char *path, eg_file_kind *kind);
/* "a mesh of Gmsh"; static. */
const char *eg_tools_kind_name(eg_file_kind kind);

/* Reads a mesh of Gmsh: of the plane into *mesh, of hexahedra into *hexes; the other one is NULL. The caller
 * owns it. EG_MESH tells why it is neither. */
eg_status eg_tools_read_mesh(eg_context *context, const char *path, eg_plane **mesh, eg_hexes **hexes);

/* ---- the parts of eg_info_text(): each appends its description; the caller checks text->status */

eg_status eg_info_mesh(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_snapshot(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_snapshots(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_raster(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_table(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_sac(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_segy(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_snapshot_mesh(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_file_list(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_log(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_png(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_checkpoint(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_case(eg_context *context, const char *path, eg_text *text);
/* Of the kinds from EG_FILE_NETCDF on; and their members of JSON. */
eg_status eg_info_given(eg_context *context, const char *path, eg_text *text);
eg_status eg_info_given_json(eg_context *context, const char *path, eg_text *text);

#endif
