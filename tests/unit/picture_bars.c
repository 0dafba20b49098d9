/* Bars along an axis of time: as long as what they show, in their row and colour. */
#include "picture_common.h"

enum { BLUE = 0x195ca8, ORANGE = 0xd74c19 };

static const char *const rows[] = {"device", "host"}, *const groups[] = {"fine", "coarse"};

static eg_bars three_bars(const eg_bar *bar)
{
    return (eg_bars){.title = "bars",
                     .begin = 10,
                     .end = 10.004,
                     .row_names = rows,
                     .group_names = groups,
                     .rows = 2,
                     .groups = 2,
                     .count = 3,
                     .bar = bar};
}

static void bars_are_as_long_as_their_time(void **state)
{
    test *t = *state;
    const eg_bar bar[] = {{0, 0, 10, 10.002}, {1, 1, 10.001, 10.002}, {1, 1, 10.003, 10.0030000001}};
    const eg_bars bars = three_bars(bar);
    bool has_text;
    OK(eg_plot_bars(t->context, path_of(t, 0, "a.png"), &bars, &has_text));
    image i = read_png(t->path[0]);
    int64_t blue = count_pixels(&i, BLUE), orange = count_pixels(&i, ORANGE);
    cairo_surface_destroy(i.surface);
    /* the second is half as long as the first; the legend and a bar that is hardly there add a little */
    assert_true(blue > 10000);
    assert_true(llabs(2 * orange - blue) < blue / 20);
}

static void what_lies_outside_is_cut_off(void **state)
{
    test *t = *state;
    const eg_bar inside[] = {{0, 0, 10, 10.004}, {0, 0, 10, 10.004}, {0, 0, 10, 10.004}},
                 beyond[] = {{0, 0, 9, 11}, {0, 0, 10, 12}, {1, 1, 8, 9}};
    int64_t blue[2];
    for (int k = 0; k < 2; k++) {
        const eg_bars bars = three_bars(k ? beyond : inside);
        OK(eg_plot_bars(t->context, path_of(t, 0, "a.png"), &bars, NULL));
        image i = read_png(t->path[0]);
        blue[k] = count_pixels(&i, BLUE);
        cairo_surface_destroy(i.surface);
    }
    assert_true(blue[0] > 10000 && llabs(blue[0] - blue[1]) < blue[0] / 100);
}

static void what_cannot_be_drawn_is_refused(void **state)
{
    test *t = *state;
    const eg_bar bar[3] = {{0}};
    eg_bars bars = three_bars(bar);
    bars.end = bars.begin;
    FAILS(eg_plot_bars(t->context, path_of(t, 0, "a.png"), &bars, NULL), EG_USAGE,
          "the bars of 'bars' are from 10 to 10 in 2 rows and 2 groups");
    bars = three_bars(bar);
    bars.rows = EG_BAR_ROWS + 1;
    FAILS(eg_plot_bars(t->context, t->path[0], &bars, NULL), EG_USAGE, "1 to 16 rows");
    bars = three_bars(bar);
    bars.groups = EG_BAR_GROUPS + 1;
    FAILS(eg_plot_bars(t->context, t->path[0], &bars, NULL), EG_USAGE, "at most 10 groups");
    assert_false(is_there(t->path[0]));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(bars_are_as_long_as_their_time),
        TEST(what_lies_outside_is_cut_off),
        TEST(what_cannot_be_drawn_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
