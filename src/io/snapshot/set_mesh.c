/* The mesh of a set: sizes, and its file, which a thread of its own may write. */
#include "io/snapshot/set.h"

#include "base/parallel.h"

/* ---- sizes */

/* A mesh of the plane with nodes of its own; else a cell's nodes are mapped, one by one. */
static bool is_plane(const eg_mesh *mesh)
{
    return mesh->class == &eg_plane_class;
}

/* Of so many cells that are all alike: hexahedra, or leaves of a forest. */
static eg_grid_size size_of_cells(const eg_mesh *mesh, int64_t cells, int degree)
{
    return mesh->dimension == 3 ? eg_hex_grid_size(cells, degree) : eg_quad_grid_size(cells, degree);
}

eg_grid_size eg_snapshot_whole_size(const eg_mesh *mesh, int degree)
{
    return is_plane(mesh) ? eg_grid_size_of_whole(eg_plane_of(mesh), degree)
                          : size_of_cells(mesh, mesh->all, degree);
}

eg_grid_size eg_snapshot_size_before(const eg_mesh *mesh, int degree)
{
    return is_plane(mesh) ? eg_grid_size_before(eg_plane_of(mesh), degree)
                          : size_of_cells(mesh, mesh->before, degree);
}

eg_status eg_snapshot_put_grid(const eg_mesh *mesh, eg_parallel_file *file, int degree,
                               const eg_grid_offsets *offsets)
{
    return is_plane(mesh) ? eg_grid_put(file, eg_plane_of(mesh), degree, offsets)
                          : eg_hex_grid_put(file, mesh, degree, offsets);
}

int64_t eg_snapshot_values_of(eg_grid_size grid, int degree)
{
    return degree > 0 ? grid.points : grid.cells;
}

int64_t eg_snapshot_value_count(const eg_mesh *mesh, int degree)
{
    eg_grid_size own = is_plane(mesh) ? eg_grid_size_of_mesh(eg_plane_of(mesh), degree)
                                      : size_of_cells(mesh, mesh->own, degree);
    return eg_snapshot_values_of(own, degree);
}

int64_t eg_snapshot_all_values(const eg_mesh *mesh, int degree)
{
    return eg_snapshot_values_of(eg_snapshot_whole_size(mesh, degree), degree);
}

double eg_snapshot_file_bytes(double values, int components, eg_precision precision)
{
    static const double HEAD = 11.6e3; /* of HDF5, as measured */
    return HEAD + values * components * (double)eg_real_size(precision);
}

double eg_snapshot_mesh_bytes(const eg_mesh *mesh, int degree)
{
    eg_grid_size size = eg_snapshot_whole_size(mesh, degree);
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
    eg_grid_offsets offsets;
    int64_t length;
    eg_parallel_file *file;
};

static eg_status write_whole(eg_task *self)
{
    struct eg_mesh_writer *w = (struct eg_mesh_writer *)self;
    EG_TRY(eg_snapshot_put_grid(w->mesh, w->file, w->degree, &w->offsets));
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
                                           .offsets = content->offsets,
                                           .length = length,
                                           .file = set->file};
    set->file = NULL;
    eg_parallel_file_alone(set->writer->file);
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
    if (status == EG_OK && beside && !set->comm)
        return write_beside(set, mesh, &content, length);
    if (status == EG_OK)
        status = eg_snapshot_put_grid(mesh, set->file, set->degree, &content.offsets);
    if (status == EG_OK)
        status = eg_parallel_file_end(set->file);
    status = eg_parallel_file_synchronize(set->file, status);
    if (status == EG_OK)
        status = eg_parallel_file_publish(set->file, length);
    eg_parallel_file_destroy(&set->file);
    return eg_snapshot_agree(set, status);
}
