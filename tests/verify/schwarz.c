/* The two-scale Schwarz preconditioner: iterations of conjugate gradients for -div(kappa grad u) = 1 with u =
 * 0 on all sides, from 0. The tables of docs/theory/schwarz.md are made with it.
 *
 *   verify-schwarz [KEY=VALUE ...]
 *     device=host mesh=cube|smooth|strong|kershaw|flat|jump eps=0.3 degree=3 first=8 last=16
 *     scales=both|fine|coarse|diagonal precision=64|32 lanes=0 most=1000 overlap=1 plain=0
 *     tolerance=1e-8     of the first residual
 *     mark=0             a second, looser one, whose iterations are told too
 * mesh: N^3 elements, N from `first` on doubled up to `last`. cube: uniform; smooth, strong: distorted
 * (docs/theory/ hexahedra.md); kershaw with eps in y and z; flat: 1 : 100; jump: kappa 1 and 10^4 in octants.
 * A line: N, nodes, iterations to `mark` and to `tolerance`, s of set-up and of the solution. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scheme/sem/schwarz/schwarz.h"

typedef struct settings {
    const char *device, *mesh, *scales;
    double eps, tolerance, mark;
    int degree, first, last, lanes, most, overlap, plain;
    eg_precision precision;
} settings;

static bool set(settings *s, const char *word)
{
    const char *value = strchr(word, '=');
    size_t length = value ? (size_t)(value - word) : 0;
    value = value ? value + 1 : "";
#define IS(name) (length == strlen(name) && strncmp(word, name, length) == 0)
    if (IS("device"))
        s->device = value;
    else if (IS("mesh"))
        s->mesh = value;
    else if (IS("scales"))
        s->scales = value;
    else if (IS("eps"))
        s->eps = atof(value);
    else if (IS("tolerance"))
        s->tolerance = atof(value);
    else if (IS("mark"))
        s->mark = atof(value);
    else if (IS("degree"))
        s->degree = atoi(value);
    else if (IS("first"))
        s->first = atoi(value);
    else if (IS("last"))
        s->last = atoi(value);
    else if (IS("lanes"))
        s->lanes = atoi(value);
    else if (IS("overlap"))
        s->overlap = atoi(value);
    else if (IS("plain"))
        s->plain = atoi(value);
    else if (IS("most"))
        s->most = atoi(value);
    else if (IS("precision"))
        s->precision = atoi(value) == 32 ? EG_F32 : EG_F64;
    else
        return false;
    return true;
#undef IS
}

/* ---- the problem */

static eg_status kappa_of_octants(const eg_sem_function *self, int64_t element, int count,
                                  const double (*x)[3], double *values)
{
    (void)self, (void)element;
    for (int i = 0; i < count; i++)
        values[i] = ((x[i][0] > 0.5) + (x[i][1] > 0.5) + (x[i][2] > 0.5)) % 2 ? 1e4 : 1;
    return EG_OK;
}

static eg_status make_mesh(const settings *s, eg_context *context, int64_t cells, eg_hexes **mesh)
{
    eg_distorted_map smooth = eg_smoothly_distorted_cube(), strong = eg_strongly_distorted_cube();
    eg_kershaw_map kershaw = eg_kershaw_cube(s->eps, s->eps);
    bool flat = strcmp(s->mesh, "flat") == 0;
    const eg_hexes_box_options box = {.size = {1, 1, flat ? 0.01 : 1},
                                      .cells = {cells, cells, cells},
                                      .degree = 1,
                                      .map = !strcmp(s->mesh, "smooth")    ? &smooth.map
                                             : !strcmp(s->mesh, "strong")  ? &strong.map
                                             : !strcmp(s->mesh, "kershaw") ? &kershaw.map
                                                                           : NULL};
    return eg_hexes_box(context, &box, mesh);
}

typedef struct problem {
    const settings *s;
    eg_context *context;
    eg_device *device;
    eg_hexes *mesh;
    eg_hex_nodes *nodes;
    eg_sem *sem;
    eg_schwarz *schwarz;
    eg_pcg *pcg;
    eg_buffer *x;
} problem;

static eg_status build(problem *p, int64_t cells)
{
    const settings *s = p->s;
    const eg_sem_function octants = {kappa_of_octants};
    eg_sem_boundary side[6];
    for (int i = 0; i < 6; i++)
        side[i] = (eg_sem_boundary){.condition = EG_SEM_DIRICHLET};
    eg_sem_options options = {.precision = s->precision,
                              .lanes = s->lanes,
                              .kappa = {.constant = {1}, .by_element = true},
                              .source = {.constant = {1}},
                              .boundary = side};
    if (strcmp(s->mesh, "jump") == 0)
        options.kappa.function = &octants;
    EG_TRY(make_mesh(s, p->context, cells, &p->mesh));
    EG_TRY(eg_hex_nodes_create(p->mesh, s->degree, &p->nodes));
    EG_TRY(eg_sem_create(p->device, p->mesh, p->nodes, &options, &p->sem));
    bool diagonal = strcmp(s->scales, "diagonal") == 0;
    const eg_schwarz_options how = {.lanes = s->lanes,
                                    .overlap = s->overlap,
                                    .plain = s->plain,
                                    .scales = !strcmp(s->scales, "fine")     ? EG_SCHWARZ_FINE
                                              : !strcmp(s->scales, "coarse") ? EG_SCHWARZ_COARSE
                                                                             : EG_SCHWARZ_BOTH};
    if (!diagonal)
        EG_TRY(eg_schwarz_create(p->sem, &options, &how, &p->schwarz));
    EG_TRY(
        eg_pcg_create(p->context, p->device, eg_sem_operator(p->sem),
                      &(eg_pcg_options){.precision = s->precision,
                                        .limit = s->most,
                                        .preconditioner = diagonal ? eg_sem_jacobi(p->sem)
                                                                   : eg_schwarz_preconditioner(p->schwarz)},
                      &p->pcg));
    return eg_sem_start(p->sem, &p->x);
}

static void clear(problem *p)
{
    eg_buffer_destroy(&p->x);
    eg_pcg_destroy(&p->pcg);
    eg_schwarz_destroy(&p->schwarz);
    eg_sem_destroy(&p->sem);
    eg_hex_nodes_destroy(&p->nodes);
    eg_hexes_destroy(&p->mesh);
}

/* Iterations until the residual is below this share of the first; -1: never. */
static int iterations_to(const eg_pcg_result *result, double share)
{
    for (int i = 0; i <= result->iterations; i++)
        if (result->history[i] <= share * result->first)
            return i;
    return -1;
}

static eg_status run(problem *p, int cells)
{
    eg_pcg_result result = {0};
    double start = eg_clock();
    EG_TRY(build(p, cells));
    EG_TRY(eg_device_finish(p->device));
    double built = eg_clock();
    eg_status status =
        eg_pcg_solve(p->pcg, eg_sem_rhs(p->sem), p->x, (eg_pcg_goal){.relative = p->s->tolerance}, &result);
    double solved = eg_clock();
    if (status != EG_OK && status != EG_DIVERGED)
        return status;
    printf("%5d %11lld %6d %6d %9.2f %9.3f\n", cells, (long long)p->nodes->nodes,
           p->s->mark > 0 ? iterations_to(&result, p->s->mark) : 0, status == EG_OK ? result.iterations : -1,
           built - start, solved - built);
    fflush(stdout);
    return EG_OK;
}

int main(int count, char **words)
{
    settings s = {.device = "host",
                  .mesh = "cube",
                  .scales = "both",
                  .eps = 0.3,
                  .tolerance = 1e-8,
                  .degree = 3,
                  .first = 8,
                  .last = 16,
                  .most = 1000};
    problem p = {.s = &s};
    for (int i = 1; i < count; i++)
        if (!set(&s, words[i])) {
            fprintf(stderr, "verify-schwarz: '%s' is none of its arguments\n", words[i]);
            return 2;
        }
    eg_status status = eg_context_create(NULL, &p.context);
    if (status == EG_OK)
        status = eg_device_open(p.context, s.device, &p.device);
    printf("%s, %s, degree %d, %s, |r| to %g\n    N       nodes   mark    all  set-up s   solve s\n",
           s.device, s.mesh, s.degree, s.scales, s.tolerance);
    for (int cells = s.first; cells <= s.last && status == EG_OK; cells *= 2) {
        status = run(&p, cells);
        clear(&p);
    }
    if (status != EG_OK)
        fprintf(stderr, "verify-schwarz: %s\n", p.context ? eg_context_error(p.context) : "memory");
    eg_device_close(&p.device);
    eg_context_destroy(&p.context);
    return status == EG_OK ? 0 : 1;
}
