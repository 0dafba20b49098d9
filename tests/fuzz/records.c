/* Fuzz target: any bytes as a table of records. What is read has to keep the contract of one. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "io/table/records.h"

static void check(const eg_records *r)
{
    if (r->rows < 1 || eg_records_column(r, "name") < 0)
        abort();
    for (int64_t row = 0; row < r->rows; row++) {
        double value = 0;
        eg_status status = eg_records_real(r, row, "x", EG_DIMENSION_LENGTH, &value);
        if ((status != EG_OK && status != EG_INPUT) || !isfinite(value))
            abort();
        status = eg_records_angle(r, row, "strike", &value);
        if ((status != EG_OK && status != EG_INPUT) || !isfinite(value))
            abort();
        if (strlen(eg_records_text(r, row, "name")) > 1 << 20)
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    eg_context *context;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data, size);
    eg_records *records;
    eg_status status = eg_records_read(context, file.path, "name x y z strike", "name x", &records);
    if (status == EG_OK)
        check(records);
    else if (status != EG_INPUT || records)
        abort();
    eg_records_destroy(&records);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
