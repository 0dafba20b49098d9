/* Fuzz target: any bytes as shapes. The first byte chooses format, kind and attribute. What is read has to
 * keep the contract of shapes. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"
#include "io/gis/shapes_store.h"

static int64_t least_points(eg_gis_kind kind)
{
    return kind == EG_GIS_POLYGONS ? 3 : kind == EG_GIS_LINES ? 2 : 1;
}

static void check(const eg_shapes_reader *r)
{
    const eg_gis_shapes *s = r->made;
    if (s->shapes > 0 && s->first_part[s->shapes] != s->parts)
        abort();
    for (int64_t i = 0; i < s->shapes; i++)
        if (s->first_part[i + 1] <= s->first_part[i] || (r->attribute && !isfinite(s->value[i])))
            abort();
    for (int64_t i = 0; i < s->shapes; i++)
        for (int64_t p = s->first_part[i]; p < s->first_part[i + 1]; p++)
            if (s->first[p + 1] - s->first[p] < least_points(s->kind[i]) || !(s->kind[i] & r->wanted))
                abort();
    for (int64_t p = 0; p < s->points; p++)
        if (!isfinite(s->x[p][0]) || !isfinite(s->x[p][1]) || isinf(s->x[p][2]))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"name", "height"};
    eg_context *context;
    if (size < 1)
        return 0;
    if (eg_context_create(NULL, &context) != EG_OK)
        abort();
    fuzz_file file = fuzz_file_open(data + 1, size - 1);
    eg_shapes_reader r = {.context = context,
                          .path = file.path,
                          .wanted = data[0] & 8   ? EG_GIS_ANY
                                    : data[0] & 1 ? EG_GIS_LINES
                                                  : EG_GIS_POLYGONS,
                          .names = names,
                          .attribute = data[0] & 2 ? "height" : NULL};
    if (eg_alloc(context, 1, sizeof *r.made, &r.made) != EG_OK)
        abort();
    r.made->context = context;
    r.made->texts = data[0] & 16 ? 2 : 0;
    eg_status status = data[0] & 4 ? eg_shapes_read_table(&r) : eg_shapes_read_geojson(&r);
    if (status == EG_OK)
        check(&r);
    else if (status != EG_INPUT)
        abort();
    eg_gis_shapes_destroy(&r.made);
    fuzz_file_close(&file);
    if (eg_context_blocks_held(context) != 0)
        abort();
    eg_context_destroy(&context);
    return 0;
}
