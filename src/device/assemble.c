/* The text of a program. */
#include "device/backend.h"

static void add_constants(const eg_program_options *options, int lanes, int items, eg_text *text)
{
    eg_text_add(text, "#define LANES %d\n#define ITEMS %d\n", lanes, items);
    if (options->precision == EG_F32)
        eg_text_add(text, "#define EG_F32 1\n");
    for (int i = 0; i < options->define_count; i++)
        eg_text_add(text, "#define %s %lld\n", options->defines[i].name,
                    (long long)options->defines[i].value);
}

eg_status eg_program_assemble(eg_context *context, const eg_backend *backend, const eg_device *device,
                              const eg_program_options *options, eg_source *source)
{
    bool checked = device && device->info.kind == EG_DEVICE_CHECKED;
    add_constants(options, options->lanes > 0 ? options->lanes : 1, options->items > 0 ? options->items : 1,
                  &source->text);
    if (backend->prologue)
        backend->prologue(device, &source->text);
    EG_TRY(eg_source_add_file(context, source, checked ? "target/checked.h" : backend->target));
    if (options->generated)
        EG_TRY(eg_source_add_text(context, source, "generated", options->generated));
    EG_TRY(eg_source_add_file(context, source, options->file));
    if (backend->epilogue)
        backend->epilogue(source, &source->text);
    eg_text_add(&source->text, "%s", backend->footer);
    return source->text.status;
}
