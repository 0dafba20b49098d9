/* The tables of a page: what gauges, balances, seismograms and so on have over time. */
#include "io/report/json_text.h"
#include "io/table/table.h"
#include "tools/internal.h"
#include "tools/page/page.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MOST = 150000 /* of a table */ };

static void add_page_column(const eg_table *table, int64_t column, int64_t every, eg_text *json)
{
    char unit[32];
    const char *name = table->name[column];
    int64_t length = eg_column_unit(name, unit), count = 0;
    eg_text_add(json, column ? ",\n" : "\n");
    eg_json_add(json, "{'name':%s,'stem':%lld,'unit':%s,'values':[", name, (long long)length, unit);
    for (int64_t row = 0; row < table->rows; row++)
        if (row % every == 0 || row == table->rows - 1)
            eg_json_add(json, count++ ? ",%g" : "%g", table->values[row * table->columns + column]);
    eg_text_add(json, "]}");
}

/* Whether the last column has dates, which are no numbers. */
static bool has_dates(const eg_table *table)
{
    return table->columns > 1 && strcmp(table->name[table->columns - 1], "date") == 0;
}

static void add_page_table(eg_page *page, const char *name, const eg_table *table, eg_text *json)
{
    int64_t every = eg_ceil_div(table->rows * table->columns, VALUES_MOST);
    eg_text_add(json, json->length > 1 ? ",\n" : "\n");
    eg_json_add(json, "{'name':%s,'rows':%lld,'columns':[", name, (long long)table->rows);
    int64_t columns = table->columns - has_dates(table);
    for (int64_t c = 0; c < columns; c++)
        add_page_column(table, c, every, json);
    eg_text_add(json, "]}");
    if (every > 1)
        eg_page_note(page, "%s: one row of %lld is shown.", name, (long long)every);
}

static eg_status add_table_file(eg_page *page, const char *name, eg_text *json)
{
    EG_SCRATCH char *path = NULL;
    EG_ENDS_WITH(eg_table_destroy) eg_table *table = NULL;
    EG_TRY(eg_path_join(page->context, page->folder, name, &path));
    eg_status status = eg_is_file(path) ? eg_table_read(page->context, path, &table) : EG_OK;
    if (table && table->rows > 0)
        add_page_table(page, name, table, json);
    if (status == EG_INPUT || (table && table->rows == 0)) {
        eg_page_note(page, "%s is not shown: it holds no rows that can be read.", name);
        status = EG_OK;
    }
    return status == EG_OK ? json->status : status;
}

static int is_table(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 4 && strcmp(entry->d_name + length - 4, ".csv") == 0;
}

/* All tables of a folder of the run, in the order of their names. */
static eg_status add_folder(eg_page *page, const char *name, eg_text *json)
{
    EG_SCRATCH char *path = NULL;
    char *file = NULL;
    struct dirent **entry = NULL;
    eg_status status = EG_OK;
    EG_TRY(eg_path_join(page->context, page->folder, name, &path));
    int count = eg_is_folder(path) ? scandir(path, &entry, is_table, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        if (status == EG_OK)
            status = eg_path_join(page->context, name, entry[i]->d_name, &file);
        if (status == EG_OK)
            status = add_table_file(page, file, json);
        EG_FREE(&file);
        free(entry[i]);
    }
    free(entry);
    return status;
}

eg_status eg_page_add_tables(eg_page *page)
{
    EG_TEXT(json, page->context);
    int id = 0;
    eg_text_add(&json, "[");
    static const char *const names[] = {"gauges.csv", "probes.csv",    "balance.csv",
                                        "errors.csv", "residuals.csv", "solves.csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        EG_TRY(add_table_file(page, names[i], &json));
    EG_TRY(add_folder(page, "seismograms", &json));
    EG_TRY(add_folder(page, "lines", &json));
    eg_text_add(&json, "]");
    EG_TRY(json.status);
    EG_TRY(eg_packs_add_bytes(&page->packs, json.data, json.length, &id));
    eg_text_add(&page->meta, ",\n\"tables\":%d", id);
    return EG_OK;
}
