/* Shared libraries that are found while the program runs. */
#include "device/library.h"

#include <dlfcn.h>
#include <string.h>

void *eg_library_open(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

bool eg_library_is_open(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    bool is_open = library != NULL;
    eg_library_close(&library);
    return is_open;
}

bool eg_library_find(void *library, const char *name, void *address)
{
    void *symbol = dlsym(library, name);
    memcpy(address, &symbol, sizeof symbol);
    return symbol != NULL;
}

void eg_library_close(void **library)
{
    if (*library)
        dlclose(*library);
    *library = NULL;
}
