/* A step of shallow water by walls: arrays, kernels, launches. */
#include "bench/wall_loop.h"

#include <math.h>

#include "device/embedded.h"
#include "fv/kinds.h" /* kernels/fv/kinds.h */

extern const eg_embedded_file wall_kernels[]; /* tests/bench/kernels */

enum { PASSES = 6, HOLDS = 4, SIDES = 2, WALL_CONSTANTS = 3, FACES = 3 };

static wall_loop *current; /* that queue_step() takes */

/* Values of a wall that the first pass leaves. */
static int passes_of(const eg_fv *fv)
{
    return PASSES + (fv->friction ? HOLDS : 0);
}

/* A mesh of triangles has one group of cells, whose slots are their numbers. */
static eg_status upload_walls(wall_loop *loop)
{
    const eg_plane *mesh = loop->fv->mesh;
    const eg_layout *layout = &loop->fv->layout;
    int64_t padded = loop->blocks * layout->lanes;
    int32_t *side;
    double *wall = NULL;
    eg_status status = eg_alloc(mesh->base.context, SIDES * padded, sizeof *side, &side);
    if (status == EG_OK)
        status = eg_alloc(mesh->base.context, WALL_CONSTANTS * padded, sizeof *wall, &wall);
    for (int64_t f = 0; status == EG_OK && f < mesh->faces; f++) {
        const int32_t *cell = mesh->face_cell[f];
        double normal[2], length;
        eg_plane_frame(mesh, f, normal, &length);
        const double values[WALL_CONSTANTS] = {normal[0], normal[1], length};
        for (int s = 0; s < SIDES; s++)
            side[eg_layout_index(layout, SIDES, f, s)] = cell[s] < 0 ? cell[0] : cell[s];
        for (int v = 0; v < WALL_CONSTANTS; v++)
            wall[eg_layout_index(layout, WALL_CONSTANTS, f, v)] = values[v];
    }
    if (status == EG_OK)
        status = eg_buffer_upload(loop->fv->device, SIDES * padded * 4, "sides of walls", side, &loop->side);
    if (status == EG_OK)
        status = eg_buffer_upload_reals(loop->fv->device, layout->precision, WALL_CONSTANTS * padded, "walls",
                                        wall, &loop->wall);
    eg_free(mesh->base.context, &side);
    eg_free(mesh->base.context, &wall);
    return status;
}

static eg_status upload_cells(wall_loop *loop)
{
    const eg_plane *mesh = loop->fv->mesh;
    const eg_layout *layout = &loop->fv->layout;
    int64_t count = FACES * loop->fv->cells[EG_TRIANGLE].blocks * layout->lanes;
    int32_t *walls_of;
    EG_TRY(eg_alloc(mesh->base.context, count, sizeof *walls_of, &walls_of));
    for (int64_t c = 0; c < mesh->base.own; c++) {
        for (int k = 0; k < FACES; k++) {
            int32_t face = mesh->cell_face[mesh->first[c] + k];
            walls_of[eg_layout_index(layout, FACES, c, k)] = 2 * face + (mesh->face_cell[face][0] != c);
        }
    }
    eg_status status =
        eg_buffer_upload(loop->fv->device, count * 4, "walls of cells", walls_of, &loop->walls_of);
    eg_free(mesh->base.context, &walls_of);
    return status;
}

static eg_status build_kernels(wall_loop *loop)
{
    const eg_fv *fv = loop->fv;
    const eg_define defines[] = {
        {"NFACES", FACES}, {"STATE_BITS", fv->layout.state_bits}, {"FRICTION", fv->friction}};
    /* the kernels are put in front of a file of the library that they have included already */
    EG_TRY(eg_fv_program(loop->fv, "fv/kinds.h", fv->layout.lanes, defines, sizeof defines / sizeof *defines,
                         wall_kernels[0].text, &loop->program));
    EG_TRY(eg_kernel_get(loop->program, "sw_walls", &loop->walls));
    return eg_kernel_get(loop->program, "sw_gather", &loop->gather);
}

/* What both kernels read. */
#define SHARED_ARGUMENTS                                                                                     \
    EG_BUFFER("q0", fv->q[0]), EG_BUFFER("q1", fv->q[1]), EG_BUFFER("bed", fv->bed),                         \
        EG_BUFFER("cell", fv->cells[EG_TRIANGLE].cell), EG_BUFFER("wall", loop->wall),                       \
        EG_BUFFER("passes", loop->passes), EG_BUFFER("clock", eg_time_clock(fv->time)),                      \
        EG_BUFFER("count", eg_time_count(fv->time)), EG_REAL("g", fv->gravity),                              \
        EG_REAL("half_g", fv->gravity / 2), EG_REAL("root_g", sqrt(fv->gravity)),                            \
        EG_REAL("inverse_root_g", eg_fv_inverse_root(fv))

static eg_status bind(wall_loop *loop)
{
    const eg_fv *fv = loop->fv;
    EG_TRY(EG_BIND(loop->walls, SHARED_ARGUMENTS, EG_BUFFER("side", loop->side),
                   EG_LONG("blocks", loop->blocks)));
    return EG_BIND(loop->gather, SHARED_ARGUMENTS, EG_BUFFER("walls_of", loop->walls_of),
                   EG_BUFFER("flow", fv->cells[EG_TRIANGLE].flow), EG_BUFFER("clipped", fv->clipped),
                   EG_BUFFER("part", fv->part), EG_BUFFER("moved", fv->rest.moved), EG_REAL("dry", fv->dry),
                   EG_LONG("blocks", fv->cells[EG_TRIANGLE].blocks));
}

static eg_status queue_step(eg_stepper *stepper)
{
    const eg_fv *fv = eg_fv_of(stepper);
    assert(current && current->fv == fv);
    eg_status status = eg_kernel_launch(current->walls, current->blocks, NULL, 0);
    if (status == EG_OK)
        status = eg_kernel_launch(current->gather, fv->cells[EG_TRIANGLE].blocks, NULL, 0);
    return eg_time_queue(fv->time, status);
}

eg_status wall_loop_create(eg_fv *fv, wall_loop *loop)
{
    static eg_stepper_class by_walls;
    assert(fv->open.faces == 0 && fv->mesh->base.group[EG_TRIANGLE].count == fv->mesh->base.own);
    *loop = (wall_loop){.fv = fv, .blocks = eg_ceil_div(fv->mesh->faces, fv->layout.lanes)};
    int64_t values = passes_of(fv) * loop->blocks * fv->layout.lanes;
    assert(values < INT32_MAX); /* indices of kernels */
    EG_TRY(upload_walls(loop));
    EG_TRY(upload_cells(loop));
    EG_TRY(eg_buffer_upload(fv->device, values * (int64_t)eg_real_size(fv->layout.precision),
                            "passes of walls", NULL, &loop->passes));
    EG_TRY(build_kernels(loop));
    EG_TRY(bind(loop));
    by_walls = eg_fv_class;
    by_walls.step = queue_step;
    fv->base.class = &by_walls;
    current = loop;
    return EG_OK;
}

void wall_loop_destroy(wall_loop *loop)
{
    eg_buffer_destroy(&loop->side);
    eg_buffer_destroy(&loop->wall);
    eg_buffer_destroy(&loop->passes);
    eg_buffer_destroy(&loop->walls_of);
    eg_program_destroy(&loop->program);
    current = NULL;
}

double wall_loop_bytes(const eg_fv *fv)
{
    double size = (double)eg_real_size(fv->layout.precision);
    /* slots, constants, passes written and read, and the length once more */
    double of_wall = SIDES * 4 + (WALL_CONSTANTS + 2 * passes_of(fv) + 1) * size;
    /* states read twice and written, the bed, numbers of walls, constants */
    double of_cell =
        (3 * EG_FV_STATE + 2 + (fv->friction ? SW_WAVE_CONSTANTS_FRICTION : 1)) * size + FACES * 4;
    return (double)fv->mesh->faces * of_wall + (double)fv->mesh->base.own * of_cell;
}
