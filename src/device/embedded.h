/* The kernel sources, embedded by the build (tools/embed.c). */
#ifndef EG_DEVICE_EMBEDDED_H
#define EG_DEVICE_EMBEDDED_H

typedef struct eg_embedded_file {
    const char *name; /* path below kernels/ */
    const char *text;
} eg_embedded_file;

/* Ends with an entry whose name is NULL. */
extern const eg_embedded_file eg_embedded_kernels[];

#endif
