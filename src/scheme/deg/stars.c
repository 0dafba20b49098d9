/* Stars at vertices (kernels/deg/stars.h): the fans of own cells in groups, on the device. */
#include "scheme/deg/internal.h"

#include <string.h>

#include "deg/star_places.h"
#include "scheme/deg/fans.h"

/* Host arrays being filled. */
typedef struct star_arrays {
    int64_t groups, *first; /* [groups + 1] */
    int32_t *corner, *sector;
    int32_t *fan; /* [blocks][3][lanes] of own cells */
} star_arrays;

static int64_t length_of(const eg_fans *fans, int64_t fan)
{
    return fan < fans->count ? fans->first[fan + 1] - fans->first[fan] : 0;
}

static void measure_groups(const eg_fans *fans, star_arrays *to)
{
    for (int64_t g = 0; g < to->groups; g++) {
        int64_t longest = 1;
        for (int i = 0; i < STAR_FANS; i++)
            longest = eg_max_i64(longest, length_of(fans, g * STAR_FANS + i));
        to->first[g + 1] = to->first[g] + longest;
    }
}

static void fill_fan(const eg_deg *deg, const eg_fans *fans, const star_arrays *to, int64_t fan)
{
    int64_t first = fans->first[fan], row = to->first[fan / STAR_FANS];
    for (int64_t i = first; i < fans->first[fan + 1]; i++, row++) {
        int64_t at = row * STAR_FANS + fan % STAR_FANS;
        bool is_air = fans->cell[i] == EG_FAN_AIR; /* at the height of the first corner */
        to->corner[at] = is_air ? STAR_AIR : eg_layout_slot(&deg->layout, fans->cell[i]);
        to->sector[at] = 4 * fans->row[i] + fans->corner[is_air ? first : i];
    }
}

static eg_status fill(const eg_deg *deg, const eg_fans *fans, star_arrays *to)
{
    int64_t lanes = deg->layout.lanes, slots = deg->blocks * lanes;
    EG_TRY(eg_alloc(deg->context, to->groups + 1, sizeof *to->first, &to->first));
    measure_groups(fans, to);
    int64_t numbers = to->first[to->groups] * STAR_FANS;
    EG_TRY(eg_alloc(deg->context, numbers, sizeof *to->corner, &to->corner));
    EG_TRY(eg_alloc(deg->context, numbers, sizeof *to->sector, &to->sector));
    EG_TRY(eg_alloc(deg->context, 3 * slots, sizeof *to->fan, &to->fan));
    for (int64_t i = 0; i < numbers; i++)
        to->corner[i] = STAR_NONE;
    for (int64_t fan = 0; fan < fans->count; fan++)
        fill_fan(deg, fans, to, fan);
    for (int64_t c = 0; c < deg->mesh->base.own; c++) {
        int64_t slot = eg_layout_slot(&deg->layout, c);
        for (int k = 0; k < 3; k++)
            to->fan[(slot / lanes * 3 + k) * lanes + slot % lanes] = fans->of_corner[3 * c + k];
    }
    return EG_OK;
}

static eg_status upload(eg_deg *deg, const eg_fans *fans, const star_arrays *to)
{
    eg_deg_stars *stars = &deg->stars;
    int64_t rows = to->first[to->groups] * STAR_FANS, own = deg->blocks * deg->layout.lanes;
    int64_t values = to->groups * STAR_VALUES * STAR_FANS;
    EG_TRY(eg_deg_upload(deg, "fans", (to->groups + 1) * 8, to->first, &stars->first));
    EG_TRY(eg_deg_upload(deg, "corners of fans", rows * 4, to->corner, &stars->corner));
    EG_TRY(eg_deg_upload(deg, "sectors of fans", rows * 4, to->sector, &stars->sector));
    EG_TRY(eg_deg_upload(deg, "fans of cells", 3 * own * 4, to->fan, &stars->fan));
    EG_TRY(eg_deg_upload_reals(deg, "factors of sectors", fans->rows * EG_SECTOR_FACTORS,
                               fans->factor[0], &stars->factor));
    return eg_deg_upload(deg, "stars", values * (int64_t)eg_real_size(deg->layout.precision), NULL,
                         &stars->star);
}

/* What lies beyond the boundaries of the mesh. The caller frees *end. */
static eg_status find_ends(const eg_deg *deg, const eg_deg_options *options, eg_fan_end **end)
{
    int boundaries = deg->mesh->base.boundaries.count;
    EG_TRY(eg_alloc(deg->context, boundaries, sizeof **end, end));
    for (int b = 0; b < boundaries; b++)
        (*end)[b] = options->boundaries && options->boundaries[b] == EG_DEG_OPEN ? EG_FAN_OPEN
                                                                                 : EG_FAN_WALL;
    return EG_OK;
}

eg_status eg_deg_build_stars(eg_deg *deg, const eg_deg_options *options)
{
    star_arrays to = {0};
    eg_fans fans = {0};
    eg_fan_end *end = NULL;
    eg_status status;
    if (deg->flux != EG_DEG_EVOLUTION)
        return EG_OK;
    EG_TRY_GOTO(find_ends(deg, options, &end));
    EG_TRY_GOTO(eg_fans_create(deg->mesh, end, &fans));
    to.groups = deg->stars.groups = eg_ceil_div(fans.count, STAR_FANS);
    EG_TRY_GOTO(fill(deg, &fans, &to));
    status = upload(deg, &fans, &to);
done:
    eg_fans_free(&fans);
    eg_free(deg->context, &end);
    eg_free(deg->context, &to.first);
    eg_free(deg->context, &to.corner);
    eg_free(deg->context, &to.sector);
    eg_free(deg->context, &to.fan);
    return status;
}

eg_status eg_deg_bind_stars(eg_deg *deg)
{
    eg_deg_stars *stars = &deg->stars;
    if (deg->flux != EG_DEG_EVOLUTION)
        return EG_OK;
    EG_TRY(eg_kernel_get(deg->program, "deg_stars", &stars->kernel));
    return EG_BIND(stars->kernel, EG_BUFFER("q0", deg->q[0]), EG_BUFFER("q1", deg->q[1]),
                   EG_BUFFER("second", deg->second), EG_BUFFER("air", deg->air),
                   EG_BUFFER("fan_first", stars->first), EG_BUFFER("fan_corner", stars->corner),
                   EG_BUFFER("fan_sector", stars->sector), EG_BUFFER("factor", stars->factor),
                   EG_BUFFER("count", eg_time_count(deg->time)), EG_BUFFER("star", stars->star),
                   EG_REAL("gamma", deg->gamma), EG_LONG("groups", stars->groups));
}

eg_status eg_deg_queue_stars(eg_deg *deg, int stage)
{
    return deg->stars.groups == 0
               ? EG_OK
               : EG_LAUNCH(deg->stars.kernel, deg->stars.groups, EG_INT("number", stage + 1));
}

void eg_deg_destroy_stars(eg_deg *deg)
{
    eg_deg_stars *stars = &deg->stars;
    eg_buffer **buffers[] = {&stars->first, &stars->corner, &stars->sector,
                             &stars->fan,   &stars->factor, &stars->star};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        eg_buffer_destroy(buffers[i]);
}
