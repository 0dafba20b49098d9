/* Rain, infiltration and evaporation of a step, cell by cell (docs/theory/shallow-water-sources.md,
 * "Rain and infiltration").
 *
 *   zones    [zone][SW_ZONE] f64, of this step: rain m, evaporation m, (1 - e^(-k dt)) / k s, k 1/s or below
 *            0: Green and Ampt; seconds of the second field of rain with RAIN_FIELDS, and of evaporation with
 *            EVAPORATION_FIELDS (fv/zones.c); the last zone has no water to give or take: padding lanes
 *   cell     [block][CELL_CONSTANTS][LANES], from CELL_WATER on: zone, factor of the rain; with SOIL two
 *            constants of the soil: capacity at first and at last m/s (Horton), or conductivity m/s and
 *            suction times deficit m (Green and Ampt) WATER_PLAIN: one zone whose rain has one factor, 1;
 *            cells have no constants of it
 *   amounts  [pack][SW_AMOUNTS][lane of the pack] f64: water infiltrated, its part above the last capacity,
 *            evaporated, m, since the start; with SOIL or EVAPORATION
 *   fields   [2][slots] of rain with RAIN_FIELDS, then of evaporation with EVAPORATION_FIELDS: the depth of a
 *            zone between two fields is the seconds of each times its rate, m/s; that of other zones their
 *            depth times the first field, which is the factor
 *   owed     [pack][1][lane of the pack] what the depth has lost of rain to its rounding, less what it has
 *            lost of losses, m: of f32 alone
 *
 * Rain brings no momentum; what infiltrates or evaporates takes that of its own. */
#ifndef WATER
#define WATER 0
#endif
#ifndef WATER_PLAIN
#define WATER_PLAIN 0
#endif
#ifndef RAIN_FIELDS
#define RAIN_FIELDS 0
#endif
#ifndef EVAPORATION_FIELDS
#define EVAPORATION_FIELDS 0
#endif
#ifndef SOIL
#define SOIL 0
#endif
#ifndef EVAPORATION
#define EVAPORATION 0
#endif

#if WATER
#define CELL_WATER CELL_FLOW
#define CELL_SOIL (CELL_WATER + (WATER_PLAIN ? 0 : SW_WATER_CONSTANTS))
/* The zone of the cell in lane l. Padding has an area without end. */
#if WATER_PLAIN
#define WATER_ZONE(cell, l) ((cell)[l] > R(0.0) ? 0 : 1)
#else
#define WATER_ZONE(cell, l) ((int)(cell)[(l) + CELL_WATER * LANES])
#endif

/* A depth after rain and losses, and the part of the water that is left of what was there before them. */
typedef struct sw_water {
    real h, left;
} sw_water;

#if SOIL
FUNCTION double horton_takes(double decay, double decayed, double first, double second, double above,
                             double dt)
{
    const double now = FMA64(-decay, above, first), capacity = now > second ? now : second;
    return FMA64(capacity - second, decayed, second * dt);
}

FUNCTION double green_ampt_takes(double first, double second, double infiltrated, double dt)
{
    const double middle = FMA64(-0.5 * first, dt, infiltrated);
    const double q = 2.0 * first * dt * (infiltrated + second);
    const double root = SQRT64(FMA64(middle, middle, q)) + middle;
    return root > 0.0 ? q / root : 0.0;
}

/* Water that the soil can take in a step, m. Horton: the capacity falls with what it took, f = f0 - k (F - fc
 * t), and decays within the step. Green and Ampt: dF/dt = K (1 + S / F) by the implicit midpoint rule. */
FUNCTION double soil_takes(double decay, double decayed, double first, double second, double infiltrated,
                           double above, double dt)
{
#if WIDE_LOOPS
    const double horton = horton_takes(decay, decayed, first, second, above, dt);
    const double green_ampt = green_ampt_takes(first, second, infiltrated, dt);
    return decay < 0.0 ? green_ampt : horton;
#else
    if (decay < 0.0)
        return green_ampt_takes(first, second, infiltrated, dt);
    return horton_takes(decay, decayed, first, second, above, dt);
#endif
}
#endif

#if RAIN_FIELDS || EVAPORATION_FIELDS
/* The depth of two fields, m, of which the zone has the seconds `first` and `second`. */
FUNCTION double field_depth(GLOBAL CONST real *fields, long first_at, long second_at, double first,
                            double second)
{
    return FMA64(second, (double)fields[second_at], first * (double)fields[first_at]);
}
#endif

#if SOIL || EVAPORATION
/* A depth that has lost water, what it owes then, and what it has lost, m. */
typedef struct sw_loss {
    real h, owed;
    double taken;
} sw_loss;

/* Takes at most `wanted` of the depth h, in f64 what the depth loses as it is stored. In f32 the rest is
 * owed; dry ground keeps what it owes. */
FUNCTION sw_loss take_depth(real h, real owed, double wanted)
{
    sw_loss loss;
#ifdef EG_F32
    const real due = owed - R(wanted), rest = h + due;
    const int none = h == R(0.0), some = rest > R(0.0);
    loss.h = none | (rest <= R(0.0)) ? R(0.0) : rest; /* NaN stays */
    loss.owed = none ? owed : some ? due - (rest - h) : R(0.0);
    loss.taken = none ? 0.0 : some ? (double)R(wanted) : (double)h + (double)owed;
#else
    const real rest = h - R(wanted);
    loss.h = rest <= R(0.0) ? R(0.0) : rest; /* NaN stays */
    loss.owed = owed;
    loss.taken = (double)h - (double)loss.h;
#endif
    return loss;
}
#endif

/* The cell in lane l of a block, which has the depth h (m) after what came through its faces. */
FUNCTION sw_water add_water(GLOBAL CONST double *zones, GLOBAL CONST real *cell, GLOBAL CONST real *fields,
                            long slots, GLOBAL double *amounts, GLOBAL real *owed, int block, int l, real h,
                            real dt)
{
    /* by index: gcc gathers at one pointer for all lanes alone */
    const int zone = SW_ZONE * WATER_ZONE(cell, l);
#if RAIN_FIELDS || EVAPORATION_FIELDS
    const long at = (long)block * LANES + l;
#endif
#if WATER_PLAIN
    const double rain = zones[zone];
#elif RAIN_FIELDS
    const double rain = field_depth(fields, at, slots + at, zones[zone], zones[zone + 4]);
#else
    const double rain = zones[zone] * (double)cell[l + (CELL_WATER + 1) * LANES];
#endif
    sw_water water;
    (void)fields, (void)slots;
#ifdef EG_F32
    /* ground that is dry and stays it keeps what it owes: a block at rest is not looked at */
    const int debt = VALUE_PLACE(block, l, 0, 1), none = h == R(0.0) && rain == 0.0;
    const real before_rain = owed[debt], due = before_rain + R(rain);
    water.h = none ? h : h + due;
    real owes = none ? before_rain : due - (water.h - h);
#else
    const real owes = R(0.0);
    (void)owed;
    water.h = h + R(rain);
#endif
#if SOIL || EVAPORATION
    const real before = water.h;
#endif
#if SOIL
    const int in = VALUE_PLACE(block, l, 0, SW_AMOUNTS), over = VALUE_PLACE(block, l, 1, SW_AMOUNTS);
    const double second = (double)cell[l + (CELL_SOIL + 1) * LANES], infiltrated = amounts[in];
    const double takes = soil_takes(zones[zone + 3], zones[zone + 2], (double)cell[l + CELL_SOIL * LANES],
                                    second, infiltrated, amounts[over], (double)dt);
    const sw_loss soaked = take_depth(water.h, owes, takes);
    const double more = FMA64(-second, (double)dt, soaked.taken);
    amounts[in] = infiltrated + soaked.taken;
    amounts[over] += more > 0.0 ? more : 0.0;
    water.h = soaked.h;
#ifdef EG_F32
    owes = soaked.owed;
#endif
#endif
#if EVAPORATION
    const int up = VALUE_PLACE(block, l, 2, SW_AMOUNTS);
#if EVAPORATION_FIELDS
    const long dries = at + (RAIN_FIELDS ? 2 * slots : 0);
    const double evaporates = field_depth(fields, dries, slots + dries, zones[zone + 1], zones[zone + 5]);
#else
    const double evaporates = zones[zone + 1];
#endif
    const sw_loss dried = take_depth(water.h, owes, evaporates);
    amounts[up] += dried.taken;
    water.h = dried.h;
#ifdef EG_F32
    owes = dried.owed;
#endif
#endif
#ifdef EG_F32
    owed[debt] = owes;
#else
    (void)owes;
#endif
#if SOIL || EVAPORATION
    water.left = before > R(0.0) ? DIVIDE(water.h, before) : R(1.0);
#else
    water.left = R(1.0);
    (void)amounts;
#endif
    (void)dt, (void)block;
    return water;
}
#endif
