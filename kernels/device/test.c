// Kernels that use each word of the dialect once: the tests run them on every device and compare
// bits.
// check: LANES=4 ITEMS=3

FUNCTION real twice_plus(real x, real y)
{
    return FMA(R(2.0), x, y);
}

// Every kind of argument, and arithmetic whose bits contraction, wide registers or fast division
// would change.
KERNEL_SHAPE(LANES, 4)
KERNEL test_arguments(GLOBAL real *RESTRICT out, GLOBAL CONST real *RESTRICT in, int i, long n, real r,
                      double d)
{
    FOR_GROUPS(b, (n + LANES - 1) / LANES)
    FOR_LANES (l) {
        long cell = b * LANES + l;
        if (cell < n) {
            real x = in[cell];
            real y = x * x + r * x + R(0.1);
            real z = twice_plus(y, x) / (r + FABS(x)) + SQRT(FABS(y)) + (real)i;
            out[cell] = z + (real)SQRT64(FMA64(d, (double)x * (double)x, 2.0));
        }
    }
    END_GROUPS
}

// Sums along shared memory and a minimum over the group, each item on its own row.
KERNEL_SHAPE(LANES *ITEMS, 1)
KERNEL test_shared(GLOBAL real *RESTRICT sum, GLOBAL real *RESTRICT least, GLOBAL CONST real *RESTRICT in,
                   long groups)
{
    FOR_GROUPS(b, groups)
    SHARED real row[ITEMS][LANES];
    SHARED real part[LANES];
    FOR_ITEMS (i, ITEMS) {
        FOR_LANES (l) {
            row[i][l] = in[(b * ITEMS + i) * LANES + l];
        }
    }
    BARRIER;
    FOR_ITEMS (i, 1) {
        FOR_LANES (l) {
            real s = R(0.0);
            UNROLL
            for (int k = 0; k < ITEMS; k++)
                s = FMA(row[k][l], R(0.3), s);
            part[l] = s;
            sum[b * LANES + l] = s;
        }
    }
    BARRIER;
    FOLD_MIN(part, LANES)
    FOR_FLAT (j, 1) {
        least[b] += part[j];
    }
    END_GROUPS
}

// Values that each (item, lane) keeps across a barrier.
KERNEL_SHAPE(LANES, 1)
KERNEL test_private(GLOBAL real *RESTRICT out, GLOBAL CONST real *RESTRICT in, long groups)
{
    FOR_GROUPS(b, groups)
    SHARED real row[ITEMS][LANES];
    PRIVATE(real, kept, 2);
    FOR_ITEMS (i, ITEMS) {
        FOR_LANES (l) {
            real x = in[(b * ITEMS + i) * LANES + l];
            PRIVATE_AT(kept, i, l, 0) = x;
            PRIVATE_AT(kept, i, l, 1) = x * x;
            row[i][l] = x;
        }
    }
    BARRIER;
    FOR_ITEMS (i, ITEMS) {
        FOR_LANES (l) {
            real next = row[(i + 1) % ITEMS][l];
            out[(b * ITEMS + i) * LANES + l] =
                FMA(PRIVATE_AT(kept, i, l, 0), next, PRIVATE_AT(kept, i, l, 1));
        }
    }
    END_GROUPS
}

// A flat loop over a group of fixed size, without lanes. Adds, so that a turn taken twice behind the
// barrier shows.
KERNEL_SHAPE(64 / LANES * LANES, 1)
KERNEL test_flat(GLOBAL long *RESTRICT out, long count, long groups)
{
    FOR_GROUPS(b, groups)
    SHARED long value[100];
    FOR_FLAT (i, 100) {
        value[i] = (b * 100 + i) * 3;
    }
    BARRIER;
    FOR_FLAT (i, 100) {
        if (b * 100 + i < count)
            out[b * 100 + i] += value[99 - i];
    }
    END_GROUPS
}

// Without a shape: a group has LANES threads. Adds `more` in place.
KERNEL test_add(GLOBAL real *x, real more, long groups)
{
    FOR_GROUPS(b, groups)
    FOR_LANES (l) {
        x[b * LANES + l] += more;
    }
    END_GROUPS
}

// Wrong on purpose where `offset` leads outside: what the checking device catches.
KERNEL test_touch(GLOBAL real *x, GLOBAL CONST int *index, long offset, long groups)
{
    FOR_GROUPS(b, groups)
    real table[4];
    UNROLL
    for (int k = 0; k < 4; k++)
        table[k] = (real)k;
    FOR_LANES (l) {
        x[b * LANES + l + offset] = table[index[l]];
    }
    END_GROUPS
}

#if LANES > 1000000
KERNEL test_left_out(GLOBAL real *x)
{
    FOR_GROUPS(b, 1)
    FOR_LANES (l)
        x[l] = no_such_name;
    END_GROUPS
}
#endif
