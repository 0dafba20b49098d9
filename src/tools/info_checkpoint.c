/* `eagre info` on a checkpoint: of which run and moment it is, and its sections. */
#include "io/checkpoint/checkpoint.h"
#include "run/core/run.h"
#include "run/model.h"
#include "run/models/models.h"
#include "tools/internal.h"

#include <string.h>

/* The bytes of a section as a text; it is freed by the caller. */
static eg_status text_of(eg_context *context, eg_checkpoint *checkpoint, const char *name, char **text,
                         int64_t *bytes)
{
    EG_TRY(eg_checkpoint_bytes(checkpoint, name, bytes));
    EG_TRY(eg_alloc(context, *bytes + 1, 1, text));
    eg_status status = eg_checkpoint_read_all(checkpoint, name, *text, *bytes);
    if (status != EG_OK)
        EG_FREE(text);
    return status;
}

static eg_status add_stamp(eg_context *context, eg_checkpoint *checkpoint, eg_text *text)
{
    int64_t steps, hash, snapshots;
    double time;
    EG_TRY(eg_checkpoint_integer(checkpoint, "run", "steps", &steps));
    EG_TRY(eg_checkpoint_real(checkpoint, "run", "time", &time));
    EG_TRY(eg_checkpoint_integer(checkpoint, "run", "snapshots", &snapshots));
    EG_TRY(eg_checkpoint_integer(checkpoint, "run", "case-hash", &hash));
    eg_text_add(text, "  moment      step %lld, t = %s s, after %lld snapshots\n", (long long)steps,
                eg_real_show(time).text, (long long)snapshots);
    eg_text_add(text, "  case_hash   %016llx\n", (unsigned long long)hash);
    EG_SCRATCH char *written = NULL;
    int64_t bytes;
    EG_ENDS_WITH(eg_case_destroy) eg_case *loaded = NULL;
    EG_TRY(text_of(context, checkpoint, "case", &written, &bytes));
    EG_TRY(eg_case_parse(context, eg_models, "case.yaml", NULL, written, bytes, NULL, 0, &loaded));
    eg_tools_case_lines(loaded, text);
    return EG_OK;
}

static void add_sections(eg_checkpoint *checkpoint, int count, eg_text *text)
{
    eg_text_add(text, "sections\n");
    for (int i = 0; i < count; i++) {
        int64_t bytes;
        const char *name = eg_checkpoint_section_at(checkpoint, i, &bytes);
        eg_text_add(text, "  %-31s %lld bytes\n", name, (long long)bytes);
    }
}

eg_status eg_info_checkpoint(eg_context *context, const char *path, eg_text *text)
{
    EG_ENDS_WITH(eg_checkpoint_close) eg_checkpoint *checkpoint = NULL;
    EG_TRY(eg_checkpoint_open(context, path, &checkpoint));
    eg_checkpoint_description description;
    EG_SCRATCH char *version = NULL;
    int64_t length;
    eg_checkpoint_describe(checkpoint, &description);
    bool is_of_run = eg_checkpoint_has(checkpoint, "run");
    if (is_of_run)
        EG_TRY(text_of(context, checkpoint, "version", &version, &length));
    eg_text_add(text, "%s: checkpoint%s%s\n", description.path, version ? " of eagre " : "",
                version ? version : "");
    eg_text_add(text, "  format      %d.%d, %s, whole\n", description.major, description.minor,
                eg_tools_bytes(description.bytes).text);
    if (is_of_run)
        EG_TRY(add_stamp(context, checkpoint, text));
    add_sections(checkpoint, description.sections, text);
    return EG_OK;
}
