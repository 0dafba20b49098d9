/* Writes a program of the host, which the build compiles into the library, as C: precompile OUT.c SYMBOL FILE
 * PRECISION PROCESSOR LANES ITEMS [NAME=VALUE]... . Used by the build only (cmake/built-in.cmake). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/host/built_in.h"
#include "device/host/host.h"

static void no_prologue(const eg_device *device, eg_text *source)
{
    (void)device;
    (void)source;
}

/* NAME=VALUE as a constant; the word ends with the name. */
static eg_define constant_of(char *word)
{
    char *value = strchr(word, '=');
    if (!value)
        return (eg_define){word, 1};
    *value = 0;
    return (eg_define){word, strtoll(value + 1, NULL, 10)};
}

/* Each program has names of its own for what others have, too; the shared library exports none of them, as it
 * does with eg_*. */
static void write_names(FILE *out, const eg_source *source, const char *symbol)
{
    fprintf(out, "#include \"device/host/built_in.h\"\n");
    for (int64_t k = 0; k < source->kernel_count; k++) {
        const char *name = source->kernels[k].name;
        fprintf(out, "#define %s %s_%s\n#define eg_launch_%s launch_%s_%s\n", name, symbol, name, name,
                symbol, name);
    }
}

static void write_table(FILE *out, const eg_source *source, const char *symbol, const char *processor,
                        const eg_program_options *options)
{
    fprintf(out, "#line 1 \"built in\"\nstatic const struct eg_built_in_kernel eg_kernels[] = {\n");
    for (int64_t k = 0; k < source->kernel_count; k++) {
        const char *name = source->kernels[k].name;
        fprintf(out, "#ifdef EG_HAVE_%s\n    {\"%s\", eg_launch_%s},\n#endif\n", name, name, name);
    }
    fprintf(
        out,
        "    {0, 0}};\nextern const eg_built_in %s;\nconst eg_built_in %s = {\"%s\", %d, EG_BUILT_IN_%s, %d, "
        "%d, %d, {",
        symbol, symbol, options->file, (int)options->precision, processor, options->lanes, options->items,
        options->define_count);
    for (int i = 0; i < options->define_count; i++)
        fprintf(out, "{\"%s\", %lld}, ", options->defines[i].name, (long long)options->defines[i].value);
    fprintf(out, "%s}, eg_kernels};\n", options->define_count ? "" : "{0, 0}");
}

int main(int argc, char **argv)
{
    unsetenv("EAGRE_KERNELS"); /* of a run: the library holds its own */
    eg_define defines[EG_BUILT_IN_CONSTANTS];
    eg_context *context;
    if (argc < 8 || argc > 8 + EG_BUILT_IN_CONSTANTS || eg_context_create(NULL, &context) != EG_OK) {
        fprintf(stderr,
                "usage: precompile OUT.c SYMBOL FILE PRECISION PROCESSOR LANES ITEMS [NAME=VALUE]...\n");
        return 2;
    }
    for (int i = 8; i < argc; i++)
        defines[i - 8] = constant_of(argv[i]);
    const eg_program_options options = {.file = argv[3],
                                        .precision = strcmp(argv[4], "f32") == 0 ? EG_F32 : EG_F64,
                                        .lanes = atoi(argv[6]),
                                        .items = atoi(argv[7]),
                                        .defines = defines,
                                        .define_count = argc - 8};
    const eg_backend backend = {
        .target = "target/host.h", .footer = "", .prologue = no_prologue, .epilogue = eg_host_epilogue};
    eg_source source = {.text = {.context = context}};
    FILE *out = fopen(argv[1], "wb");
    bool done = out && eg_program_assemble(context, &backend, NULL, &options, &source) == EG_OK;
    if (done) {
        write_names(out, &source, argv[2]);
        fputs(eg_text_string(&source.text), out);
        write_table(out, &source, argv[2], argv[5], &options);
    } else {
        fprintf(stderr, "%s: %s\n", argv[1], eg_context_error(context));
    }
    eg_source_free(&source);
    eg_context_destroy(&context);
    return !out || fclose(out) != 0 || !done;
}
