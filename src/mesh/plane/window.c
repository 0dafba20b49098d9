/* A window of a whole mesh as a mesh, for the part of a rank; of one process it is that. */
#include "mesh/plane/internal.h"

#include <string.h>

static void fill_window(const eg_plane_window *w, eg_plane *m)
{
    memcpy(m->x, w->x, (size_t)w->nodes * sizeof *m->x);
    memcpy(m->vertex, w->vertex, (size_t)w->cells * sizeof *w->vertex);
    memcpy(m->base.region, w->region, (size_t)w->cells * sizeof *w->region);
    memcpy(m->base.source, w->source, (size_t)w->cells * sizeof *w->source);
    for (int64_t i = 0; i < w->cells; i++) {
        m->type[i] = EG_TRIANGLE;
        m->first[i + 1] = 3 * (i + 1);
    }
    eg_plane_measure_cells(m);
}

/* Boundaries and periodic pairs; edges to cells outside of the window have neither. */
static void name_faces(const eg_plane_window *w, eg_plane *m)
{
    for (int64_t f = 0; f < m->faces; f++)
        m->face_boundary[f] = m->face_twin[f] = -1;
    for (int64_t h = 0; h < 3 * w->cells; h++) {
        int32_t face = m->cell_face[h], twin = w->twin[h / 3][h % 3];
        m->face_boundary[face] = w->boundary[h / 3][h % 3];
        m->face_twin[face] = twin < 0 ? -1 : m->cell_face[twin];
    }
}

static eg_status make_window(const eg_plane_window *w, eg_plane **mesh)
{
    eg_plane *m;
    EG_TRY(eg_alloc(w->like->context, 1, sizeof **mesh, mesh));
    m = *mesh;
    eg_mesh_begin(w->like->context, &eg_plane_class, &m->base);
    EG_TRY(eg_mesh_copy_head(w->like, &m->base));
    m->nodes = w->nodes;
    m->base.group[EG_TRIANGLE].count = w->cells;
    eg_mesh_set_cells(&m->base, w->cells);
    EG_TRY(eg_plane_allocate_cells(m, 3 * w->cells));
    fill_window(w, m);
    EG_TRY(eg_plane_build_faces(m));
    name_faces(w, m);
    return EG_OK;
}

eg_status eg_plane_cut_window(const eg_plane_window *window, eg_ranks ranks, int rank, bool vertices,
                              eg_plane **part)
{
    EG_ENDS_WITH(eg_plane_destroy) eg_plane *mesh = NULL;
    EG_ENDS_WITH(eg_mesh_destroy) eg_mesh *made = NULL;
    *part = NULL;
    EG_TRY(make_window(window, &mesh));
    EG_TRY(ranks.count == 1 ? eg_hand_over(&mesh, &made)
                            : eg_plane_cut_out(window, mesh, ranks, rank, vertices, &made));
    EG_TRY(eg_plane_box_cells(made));
    return eg_hand_over(&made, part);
}
