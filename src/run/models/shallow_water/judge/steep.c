/* Sub-grid ground: water is level in a cell. Where it falls from cell to cell by more than it is deep it stands at
 * the lower faces, and what passes there is not the flow of that slope. */
#include "base/parallel.h"
#include "run/judge/verdicts.h"
#include "run/models/shallow_water/internal.h"
#include "run/state/state.h"

#include <math.h>

/* More of the water than that is told of; cells in which no water is deeper are not looked at, m. */
static const double PART_MOST = 0.2, FILM = 0.01;

typedef struct steep_water {
    const eg_sw_model *model;
    const eg_sw_cell_water *cell; /* [held] */
} steep_water;

static double level_of(const eg_sw_cell_water *cell)
{
    return cell->depth + cell->bed;
}

/* The largest depth in an own cell, m. */
static double deepest_in(const steep_water *w, int64_t cell)
{
    const eg_sw_subgrid *ground = &w->model->subgrid;
    return level_of(&w->cell[cell]) - ground->cell[cell * ground->strips];
}

/* By how much the level falls to a wet cell beside an own one, at most, m. */
static double find_fall(const steep_water *w, int64_t cell)
{
    const eg_plane *mesh = w->model->setup.mesh;
    double fall = 0;
    for (int64_t k = mesh->first[cell]; k < mesh->first[cell + 1]; k++) {
        int32_t other = eg_plane_neighbour(mesh, mesh->cell_face[k], cell);
        if (other >= 0 && w->cell[other].depth > 0)
            fall = fmax(fall, level_of(&w->cell[cell]) - level_of(&w->cell[other]));
    }
    return fall;
}

/* Water of own cells, and that of those where it falls by more than the largest depth in the cell, m3. */
static void add_steep(const void *with, int64_t cell, double *sums)
{
    const steep_water *w = with;
    double volume = w->model->setup.mesh->area[cell] * w->cell[cell].depth, deepest = deepest_in(w, cell);
    if (!(deepest > FILM))
        return;
    sums[0] += volume;
    sums[1] += find_fall(w, cell) > deepest ? volume : 0;
}

eg_status eg_sw_judge_steep(const eg_sw_model *model, const eg_sw_cell_water *cell)
{
    const steep_water w = {.model = model, .cell = cell};
    double s[2];
    if (model->subgrid.strips == 0)
        return EG_OK;
    EG_TRY(eg_cell_sums_find(model->setup.cells, model->setup.comm, 2, add_steep, &w, s));
    if (!(s[1] > PART_MOST * s[0]))
        return EG_OK;
    return eg_verdict_say(
        model->setup.run, eg_node_child(eg_sw_subgrid_node(model->setup.loaded), "subgrid"), "unresolved",
        s[1] / s[0], PART_MOST,
        "%.3g %% of the water at the end falls from cell to cell by more than it is deep in a "
        "cell, where it counts as level: its depth and speed are not those of such a slope; "
        "take smaller cells",
        100 * s[1] / s[0]);
}
