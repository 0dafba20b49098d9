/* What the fuzz targets share: bytes as a file that exists in memory only. */
#ifndef EG_TESTS_FUZZ_H
#define EG_TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct fuzz_file {
    int descriptor;
    char path[64];
} fuzz_file;

/* Close with fuzz_file_close(). */
static inline fuzz_file fuzz_file_open(const uint8_t *data, size_t size)
{
    fuzz_file file = {.descriptor = memfd_create("fuzz", MFD_CLOEXEC)};
    if (file.descriptor < 0)
        abort();
    for (size_t done = 0; done < size;) {
        ssize_t put = write(file.descriptor, data + done, size - done);
        if (put <= 0)
            abort();
        done += (size_t)put;
    }
    snprintf(file.path, sizeof file.path, "/proc/self/fd/%d", file.descriptor);
    return file;
}

static inline void fuzz_file_close(fuzz_file *file)
{
    if (close(file->descriptor) != 0)
        abort();
}

#endif
