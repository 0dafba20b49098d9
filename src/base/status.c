/* Names, sentences and exit codes of the status codes, from the one table in eagre/status.h. */
#include "base/base.h"

static const struct {
    const char *name, *sentence;
    int exit_code;
} status_table[EG_STATUS_COUNT] = {
#define ROW(name, exit_code, sentence) {#name, sentence, exit_code},
    EG_STATUS_TABLE(ROW)
#undef ROW
};

static int status_row(eg_status status)
{
    return status >= 0 && status < EG_STATUS_COUNT ? (int)status : (int)EG_INTERNAL;
}

const char *eg_status_name(eg_status status)
{
    return status_table[status_row(status)].name;
}

const char *eg_status_sentence(eg_status status)
{
    return status_table[status_row(status)].sentence;
}

int eg_status_exit_code(eg_status status)
{
    return status_table[status_row(status)].exit_code;
}
