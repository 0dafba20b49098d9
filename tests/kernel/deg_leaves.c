/* The atmosphere on triangles that change on the device: cells, faces, fans, air and damping that are found
 * there are those that the host finds from a mesh, so that states have the same bits, on every device. */
#include "unit/device_fixture.h"

#include <math.h>

#include "physics/atmosphere/background.h"
#include "scheme/deg/deg.h"
#include "steps.h"
#include "unit/bisected_meshes.h"

/* What is set up: an unstructured mesh with walls and open boundaries, under a sponge, of isothermal air; and
 * a periodic channel, in single precision, of air as it was sounded. */
typedef struct setting {
    macro_kind macro;
    eg_background_kind air;
    eg_precision precision;
    eg_deg_boundary boundaries[4];
    double layer[3];
} setting;

static const setting settings[] = {
    {MACRO_SHAKEN,
     EG_BACKGROUND_ISOTHERMAL,
     EG_F64,
     {EG_DEG_OPEN, EG_DEG_WALL, EG_DEG_WALL, EG_DEG_OPEN},
     {0.2, 0.3, 0.4}},
    {MACRO_CHANNEL,
     EG_BACKGROUND_SOUNDING,
     EG_F32,
     {EG_DEG_INSIDE, EG_DEG_INSIDE, EG_DEG_WALL, EG_DEG_WALL},
     {0, 0, 0}},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

typedef struct changing {
    const fixture *f;
    const setting *set;
    eg_device *device;
    eg_comm *comm;
    eg_plane *macro, *mesh;
    eg_bisected *leaves;
    eg_bisect *there;
    eg_background *background;
    eg_deg *deg;
    eg_deg_rest rest;
    eg_deg_options options;
} changing;

static eg_status air_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const changing *c = user;
    (void)cell;
    for (int i = 0; i < count; i++) {
        const eg_background_state air =
            eg_background_at(c->background, fmin(fmax(x[i][1], c->rest.low), c->rest.high));
        values[3 * i] = air.density;
        values[3 * i + 1] = air.density_theta;
        values[3 * i + 2] = air.pressure;
    }
    return EG_OK;
}

static eg_status sponge_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    const changing *c = user;
    const eg_deg_rest *r = &c->rest;
    (void)cell;
    for (int i = 0; i < count; i++) {
        double most = fmax(eg_sponge_fraction(x[i][0] - r->left, r->layer[0]),
                           eg_sponge_fraction(r->right - x[i][0], r->layer[1]));
        values[i] = r->rate * fmax(most, eg_sponge_fraction(r->high - x[i][1], r->layer[2]));
    }
    return EG_OK;
}

static eg_status state_at(void *user, int64_t cell, int count, const double (*x)[2], double *values)
{
    (void)user;
    (void)cell;
    for (int i = 0; i < count; i++)
        for (int v = 0; v < 4; v++)
            values[4 * i + v] = 1e-3 * (0.1 + v) * sin(10 * x[i][0] + v) * cos(7 * x[i][1]);
    return EG_OK;
}

static void make_background(changing *c)
{
    double height[] = {-1, 0.2, 0.75, 3}, pressure[] = {100011.6, 99997.7, 99991.4, 99965.5},
           theta[] = {299, 300, 300, 301};
    int64_t line[] = {2, 3, 4, 5};
    char path[] = "sounding.csv";
    const eg_sounding sounding = {
        .path = path, .count = 4, .height = height, .pressure = pressure, .theta = theta, .line = line};
    const eg_background_options options = {.kind = c->set->air,
                                           .gas = {287, 1004.5, 1e5},
                                           .gravity = 9.81,
                                           .temperature = 250,
                                           .sounding = &sounding};
    if (eg_background_create(c->f->context, &options, c->macro->base.box_low[1], c->macro->base.box_high[1],
                             &c->background) != EG_OK)
        fail_msg("%s", eg_context_error(c->f->context));
}

static void describe_rest(changing *c)
{
    const eg_background_options *o = eg_background_describe(c->background);
    const eg_mesh *mesh = &c->macro->base;
    c->rest = (eg_deg_rest){.kind = (int)o->kind,
                            .gas_constant = 287,
                            .heat_capacity = 1004.5,
                            .reference_pressure = 1e5,
                            .gravity = 9.81,
                            .temperature = 250,
                            .low = mesh->box_low[1],
                            .high = mesh->box_high[1],
                            .left = mesh->box_low[0],
                            .right = mesh->box_high[0],
                            .rate = 50};
    c->rest.rows = eg_background_rows(c->background, c->rest.column);
    memcpy(c->rest.layer, c->set->layer, sizeof c->rest.layer);
}

static void begin(const fixture *f, const char *spec, const setting *set, changing *c)
{
    *c = (changing){.f = f, .set = set, .macro = make_macro(f->context, set->macro)};
    make_background(c);
    describe_rest(c);
    c->options = (eg_deg_options){.degree = 2,
                                  .precision = set->precision,
                                  .gamma = 1.4,
                                  .gravity = 9.81,
                                  .user = c,
                                  .air = air_at,
                                  .sponge = set->layer[0] > 0 ? sponge_at : NULL,
                                  .rest = &c->rest,
                                  .initial = state_at,
                                  .boundaries = set->boundaries};
    c->leaves = random_leaves(c->macro, 3, 4, 5);
    assert_int_equal(eg_comm_create(f->context, &c->comm), EG_OK);
    assert_int_equal(eg_bisected_plane(c->leaves, false, &c->mesh), EG_OK);
    assert_int_equal(eg_device_open(f->context, spec, &c->device), EG_OK);
    assert_int_equal(eg_bisect_create(c->device, c->leaves, &c->there), EG_OK);
    if (eg_deg_create(c->device, c->mesh, &c->options, &c->deg) != EG_OK)
        fail_msg("%s: %s", spec, eg_context_error(f->context));
}

static void end(changing *c)
{
    eg_deg_destroy(&c->deg);
    eg_bisect_destroy(&c->there);
    eg_device_close(&c->device);
    eg_plane_destroy(&c->mesh);
    eg_bisected_destroy(&c->leaves);
    eg_plane_destroy(&c->macro);
    eg_background_destroy(&c->background);
    eg_comm_destroy(&c->comm);
}

static void take(changing *c, eg_bisected *leaves, eg_plane *mesh)
{
    eg_bisected_destroy(&c->leaves);
    eg_plane_destroy(&c->mesh);
    c->leaves = leaves;
    c->mesh = mesh;
}

static void change_by_mesh(changing *c, const eg_bisected *next, const eg_bisected_transfer *whole,
                           eg_plane *mesh)
{
    eg_cell_transfer *t;
    const double need[2] = {0, (double)(c->leaves->leaves - 1)};
    assert_int_equal(eg_cell_transfer_create(c->f->context, 1, next->leaves, &t), EG_OK);
    eg_cell_transfer_plan(t, &c->mesh->base, c->comm, need);
    memcpy(t->from, whole->from, (size_t)next->leaves * sizeof *t->from);
    memcpy(t->origin, whole->origin, (size_t)next->leaves);
    assert_int_equal(eg_deg_adapt(&c->deg, mesh, t, &c->options), EG_OK);
    eg_cell_transfer_destroy(&t);
}

static void change_there(changing *c, const uint8_t *wish, eg_plane *outline)
{
    bool changed;
    eg_buffer *wishes;
    assert_int_equal(upload_wishes(c->there, wish, &wishes), EG_OK);
    assert_int_equal(eg_bisect_adapt(c->there, wishes, &changed), EG_OK);
    if (eg_deg_adapt_there(&c->deg, outline, c->there, c->leaves, &c->options) != EG_OK)
        fail_msg("%s", eg_context_error(c->f->context));
    eg_buffer_destroy(&wishes);
}

/* By leaves on the device, or by a mesh; then the mesh is made, in the place of an outline. */
static void change(changing *c, uint64_t seed, bool there)
{
    eg_bisected *next;
    eg_bisected_transfer *whole;
    eg_plane *mesh;
    uint8_t *wish = random_wishes(c->leaves, &seed, seed % 2 ? 25 : 5, 60, 7);
    assert_int_equal(pass_by(c->leaves, wish, &next, &whole), EG_OK);
    if (there) {
        assert_int_equal(eg_bisected_outline(c->mesh, next->leaves, &mesh), EG_OK);
        change_there(c, wish, mesh);
        assert_int_equal(eg_bisected_fill(next, mesh), EG_OK);
    } else {
        assert_int_equal(eg_bisected_plane(next, false, &mesh), EG_OK);
        change_by_mesh(c, next, whole, mesh);
    }
    eg_bisected_transfer_destroy(&whole);
    take(c, next, mesh);
    free(wish);
}

static void take_steps(changing *c, int steps)
{
    eg_stepper *stepper = eg_deg_stepper(c->deg);
    steps_to(stepper, 1e9, steps_read(stepper).steps + steps);
}

static uint64_t hash_of(const changing *c)
{
    double content[EG_DEG_VARIABLES + EG_DEG_ENERGIES] = {0};
    uint64_t hash = steps_hash(eg_deg_stepper(c->deg));
    assert_int_equal(eg_stepper_content(eg_deg_stepper(c->deg), c->comm, content), EG_OK);
    return eg_hash64(content, sizeof content, hash);
}

enum { CHANGES = 4 };

static void run(const fixture *f, const char *spec, const setting *set, bool there, uint64_t hash[CHANGES])
{
    changing c;
    begin(f, spec, set, &c);
    for (int i = 0; i < CHANGES; i++) {
        take_steps(&c, 1);
        change(&c, (uint64_t)i, there);
        take_steps(&c, 2);
        hash[i] = hash_of(&c);
    }
    end(&c);
}

static void states_are_those_by_meshes(void **state)
{
    const fixture *f = *state;
    for (int k = 0; k < SETTINGS; k++) {
        uint64_t wanted[CHANGES], got[CHANGES];
        run(f, "host:1", &settings[k], false, wanted);
        for (int s = 0; s < f->specs; s++) {
            run(f, f->spec[s], &settings[k], true, got);
            for (int i = 0; i < CHANGES; i++)
                if (got[i] != wanted[i])
                    fail_msg("%s, setting %d: state after change %d is another one", f->spec[s], k, i);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(states_are_those_by_meshes)};
    return cmocka_run_group_tests(tests, fixture_set_up_shared, fixture_tear_down);
}
