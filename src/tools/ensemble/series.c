/* Members that are a series: "KEY=A,B,...". */
#include "tools/ensemble/ensemble.h"

#include <string.h>

eg_status ensemble_split(const char *list, eg_status (*each)(void *user, const char *part, int64_t length),
                         void *user)
{
    int depth = 0;
    char quote = 0;
    for (const char *begin = list, *p = list;; p++) {
        if (*p && quote)
            quote = *p == quote ? 0 : quote;
        else if (*p == '"' || *p == '\'')
            quote = *p;
        else if (*p && strchr("([{", *p))
            depth++;
        else if (*p && strchr(")]}", *p))
            depth--;
        else if (!*p || (*p == ',' && depth <= 0)) {
            const char *end = p;
            while (begin < end && *begin == ' ')
                begin++;
            while (end > begin && end[-1] == ' ')
                end--;
            EG_TRY(each(user, begin, end - begin));
            begin = p + 1;
        }
        if (!*p)
            return EG_OK;
    }
}

/* A series while it is read: places of its values in the pool. */
typedef struct splitting {
    eg_ensemble *ensemble;
    const char *series;
    int64_t count;
    bool stores; /* else the values are counted */
} splitting;

static eg_status take_value(void *user, const char *part, int64_t length)
{
    splitting *s = user;
    eg_ensemble *ensemble = s->ensemble;
    if (length == 0)
        return eg_fail(ensemble->context, EG_USAGE, "--vary %s: value %lld is empty", s->series,
                       (long long)s->count + 1);
    if (s->stores)
        ensemble->value[s->count * ensemble->keys + ensemble->keys - 1] =
            ensemble_keep(ensemble, part, length);
    s->count++;
    return ensemble->pool.status;
}

static eg_status read_one(eg_ensemble *ensemble, const char *series)
{
    eg_context *context = ensemble->context;
    const char *equals = strchr(series, '=');
    splitting s = {.ensemble = ensemble, .series = series};
    EG_TEXT(key, context);
    EG_TEXT(origin, context);
    if (!equals || equals == series)
        return eg_fail(context, EG_USAGE, "--vary takes KEY=A,B,..., not '%s'", series);
    EG_TRY(ensemble_split(equals + 1, take_value, &s));
    if (s.count < 2)
        return eg_fail(context, EG_USAGE, "--vary %s: a series needs two values, separated by a comma",
                       series);
    if (ensemble->members == 0)
        EG_TRY(ensemble_set_members(ensemble, s.count));
    if (s.count != ensemble->members)
        return eg_fail(context, EG_USAGE,
                       "--vary %s: has %lld values, the series before it has %lld; they go together", series,
                       (long long)s.count, (long long)ensemble->members);
    eg_text_add_bytes(&key, series, equals - series);
    eg_text_add(&origin, "--vary %s", series);
    EG_TRY(key.status);
    EG_TRY(origin.status);
    EG_TRY(ensemble_add_key(ensemble, key.data, origin.data, 0));
    s = (splitting){.ensemble = ensemble, .series = series, .stores = true};
    return ensemble_split(equals + 1, take_value, &s);
}

eg_status ensemble_read_series(eg_ensemble *ensemble, const char *const *series, int count)
{
    ensemble->is_series = true;
    for (int k = 0; k < count; k++)
        EG_TRY(read_one(ensemble, series[k]));
    return EG_OK;
}
