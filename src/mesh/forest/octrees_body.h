/* One forest of p4est, compiled for quadtrees and for octrees: P(name) is p4est_name or p8est_name, DIMENSION is 2 or 3,
 * and MAXLEVEL, FACES, CORNERS, TABLE are what p4est and octrees.h call them. No header by itself. */

struct forest_octrees {
    eg_context *context;
    P(connectivity_t) * connectivity;
    P(t) * trees;
};

/* p4est's own units along an edge of a tree to those of eg_leaf.at. */
enum { FINER_UNITS = MAXLEVEL - EG_FOREST_LEVEL };

static eg_leaf leaf_of(p4est_topidx_t tree, const P(quadrant_t) * quadrant)
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
    if ((*octrees)->trees)
        P(destroy)((*octrees)->trees);
    if ((*octrees)->connectivity)
        P(connectivity_destroy)((*octrees)->connectivity);
    eg_context *context = (*octrees)->context;
    eg_free(context, octrees);
}

/* p4est codes orientation by where the first corner of the lower face lies on the other (p4est_connectivity.h). */
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

static void join_faces(P(connectivity_t) * c, const forest_joints *joints)
{
    for (p4est_topidx_t t = 0; t < c->num_trees; t++)
        for (int f = 0; f < FACES; f++) {
            int32_t across = joints->link[t][f].tree;
            c->tree_to_tree[t * FACES + f] = across < 0 ? t : across;
            c->tree_to_face[t * FACES + f] = code_of(joints, t, f);
        }
}

static P(connectivity_t) * connectivity_of(const eg_macro *macro, const forest_joints *joints)
{
#if DIMENSION == 3
    P(connectivity_t) *c = P(connectivity_new)(0, macro->trees, 0, 0, 0, 0);
#else
    P(connectivity_t) *c = P(connectivity_new)(0, macro->trees, 0, 0);
#endif
    join_faces(c, joints);
    return c;
}

static eg_status create(eg_context *context, void *communicator, const eg_macro *macro,
                        const forest_joints *joints, int level, forest_octrees **octrees)
{
    sc_MPI_Comm comm;
    EG_TRY(eg_alloc(context, 1, sizeof **octrees, octrees));
    memcpy(&comm, &communicator, sizeof comm);
    (*octrees)->context = context;
    (*octrees)->connectivity = connectivity_of(macro, joints);
    (*octrees)->trees = P(new_ext)(comm, (*octrees)->connectivity, 0, level, 1, 0, NULL, NULL);
    return EG_OK;
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
    P(t) *trees = octrees->trees;
    for (p4est_topidx_t t = trees->first_local_tree; t <= trees->last_local_tree; t++) {
        sc_array_t *quadrants = &P(tree_array_index)(trees->trees, t)->quadrants;
        const P(quadrant_t) *quadrant = (const P(quadrant_t) *)(const void *)quadrants->array;
        for (size_t i = 0; i < quadrants->elem_count; i++)
            *leaf++ = leaf_of(t, &quadrant[i]);
    }
}

const forest_library TABLE = {
    .create = create, .destroy = destroy, .own = own, .all = all, .leaves = leaves};
