/* Waves on forests: what `eagre bench --mesh forest` measures, and the memory that a run takes. */
#include "run/models/waves/forest.h"

/* ---- bench: one medium, waves everywhere, absorbing boundaries; a cube of octrees, all of one level */

enum { PART_EXCHANGE, PART_STEP };
const char *const eg_forest_waves_bench_parts[] = {"exchange", "step", NULL};

void eg_forest_waves_bench_case(const eg_model_kind *kind, const eg_bench_options *options, bool gpu,
                                int ranks, eg_text *text)
{
    double nodes = pow(options->degree > 0 ? options->degree + 1 : 8, 3);
    double cells = options->cells > 0 ? (double)options->cells : ranks * (gpu ? 6e7 : 1e6) / nodes;
    int64_t trees = eg_max_i64(2, (int64_t)(cbrt(cells) + 0.5)); /* along an edge of the cube */
    int level = 0;
    for (; trees % 2 == 0; trees /= 2)
        level++;
    eg_text_add(text, "model: %s\nmesh:\n  forest: {level: %d}\n", kind->keys.name, level);
    eg_text_add(text, "  box: {size: [1, 1, 1], cells: [%lld, %lld, %lld]}\n", (long long)trees,
                (long long)trees, (long long)trees);
    eg_text_add(text, "materials: {all: {%s}}\n",
                kind->waves->keys == 3 ? "density: 1, vp: 2, vs: 1" : "density: 1, vp: 1");
    eg_text_add(text, "initial: {velocity: [\"sin(7*x)*cos(5*y)\", \"cos(6*z)\", \"sin(4*x+y)\"]}\n");
    eg_text_add(text, "boundaries: {left: absorbing, right: absorbing, front: absorbing, back: "
                      "absorbing, bottom: absorbing, top: absorbing}\ntime: {end: 1}\n");
    eg_text_add(text, "numerics: {degree: %d, precision: %s", options->degree > 0 ? options->degree : 7,
                options->f32 ? "f32" : "f64");
    if (options->device_memory > 0)
        eg_text_add(text, ", device_memory: %.17g", options->device_memory);
    eg_text_add(text, "}\noutput: {picture: none}\n");
}

eg_status eg_forest_waves_bench_part(eg_model *model, int part, int64_t times, int64_t *done)
{
    enum { AT_ONCE = 10 };
    *done = times;
    if (times == 0)
        return eg_time_resume_until(eg_stepper_time(eg_model_stepper(model)), INFINITY, INT64_MAX);
    for (int64_t i = 0; part == PART_STEP && i < times; i += AT_ONCE)
        EG_TRY(eg_stepper_queue(eg_model_stepper(model), (int)eg_min_i64(AT_ONCE, times - i)));
    for (int64_t i = 0; part == PART_EXCHANGE && i < times; i++)
        EG_TRY(eg_stepper_exchange(eg_model_stepper(model)));
    return EG_OK;
}

double eg_forest_waves_bench_bytes(const eg_model *base, int part)
{
    const eg_forest_waves *model = eg_forest_waves_of(base);
    return part == PART_STEP ? eg_dg_stepper(model->dg)->class->bytes(eg_dg_stepper(model->dg))
                             : 2 * (double)eg_stepper_sent_bytes(eg_dg_stepper(model->dg));
}

/* ---- memory. The numbers are measured (src/run/life/estimate.c). */

/* What MPI takes, which p4est needs in a run of one process, too. */
static const double LIBRARIES = 8e6;

/* Cells in layers, of a box along whose axes they are counted, times the axes of each. */
static double layered_cells(const eg_case *loaded, const eg_mesh_counts *mesh)
{
    static const char *const name[] = {"left", "right", "front", "back", "bottom", "top"};
    const eg_node *size = eg_case_find(loaded, "mesh.box.size");
    const eg_node *boundaries = eg_case_find(loaded, "boundaries");
    bool solid = eg_node_count(size) == 3;
    double part = 0;
    for (int i = 0; size && i < 6; i++) {
        const eg_node *width = eg_node_child(eg_node_child(boundaries, name[i]), "pml");
        int axis = solid ? i / 2 : i / 4;
        if (width && (solid || i / 2 != 1))
            part += eg_node_real(width) / eg_node_real(eg_node_item(size, axis));
    }
    return mesh->cells * fmin(part, eg_node_count(size));
}

static eg_dg_size dg_size_of(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh)
{
    const eg_linear *system = kind->waves->system;
    const eg_node *numerics = eg_case_find(loaded, "numerics");
    return (eg_dg_size){.system = system,
                        .flux = eg_forest_waves_flux(loaded),
                        .precision =
                            eg_node_is(eg_node_child(numerics, "precision"), "f32") ? EG_F32 : EG_F64,
                        .degree = (int)eg_case_real(loaded, "numerics.degree", 4),
                        .kind = mesh->skew || mesh->curved ? EG_LEAF_CURVED : EG_LEAF_BRICK,
                        .nodal = eg_node_is(eg_node_child(numerics, "material"), "nodes"),
                        .parts = eg_node_is(eg_node_child(numerics, "kernels"), "parts"),
                        .cells = mesh->cells,
                        .layered = layered_cells(loaded, mesh)};
}

/* On the device what the solver says, in the storage that the case names, else in that which takes least
 * where it does not fit otherwise; on the host also what is written of states. */
void eg_forest_waves_need(const eg_model_kind *kind, const eg_case *loaded, const eg_mesh_counts *mesh,
                          eg_model_need *need)
{
    const eg_dg_size size = dg_size_of(kind, loaded, mesh);
    eg_dg_storage storage = eg_forest_waves_storage(loaded);
    double real = (double)eg_real_size(size.precision);
    double most = eg_case_real(loaded, "numerics.device_memory", INFINITY);
    double values = pow(size.degree + 1, size.system->dimensions) * eg_linear_stored(size.system);
    if (storage == EG_DG_STORED_AUTO)
        need->least = eg_dg_need(&size, EG_DG_OUT_OF_CORE);
    if (storage == EG_DG_STORED_AUTO)
        for (storage = EG_DG_SEPARATE; storage < EG_DG_OUT_OF_CORE && eg_dg_need(&size, storage) > most;)
            storage++;
    need->device = eg_dg_need(&size, storage);
    need->all =
        mesh->cells * values * (9 + (storage == EG_DG_OUT_OF_CORE ? 5 : 4) * real) + need->device + LIBRARIES;
    double of_state = need->device;
    eg_waves_need_receivers(kind, loaded, need);
    need->least += need->least > 0 ? need->device - of_state : 0;
}
