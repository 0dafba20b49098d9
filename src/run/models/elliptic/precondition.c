/* The preconditioner that the case asks for. */
#include "run/models/elliptic/elliptic.h"

#include "scheme/linear/hypre.h"

static const eg_node *find_solver_key(const eg_elliptic *p, const char *key)
{
    return eg_case_find(p->run->loaded, key);
}

static eg_sem_kind_of_preconditioner preconditioner_kind(const eg_node *node)
{
    return eg_node_is(node, "none")           ? EG_SEM_NO_PRECONDITIONER
           : eg_node_is(node, "schwarz")      ? EG_SEM_SCHWARZ
           : eg_node_is(node, "schwarz-fine") ? EG_SEM_SCHWARZ
           : eg_node_is(node, "p-multigrid")  ? EG_SEM_P_MULTIGRID
                                              : EG_SEM_JACOBI;
}

/* Refuses a key that says nothing of this preconditioner. */
static eg_status check_meaning(const eg_elliptic *p, const char *key, bool has_meaning, const char *wanted)
{
    const eg_node *node = find_solver_key(p, key);
    if (!node || has_meaning)
        return EG_OK;
    return eg_case_fail(p->run->loaded, node, EG_CASE, "%s has no meaning without %s", key, wanted);
}

/* The solver of the last level. */
static eg_status choose_coarse(const eg_elliptic *p, bool multigrid, eg_sem_precondition_options *how)
{
    const eg_node *coarse = find_solver_key(p, "numerics.coarse");
    EG_TRY(check_meaning(p, "numerics.coarse", multigrid, "numerics.preconditioner: p-multigrid"));
    bool hypre = eg_node_is(coarse, "hypre");
    how->pmg.coarse = hypre                             ? EG_PMG_HYPRE
                      : eg_node_is(coarse, "amg")       ? EG_PMG_AMG
                      : eg_node_is(coarse, "geometric") ? EG_PMG_GEOMETRIC
                                                        : EG_PMG_AUTO;
    if (hypre && p->has_nullspace)
        return eg_case_fail(p->run->loaded, coarse, EG_CASE,
                            "numerics.coarse: hypre is taken where something fixes the solution's "
                            "mean: a given value, an exchange, or c above 0");
    if (hypre && eg_hypre_check(p->run->context) != EG_OK) {
        char text[256];
        snprintf(text, sizeof text, "%s", eg_context_error(p->run->context));
        return eg_case_fail(p->run->loaded, coarse, EG_CASE, "numerics.coarse: %s", text);
    }
    return EG_OK;
}

/* Where the coarse part of Schwarz is solved. */
static eg_status choose_place(const eg_elliptic *p, eg_sem_precondition_options *how)
{
    const eg_node *place = find_solver_key(p, "numerics.coarse_on");
    bool has_coarse = how->kind == EG_SEM_SCHWARZ && how->schwarz.scales == EG_SCHWARZ_BOTH;
    EG_TRY(check_meaning(p, "numerics.coarse_on", has_coarse, "numerics.preconditioner: schwarz"));
    if (!eg_node_is(place, "host"))
        return EG_OK;
    EG_TRY(eg_run_open_coprocessor(p->run));
    how->schwarz.coarse_device = p->run->coprocessor;
    return EG_OK;
}

/* The layers of subdomains. */
static eg_status choose_overlap(const eg_elliptic *p, eg_sem_precondition_options *how)
{
    const eg_node *overlap = find_solver_key(p, "numerics.overlap");
    EG_TRY(check_meaning(p, "numerics.overlap", how->kind == EG_SEM_SCHWARZ,
                         "numerics.preconditioner: schwarz"));
    how->schwarz.overlap = overlap ? (int)eg_node_integer(overlap) : 1;
    if (how->schwarz.overlap > p->degree)
        return eg_case_fail(p->run->loaded, overlap, EG_CASE,
                            "numerics.overlap is %d, and elements of degree %d have only %d layers "
                            "of nodes beyond a face; take at most that many",
                            how->schwarz.overlap, p->degree, p->degree);
    return EG_OK;
}

static eg_status choose_preconditioner(const eg_elliptic *p, eg_sem_precondition_options *how)
{
    const eg_node *precision = find_solver_key(p, "numerics.preconditioner_precision"),
                  *smoothing = find_solver_key(p, "numerics.smoothing");
    const eg_elliptic_automatic *automatic = &p->automatic;
    *how = (eg_sem_precondition_options){
        .kind = preconditioner_kind(find_solver_key(p, "numerics.preconditioner")),
        .single = eg_node_is(precision, "f32"),
        .schwarz.lanes = p->run->options.lanes,
        .pmg.lanes = p->run->options.lanes};
    if (eg_node_is(find_solver_key(p, "numerics.preconditioner"), "schwarz-fine")) {
        how->schwarz.scales = EG_SCHWARZ_FINE;
        how->schwarz.plain = true;
    }
    bool multigrid = how->kind == EG_SEM_P_MULTIGRID;
    EG_TRY(check_meaning(p, "numerics.preconditioner_precision", multigrid || how->kind == EG_SEM_SCHWARZ,
                         "numerics.preconditioner: schwarz or p-multigrid"));
    EG_TRY(check_meaning(p, "numerics.smoothing", multigrid, "numerics.preconditioner: p-multigrid"));
    EG_TRY(check_meaning(p, "numerics.smoother", multigrid, "numerics.preconditioner: p-multigrid"));
    how->pmg.schwarz = eg_node_is(find_solver_key(p, "numerics.smoother"), "schwarz");
    if (eg_node_is(precision, "f64") && p->run->precision == EG_F32)
        return eg_case_fail(p->run->loaded, precision, EG_CASE,
                            "numerics.preconditioner_precision is f64, more than "
                            "numerics.precision; leave it out");
    EG_TRY(choose_overlap(p, how));
    EG_TRY(choose_coarse(p, multigrid, how));
    EG_TRY(choose_place(p, how));
    if (smoothing)
        how->pmg.smoothing = (int)eg_node_integer(smoothing);
    if (!automatic->multigrid)
        return EG_OK;
    how->kind = EG_SEM_P_MULTIGRID;
    how->pmg.schwarz = automatic->schwarz;
    how->pmg.smoothing = automatic->smoothing;
    return EG_OK;
}

eg_status eg_elliptic_check_preconditioner(eg_elliptic *p)
{
    eg_sem_precondition_options how;
    return eg_run_agree(p->run, choose_preconditioner(p, &how));
}

eg_status eg_elliptic_make_preconditioner(eg_elliptic *p, const eg_sem_options *coefficients)
{
    eg_sem_precondition_options how;
    EG_TRY(eg_run_agree(p->run, choose_preconditioner(p, &how)));
    return eg_sem_preconditioner_create(p->sem, coefficients, &how, &p->preconditioner);
}
