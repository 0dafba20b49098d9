/* Entries of a case that files of points or lines give. */
#include "io/entries/entries.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "io/case/check.h"
#include "io/gis/shapes.h"

/* A file that a pattern names. */
typedef struct shape_file {
    const eg_node *node; /* {lines: FILE} where it stands first */
    const char *text;    /* FILE, as the case has it */
    const char *path;
    bool points;
    bool has_names;
    eg_gis_shapes *read; /* each of one part */
    bool omits;          /* shapes may be missing in it */
} shape_file;

/* An entry that names files; the first of them makes the copies. */
typedef struct pattern {
    eg_case *loaded;
    eg_node *entry;
    const char *place;       /* "structures" */
    const char *name_column; /* as the case gives it; NULL: `name`, which may be missing */
    shape_file *file;        /* [files] */
    int64_t files, file_room;
    const char **attribute; /* [attributes], after the column of names */
    int64_t attributes, attribute_room;
    int64_t shape; /* that is copied */
    bool is_wrong; /* errors of it are told: it stays as it is */
} pattern;

/* ---- what a pattern names */

/* The file of {lines: FILE} or {points: FILE}; NULL for any other node. */
static eg_node *file_of(const eg_node *node, bool *points)
{
    eg_node *lines = eg_node_find_child(node, "lines"), *found = eg_node_find_child(node, "points");
    *points = found != NULL;
    found = found ? found : lines;
    return found && found->shape == EG_TREE_SCALAR ? found : NULL;
}

/* The attribute of {attribute: NAME}. */
static const eg_node *attribute_of(const eg_node *node)
{
    const eg_node *found = eg_node_find_child(node, "attribute");
    return found && node->count == 1 && found->shape == EG_TREE_SCALAR ? found : NULL;
}

static eg_status list_attribute(pattern *p, const eg_node *attribute)
{
    for (int64_t i = 0; i < p->attributes; i++)
        if (strcmp(p->attribute[i], attribute->text) == 0)
            return EG_OK;
    EG_TRY(eg_reserve(p->loaded->context, p->attributes + 1, &p->attribute_room, sizeof *p->attribute,
                      &p->attribute));
    p->attribute[p->attributes++] = attribute->text;
    return EG_OK;
}

static const shape_file *file_called(const pattern *p, const char *text, bool points)
{
    for (int64_t i = 0; i < p->files; i++)
        if (p->file[i].points == points && strcmp(p->file[i].text, text) == 0)
            return &p->file[i];
    return NULL;
}

/* `missing: omit` leaves out of a copy the map whose child names the file, where the file has no shape for it. */
static bool is_omission(const eg_node *missing)
{
    return missing && missing->shape == EG_TREE_SCALAR && strcmp(missing->text, "omit") == 0;
}

/* A word that a file of other shapes than the entry's may have. */
static bool is_word_of_file(const eg_node *child)
{
    return strcmp(child->key, "name") == 0 ||
           (strcmp(child->key, "missing") == 0 && (is_omission(child) || strcmp(child->text, "error") == 0));
}

/* A map that names a file has one key of `points` and `lines`, and perhaps `name` and `missing`, words: what else there is
 * the check of the case tells. */
static bool is_right(const eg_node *node)
{
    int files = 0;
    for (int64_t i = 0; i < node->count; i++) {
        const eg_node *child = node->items[i];
        bool is_file = strcmp(child->key, "points") == 0 || strcmp(child->key, "lines") == 0;
        files += is_file;
        if (child->shape != EG_TREE_SCALAR || !(is_file || is_word_of_file(child)))
            return false;
    }
    return files == 1;
}

static eg_status list_file(pattern *p, const eg_node *node, eg_node *file, bool points)
{
    eg_case *loaded = p->loaded;
    const char *text;
    EG_SCRATCH char *path = NULL;
    const eg_node *name = eg_node_find_child(node, "name");
    if (!is_right(node)) {
        p->is_wrong = true;
        return EG_OK;
    }
    EG_TRY(eg_tree_format(&loaded->tree, &file->name, "%s.%s", p->place, p->entry->key));
    EG_TRY(eg_case_substitute(loaded, file, &text));
    if (!text) /* which is told */
        p->is_wrong = file->broken = true;
    if (!text)
        return EG_OK;
    if (name && name->shape == EG_TREE_SCALAR)
        p->name_column = name->text;
    if (file_called(p, file->text, points))
        return EG_OK;
    shape_file found = {.node = node, .text = file->text, .points = points};
    found.omits = p->files > 0 && is_omission(eg_node_find_child(node, "missing"));
    EG_TRY(eg_path_join(loaded->context, loaded->folder, text, &path));
    EG_TRY(eg_tree_text(&loaded->tree, path, (int64_t)strlen(path), &found.path));
    EG_TRY(eg_reserve(loaded->context, p->files + 1, &p->file_room, sizeof *p->file, &p->file));
    p->file[p->files++] = found;
    return EG_OK;
}

/* Files and attributes below a node, those of outer maps first. */
static eg_status list_named(pattern *p, const eg_node *node)
{
    bool points;
    eg_node *file = file_of(node, &points);
    const eg_node *attribute = attribute_of(node);
    if (file)
        return list_file(p, node, file, points);
    if (attribute)
        return list_attribute(p, attribute);
    for (int64_t i = 0; i < node->count; i++)
        if (file_of(node->items[i], &points))
            EG_TRY(list_named(p, node->items[i]));
    for (int64_t i = 0; i < node->count; i++)
        if (!file_of(node->items[i], &points))
            EG_TRY(list_named(p, node->items[i]));
    return EG_OK;
}

/* ---- names */

static const char *name_in(const shape_file *file, int64_t shape)
{
    return file->read->text[shape * file->read->texts];
}

/* Names become columns and files: what is no letter, digit, '_' or '-' becomes '_'. */
static void make_plain(char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    char *to = name;
    for (const char *from = name; *from; from++)
        if (!eg_utf8_goes_on(*from))
            *to++ = strchr(plain, *from) ? *from : '_';
    *to = 0;
}

static eg_status fail_in(const pattern *p, const shape_file *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static eg_status fail_in(const pattern *p, const shape_file *file, const char *format, ...)
{
    char message[EG_DIAGNOSTIC_ROOM];
    EG_FORMAT(message, format);
    return eg_case_fail(p->loaded, file->node, EG_INPUT, "%s.%s: %s: %s", p->place, p->entry->key, file->path,
                        message);
}

/* The entry of a shape: its name in the file, else the pattern's, with a number where there are several. */
static eg_status name_entry(const pattern *p, const char **name)
{
    const shape_file *file = &p->file[0];
    const char *given = name_in(file, p->shape);
    char *made;
    if (!given && (file->has_names || p->name_column))
        return fail_in(p, file, "shape %lld has no '%s'", (long long)p->shape + 1,
                       p->name_column ? p->name_column : "name");
    if (!given && file->read->shapes == 1)
        return eg_tree_text(&p->loaded->tree, p->entry->key, (int64_t)strlen(p->entry->key), name);
    if (!given)
        return eg_tree_format(&p->loaded->tree, name, "%s-%lld", p->entry->key, (long long)p->shape + 1);
    EG_TRY(eg_tree_take(&p->loaded->tree, (int64_t)strlen(given) + 1, &made));
    strcpy(made, given);
    make_plain(made);
    *name = made;
    return EG_OK;
}

/* ---- copies */

/* The shape of a file that goes with the one that is copied: of the first file that itself; of others that
 * of its name, or the only one where it has no name, or where there is one entry alone. */
static eg_status shape_in(const pattern *p, const shape_file *file, int64_t *shape)
{
    const char *name = name_in(&p->file[0], p->shape);
    *shape = p->shape;
    if (file == &p->file[0])
        return EG_OK;
    int64_t found = 0;
    for (int64_t i = 0; i < file->read->shapes; i++)
        if (name && name_in(file, i) && strcmp(name, name_in(file, i)) == 0) {
            *shape = i;
            found++;
        }
    if (found > 1)
        return fail_in(p, file, "has %lld shapes called '%s', and takes one", (long long)found, name);
    if (found == 1)
        return EG_OK;
    *shape = 0;
    return file->read->shapes == 1 && (!name_in(file, 0) || p->file[0].read->shapes == 1)
               ? EG_OK
               : fail_in(p, file, "has no shape called '%s'", name ? name : p->entry->key);
}

static eg_status add_number(const pattern *p, const eg_node *at, double number, eg_node *list)
{
    eg_node *item;
    eg_shown shown = eg_real_show(number);
    EG_TRY(eg_tree_node(&p->loaded->tree, EG_TREE_SCALAR, &at->position, &item));
    item->text_length = (int64_t)strlen(shown.text);
    EG_TRY(eg_tree_text(&p->loaded->tree, shown.text, item->text_length, &item->text));
    return eg_tree_append(&p->loaded->tree, list, item);
}

/* The coordinates of a shape in the place of its file: one point of a line at `from` and `to`, else all. */
static eg_status copy_shape(const pattern *p, const eg_node *node, const shape_file *file, eg_node **made)
{
    int64_t shape;
    EG_TRY(shape_in(p, file, &shape));
    EG_TRY(eg_tree_node(&p->loaded->tree, EG_TREE_LIST, &node->position, made));
    int64_t first = file->read->first[shape], end = file->read->first[shape + 1];
    if (node->key && strcmp(node->key, "from") == 0)
        end = first + 1;
    if (node->key && strcmp(node->key, "to") == 0)
        first = end - 1;
    for (int64_t i = first; i < end; i++)
        for (int k = 0; k < 2; k++)
            EG_TRY(add_number(p, node, file->read->x[i][k], *made));
    return EG_OK;
}

/* The elevations of a shape's points: of one point a number, of a line a list. */
static eg_status copy_elevations(const pattern *p, const eg_node *node, eg_node **made)
{
    const shape_file *file = &p->file[0];
    EG_TRY(eg_tree_node(&p->loaded->tree, EG_TREE_LIST, &node->position, made));
    for (int64_t i = file->read->first[p->shape]; i < file->read->first[p->shape + 1]; i++) {
        const double *x = file->read->x[i];
        if (!isfinite(x[2]))
            return fail_in(p, file, "shape %lld: the point (%.9g, %.9g) has no elevation z",
                           (long long)p->shape + 1, x[0], x[1]);
        EG_TRY(add_number(p, node, x[2], *made));
    }
    if (file->points)
        *made = (*made)->items[0];
    return EG_OK;
}

static eg_status copy_attribute(const pattern *p, const eg_node *node, const char *name, eg_node **made)
{
    const eg_gis_shapes *read = p->file[0].read;
    if (strcmp(name, "z") == 0)
        return copy_elevations(p, node, made);
    int64_t i = 0;
    while (strcmp(p->attribute[i], name) != 0)
        i++;
    const char *text = read->text[p->shape * read->texts + 1 + i];
    EG_TRY(eg_tree_node(&p->loaded->tree, EG_TREE_SCALAR, &node->position, made));
    if (!text)
        return fail_in(p, &p->file[0], "shape %lld has no attribute '%s'", (long long)p->shape + 1, name);
    (*made)->is_plain = true;
    (*made)->text_length = (int64_t)strlen(text);
    return eg_tree_text(&p->loaded->tree, text, (*made)->text_length, &(*made)->text);
}

static bool has_shape_called(const shape_file *file, const char *name)
{
    for (int64_t i = 0; i < file->read->shapes; i++)
        if (name && name_in(file, i) && strcmp(name, name_in(file, i)) == 0)
            return true;
    return false;
}

/* A file that omits shapes has no other than those of the entries: a name that is mistyped is told. */
static eg_status check_omitting(const pattern *p, const shape_file *file)
{
    for (int64_t i = 0; file->omits && i < file->read->shapes; i++) {
        if (!name_in(file, i))
            return fail_in(p, file, "shape %lld has no name, by which 'missing: omit' finds its shape in %s",
                           (long long)i + 1, p->file[0].path);
        if (!has_shape_called(&p->file[0], name_in(file, i)))
            return fail_in(p, file, "shape %lld, '%s', has no shape of its name in %s", (long long)i + 1,
                           name_in(file, i), p->file[0].path);
    }
    return EG_OK;
}

/* Whether a map is left out of this copy: one of its children names a file without a shape for it. */
static bool is_omitted(const pattern *p, const eg_node *map)
{
    for (int64_t i = 0; map->shape == EG_TREE_MAP && i < map->count; i++) {
        bool points;
        const eg_node *text = file_of(map->items[i], &points);
        const shape_file *file = text ? file_called(p, text->text, points) : NULL;
        if (file && file->omits && !has_shape_called(file, name_in(&p->file[0], p->shape)))
            return true;
    }
    return false;
}

static eg_status copy_node(const pattern *p, const eg_node *node, eg_node **made)
{
    bool points;
    const eg_node *file = file_of(node, &points), *attribute = attribute_of(node);
    eg_tree *tree = &p->loaded->tree;
    if (file)
        EG_TRY(copy_shape(p, node, file_called(p, file->text, points), made));
    else if (attribute)
        EG_TRY(copy_attribute(p, node, attribute->text, made));
    else {
        EG_TRY(eg_tree_node(tree, node->shape, &node->position, made));
        (*made)->quoted = node->quoted;
        (*made)->text = node->text;
        (*made)->text_length = node->text_length;
    }
    if (node->key)
        eg_node_set_key(*made, node->key, &node->key_position);
    for (int64_t i = 0; !file && !attribute && i < node->count; i++) {
        eg_node *child;
        if (is_omitted(p, node->items[i]))
            continue;
        EG_TRY(copy_node(p, node->items[i], &child));
        EG_TRY(eg_tree_append(tree, *made, child));
    }
    return EG_OK;
}

/* ---- a pattern */

/* The context's last error, at the file's place in the case. */
static eg_status tell_at_file(const pattern *p, const shape_file *file)
{
    EG_SCRATCH char *why = NULL;
    EG_TRY(eg_strdup(p->loaded->context, eg_context_error(p->loaded->context), &why));
    return eg_case_fail(p->loaded, file->node, EG_INPUT, "%s.%s: %s", p->place, p->entry->key, why);
}

static eg_status read_shapes_of(const pattern *p, shape_file *file)
{
    eg_context *context = p->loaded->context;
    EG_SCRATCH const char **names = NULL;
    EG_TRY(eg_alloc(context, p->attributes + 1, sizeof *names, &names));
    names[0] = p->name_column ? p->name_column : "name";
    for (int64_t i = 0; i < p->attributes; i++)
        names[1 + i] = p->attribute[i];
    EG_TRY(eg_gis_shapes_read_texts(context, file->path, file->points ? EG_GIS_POINTS : EG_GIS_LINES, names,
                                    (int)(1 + p->attributes), &file->read));
    for (int64_t i = 0; i < file->read->shapes; i++) {
        int64_t parts = file->read->first_part[i + 1] - file->read->first_part[i];
        file->has_names |= name_in(file, i) != NULL;
        if (parts != 1)
            return eg_fail(context, EG_INPUT,
                           "%s: shape %lld has %lld %s; an entry of the case needs one: split it "
                           "(ogr2ogr -explodecollections)",
                           file->path, (long long)i + 1, (long long)parts, file->points ? "points" : "lines");
    }
    return EG_OK;
}

/* The unit of a text such as "30 cm", "" of a number alone; NULL: it begins with no number. */
static const char *unit_of_text(const char *text)
{
    char *end;
    (void)strtod(text, &end);
    return end == text ? NULL : end + strspn(end, " ");
}

/* A unit that some shapes have and others do not is told: it is right, but seldom meant. */
static void warn_of_units(const pattern *p, const shape_file *file, int64_t attribute)
{
    const char *first = NULL;
    int64_t first_shape = 0;
    for (int64_t i = 0; i < file->read->shapes; i++) {
        const char *text = file->read->text[i * file->read->texts + 1 + attribute];
        const char *unit = text ? unit_of_text(text) : NULL;
        if (!unit)
            continue;
        if (first && strcmp(first, unit) != 0) {
            eg_case_warn(p->loaded, file->node,
                         "%s.%s: %s: the attribute '%s' of shape %lld is in %s, that of shape %lld in %s",
                         p->place, p->entry->key, file->path, p->attribute[attribute],
                         (long long)first_shape + 1, first[0] ? first : "SI units", (long long)i + 1,
                         unit[0] ? unit : "SI units");
            return;
        }
        first = unit;
        first_shape = i;
    }
}

static eg_status remark(const pattern *p, const shape_file *file)
{
    EG_TEXT(text, p->loaded->context);
    eg_gis_shapes_add_remarks(file->read, &text);
    EG_TRY(text.status);
    if (text.length > 0)
        eg_case_warn(p->loaded, file->node, "%s.%s: %s: %s", p->place, p->entry->key, file->path,
                     eg_text_string(&text));
    for (int64_t a = 0; a < p->attributes; a++)
        warn_of_units(p, file, a);
    const char *projection = file->read->projection;
    return projection ? eg_case_note_shapes(p->loaded, file->node, file->path, projection) : EG_OK;
}

static eg_status read_file(const pattern *p, shape_file *file)
{
    eg_status status = read_shapes_of(p, file);
    if (status == EG_OK)
        return remark(p, file);
    return status == EG_INPUT ? tell_at_file(p, file) : status;
}

static eg_status add_copy(const pattern *p, eg_node *map)
{
    const char *name;
    eg_node *made;
    eg_tree *tree = &p->loaded->tree;
    EG_TRY(name_entry(p, &name));
    if (eg_node_find_child(map, name))
        return fail_in(p, &p->file[0], "shape %lld: %s has another entry '%s'", (long long)p->shape + 1,
                       p->place, name);
    if (map->count == EG_TREE_ENTRIES || tree->nodes > EG_TREE_NODES)
        return fail_in(p, &p->file[0],
                       "has more shapes or points than a case takes: %d entries of a map, %d values",
                       EG_TREE_ENTRIES, EG_TREE_NODES);
    EG_TRY(copy_node(p, p->entry, &made));
    eg_node_set_key(made, name, &p->entry->key_position);
    return eg_tree_append(tree, map, made);
}

/* A pattern whose file is not there stays, and the run tells that together with other files that are not
 * (eg_names_check_files()). Its attributes are not looked at. */
static void leave_pattern(eg_node *node)
{
    const eg_node *attribute = attribute_of(node);
    for (int64_t i = 0; i < node->count; i++)
        leave_pattern(node->items[i]);
    if (!attribute)
        return;
    node->shape = EG_TREE_SCALAR;
    node->kind = EG_NODE_TEXT;
    node->quoted = node->broken = true;
    node->text = attribute->text;
    node->text_length = attribute->text_length;
    node->count = 0;
}

static bool is_a_file_absent(const pattern *p)
{
    for (int64_t i = 0; i < p->files; i++)
        if (access(p->file[i].path, F_OK) != 0)
            return true;
    return false;
}

static void free_pattern(pattern *p)
{
    for (int64_t i = 0; i < p->files; i++)
        eg_gis_shapes_destroy(&p->file[i].read);
    EG_FREE(&p->file, &p->attribute);
}

/* The copies of a pattern, or an entry that is none as it is. */
static eg_status add_copies(pattern *p, eg_node *map)
{
    EG_TRY(list_named(p, p->entry));
    if (p->files == 0 && eg_node_find_child(map, p->entry->key))
        return eg_diagnostics_add(&p->loaded->errors, &p->entry->key_position,
                                  "%s has another entry '%s', from a file of shapes", p->place,
                                  p->entry->key);
    bool is_left = p->is_wrong || is_a_file_absent(p);
    if (is_left)
        leave_pattern(p->entry);
    if (p->files == 0 || is_left)
        return eg_tree_append(&p->loaded->tree, map, p->entry);
    for (int64_t i = 0; i < p->files; i++)
        EG_TRY(read_file(p, &p->file[i]));
    for (int64_t i = 0; i < p->files; i++)
        EG_TRY(check_omitting(p, &p->file[i]));
    for (p->shape = 0; p->shape < p->file[0].read->shapes; p->shape++)
        EG_TRY(add_copy(p, map));
    return EG_OK;
}

static eg_status expand_map(eg_case *loaded, const char *place, eg_node *map)
{
    eg_node given = *map;
    map->items = NULL;
    map->count = map->capacity = 0;
    eg_status status = EG_OK;
    for (int64_t i = 0; status == EG_OK && i < given.count; i++) {
        pattern p = {.loaded = loaded, .entry = given.items[i], .place = place};
        status = add_copies(&p, map);
        free_pattern(&p);
    }
    return status;
}

eg_status eg_case_expand_entries(eg_case *loaded)
{
    for (int i = 0; eg_case_patterns[i]; i++) {
        const char *place = eg_case_patterns[i], *dot = strchr(place, '.');
        eg_node *map = dot ? eg_node_find_child(eg_node_find_child(loaded->root, "output"), dot + 1)
                           : eg_node_find_child(loaded->root, place);
        if (map && map->shape == EG_TREE_MAP)
            EG_TRY(expand_map(loaded, place, map));
    }
    return EG_OK;
}
