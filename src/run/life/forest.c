/* From a case to a forest: its trees are the cells of a mesh that rank 0 has; levels follow from the case. */
#include "mesh/forest/forest.h"
#include "run/life/life.h"

#include <math.h>
#include <stdatomic.h>

/* What the case says of levels. Threads note what they find. */
typedef struct case_levels {
    eg_forest_levels levels; /* first */
    const eg_speeds *speeds; /* of waves; NULL: not asked for */
    const eg_node *at;       /* an expression of the place; NULL: none */
    const eg_node *regions;  /* levels by the names of regions; NULL: none */
    double wavelengths;      /* in an edge of a cell of the length of a wave at 1 m/s, s; 0: any */
    int highest;             /* level that may be asked for */
    atomic_int *most;        /* level that was asked for */
    atomic_bool *unknown;    /* a level or a speed was not finite */
    atomic_int *failed;      /* level of the leaves where either is refused; finer ones are not asked */
} case_levels;

/* Rounded up; the most that is asked for is noted. */
static int asked_level(const case_levels *c, const eg_leaf *leaf, double wanted_level)
{
    double level = fmin(fmax(ceil(wanted_level), 0), 1000);
    int found = (int)level, before = atomic_load(c->most);
    if (!isfinite(wanted_level))
        atomic_store(c->unknown, true);
    if (!isfinite(wanted_level) || found > c->highest)
        atomic_store(c->failed, leaf->level);
    while (found > before && !atomic_compare_exchange_weak(c->most, &before, found))
        continue;
    return found < c->highest ? found : c->highest;
}

/* Place n of a leaf: of a straight one by its box. */
static void find_leaf_place(const eg_forest *forest, const eg_leaf *leaf, const double low[3],
                            const double high[3], int n, double x[3])
{
    const int at[3] = {n % 3, n / 3 % 3, n / 9};
    if (forest->kind == EG_LEAF_CURVED && forest->macro.degree > 1) {
        const double reference[3] = {at[0] - 1, at[1] - 1, at[2] - 1};
        eg_forest_map_leaf(forest, leaf, reference, x, NULL);
        return;
    }
    for (int d = 0; d < 3; d++)
        x[d] = 0.5 * ((2 - at[d]) * low[d] + at[d] * high[d]);
}

/* What the places of a leaf ask for: its corners, its middle, and the middles of what is between corners. */
static int level_of_places(const case_levels *c, const eg_forest *forest, const char *region,
                           const eg_leaf *leaf, const double low[3], const double high[3])
{
    int highest = 0, dimension = forest->base.dimension;
    double edge = 0;
    for (int d = 0; d < dimension; d++)
        edge = fmax(edge, high[d] - low[d]);
    for (int n = 0; n < (dimension == 3 ? 27 : 9); n++) {
        double x[3], wanted_level = 0;
        find_leaf_place(forest, leaf, low, high, n, x);
        if (c->at)
            wanted_level = eg_expression_eval(eg_node_expression(c->at), x);
        int level = asked_level(c, leaf, wanted_level), of_waves = 0;
        if (c->wavelengths > 0) { /* where cells have so many nodes a wavelength as the case wants */
            double speed = c->speeds->slowest(c->speeds, region, x);
            of_waves = asked_level(c, leaf, leaf->level + log2(edge / (c->wavelengths * speed)));
        }
        highest = level > highest ? level : highest;
        highest = of_waves > highest ? of_waves : highest;
    }
    return highest;
}

static int wanted_level(const eg_forest_levels *self, const eg_forest *forest, const eg_leaf *leaf,
                        const double low[3], const double high[3])
{
    const case_levels *c = (const case_levels *)self;
    if (leaf->level > atomic_load(c->failed))
        return 0;
    const char *region = forest->base.regions.name[forest->macro.region[leaf->tree]];
    const eg_node *own = eg_node_child(c->regions, region);
    int level = own ? asked_level(c, leaf, (double)eg_node_integer(own)) : 0;
    int places = c->at || c->wavelengths > 0 ? level_of_places(c, forest, region, leaf, low, high) : 0;
    return places > level ? places : level;
}

/* Every name has to be one of the mesh's, which rank 0 has. */
static eg_status check_regions(const eg_run *run, const eg_mesh *macro)
{
    const eg_node *regions = eg_case_find(run->loaded, "mesh.forest.regions");
    for (int64_t i = 0; macro && i < eg_node_count(regions); i++)
        if (eg_mesh_region_index(macro, eg_node_key(regions, i)) < 0)
            eg_case_error_add_key(run->loaded, eg_node_item(regions, i), "%s has no region '%s'",
                                  macro->origin, eg_node_key(regions, i));
    return eg_case_errors_finish(run->loaded, EG_CASE);
}

/* Wavelengths cannot follow rasters, which rank 0 alone reads, later. */
static eg_status check_wave_rasters(const eg_run *run)
{
    const eg_node *materials = eg_case_find(run->loaded, "materials"),
                  *wavelength = eg_case_find(run->loaded, "mesh.forest.wavelength");
    for (int64_t i = 0; wavelength && i < eg_node_count(materials); i++) {
        const eg_node *material = eg_node_item(materials, i);
        for (int64_t k = 0; k < eg_node_count(material); k++)
            if (eg_node_child(eg_node_item(material, k), "raster"))
                eg_case_error_add(run->loaded, eg_node_item(material, k),
                                  "mesh.forest.wavelength cannot follow a raster, which %s is; give "
                                  "mesh.forest.levels or regions instead, or an expression here",
                                  eg_node_name(eg_node_item(material, k)));
    }
    return eg_case_errors_finish(run->loaded, EG_CASE);
}

/* What was asked for and is not there. */
static eg_status check_asked_levels(const eg_run *run, const case_levels *c)
{
    const eg_node *forest = eg_case_find(run->loaded, "mesh.forest");
    int most = atomic_load(c->most);
    if (atomic_load(c->unknown))
        return eg_case_fail(
            run->loaded, forest, EG_CASE,
            "a level of mesh.forest.levels, or that of a wavelength, is not a finite number somewhere; "
            "wavelengths need speeds that are numbers, expressions, or volumes that cover the domain");
    if (most <= c->highest)
        return EG_OK;
    return eg_case_fail(run->loaded, forest, EG_CASE,
                        "mesh.forest asks for cells of level %d; mesh.forest.highest is %d", most,
                        c->highest);
}

/* Nodes of a cell's edge, over those of a wavelength, times a period. */
static double read_wavelengths(const eg_run *run)
{
    const eg_node *wavelength = eg_case_find(run->loaded, "mesh.forest.wavelength");
    if (!wavelength)
        return 0;
    double degree = (double)eg_node_integer(eg_case_find(run->loaded, "numerics.degree"));
    return degree / (eg_node_real(eg_node_child(wavelength, "nodes")) *
                     eg_node_real(eg_node_child(wavelength, "frequency")));
}

/* The leaves that the checkpoint has, on every rank. */
static eg_status create_forest_again(eg_run *run, const eg_mesh *macro)
{
    eg_checkpoint *from = run->checkpointing.from;
    eg_forest_record record = {0};
    int64_t count = 0;
    EG_SCRATCH uint8_t *level = NULL;
    eg_status status = eg_checkpoint_bytes(from, "leaves", &count);
    if (status == EG_OK)
        status = eg_alloc(run->context, count, 1, &level);
    if (status == EG_OK)
        status = eg_checkpoint_read_all(from, "leaves", level, count);
    if (status == EG_OK)
        status = eg_forest_open_record(run->context, run->kind->keys.dimensions, count, level, &record);
    const eg_forest_options options = {.levels = &record.levels};
    status = eg_forest_create(run->context, run->comm, macro, &options, &run->mesh, status);
    if (record.context)
        eg_forest_close_record(&record);
    return status;
}

static eg_status grow_case_forest(eg_run *run, const eg_mesh *macro, const eg_speeds *speeds)
{
    atomic_int most = 0;
    atomic_bool unknown = false;
    atomic_int failed = EG_FOREST_LEVEL;
    const case_levels levels = {.levels = {wanted_level},
                                .speeds = speeds,
                                .at = eg_case_find(run->loaded, "mesh.forest.levels"),
                                .regions = eg_case_find(run->loaded, "mesh.forest.regions"),
                                .wavelengths = speeds ? read_wavelengths(run) : 0,
                                .highest =
                                    (int)eg_node_integer(eg_case_find(run->loaded, "mesh.forest.highest")),
                                .most = &most,
                                .unknown = &unknown,
                                .failed = &failed};
    const eg_forest_options options = {
        .level = (int)eg_node_integer(eg_case_find(run->loaded, "mesh.forest.level")),
        .levels = levels.at || levels.regions || levels.wavelengths > 0 ? &levels.levels : NULL};
    EG_TRY(eg_forest_create(run->context, run->comm, macro, &options, &run->mesh, check_regions(run, macro)));
    return eg_run_agree(run, check_asked_levels(run, &levels));
}

static eg_status create_forest(eg_run *run, const eg_mesh *macro)
{
    eg_speeds *speeds = NULL;
    eg_status status = EG_OK;
    if (eg_case_find(run->loaded, "mesh.forest.wavelength"))
        status = eg_run_agree(run, check_wave_rasters(run));
    if (status == EG_OK && eg_case_find(run->loaded, "mesh.forest.wavelength"))
        status = eg_run_agree(run, run->class->speeds->open(run->context, run->kind, run->loaded, &speeds));
    if (status == EG_OK)
        status = grow_case_forest(run, macro, speeds);
    run->class->speeds->close(run->context, &speeds);
    return status;
}

eg_status eg_run_plant_forest(eg_run *run)
{
    eg_mesh *macro = run->mesh;
    run->mesh = NULL;
    bool again = run->adaptation->every > 0 && run->checkpointing.from;
    eg_status status = again ? create_forest_again(run, macro) : create_forest(run, macro);
    if (status == EG_OK && !run->mesh->origin)
        status = eg_run_agree(run, eg_strdup(run->context, macro ? macro->origin : "", &run->mesh->origin));
    eg_mesh_destroy(&macro);
    if (status == EG_OK)
        run->whole.hash = eg_forest_of(run->mesh)->hash;
    return status;
}
