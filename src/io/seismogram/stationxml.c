/* StationXML by libexpat: the path of elements tells what a text is; the plane that touches the ellipsoid. */
#include "io/seismogram/stationxml.h"

#include <math.h>
#include <string.h>

#include "base/device_math.h"

/* ---- the tangent plane */

/* WGS 84: the equator's radius, m, and the first eccentricity squared. */
static const double RADIUS = 6378137.0, ECCENTRICITY_2 = 6.69437999014e-3;

static void from_centre(const double at[2], double x[3])
{
    double s = eg_sin(at[0]), c = eg_cos(at[0]);
    double normal = RADIUS / sqrt(1 - ECCENTRICITY_2 * s * s);
    x[0] = normal * c * eg_cos(at[1]);
    x[1] = normal * c * eg_sin(at[1]);
    x[2] = (1 - ECCENTRICITY_2) * normal * s;
}

void eg_tangent_plane(const double origin[2], const double point[2], double east_north[2])
{
    double o[3], p[3], d[3];
    double sp = eg_sin(origin[0]), cp = eg_cos(origin[0]);
    double sl = eg_sin(origin[1]), cl = eg_cos(origin[1]);
    from_centre(origin, o);
    from_centre(point, p);
    for (int i = 0; i < 3; i++)
        d[i] = p[i] - o[i];
    east_north[0] = cl * d[1] - sl * d[0];
    east_north[1] = cp * d[2] - sp * (cl * d[0] + sl * d[1]);
}

void eg_stationxml_destroy(eg_stationxml **stations)
{
    if (*stations)
        EG_FREE(&(*stations)->station, stations);
}

#ifdef EAGRE_EXPAT
#include "io/seismogram/xml.h"

enum { MOST_BYTES = 1 << 28, TEXT_ROOM = 64, NETWORK_DEPTH = 2, STATION_DEPTH = 3, VALUE_DEPTH = 4 };
enum { LATITUDE = 1, LONGITUDE = 2, ELEVATION = 4, PLACE = 7 };

typedef struct xml_reader {
    eg_context *context;
    const char *path;
    XML_Parser parser;
    eg_stationxml *stations;
    int depth;
    bool in_station;
    char network[EG_STATION_CODE + 1];
    eg_geographic_station now;
    int found; /* of LATITUDE, LONGITUDE, ELEVATION */
    int value; /* which of them the text belongs to, 0: none */
    char text[TEXT_ROOM];
    size_t length;
    eg_status status;
} xml_reader;

static void stop_parsing(xml_reader *r, eg_status status)
{
    r->status = status;
    XML_StopParser(r->parser, XML_FALSE);
}

static bool is_element(const char *name, const char *wanted)
{
    const char *colon = strrchr(name, ':'); /* a prefix of the namespace */
    return strcmp(colon ? colon + 1 : name, wanted) == 0;
}

/* The attribute `code`, of which files and SAC headers take letters, digits, _ and -. */
static void take_code(xml_reader *r, const char *what, const char **attributes,
                      char code[EG_STATION_CODE + 1])
{
    const char *value = "";
    for (int i = 0; attributes[i]; i += 2)
        if (strcmp(attributes[i], "code") == 0)
            value = attributes[i + 1];
    size_t length = strlen(value);
    bool plain =
        value[strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] == 0;
    if (length >= 1 && length <= EG_STATION_CODE && plain)
        memcpy(code, value, length + 1);
    else
        stop_parsing(r, eg_fail(r->context, EG_INPUT,
                                "%s:%lld: the code '%.40s' of a %s is not 1 to %d letters, digits, '_' and "
                                "'-'",
                                r->path, eg_xml_line(r->parser), value, what, EG_STATION_CODE));
}

static void begin_element(void *user, const char *name, const char **attributes)
{
    xml_reader *r = user;
    if (r->status != EG_OK)
        return;
    r->depth++;
    if (r->depth == 1 && !is_element(name, "FDSNStationXML"))
        stop_parsing(r, eg_fail(r->context, EG_INPUT,
                                "%s:%lld: begins with <%.40s>, not with <FDSNStationXML>: this is no "
                                "StationXML",
                                r->path, eg_xml_line(r->parser), name));
    if (r->depth == NETWORK_DEPTH && is_element(name, "Network"))
        take_code(r, "network", attributes, r->network);
    if (r->depth == STATION_DEPTH && is_element(name, "Station")) {
        r->in_station = true;
        r->found = 0;
        r->now = (eg_geographic_station){.line = eg_xml_line(r->parser)};
        memcpy(r->now.network, r->network, sizeof r->network);
        take_code(r, "station", attributes, r->now.code);
    }
    r->length = 0;
    r->value = 0;
    if (r->in_station && r->depth == VALUE_DEPTH)
        r->value = is_element(name, "Latitude")    ? LATITUDE
                   : is_element(name, "Longitude") ? LONGITUDE
                   : is_element(name, "Elevation") ? ELEVATION
                                                   : 0;
}

static void add_station_text(void *user, const char *text, int length)
{
    xml_reader *r = user;
    if (r->value == 0 || r->status != EG_OK)
        return;
    size_t room = TEXT_ROOM - 1 - r->length, taken = (size_t)length < room ? (size_t)length : room;
    memcpy(r->text + r->length, text, taken);
    r->length += taken;
}

static void take_station_value(xml_reader *r)
{
    static const char *const names[] = {"", "Latitude", "Longitude", "", "Elevation"};
    const double degree = 3.14159265358979323846 / 180;
    const char *begin = r->text, *end = r->text + r->length;
    double number, most = r->value == LATITUDE ? 90 : r->value == LONGITUDE ? 360 : 1e6;
    while (begin < end && strchr(" \t\r\n", *begin))
        begin++;
    while (end > begin && strchr(" \t\r\n", end[-1]))
        end--;
    if (!eg_parse_real(begin, end, &number) || !(fabs(number) <= most)) {
        stop_parsing(r, eg_fail(r->context, EG_INPUT,
                                "%s:%lld: the %s '%.*s' of station %s is no number between -%g and %g",
                                r->path, eg_xml_line(r->parser), names[r->value], (int)(end - begin), begin,
                                r->now.code, most, most));
        return;
    }
    *(r->value == LATITUDE    ? &r->now.latitude
      : r->value == LONGITUDE ? &r->now.longitude
                              : &r->now.elevation) = r->value == ELEVATION ? number : number * degree;
    r->found |= r->value;
}

/* An epoch takes the place of one before it. */
static eg_status keep_station(xml_reader *r)
{
    eg_stationxml *s = r->stations;
    if (r->found != PLACE)
        return eg_fail(r->context, EG_INPUT, "%s:%lld: station %s has no %s", r->path, (long long)r->now.line,
                       r->now.code,
                       !(r->found & LATITUDE)    ? "Latitude"
                       : !(r->found & LONGITUDE) ? "Longitude"
                                                 : "Elevation");
    for (int64_t i = s->count - 1; i >= 0; i--)
        if (strcmp(s->station[i].code, r->now.code) == 0 &&
            strcmp(s->station[i].network, r->now.network) == 0) {
            s->station[i] = r->now;
            return EG_OK;
        }
    EG_TRY(eg_reserve(r->context, s->count + 1, &s->room, sizeof *s->station, &s->station));
    s->station[s->count++] = r->now;
    return EG_OK;
}

static void end_element(void *user, const char *name)
{
    xml_reader *r = user;
    (void)name;
    if (r->status != EG_OK)
        return;
    if (r->value && r->depth == VALUE_DEPTH)
        take_station_value(r);
    r->value = 0;
    if (r->in_station && r->depth == STATION_DEPTH && r->status == EG_OK) {
        r->in_station = false;
        eg_status status = keep_station(r);
        if (status != EG_OK)
            stop_parsing(r, status);
    }
    r->depth--;
}

static void xml_reader_end(xml_reader *r)
{
    if (r->parser)
        XML_ParserFree(r->parser);
    eg_stationxml_destroy(&r->stations);
}

static eg_status parse_stations(xml_reader *r, const char *data, int64_t length)
{
    XML_SetUserData(r->parser, r);
    XML_SetElementHandler(r->parser, begin_element, end_element);
    XML_SetCharacterDataHandler(r->parser, add_station_text);
    enum XML_Status parsed = XML_Parse(r->parser, data, (int)length, 1);
    if (r->status != EG_OK)
        return r->status;
    if (parsed != XML_STATUS_OK)
        return eg_fail(r->context, EG_INPUT, "%s:%lld: this is no XML, or it is cut short: %s", r->path,
                       eg_xml_line(r->parser), XML_ErrorString(XML_GetErrorCode(r->parser)));
    if (r->stations->count == 0)
        return eg_fail(r->context, EG_INPUT, "%s: holds no station", r->path);
    return EG_OK;
}

eg_status eg_stationxml_read(eg_context *context, const char *path, eg_stationxml **stations)
{
    EG_ENDS_WITH(xml_reader_end)
    xml_reader r = {.context = context, .path = path, .parser = XML_ParserCreate(NULL)};
    EG_SCRATCH char *data = NULL;
    int64_t length = 0;
    *stations = NULL;
    if (!r.parser)
        return eg_fail(context, EG_MEMORY, "no memory to read %s", path);
    EG_TRY(eg_file_read(context, EG_INPUT, path, MOST_BYTES, &data, &length));
    EG_TRY(eg_alloc(context, 1, sizeof *r.stations, &r.stations));
    r.stations->context = context;
    EG_TRY(parse_stations(&r, data, length));
    return eg_hand_over(&r.stations, stations);
}

#else

eg_status eg_stationxml_read(eg_context *context, const char *path, eg_stationxml **stations)
{
    *stations = NULL;
    return eg_fail(context, EG_USAGE,
                   "%s: StationXML needs a build with libexpat; use output.receivers.table, or "
                   "install libexpat1-dev and build again",
                   path);
}

#endif
