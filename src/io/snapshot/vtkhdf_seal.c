/* The seal: length and checksum of a file, in the 512 bytes in front of its HDF5 part.
 *
 *     byte 0                                                       512
 *     [ "eagre file, bytes N, xxh3 H\n", zeros                     ][ HDF5 ... ]  N bytes in all
 *
 * HDF5 looks for its signature at 0, 512, 1024, ... so every program reads such a file. The seal is checked
 * before HDF5 sees the file, because HDF5 is not made for damaged ones: a single wrong byte can make it read
 * memory that is not its own. H is the hash of the hashes of the bytes from 512 on in chunks of EG_SEAL_CHUNK
 * bytes, so that several ranks can write a file together (parallel_file.h). */
#include "io/snapshot/vtkhdf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 16 * EG_SEAL_CHUNK }; /* read at a time */

static const char seal_begin[] = "eagre file, bytes ";

void eg_h5_seal_text(char text[EG_H5_SEAL], int64_t length, const uint64_t *chunks, int64_t count)
{
    uint64_t hash = eg_hash64(chunks, count * (int64_t)sizeof *chunks, 0);
    memset(text, 0, EG_H5_SEAL);
    snprintf(text, EG_H5_SEAL, "%s%lld, xxh3 %016llx\n", seal_begin, (long long)length,
             (unsigned long long)hash);
}

/* Blocks are filled whole, so that hashes do not depend on what one read() gives. */
static eg_status read_sealed_block(eg_h5 *h5, int file, int64_t at, char *block, int64_t *held)
{
    ssize_t got = 1;
    for (*held = 0; *held < BLOCK && got != 0;) {
        got = pread(file, block + *held, (size_t)(BLOCK - *held), at + *held);
        if (got > 0)
            *held += got;
        else if (got < 0 && errno != EINTR)
            return eg_fail(h5->context, h5->failure, "%s: cannot be read: %s", h5->path, strerror(errno));
    }
    return EG_OK;
}

/* The seal that the file should have; *end is its length. */
static eg_status expected_seal(eg_h5 *h5, int file, char text[EG_H5_SEAL], int64_t *end)
{
    EG_SCRATCH char *block = NULL;
    EG_SCRATCH uint64_t *chunk = NULL;
    EG_TRY(eg_alloc(h5->context, BLOCK, 1, &block));
    int64_t held = BLOCK, chunks = 0, room = 0;
    for (*end = EG_H5_SEAL; held == BLOCK; *end += held) {
        EG_TRY(read_sealed_block(h5, file, *end, block, &held));
        EG_TRY(eg_reserve(h5->context, chunks + BLOCK / EG_SEAL_CHUNK, &room, sizeof *chunk, &chunk));
        for (int64_t at = 0; at < held; at += EG_SEAL_CHUNK)
            chunk[chunks++] = eg_hash64(block + at, eg_min_i64(EG_SEAL_CHUNK, held - at), 0);
    }
    eg_h5_seal_text(text, *end, chunk, chunks);
    return EG_OK;
}

bool eg_h5_is_sealed(const char head[EG_H5_SEAL])
{
    return memcmp(head, seal_begin, strlen(seal_begin)) == 0;
}

static eg_status check_seal(eg_h5 *h5, int file, const char text[EG_H5_SEAL])
{
    char expected[EG_H5_SEAL];
    int64_t end, told = 0;
    const char *number = text + strlen(seal_begin);
    EG_TRY(expected_seal(h5, file, expected, &end));
    if (eg_parse_integer(number, number + strspn(number, "0123456789"), &told) && told > end)
        return eg_fail(h5->context, h5->failure, "%s: is cut short: it has %lld of %lld bytes", h5->path,
                       (long long)end, (long long)told);
    if (memcmp(text, expected, EG_H5_SEAL) != 0)
        return eg_fail(h5->context, h5->failure,
                       "%s: is damaged: its bytes do not have the checksum it was written with; "
                       "copy it again, or repeat the run",
                       h5->path);
    return EG_OK;
}

eg_status eg_h5_check(eg_h5 *h5)
{
    EG_ENDS_WITH(eg_file_close) int file = open(h5->path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return eg_fail(h5->context, h5->failure, "%s: cannot be opened: %s", h5->path, strerror(errno));
    char text[EG_H5_SEAL];
    ssize_t got = pread(file, text, sizeof text, 0);
    return got == (ssize_t)sizeof text && eg_h5_is_sealed(text) ? check_seal(h5, file, text) : EG_OK;
}
