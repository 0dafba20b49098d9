/* Nodal DG on graded forests, on as many ranks as have been started: prints energy and integral of the
 * pressure after some steps, to the last bit. Started by dg.sh. */
#include <stdio.h>
#include <stdlib.h>

#define assert_int_equal(a, b)                                                                               \
    do {                                                                                                     \
        if ((int64_t)(a) != (int64_t)(b)) {                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #a);                                          \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)
#include "kernel/dg_problem.h"

static void solve(eg_context *context, const eg_comm *comm, eg_device *device, const problem *p)
{
    static const eg_linear_boundary walls[] = {EG_LINEAR_WALL, EG_LINEAR_WALL, EG_LINEAR_WALL,
                                               EG_LINEAR_WALL, EG_LINEAR_WALL, EG_LINEAR_WALL};
    double content[2];
    eg_dg *dg;
    eg_time_state now;
    eg_forest *mesh = forest_of(context, comm, p);
    const eg_dg_field material = {unit_material};
    shots own;
    wave w = {{standing}, p->system->dimensions, 0};
    fire(mesh, comm, &own);
    const eg_dg_options options = {.comm = comm,
                                   .system = p->system,
                                   .flux = p->flux,
                                   .steps = p->integrator,
                                   .degree = p->degree,
                                   .material = &material,
                                   .boundaries = walls,
                                   .initial = &w.field,
                                   OPTIONS_OF_SHOTS(own)};
    assert_int_equal(eg_dg_create(device, mesh, &options, &dg), EG_OK);
    assert_int_equal(eg_time_resume_until(eg_stepper_time(eg_dg_stepper(dg)), 1e9, p->steps), EG_OK);
    assert_int_equal(eg_stepper_queue(eg_dg_stepper(dg), p->steps + 2), EG_OK);
    assert_int_equal(eg_time_readback_begin(eg_stepper_time(eg_dg_stepper(dg))), EG_OK);
    assert_int_equal(eg_time_readback_end(eg_stepper_time(eg_dg_stepper(dg)), &now), EG_OK);
    assert_int_equal(now.steps, p->steps);
    assert_int_equal(eg_stepper_content(eg_dg_stepper(dg), comm, content), EG_OK);
    if (eg_comm_rank(comm) == 0)
        printf("%lld cells, t %a, energy %a, integral %a\n", (long long)mesh->base.all, now.time, content[0],
               content[1]);
    eg_dg_destroy(&dg);
    eg_mesh *base = &mesh->base;
    eg_mesh_destroy(&base);
}

int main(void)
{
    eg_context *context;
    eg_comm *comm;
    eg_device *device;
    if (eg_context_create(NULL, &context) != EG_OK || eg_comm_create(context, &comm) != EG_OK)
        return 1;
    assert_int_equal(eg_device_open(context, "host:1", &device), EG_OK);
    for (int k = 0; k < 4; k++) {
        const problem p = {.system = k % 2 ? &eg_linear_acoustic_space : &eg_linear_acoustic,
                           .level = k % 2 ? 3 : 6,
                           .degree = 2,
                           .steps = 7,
                           .graded = true,
                           .walls = k > 1,
                           .flux = k == 3 ? EG_FLUX_CENTRAL : EG_FLUX_UPWIND,
                           .integrator = k == 2 ? EG_DG_SSPRK3 : EG_DG_LSRK45};
        solve(context, comm, device, &p);
    }
    eg_device_close(&device);
    eg_comm_destroy(&comm);
    if (eg_context_blocks_held(context) != 0)
        return 1;
    eg_context_destroy(&context);
    return 0;
}
