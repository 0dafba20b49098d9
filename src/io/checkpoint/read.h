/* The inside of an open checkpoint, for the files that read it. */
#ifndef EG_IO_CHECKPOINT_READ_H
#define EG_IO_CHECKPOINT_READ_H

#include "io/checkpoint/format.h"

struct eg_checkpoint {
    eg_context *context;
    char *path;
    int file;
    checkpoint_header header;
    checkpoint_entry *entries; /* [count], of which the names are names */
    int64_t count;
};

/* eg_checkpoint_open(), and where `contents` is false without reading the sections: sizes, names
 * and bounds are as they must be, checksums are not looked at. */
eg_status checkpoint_open(eg_context *context, const char *path, bool contents, eg_checkpoint **checkpoint);

/* The section of this name, NULL where there is none. */
const checkpoint_entry *checkpoint_find(const eg_checkpoint *checkpoint, const char *name);

#endif
