/* What stands over and above a map: labels that touch nothing, titles that are not cut, outlines. */
#include "picture_common.h"

/* No box out of the frame, on another box, or on a marker. */
static int placed_well(eg_rect frame, const eg_label *labels, int count)
{
    int placed = 0;
    for (int i = 0; i < count; i++) {
        if (!labels[i].placed)
            continue;
        eg_rect box = labels[i].box;
        placed++;
        assert_true(box.x >= frame.x && box.x + box.w <= frame.x + frame.w);
        assert_true(box.y >= frame.y && box.y + box.h <= frame.y + frame.h);
        assert_true(box.w == labels[i].w && box.h == labels[i].h);
        for (int k = 0; k < count; k++) {
            double r = labels[k].radius;
            eg_rect marker = {labels[k].x - r, labels[k].y - r, 2 * r, 2 * r};
            assert_false(r > 0 && eg_rects_intersect(box, marker));
            assert_false(k != i && labels[k].placed && eg_rects_intersect(box, labels[k].box));
        }
    }
    return placed;
}

static void labels_avoid_each_other_and_the_frame(void **state)
{
    (void)state;
    const eg_rect frame = {100, 50, 600, 400};
    eg_label labels[9] = {{0}};
    /* Corners and edges of the frame, and three gauges a few pixels apart. */
    const double place[9][2] = {{100, 50},  {700, 50},  {100, 450}, {700, 450}, {400, 50},
                                {400, 250}, {403, 250}, {400, 255}, {700, 240}};
    for (int i = 0; i < 9; i++)
        labels[i] = (eg_label){.x = place[i][0], .y = place[i][1], .radius = 5, .w = 60 + 10 * i, .h = 20};
    eg_labels_place(frame, labels, 9);
    assert_int_equal(placed_well(frame, labels, 9), 9);
    assert_false(labels[5].leader);
    assert_true(labels[5].box.x + labels[5].box.w < 400); /* on the right another one stands */
    assert_true(labels[3].box.x + labels[3].box.w < 700);
}

static void labels_without_room_are_left_out(void **state)
{
    (void)state;
    enum { MANY = 400 };
    const eg_rect frame = {0, 0, 500, 300};
    static eg_label labels[MANY];
    for (int i = 0; i < MANY; i++)
        labels[i] = (eg_label){.x = 200 + i % 20, .y = 100 + (double)i / 20, .radius = 4, .w = 50, .h = 16};
    labels[0].radius = 0; /* a region, whose name stands on its place or nowhere */
    labels[1].w = 0;      /* without a name */
    eg_labels_place(frame, labels, MANY);
    assert_in_range(placed_well(frame, labels, MANY), 10, MANY - 1);
    assert_false(labels[0].placed || labels[1].placed);
}

/* ---- units of axes */

static void axes_are_in_the_unit_of_their_domain(void **state)
{
    (void)state;
    static const struct {
        double extent, scale;
        const char *unit;
    } of[] = {{1e-6, 1000, "mm"}, {0.024, 1000, "mm"}, {0.2, 1, "m"},
              {1, 1, "m"},        {19999, 1, "m"},     {20000, 0.001, "km"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        double scale;
        assert_string_equal(eg_axes_unit(of[i].extent, &scale), of[i].unit);
        assert_true(scale == of[i].scale);
    }
}

/* ---- titles */

/* The lines put together again, with a blank between two. */
static void joined(const eg_title *title, char text[2048])
{
    text[0] = 0;
    for (int i = 0; i < title->lines; i++)
        snprintf(text + strlen(text), 2048 - strlen(text), "%s%s", i ? " " : "", title->line[i]);
}

static void titles_are_broken_not_cut(void **state)
{
    test *t = *state;
    static const char text[] = "dam break over a dry bed with a long title that is not to be cut";
    char all[2048];
    eg_figure *figure = NULL;
    eg_title title;
    OK(eg_figure_create(t->context, NULL, &figure));
    if (!eg_figure_has_text(figure))
        skip();
    eg_title_break(figure, text, 20, 400, &title);
    joined(&title, all);
    assert_string_equal(all, text);
    assert_in_range(title.lines, 2, EG_TITLE_LINES);
    for (int i = 0; i < title.lines; i++)
        assert_true(eg_text_width(figure, title.line[i], 20, true) <= 400);
    /* A word without blanks, of letters of two bytes and with bytes that are no letters. */
    char word[3000] = "\xff\xc3";
    for (int i = 0; i < 1000; i++)
        strcat(word, "ä");
    eg_title_break(figure, word, 20, 300, &title);
    assert_int_equal(title.lines, EG_TITLE_LINES);
    const char *last = title.line[EG_TITLE_LINES - 1];
    assert_string_equal(last + strlen(last) - strlen("…"), "…");
    for (int i = 1; i < title.lines; i++)
        assert_true(eg_text_width(figure, title.line[i], 20, true) <= 300);
    eg_title_break(figure, NULL, 20, 300, &title);
    assert_int_equal(title.lines, 0);
    eg_figure_destroy(&figure);
}

static void odd_bytes_do_not_break_a_picture(void **state)
{
    test *t = *state;
    eg_plane *mesh = small_mesh(t, EG_BOX_QUADRANGLE);
    static const char *const odd[] = {"\xff\xfe",     "\xed\xa0\x80 surrogate", "\xc3",
                                      "\x1b[31m\x9b", "\xe2\x80\xae turned",    "\xf7\xbf\xbf\xbf",
                                      "plain"};
    int64_t dark[COUNT(odd)];
    for (int i = 0; i < COUNT(odd); i++) {
        const double values[12] = {0}, place[1][2] = {{1, 1}};
        OK(eg_plot_map(t->context, path_of(t, 0, "odd.png"),
                       &(eg_map){.shapes = eg_shapes_of_mesh(mesh),
                                 .values = values,
                                 .title = odd[i],
                                 .label = odd[i],
                                 .unit = odd[i],
                                 .points = place,
                                 .point_names = &odd[i],
                                 .point_count = 1},
                       NULL));
        image read = read_png(t->path[0]);
        dark[i] = 0;
        /* The frame's left side, which is drawn after the title would have broken it. */
        for (int y = 0; y < read.height; y++)
            for (int x = 0; x < read.width / 2; x++)
                dark[i] += (pixel(&read, x, y) & 255) < 64;
        cairo_surface_destroy(read.surface);
    }
    for (int i = 0; i < COUNT(odd); i++)
        assert_true(dark[i] > dark[COUNT(odd) - 1] / 2);
    eg_plane_destroy(&mesh);
}

/* ---- outlines */

static void outlines_follow_the_domain_and_its_regions(void **state)
{
    test *t = *state;
    const eg_box_element elements[2] = {EG_BOX_TRIANGLE, EG_BOX_QUADRANGLE};
    for (int e = 0; e < 2; e++) {
        eg_plane *mesh = NULL;
        OK(eg_plane_box(t->context,
                        &(eg_box_options){.size = {4, 2}, .cells = {8, 4}, .element = elements[e]}, &mesh));
        int32_t *region = NULL;
        OK(eg_alloc(t->context, mesh->base.own, sizeof *region, &region));
        for (int64_t c = 0; c < mesh->base.own; c++)
            region[c] = mesh->base.centroid[c][0] > 3;
        const eg_shapes shapes = eg_shapes_of_mesh(mesh);
        for (int regions = 0; regions < 2; regions++) {
            double(*segments)[4] = NULL, length = 0;
            int64_t count = 0;
            OK(eg_shapes_outline(t->context, &shapes, regions ? region : NULL, &segments, &count));
            for (int64_t i = 0; i < count; i++)
                length += hypot(segments[i][2] - segments[i][0], segments[i][3] - segments[i][1]);
            assert_true(fabs(length - (regions ? 14 : 12)) < 1e-12);
            eg_free(t->context, &segments);
        }
        eg_free(t->context, &region);
        eg_plane_destroy(&mesh);
    }
}

/* A large quadrangle beside two small ones; the small ones' corner has another last bit than the middle of
 * its edge. */
static void outlines_leave_out_halves(void **state)
{
    test *t = *state;
    const double m = nextafter(0.55, 1),
                 x[][3] = {{0.1, 0.1}, {1, 0.1}, {1, 1}, {0.1, 1}, /* */
                           {1, 0.1},   {2, 0.1}, {2, m}, {1, m},   {1, m}, {2, m}, {2, 1}, {1, 1}};
    const int64_t first[] = {0, 4, 8, 12};
    const int32_t vertex[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, region[] = {0, 0, 1};
    const eg_shapes shapes = {.nodes = 12, .cells = 3, .x = x, .first = first, .vertex = vertex};
    for (int regions = 0; regions < 2; regions++) {
        double(*segments)[4] = NULL, length = 0;
        int64_t count = 0;
        OK(eg_shapes_outline(t->context, &shapes, regions ? region : NULL, &segments, &count));
        for (int64_t i = 0; i < count; i++)
            length += hypot(segments[i][2] - segments[i][0], segments[i][3] - segments[i][1]);
        /* round all; with regions the small upper one, too */
        assert_true(fabs(length - (regions ? 5.6 + 1.45 : 5.6)) < 1e-12);
        eg_free(t->context, &segments);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(labels_avoid_each_other_and_the_frame),
                                       TEST(axes_are_in_the_unit_of_their_domain),
                                       TEST(labels_without_room_are_left_out),
                                       TEST(titles_are_broken_not_cut),
                                       TEST(odd_bytes_do_not_break_a_picture),
                                       TEST(outlines_follow_the_domain_and_its_regions),
                                       TEST(outlines_leave_out_halves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
