/* The mesh of a set: sizes, and its file, which a thread of its own may write. */
#include "io/snapshot/set.h"

#include "base/parallel.h"

/* ---- sizes */

int64_t eg_snapshot_values_of(const eg_mesh *mesh, int64_t cells, int degree)
{
    eg_grid_size size = eg_grid_size_of_first(mesh, cells, degree);
    return degree > 0 ? size.points : size.cells;
}

int64_t eg_snapshot_value_count(const eg_mesh *mesh, int degree)
{
    return eg_snapshot_values_of(mesh, mesh->before + mesh->own, degree) -
           eg_snapshot_values_of(mesh, mesh->before, degree);
}

int64_t eg_snapshot_all_values(const eg_mesh *mesh, int degree)
{
    return eg_snapshot_values_of(mesh, mesh->all, degree);
}

double eg_snapshot_file_bytes(double values, int components, eg_precision precision)
{
    static const double HEAD = 11.6e3; /* of HDF5, as measured */
    return HEAD + values * components * (double)eg_real_size(precision);
}

double eg_snapshot_mesh_bytes(const eg_mesh *mesh, int degree, const eg_hex_nodes *common)
{
    eg_grid_size size = eg_grid_size_of_first(mesh, mesh->all, degree);
    size.points = common ? common->all : size.points;
    double points = 3 * 8.0 * (double)size.points, of_cell = 4 + 1; /* an offset, a type */
    return eg_snapshot_file_bytes(0, 0, EG_F64) + points + 4.0 * (double)size.ids +
           of_cell * (double)size.cells;
}

/* ---- the file */

/* The grid of all ranks, and where its arrays stand. */
typedef struct mesh_content {
    eg_grid_size size;
    eg_grid_offsets offsets;
} mesh_content;

static eg_status make_mesh_file(eg_h5 *h5, void *given)
{
    mesh_content *content = given;
    return eg_grid_lay_out(h5, content->size, &content->offsets);
}

/* A mesh that a thread of its own writes. */
struct eg_mesh_writer {
    eg_task task; /* first */
    const eg_mesh *mesh;
    int degree;
    const eg_hex_nodes *common;
    eg_grid_offsets offsets;
    int64_t length;
    eg_parallel_file *file;
};

static eg_status write_whole(eg_task *self)
{
    struct eg_mesh_writer *w = (struct eg_mesh_writer *)self;
    EG_TRY(eg_grid_put(w->file, w->mesh, w->degree, w->common, &w->offsets));
    EG_TRY(eg_parallel_file_end(w->file));
    return eg_parallel_file_publish(w->file, w->length);
}

/* The file, which is laid out, becomes the thread's. */
static eg_status write_beside(eg_snapshot_set *set, const eg_mesh *mesh, const mesh_content *content,
                              int64_t length)
{
    EG_TRY(eg_alloc(set->context, 1, sizeof *set->writer, &set->writer));
    *set->writer = (struct eg_mesh_writer){.task = {.work = write_whole, .what = "writes the mesh"},
                                           .mesh = mesh,
                                           .degree = set->degree,
                                           .common = set->common,
                                           .offsets = content->offsets,
                                           .length = length,
                                           .file = set->file};
    set->file = NULL;
    eg_parallel_file_beside(set->writer->file);
    return eg_task_start(set->context, &set->writer->task);
}

eg_status eg_snapshot_set_settle(eg_snapshot_set *set)
{
    struct eg_mesh_writer *w = set->writer;
    if (!w)
        return EG_OK;
    eg_status status = eg_task_join(&w->task, EG_OK);
    eg_parallel_file_destroy(&w->file);
    EG_FREE(&set->writer);
    return status;
}

/* Each rank puts its own; rank 0 puts what is left. */
eg_status eg_snapshot_write_mesh(eg_snapshot_set *set, const eg_mesh *mesh, bool beside)
{
    mesh_content content = {.size = set->grid};
    int64_t length;
    char ending[64];
    eg_snapshot_mesh_name(set, ending);
    EG_TRY(eg_snapshot_begin_file(set, ending));
    eg_status status = eg_snapshot_lay_out(set, eg_snapshot_is_first(set) ? set->file : NULL, make_mesh_file,
                                           &content, &length);
    if (status == EG_OK)
        eg_parallel_file_reserve(set->file, length);
    if (status == EG_OK && beside && !set->comm)
        return write_beside(set, mesh, &content, length);
    if (status == EG_OK)
        status = eg_grid_put(set->file, mesh, set->degree, set->common, &content.offsets);
    if (status == EG_OK)
        status = eg_parallel_file_end(set->file);
    status = eg_parallel_file_synchronize(set->file, status);
    if (status == EG_OK)
        status = eg_parallel_file_publish(set->file, length);
    eg_parallel_file_destroy(&set->file);
    return eg_comm_agree(set->comm, status);
}
