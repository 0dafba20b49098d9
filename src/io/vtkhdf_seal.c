/* The seal: length and checksum of a file, in the 512 bytes in front of its HDF5 part.
 *
 *     byte 0                                                    512
 *     [ "eagre file, bytes N, xxh3 H\n", zeros                  ][ HDF5 ... ]  N bytes in all
 *
 * HDF5 looks for its signature at 0, 512, 1024, ... so every program reads such a file. The seal is
 * checked before HDF5 sees the file, because HDF5 is not made for damaged ones: a single wrong
 * byte can make it read memory that is not its own. H is the hash of the bytes from 512 on. */
#include "io/vtkhdf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1 << 20 };

static const char seal_begin[] = "eagre file, bytes ";

/* Hash of the file from EG_H5_SEAL to its end, chained over pieces; *end is the file's length. */
static eg_status hash_file(eg_h5 *h5, int file, uint64_t *hash, int64_t *end)
{
    char *piece = NULL;
    EG_TRY(eg_alloc(h5->context, PIECE, 1, &piece));
    eg_status status = EG_OK;
    *hash = 0;
    *end = EG_H5_SEAL;
    for (;;) {
        /* Pieces are filled whole, so that the hash does not depend on what one read() gives. */
        int64_t held = 0;
        ssize_t got = 1;
        while (held < PIECE && got != 0 && status == EG_OK) {
            got = pread(file, piece + held, (size_t)(PIECE - held), *end + held);
            if (got > 0)
                held += got;
            else if (got < 0 && errno != EINTR)
                status = eg_fail(h5->context, h5->failure, "%s: cannot be read: %s", h5->path,
                                 strerror(errno));
        }
        if (status != EG_OK || held == 0)
            break;
        *hash = eg_hash64(piece, held, *hash);
        *end += held;
    }
    eg_free(h5->context, &piece);
    return status;
}

static void seal_text(char text[EG_H5_SEAL], int64_t end, uint64_t hash)
{
    memset(text, 0, EG_H5_SEAL);
    snprintf(text, EG_H5_SEAL, "%s%lld, xxh3 %016llx\n", seal_begin, (long long)end,
             (unsigned long long)hash);
}

void eg_h5_seal(char *file, int64_t length)
{
    uint64_t hash = 0;
    for (int64_t at = EG_H5_SEAL; at < length; at += PIECE)
        hash = eg_hash64(file + at, eg_min_i64(PIECE, length - at), hash);
    seal_text(file, length, hash);
}

bool eg_h5_is_sealed(const char head[EG_H5_SEAL])
{
    return memcmp(head, seal_begin, strlen(seal_begin)) == 0;
}

static eg_status check_seal(eg_h5 *h5, int file, const char text[EG_H5_SEAL])
{
    uint64_t hash;
    int64_t end, told = 0;
    EG_TRY(hash_file(h5, file, &hash, &end));
    const char *number = text + strlen(seal_begin);
    if (eg_parse_integer(number, number + strspn(number, "0123456789"), &told) && told > end)
        return eg_fail(h5->context, h5->failure, "%s: is cut short: it has %lld of %lld bytes",
                       h5->path, (long long)end, (long long)told);
    char expected[EG_H5_SEAL];
    seal_text(expected, end, hash);
    if (memcmp(text, expected, EG_H5_SEAL) != 0)
        return eg_fail(h5->context, h5->failure,
                       "%s: is damaged: its bytes do not have the checksum it was written with; "
                       "copy it again, or repeat the run",
                       h5->path);
    return EG_OK;
}

eg_status eg_h5_check(eg_h5 *h5)
{
    int file = open(h5->path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return eg_fail(h5->context, h5->failure, "%s: cannot be opened: %s", h5->path,
                       strerror(errno));
    char text[EG_H5_SEAL];
    ssize_t got = pread(file, text, sizeof text, 0);
    eg_status status = EG_OK;
    if (got == (ssize_t)sizeof text && eg_h5_is_sealed(text))
        status = check_seal(h5, file, text);
    close(file);
    return status;
}
