/* The point functions of linear systems have the same bits on every device as in the tables of this build. */
#include "unit/device_fixture.h"

#include "kernel/linear/reference.h"

#include "ader/faces.h"
#include "device/cuda/cuda.h"
#include "long.h"

enum { COUNT = 256, MOST_IN = 3 + EG_LINEAR_MATERIALS + EG_LINEAR_FACE_CONSTANTS + 2 * MOST };

/* One thread a place: in [value][COUNT] normal, material, constants of the face, both states; out [3
 * VARS][COUNT] the flux between the states, the flux at a free surface, A left + B right (+ C left). */
static const char body[] =
    "KERNEL_SHAPE(LANES, 1)\n"
    "KERNEL points(GLOBAL CONST real *RESTRICT in, GLOBAL real *RESTRICT out, long n)\n"
    "{\n"
    "    FOR_GROUPS(b, n / LANES)\n"
    "    FOR_LANES (l) {\n"
    "        const long i = b * LANES + l;\n"
    "        const real nx = in[i], ny = in[n + i], nz = in[2 * n + i];\n"
    "        phys_material m;\n"
    "        phys_face face;\n"
    "        phys_state left, right;\n"
    "#define LOAD(p) m.v##p = in[(3 + p) * n + i];\n"
    "        EACH_MATERIAL(LOAD)\n"
    "#undef LOAD\n"
    "#define LOAD(p) face.v##p = in[(3 + MATERIALS + p) * n + i];\n"
    "        EACH_FACE_CONSTANT(LOAD)\n"
    "#undef LOAD\n"
    "#define LOAD(p) \\\n"
    "        left.v##p = in[(3 + MATERIALS + FACE_CONSTANTS + p) * n + i]; \\\n"
    "        right.v##p = in[(3 + MATERIALS + FACE_CONSTANTS + VARS + p) * n + i];\n"
    "        EACH_VAR(LOAD)\n"
    "#undef LOAD\n"
    "#define N(d) n##d\n"
    "#define GIVEN_x left\n"
    "#define GIVEN_y right\n"
    "#define GIVEN_z left\n"
    "#define GIVEN(d) GIVEN_##d\n"
    "        const phys_waves wl = phys_trace(DIRECTIONS(N), left);\n"
    "        const phys_waves wr = phys_trace(DIRECTIONS(N), right);\n"
    "        const phys_waves beyond = phys_ghost(DIRECTIONS(N), FACE_FREE, wl);\n"
    "        const phys_state across = phys_flux(m, face, DIRECTIONS(N), wl, wr);\n"
    "        const phys_state surface = phys_flux(m, face, DIRECTIONS(N), wl, beyond);\n"
    "        const phys_state rate = phys_apply(m, DIRECTIONS(GIVEN));\n"
    "#define STORE(p) \\\n"
    "        out[(p) * n + i] = across.v##p; \\\n"
    "        out[(VARS + p) * n + i] = surface.v##p; \\\n"
    "        out[(2 * VARS + p) * n + i] = rate.v##p;\n"
    "        EACH_VAR(STORE)\n"
    "#undef STORE\n"
    "    }\n"
    "    END_GROUPS\n"
    "}\n";

/* Numbers of one precision: a double of the list as the run has it. */
static void put(const point_functions *p, void *array, int64_t at, double value)
{
    if (p->epsilon == FLT_EPSILON)
        ((float *)array)[at] = (float)value;
    else
        ((double *)array)[at] = value;
}

static void make_inputs(const point_functions *p, void *in, void *expected)
{
    const eg_linear *system = p->system;
    for (int i = 0; i < COUNT; i++) {
        double list[MOST_IN], wl[MOST], wr[MOST], beyond[MOST], out[3 * MOST], along[3 * MOST];
        double *n = list, *material = n + 3, *constants = material + p->materials,
               *left = constants + p->face_constants, *right = left + p->variables;
        size_t bytes = (size_t)p->variables * sizeof(double);
        any_normal(p->dimensions, n);
        any_material(system, material);
        system->face(system,
                     &(eg_linear_face){.flux = p->flux,
                                       .left = material,
                                       .right = material,
                                       .normal = n,
                                       .boundary = EG_LINEAR_INSIDE},
                     constants);
        any_state(system, material, left);
        any_state(system, material, right);
        memcpy(along, left, bytes);
        memcpy(along + p->variables, right, bytes);
        memcpy(along + 2 * p->variables, left, bytes);
        p->trace(n, left, wl);
        p->trace(n, right, wr);
        p->ghost(n, FACE_FREE, wl, beyond);
        p->across(material, constants, n, wl, wr, out);
        p->across(material, constants, n, wl, beyond, out + p->variables);
        p->apply(material, along, out + 2 * p->variables);
        for (int k = 0; k < right + p->variables - list; k++)
            put(p, in, (int64_t)k * COUNT + i, list[k]);
        for (int k = 0; k < 3 * p->variables; k++)
            put(p, expected, (int64_t)k * COUNT + i, out[k]);
    }
}

/* The program of a table, and what its options point to. */
typedef struct program_of {
    char source[sizeof body + 128];
    eg_define defines[3];
    eg_program_options options;
} program_of;

static void choose(const point_functions *p, int lanes, program_of *made)
{
    snprintf(made->source, sizeof made->source, "#include \"ader/faces.h\"\n#include \"physics/%s.h\"\n%s",
             p->system->name, body);
    made->defines[0] = (eg_define){"DIM", p->dimensions};
    made->defines[1] = (eg_define){"RUSANOV", p->flux == EG_FLUX_RUSANOV};
    made->defines[2] = (eg_define){"TRACE_BITS", 0};
    made->options = (eg_program_options){.file = "ader/faces.h",
                                         .precision = p->epsilon == FLT_EPSILON ? EG_F32 : EG_F64,
                                         .lanes = lanes,
                                         .defines = made->defines,
                                         .define_count = 3,
                                         .generated = made->source};
}

static void run_on(fixture *f, eg_device *device, const point_functions *p, int lanes)
{
    static double in[MOST_IN * COUNT], expected[3 * MOST * COUNT], got[3 * MOST * COUNT];
    static program_of chosen;
    eg_program *program;
    eg_kernel *kernel;
    eg_buffer *from, *to;
    bool single = p->epsilon == FLT_EPSILON;
    size_t bytes = (size_t)(3 * p->variables * COUNT) * (single ? sizeof(float) : sizeof(double));
    choose(p, lanes, &chosen);
    make_inputs(p, in, expected);
    ok(f, eg_program_create(device, &chosen.options, &program));
    ok(f, eg_kernel_get(program, "points", &kernel));
    ok(f, eg_buffer_create(device, sizeof in, "in", &from));
    ok(f, eg_buffer_create(device, sizeof got, "out", &to));
    ok(f, eg_buffer_write(from, 0, in, sizeof in));
    ok(f, EG_LAUNCH(kernel, COUNT / lanes, EG_BUFFER("in", from), EG_BUFFER("out", to), EG_LONG("n", COUNT)));
    ok(f, eg_buffer_read(to, 0, got, (int64_t)bytes));
    if (memcmp(got, expected, bytes) != 0)
        fail_msg("%s, %s in %d dimensions, flux %d, %s: other bits", eg_device_describe(device)->spec,
                 p->system->name, p->dimensions, p->flux, single ? "f32" : "f64");
    eg_buffer_destroy(&to);
    eg_buffer_destroy(&from);
    eg_program_destroy(&program);
}

/* The tables of a system are its fluxes, each in f64 and f32. In the short form OpenCL and NVRTC, which compile for
 * most of the time, take each flux in one of them. */
static bool is_taken(int table)
{
    return is_combined(table / 4 + table / 2 % 2, table % 2, 2);
}

static void bits_are_the_same_on_every_device(void **state)
{
    fixture *f = *state;
    for (int d = 0; d < f->specs; d++) {
        eg_device *device;
        if (strcmp(f->spec[d], "host:2") == 0 || strcmp(f->spec[d], "checked:3") == 0)
            continue;
        ok(f, eg_device_open(f->context, f->spec[d], &device));
        bool f32 = eg_device_describe(device)->f32;
        bool all = eg_device_describe(device)->kind <= EG_DEVICE_CHECKED || !f32;
        for (int i = 0; i < POINT_TABLES; i++)
            if ((every_table[i]->epsilon == DBL_EPSILON || f32) && (all || is_taken(i)))
                run_on(f, device, every_table[i], i % 3 == 0 ? 16 : 8);
        eg_device_close(&device);
    }
}

/* With NVRTC where that is found; it needs no GPU. */
static void all_compile_for_cuda(void **state)
{
    fixture *f = *state;
    for (int i = 0; i < POINT_TABLES; i++) {
        static program_of chosen;
        bool found;
        int64_t bytes;
        if (!is_taken(i))
            continue;
        choose(every_table[i], 32, &chosen);
        ok(f, eg_cuda_compile_check(f->context, &chosen.options, "sm_90", NULL, &found, &bytes));
        if (!found)
            skip();
        assert_true(bytes > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_compile_for_cuda, fixture_set_up_shared, fixture_tear_down),
        cmocka_unit_test_setup_teardown(bits_are_the_same_on_every_device, fixture_set_up_shared,
                                        fixture_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
