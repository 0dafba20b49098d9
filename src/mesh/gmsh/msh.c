/* A Gmsh file: its format, and its sections in turn. */
#include "base/scope.h"
#include "mesh/gmsh/msh.h"

#include <string.h>

enum { LONGEST_SECTION = 40 };

static const int64_t LARGEST_FILE = (int64_t)1 << 36;

/* ---- format ---- */

static const char *const NOT_GMSH =
    "the file does not begin with $MeshFormat, so it is no Gmsh mesh: give a .msh file";

/* The bytes behind the line of the format in a binary file: the integer 1 in its byte order. */
static eg_status read_byte_order(msh_cursor *c)
{
    int64_t at = c->at, mark;
    c->raw = true;
    EG_TRY(eg_msh_integer(c, "the byte order mark", INT32_MIN, INT32_MAX, &mark));
    c->raw = false;
    if (mark == 0x01000000)
        c->swap = true;
    else if (mark != 1)
        return eg_msh_fail(c, at, "the byte order mark is %lld, not 1: save the mesh again", (long long)mark);
    return EG_OK;
}

static eg_status read_version(msh_reader *r)
{
    msh_cursor *c = &r->c;
    const char *begin, *end;
    int64_t at = c->at;
    if (!eg_msh_word(c, &begin, &end))
        return eg_msh_fail(c, at, "the format's version is missing: save the mesh again");
    bool version_2 = end - begin == 3 && memcmp(begin, "2.2", 3) == 0;
    r->format_4 = end - begin == 3 && memcmp(begin, "4.1", 3) == 0;
    if (version_2 || r->format_4)
        return EG_OK;
    return eg_msh_fail(c, at,
                       "the format's version is '%s'; 2.2 and 4.1 are read: convert the mesh with "
                       "gmsh OLD.msh -save -format msh41 -o NEW.msh",
                       eg_msh_quote(begin, end).text);
}

static eg_status read_format(msh_reader *r)
{
    msh_cursor *c = &r->c;
    int64_t binary, size;
    eg_msh_begin(c);
    EG_TRY(read_version(r));
    EG_TRY(eg_msh_integer(c, "the mark of a binary file", 0, 1, &binary));
    EG_TRY(eg_msh_integer(c, "the size of reals", 8, 8, &size));
    EG_TRY(eg_msh_end(c));
    c->binary = binary;
    return binary ? read_byte_order(c) : EG_OK;
}

/* ---- sections ---- */

/* The line "$NAME": sets begin and end to the word. */
static eg_status read_heading(msh_cursor *c, const char **begin, const char **end)
{
    int64_t at = c->at;
    eg_msh_word(c, begin, end);
    if (**begin != '$' || *end - *begin < 2)
        return eg_msh_fail(c, at, "'%s' stands where a section ($NAME) should begin: remove it",
                           eg_msh_quote(*begin, *end).text);
    if (*end - *begin > LONGEST_SECTION)
        return eg_msh_fail(c, at, "the section name '%s' has more than %d bytes: remove it",
                           eg_msh_quote(*begin, *end).text, LONGEST_SECTION);
    return eg_msh_end(c);
}

static bool is_section_word(const char *begin, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - begin) == length && memcmp(begin, word, length) == 0;
}

/* "$End" and the section's name. */
typedef struct end_word {
    char text[LONGEST_SECTION + 4];
} end_word;

static end_word end_word_of(const char *begin, const char *end)
{
    end_word word = {{0}};
    memcpy(word.text, "$End", 4);
    memcpy(word.text + 4, begin + 1, (size_t)(end - begin - 1));
    return word;
}

static eg_status read_ending(msh_cursor *c, const end_word *word)
{
    const char *begin, *end;
    eg_msh_begin(c);
    int64_t at = c->at;
    if (!eg_msh_word(c, &begin, &end))
        return eg_msh_fail(c, c->length, "the file ends before %s: it is cut short; save it again",
                           word->text);
    if (!is_section_word(begin, end, word->text))
        return eg_msh_fail(c, at,
                           "'%s' stands where %s is expected: there is more in the section "
                           "than its count says",
                           eg_msh_quote(begin, end).text, word->text);
    return eg_msh_end(c);
}

/* Goes to the line that begins with the word. */
static eg_status skip_section(msh_cursor *c, int64_t at, const end_word *word)
{
    size_t length = strlen(word->text);
    while (c->at < c->length) {
        const char *line = c->data + c->at;
        size_t left = (size_t)eg_msh_left(c);
        if (left >= length && memcmp(line, word->text, length) == 0)
            return EG_OK;
        const char *newline = memchr(line, '\n', left);
        c->at = newline ? newline + 1 - c->data : c->length;
    }
    return eg_msh_fail(c, at, "%s is missing: the file is cut short; save it again", word->text);
}

static eg_status first_time(const msh_cursor *c, int64_t at, const char *name, bool *have)
{
    if (*have)
        return eg_msh_fail(c, at, "there is a second %s: keep one", name);
    *have = true;
    return EG_OK;
}

/* Reads the section whose heading stands at `at`. */
static eg_status read_msh_section(msh_reader *r, int64_t at, const char *begin, const char *end)
{
    msh_cursor *c = &r->c;
    end_word ending = end_word_of(begin, end);
    if (is_section_word(begin, end, "$PhysicalNames")) {
        EG_TRY(first_time(c, at, "$PhysicalNames", &r->have_names));
        EG_TRY(eg_msh_read_names(r));
    } else if (is_section_word(begin, end, "$Nodes")) {
        EG_TRY(first_time(c, at, "$Nodes", &r->have_nodes));
        EG_TRY(r->format_4 ? eg_msh_read_nodes_4(r) : eg_msh_read_nodes_2(r));
    } else if (is_section_word(begin, end, "$Elements")) {
        EG_TRY(first_time(c, at, "$Elements", &r->have_elements));
        if (!r->have_nodes)
            return eg_msh_fail(c, at, "$Elements comes before $Nodes: put the nodes first");
        EG_TRY(r->format_4 ? eg_msh_read_elements_4(r) : eg_msh_read_elements_2(r));
    } else if (r->format_4 && is_section_word(begin, end, "$Entities")) {
        EG_TRY(first_time(c, at, "$Entities", &r->have_entities));
        EG_TRY(eg_msh_read_entities_4(r, false));
    } else if (r->format_4 && is_section_word(begin, end, "$PartitionedEntities")) {
        EG_TRY(first_time(c, at, "$PartitionedEntities", &r->have_partitions));
        EG_TRY(eg_msh_read_entities_4(r, true));
    } else {
        EG_TRY(skip_section(c, at, &ending));
    }
    return read_ending(c, &ending);
}

static eg_status read_msh_file(msh_reader *r)
{
    msh_cursor *c = &r->c;
    const char *begin, *end;
    eg_msh_begin(c);
    const char *kind = eg_foreign_file(c->data, c->length);
    if (kind)
        return eg_msh_fail(c, 0, "this is no Gmsh mesh but %s", kind);
    if (!eg_msh_word(c, &begin, &end) || !is_section_word(begin, end, "$MeshFormat"))
        return eg_msh_fail(c, 0, "%s", NOT_GMSH);
    EG_TRY(eg_msh_end(c));
    EG_TRY(read_format(r));
    end_word ending = end_word_of(begin, end);
    EG_TRY(read_ending(c, &ending));
    for (eg_msh_begin(c); c->at < c->length; eg_msh_begin(c)) {
        int64_t at = c->at;
        EG_TRY(read_heading(c, &begin, &end));
        EG_TRY(read_msh_section(r, at, begin, end));
    }
    if (!r->have_nodes || !r->have_elements)
        return eg_msh_fail(c, c->length, "the file ends without %s: it is cut short; save it again",
                           r->have_nodes ? "$Elements" : "$Nodes");
    return EG_OK;
}

/* ---- entry ---- */

eg_status eg_plane_read_gmsh_memory(eg_context *context, const char *name, const char *data, int64_t length,
                                    eg_plane **mesh)
{
    assert(name && data && length >= 0);
    *mesh = NULL;
    EG_ENDS_WITH(eg_msh_free)
    msh_reader r = {.c = {.context = context, .name = name, .data = data, .length = length}};
    EG_TRY(read_msh_file(&r));
    return eg_msh_finish(&r, mesh);
}

eg_status eg_hexes_read_gmsh_memory(eg_context *context, const char *name, const char *data, int64_t length,
                                    eg_hexes **mesh)
{
    assert(name && data && length >= 0);
    *mesh = NULL;
    EG_ENDS_WITH(eg_msh_free)
    msh_reader r = {.c = {.context = context, .name = name, .data = data, .length = length}, .solid = true};
    EG_TRY(read_msh_file(&r));
    return eg_msh_finish_solid(&r, mesh);
}

eg_status eg_plane_read_gmsh(eg_context *context, const char *path, eg_plane **mesh)
{
    EG_SCRATCH char *data = NULL;
    int64_t length;
    *mesh = NULL;
    EG_TRY(eg_file_read(context, EG_MESH, path, LARGEST_FILE, &data, &length));
    return eg_plane_read_gmsh_memory(context, path, data, length, mesh);
}

eg_status eg_hexes_read_gmsh(eg_context *context, const char *path, eg_hexes **mesh)
{
    EG_SCRATCH char *data = NULL;
    int64_t length;
    *mesh = NULL;
    EG_TRY(eg_file_read(context, EG_MESH, path, LARGEST_FILE, &data, &length));
    return eg_hexes_read_gmsh_memory(context, path, data, length, mesh);
}
