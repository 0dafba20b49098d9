/* Verdicts: a list, and its JSON. */
#include "io/report/verdict.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "io/report/json_text.h"

/* ---- the list */

static void free_texts(eg_verdict *verdict)
{
    EG_FREE(&verdict->name, &verdict->sentence);
}

static eg_verdict *find_verdict(const eg_verdicts *verdicts, const char *name)
{
    for (int64_t i = 0; i < verdicts->count; i++)
        if (strcmp(verdicts->list[i].name, name) == 0)
            return &verdicts->list[i];
    return NULL;
}

static double distance_of(const eg_verdict *verdict)
{
    double distance = fabs(verdict->value - verdict->bound);
    return isnan(distance) ? INFINITY : distance;
}

static eg_status copy_of(eg_context *context, const eg_verdict *verdict, eg_verdict *copy)
{
    EG_SCRATCH char *name = NULL, *sentence = NULL;
    EG_TRY(eg_strdup(context, verdict->name, &name));
    EG_TRY(eg_strdup(context, verdict->sentence, &sentence));
    *copy = *verdict;
    EG_TRY(eg_hand_over(&name, &copy->name));
    return eg_hand_over(&sentence, &copy->sentence);
}

eg_status eg_verdicts_put(eg_context *context, eg_verdicts *verdicts, const eg_verdict *verdict, bool *is_new)
{
    eg_verdict *before = find_verdict(verdicts, verdict->name), copy;
    *is_new = !before;
    if (before && !(distance_of(verdict) > distance_of(before)))
        return EG_OK;
    EG_TRY(
        eg_reserve(context, verdicts->count + 1, &verdicts->room, sizeof *verdicts->list, &verdicts->list));
    EG_TRY(copy_of(context, verdict, &copy));
    before = find_verdict(verdicts, verdict->name);
    if (before)
        free_texts(before);
    else
        before = &verdicts->list[verdicts->count++];
    *before = copy;
    return EG_OK;
}

eg_status eg_verdicts_copy(eg_context *context, const eg_verdicts *from, eg_verdicts *to)
{
    bool is_new;
    for (int64_t i = 0; i < from->count; i++)
        EG_TRY(eg_verdicts_put(context, to, &from->list[i], &is_new));
    return EG_OK;
}

void eg_verdicts_free(eg_verdicts *verdicts)
{
    for (int64_t i = 0; i < verdicts->count; i++)
        free_texts(&verdicts->list[i]);
    EG_FREE(&verdicts->list);
    *verdicts = (eg_verdicts){0};
}

/* ---- JSON */

static void add_verdict(const eg_verdict *verdict, eg_text *text)
{
    eg_json_add(text, "{'name': %s, 'value': %g, 'bound': %g, 'place': [", verdict->name, verdict->value,
                verdict->bound);
    for (int i = 0; i < verdict->coordinates; i++)
        eg_json_add(text, i ? ", %g" : "%g", verdict->place[i]);
    eg_json_add(text, "], 'time': %g, 'sentence': %s}", verdict->time, verdict->sentence);
}

void eg_verdicts_text(const eg_verdicts *verdicts, const char *indent, eg_text *text)
{
    eg_text_add(text, "[");
    for (int64_t i = 0; i < verdicts->count; i++) {
        eg_text_add(text, "%s\n%s  ", i ? "," : "", indent);
        add_verdict(&verdicts->list[i], text);
    }
    if (verdicts->count > 0)
        eg_text_add(text, "\n%s", indent);
    eg_text_add(text, "]");
}

static bool read_verdict_number(const json_t *value, double *to)
{
    *to = json_is_null(value) ? NAN : json_number_value(value);
    return json_is_null(value) || json_is_number(value);
}

static bool read_verdict_place(const json_t *place, eg_verdict *verdict)
{
    size_t count = json_array_size(place);
    bool fine = json_is_array(place) && count <= 3;
    verdict->coordinates = fine ? (int)count : 0;
    for (int i = 0; i < verdict->coordinates; i++)
        fine = read_verdict_number(json_array_get(place, (size_t)i), &verdict->place[i]) && fine;
    return fine;
}

/* The texts are those of the entry. */
static bool read_verdict(const json_t *entry, eg_verdict *verdict)
{
    const json_t *name = json_object_get(entry, "name"), *sentence = json_object_get(entry, "sentence");
    *verdict = (eg_verdict){.name = json_string_value(name), .sentence = json_string_value(sentence)};
    return verdict->name && verdict->sentence &&
           read_verdict_number(json_object_get(entry, "value"), &verdict->value) &&
           read_verdict_number(json_object_get(entry, "bound"), &verdict->bound) &&
           read_verdict_number(json_object_get(entry, "time"), &verdict->time) &&
           read_verdict_place(json_object_get(entry, "place"), verdict);
}

bool eg_verdicts_read(eg_context *context, const json_t *array, eg_verdicts *verdicts, eg_status *status)
{
    *status = EG_OK;
    if (!json_is_array(array))
        return false;
    for (size_t i = 0; *status == EG_OK && i < json_array_size(array); i++) {
        eg_verdict verdict;
        bool is_new;
        if (!read_verdict(json_array_get(array, i), &verdict))
            return false;
        *status = eg_verdicts_put(context, verdicts, &verdict, &is_new);
    }
    return true;
}

bool eg_verdicts_parse(eg_context *context, const char *text, int64_t bytes, eg_verdicts *verdicts,
                       eg_status *status)
{
    json_t *array = json_loadb(text, (size_t)bytes, JSON_REJECT_DUPLICATES, NULL);
    bool read = eg_verdicts_read(context, array, verdicts, status);
    json_decref(array);
    return read;
}
