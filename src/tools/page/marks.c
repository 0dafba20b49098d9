/* Places of a page: gauges, probes, receivers and sources of the case. */
#include "io/report/json_text.h"
#include "run/models/models.h"
#include "run/observe/observe.h"
#include "tools/page/page.h"

/* What is found, by its first two and its last two coordinates: the plane has the first alone. */
typedef struct page_marks {
    eg_context *quiet; /* the run has told what there is to say of its case */
    eg_case *loaded;
    eg_picture_points first, last;
} page_marks;

static void free_page_marks(page_marks *m)
{
    eg_picture_points_free(&m->first);
    eg_picture_points_free(&m->last);
    eg_case_destroy(&m->loaded);
    eg_context_destroy(&m->quiet);
}

static eg_status find_page_marks(page_marks *m, const char *path)
{
    EG_TRY(eg_case_load(m->quiet, eg_models, path, NULL, 0, &m->loaded));
    bool solid = eg_case_model_of(m->loaded)->dimensions == 3;
    eg_picture_view view = {.dimension = solid ? 3 : 2, .axis = {0, 1}, .normal = -1};
    EG_TRY(eg_picture_points_find(m->quiet, m->loaded, &view, &m->first));
    view.axis[0] = 1;
    view.axis[1] = 2;
    return solid ? eg_picture_points_find(m->quiet, m->loaded, &view, &m->last) : EG_OK;
}

eg_status eg_page_add_marks(eg_page *page)
{
    static const char *const kinds[] = {
        [EG_POINT_GAUGE] = "gauge", [EG_POINT_RECEIVER] = "receiver", [EG_POINT_SOURCE] = "source"};
    EG_ENDS_WITH(free_page_marks) page_marks m = {0};
    EG_SCRATCH char *path = NULL;
    EG_TRY(eg_path_join(page->context, page->folder, "case.yaml", &path));
    EG_TRY(eg_context_create(NULL, &m.quiet));
    eg_status status = eg_is_file(path) ? find_page_marks(&m, path) : EG_OK;
    if (status == EG_MEMORY)
        return eg_fail(page->context, EG_MEMORY, "%s", eg_context_error(m.quiet));
    if (status != EG_OK)
        eg_page_note(page, "No places are marked: %.400s", eg_context_error(m.quiet));
    eg_text_add(&page->meta, ",\n\"marks\":[");
    for (int i = 0; i < m.first.count; i++) {
        const double *x = m.first.place[i];
        eg_text_add(&page->meta, i ? ",\n" : "\n");
        eg_json_add(&page->meta, "{'name':%s,'kind':%s,'x':[%g,%g", m.first.name[i] ? m.first.name[i] : "",
                    kinds[m.first.kind[i]], x[0], x[1]);
        if (i < m.last.count)
            eg_json_add(&page->meta, ",%g", m.last.place[i][1]);
        eg_text_add(&page->meta, "]}");
    }
    eg_text_add(&page->meta, "]");
    return page->meta.status;
}
