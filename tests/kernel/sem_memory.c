/* Every allocation that goes wrong is told, and leaves nothing behind. */
#include "kernel/sem_solver.h"

/* What is under test, from the mesh on; true when it has succeeded. */
static bool attempt(void *what)
{
    sem_problem *p = what;
    eg_sem_boundary side[6];
    eg_pcg *pcg = NULL;
    eg_buffer *x = NULL;
    eg_pcg_result result;
    eg_cell_points *points = NULL;
    double u[125];
    for (int i = 0; i < 6; i++)
        side[i] = (eg_sem_boundary){.condition = i < 3 ? EG_SEM_DIRICHLET : EG_SEM_ROBIN,
                                    .factor = {.constant = {1}}};
    const eg_sem_options options = {
        .precision = EG_F32, .kappa = {.constant = {1}}, .source = {.constant = {1}}, .boundary = side};
    eg_status status = eg_sem_create(p->device, p->mesh, p->nodes, &options, &p->sem);
    if (status == EG_OK)
        status = eg_sem_start(p->sem, &x);
    if (status == EG_OK)
        status = eg_pcg_create(p->context, p->device, eg_sem_operator(p->sem),
                               &(eg_pcg_options){.precision = EG_F32, .readback_every = 4}, &pcg);
    if (status == EG_OK)
        status = eg_pcg_solve(pcg, eg_sem_rhs(p->sem), x, (eg_pcg_goal){.relative = 1e-3}, &result);
    if (status == EG_OK)
        status = eg_sem_read(p->sem, x, u);
    if (status == EG_OK)
        status = eg_sem_points_create(p->mesh, p->nodes, u, true, &points);
    if (points)
        points->destroy(&points);
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    eg_sem_destroy(&p->sem);
    assert_true(status == EG_OK || status == EG_MEMORY);
    return status == EG_OK;
}

/* Lets the allocations of an attempt go wrong, one after the other by so many; how many made it fail. */
static int64_t fail_each(eg_context *context, bool (*try)(void *), void *what, int64_t stride)
{
    assert_true(try(what)); /* compiles */
    int64_t held = eg_context_blocks_held(context), failed = 0;
    for (int64_t nth = 1;; nth += stride) {
        eg_memory_fail_at(context, nth);
        bool done = try(what);
        bool came = eg_memory_fail_left(context) == 0;
        eg_memory_fail_at(context, 0);
        assert_int_equal(eg_context_blocks_held(context), held);
        if (!came)
            return failed;
        assert_true(nth < 3000);
        failed += !done;
    }
}

static void failed_allocations_leave_nothing(void **state)
{
    sem_problem p;
    (void)state;
    sem_begin(&p, "host:1");
    sem_set_mesh(&p, SEM_TRILINEAR, 2);
    OK(&p, eg_hex_nodes_create(p.mesh, 2, &p.nodes));
    assert_int_equal(p.nodes->nodes, 125);
    assert_true(fail_each(p.context, attempt, &p, 1) > 60);
    sem_end(&p);
}

static bool attempt_preconditioner(void *what)
{
    solver *s = what;
    const eg_sem_precondition_options options = {
        .kind = EG_SEM_P_MULTIGRID, .single = true, .pmg.schwarz = true};
    eg_status status = eg_sem_preconditioner_create(s->p.sem, &s->options, &options, &s->preconditioner);
    eg_sem_preconditioner_destroy(&s->preconditioner);
    assert_true(status == EG_OK || status == EG_MEMORY);
    return status == EG_OK;
}

/* p-multigrid in f32 that Schwarz smooths has all of them. */
static void failed_allocations_of_preconditioners(void **state)
{
    solver s;
    (void)state;
    make_problem(&s, &(setting){"host:1", SEM_TRILINEAR, 2, 2, 0, EG_F64, true, false});
    int64_t failed = fail_each(s.p.context, attempt_preconditioner, &s, 3);
    print_message("%lld attempts failed\n", (long long)failed);
    assert_true(failed > 50);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failed_allocations_leave_nothing),
                                       cmocka_unit_test(failed_allocations_of_preconditioners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
