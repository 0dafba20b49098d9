/* Trace matrices: what they do, where they are zero, and how they belong to the derivatives. */
#include "modal_common.h"

/* The point at s on the way from vertex a to vertex b. */
static void point_between(const element *e, int a, int b, double s, double point[2])
{
    const double(*v)[2] = eg_reference_vertices(e->type);
    for (int i = 0; i < 2; i++)
        point[i] = (1.0 - s) * v[a][i] + s * v[b][i];
}

/* Along each face, and backwards, as the cell on the other side runs along it: there the odd
 * Legendre modes have the other sign. */
static void traces_are_the_modes_on_the_faces(void **state)
{
    (void)state;
    uint64_t seed = 5;
    FOR_ELEMENTS(type, order)
    {
        element e = open_element(type, order);
        for (int f = 0; f < e.modal.faces; f++) {
            int a = f, b = (f + 1) % e.modal.faces;
            for (int n = 0; n < 10; n++) {
                double s = n == 0 ? 0.0 : n == 1 ? 1.0 : random_number(&seed), legendre[EG_ORDER_MOST];
                double there[2], back[2], value[EG_MODES_MOST], mirrored[EG_MODES_MOST];
                point_between(&e, a, b, s, there);
                point_between(&e, b, a, s, back);
                eg_modal_values(e.type, order, there, value);
                eg_modal_values(e.type, order, back, mirrored);
                eg_legendre_values(order, s, legendre);
                for (int l = 0; l < e.modes; l++) {
                    long double sum = 0.0L, turned = 0.0L;
                    for (int m = 0; m < order; m++) {
                        sum += (long double)trace(&e, f, m, l) * legendre[m];
                        turned += (m % 2 ? -1.0L : 1.0L) * trace(&e, f, m, l) * legendre[m];
                    }
                    assert_true(fabsl(sum - value[l]) <= 1e-15L * order * order);
                    assert_true(fabsl(turned - mirrored[l]) <= 1e-15L * order * order);
                }
            }
        }
        close_element(&e);
    }
}

/* On a face of the quadrangle one coordinate is 0 or 1 and the other runs: one Legendre mode with
 * the value of the other polynomial at its end. */
static void traces_on_the_quadrangle_have_their_closed_form(void **state)
{
    (void)state;
    for (int order = 1; order <= EG_ORDER_MOST; order++) {
        element e = open_element(EG_QUADRANGLE, order);
        for (int l = 0; l < e.modes; l++) {
            int i = degree_in_xi(l), j = degree_in_eta(l);
            double odd_i = i % 2 ? -1.0 : 1.0, odd_j = j % 2 ? -1.0 : 1.0;
            double at_xi = sqrt(2 * i + 1), at_eta = sqrt(2 * j + 1);
            for (int m = 0; m < order; m++) {
                assert_true(trace(&e, 0, m, l) == (m == i ? odd_j * at_eta : 0.0));
                assert_true(trace(&e, 1, m, l) == (m == j ? at_xi : 0.0));
                assert_true(trace(&e, 2, m, l) == (m == i ? odd_i * at_eta : 0.0));
                assert_true(trace(&e, 3, m, l) == (m == j ? odd_i * odd_j * at_xi : 0.0));
            }
        }
        close_element(&e);
    }
}

/* The trace of a mode of degree d has the degree d; on face 0, where eta is zero, it is one Legendre
 * mode. Faces 1 and 2 are mirror images: the signs say which modes are odd. */
static void traces_on_the_triangle_have_their_zeros(void **state)
{
    (void)state;
    for (int order = 1; order <= EG_ORDER_MOST; order++) {
        element e = open_element(EG_TRIANGLE, order);
        for (int l = 0; l < e.modes; l++) {
            int i = degree_in_xi(l), j = degree_in_eta(l);
            double below = (j % 2 ? -1.0 : 1.0) * sqrt(2 * (i + j + 1));
            for (int m = 0; m < order; m++) {
                double sign = (m + i) % 2 ? -1.0 : 1.0;
                assert_true(trace(&e, 0, m, l) == (m == i ? below : 0.0));
                if (m > i + j)
                    assert_true(trace(&e, 1, m, l) == 0.0 && trace(&e, 2, m, l) == 0.0);
                assert_true(fabs(trace(&e, 2, m, l) - sign * trace(&e, 1, m, l)) <= 1e-15);
            }
        }
        close_element(&e);
    }
}

/* Integration by parts ties both matrices together: D + D^T is the sum over the faces of
 * n |face| T^T T, where n |face| is the face's vector turned by a quarter to the outside. */
static void derivatives_and_traces_integrate_by_parts(void **state)
{
    (void)state;
    FOR_ELEMENTS(type, order)
    {
        element e = open_element(type, order);
        const double(*v)[2] = eg_reference_vertices(e.type);
        for (int k = 0; k < e.modes; k++) {
            for (int l = 0; l < e.modes; l++) {
                long double around[2] = {0.0L, 0.0L};
                for (int f = 0; f < e.modal.faces; f++) {
                    const double *a = v[f], *b = v[(f + 1) % e.modal.faces];
                    long double product = 0.0L;
                    for (int m = 0; m < order; m++)
                        product += (long double)trace(&e, f, m, k) * trace(&e, f, m, l);
                    around[0] += (b[1] - a[1]) * product;
                    around[1] -= (b[0] - a[0]) * product;
                }
                for (int i = 0; i < 2; i++) {
                    long double volume = (long double)derivative(&e, i, k, l) + derivative(&e, i, l, k);
                    assert_true(fabsl(volume - around[i]) <= 2e-15L * order);
                }
            }
        }
        close_element(&e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_are_the_modes_on_the_faces),
        cmocka_unit_test(traces_on_the_quadrangle_have_their_closed_form),
        cmocka_unit_test(traces_on_the_triangle_have_their_zeros),
        cmocka_unit_test(derivatives_and_traces_integrate_by_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
