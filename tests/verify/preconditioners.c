/* Preconditioners of spectral elements: iterations of conjugate gradients for -div(kappa grad u) = 1 in a
 * cube, u = 0 on all sides, until the residual has fallen by 1e-8, and times. The tables of
 * docs/theory/p-multigrid.md are made with it.
 *
 *   verify-preconditioners [KEY=VALUE ...]
 *     device=host mesh=box|gentle|strong|curved|kershaw cells=8 degree=3 eps=0.3 z=1 jump=1 random=1
 *         tolerance=1e-8 look=4 most=2000
 *     use=jacobi|none|schwarz|p-multigrid precision=64|32 inside=64|32 smoothing=0 first=0 second=0 third=0
 *         kcycle=0 coarse=auto|amg|geometric|hypre smoother=schwarz
 *     lanes=0
 * z: height of the box; jump: kappa in every other of 64 blocks; random: by element between 1 and this;
 * inside: precision of the preconditioner; first ...: degrees of the levels below the finest. A line:
 * elements, unknowns, iterations, what is left of the residual, s of set-up and of the solution, time of
 * threads, ns of that an unknown and iteration, MB of the preconditioner. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "scheme/sem/precondition.h"

typedef struct settings {
    char device[64], mesh[16], use[16];
    int cells, degree, look, most, lanes;
    double eps, height, jump, random, tolerance;
    eg_precision precision;
    eg_sem_precondition_options how;
} settings;

typedef struct work {
    eg_device *device;
    eg_hexes *mesh;
    eg_hex_nodes *nodes;
    eg_sem *sem;
    eg_sem_preconditioner *preconditioner;
    eg_pcg *pcg;
    eg_buffer *x;
} work;

/* ---- words */

static bool set_precision(settings *s, const char *word)
{
    int bits;
    if (sscanf(word, "precision=%d", &bits) == 1)
        s->precision = bits == 32 ? EG_F32 : EG_F64;
    else if (sscanf(word, "inside=%d", &bits) == 1)
        s->how.single = bits == 32;
    else
        return false;
    return bits == 32 || bits == 64;
}

static bool set_choice(eg_pmg_options *pmg, const char *word)
{
    static const char *const coarse[] = {"coarse=auto", "coarse=amg", "coarse=geometric", "coarse=hypre"};
    bool schwarz = strcmp(word, "smoother=schwarz") == 0;
    pmg->schwarz = pmg->schwarz || schwarz;
    for (int i = 0; i < 4; i++)
        if (strcmp(word, coarse[i]) == 0) {
            pmg->coarse = (eg_pmg_coarse)i;
            return true;
        }
    return schwarz;
}

static bool set(settings *s, const char *word)
{
    eg_pmg_options *pmg = &s->how.pmg;
    return sscanf(word, "device=%63s", s->device) == 1 || sscanf(word, "mesh=%15s", s->mesh) == 1 ||
           sscanf(word, "use=%15s", s->use) == 1 || sscanf(word, "cells=%d", &s->cells) == 1 ||
           sscanf(word, "degree=%d", &s->degree) == 1 || sscanf(word, "eps=%lf", &s->eps) == 1 ||
           sscanf(word, "z=%lf", &s->height) == 1 || sscanf(word, "jump=%lf", &s->jump) == 1 ||
           sscanf(word, "random=%lf", &s->random) == 1 || sscanf(word, "tolerance=%lf", &s->tolerance) == 1 ||
           sscanf(word, "look=%d", &s->look) == 1 || sscanf(word, "most=%d", &s->most) == 1 ||
           sscanf(word, "lanes=%d", &s->lanes) == 1 || set_choice(pmg, word) ||
           sscanf(word, "smoothing=%d", &pmg->smoothing) == 1 ||
           sscanf(word, "first=%d", &pmg->degree[0]) == 1 ||
           sscanf(word, "second=%d", &pmg->degree[1]) == 1 ||
           sscanf(word, "third=%d", &pmg->degree[2]) == 1 ||
           sscanf(word, "kcycle=%d", &pmg->kcycle_levels) == 1 || set_precision(s, word);
}

static bool choose(settings *s)
{
    static const char *const name[] = {"jacobi", "none", "schwarz", "p-multigrid"};
    for (int i = 0; i < 4; i++)
        if (strcmp(s->use, name[i]) == 0) {
            s->how.kind = (eg_sem_kind_of_preconditioner)i;
            return true;
        }
    return false;
}

/* ---- the problem */

/* kappa in a block of a quarter of the cube's edge, of every other colour. */
typedef struct blocks {
    eg_sem_function function;
    double jump, random;
} blocks;

static eg_status kappa_of(const eg_sem_function *self, int64_t element, int count, const double (*x)[3],
                          double *values)
{
    const blocks *kappa = (const blocks *)self;
    uint32_t state = (uint32_t)(element + 1) * 2654435761u;
    state ^= state >> 15;
    state *= 2246822519u;
    double random = pow(kappa->random, (state >> 8) / 16777216.0);
    for (int i = 0; i < count; i++) {
        int block = (int)floor(4 * x[i][0]) + (int)floor(4 * x[i][1]) + (int)floor(4 * x[i][2]);
        values[i] = random * (block % 2 ? kappa->jump : 1);
    }
    return EG_OK;
}

static eg_status make_mesh(eg_context *context, const settings *s, work *w)
{
    const eg_distorted_map smooth = eg_smoothly_distorted_cube();
    eg_distorted_map strong = eg_strongly_distorted_cube();
    const eg_kershaw_map kershaw = eg_kershaw_cube(s->eps, s->eps);
    if (strcmp(s->mesh, "gentle") == 0)
        strong.amplitude *= 0.25;
    const struct {
        const char *name;
        const eg_point_map *map;
        int degree;
    } known[] = {{"box", NULL, 1},
                 {"gentle", &strong.map, 1},
                 {"strong", &strong.map, 1},
                 {"curved", &smooth.map, 3},
                 {"kershaw", &kershaw.map, 1}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(s->mesh, known[i].name) == 0)
            return eg_hexes_box(context,
                                &(eg_hexes_box_options){.size = {1, 1, s->height},
                                                        .cells = {s->cells, s->cells, s->cells},
                                                        .degree = known[i].degree,
                                                        .map = known[i].map},
                                &w->mesh);
    return eg_fail(context, EG_USAGE, "no mesh is called '%s'", s->mesh);
}

static eg_status run(eg_context *context, const settings *s, work *w)
{
    const blocks kappa = {{kappa_of}, s->jump, s->random};
    eg_sem_boundary side[6];
    eg_pcg_result result = {0};
    for (int i = 0; i < 6; i++)
        side[i] = (eg_sem_boundary){.condition = EG_SEM_DIRICHLET};
    const eg_sem_options options = {
        .precision = s->precision,
        .lanes = s->lanes,
        .kappa = {.function = s->jump != 1 || s->random != 1 ? &kappa.function : NULL,
                  .constant = {1},
                  .by_element = true},
        .source = {.constant = {1}},
        .boundary = side};
    EG_TRY(eg_device_open(context, s->device, &w->device));
    EG_TRY(make_mesh(context, s, w));
    EG_TRY(eg_hex_nodes_create(w->mesh, s->degree, &w->nodes));
    EG_TRY(eg_sem_create(w->device, w->mesh, w->nodes, &options, &w->sem));
    double begin = eg_clock();
    EG_TRY(eg_sem_preconditioner_create(w->sem, &options, &s->how, &w->preconditioner));
    EG_TRY(eg_sem_start(w->sem, &w->x));
    EG_TRY(eg_pcg_create(context, w->device, eg_sem_operator(w->sem),
                         &(eg_pcg_options){.precision = s->precision,
                                           .limit = s->most,
                                           .readback_every = s->look,
                                           .preconditioner = eg_sem_preconditioner_get(w->preconditioner)},
                         &w->pcg));
    double made = eg_clock(), used = (double)clock() / CLOCKS_PER_SEC;
    eg_status status =
        eg_pcg_solve(w->pcg, eg_sem_rhs(w->sem), w->x, (eg_pcg_goal){.relative = s->tolerance}, &result);
    double seconds = (double)clock() / CLOCKS_PER_SEC - used, wall = eg_clock() - made,
           nodes = (double)w->nodes->nodes;
    printf("elements %lld nodes %.0f iterations %d residual %.1e set-up %.3f s solution %.3f s, of "
           "a thread %.3f s, %.1f ns; %.1f MB\n",
           (long long)w->mesh->base.held, nodes, result.iterations, result.last / result.first, made - begin,
           wall, seconds, 1e9 * seconds / nodes / (result.iterations + 1),
           (double)eg_sem_preconditioner_device_bytes(w->preconditioner) / 1e6);
    return status;
}

static void end(work *w)
{
    eg_buffer_destroy(&w->x);
    eg_pcg_destroy(&w->pcg);
    eg_sem_preconditioner_destroy(&w->preconditioner);
    eg_sem_destroy(&w->sem);
    eg_hex_nodes_destroy(&w->nodes);
    eg_hexes_destroy(&w->mesh);
    eg_device_close(&w->device);
}

int main(int count, char **words)
{
    settings s = {.device = "host",
                  .mesh = "box",
                  .use = "p-multigrid",
                  .cells = 8,
                  .degree = 3,
                  .look = 4,
                  .most = 2000,
                  .eps = 0.3,
                  .height = 1,
                  .jump = 1,
                  .random = 1,
                  .tolerance = 1e-8};
    work w = {0};
    eg_context *context;
    for (int i = 1; i < count; i++)
        if (!set(&s, words[i]) || !choose(&s)) {
            fprintf(stderr, "verify-preconditioners: unknown word '%s'\n", words[i]);
            return 2;
        }
    if (eg_context_create(&(eg_context_options){.size = sizeof(eg_context_options), .level = EG_LOG_WARN},
                          &context) != EG_OK)
        return 7;
    eg_status status = run(context, &s, &w);
    if (status != EG_OK)
        fprintf(stderr, "verify-preconditioners: %s\n", eg_context_error(context));
    end(&w);
    eg_context_destroy(&context);
    return status == EG_OK ? 0 : 1;
}
