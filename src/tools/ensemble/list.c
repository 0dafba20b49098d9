/* The list of members: their texts, keys and values, and what a process of one needs. */
#include "tools/ensemble/ensemble.h"

#include <string.h>

int64_t ensemble_keep(eg_ensemble *ensemble, const char *text, int64_t length)
{
    int64_t place = ensemble->pool.length;
    eg_text_add_bytes(&ensemble->pool, text, length);
    eg_text_add_bytes(&ensemble->pool, "", 1);
    return place;
}

const char *ensemble_value(const eg_ensemble *ensemble, int64_t i, int key)
{
    int64_t place = ensemble->value[i * ensemble->keys + key];
    return place < 0 ? NULL : ensemble->pool.data + place;
}

void ensemble_name(const eg_ensemble *ensemble, int64_t i, eg_text *name)
{
    if (ensemble->name)
        eg_text_add(name, "%s", ensemble->pool.data + ensemble->name[i]);
    else
        eg_text_add(name, "%lld", (long long)i + 1);
}

eg_status ensemble_set_members(eg_ensemble *ensemble, int64_t members)
{
    int64_t values = members * ensemble->keys;
    ensemble->members = members;
    EG_TRY(EG_ALLOC(ensemble->context, EG_BLOCK(members, ensemble->name), EG_BLOCK(members, ensemble->line),
                    EG_BLOCK(values, ensemble->value), EG_BLOCK(values, ensemble->column),
                    EG_BLOCK(members, ensemble->weight), EG_BLOCK(members, ensemble->state),
                    EG_BLOCK(members, ensemble->hash), EG_BLOCK(members, ensemble->exit_code)));
    for (int64_t i = 0; i < values; i++)
        ensemble->value[i] = -1;
    for (int64_t i = 0; i < members; i++) {
        ensemble->weight[i] = 1;
        ensemble->exit_code[i] = ENSEMBLE_NOT_RUN;
    }
    return EG_OK;
}

/* Arrays of values with a place for one key more. */
static eg_status widen(eg_ensemble *ensemble)
{
    eg_context *context = ensemble->context;
    int keys = ensemble->keys;
    int64_t *value = NULL;
    int32_t *column = NULL;
    if (ensemble->members == 0)
        return EG_OK;
    EG_TRY(eg_alloc(context, ensemble->members * (keys + 1), sizeof *value, &value));
    eg_status status = eg_alloc(context, ensemble->members * (keys + 1), sizeof *column, &column);
    for (int64_t i = 0; i < ensemble->members && status == EG_OK; i++) {
        value[i * (keys + 1) + keys] = -1;
        for (int k = 0; k < keys; k++) {
            value[i * (keys + 1) + k] = ensemble->value[i * keys + k];
            column[i * (keys + 1) + k] = ensemble->column[i * keys + k];
        }
    }
    if (status != EG_OK) {
        EG_FREE(&value, &column);
        return status;
    }
    EG_FREE(&ensemble->value, &ensemble->column);
    ensemble->value = value;
    ensemble->column = column;
    return EG_OK;
}

eg_status ensemble_add_key(eg_ensemble *ensemble, const char *name, const char *origin, int column)
{
    eg_context *context = ensemble->context;
    for (int k = 0; k < ensemble->keys; k++)
        if (strcmp(ensemble->key[k].name, name) == 0)
            return eg_fail(context, EG_USAGE, "%s: the members have the key '%s' already", origin, name);
    EG_TRY(widen(ensemble));
    EG_TRY(
        eg_reserve(context, ensemble->keys + 1, &ensemble->key_room, sizeof *ensemble->key, &ensemble->key));
    ensemble_key *key = &ensemble->key[ensemble->keys++];
    *key = (ensemble_key){.column = column};
    EG_TRY(eg_strdup(context, name, &key->name));
    return eg_strdup(context, origin, &key->origin);
}

/* ---- what a caller is told */

int64_t eg_ensemble_count(const eg_ensemble *ensemble)
{
    return ensemble->members;
}

/* Empties a text; its memory stays. */
static void empty(eg_text *text)
{
    text->length = 0;
}

eg_status eg_ensemble_describe(eg_ensemble *ensemble, int64_t i, eg_ensemble_member *member)
{
    eg_text *all = &ensemble->described;
    int count = ensemble->commons;
    assert(i >= 0 && i < ensemble->members);
    empty(all);
    empty(&ensemble->folder_of);
    empty(&ensemble->said);
    ensemble_name(ensemble, i, all);
    eg_text_add(&ensemble->folder_of, "%s/%s", ensemble->runs, all->data ? all->data : "");
    eg_text_add(&ensemble->said, "%s/%s.txt", ensemble->messages, all->data ? all->data : "");
    eg_text_add_bytes(all, "", 1);
    for (int k = 0; k < ensemble->keys; k++) {
        const char *value = ensemble_value(ensemble, i, k);
        if (value)
            eg_text_add(all, "%s=%s", ensemble->key[k].name, value);
        if (value)
            eg_text_add_bytes(all, "", 1);
    }
    EG_TRY(all->status);
    EG_TRY(ensemble->folder_of.status);
    EG_TRY(ensemble->said.status);
    memcpy(ensemble->setting, ensemble->common, (size_t)count * sizeof *ensemble->setting);
    for (const char *p = all->data + strlen(all->data) + 1; p < all->data + all->length; p += strlen(p) + 1)
        ensemble->setting[count++] = p;
    *member = (eg_ensemble_member){.name = all->data,
                                   .folder = ensemble->folder_of.data,
                                   .said = ensemble->said.data,
                                   .settings = ensemble->setting,
                                   .setting_count = count,
                                   .state = ensemble->state[i]};
    return EG_OK;
}
