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

static bool is_tiff(const char *head)
{
    return memcmp(head, "II*\0", 4) == 0 || memcmp(head, "MM\0*", 4) == 0 || memcmp(head, "II+\0", 4) == 0 ||
           memcmp(head, "MM\0+", 4) == 0;
}

/* The magic of SAC is the header's version 6, at word 76, in either order of bytes. */
static bool is_sac(const char *head)
{
    const unsigned char *word = (const unsigned char *)head + 4 * 76;
    const uint32_t little =
        word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
    return little == 6 || little == (uint32_t)6 << 24;
}

/* "C 1" or "C01" in EBCDIC, as the first line of the textual header begins. */
static bool is_segy(const char *head)
{
    return memcmp(head, "\xc3\x40\xf1", 3) == 0 || memcmp(head, "\xc3\xf0\xf1", 3) == 0;
}

static bool begins(const char *head, const char *with)
{
    return strncmp(head, with, strlen(with)) == 0;
}

static eg_file_kind kind_of_file(const char *path, const char *head)
{
    const char *base = eg_tools_base_name(path);
    if (begins(head, "$MeshFormat") || begins(head, "$Comments") || eg_has_ending(path, ".msh"))
        return EG_FILE_MESH;
    if (eg_has_ending(path, ".mesh.h5"))
        return EG_FILE_SNAPSHOT_MESH;
    if (memcmp(head, "\x89HDF\r\n\x1a\n", 8) == 0 || eg_has_ending(path, ".vtkhdf"))
        return EG_FILE_SNAPSHOT;
    if (memcmp(head,
               "\x89"
               "eagre\r\n",
               8) == 0 ||
        eg_has_ending(path, ".eagre"))
        return EG_FILE_CHECKPOINT;
    if (memcmp(head, "\x89PNG\r\n\x1a\n", 8) == 0)
        return EG_FILE_PICTURE;
    if (eg_has_ending(path, ".series"))
        return EG_FILE_SERIES;
    if (strcmp(base, "summary.json") == 0)
        return EG_FILE_SUMMARY;
    if (strcmp(base, "files.json") == 0)
        return EG_FILE_LIST;
    if (strcmp(base, "log.txt") == 0)
        return EG_FILE_LOG;
    if (eg_has_ending(path, ".sac") || is_sac(head))
        return EG_FILE_SAC;
    if (eg_has_ending(path, ".sgy") || eg_has_ending(path, ".segy") || is_segy(head))
        return EG_FILE_SEGY;
    if (is_tiff(head) || is_raster_text(head) || eg_has_ending(path, ".asc"))
        return EG_FILE_RASTER;
    if (eg_has_ending(path, ".csv"))
        return EG_FILE_TABLE;
    if (eg_has_ending(path, ".yaml") || eg_has_ending(path, ".yml"))
        return EG_FILE_CASE;
    return EG_FILE_UNKNOWN;
}

static eg_status kind_of_folder(eg_context *context, const char *path, eg_file_kind *kind)
{
    EG_SCRATCH char *summary = NULL;
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
                       "(.sac, .sgy), a picture (.png) or a case (.yaml)",
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
                                        "a case"};
    return names[kind];
}
