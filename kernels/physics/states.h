/* States, variable by variable: of linear systems (physics/linear.h) and of the air (physics/euler.h). In an
 * array variables stand `apart` from each other. A compiler sees lanes that stand side by side through these
 * pointers; a gather it needs by index. */
FUNCTION phys_state phys_nothing(void)
{
    phys_state u;
#define NOTHING(p) u.v##p = R(0.0);
    EACH_VAR(NOTHING)
#undef NOTHING
    return u;
}

FUNCTION phys_state phys_scaled(real x, phys_state u)
{
#define SCALE(p) u.v##p = x * u.v##p;
    EACH_VAR(SCALE)
#undef SCALE
    return u;
}

/* x u + sum */
FUNCTION phys_state phys_add_scaled(real x, phys_state u, phys_state sum)
{
#define ADD_SCALED(p) sum.v##p = FMA(x, u.v##p, sum.v##p);
    EACH_VAR(ADD_SCALED)
#undef ADD_SCALED
    return sum;
}

/* a x + b y */
FUNCTION phys_state phys_combined(real a, phys_state x, real b, phys_state y)
{
#define COMBINE(p) x.v##p = FMA(a, x.v##p, b * y.v##p);
    EACH_VAR(COMBINE)
#undef COMBINE
    return x;
}

FUNCTION phys_state phys_load(GLOBAL CONST real *from, int apart)
{
    phys_state u;
#define LOAD_VAR(p) u.v##p = from[(p)*apart];
    EACH_VAR(LOAD_VAR)
    return u;
}

FUNCTION void phys_store(GLOBAL real *to, int apart, phys_state u)
{
#define STORE_VAR(p) to[(p)*apart] = u.v##p;
    EACH_VAR(STORE_VAR)
}

/* The same of an array in the memory of a group. */
FUNCTION phys_state phys_take(LOCAL CONST real *from, int apart)
{
    phys_state u;
    EACH_VAR(LOAD_VAR)
    return u;
}

#if TENSOR
/* Entry (half, lane) of the sets of a product by tensor cores (target/tensor.h). */
FUNCTION phys_state phys_of_tile(const real (*set)[4], int half, int lane)
{
    phys_state u;
#define TAKE_ENTRY(p) u.v##p = set[p][half * 2 + lane];
    EACH_VAR(TAKE_ENTRY)
#undef TAKE_ENTRY
    return u;
}
#endif

FUNCTION void phys_put(LOCAL real *to, int apart, phys_state u)
{
    EACH_VAR(STORE_VAR)
}
