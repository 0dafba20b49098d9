/* Where tests keep the arrays that a solver continues from. Include behind cmocka.h. */
#ifndef EG_TEST_SHELF_H
#define EG_TEST_SHELF_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "field/persist.h"

enum { SHELF_ARRAYS = 32, SHELF_NAME = 32 };
typedef struct shelf {
    eg_persist persist;
    struct {
        char name[SHELF_NAME];
        void *data;
        int64_t bytes;
    } array[SHELF_ARRAYS];
    int count;
    bool restoring;
} shelf;

static inline int shelf_find(const shelf *s, const char *name)
{
    int i = 0;
    while (i < s->count && strcmp(s->array[i].name, name) != 0)
        i++;
    return i;
}

static inline eg_status shelf_array(const eg_persist *self, const char *name, void *data, int64_t bytes)
{
    shelf *s = (shelf *)self;
    int i = shelf_find(s, name);
    if (s->restoring) {
        assert_true(i < s->count && s->array[i].bytes == bytes);
        memcpy(data, s->array[i].data, (size_t)bytes);
        return EG_OK;
    }
    assert_true(i == s->count && s->count < SHELF_ARRAYS);
    snprintf(s->array[i].name, SHELF_NAME, "%s", name);
    s->array[i].data = malloc((size_t)bytes + 1);
    s->array[i].bytes = bytes;
    memcpy(s->array[i].data, data, (size_t)bytes);
    s->count++;
    return EG_OK;
}

static inline eg_status shelf_bytes(const eg_persist *self, const char *name, int64_t *bytes)
{
    const shelf *s = (const shelf *)self;
    int i = shelf_find(s, name);
    assert_true(i < s->count);
    *bytes = s->array[i].bytes;
    return EG_OK;
}

static inline const eg_persist *shelf_hands(shelf *s, bool restoring)
{
    s->restoring = restoring;
    s->persist =
        (eg_persist){.restoring = restoring, .array = shelf_array, .part = shelf_array, .bytes = shelf_bytes};
    return &s->persist;
}

static inline void shelf_clear(shelf *s)
{
    for (int i = 0; i < s->count; i++)
        free(s->array[i].data);
    s->count = 0;
}

#endif
