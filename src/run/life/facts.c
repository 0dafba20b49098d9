/* What `check` has found, as JSON: docs/check.schema.json. Text for people is in describe.c and
 * forecast.c. */
#include "io/report/json_text.h"
#include "run/judge/judge.h"
#include "run/life/life.h"

#include <math.h>
#include <string.h>

void eg_run_facts_clear(eg_run *run)
{
    run->facts = (eg_run_facts){.device_bytes = NAN,
                                .host_bytes = NAN,
                                .run_bytes = NAN,
                                .run_device_bytes = NAN,
                                .room_bytes = NAN,
                                .first_dt = NAN,
                                .first_steps = NAN,
                                .forecast_seconds = NAN,
                                .forecast_steps = NAN,
                                .quiet_seconds = NAN};
    for (int i = 0; i < EG_WORST_CELLS; i++)
        run->facts.limiting[i].cell = -1;
}

static void add_fact(eg_text *text, const char *name, const char *value)
{
    eg_text_add(text, ",\n  \"%s\": ", name);
    eg_json_add_string(text, value);
}

/* ", "NAME": value", of an object on one line. */
static void add_number_fact(eg_text *text, const char *before, const char *name, double value)
{
    eg_text_add(text, "%s\"%s\": ", before, name);
    eg_json_add_number(text, value);
}

static void add_memory_facts(const eg_run_facts *facts, eg_text *text)
{
    eg_text_add(text, ",\n  \"memory\": {");
    add_number_fact(text, "", "device_bytes", facts->device_bytes);
    add_number_fact(text, ", ", "host_bytes", facts->host_bytes);
    add_number_fact(text, ", ", "run_bytes", facts->run_bytes);
    add_number_fact(text, ", ", "run_device_bytes", facts->run_device_bytes);
    add_number_fact(text, ", ", "available_bytes", facts->room_bytes);
    eg_text_add(text, "},\n  \"disk\": {");
    add_number_fact(text, "", "snapshots", facts->snapshots);
    eg_text_add(text, ", \"about\": %s", facts->about ? "true" : "false");
    add_number_fact(text, ", ", "snapshot_bytes", facts->snapshot_bytes);
    add_number_fact(text, ", ", "bytes", facts->disk_bytes);
    eg_text_add(text, "}");
}

static void add_cell_facts(const eg_run *run, eg_text *text)
{
    const eg_limiting_cell *list = run->facts.limiting;
    eg_text_add(text, ",\n    \"cells\": [");
    for (int i = 0; i < EG_WORST_CELLS && list[i].cell >= 0; i++) {
        eg_text_add(text, "%s\n      {\"cell\": %lld", i ? "," : "", (long long)list[i].cell);
        add_number_fact(text, ", ", "dt", list[i].dt);
        eg_text_add(text, ", \"place\": [");
        for (int d = 0; d < run->mesh->dimension; d++) {
            eg_text_add(text, "%s", d ? ", " : "");
            eg_json_add_number(text, list[i].centroid[d]);
        }
        eg_text_add(text, "]");
        add_number_fact(text, ", ", "size", list[i].size);
        eg_text_add(text, "}");
    }
    eg_text_add(text, "]");
}

static void add_time_facts(const eg_run *run, eg_text *text)
{
    eg_text_add(text, ",\n  \"time\": {");
    add_number_fact(text, "", "end", run->kind->is_steady ? NAN : run->schedule.t_end);
    add_number_fact(text, ", ", "dt", run->facts.first_dt);
    add_number_fact(text, ", ", "steps", run->facts.first_steps);
    add_cell_facts(run, text);
    eg_text_add(text, "},\n  \"run_time\": ");
    if (!isfinite(run->facts.forecast_seconds)) {
        eg_text_add(text, "null");
        return;
    }
    add_number_fact(text, "{", "seconds", run->facts.forecast_seconds);
    add_number_fact(text, ", ", "steps", run->facts.forecast_steps);
    eg_text_add(text, ", \"at_least\": %s", run->facts.at_least ? "true" : "false");
    add_number_fact(text, ", ", "quiet_seconds",
                    isnan(run->facts.quiet_seconds) ? run->facts.forecast_seconds : run->facts.quiet_seconds);
    eg_text_add(text, "}");
}

/* The text for people, a line each. */
static void add_text_lines(const char *lines, eg_text *text)
{
    EG_TEXT(line, text->context);
    eg_text_add(text, ",\n  \"text\": [");
    for (const char *at = lines; *at;) {
        size_t length = strcspn(at, "\n");
        line.length = 0;
        eg_text_add_bytes(&line, at, (int64_t)length);
        eg_text_add(text, "%s\n    ", at > lines ? "," : "");
        eg_json_add_string(text, eg_text_string(&line));
        at += length + (at[length] == '\n');
    }
    eg_text_add(text, "]");
    if (line.status != EG_OK)
        text->status = line.status;
}

eg_status eg_run_describe_json(eg_run *run, const char **json)
{
    eg_text *text = &run->facts_json;
    eg_model_cost cost;
    eg_model_find_cost(run->model, &cost);
    text->length = 0;
    eg_text_add(text, "{\n  \"title\": ");
    eg_json_add_string(text, eg_node_text(eg_case_find(run->loaded, "title")));
    add_fact(text, "model", eg_node_text(eg_case_find(run->loaded, "model")));
    add_fact(text, "device", eg_device_describe(run->device)->spec);
    add_fact(text, "precision", eg_run_precision(run));
    eg_text_add(text, ",\n  \"ranks\": %d,\n  \"cells\": %lld,\n  \"unknowns\": %lld",
                eg_comm_size(run->comm), (long long)run->mesh->all, (long long)cost.unknowns);
    add_memory_facts(&run->facts, text);
    add_time_facts(run, text);
    eg_text_add(text, ",\n  \"verdicts\": ");
    eg_verdicts_text(&run->verdicts->all, "  ", text);
    add_text_lines(eg_text_string(&run->description), text);
    eg_text_add(text, "\n}\n");
    *json = eg_text_string(text);
    return text->status;
}
