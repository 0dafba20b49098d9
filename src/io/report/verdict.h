/* verdict: what a run says of its own result, where that may not be what was promised. A list of them grows
 * without bound, has each name once, and is written as JSON and read back. */
#ifndef EG_IO_VERDICT_H
#define EG_IO_VERDICT_H

#include "base/base.h"

struct json_t;

/* SI units. Texts are the list's own in a list, the caller's elsewhere. */
typedef struct eg_verdict {
    const char *name;    /* one of EG_CASE_VERDICTS: "extremes" */
    double value, bound; /* what came, and what it should have kept to */
    int coordinates;     /* of its place, m; 0: it has none */
    double place[3];
    double time; /* s */
    const char *sentence;
} eg_verdict;

typedef struct eg_verdicts {
    int64_t count, room;
    eg_verdict *list;
} eg_verdicts;

/* Takes a copy. Where there is one of that name the copy takes its place, if its value is farther from its
 * bound. *is_new: there was none. EG_MEMORY. */
eg_status eg_verdicts_put(eg_context *context, eg_verdicts *verdicts, const eg_verdict *verdict,
                          bool *is_new);
eg_status eg_verdicts_copy(eg_context *context, const eg_verdicts *from, eg_verdicts *to);
void eg_verdicts_free(eg_verdicts *verdicts);

/* An array of objects. */
void eg_verdicts_text(const eg_verdicts *verdicts, const char *indent, eg_text *text);
/* Back from the array, or from its text of so many bytes; false: it is none. Its status: EG_MEMORY. */
bool eg_verdicts_read(eg_context *context, const struct json_t *array, eg_verdicts *verdicts,
                      eg_status *status);
bool eg_verdicts_parse(eg_context *context, const char *text, int64_t bytes, eg_verdicts *verdicts,
                       eg_status *status);

#endif
