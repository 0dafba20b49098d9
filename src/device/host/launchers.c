/* What follows the kernels in a program of the host. */
#include "device/host/host.h"

void eg_host_epilogue(const eg_source *source, eg_text *text)
{
    static const char *const type[] = {"void *", "int", "long", "real", "double"};
    eg_text_add(text, "#line 1 \"launchers\"\n");
    for (int64_t k = 0; k < source->kernel_count; k++) {
        const eg_source_kernel *kernel = &source->kernels[k];
        eg_text_add(text,
                    "#ifdef EG_HAVE_%s\n__attribute__((visibility(\"default\"))) void "
                    "eg_launch_%s(void **eg_args, int eg_threads, long eg_groups)\n{\n"
                    "    (void)eg_args;\n    eg_host_threads = eg_threads;\n"
                    "    eg_host_groups = eg_groups;\n    %s(",
                    kernel->name, kernel->name, kernel->name);
        for (int i = 0; i < kernel->param_count; i++)
            eg_text_add(text, "%s*(%s *)eg_args[%d]", i ? ", " : "", type[kernel->param[i].kind], i);
        eg_text_add(text, ");\n}\n#endif\n");
    }
}
