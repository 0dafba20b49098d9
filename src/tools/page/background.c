/* The background of a page: a raster in grey. */
#include "io/report/json_text.h"
#include "io/table/raster.h"
#include "tools/page/page.h"

#include <math.h>

enum { PIXELS_MOST = 1200 /* along a side */, GREYS = 254, NO_GREY = 255, EVERY_BITS = 16 };

/* Blocks of step x step values as one, that at the middle; rows from the north. */
static void fill_greys(const eg_raster *raster, int64_t step, const int64_t size[2], uint32_t *grey)
{
    double span = raster->largest - raster->least;
    for (int64_t n = 0; n < size[0] * size[1]; n++) {
        int64_t column = eg_min_i64(n % size[0] * step + step / 2, raster->columns - 1);
        int64_t row = eg_min_i64((size[1] - 1 - n / size[0]) * step + step / 2, raster->rows - 1);
        double value = raster->value[row * raster->columns + column];
        double part = span > 0 ? (value - raster->least) / span : 0.5;
        grey[n] = isfinite(part) ? (uint32_t)lround(GREYS * fmin(1, fmax(0, part))) : NO_GREY;
    }
}

/* EG_INPUT where nothing of the raster is below the fields. */
static eg_status check_place(const eg_page *page, const eg_raster *raster)
{
    bool meets = true;
    for (int k = 0; k < 2; k++)
        meets = meets && raster->low[k] < page->high[k] && raster->high[k] > page->low[k];
    if (!page->has_bounds || meets)
        return EG_OK;
    return eg_fail(
        page->context, EG_INPUT,
        "%s: lies from x = %.9g to %.9g m and y = %.9g to %.9g m, beside the fields of the run, which "
        "lie from x = %.9g to %.9g m and y = %.9g to %.9g m",
        page->options->background, raster->low[0], raster->high[0], raster->low[1], raster->high[1],
        page->low[0], page->high[0], page->low[1], page->high[1]);
}

eg_status eg_page_add_background(eg_page *page)
{
    EG_ENDS_WITH(eg_raster_destroy) eg_raster *raster = NULL;
    EG_SCRATCH uint32_t *grey = NULL;
    int id = 0;
    eg_text_add(&page->meta, ",\n\"background\":");
    if (!page->options->background) {
        eg_text_add(&page->meta, "null");
        return EG_OK;
    }
    EG_TRY(eg_raster_read(page->context, page->options->background, &(eg_raster_options){0}, &raster));
    EG_TRY(check_place(page, raster));
    int64_t step = eg_ceil_div(eg_max_i64(raster->columns, raster->rows), PIXELS_MOST);
    const int64_t size[2] = {eg_ceil_div(raster->columns, step), eg_ceil_div(raster->rows, step)};
    EG_TRY(eg_alloc(page->context, size[0] * size[1], sizeof *grey, &grey));
    fill_greys(raster, step, size, grey);
    EG_TRY(eg_packs_add_steps(&page->packs, grey, size[0] * size[1], EVERY_BITS, 1, &id));
    eg_json_add(&page->meta, "{'size':[%lld,%lld],'low':[%g,%g],'step':%g,'pack':%lld}", (long long)size[0],
                (long long)size[1], raster->low[0], raster->low[1], raster->spacing * (double)step,
                (long long)id);
    return page->meta.status;
}
