/* Codes of miniSEED for receivers and what they record; the date of a run. */
#include "run/models/seismic/kind.h"
#include "run/models/seismic/seismograms.h"

#include "io/seismogram/asdf.h"
#include "io/seismogram/seismogram.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATION_MOST = 5, CODE_MOST = 2, SAC_MOST = 8 };

static const char no_network[] = "XX"; /* of FDSN: for any use */

bool eg_waves_start_time(const eg_setup *setup, int64_t *milliseconds)
{
    const eg_date *start = eg_case_start(setup->loaded);
    *milliseconds = start->given ? start->second * 1000 : 0;
    return start->given;
}

/* ---- codes */

static bool is_code(const char *text, size_t most)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]))
            return false;
    return length >= 1 && length <= most;
}

static void copy_upper(char *to, const char *from)
{
    for (; *from; from++)
        *to++ = (char)toupper((unsigned char)*from);
    *to = 0;
}

const char *eg_waves_network(const eg_setup *setup, const eg_waves_station *station)
{
    const eg_node *node = eg_case_find(setup->loaded, "output.receivers.network");
    return station->network[0] ? station->network : node ? eg_node_text(node) : "";
}

static const char *location_of(const eg_setup *setup)
{
    const eg_node *node = eg_case_find(setup->loaded, "output.receivers.location");
    return node ? eg_node_text(node) : "";
}

/* Letters of instrument and direction: H velocity, X displacement, D pressure; Z up, E and N along x and y of a mesh
 * whose x points east, as far as the case tells, else 1 and 2. 0: SEED has none. */
static bool channel_letters(const eg_setup *setup, const eg_component *c, char letters[2])
{
    const eg_node *azimuth = eg_case_find(setup->loaded, "output.receivers.stationxml.x_azimuth");
    const char *axis = strrchr(c->name, '_');
    bool plane = setup->cells->dimension == 2;
    bool turned = plane || (azimuth && fabs(eg_node_real(azimuth) - 3.14159265358979323846 / 2) > 1e-9);
    letters[0] = strcmp(c->unit, "m/s") == 0 ? 'H' : strcmp(c->unit, "m") == 0 ? 'X' : 'D';
    letters[1] = 'H'; /* a hydrophone */
    if (strcmp(c->name, "pressure") == 0)
        return true;
    if (letters[0] == 'D' || !axis)
        return false;
    if (axis[1] == (plane ? 'y' : 'z'))
        letters[1] = 'Z';
    else
        letters[1] = turned ? (axis[1] == 'x' ? '1' : '2') : axis[1] == 'x' ? 'E' : 'N';
    return true;
}

void eg_waves_seed_name(const eg_setup *setup, const eg_waves_station *station, const eg_component *component,
                        double dt, eg_seed_name *name)
{
    const char *network = eg_waves_network(setup, station);
    char letters[2];
    memset(name, 0, sizeof *name);
    if (!channel_letters(setup, component, letters))
        return;
    copy_upper(name->network, network[0] ? network : no_network);
    copy_upper(name->station, station->code[0] ? station->code : station->name);
    copy_upper(name->location, location_of(setup));
    snprintf(name->channel, sizeof name->channel, "%c%c%c", eg_seed_band(dt), letters[0], letters[1]);
}

/* ---- checks */

eg_status eg_waves_check_network(const eg_setup *setup)
{
    const eg_node *node = eg_case_find(setup->loaded, "output.receivers.network");
    if (!node || is_code(eg_node_text(node), SAC_MOST))
        return EG_OK;
    return eg_case_fail(setup->loaded, node, EG_CASE,
                        "'%.40s' is no network code, of 1 to %d letters and digits", eg_node_text(node),
                        SAC_MOST);
}

static eg_status check_station(const eg_setup *setup, const eg_waves_station *station)
{
    const char *code = station->code[0] ? station->code : station->name,
               *network = eg_waves_network(setup, station);
    if (!is_code(code, STATION_MOST))
        return eg_case_fail(
            setup->loaded, station->place.node, EG_CASE,
            "the station code of receiver '%s' is '%s'; miniSEED has room for 5 letters and digits: take a "
            "shorter name, or a table with the column station",
            station->name, code);
    if (network[0] && !is_code(network, CODE_MOST))
        return eg_case_fail(setup->loaded, station->place.node, EG_CASE,
                            "the network code '%s' of receiver '%s' is not of 1 or 2 letters and digits, as "
                            "miniSEED has room "
                            "for",
                            network, station->name);
    return EG_OK;
}

static int compare_names(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(eg_seed_name));
}

/* Letter case is lost: stations must still differ. */
static eg_status check_different(const eg_setup *setup, const eg_waves_stations *stations,
                                 const eg_component *c)
{
    EG_SCRATCH eg_seed_name *names = NULL;
    EG_TRY(eg_alloc(setup->context, stations->count, sizeof *names, &names));
    for (int64_t i = 0; i < stations->count; i++)
        eg_waves_seed_name(setup, &stations->station[i], c, 1, &names[i]);
    qsort(names, (size_t)stations->count, sizeof *names, compare_names);
    for (int64_t i = 1; i < stations->count; i++)
        if (compare_names(&names[i], &names[i - 1]) == 0)
            return eg_case_fail(
                setup->loaded, eg_case_find(setup->loaded, "output.receivers"), EG_CASE,
                "two receivers are the station %s.%s of miniSEED; their codes must differ, whatever the "
                "letter case",
                names[i].network, names[i].station);
    return EG_OK;
}

eg_status eg_waves_check_dates(const eg_setup *setup)
{
    const eg_node *format = eg_case_find(setup->loaded, "output.receivers.format"),
                  *date = eg_case_find(setup->loaded, "time.start");
    double end = eg_case_real(setup->loaded, "time.end", 0);
    int64_t start, last = eg_node_count(format) - 1;
    eg_utc utc;
    bool all_dateless = eg_node_count(format) == 0 || (last == 0 && eg_node_has(format, "csv"));
    end = isfinite(end) ? end : 0;
    if (!eg_waves_start_time(setup, &start) || all_dateless)
        return EG_OK;
    if (!eg_utc_split(start, &utc) || !(end < 1e12) || !eg_utc_split(start + (int64_t)(1000 * end), &utc))
        return eg_case_fail(setup->loaded, date, EG_CASE,
                            "the run begins or ends outside of the years 1 to 9999 in UTC, which files of "
                            "seismograms hold; correct time.start or time.end");
    if (eg_node_has(format, "asdf") && !eg_asdf_holds(start, end))
        return eg_case_fail(setup->loaded, date, EG_CASE,
                            "the run begins or ends outside of the dates of ASDF, which counts nanoseconds "
                            "from 1970 in 64 bits, 1677-09-22 to 2262-04-11; correct time.start, or leave "
                            "asdf out of output.receivers.format");
    return EG_OK;
}

eg_status eg_waves_check_seed(const eg_setup *setup, const eg_waves_stations *stations)
{
    const eg_node *receivers = eg_case_find(setup->loaded, "output.receivers"),
                  *interval = eg_node_child(receivers, "interval"),
                  *location = eg_node_child(receivers, "location");
    double dt = eg_node_real(interval), end = eg_case_real(setup->loaded, "time.end", 0);
    eg_component components[EG_COMPONENTS];
    int count = eg_waves_components(setup, components), factor, multiplier;
    char letters[2];
    for (int i = 0; i < count; i++)
        if (!channel_letters(setup, &components[i], letters))
            return eg_case_fail(
                setup->loaded, receivers, EG_CASE,
                "SEED has no channel for %s; give variables: a list of velocity, displacement and pressure, "
                "or leave mseed and asdf out of output.receivers.format",
                components[i].name);
    if (eg_node_has(eg_node_child(receivers, "format"), "mseed") &&
        !eg_mseed_holds(dt, (int64_t)(end / dt) + 1, &factor, &multiplier))
        return eg_case_fail(setup->loaded, interval, EG_CASE,
                            "miniSEED holds rates that are fractions of whole numbers up to 32767, and an "
                            "interval of %.9g s is "
                            "none; take another interval, or leave mseed out of output.receivers.format",
                            dt);
    if (location && !is_code(eg_node_text(location), CODE_MOST))
        return eg_case_fail(setup->loaded, location, EG_CASE,
                            "'%.40s' is no location code, of 1 or 2 letters and digits",
                            eg_node_text(location));
    for (int64_t i = 0; i < stations->count; i++)
        EG_TRY(check_station(setup, &stations->station[i]));
    return check_different(setup, stations, &components[0]);
}
