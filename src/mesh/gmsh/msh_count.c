/* How much a Gmsh file holds, and the names of its groups: what is asked before memory is taken for all of
 * it. */
#include "mesh/plane/plane.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* NULL where there is no plain file: a pipe would be waited for. */
static FILE *open_regular_file(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) ? fopen(path, "re") : NULL;
}

/* The count of a section, whose name has been read: "N" in version 2, "blocks N least most" in version 4. */
static int64_t read_section_count(FILE *file, bool version_4, bool binary)
{
    char line[256];
    uint64_t head[4] = {0};
    long long first = 0, second = 0;
    if (version_4 && binary)
        return fread(head, sizeof *head, 4, file) == 4 ? (int64_t)head[1] : 0;
    if (!fgets(line, sizeof line, file))
        return 0;
    int read = sscanf(line, "%lld %lld", &first, &second);
    return version_4 ? (read == 2 ? second : 0) : read >= 1 ? first : 0;
}

/* Reads to the end of the line, of which the first bytes are kept; false at the end of the file. What is in
 * binary form has ends of lines by chance. */
static bool read_line(FILE *file, char *line, int room)
{
    char rest[4096];
    memset(line, 0, (size_t)room);
    if (!fgets(line, room, file))
        return false;
    char *end = memchr(line, '\n', (size_t)room);
    bool ends = end || feof(file);
    while (!ends) {
        memset(rest, 0, sizeof rest);
        ends = !fgets(rest, sizeof rest, file) || memchr(rest, '\n', sizeof rest);
    }
    if (end)
        *end = 0;
    if (end > line && end[-1] == '\r')
        end[-1] = 0;
    return true;
}

void eg_gmsh_count(const char *path, int64_t *nodes, int64_t *elements)
{
    char line[64], format[8] = "";
    int binary = 0;
    FILE *file = open_regular_file(path);
    *nodes = *elements = 0;
    while (file && *elements == 0 && read_line(file, line, sizeof line)) {
        if (strcmp(line, "$MeshFormat") == 0 && read_line(file, line, sizeof line))
            sscanf(line, "%7s %d", format, &binary);
        else if (strcmp(line, "$Nodes") == 0)
            *nodes = read_section_count(file, format[0] == '4', binary);
        else if (strcmp(line, "$Elements") == 0)
            *elements = read_section_count(file, format[0] == '4', binary);
    }
    if (file)
        fclose(file);
}

/* A line `1 2 "shore"`. */
static eg_status tell_name(char *line, eg_gmsh_name_function *each, void *user)
{
    int dimension, tag;
    char *open = strchr(line, '"'), *close = strrchr(line, '"');
    if (sscanf(line, "%d %d", &dimension, &tag) != 2 || !open || close == open)
        return EG_OK;
    *close = 0;
    return each(user, dimension, open + 1);
}

enum { NAMES_WITHIN = 1 << 20 }; /* bytes from the beginning of the file */

eg_status eg_gmsh_names(const char *path, eg_gmsh_name_function *each, void *user)
{
    char line[512];
    eg_status status = EG_OK;
    bool inside = false;
    FILE *file = open_regular_file(path);
    while (file && status == EG_OK && ftell(file) < NAMES_WITHIN && read_line(file, line, sizeof line)) {
        if (strcmp(line, "$EndPhysicalNames") == 0 || strcmp(line, "$Nodes") == 0)
            break;
        if (inside)
            status = tell_name(line, each, user);
        inside = inside || strcmp(line, "$PhysicalNames") == 0;
    }
    if (file)
        fclose(file);
    return status;
}
