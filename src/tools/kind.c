/* What a file is, by its first bytes, else by its name. */
#include "tools/internal.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { HEAD_BYTES = 512 };

/* Reads the first bytes; what is left of `head` stays zero. */
static eg_status read_file_head(eg_context *context, const char *path, char head[HEAD_BYTES + 1])
{
    memset(head, 0, HEAD_BYTES + 1);
    FILE *file = fopen(path, "rbe");
    if (!file)
        return eg_fail(context, EG_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
    size_t got = fread(head, 1, HEAD_BYTES, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed)
        return eg_fail(context, EG_INPUT, "%s: cannot be read", path);
    if (got == 0)
        return eg_fail(context, EG_INPUT, "%s: is empty", path);
    return EG_OK;
}

static bool is_raster_text(const char *head)
{
    static const char *const keys[] = {"ncols",     "nrows",     "xllcorner", "yllcorner",
                                       "xllcenter", "yllcenter", "cellsize",  "nodata_value"};
    if (strncmp(head, "\xef\xbb\xbf", 3) == 0) /* the mark that some editors put first */
        head += 3;
    while (isspace((unsigned char)*head))
        head++;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        size_t length = strlen(keys[k]);
        if (strncasecmp(head, keys[k], length) == 0 && isspace((unsigned char)head[length]))
            return true;
    }
    return false;
}

/* The magic of SAC is the header's version 6, at word 76, in either order of bytes. */
static bool is_sac(const char *head)
{
    const unsigned char *word = (const unsigned char *)head + 4 * 76;
    const uint32_t little =
        word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
    return little == 6 || little == (uint32_t)6 << 24;
}

static bool is_cmt(const char *head)
{
    return strstr(head, "event name:") && strchr(head, '\n') < strstr(head, "event name:");
}

static bool is_quakeml(const char *head)
{
    return head[strspn(head, " \t\r\n")] == '<' && strstr(head, "quakeml");
}

/* What tells a kind of file: how it begins, how its name ends, its name, a look; the first that fits counts. */
static const struct {
    eg_file_kind kind;
    const char *magic;
    size_t bytes; /* of the magic */
    const char *ending, *name;
    bool (*is)(const char *head);
} TELLS[] = {
    {EG_FILE_MESH, "$MeshFormat", 11, .ending = ".msh"},
    {EG_FILE_MESH, "$Comments", .bytes = 9},
    {EG_FILE_SNAPSHOT_MESH, .ending = ".mesh.h5"},
    {EG_FILE_NETCDF, "CDF", 3, .ending = ".nc"},
    {EG_FILE_NUMPY, "\x93NUMPY", .bytes = 6},
    {EG_FILE_SRF, .ending = ".srf"},
    {EG_FILE_MSEED, "000001D ", 8, .ending = ".mseed"},
    {EG_FILE_SNAPSHOT, "\x89HDF\r\n\x1a\n", 8, .ending = ".vtkhdf"},
    {EG_FILE_CHECKPOINT, "\211eagre\r\n", 8, .ending = ".eagre"},
    {EG_FILE_PICTURE, "\x89PNG\r\n\x1a\n", .bytes = 8},
    {EG_FILE_SERIES, .ending = ".series"},
    {EG_FILE_SUMMARY, .name = "summary.json"},
    {EG_FILE_LIST, .name = "files.json"},
    {EG_FILE_LOG, .name = "log.txt"},
    {EG_FILE_SAC, .ending = ".sac", .is = is_sac},
    {EG_FILE_SEGY, "\xc3\x40\xf1", 3, .ending = ".sgy"}, /* "C 1" or "C01" in EBCDIC */
    {EG_FILE_SEGY, "\xc3\xf0\xf1", 3, .ending = ".segy"},
    {EG_FILE_RASTER, "II*\0", 4, .ending = ".asc", .is = is_raster_text},
    {EG_FILE_RASTER, "MM\0*", .bytes = 4},
    {EG_FILE_RASTER, "II+\0", .bytes = 4},
    {EG_FILE_RASTER, "MM\0+", .bytes = 4},
    {EG_FILE_TABLE, .ending = ".csv"},
    {EG_FILE_CASE, .ending = ".yaml"},
    {EG_FILE_CASE, .ending = ".yml"},
    {EG_FILE_CMT, .is = is_cmt},
    {EG_FILE_QUAKEML, .is = is_quakeml},
};

static eg_file_kind kind_of_file(const char *path, const char *head)
{
    for (size_t i = 0; i < sizeof TELLS / sizeof *TELLS; i++)
        if ((TELLS[i].magic && memcmp(head, TELLS[i].magic, TELLS[i].bytes) == 0) ||
            (TELLS[i].ending && eg_has_ending(path, TELLS[i].ending)) ||
            (TELLS[i].name && strcmp(eg_tools_base_name(path), TELLS[i].name) == 0) ||
            (TELLS[i].is && TELLS[i].is(head)))
            return TELLS[i].kind;
    return EG_FILE_UNKNOWN;
}

eg_status eg_tools_refuse_ensemble(eg_context *context, const char *folder)
{
    EG_SCRATCH char *table = NULL, *runs = NULL, *map = NULL;
    EG_TRY(eg_path_join(context, folder, "members.csv", &table));
    EG_TRY(eg_path_join(context, folder, "runs", &runs));
    EG_TRY(eg_path_join(context, folder, "exceedance.vtkhdf", &map));
    if (!eg_is_file(table) || !eg_is_folder(runs))
        return EG_OK;
    return eg_fail(context, EG_INPUT,
                   "%s: is the folder of many runs; name one of them, %s/NAME, the table %s%s%s", folder,
                   runs, table, eg_is_file(map) ? " or the map " : "", eg_is_file(map) ? map : "");
}

static eg_status kind_of_folder(eg_context *context, const char *path, eg_file_kind *kind)
{
    EG_SCRATCH char *summary = NULL;
    EG_TRY(eg_tools_refuse_ensemble(context, path));
    EG_TRY(eg_path_join(context, path, "summary.json", &summary));
    *kind = eg_is_file(summary) ? EG_FILE_RUN : EG_FILE_SERIES;
    return EG_OK;
}

eg_status eg_tools_kind(eg_context *context, const char *path, eg_file_kind *kind)
{
    char head[HEAD_BYTES + 1];
    if (eg_is_folder(path))
        return kind_of_folder(context, path, kind);
    EG_TRY(read_file_head(context, path, head));
    *kind = kind_of_file(path, head);
    if (*kind == EG_FILE_UNKNOWN)
        return eg_fail(context, EG_INPUT,
                       "%s: is none of the files that eagre reads: a Gmsh mesh (.msh), a snapshot (.vtkhdf) "
                       "or an index of them (.series), a run's folder, its summary.json, files.json or "
                       "log.txt, a checkpoint (.eagre), a raster (.asc, .tif), a table (.csv), a seismogram "
                       "(.sac, .sgy, .mseed), a netCDF file (.nc), an array of NumPy (.npy), a CMTSOLUTION, "
                       "QuakeML, a rupture (.srf), a picture (.png) or a case (.yaml)",
                       path);
    return EG_OK;
}

const char *eg_tools_kind_name(eg_file_kind kind)
{
    static const char *const names[] = {"a file of unknown type",
                                        "a mesh of Gmsh",
                                        "the mesh of a set of snapshots",
                                        "a snapshot",
                                        "an index of snapshots",
                                        "a run's folder",
                                        "a run's summary",
                                        "the list of a run's files",
                                        "a run's log",
                                        "a checkpoint",
                                        "a raster",
                                        "a table",
                                        "a seismogram in SAC's format",
                                        "seismograms in SEG-Y",
                                        "a picture",
                                        "a case",
                                        "a netCDF file",
                                        "an array of NumPy",
                                        "a CMTSOLUTION",
                                        "an earthquake in QuakeML",
                                        "a rupture in the Standard Rupture Format",
                                        "seismograms in miniSEED"};
    return names[kind];
}
