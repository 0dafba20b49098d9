/* Meshes of hexahedra for tests that are no box: a cube of tetrahedra cut into hexahedra, a cylinder, a
 * twisted bar. Include behind hexes_check.h. */
#ifndef EG_TEST_HEXES_MESHES_H
#define EG_TEST_HEXES_MESHES_H

static const char *const cut_names[6] = {"left", "right", "front", "back", "bottom", "top"};

/* An input that grows. Points are found again by their places. */
typedef struct loose_mesh {
    int degree;
    int64_t points, elements, quads;
    double x[8192][3];
    int32_t point[1000 * 27], region[1000], quad[2000][4], quad_boundary[2000];
    int64_t source[1000];
} loose_mesh;

static inline int32_t loose_point(loose_mesh *loose, const double x[3])
{
    for (int64_t p = 0; p < loose->points; p++)
        if (fabs(loose->x[p][0] - x[0]) + fabs(loose->x[p][1] - x[1]) + fabs(loose->x[p][2] - x[2]) < 1e-9)
            return (int32_t)p;
    assert_true(loose->points < 8192);
    memcpy(loose->x[loose->points], x, sizeof *loose->x);
    return (int32_t)loose->points++;
}

/* Adds an element by the places of its points. */
static inline void loose_element(loose_mesh *loose, const double (*x)[3])
{
    int count = hex_cube(loose->degree + 1);
    assert_true(loose->elements < 1000 && count <= 27);
    for (int p = 0; p < count; p++)
        loose->point[loose->elements * count + p] = loose_point(loose, x[p]);
    loose->source[loose->elements] = 100 + loose->elements;
    loose->elements++;
}

/* Names the faces on the planes of the unit cube; of elements of degree 1. */
static inline void loose_name_cube(loose_mesh *loose)
{
    for (int64_t e = 0; e < loose->elements; e++)
        for (int f = 0; f < 6; f++)
            for (int plane = 0; plane < 6; plane++) {
                bool on = true;
                for (int c = 0; c < 4; c++) {
                    int32_t point = loose->point[8 * e + eg_hex_face_corner[f][c]];
                    on = on && fabs(loose->x[point][plane / 2] - plane % 2) < 1e-12;
                    loose->quad[loose->quads][c] = point;
                }
                if (on)
                    loose->quad_boundary[loose->quads++] = plane;
            }
}

static inline eg_hexes *loose_build(eg_context *context, const loose_mesh *loose)
{
    static const char *const all[1] = {"all"};
    eg_hexes_input input = {
        .origin = "loose",
        .degree = loose->degree,
        .points = loose->points,
        .elements = loose->elements,
        .quads = loose->quads,
        .x = loose->x,
        .point = loose->point,
        .region = loose->region,
        .source = loose->source,
        .quad = loose->quad,
        .quad_boundary = loose->quad_boundary,
        .regions = 1,
        .boundaries = 6,
        .region_name = all,
        .boundary_name = cut_names,
    };
    eg_hexes *mesh;
    if (eg_hexes_build(context, &input, &mesh) != EG_OK)
        fail_msg("%s", eg_context_error(context));
    return mesh;
}

/* ---- tetrahedra, each cut into four hexahedra ---- */

static inline void mean(const double (*v)[3], const int *of, int count, double x[3])
{
    for (int i = 0; i < 3; i++) {
        x[i] = 0;
        for (int k = 0; k < count; k++)
            x[i] += v[of[k]][i] / count;
    }
}

static inline void cut_tetrahedron(loose_mesh *loose, const double (*v)[3])
{
    for (int a = 0; a < 4; a++) {
        int b = (a + 1) % 4, c = (a + 2) % 4, d = (a + 3) % 4;
        const int part[8][4] = {{a}, {a, b}, {a, c}, {a, b, c}, {a, d}, {a, b, d}, {a, c, d}, {a, b, c, d}};
        static const int count[8] = {1, 2, 2, 3, 2, 3, 3, 4};
        double x[8][3];
        for (int k = 0; k < 8; k++)
            mean(v, part[k], count[k], x[k]);
        loose_element(loose, (const double(*)[3])x);
    }
}

/* Turns the points to where no edge of the cube runs along an axis. */
static inline void tilt(loose_mesh *loose)
{
    static const double orientation[3][3] = {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0.0}, {0.48, 0.64, 0.6}};
    for (int64_t p = 0; p < loose->points; p++) {
        double x[3];
        memcpy(x, loose->x[p], sizeof x);
        for (int i = 0; i < 3; i++)
            loose->x[p][i] = orientation[i][0] * x[0] + orientation[i][1] * x[1] + orientation[i][2] * x[2];
    }
}

/* side^3 cubes, each in six tetrahedra along one diagonal: the same in every cube, so that opposite sides
 * fit. */
static inline eg_hexes *cut_cube(eg_context *context, int side, bool tilted)
{
    static const int way[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    loose_mesh *loose = calloc(1, sizeof *loose);
    loose->degree = 1;
    for (int cube = 0; cube < side * side * side; cube++)
        for (int t = 0; t < 6; t++) {
            double v[4][3] = {
                {(double)(cube % side), (double)(cube / side % side), (double)(cube / side / side)}};
            for (int k = 0; k < 3; k++) {
                memcpy(v[k + 1], v[k], sizeof v[k]);
                v[k + 1][way[t][k]] += 1.0;
            }
            for (int k = 0; k < 4; k++)
                for (int i = 0; i < 3; i++)
                    v[k][i] /= side;
            cut_tetrahedron(loose, (const double(*)[3])v);
        }
    loose_name_cube(loose);
    if (tilted)
        tilt(loose);
    eg_hexes *mesh = loose_build(context, loose);
    free(loose);
    return mesh;
}

/* ---- a cylinder of radius 1 and height 2 ---- */

/* The cross-section: a square in the middle (block 4), and four blocks between its sides and the circle. */
static inline void cylinder_place(int block, double s, double t, double z, double x[3])
{
    double a = 0.4 * (2 * s - 1), angle = 0.7853981633974483 * (2 * s - 1);
    double inner[2] = {0.4, a}, outer[2] = {cos(angle), sin(angle)};
    double at[2] = {inner[0] + t * (outer[0] - inner[0]), inner[1] + t * (outer[1] - inner[1])};
    if (block == 4) {
        at[0] = 0.4 * (2 * s - 1);
        at[1] = 0.4 * (2 * t - 1);
    }
    for (int orientation = 0; orientation < block % 4; orientation++) {
        double before = at[0];
        at[0] = -at[1];
        at[1] = before;
    }
    x[0] = at[0];
    x[1] = at[1];
    x[2] = 2 * z;
}

/* Elements of degree 2, `cells` along each side of a block. */
static inline eg_hexes *cylinder(eg_context *context, int cells)
{
    loose_mesh *loose = calloc(1, sizeof *loose);
    loose->degree = 2;
    for (int block = 0; block < 5; block++)
        for (int e = 0; e < cells * cells * cells; e++) {
            double x[27][3];
            for (int p = 0; p < 27; p++) {
                double s = e % cells + 0.5 * (p % 3), t = e / cells % cells + 0.5 * (p / 3 % 3),
                       z = e / cells / cells + 0.5 * (p / 9);
                cylinder_place(block, s / cells, t / cells, z / cells, x[p]);
            }
            loose_element(loose, (const double(*)[3])x);
        }
    eg_hexes *mesh = loose_build(context, loose);
    free(loose);
    return mesh;
}

/* ---- a bar that turns round its axis, so that canonical directions change from element to element ---- */

static inline eg_status twist(const eg_point_map *self, eg_context *context, int64_t count, double (*x)[3])
{
    (void)self;
    (void)context;
    for (int64_t p = 0; p < count; p++) {
        double angle = 3.0 * x[p][2], a = x[p][0] - 0.5, b = x[p][1] - 0.5;
        x[p][0] = a * cos(angle) - b * sin(angle);
        x[p][1] = a * sin(angle) + b * cos(angle);
    }
    return EG_OK;
}

static inline eg_hexes *twisted_bar(eg_context *context, int degree, uint64_t seed)
{
    static const eg_point_map map = {twist};
    return make_box(context, &(eg_hexes_box_options){.size = {1, 1, 2},
                                                     .cells = {3, 2, 8},
                                                     .degree = degree,
                                                     .map = &map,
                                                     .shuffle = true,
                                                     .seed = seed});
}

#endif
