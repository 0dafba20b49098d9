/* Files of shapes as entries of a case have them: each shape one point or one line. */
#include "run/given/shapes.h"

#include <string.h>

#include "io/gis/shapes.h"

static eg_status check_parts(const eg_gis_shapes *read, bool points)
{
    for (int64_t i = 0; i < read->shapes; i++) {
        int64_t parts = read->first_part[i + 1] - read->first_part[i];
        if (parts != 1)
            return eg_fail(read->context, EG_INPUT,
                           "%s: shape %lld has %lld %s; an entry of the case needs one: split it "
                           "(ogr2ogr -explodecollections)",
                           read->name, (long long)i + 1, (long long)parts, points ? "points" : "lines");
    }
    return EG_OK;
}

eg_status eg_given_read_shapes(eg_context *context, const char *path, bool points, const char *const *names,
                               int texts, eg_case_shapes *shapes)
{
    EG_ENDS_WITH(eg_gis_shapes_destroy) eg_gis_shapes *read = NULL;
    *shapes = (eg_case_shapes){.context = context};
    EG_TRY(
        eg_gis_shapes_read_texts(context, path, points ? EG_GIS_POINTS : EG_GIS_LINES, names, texts, &read));
    EG_TRY(check_parts(read, points));
    EG_TRY(eg_alloc(context, read->points, sizeof *shapes->x, &shapes->x));
    for (int64_t p = 0; p < read->points; p++)
        memcpy(shapes->x[p], read->x[p], sizeof shapes->x[p]);
    shapes->shapes = read->shapes;
    shapes->texts = read->texts;
    EG_TRY(eg_hand_over(&read->first, &shapes->first));
    return eg_hand_over(&read->text, &shapes->text);
}
