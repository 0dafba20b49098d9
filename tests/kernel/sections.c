/* Sections of shallow water: what goes through the faces round any cells is what these gain, on every device
 * alike, over wet and dry ground, from kept solvers on, and the faces of a line turned round have it with the
 * other sign. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "long.h"
#include "scheme/fv/fv.h"
#include "steps.h"

enum { CELLS = 800, FACES = 1300, STEPS = 60 };

typedef struct flow {
    eg_context *context;
    eg_comm *comm;
    eg_device *device;
    eg_plane *mesh;
    eg_fv *fv;
    bool within[CELLS];
    int32_t face[FACES];
    int8_t sense[2][FACES];
    int64_t faces;
} flow;

/* The faces between cells within and others, so that what leaves counts, and the same turned round. */
static void choose_faces(flow *f)
{
    const eg_plane *mesh = f->mesh;
    for (int64_t c = 0; c < mesh->base.own; c++)
        f->within[c] = rand() % 3 == 0;
    f->faces = 0;
    for (int64_t k = 0; k < mesh->faces; k++) {
        int32_t left = mesh->face_cell[k][0], right = mesh->face_cell[k][1];
        if (right < 0 || f->within[left] == f->within[right])
            continue;
        f->sense[0][f->faces] = f->within[left] ? 1 : -1;
        f->sense[1][f->faces] = f->within[left] ? -1 : 1;
        f->face[f->faces++] = (int32_t)k;
    }
}

static bool begin(flow *f, const char *device, eg_precision precision, bool friction, int order)
{
    double bed[CELLS], depth[CELLS], manning[CELLS];
    const eg_box_options box = {.size = {4, 3},
                                .cells = {24, 16},
                                .element = friction ? EG_BOX_TRIANGLE : EG_BOX_QUADRANGLE,
                                .jitter = 0.2,
                                .seed = 3};
    *f = (flow){0};
    srand(5);
    assert_int_equal(eg_context_create(NULL, &f->context), EG_OK);
    assert_int_equal(eg_comm_create(f->context, &f->comm), EG_OK);
    if (eg_device_open(f->context, device, &f->device) != EG_OK) {
        eg_comm_destroy(&f->comm);
        eg_context_destroy(&f->context);
        return false;
    }
    assert_int_equal(eg_plane_box(f->context, &box, &f->mesh), EG_OK);
    assert_true(f->mesh->base.own <= CELLS);
    for (int64_t c = 0; c < f->mesh->base.own; c++) {
        const double *x = f->mesh->base.centroid[c];
        bed[c] = 0.2 * x[0] + 0.1 * sin(3 * x[1]);
        depth[c] = fmax(0, 0.8 - 0.4 * x[0] + 0.1 * cos(4 * x[1])); /* dry from x = 2 on */
        manning[c] = 0.03;
    }
    choose_faces(f);
    const eg_fv_section section[] = {
        {f->faces, f->face, f->sense[0]}, {f->faces, f->face, f->sense[1]}, {0, NULL, NULL}};
    const eg_fv_options options = {.precision = precision,
                                   .order = order,
                                   .bed = bed,
                                   .manning = friction ? manning : NULL,
                                   .depth = depth,
                                   .sections = 3,
                                   .section = section};
    if (eg_fv_create(f->device, f->mesh, &options, &f->fv) != EG_OK)
        fail_msg("%s", eg_context_error(f->context));
    return true;
}

static void end(flow *f)
{
    eg_fv_destroy(&f->fv);
    eg_plane_destroy(&f->mesh);
    eg_device_close(&f->device);
    eg_comm_destroy(&f->comm);
    assert_int_equal(eg_context_blocks_held(f->context), 0);
    eg_context_destroy(&f->context);
}

static void flow_to(flow *f, int64_t steps)
{
    assert_int_equal(steps_until(eg_fv_stepper(f->fv), INFINITY, steps, 7).steps, steps);
}

static double water_within(flow *f)
{
    eg_stepper *stepper = eg_fv_stepper(f->fv);
    void *memory = steps_copy(stepper);
    double sum = 0;
    for (int64_t c = 0; c < f->mesh->base.own; c++)
        if (f->within[c])
            sum += f->mesh->area[c] * eg_fv_state_of(f->fv, memory, c).h;
    steps_drop(stepper, &memory);
    return sum;
}

typedef struct passed {
    double volume[3], discharge[3];
} passed;

static passed look(flow *f)
{
    passed p;
    assert_int_equal(eg_fv_sections_of(f->fv, f->comm, p.volume, p.discharge), EG_OK);
    assert_true(p.volume[1] == -p.volume[0] && p.discharge[1] == -p.discharge[0]);
    assert_true(p.volume[2] == 0 && p.discharge[2] == 0);
    return p;
}

static void what_leaves_is_what_is_gone(void **state)
{
    (void)state;
    static const char *const devices[] = {"host:1", "checked", "opencl:0.0", "cuda:0"};
    for (int friction = 0; friction < 2; friction++)
        for (int f32 = 0; f32 < 2; f32++) {
            if (!is_combined(friction, f32, 2))
                continue;
            passed first = {0};
            for (int d = 0; d < 8; d++) { /* first order, then second */
                flow f;
                if (!begin(&f, devices[d % 4], f32 ? EG_F32 : EG_F64, friction, 1 + d / 4))
                    continue;
                double before = water_within(&f), volume, clipped, through[4];
                passed p = look(&f);
                assert_true(p.volume[0] == 0 && p.discharge[0] != 0);
                flow_to(&f, STEPS);
                p = look(&f);
                assert_int_equal(eg_fv_volume(f.fv, f.comm, &volume, &clipped, through), EG_OK);
                double gone = before - water_within(&f);
                print_message("%s: %g m3 left, %g too much\n", devices[d % 4], gone, p.volume[0] - gone);
                assert_true(fabs(clipped) <= (d < 4 ? 0 : 1e-18) && fabs(gone) > 0.01);
                assert_true(fabs(p.volume[0] - gone) < (f32 ? 1e-5 : 1e-13));
                if (d % 4 == 0)
                    first = p;
                assert_memory_equal(&p, &first, sizeof p);
                end(&f);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_leaves_is_what_is_gone)};
    return cmocka_run_group_tests_name("sections", tests, NULL, NULL);
}
