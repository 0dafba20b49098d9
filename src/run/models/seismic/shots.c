/* The shots of a case: the list, those that are run of it, and places that they move. */
#include "run/models/seismic/shots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what cannot be had with shots */

static const struct {
    const char *key, *why;
} refused[] = {
    {"time.steps", "each shot ends at time.end"},
    {"output.fields.every", "fields of several shots would have the same times"},
    {"output.fields.steps", "fields of several shots would have the same times"},
    {"output.record", "records of several shots would have the same times"},
    {"output.gauges", "each shot begins at time 0 again; take output.receivers"},
    {"output.lines", "there is one state at the end, that of the last shot"},
    {"output.maxima", "largest values are those of one run"},
    {"initial.from", "each shot begins at rest"},
    {"exact", "an exact solution is that of one run"},
};

static bool is_rest(const eg_node *node)
{
    if (!eg_node_is_list(node))
        return eg_node_is_constant(node) && eg_node_real(node) == 0;
    for (int64_t i = 0; i < eg_node_count(node); i++)
        if (!is_rest(eg_node_item(node, i)))
            return false;
    return true;
}

static eg_status refuse_with_shots(const eg_setup *setup, const eg_node *node, const char *why)
{
    return eg_case_fail_key(setup->loaded, node, EG_CASE, "'%s' is not possible with shots: %s",
                            eg_node_name(node), why);
}

static eg_status check_case(const eg_setup *setup, const eg_node *map)
{
    const eg_case *loaded = setup->loaded;
    const eg_node *initial = eg_case_find(loaded, "initial");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const eg_node *node = eg_case_find(loaded, refused[i].key);
        bool given = node && !eg_node_is_default(node) && !(eg_node_is_map(node) && eg_node_count(node) == 0);
        if (given)
            return refuse_with_shots(setup, node, refused[i].why);
    }
    for (int64_t i = 0; i < eg_node_count(initial); i++)
        if (!is_rest(eg_node_item(initial, i)))
            return refuse_with_shots(setup, eg_node_item(initial, i), "each shot begins at rest");
    static const char *const needed[] = {"sources", "output.receivers", "time.end"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!eg_case_find(loaded, needed[i]))
            return eg_case_fail_key(setup->loaded, map, EG_CASE, "shots need '%s'", needed[i]);
    return EG_OK;
}

/* ---- which are run */

/* A number, and where it is followed by one behind '-' that; false where there is none. */
static bool read_range(const char **at, long long range[2])
{
    char *end;
    range[0] = strtoll(*at, &end, 10);
    if (end == *at)
        return false;
    *at = end + strspn(end, " ");
    range[1] = range[0];
    if (**at != '-')
        return true;
    range[1] = strtoll(++*at, &end, 10);
    bool found = end != *at;
    *at = end + strspn(end, " ");
    return found;
}

static eg_status take_selected(eg_waves_shots *shots, const eg_node *select)
{
    const char *at = eg_node_text(select);
    int64_t all = shots->list.count, last = 0;
    for (bool more = true; more; at += more) {
        long long range[2];
        if (!read_range(&at, range) || range[0] <= last || range[1] < range[0] || range[1] > all ||
            (*at && *at != ','))
            return eg_case_fail(
                shots->setup->loaded, select, EG_CASE,
                "'%s' must be numbers of shots and ranges, ascending, from 1 to %lld: \"1-10, 15\"",
                eg_node_text(select), (long long)all);
        for (last = range[0]; last <= range[1]; last++)
            shots->which[shots->run.count++] = last - 1;
        last = range[1];
        more = *at == ',';
    }
    return EG_OK;
}

/* ---- the list */

eg_status eg_waves_open_shots(const eg_setup *setup, eg_waves_shots *shots)
{
    const eg_node *map = eg_case_find(setup->loaded, "shots"), *follow = eg_node_child(map, "follow"),
                  *select = eg_node_child(map, "select");
    if (!map)
        return EG_OK;
    shots->setup = setup;
    EG_TRY(check_case(setup, map));
    EG_TRY(eg_waves_list_stations(setup, map, "shot", &shots->list));
    EG_TRY(eg_alloc(setup->context, shots->list.count, sizeof *shots->which, &shots->which));
    if (select)
        EG_TRY(take_selected(shots, select));
    for (int64_t i = 0; !select && i < shots->list.count; i++)
        shots->which[shots->run.count++] = i;
    for (int64_t i = 0; i < eg_node_count(follow); i++)
        shots->follow[i] = eg_node_boolean(eg_node_item(follow, i));
    shots->drop = eg_node_is(eg_node_child(map, "outside"), "drop");
    eg_waves_choose_shot(shots, 0);
    return EG_OK;
}

void eg_waves_close_shots(eg_waves_shots *shots)
{
    if (!shots->setup)
        return;
    eg_waves_free_stations(&shots->list);
    EG_FREE(&shots->which);
}

const eg_waves_station *eg_waves_shot(const eg_waves_shots *shots)
{
    return shots->setup ? &shots->list.station[shots->which[shots->run.current]] : NULL;
}

int eg_waves_shot_number(const eg_waves_shots *shots)
{
    return shots->setup ? (int)shots->which[shots->run.current] + 1 : 0;
}

void eg_waves_choose_shot(eg_waves_shots *shots, int64_t k)
{
    assert(k >= 0 && k < shots->run.count);
    shots->run.current = k;
    shots->run.name = eg_waves_shot(shots)->name;
}

/* ---- places */

void eg_waves_move(const eg_waves_shots *shots, const bool *follow, const eg_waves_place *place, double x[3])
{
    const eg_waves_station *shot = eg_waves_shot(shots);
    for (int i = 0; i < 3; i++)
        x[i] = shot && (!follow || follow[i]) ? place->x[i] + shot->place.x[i] : place->x[i];
}

eg_status eg_waves_refuse_moved(const eg_setup *setup, const eg_waves_shots *shots,
                                const eg_waves_place *place, const double x[3], const char *what)
{
    const eg_waves_station *shot = eg_waves_shot(shots);
    eg_waves_place moved = *place;
    char text[512];
    memcpy(moved.x, x, sizeof moved.x);
    if (!shot)
        return eg_waves_refuse_place(setup, place, what);
    snprintf(text, sizeof text, "shot '%s': %s", shot->name, what);
    return eg_waves_refuse_place(setup, &moved, text);
}

/* ---- checkpoints */

eg_status eg_waves_persist_shots(eg_waves_shots *shots, const eg_persist *persist)
{
    struct {
        int64_t current;
        uint64_t hash;
        double none; /* an older eagre kept seconds by the clock: equal runs had other bytes */
    } kept = {shots->run.current, shots->run.hash, 0};
    if (!shots->setup)
        return EG_OK;
    EG_TRY(persist->array(persist, "shots", &kept, sizeof kept));
    if (kept.current < 0 || kept.current >= shots->run.count)
        return eg_fail(shots->setup->context, EG_CHECKPOINT,
                       "the checkpoint is of shot %lld, and the case has %lld", (long long)kept.current + 1,
                       (long long)shots->run.count);
    eg_waves_choose_shot(shots, kept.current);
    shots->run.hash = kept.hash;
    return EG_OK;
}
