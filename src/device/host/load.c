/* Loads compiled programs into this process. */
#include "device/host/host.h"

#include <dlfcn.h>
#include <unistd.h>

#include "device/library.h"

/* The name of an open file. The loader takes a file whose name it has seen before for the library
 * that it has loaded under this name, and descriptors come again: so the name spells the key, one
 * bit a component, 0 as "/" and 1 as "./". */
static eg_status name_of_descriptor(eg_context *context, const eg_cache_entry *compiled, char **name)
{
    eg_text text = {.context = context};
    eg_text_add(&text, "/proc/self/fd/");
    for (const char *p = compiled->key; *p; p++)
        for (int bit = 0; bit < 8; bit++)
            eg_text_add(&text, "%s", *p >> bit & 1 ? "./" : "/");
    eg_text_add(&text, "%d", compiled->file);
    *name = text.data;
    return text.status;
}

/* From a copy in a folder of our own, which is gone when the call returns. */
static eg_status load_copy(eg_program *program, const eg_cache_entry *compiled)
{
    eg_context *context = program->device->context;
    EG_SCRATCH char *path = NULL, *folder = NULL;
    EG_TRY(eg_temporary_folder(context, &folder));
    eg_status status = eg_path_join(context, folder, compiled->key, &path);
    if (status == EG_OK)
        status = eg_file_write(context, path, compiled->data, compiled->bytes);
    if (status == EG_OK)
        program->module.pointer = eg_library_open(path);
    if (path)
        unlink(path);
    rmdir(folder);
    return status;
}

eg_status eg_host_load(eg_program *program, const eg_cache_entry *compiled)
{
    eg_context *context = program->device->context;
    EG_SCRATCH char *name = NULL;
    program->module.pointer = NULL;
    if (compiled->file >= 0)
        EG_TRY(name_of_descriptor(context, compiled, &name));
    if (name && access(name, R_OK) == 0)
        program->module.pointer = eg_library_open(name);
    else /* no file of the cache, or no /proc */
        EG_TRY(load_copy(program, compiled));
    if (program->module.pointer)
        return EG_OK;
    const char *reason = dlerror();
    return eg_fail(context, EG_DEVICE,
                   "%s was compiled but cannot be loaded: %s (set EAGRE_CACHE to a folder whose "
                   "files may be executed)",
                   program->file, reason ? reason : "the loader gives no reason");
}
