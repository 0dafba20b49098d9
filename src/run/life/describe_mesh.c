/* What `check` tells of the mesh: its cells, and the worst of them. */
#include "mesh/forest/forest.h"
#include "run/life/life.h"

#include <math.h>
#include <string.h>

static void describe_plane(const eg_run *run, eg_text *text)
{
    const eg_whole *whole = &run->whole;
    const eg_plane_summary *summary = &whole->summary;
    char place[EG_POINT_ROOM];
    eg_text_add(text, "mesh       %s: %lld triangles, %lld quadrangles, %lld nodes\n", run->mesh->origin,
                (long long)run->mesh->group[EG_TRIANGLE].all, (long long)run->mesh->group[EG_QUADRANGLE].all,
                (long long)whole->nodes);
    eg_text_add(text, "           area %.6g m2, edges %.4g to %.4g m, worst quality %.3f at %s\n",
                summary->area, summary->edge_min, summary->edge_max, summary->quality_min,
                eg_format_point(2, whole->worst, place));
}

/* The element with the least scaled Jacobian. */
typedef struct worst_element {
    double least;
    int64_t number, source; /* in the whole mesh; in the file */
    double centroid[3];
} worst_element;

/* At the points of the state's polynomials. */
static eg_status find_own_worst(const eg_run *run, worst_element *found)
{
    const eg_hexes *mesh = eg_hexes_of(run->mesh);
    eg_hex_grid *grid = NULL;
    int64_t worst;
    *found = (worst_element){.least = INFINITY, .number = -1};
    if (mesh->base.held == 0)
        return EG_OK;
    EG_TRY(eg_hex_grid_create(mesh, eg_model_degree(run->model), &grid));
    found->least = eg_hexes_least_scaled_jacobian(mesh, grid, &worst);
    eg_hex_grid_destroy(&grid);
    found->number = eg_mesh_whole_number(&mesh->base, worst);
    found->source = mesh->base.source[worst];
    memcpy(found->centroid, mesh->base.centroid[worst], sizeof found->centroid);
    return EG_OK;
}

/* That of all ranks: of equals the first. */
static eg_status find_worst_element(const eg_run *run, worst_element *found)
{
    EG_TRY(eg_run_agree(run, find_own_worst(run, found)));
    double least = -found->least;
    eg_comm_max(run->comm, &least, 1);
    bool is_least = -found->least == least;
    int rank = eg_comm_first_largest(run->comm, is_least ? -(double)found->number : -INFINITY);
    eg_comm_broadcast(run->comm, rank, found, sizeof *found);
    return EG_OK;
}

static eg_status describe_hexes(const eg_run *run, eg_text *text)
{
    const eg_cell_group *of_kind = run->mesh->group;
    worst_element worst;
    char place[EG_POINT_ROOM];
    EG_TRY(find_worst_element(run, &worst));
    eg_text_add(text, "mesh       %s: %lld hexahedra (%lld parallelepipeds, %lld trilinear, %lld curved)\n",
                run->mesh->origin, (long long)run->mesh->all, (long long)of_kind[EG_HEX_PARALLELEPIPED].all,
                (long long)of_kind[EG_HEX_TRILINEAR].all, (long long)of_kind[EG_HEX_CURVED].all);
    eg_text_add(text, "           least scaled Jacobian %.3f in element %lld at %s\n", worst.least,
                (long long)worst.source, eg_format_point(3, worst.centroid, place));
    return EG_OK;
}

/* How many leaves of each level all ranks have. Collective. */
static void count_levels(const eg_run *run, eg_text *text)
{
    const eg_forest *forest = eg_forest_of(run->mesh);
    double own[EG_FOREST_LEVEL + 1] = {0};
    for (int64_t c = 0; c < run->mesh->own; c++)
        own[forest->leaf[c].level]++;
    eg_text_add(text, "           leaves of level");
    for (int level = forest->lowest; level <= forest->highest; level++)
        eg_text_add(text, " %d: %.0f%s", level, eg_comm_sum_chunks(run->comm, &own[level], 1),
                    level < forest->highest ? "," : "\n");
}

/* The leaves of one level in one region. */
typedef struct leaf_group {
    double count;
    int level;
    int32_t region;
    double low[3], high[3]; /* m, around their centres */
    double speed;           /* m/s, of the slowest waves at some of the centres; INFINITY: not asked for */
} leaf_group;

static bool is_in_group(const eg_run *run, const leaf_group *group, int64_t c)
{
    return eg_forest_of(run->mesh)->leaf[c].level == group->level && run->mesh->region[c] == group->region;
}

/* The group with the most leaves of all ranks. Collective; all agree. */
static eg_status find_largest_group(const eg_run *run, leaf_group *group)
{
    enum { LEVELS = EG_FOREST_LEVEL + 1 };
    const eg_forest *forest = eg_forest_of(run->mesh);
    int regions = run->mesh->regions.count;
    EG_SCRATCH double *own = NULL;
    *group = (leaf_group){.speed = INFINITY};
    EG_TRY(eg_run_agree(run, eg_alloc(run->context, regions * LEVELS, sizeof *own, &own)));
    for (int64_t c = 0; c < run->mesh->own; c++)
        own[run->mesh->region[c] * LEVELS + forest->leaf[c].level]++;
    for (int i = 0; i < regions * LEVELS; i++) {
        double count = eg_comm_sum_chunks(run->comm, &own[i], 1);
        if (count > group->count)
            *group =
                (leaf_group){.count = count, .level = i % LEVELS, .region = i / LEVELS, .speed = INFINITY};
    }
    return EG_OK;
}

/* Where they are. Collective. */
static void find_group_place(const eg_run *run, leaf_group *group)
{
    double most[6];
    for (int d = 0; d < 6; d++)
        most[d] = -INFINITY;
    for (int64_t c = 0; c < run->mesh->own; c++)
        for (int d = 0; d < 3 && is_in_group(run, group, c); d++) {
            most[d] = fmax(most[d], -run->mesh->centroid[c][d]);
            most[3 + d] = fmax(most[3 + d], run->mesh->centroid[c][d]);
        }
    eg_comm_max(run->comm, most, 6);
    for (int d = 0; d < 3; d++) {
        group->low[d] = -most[d];
        group->high[d] = most[3 + d];
    }
}

/* The slowest waves that cells by wavelength follow there. Collective; all agree. */
static eg_status find_group_speed(const eg_run *run, leaf_group *group)
{
    enum { LOOKS = 1 << 16 };
    eg_speeds *speeds = NULL;
    double slowest = INFINITY;
    int64_t step = run->mesh->own / LOOKS + 1;
    if (!eg_case_find(run->loaded, "mesh.forest.wavelength"))
        return EG_OK;
    eg_status status =
        eg_run_agree(run, run->class->speeds->open(run->context, run->kind, run->loaded, &speeds));
    const char *region = run->mesh->regions.name[group->region];
    for (int64_t c = 0; status == EG_OK && c < run->mesh->own; c += step)
        if (is_in_group(run, group, c))
            slowest = fmin(slowest, speeds->slowest(speeds, region, run->mesh->centroid[c]));
    run->class->speeds->close(run->context, &speeds);
    EG_TRY(status);
    slowest = -slowest;
    eg_comm_max(run->comm, &slowest, 1);
    group->speed = -slowest;
    return EG_OK;
}

/* Where most leaves are, and what asks for them. Collective; all agree. */
static eg_status describe_largest_group(const eg_run *run, eg_text *text)
{
    leaf_group group;
    char low[EG_POINT_ROOM], high[EG_POINT_ROOM];
    EG_TRY(find_largest_group(run, &group));
    find_group_place(run, &group);
    EG_TRY(find_group_speed(run, &group));
    eg_text_add(text, "           most: %.0f of level %d in region '%s', centres from %s to %s", group.count,
                group.level, run->mesh->regions.name[group.region],
                eg_format_point(run->mesh->dimension, group.low, low),
                eg_format_point(run->mesh->dimension, group.high, high));
    if (isfinite(group.speed))
        eg_text_add(text, ", where waves are as slow as %.4g m/s", group.speed);
    eg_text_add(text, "\n");
    return EG_OK;
}

/* Collective; all agree. */
static eg_status describe_forest(const eg_run *run, eg_text *text)
{
    static const char *const kinds[] = {"bricks", "parallelepipeds", "curved or skew"};
    const eg_forest *forest = eg_forest_of(run->mesh);
    bool solid = run->mesh->dimension == 3;
    eg_text_add(text, "mesh       %s: %lld trees, %lld leaves of them, %s", run->mesh->origin,
                (long long)forest->macro.trees, (long long)run->mesh->all,
                !solid && forest->kind < EG_LEAF_CURVED
                    ? (const char *[]){"rectangles", "parallelograms"}[forest->kind]
                    : kinds[forest->kind]);
    if (forest->lowest == forest->highest) {
        eg_text_add(text, ", all of level %d\n", forest->lowest);
        return EG_OK;
    }
    eg_text_add(text, ", of level %d to %d\n", forest->lowest, forest->highest);
    count_levels(run, text);
    return describe_largest_group(run, text);
}

eg_status eg_run_describe_mesh(eg_run *run, eg_text *text)
{
    if (eg_mesh_is_forest(run->mesh))
        return describe_forest(run, text);
    if (run->mesh->dimension == 3)
        return describe_hexes(run, text);
    if (eg_run_is_first(run))
        describe_plane(run, text);
    return EG_OK;
}
