/* Fuzz target: any bytes as a table of settings. What is read has to keep the contract of one. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "tools/ensemble/ensemble.h"

static void check(eg_ensemble *e)
{
    if (e->members < 1)
        abort();
    for (int64_t i = 0; i < e->members; i++) {
        const char *name = e->name ? e->pool.data + e->name[i] : "a";
        if (!name[0] || strchr(name, '/') || name[0] == '.' || strlen(name) > 200)
            abort();
        if (!isfinite(e->weight[i]) || e->weight[i] < 0 || e->line[i] <= e->head)
            abort();
        for (int k = 0; k < e->keys; k++)
            if (ensemble_value(e, i, k) && e->column[i * e->keys + k] < 1)
                abort();
    }
    for (int k = 0; k < e->keys; k++)
        if (!e->key[k].name[0] || strchr(e->key[k].name, '=') || e->key[k].column < 1)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    eg_ensemble *ensemble = NULL;
    if (eg_context_create(NULL, &context) != EG_OK ||
        eg_alloc(context, 1, sizeof *ensemble, &ensemble) != EG_OK)
        abort();
    ensemble->context = ensemble->pool.context = context;
    ensemble->lock = -1;
    fuzz_file file = fuzz_file_open(data, size);
    eg_status status = ensemble_read_table(ensemble, file.path);
    if (status == EG_OK)
        check(ensemble);
    else if (status != EG_INPUT)
        abort();
    eg_ensemble_destroy(&ensemble);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
