/* Whatever is read or made, any allocation of it may fail: it is told, nothing is left in memory, and no
 * temporary file. Meshes and steppers have this in their contracts (unit/mesh_contract.c, kernel/contract.h),
 * whole runs in torture/memory.sh. */
#include "snapshot_common.h"

#include "bisected_meshes.h"
#include "element/modal.h"
#include "failing.h"
#include "io/case/case.h"
#include "io/checkpoint/checkpoint.h"
#include "io/report/file_list.h"
#include "io/seismogram/cmt.h"
#include "io/seismogram/quakeml.h"
#include "io/seismogram/sac.h"
#include "io/seismogram/segy.h"
#include "io/seismogram/srf.h"
#include "io/seismogram/stationxml.h"
#include "io/table/csv_out.h"
#include "io/gis/area.h"
#include "io/gis/boundaries.h"
#include "io/table/raster.h"
#include "io/volume/volume.h"
#include "io/table/records.h"
#include "io/table/series.h"
#include "io/table/sounding.h"
#include "kernel/box_matrix.h"
#include "long.h"
#include "mesh/forest/forest.h"
#include "mesh/hexes/coarsen.h"
#include "run/models/models.h"
#include "scheme/deg/fans.h"
#include "scheme/linear/amg.h"
#include "scheme/sem/precondition.h"
#include "scheme/sem/sem.h"

/* What items stand on. */
typedef struct place {
    test *t;
    eg_context *context;
    eg_comm *comm;
    eg_device *device;
    char path[300]; /* of a file with the text of the item */
    const struct item *item;
} place;

/* An item that makes an object of a type by a call, which fills `made`. */
#define MAKES(name, type, ...)                                                                               \
    static eg_status name(place *p)                                                                          \
    {                                                                                                        \
        type *made = NULL;                                                                                   \
        eg_status status = __VA_ARGS__;                                                                      \
        assert_int_equal(status == EG_OK, made != NULL);                                                     \
        type##_destroy(&made);                                                                               \
        return status;                                                                                       \
    }

/* ---- readers and writers */

MAKES(series, eg_series,
      eg_series_read(p->context, p->path, &(eg_series_options){.value_column = "h"}, &made))
MAKES(raster, eg_raster, eg_raster_read(p->context, p->path, NULL, &made))
MAKES(earthquakes, eg_cmt, eg_cmt_read(p->context, p->path, &made))
MAKES(records, eg_records, eg_records_read(p->context, p->path, "name x", "name x", &made))
MAKES(rupture, eg_srf, eg_srf_read(p->context, p->path, &made))
#ifdef EAGRE_EXPAT
MAKES(event, eg_cmt, eg_quakeml_read(p->context, p->path, NULL, &made))
MAKES(stations, eg_stationxml, eg_stationxml_read(p->context, p->path, &made))
#endif

static const double samples[] = {0.5, -3.25, 0.1};
static const eg_segy_options two_traces = {.title = "two traces", .dt = 0.002, .samples = 3};
static const eg_segy_trace traces[] = {{.component = EG_SEGY_IN_LINE, .values = samples},
                                       {.component = EG_SEGY_VERTICAL, .values = samples}};
static const eg_sac_trace trace = {.station = "ABC1",
                                   .component = "BXZ",
                                   .network = "EG",
                                   .event = "layer over half",
                                   .unit = "m/s",
                                   .dt = 0.1,
                                   .count = 3,
                                   .values = samples};
MAKES(segy, eg_segy,
      eg_segy_write(p->context, p->path, &two_traces, traces, 2) == EG_OK
          ? eg_segy_read(p->context, p->path, &made)
          : EG_MEMORY)
MAKES(sac, eg_sac,
      eg_sac_write(p->context, p->path, &trace) == EG_OK ? eg_sac_read(p->context, p->path, &made)
                                                         : EG_MEMORY)

static eg_status sounding(place *p)
{
    eg_sounding *s = NULL;
    eg_background *b = NULL;
    eg_status status = eg_sounding_read(p->context, p->path, &s);
    const eg_background_options options = {
        .kind = EG_BACKGROUND_SOUNDING, .gas = {287.0, 1004.5, 1e5}, .gravity = 9.81, .sounding = s};
    if (status == EG_OK)
        status = eg_background_create(p->context, &options, 0, 4000, &b);
    assert_int_equal(status == EG_OK, b != NULL);
    eg_background_destroy(&b);
    eg_sounding_destroy(&s);
    return status;
}

static eg_status file_list(place *p)
{
    char again[300];
    eg_file_list made = {.context = p->context}, read = {.context = p->context};
    snprintf(again, sizeof again, "%s/again.json", p->t->folder);
    eg_status status = eg_file_list_add(&made, p->t->folder, "file");
    if (status == EG_OK)
        status = eg_file_list_write(&made, again);
    if (status == EG_OK)
        status = eg_file_list_read(&read, again);
    if (status == EG_OK)
        status = eg_file_list_check(p->context, p->t->folder, &read.file[0]);
    eg_file_list_free(&made);
    eg_file_list_free(&read);
    return status;
}

/* Begins a table with a row, and goes on behind it. */
static eg_status table(place *p)
{
    static const char *const names[] = {"time_s", "depth_m"};
    eg_csv *csv = NULL;
    eg_csv_mark mark = {0};
    eg_status status = eg_csv_create(p->context, p->path, names, 2, NULL, &csv);
    if (status == EG_OK)
        status = eg_csv_row(csv, (const double[]){1, 2}, 2);
    if (status == EG_OK)
        status = eg_csv_mark_here(csv, &mark);
    eg_status closed = eg_csv_close(&csv);
    status = status == EG_OK ? closed : status;
    if (status == EG_OK)
        status = eg_csv_resume(p->context, p->path, names, 2, NULL, &mark, &csv);
    assert_int_equal(status == EG_OK, csv != NULL);
    closed = eg_csv_close(&csv);
    return status == EG_OK ? closed : status;
}

static eg_status checkpoint(place *p)
{
    eg_checkpoint_writer *writer;
    eg_checkpoint *read;
    int64_t bytes;
    EG_TRY(eg_checkpoint_writer_create(p->context, p->path, &writer));
    for (int i = 0; i < 20; i++)
        eg_checkpoint_writer_section(writer, (char[]){(char)('a' + i), 0}, "0123456789", 10);
    EG_TRY(eg_checkpoint_writer_finish(&writer, NULL));
    EG_TRY(eg_checkpoint_open(p->context, p->path, &read));
    eg_status status = eg_checkpoint_read_all(read, "c", (char[10]){0}, 10);
    if (status == EG_OK)
        status = eg_checkpoint_bytes(read, "d", &bytes);
    eg_checkpoint_close(&read);
    return status;
}

/* ---- cases */

static eg_status expression(place *p)
{
    static const char *const names[] = {"x", "y", "t"};
    eg_expression *made;
    eg_status status = eg_expression_parse(p->context, "x + y * sin(t)", names, 3, NULL, &made);
    eg_expression_destroy(&made);
    return status;
}

static const char good_case[] = "title: small\n"
                                "model: shallow-water\n"
                                "mesh: {box: {size: [10 m, 100 cm], cells: [40, 4]}}\n"
                                "materials:\n"
                                "  all: {elevation: \"0.1 * x\", manning: 0.03}\n"
                                "  weir: {elevation: {raster: \"${DIR}/weir.asc\"}}\n"
                                "initial: {depth: \"x < 5 ? 2.0 : 0.0\"}\n"
                                "boundaries:\n"
                                "  left: wall\n"
                                "  right: {discharge: {csv: q.csv, after: hold, column: 3}}\n"
                                "  \"top.side\": {level: \"1 + t\"}\n"
                                "time: {end: 2 min}\n"
                                "output: {gauges: {g2: [7.5 m, 0.5], g1: [1, 50 cm]}}\n";
MAKES(whole_case, eg_case,
      eg_case_parse(p->context, eg_models, "small.yaml", "", good_case, sizeof good_case - 1,
                    (const char *const[]){"vars.DIR=data"}, 1, &made))

/* One that is wrong is told as such where memory suffices. */
static eg_status wrong_case(place *p)
{
    static const char bad[] = "modle: shallow-water\ntime: {end: 5 m}\nmesh: [1]\n";
    eg_case *made;
    eg_status status =
        eg_case_parse(p->context, eg_models, "bad.yaml", "", bad, sizeof bad - 1, NULL, 0, &made);
    assert_null(made);
    assert_int_not_equal(status, EG_OK);
    return status == EG_CASE ? EG_OK : status;
}

/* ---- shapes */

static const char points_of_shapes[] = "x,y,name,width\n0,4,in,2\n9,5,out,3\n";
static const char ring_of_shapes[] = "x,y\n0,0\n9,0\n9,9\n4,-2\n0,9\n";

static eg_status write_shapes(const place *p, const char *text, char path[400])
{
    snprintf(path, 400, "%s/shapes.csv", p->t->folder);
    return eg_file_write(p->context, path, text, (int64_t)strlen(text));
}

static eg_status case_of_shapes(place *p)
{
    static const char text[] = "model: shallow-water\nmesh: {box: {size: [9, 9], cells: [3, 3]}}\n"
                               "materials: {all: {elevation: 0}}\ninitial: {depth: 1}\ntime: {end: 1}\n"
                               "boundaries: {left: wall, right: wall, bottom: wall, top: wall}\n"
                               "inflows: {in: {at: {points: shapes.csv}, discharge: {attribute: width}}}\n";
    eg_case *made = NULL;
    char path[400];
    EG_TRY(write_shapes(p, points_of_shapes, path));
    eg_status status = eg_case_parse(p->context, eg_models, "shapes.yaml", p->t->folder, text,
                                     sizeof text - 1, NULL, 0, &made);
    assert_int_equal(status == EG_OK, made != NULL);
    assert_true(!made || eg_node_count(eg_case_find(made, "inflows")) == 2);
    eg_case_destroy(&made);
    return status;
}

static eg_status names_of_edge(place *p)
{
    EG_ENDS_WITH(eg_plane_destroy) eg_plane *mesh = NULL;
    EG_TEXT(text, p->context);
    char path[400];
    EG_TRY(write_shapes(p, points_of_shapes, path));
    EG_TRY(eg_plane_box(p->context, &(eg_box_options){.size = {9, 9}, .cells = {3, 3}}, &mesh));
    EG_TRY(eg_gis_name_boundaries(mesh, path));
    assert_true(eg_mesh_boundary_index(&mesh->base, "out") >= 0);
    return eg_plane_add_gmsh(mesh, &text);
}

static eg_status breaklines(place *p)
{
    EG_ENDS_WITH(eg_gis_area_destroy) eg_gis_area *area = NULL;
    EG_ENDS_WITH(eg_gis_outline_destroy) eg_gis_outline *outline = NULL;
    EG_ENDS_WITH(eg_gis_shapes_destroy) eg_gis_shapes *lines = NULL;
    EG_TEXT(text, p->context);
    char path[400];
    EG_TRY(write_shapes(p, ring_of_shapes, path));
    EG_TRY(eg_gis_area_read(p->context, path, &area));
    EG_TRY(eg_gis_area_outline(area, NULL, &outline));
    EG_TRY(eg_gis_shapes_read(p->context, path, EG_GIS_LINES, NULL, &lines));
    return eg_gis_add_geometry(&(eg_gis_meshing){.outline = outline, .cell = 1, .breaks = lines}, &text);
}

/* ---- meshes */

static eg_status gmsh(place *p, const char *name)
{
    char path[4096];
    const char *source = getenv("EAGRE_SOURCE");
    eg_plane *plane = NULL;
    eg_hexes *hexes = NULL;
    bool ring = name[0] == 'r';
    snprintf(path, sizeof path, "%s/tests/data/mesh/%s", source ? source : ".", name);
    eg_status status =
        ring ? eg_hexes_read_gmsh(p->context, path, &hexes) : eg_plane_read_gmsh(p->context, path, &plane);
    assert_int_equal(status == EG_OK, plane || hexes);
    eg_plane_destroy(&plane);
    eg_hexes_destroy(&hexes);
    return status;
}

/* The name of the file is the text of the item. */
static eg_status mesh_file(place *p);

static const eg_hexes_box_options cube = {.size = {1, 1, 1}, .cells = {4, 4, 4}};

/* A curved box, joined along one direction, with nodes and a grid. */
static eg_status hexes(place *p)
{
    eg_hexes *m = NULL;
    eg_hex_nodes *nodes = NULL;
    eg_hex_grid *grid = NULL;
    double shift[3];
    const eg_distorted_map map = eg_smoothly_distorted_cube();
    const eg_hexes_box_options options = {
        .size = {1, 1, 1}, .cells = {3, 3, 3}, .degree = 2, .map = &map.map, .shuffle = true};
    eg_status status = eg_hexes_box(p->context, &options, &m);
    if (status == EG_OK)
        status = eg_hexes_join(m, 0, 1, shift);
    if (status == EG_OK)
        status = eg_hex_nodes_create(m, 3, &nodes);
    if (status == EG_OK)
        status = eg_hex_grid_create(m, 3, &grid);
    eg_hex_grid_destroy(&grid);
    eg_hex_nodes_destroy(&nodes);
    eg_hexes_destroy(&m);
    return status;
}

/* The nodes of degree 2 of a part of degree 3. */
static eg_status lower_nodes(place *p)
{
    static const int64_t first_of[3] = {0, 0, 0};
    static const int32_t number[4096 * 2];
    eg_hexes *m = NULL;
    eg_mesh *part = NULL;
    eg_hex_nodes *lower = NULL;
    eg_status status = eg_hexes_box(p->context, &cube, &m);
    if (status == EG_OK)
        status = eg_hexes_number_nodes(m, 3);
    if (status == EG_OK)
        status =
            eg_mesh_cut_part(&m->base, (eg_ranks){.count = 2}, 1, &(eg_mesh_cut){.ghost_layers = 1}, &part);
    if (status == EG_OK)
        status = eg_hex_nodes_lower(eg_hexes_of(part), eg_hexes_of(part)->nodes, 2, number, 2, 1, first_of,
                                    &lower);
    eg_hex_nodes_destroy(&lower);
    eg_mesh_destroy(&part);
    eg_hexes_destroy(&m);
    return status;
}

static eg_status coarsening(place *p)
{
    eg_hexes *m;
    eg_hex_coarsening made = {0};
    EG_TRY(eg_hexes_box(p->context, &cube, &m));
    const eg_hex_topology mesh = {.elements = m->base.held,
                                  .vertices = (int32_t)m->vertices,
                                  .corner = (const int32_t(*)[EG_HEX_VERTICES])m->vertex};
    eg_status status = eg_hex_coarsen(p->context, &mesh, &(eg_hex_coarsen_options){0}, &made);
    eg_hex_coarsening_free(&made);
    eg_hexes_destroy(&m);
    return status;
}

/* A forest of two trees, of which a leaf is divided. */
static eg_status forest(place *p)
{
    const eg_hexes_box_options options = {.size = {2, 1, 1}, .cells = {2, 1, 1}};
    eg_hexes *macro;
    eg_mesh *made = NULL, *next = NULL;
    eg_cell_transfer *transfer = NULL;
    uint8_t wish[16] = {EG_WISH_FINER};
    EG_TRY(eg_hexes_box(p->context, &options, &macro));
    eg_status status =
        eg_forest_create(p->context, p->comm, &macro->base, &(eg_forest_options){.level = 1}, &made, EG_OK);
    assert_int_equal(status == EG_OK, made != NULL);
    if (status == EG_OK) {
        status = eg_forest_adapt(eg_forest_of(made), p->comm, wish, &next, &transfer, EG_OK);
        assert_true((status == EG_OK) == (next && transfer));
        assert_true(status != EG_OK || next->all == 23);
    }
    eg_cell_transfer_destroy(&transfer);
    eg_mesh_destroy(&next);
    eg_mesh_destroy(&made);
    eg_hexes_destroy(&macro);
    return status == EG_USAGE ? EG_OK : status; /* a build without forests */
}

static eg_plane *macro; /* of what follows */
static eg_bisected *leaves;

/* A pass over halved triangles on a device, and the mesh of what comes. */
static eg_status bisection(place *p)
{
    eg_bisected *next;
    eg_bisected_transfer *transfer;
    eg_plane *mesh = NULL;
    uint8_t *wish = calloc((size_t)leaves->leaves, 1);
    wish[3] = EG_BISECTED_FINER;
    eg_status status = pass_on(p->device, leaves, wish, &next, &transfer);
    if (status == EG_OK)
        status = eg_bisected_plane(next, false, &mesh);
    eg_bisected_destroy(&next);
    eg_bisected_transfer_destroy(&transfer);
    eg_plane_destroy(&mesh);
    free(wish);
    return status;
}

static eg_status fans(place *p)
{
    static const eg_fan_end walls[4] = {EG_FAN_WALL, EG_FAN_WALL, EG_FAN_WALL, EG_FAN_WALL};
    eg_fans made;
    (void)p;
    eg_status status = eg_fans_create(macro, walls, NULL, &made);
    eg_fans_free(&made);
    return status;
}

/* ---- elements, devices, linear solvers */

static eg_status modal(place *p)
{
    eg_modal made;
    eg_status status = eg_modal_create(p->context, EG_TRIANGLE, 4, &made);
    assert_true(status == EG_OK || (made.derivative == NULL && made.trace == NULL && made.modes == 0));
    eg_modal_destroy(&made);
    return status;
}

static eg_status program(place *p)
{
    eg_device *device = NULL;
    eg_program *made = NULL;
    eg_kernel *kernel;
    const eg_program_options options = {.file = "device/test.c", .lanes = 4, .items = 3};
    eg_status status = eg_device_open(p->context, "host:1", &device);
    if (status == EG_OK)
        status = eg_program_create(device, &options, &made);
    if (status == EG_OK)
        status = eg_kernel_get(made, "test_add", &kernel);
    eg_program_destroy(&made);
    eg_device_close(&device);
    return status;
}

static eg_status multigrid(place *p)
{
    eg_sparse a;
    eg_amg *made;
    EG_TRY(box_assemble(p->context, &(box_problem){.n = 8}, &a));
    eg_status status =
        eg_amg_create(p->device, &a, &(eg_amg_options){.coarsest = 8, .vectors = EG_F32}, &made);
    eg_amg_destroy(&made);
    eg_sparse_free(&a);
    return status;
}

/* Spectral elements with all that a solve takes, and its preconditioner of most parts: p-multigrid in f32
 * that Schwarz smooths. */
static eg_status elements_on(place *p, eg_hexes *mesh, eg_hex_nodes *nodes)
{
    eg_sem_boundary side[6];
    eg_sem *sem = NULL;
    eg_pcg *pcg = NULL;
    eg_buffer *x = NULL;
    eg_pcg_result result;
    eg_cell_points *points = NULL;
    eg_sem_preconditioner *preconditioner = NULL;
    double u[125];
    for (int i = 0; i < 6; i++)
        side[i] = (eg_sem_boundary){.condition = i < 3 ? EG_SEM_DIRICHLET : EG_SEM_ROBIN,
                                    .factor = {.constant = {1}}};
    const eg_sem_options options = {
        .precision = EG_F32, .kappa = {.constant = {1}}, .source = {.constant = {1}}, .boundary = side};
    const eg_sem_precondition_options how = {.kind = EG_SEM_P_MULTIGRID, .single = true, .pmg.schwarz = true};
    eg_status status = eg_sem_create(p->device, mesh, nodes, &options, &sem);
    if (status == EG_OK)
        status = eg_sem_start(sem, &x);
    if (status == EG_OK)
        status = eg_pcg_create(p->context, p->device, eg_sem_operator(sem),
                               &(eg_pcg_options){.precision = EG_F32, .readback_every = 4}, &pcg);
    if (status == EG_OK)
        status = eg_pcg_solve(pcg, eg_sem_rhs(sem), x, (eg_pcg_goal){.relative = 1e-3}, &result);
    if (status == EG_OK)
        status = eg_sem_read(sem, x, u);
    if (status == EG_OK)
        status = eg_sem_points_create(mesh, nodes, u, true, &points);
    if (status == EG_OK)
        status = eg_sem_preconditioner_create(sem, &options, &how, &preconditioner);
    eg_sem_preconditioner_destroy(&preconditioner);
    if (points)
        points->destroy(&points);
    eg_pcg_destroy(&pcg);
    eg_buffer_destroy(&x);
    eg_sem_destroy(&sem);
    return status;
}

static eg_status elements(place *p)
{
    eg_hexes *mesh;
    eg_hex_nodes *nodes;
    EG_TRY(eg_hexes_box(p->context, &(eg_hexes_box_options){.size = {1, 1, 1}, .cells = {2, 2, 2}}, &mesh));
    eg_status status = eg_hex_nodes_create(mesh, 2, &nodes);
    assert_true(status != EG_OK || nodes->nodes == 125);
    if (status == EG_OK)
        status = elements_on(p, mesh, nodes);
    eg_hex_nodes_destroy(&nodes);
    eg_hexes_destroy(&mesh);
    return status;
}

/* Of NumPy, so that header and numbers are in one file. */
static eg_status volume(place *p)
{
    static const char bytes[] = "\x93NUMPY\1\0\x36\0{'descr': '<f4', 'fortran_order': True, 'shape': (2,)}"
                                "\0\0\x80\x3f\0\0\0\x40";
    static const double spacing[3] = {1, 1, 1};
    const eg_volume_options options = {.axes = "xyz", .spacing = spacing};
    eg_volume *made = NULL;
    char path[400];
    snprintf(path, sizeof path, "%s/v.npy", p->t->folder);
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, sizeof bytes - 1, file), sizeof bytes - 1);
    assert_int_equal(fclose(file), 0);
    eg_status status = eg_volume_read(p->context, path, &options, &made);
    assert_int_equal(status == EG_OK, made != NULL);
    eg_volume_destroy(&made);
    unlink(path);
    return status;
}

/* ---- the list */

#define SOUNDING                                                                                             \
    "pressure (hPa), height (km), theta (K)\n1000.0, 0, 300\n890.6, 1, 300\n791.7, 2, 310\n620.3, 4, 310\n"
#define STATIONS                                                                                             \
    "<?xml version=\"1.0\"?>\n<FDSNStationXML xmlns=\"http://www.fdsn.org/xml/station/1\">\n"                \
    "<Network code=\"CH\"><Station code=\"A\"><Latitude>1</Latitude><Longitude>2</Longitude>"                \
    "<Elevation>3</Elevation></Station></Network></FDSNStationXML>\n"

#define CMT                                                                                                  \
    "PDE 1994 6 9\nevent name: a\ntime shift: 1\nhalf duration: 2\nlatitude: 3\nlongitude: 4\ndepth: 5\n"    \
    "Mrr: 1e20\nMtt: 1e20\nMpp: 1e20\nMrt: 1e20\nMrp: 1e20\nMtp: 1e20\n"

#define RUPTURE "1.0\nPOINTS 1\n7 46 2 30 60 1e8 0 0.1\n90 1 2 0 0 0 0\n1 2\n"
#define ANGLE(NAME) "<" NAME "><value>9</value></" NAME ">"
#define EVENT                                                                                                \
    "<quakeml><eventParameters><event><origin>" ANGLE("latitude") ANGLE("longitude")                         \
        ANGLE("depth") "</origin><focalMechanism><nodalPlanes><nodalPlane1>" ANGLE("strike") ANGLE("dip")    \
            ANGLE("rake") "</nodalPlane1></nodalPlanes><momentTensor>" ANGLE(                                \
                "scalarMoment") "</momentTensor></focalMechanism></event></eventParameters></quakeml>\n"

static const struct item {
    const char *name;
    eg_status (*attempt)(place *p);
    int64_t least; /* failures */
    const char *text;
} items[] = {
    {"series", series, 4, "t,h\n0,1\n1,2\n"},
    {"raster", raster, 3, "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 2\n1 2 3\n4 5 6\n"},
    {"volume", volume, 4, ""},
    {"records", records, 4, "name,x\na,1\nb,2\n"},
    {"rupture", rupture, 4, RUPTURE},
#ifdef EAGRE_EXPAT
    {"event", event, 6, EVENT},
    {"stations", stations, 3, STATIONS},
#endif
    {"earthquakes", earthquakes, 3, CMT},
    {"sounding", sounding, 11, SOUNDING},
    {"segy", segy, 5, ""},
    {"sac", sac, 4, ""},
    {"file list", file_list, 4, "t,q\n1,2\n"},
    {"table", table, 3, ""},
    {"checkpoint", checkpoint, 14, ""},
    {"expression", expression, 5, ""},
    {"case", whole_case, 20, ""},
    {"case of shapes", case_of_shapes, 20, ""},
    {"names of the edge", names_of_edge, 20, ""},
    {"breaklines", breaklines, 10, ""},
    {"wrong case", wrong_case, 10, ""},
    {"mesh, text", mesh_file, 10, "mixed-4-ascii.msh"},
    {"mesh, binary", mesh_file, 10, "mixed-4-binary.msh"},
    {"mesh, version 2, text", mesh_file, 10, "mixed-2-ascii.msh"},
    {"mesh, version 2, binary", mesh_file, 10, "mixed-2-binary.msh"},
    {"mesh, partitioned", mesh_file, 10, "mixed-4-partitioned.msh"},
    {"hexahedra, text", mesh_file, 10, "ring-4-ascii.msh"},
    {"hexahedra, binary", mesh_file, 10, "ring-4-binary.msh"},
    {"hexahedra, version 2, text", mesh_file, 10, "ring-2-ascii.msh"},
    {"hexahedra, version 2, binary", mesh_file, 10, "ring-2-binary.msh"},
    {"hexahedra of 27 nodes", mesh_file, 10, "ring-27.msh"},
    {"hexahedra of 20 nodes", mesh_file, 10, "ring-20.msh"},
    {"hexahedra", hexes, 80, ""},
    {"lower nodes", lower_nodes, 30, ""},
    {"coarsening", coarsening, 10, ""},
    {"forest", forest, 0, ""},
    {"bisection", bisection, 10, ""},
    {"fans", fans, 3, ""},
    {"modal", modal, 3, ""},
    {"program", program, 5, ""},
    {"multigrid", multigrid, 50, ""},
    {"spectral elements", elements, 60, ""}};

static eg_status mesh_file(place *p)
{
    return gmsh(p, p->item->text);
}

static eg_status attempt_item(void *what)
{
    place *p = what;
    return p->item->attempt(p);
}

static void any_allocation_may_fail(void **state)
{
    place p = {.t = *state, .context = ((test *)*state)->context};
    test *t = p.t;
    OK(eg_comm_create(p.context, &p.comm));
    OK(eg_device_open(p.context, "host:1", &p.device));
    macro = make_macro(p.context, MACRO_SHAKEN);
    leaves = random_leaves(macro, 1, 3, 5);
    snprintf(p.path, sizeof p.path, "%s/file", t->folder);
    for (int i = 0; i < COUNT(items); i++) {
        p.item = &items[i];
        OK(eg_file_write(p.context, p.path, p.item->text, (int64_t)strlen(p.item->text)));
        if (attempt_item(&p) != EG_OK) /* compiles, and the device keeps what it needs */
            fail_msg("%s: %s", p.item->name, eg_context_error(p.context));
        int64_t failed =
            fail_each(p.context, attempt_item, &p, p.item->attempt == elements && !is_long() ? 3 : 1);
        print_message("%s: %lld\n", p.item->name, (long long)failed);
        assert_true(failed >= p.item->least);
        assert_int_equal(files_with(t->folder, "tmp"), 0);
    }
    eg_bisected_destroy(&leaves);
    eg_plane_destroy(&macro);
    eg_device_close(&p.device);
    eg_comm_destroy(&p.comm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(any_allocation_may_fail, set_up, tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
