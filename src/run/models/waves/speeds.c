/* Speeds of the slowest waves, of a case alone: what cells by wavelength follow. */
#include "run/models/waves/internal.h"

/* One material of the case. */
typedef struct medium_speeds {
    const eg_node *material, *key[EG_WAVES_KEYS];
    eg_volume *volume[EG_WAVES_KEYS]; /* NULL: the key is no volume */
    int way;
} medium_speeds;

typedef struct waves_speeds {
    eg_speeds speeds;
    const eg_waves_kind *kind;
    const eg_node *materials;
    medium_speeds *of; /* in the order of the case */
} waves_speeds;

/* NaN where it is none. */
static double medium_value(const medium_speeds *medium, int k, const double *x)
{
    double value;
    if (medium->volume[k])
        return eg_volume_covers(medium->volume[k], x) &&
                       eg_volume_sample(medium->volume[k], x, &value) == EG_OK
                   ? value
                   : NAN;
    if (!medium->key[k] ||
        eg_node_kind_of(medium->key[k]) != EG_NODE_EXPRESSION) /* none, a raster, a vector */
        return NAN;
    return eg_expression_eval(eg_node_expression(medium->key[k]), x);
}

static double find_slowest(const eg_speeds *speeds, const char *region, const double *x)
{
    const waves_speeds *s = (const waves_speeds *)speeds;
    const eg_waves_kind *kind = s->kind;
    const eg_node *own = eg_node_child(s->materials, region);
    const eg_node *material = own ? own : eg_node_child(s->materials, "all");
    const medium_speeds *medium = s->of;
    double given[EG_WAVES_KEYS], found[EG_LINEAR_MATERIALS];
    while (medium->material != material)
        medium++;
    for (int k = 0; k < kind->keys; k++) {
        bool left_out = !medium->key[k] && k >= kind->keys - kind->optional;
        given[k] = left_out ? kind->otherwise[k - (kind->keys - kind->optional)] : medium_value(medium, k, x);
        if (isnan(given[k]))
            return NAN;
    }
    if (kind->material(kind, medium->way, given, found))
        return NAN;
    return eg_waves_slowest(kind, found);
}

eg_status eg_waves_open_speeds(eg_context *context, const eg_model_kind *base, const eg_case *loaded,
                               eg_speeds **speeds)
{
    waves_speeds *s;
    *speeds = NULL;
    EG_TRY(eg_alloc(context, 1, sizeof *s, &s));
    *speeds = &s->speeds;
    s->speeds.slowest = find_slowest;
    s->kind = base->waves;
    s->materials = eg_case_find(loaded, "materials");
    int64_t count = eg_node_count(s->materials);
    eg_status status = eg_alloc(context, count, sizeof *s->of, &s->of);
    for (int64_t i = 0; i < count && status == EG_OK; i++) {
        const eg_node *material = eg_node_item(s->materials, i);
        medium_speeds *medium = &s->of[i];
        *medium = (medium_speeds){.material = material, .way = eg_waves_way(s->kind, material)};
        for (int k = 0; k < s->kind->keys && status == EG_OK; k++) {
            const char *key = s->kind->key[medium->way][k];
            medium->key[k] = key ? eg_node_child(material, key) : NULL; /* one key may be a vector */
            if (eg_node_child(medium->key[k], "volume"))
                status =
                    eg_given_read_volume(context, medium->key[k], base->keys.dimensions, &medium->volume[k]);
        }
    }
    if (status != EG_OK)
        eg_waves_close_speeds(context, speeds);
    return status;
}

const eg_model_speeds eg_waves_model_speeds = {.open = eg_waves_open_speeds, .close = eg_waves_close_speeds};

void eg_waves_close_speeds(eg_context *context, eg_speeds **speeds)
{
    waves_speeds *s = (waves_speeds *)*speeds;
    if (!s)
        return;
    for (int64_t i = 0; s->of && i < eg_node_count(s->materials); i++)
        for (int k = 0; k < EG_WAVES_KEYS; k++)
            eg_volume_destroy(&s->of[i].volume[k]);
    eg_free(context, &s->of);
    eg_free(context, speeds);
}
