/* Derivative matrices: what they do and where they are zero; the bits of all matrices. */
#include "modal_common.h"

#include <float.h>
#include <string.h>

static void derivatives_are_those_of_the_modes(void **state)
{
    (void)state;
    uint64_t seed = 1;
    FOR_ELEMENTS(type, order)
    {
        element e = open_element(type, order);
        for (int n = 0; n < 10; n++) {
            double point[2], value[EG_MODES_MOST], gradient[EG_MODES_MOST][2];
            random_point(e.type, &seed, point);
            eg_modal_values(e.type, order, point, value);
            eg_modal_gradients(e.type, order, point, gradient);
            for (int l = 0; l < e.modes; l++) {
                for (int i = 0; i < 2; i++) {
                    long double sum = 0.0L;
                    for (int k = 0; k < e.modes; k++)
                        sum += (long double)derivative(&e, i, k, l) * value[k];
                    assert_true(fabsl(sum - gradient[l][i]) <= 2e-15L * order * order);
                }
            }
        }
        close_element(&e);
    }
}

/* Zero but where the degree in this coordinate falls by an odd number and the other stays; there
 * 2 sqrt((2 i + 1) (2 j + 1)) of both degrees, to the last bit. */
static void derivatives_on_the_quadrangle_have_their_closed_form(void **state)
{
    (void)state;
    for (int order = 1; order <= EG_ORDER_MOST; order++) {
        element e = open_element(EG_QUADRANGLE, order);
        for (int k = 0; k < e.modes; k++) {
            for (int l = 0; l < e.modes; l++) {
                int fall[2] = {degree_in_xi(l) - degree_in_xi(k), degree_in_eta(l) - degree_in_eta(k)};
                int low[2] = {degree_in_xi(k), degree_in_eta(k)};
                for (int i = 0; i < 2; i++) {
                    long double exact = 0.0L;
                    if (fall[1 - i] == 0 && fall[i] > 0 && fall[i] % 2 == 1)
                        exact = 2 * sqrtl((2 * low[i] + 1) * (2 * (low[i] + fall[i]) + 1));
                    assert_true(derivative(&e, i, k, l) == (double)exact);
                }
            }
        }
        close_element(&e);
    }
}

/* d/dxi on the triangle changes the symmetry in xi: the degree in xi falls by an odd number, the
 * total degree falls. There is no other zero. */
static void derivatives_on_the_triangle_have_their_zeros(void **state)
{
    (void)state;
    for (int order = 1; order <= EG_ORDER_MOST; order++) {
        element e = open_element(EG_TRIANGLE, order);
        for (int k = 0; k < e.modes; k++) {
            for (int l = 0; l < e.modes; l++) {
                int fall = degree_in_xi(l) - degree_in_xi(k);
                bool lower = eg_modal_degree(k) < eg_modal_degree(l);
                bool nonzero = lower && fall > 0 && fall % 2 == 1;
                assert_int_equal(derivative(&e, 0, k, l) != 0.0, nonzero);
                if (!lower)
                    assert_true(derivative(&e, 1, k, l) == 0.0);
                if (nonzero)
                    assert_true(fabs(derivative(&e, 0, k, l)) > 1e-5);
            }
        }
        close_element(&e);
    }
}

/* Each derivative lowers the degree: `order` of them leave exactly nothing, whatever their mix, and
 * one less leaves something. */
static void derivatives_are_nilpotent(void **state)
{
    (void)state;
    uint64_t seed = 4;
    FOR_ELEMENTS(type, order)
    {
        element e = open_element(type, order);
        double u[EG_MODES_MOST], v[EG_MODES_MOST];
        for (int k = 0; k < e.modes; k++)
            u[k] = 1.0 + random_number(&seed);
        for (int step = 0; step < order; step++) {
            double largest = 0.0;
            int i = random_number(&seed) < 0.5 ? 0 : 1;
            for (int k = 0; k < e.modes; k++) {
                largest = fmax(largest, fabs(u[k]));
                v[k] = 0.0;
                for (int l = 0; l < e.modes; l++)
                    v[k] += derivative(&e, i, k, l) * u[l];
            }
            assert_true(largest > 0.0);
            memcpy(u, v, sizeof u);
        }
        for (int k = 0; k < e.modes; k++)
            assert_true(u[k] == 0.0);
        close_element(&e);
    }
}

/* The second derivatives d2/dxi deta and d2/deta dxi are one. */
static void derivatives_commute(void **state)
{
    (void)state;
    FOR_ELEMENTS(type, order)
    {
        element e = open_element(type, order);
        for (int k = 0; k < e.modes; k++) {
            for (int l = 0; l < e.modes; l++) {
                long double one = 0.0L, other = 0.0L;
                for (int m = 0; m < e.modes; m++) {
                    one += (long double)derivative(&e, 0, k, m) * derivative(&e, 1, m, l);
                    other += (long double)derivative(&e, 1, k, m) * derivative(&e, 0, m, l);
                }
                assert_true(fabsl(one - other) <= 4e-15L * order * order);
            }
        }
        close_element(&e);
    }
}

static void zeros_have_no_sign(void **state)
{
    (void)state;
    FOR_ELEMENTS(type, order)
    {
        element e = open_element(type, order);
        for (int i = 0; i < 2 * e.modes * e.modes; i++)
            assert_true(e.modal.derivative[i] != 0.0 || !signbit(e.modal.derivative[i]));
        for (int i = 0; i < e.modal.faces * order * e.modes; i++)
            assert_true(e.modal.trace[i] != 0.0 || !signbit(e.modal.trace[i]));
        close_element(&e);
    }
}

/* One hash over all matrices: the same with every compiler, at every level of optimisation, on every
 * machine whose long double has 64 bits. A change of the formulas changes it, and with it the bits
 * of every run. */
static void matrices_have_these_bits(void **state)
{
    (void)state;
    if (LDBL_MANT_DIG != 64)
        skip();
    uint64_t hash = 0;
    FOR_ELEMENTS(type, order)
    {
        element e = open_element(type, order);
        size_t square = (size_t)(2 * e.modes * e.modes), face = (size_t)(order * e.modes);
        hash = eg_hash64(e.modal.derivative, (int64_t)(square * sizeof(double)), hash);
        hash = eg_hash64(e.modal.trace, (int64_t)((size_t)e.modal.faces * face * sizeof(double)), hash);
        close_element(&e);
    }
    assert_int_equal(hash, 0xeb5b999bd7c12ca7u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_those_of_the_modes),
        cmocka_unit_test(derivatives_on_the_quadrangle_have_their_closed_form),
        cmocka_unit_test(derivatives_on_the_triangle_have_their_zeros),
        cmocka_unit_test(derivatives_are_nilpotent),
        cmocka_unit_test(derivatives_commute),
        cmocka_unit_test(zeros_have_no_sign),
        cmocka_unit_test(matrices_have_these_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
