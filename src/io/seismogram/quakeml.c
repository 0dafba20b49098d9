/* QuakeML by libexpat: the texts of an event by their paths, then what they say. */
#include "io/seismogram/quakeml.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef EAGRE_EXPAT
#include "io/seismogram/xml.h"

enum {
    MOST_BYTES = 1 << 26,
    PATH_ROOM = 128,
    TEXT_ROOM = 256,
    EVENT_DEPTH = 3,
    OBJECT_DEPTH = 4,
    DEPTHS = 8
};

/* A text, "latitude/value", of an object of an event, such as an origin; of the event itself object is -1. */
typedef struct leaf {
    int64_t event, object, line;
    char path[PATH_ROOM], text[TEXT_ROOM];
} leaf;

typedef struct object {
    int64_t event, line;
    char kind[24], id[TEXT_ROOM]; /* "origin", its publicID */
} object;

typedef struct quakeml_reader {
    eg_context *context;
    const char *path;
    XML_Parser parser;
    eg_status status;
    int depth;
    bool kept;             /* whether the object's texts are looked at */
    size_t length[DEPTHS]; /* of `name` at each depth */
    char name[PATH_ROOM], text[TEXT_ROOM];
    size_t used;
    int64_t events, objects, leaves, event_room, object_room, leaf_room;
    object *event, *object;
    leaf *leaf;
} quakeml_reader;

/* ---- parsing */

static void stop_parsing(quakeml_reader *r, eg_status status)
{
    r->status = status;
    XML_StopParser(r->parser, XML_FALSE);
}

static const char *without_prefix(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

static eg_status add_object(quakeml_reader *r, int64_t *count, int64_t *room, object **list, const char *kind,
                            const char **attributes)
{
    EG_TRY(eg_reserve(r->context, *count + 1, room, sizeof **list, list));
    object *o = &(*list)[(*count)++];
    *o = (object){.event = r->events - 1, .line = eg_xml_line(r->parser)};
    snprintf(o->kind, sizeof o->kind, "%s", kind);
    for (int i = 0; attributes[i]; i += 2)
        if (strcmp(without_prefix(attributes[i]), "publicID") == 0)
            snprintf(o->id, sizeof o->id, "%s", attributes[i + 1]);
    return EG_OK;
}

/* The attribute of nodal planes that says which is preferred, as a text of its own. */
static const char *preferred_plane(const char **attributes)
{
    for (int i = 0; attributes[i]; i += 2)
        if (strcmp(without_prefix(attributes[i]), "preferredPlane") == 0)
            return attributes[i + 1];
    return NULL;
}

static eg_status add_leaf(quakeml_reader *r, const char *path, const char *text)
{
    EG_TRY(eg_reserve(r->context, r->leaves + 1, &r->leaf_room, sizeof *r->leaf, &r->leaf));
    leaf *l = &r->leaf[r->leaves++];
    *l = (leaf){.event = r->events - 1,
                .object = r->depth >= OBJECT_DEPTH && r->kept ? r->objects - 1 : -1,
                .line = eg_xml_line(r->parser)};
    snprintf(l->path, sizeof l->path, "%s", path);
    snprintf(l->text, sizeof l->text, "%s", text);
    return EG_OK;
}

/* The path below an event's object goes on with each element. */
static void extend_name(quakeml_reader *r, const char *name)
{
    int at = r->depth - OBJECT_DEPTH - 1;
    size_t length = at > 0 && at < DEPTHS ? r->length[at - 1] : 0;
    if (at < 0 || at >= DEPTHS)
        return;
    snprintf(r->name + length, sizeof r->name - length, "%s%s", at > 0 ? "/" : "", name);
    r->length[at] = strlen(r->name);
}

static eg_status begin_named(quakeml_reader *r, const char *name, const char **attributes)
{
    if (r->depth == 1 && strcmp(name, "quakeml") != 0)
        return eg_fail(r->context, EG_INPUT,
                       "%s:1: begins with <%.40s>, not with <quakeml>: this is no QuakeML", r->path, name);
    if (r->depth == EVENT_DEPTH && strcmp(name, "event") == 0) {
        EG_TRY(add_object(r, &r->events, &r->event_room, &r->event, name, attributes));
        r->event[r->events - 1].event = r->events - 1;
    }
    if (r->depth == OBJECT_DEPTH) {
        r->kept = r->events > 0 && (strcmp(name, "origin") == 0 || strcmp(name, "magnitude") == 0 ||
                                    strcmp(name, "focalMechanism") == 0);
        if (r->kept)
            EG_TRY(add_object(r, &r->objects, &r->object_room, &r->object, name, attributes));
    }
    if (r->depth > OBJECT_DEPTH && r->kept) {
        extend_name(r, name);
        const char *plane = preferred_plane(attributes);
        return plane ? add_leaf(r, "preferredPlane", plane) : EG_OK;
    }
    return EG_OK;
}

static void begin_element(void *user, const char *name, const char **attributes)
{
    quakeml_reader *r = user;
    if (r->status != EG_OK)
        return;
    r->depth++;
    r->used = 0;
    r->text[0] = 0;
    eg_status status = begin_named(r, without_prefix(name), attributes);
    if (status != EG_OK)
        stop_parsing(r, status);
}

static void add_text(void *user, const char *text, int length)
{
    quakeml_reader *r = user;
    size_t room = TEXT_ROOM - 1 - r->used, taken = (size_t)length < room ? (size_t)length : room;
    memcpy(r->text + r->used, text, taken);
    r->used += taken;
    r->text[r->used] = 0;
}

/* Of the many texts of a catalogue those that are asked for. */
static bool is_wanted(const char *path)
{
    static const char *const wanted[] = {"latitude/value", "longitude/value", "depth/value", "mag/value"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (strcmp(path, wanted[i]) == 0)
            return true;
    return strncmp(path, "momentTensor/", 13) == 0 || strncmp(path, "nodalPlanes/", 12) == 0;
}

/* Without white space at both ends; "": there was nothing else. */
static const char *trimmed(char *text)
{
    static const char white[] = " \t\r\n";
    text += strspn(text, white);
    size_t length = strlen(text);
    while (length > 0 && strchr(white, text[length - 1]))
        text[--length] = 0;
    return text;
}

static void end_element(void *user, const char *name)
{
    quakeml_reader *r = user;
    if (r->status != EG_OK)
        return;
    const char *text = trimmed(r->text), *plain = without_prefix(name);
    bool of_event = r->depth == OBJECT_DEPTH && strncmp(plain, "preferred", 9) == 0;
    bool of_object = r->depth > OBJECT_DEPTH && r->depth < OBJECT_DEPTH + DEPTHS && r->kept;
    eg_status status = EG_OK;
    if (text[0] && r->events > 0 && (of_event || (of_object && is_wanted(r->name))))
        status = add_leaf(r, of_event ? plain : r->name, text);
    r->used = 0;
    r->text[0] = 0;
    r->depth--;
    if (r->depth < OBJECT_DEPTH)
        r->kept = false;
    if (of_object && r->depth > OBJECT_DEPTH)
        r->name[r->length[r->depth - OBJECT_DEPTH - 1]] = 0;
    if (status != EG_OK)
        stop_parsing(r, status);
}

static eg_status parse_quakeml(quakeml_reader *r, const char *data, int64_t length)
{
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r->parser, add_text);
    enum XML_Status parsed = XML_Parse(r->parser, data, (int)length, 1);
    if (r->status != EG_OK)
        return r->status;
    if (parsed != XML_STATUS_OK)
        return eg_fail(r->context, EG_INPUT, "%s:%lld: this is no XML, or it is cut short: %s", r->path,
                       eg_xml_line(r->parser), XML_ErrorString(XML_GetErrorCode(r->parser)));
    return r->events > 0 ? EG_OK : eg_fail(r->context, EG_INPUT, "%s: holds no event", r->path);
}

/* ---- what is chosen */

static const leaf *find_leaf(const quakeml_reader *r, int64_t event, int64_t of, const char *path)
{
    for (int64_t i = 0; i < r->leaves; i++)
        if (r->leaf[i].event == event && r->leaf[i].object == of && strcmp(r->leaf[i].path, path) == 0)
            return &r->leaf[i];
    return NULL;
}

static bool ends_with(const char *text, const char *tail)
{
    size_t length = strlen(text), bytes = strlen(tail);
    return length >= bytes && strcmp(text + length - bytes, tail) == 0;
}

static eg_status choose_event(const quakeml_reader *r, const char *wanted, int64_t *event)
{
    int64_t found = 0;
    for (int64_t i = 0; i < r->events; i++)
        if (!wanted || ends_with(r->event[i].id, wanted)) {
            *event = i;
            found++;
        }
    if (found == 1)
        return EG_OK;
    if (wanted)
        return eg_fail(r->context, EG_INPUT,
                       "%s: %lld of its %lld events have a publicID that ends with '%s'; the first "
                       "one of the file is '%s'",
                       r->path, (long long)found, (long long)r->events, wanted, r->event[0].id);
    return eg_fail(r->context, EG_INPUT,
                   "%s: holds %lld events; choose one by its publicID in `event`, such as '%s'", r->path,
                   (long long)r->events, r->event[0].id);
}

/* The object of a kind whose publicID is the text of a leaf, else the only one; -1: there is none, or no one. */
static int64_t choose_object(const quakeml_reader *r, int64_t event, const char *kind, const leaf *id)
{
    int64_t only = -1, count = 0;
    for (int64_t i = 0; i < r->objects; i++) {
        const object *o = &r->object[i];
        if (o->event != event || strcmp(o->kind, kind) != 0)
            continue;
        if (id && strcmp(o->id, id->text) == 0)
            return i;
        only = i;
        count++;
    }
    return count == 1 ? only : -1;
}

static eg_status fail_event(const quakeml_reader *r, int64_t event, const char *why)
{
    return eg_fail(r->context, EG_INPUT, "%s:%lld: event '%s' %s", r->path, (long long)r->event[event].line,
                   r->event[event].id, why);
}

/* The number of a leaf; *value stays where there is none. */
static eg_status take_leaf(const quakeml_reader *r, int64_t event, int64_t of, const char *path, double least,
                           double most, double *value)
{
    const leaf *l = find_leaf(r, event, of, path);
    if (!l || (eg_parse_real(l->text, l->text + strlen(l->text), value) && *value >= least && *value <= most))
        return EG_OK;
    return eg_fail(r->context, EG_INPUT, "%s:%lld: %s is '%.60s', no number between %g and %g", r->path,
                   (long long)l->line, path, l->text, least, most);
}

static eg_status take_origin(const quakeml_reader *r, int64_t event, int64_t mechanism, eg_cmt_point *point)
{
    const double degree = 3.14159265358979323846 / 180;
    const leaf *derived = find_leaf(r, event, mechanism, "momentTensor/derivedOriginID");
    int64_t origin = derived ? choose_object(r, event, "origin", derived) : -1;
    if (origin < 0)
        origin = choose_object(r, event, "origin", find_leaf(r, event, -1, "preferredOriginID"));
    if (origin < 0)
        return fail_event(r, event, "has no preferred origin, and not one alone");
    double latitude = NAN, longitude = NAN, depth = NAN;
    EG_TRY(take_leaf(r, event, origin, "latitude/value", -90, 90, &latitude));
    EG_TRY(take_leaf(r, event, origin, "longitude/value", -360, 360, &longitude));
    EG_TRY(take_leaf(r, event, origin, "depth/value", -1e4, 1e6, &depth));
    if (isnan(latitude) || isnan(longitude) || isnan(depth))
        return fail_event(r, event, "has an origin without latitude, longitude or depth");
    point->line = r->object[origin].line;
    point->latitude = latitude * degree;
    point->longitude = longitude * degree;
    point->depth = depth;
    return EG_OK;
}

/* M0 of the mechanism, else of the magnitude; NaN: neither. */
static eg_status find_scalar_moment(const quakeml_reader *r, int64_t event, int64_t mechanism, double *moment)
{
    double magnitude = NAN;
    *moment = NAN;
    EG_TRY(take_leaf(r, event, mechanism, "momentTensor/scalarMoment/value", 1, 1e27, moment));
    int64_t of = choose_object(r, event, "magnitude", find_leaf(r, event, -1, "preferredMagnitudeID"));
    if (!isnan(*moment) || of < 0)
        return EG_OK;
    EG_TRY(take_leaf(r, event, of, "mag/value", -5, 11, &magnitude));
    *moment = isnan(magnitude) ? NAN : eg_moment_of_magnitude(magnitude);
    return EG_OK;
}

static eg_status take_plane(const quakeml_reader *r, int64_t event, int64_t mechanism, eg_cmt_point *point)
{
    static const char *const names[] = {"strike", "dip", "rake"};
    const double degree = 3.14159265358979323846 / 180, least[] = {-360, 0, -360}, most[] = {360, 90, 360};
    const leaf *preferred = find_leaf(r, event, mechanism, "preferredPlane");
    double angle[3] = {NAN, NAN, NAN}, moment;
    for (int k = 0; k < 3; k++) {
        char path[PATH_ROOM];
        snprintf(path, sizeof path, "nodalPlanes/nodalPlane%c/%s/value",
                 preferred && strcmp(preferred->text, "2") == 0 ? '2' : '1', names[k]);
        EG_TRY(take_leaf(r, event, mechanism, path, least[k], most[k], &angle[k]));
        if (isnan(angle[k]))
            return fail_event(r, event,
                              "has a focal mechanism with neither a moment tensor nor a nodal plane");
    }
    EG_TRY(find_scalar_moment(r, event, mechanism, &moment));
    if (isnan(moment))
        return fail_event(r, event,
                          "has a nodal plane, but neither a scalar moment nor a preferred magnitude");
    eg_moment_double_couple(angle[0] * degree, angle[1] * degree, angle[2] * degree, moment, point->moment);
    return EG_OK;
}

/* The norm of Silver and Jordan (1982). Other definitions, such as half the sum of the largest and the least principal
 * moment, differ from it by less than a half; files in other units, or of another event, by more. */
static eg_status check_scalar_moment(const quakeml_reader *r, int64_t event, int64_t mechanism,
                                     const double m[EG_MOMENTS])
{
    static const char path[] = "momentTensor/scalarMoment/value";
    static const double most = 1.5;
    double given = NAN, squares = 0;
    EG_TRY(take_leaf(r, event, mechanism, path, 0, 1e27, &given));
    for (int k = 0; k < EG_MOMENTS; k++)
        squares += (k == EG_MOMENT_XX || k == EG_MOMENT_YY || k == EG_MOMENT_ZZ ? 0.5 : 1) * m[k] * m[k];
    double norm = sqrt(squares);
    if (isnan(given) || (given <= most * norm && norm <= most * given))
        return EG_OK;
    return eg_fail(r->context, EG_INPUT,
                   "%s:%lld: scalarMoment is %.4g N m, and its tensor has %.4g N m: they contradict each "
                   "other; correct the wrong one, or remove the scalarMoment",
                   r->path, (long long)find_leaf(r, event, mechanism, path)->line, given, norm);
}

/* r up, t south, p east, to x east, y north, z up. */
static eg_status take_tensor(const quakeml_reader *r, int64_t event, int64_t mechanism, eg_cmt_point *point)
{
    static const struct {
        const char *path;
        int component, sign;
    } parts[] = {{"momentTensor/tensor/Mrr/value", EG_MOMENT_ZZ, 1},
                 {"momentTensor/tensor/Mtt/value", EG_MOMENT_YY, 1},
                 {"momentTensor/tensor/Mpp/value", EG_MOMENT_XX, 1},
                 {"momentTensor/tensor/Mrt/value", EG_MOMENT_YZ, -1},
                 {"momentTensor/tensor/Mrp/value", EG_MOMENT_XZ, 1},
                 {"momentTensor/tensor/Mtp/value", EG_MOMENT_XY, -1}};
    double value[EG_MOMENTS] = {NAN, NAN, NAN, NAN, NAN, NAN};
    int found = 0;
    for (int k = 0; k < EG_MOMENTS; k++) {
        EG_TRY(take_leaf(r, event, mechanism, parts[k].path, -1e27, 1e27, &value[k]));
        found += !isnan(value[k]);
        point->moment[parts[k].component] = parts[k].sign * value[k];
    }
    if (found == 0)
        return take_plane(r, event, mechanism, point);
    return found == EG_MOMENTS
               ? check_scalar_moment(r, event, mechanism, point->moment)
               : fail_event(r, event, "has a moment tensor that lacks some of its six components");
}

static eg_status take_event(const quakeml_reader *r, const char *wanted, eg_cmt_point *point)
{
    int64_t event = 0;
    double duration = 0;
    EG_TRY(choose_event(r, wanted, &event));
    int64_t mechanism =
        choose_object(r, event, "focalMechanism", find_leaf(r, event, -1, "preferredFocalMechanismID"));
    if (mechanism < 0)
        return fail_event(r, event, "has no preferred focal mechanism, and not one alone");
    EG_TRY(take_origin(r, event, mechanism, point));
    EG_TRY(take_tensor(r, event, mechanism, point));
    EG_TRY(take_leaf(r, event, mechanism, "momentTensor/sourceTimeFunction/duration", 0, 2e4, &duration));
    point->half_duration = duration / 2;
    return EG_OK;
}

static void quakeml_reader_end(quakeml_reader *r)
{
    if (r->parser)
        XML_ParserFree(r->parser);
    EG_FREE(&r->event, &r->object, &r->leaf);
}

eg_status eg_quakeml_read(eg_context *context, const char *path, const char *event, eg_cmt **cmt)
{
    EG_ENDS_WITH(quakeml_reader_end)
    quakeml_reader r = {.context = context, .path = path, .parser = XML_ParserCreate(NULL)};
    EG_ENDS_WITH(eg_cmt_destroy) eg_cmt *made = NULL;
    EG_SCRATCH char *data = NULL;
    int64_t length = 0;
    *cmt = NULL;
    if (!r.parser)
        return eg_fail(context, EG_MEMORY, "no memory to read %s", path);
    EG_TRY(eg_file_read(context, EG_INPUT, path, MOST_BYTES, &data, &length));
    EG_TRY(parse_quakeml(&r, data, length));
    EG_TRY(eg_alloc(context, 1, sizeof *made, &made));
    made->context = context;
    EG_TRY(eg_reserve(context, 1, &made->room, sizeof *made->point, &made->point));
    made->point[0] = (eg_cmt_point){0};
    made->newton_metres = true;
    made->count = 1;
    EG_TRY(take_event(&r, event, &made->point[0]));
    return eg_hand_over(&made, cmt);
}

#else

eg_status eg_quakeml_read(eg_context *context, const char *path, const char *event, eg_cmt **cmt)
{
    (void)event;
    *cmt = NULL;
    return eg_fail(context, EG_USAGE,
                   "%s: QuakeML needs a build with libexpat; use sources.cmt, or install libexpat1-dev and "
                   "build again",
                   path);
}

#endif
