/* The devices of this machine, as a table or as JSON. */
#include "io/report/json_text.h"
#include "eagre/tools.h"
#include "tools/internal.h"

enum { DEVICES_MOST = 64 };

typedef struct device_row {
    eg_device_info info;
    bool usable, measured;
    eg_device_limits limits;
} device_row;

/* Opens the device and measures it. One that fails is reported as not usable, with the reason. */
static eg_status measure_row(eg_context *context, device_row *row)
{
    eg_device *device = NULL;
    eg_status status = eg_device_open(context, row->info.spec, &device);
    if (status == EG_OK)
        status = eg_device_measure(device, &row->limits);
    eg_device_close(&device);
    if (status == EG_MEMORY || status == EG_INTERNAL)
        return status;
    row->measured = status == EG_OK;
    if (status != EG_OK)
        eg_log(context, EG_LOG_WARN, "%s: cannot be measured: %s", row->info.spec, eg_context_error(context));
    return EG_OK;
}

/* 0: not measured, or it cannot. */
static eg_shown show_limit(double value, const char *unit)
{
    return value > 0 ? eg_tools_prefixed(value, unit) : (eg_shown){"-"};
}

static void add_device_table(eg_text *text, const device_row *rows, int count, bool measure)
{
    eg_text_add(text, "%-12s %10s  %-3s  %-3s  ", "device", "memory", "f64", "f32");
    if (measure)
        eg_text_add(text, "%12s %14s %14s  ", "copy", "f64 peak", "f32 peak");
    eg_text_add(text, "name\n");
    for (int i = 0; i < count; i++) {
        const device_row *row = &rows[i];
        eg_text_add(text, "%-12s %10s  %-3s  %-3s  ", row->info.spec,
                    row->info.memory > 0 ? eg_tools_bytes(row->info.memory).text : "-",
                    row->usable && row->info.f64 ? "yes" : "no", row->usable && row->info.f32 ? "yes" : "no");
        if (measure)
            eg_text_add(text, "%12s %14s %14s  ", show_limit(row->limits.copy_bandwidth, "B/s").text,
                        show_limit(row->limits.multiply_add[EG_F64], "flop/s").text,
                        show_limit(row->limits.multiply_add[EG_F32], "flop/s").text);
        eg_text_add(text, "%s%s\n", row->usable ? "" : "not usable: ", row->info.name);
    }
}

static void add_json_device(eg_text *text, const device_row *row)
{
    eg_json_add(text, "  {'device': %s", row->info.spec);
    eg_text_add(text, ", \"usable\": %s", row->usable ? "true" : "false");
    eg_json_add(text, ", %s: %s", row->usable ? "name" : "reason", row->info.name);
    eg_text_add(text, ", \"memory\": %lld, \"threads\": %d, \"gpu\": %s, \"f64\": %s, \"f32\": %s",
                (long long)row->info.memory, row->info.threads, row->info.gpu ? "true" : "false",
                row->usable && row->info.f64 ? "true" : "false",
                row->usable && row->info.f32 ? "true" : "false");
    if (row->measured)
        eg_json_add(text, ", 'copy_bandwidth': %g, 'multiply_add_f64': %g, 'multiply_add_f32': %g",
                    row->limits.copy_bandwidth, row->limits.multiply_add[EG_F64],
                    row->limits.multiply_add[EG_F32]);
    eg_text_add(text, "}");
}

static void add_device_json(eg_text *text, const device_row *rows, int count)
{
    eg_text_add(text, "[\n");
    for (int i = 0; i < count; i++) {
        add_json_device(text, &rows[i]);
        eg_text_add(text, i + 1 < count ? ",\n" : "\n");
    }
    eg_text_add(text, "]\n");
}

static eg_status fill_device_rows(eg_context *context, device_row *rows, int *count, bool measure)
{
    eg_device_info list[DEVICES_MOST];
    int found = 0;
    EG_TRY(eg_device_list(context, list, DEVICES_MOST, &found));
    *count = found < DEVICES_MOST ? found : DEVICES_MOST;
    for (int i = 0; i < *count; i++) {
        rows[i].info = list[i];
        rows[i].usable = list[i].max_group > 0;
        if (measure && rows[i].usable && list[i].kind != EG_DEVICE_CHECKED)
            EG_TRY(measure_row(context, &rows[i]));
    }
    return EG_OK;
}

eg_status eg_devices_text(eg_context *context, const eg_devices_options *options, char **text)
{
    eg_devices_options o = {0};
    *text = NULL;
    if (options)
        EG_TRY(eg_options_take(context, options, sizeof o, &o));
    EG_SCRATCH device_row *rows = NULL;
    EG_TRY(eg_alloc(context, DEVICES_MOST, sizeof *rows, &rows));
    EG_TEXT(made, context);
    int count = 0;
    EG_TRY(fill_device_rows(context, rows, &count, o.measure));
    if (o.json)
        add_device_json(&made, rows, count);
    else
        add_device_table(&made, rows, count, o.measure);
    return eg_tools_give(&made, EG_OK, text);
}
