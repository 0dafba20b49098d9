/* What `check` tells of an elliptic model: unknowns, steps. */
#include "run/models/elliptic/elliptic.h"

const char *const eg_elliptic_updates_unit = "unknown iterations/s";

void eg_elliptic_cost(const eg_model *model, eg_model_cost *cost)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    /* of conjugate gradients: x, r and p read and written, A p and the diagonal read, b once */
    enum { VECTORS = 9 };
    double size = (double)eg_real_size(p->run->precision);
    *cost = (eg_model_cost){.unknowns = p->unknowns,
                            .updates = (double)p->unknowns,
                            .updates_unit = eg_elliptic_updates_unit,
                            .bytes = (double)eg_sem_apply_bytes(p->sem) +
                                     (double)eg_sem_preconditioner_apply_bytes(p->preconditioner) +
                                     VECTORS * size * (double)p->nodes->own,
                            .device_bytes = eg_sem_device_bytes(p->sem) + eg_pcg_device_bytes(p->pcg) +
                                            eg_sem_preconditioner_device_bytes(p->preconditioner) +
                                            (p->stepper ? eg_heat_device_bytes(p) : 0)};
}

void eg_elliptic_describe(const eg_model *model, eg_text *text)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    eg_text_add(text, "unknowns   %lld, of %lld nodes of degree %d%s\n", (long long)p->unknowns,
                (long long)p->nodes->all, p->degree,
                p->has_nullspace ? "; nothing fixes the mean, which is made 0" : "");
    char name[EG_PRECONDITIONER_NAME];
    eg_elliptic_name_preconditioner(p, name);
    eg_text_add(text, "solver     conjugate gradients, preconditioner %s\n", name);
}

void eg_heat_describe_time(const eg_model *model, eg_text *text)
{
    const eg_elliptic *p = eg_elliptic_const(model);
    double end = p->run->schedule.t_end;
    p->run->facts.first_dt = p->dt;
    p->run->facts.first_steps = p->oldest ? NAN : (double)p->steps_end;
    if (p->oldest)
        eg_text_add(text,
                    "time       steps of bdf2 that err by %.3g K in all to %.6g s, the first of %.6g s\n",
                    eg_case_real(p->run->loaded, "time.tolerance", 0), end, p->dt);
    else
        eg_text_add(text, "time       %lld steps of %.6g s to %.6g s, %s\n", (long long)p->steps_end, p->dt,
                    end, p->bdf2 ? "bdf2" : "backward Euler");
}
