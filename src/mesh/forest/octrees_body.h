/* One forest of p4est, compiled for quadtrees and for octrees: P(name) is p4est_name or p8est_name, DIMENSION
 * is 2 or 3, and MAXLEVEL, FACES, CORNERS, CONNECT_FULL, CONNECT_FACE, TABLE are what p4est and octrees.h
 * call them. No header by itself. */

typedef P(t) library_forest;
typedef P(quadrant_t) library_leaf;
typedef P(connectivity_t) library_connectivity;
typedef P(ghost_t) library_ghosts;

#ifdef P4EST_ENABLE_MPI
enum { HAS_MPI = true };
#else
enum { HAS_MPI = false };
#endif

struct forest_octrees {
    eg_context *context;
    library_connectivity *connectivity;
    library_forest *trees;
    library_ghosts *ghosts; /* NULL: of one process */
    p4est_locidx_t *count;  /* [ranks] */
};

/* p4est's own units along an edge of a tree to those of eg_leaf.at; of messages with wishes. */
enum { FINER_UNITS = MAXLEVEL - EG_FOREST_LEVEL, TAG = 3 };

static eg_leaf leaf_of(p4est_topidx_t tree, const library_leaf *quadrant)
{
    eg_leaf leaf = {.tree = tree, .level = quadrant->level};
    leaf.at[0] = quadrant->x >> FINER_UNITS;
    leaf.at[1] = quadrant->y >> FINER_UNITS;
#if DIMENSION == 3
    leaf.at[2] = quadrant->z >> FINER_UNITS;
#endif
    return leaf;
}

static void destroy(forest_octrees **octrees)
{
    if (!*octrees)
        return;
    if ((*octrees)->ghosts)
        P(ghost_destroy)((*octrees)->ghosts);
    if ((*octrees)->trees)
        P(destroy)((*octrees)->trees);
    if ((*octrees)->connectivity)
        P(connectivity_destroy)((*octrees)->connectivity);
    EG_FREE(&(*octrees)->count, octrees);
}

/* p4est codes orientation by where the first corner of the lower face lies on the other
 * (p4est_connectivity.h). */
static int8_t code_of(const forest_joints *joints, int32_t tree, int face)
{
    const forest_link *link = &joints->link[tree][face];
    if (link->tree < 0)
        return (int8_t)face;
    int to[2], orientation = link->orientation;
    if (link->face < face) {
        orientation = joints->link[link->tree][link->face].orientation;
        assert(joints->link[link->tree][link->face].tree == tree);
    }
    eg_forest_turn(DIMENSION, orientation, 1, (const int[2]){0, 0}, to);
    return (int8_t)(link->face + FACES * (to[0] + 2 * to[1]));
}

/* Where nothing is shared p4est has no lists. */
static void copy_shared(const forest_shared *shared, int64_t of_trees, p4est_topidx_t *of_tree,
                        p4est_topidx_t *first, p4est_topidx_t *tree, int8_t *which)
{
    first[0] = 0;
    if (shared->count == 0)
        return;
    memcpy(of_tree, shared->of_tree, (size_t)of_trees * sizeof *of_tree);
    memcpy(first, shared->first, ((size_t)shared->count + 1) * sizeof *first);
    memcpy(tree, shared->tree, (size_t)shared->uses * sizeof *tree);
    memcpy(which, shared->which, (size_t)shared->uses);
}

static void join_faces(library_connectivity *c, const forest_joints *joints)
{
    for (p4est_topidx_t t = 0; t < c->num_trees; t++)
        for (int f = 0; f < FACES; f++) {
            int32_t across = joints->link[t][f].tree;
            c->tree_to_tree[t * FACES + f] = across < 0 ? t : across;
            c->tree_to_face[t * FACES + f] = code_of(joints, t, f);
        }
}

static library_connectivity *new_connectivity(const eg_macro *macro, const forest_shared *corners,
                                              const forest_shared *edges)
{
#if DIMENSION == 3
    library_connectivity *c =
        P(connectivity_new)(0, macro->trees, edges->count, edges->uses, corners->count, corners->uses);
    copy_shared(edges, (int64_t)macro->trees * FOREST_EDGES, c->tree_to_edge, c->ett_offset, c->edge_to_tree,
                c->edge_to_edge);
#else
    (void)edges;
    library_connectivity *c = P(connectivity_new)(0, macro->trees, corners->count, corners->uses);
#endif
    copy_shared(corners, (int64_t)macro->trees * CORNERS, c->tree_to_corner, c->ctt_offset, c->corner_to_tree,
                c->corner_to_corner);
    return c;
}

static eg_status connect(const eg_macro *macro, const forest_joints *joints,
                         library_connectivity **connectivity)
{
    EG_ENDS_WITH(eg_forest_shared_free) forest_shared corners = {0}, edges = {0};
    EG_TRY(eg_forest_share_corners(macro, joints, &corners));
    if (DIMENSION == 3)
        EG_TRY(eg_forest_share_edges(macro, joints, &edges));
    *connectivity = new_connectivity(macro, &corners, &edges);
    join_faces(*connectivity, joints);
    return EG_OK;
}

static eg_status create(eg_context *context, int ranks, const eg_macro *macro, const forest_joints *joints,
                        forest_octrees **octrees)
{
    EG_TRY(eg_alloc(context, 1, sizeof **octrees, octrees));
    (*octrees)->context = context;
    eg_status status = eg_alloc(context, ranks, sizeof *(*octrees)->count, &(*octrees)->count);
    if (status == EG_OK)
        status = connect(macro, joints, &(*octrees)->connectivity);
    if (status != EG_OK)
        destroy(octrees);
    return status;
}

static void begin(forest_octrees *octrees, void *communicator, int level)
{
    sc_MPI_Comm comm = sc_MPI_COMM_SELF;
    if (HAS_MPI)
        memcpy(&comm, &communicator, sizeof comm);
    octrees->trees = P(new_ext)(comm, octrees->connectivity, 0, level, 1, 0, NULL, NULL);
}

/* ---- leaves */

static int is_marked(library_forest *trees, p4est_topidx_t tree, library_leaf *quadrant)
{
    (void)trees, (void)tree;
    return quadrant->p.user_int == EG_WISH_FINER;
}

static void begin_without_mark(library_forest *trees, p4est_topidx_t tree, library_leaf *quadrant)
{
    (void)trees, (void)tree;
    quadrant->p.user_int = 0;
}

static void put_marks(library_forest *trees, const uint8_t *mark)
{
    for (p4est_topidx_t t = trees->first_local_tree; t <= trees->last_local_tree; t++) {
        sc_array_t *quadrants = &P(tree_array_index)(trees->trees, t)->quadrants;
        for (size_t i = 0; i < quadrants->elem_count; i++)
            P(quadrant_array_index)(quadrants, i)->p.user_int = *mark++;
    }
}

static void refine(forest_octrees *octrees, const uint8_t *mark)
{
    library_forest *trees = octrees->trees;
    put_marks(trees, mark);
    P(refine)(trees, 0, is_marked, begin_without_mark);
    P(partition)(trees, 0, NULL);
}

static void balance(forest_octrees *octrees)
{
    P(balance)(octrees->trees, CONNECT_FULL, NULL);
}

static int shall_be_one(library_forest *trees, p4est_topidx_t tree, library_leaf *family[])
{
    (void)trees, (void)tree;
    for (int c = 0; c < CORNERS; c++)
        if (family[c]->p.user_int != EG_WISH_COARSER)
            return 0;
    return 1;
}

static void copy(forest_octrees *octrees, const forest_octrees *from)
{
    octrees->trees = P(copy)(from->trees, 0);
    octrees->trees->connectivity = octrees->connectivity;
    P(partition)(octrees->trees, 1, NULL);
}

static void adapt(forest_octrees *octrees, const forest_octrees *from, const uint8_t *wish, uint8_t *moved)
{
    library_forest *trees = octrees->trees;
    P(transfer_fixed)
    (trees->global_first_quadrant, from->trees->global_first_quadrant, trees->mpicomm, TAG, moved, wish,
     sizeof *wish);
    put_marks(trees, moved);
    P(coarsen)(trees, 0, shall_be_one, begin_without_mark);
    P(refine_ext)(trees, 0, EG_FOREST_LEVEL, is_marked, begin_without_mark, NULL);
    P(balance)(trees, CONNECT_FULL, NULL);
}

static void partition(forest_octrees *octrees, const eg_mesh_class *class, eg_ranks ranks)
{
    library_forest *trees = octrees->trees;
    int64_t cells = trees->global_num_quadrants;
    if (trees->mpisize == 1)
        return;
    for (int r = 0; r < trees->mpisize; r++) {
        int64_t first, last;
        eg_partition_range(cells, eg_mesh_chunk(class, cells), ranks, r, &first, &last);
        octrees->count[r] = (p4est_locidx_t)(last - first);
    }
    P(partition_given)(trees, octrees->count);
    octrees->ghosts = P(ghost_new)(trees, CONNECT_FACE);
}

static int64_t own(const forest_octrees *octrees)
{
    return octrees->trees->local_num_quadrants;
}

static int64_t all(const forest_octrees *octrees)
{
    return octrees->trees->global_num_quadrants;
}

static void leaves(const forest_octrees *octrees, eg_leaf *leaf)
{
    library_forest *trees = octrees->trees;
    for (p4est_topidx_t t = trees->first_local_tree; t <= trees->last_local_tree; t++) {
        sc_array_t *quadrants = &P(tree_array_index)(trees->trees, t)->quadrants;
        const library_leaf *quadrant = (const library_leaf *)(const void *)quadrants->array;
        for (size_t i = 0; i < quadrants->elem_count; i++)
            *leaf++ = leaf_of(t, &quadrant[i]);
    }
}

/* ---- leaves of other ranks */

static void ghosts(const forest_octrees *octrees, forest_ghosts *to)
{
    const library_ghosts *g = octrees->ghosts;
    *to = (forest_ghosts){.count = (int64_t)g->ghosts.elem_count,
                          .first = g->proc_offsets,
                          .mirror_first = g->mirror_proc_offsets};
}

static void ghost_leaves(const forest_octrees *octrees, eg_leaf *leaf, int64_t *number)
{
    library_ghosts *g = octrees->ghosts;
    for (int r = 0; r < octrees->trees->mpisize; r++)
        for (p4est_locidx_t i = g->proc_offsets[r]; i < g->proc_offsets[r + 1]; i++) {
            const library_leaf *ghost = P(quadrant_array_index)(&g->ghosts, (size_t)i);
            leaf[i] = leaf_of(ghost->p.piggy3.which_tree, ghost);
            number[i] = octrees->trees->global_first_quadrant[r] + ghost->p.piggy3.local_num;
        }
}

static void mirrors(const forest_octrees *octrees, int32_t *mirror)
{
    library_ghosts *g = octrees->ghosts;
    for (p4est_locidx_t i = 0; i < g->mirror_proc_offsets[octrees->trees->mpisize]; i++) {
        size_t which = (size_t)g->mirror_proc_mirrors[i];
        mirror[i] = P(quadrant_array_index)(&g->mirrors, which)->p.piggy3.local_num;
    }
}

const forest_library TABLE = {
    .has_mpi = HAS_MPI,
    .create = create,
    .destroy = destroy,
    .begin = begin,
    .refine = refine,
    .balance = balance,
    .copy = copy,
    .adapt = adapt,
    .partition = partition,
    .own = own,
    .all = all,
    .leaves = leaves,
    .ghosts = ghosts,
    .ghost_leaves = ghost_leaves,
    .mirrors = mirrors,
};
