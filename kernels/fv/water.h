/* Rain, infiltration and evaporation of a step, cell by cell (docs/theory/shallow-water-sources.md,
 * "Rain and infiltration").
 *
 *   zones    [zone][SW_ZONE] f64, of this step: rain m, evaporation m, (1 - e^(-k dt)) / k s, k 1/s or below
 *            0 another law (SOIL_..., fv/kinds.h); seconds of the second field of rain with RAIN_FIELDS, and of evaporation with
 *            EVAPORATION_FIELDS (fv/zones.c); the last zone has no water to give or take: padding lanes
 *   cell     [block][CELL_CONSTANTS][LANES], from the second on: zone, factor of the rain; with SOIL two
 *            constants of the soil: capacity at first and at last m/s (Horton), conductivity m/s and
 *            suction times deficit m (Green and Ampt), with LOSSES retention and initial abstraction m (curve
 *            number), or continuing loss m/s and initial loss m; with SOIL_DECAY a third one, k of Horton's
 *            cells. WATER_PLAIN: one zone whose rain has one factor, 1; cells have no constants of it
 *   amounts  [pack][SW_AMOUNTS][lane of the pack] f64: water infiltrated, its part above the last capacity
 *            (of laws that take of the rain alone the rain so far), evaporated, m, since the start; with SOIL
 *            or EVAPORATION
 *   fields   [2][slots] of rain with RAIN_FIELDS, then of evaporation with EVAPORATION_FIELDS: the depth of a
 *            zone between two fields is the seconds of each times its rate, m/s; that of other zones their
 *            depth times the first field, which is the factor
 *   owed     [pack][1][lane of the pack] what the depth has lost of rain to its rounding, less what it has
 *            lost of losses, m: of f32 alone
 *
 * Rain brings no momentum; what infiltrates or evaporates takes that of its own. With rain to come no cell is
 * slower than rain_rate, 1/s: a dry domain would else take it in one step. Needs sw_block of
 * fv/shallow_water.c. */
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
#ifndef LOSSES
#define LOSSES 0
#endif
#ifndef SOIL_DECAY
#define SOIL_DECAY 0
#endif

#define CELL_WATER SW_CELL_CONSTANTS
#define CELL_SOIL (CELL_WATER + (WATER_PLAIN ? 0 : SW_WATER_CONSTANTS))

/* The zone of the cell in lane l. Padding has an area without end. */
FUNCTION int zone_of(sw_block block, int l)
{
    return WATER_PLAIN ? (block.cell[l] > R(0.0) ? 0 : 1) : (int)block.cell[l + CELL_WATER * LANES];
}

/* Whether water comes to the cell in lane l in this step. */
FUNCTION int rains(sw_block block, int l)
{
    return WATER && block.zones[SW_ZONE * zone_of(block, l)] != 0.0;
}

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

#if LOSSES
/* The part that a soil of the retention S takes of more rain, dF/dP = (S / (P - Ia + S))^2, is the product of
 * these parts of both ends of a step in its mean. */
FUNCTION double curve_number_part(double retention, double excess)
{
    return retention > 0.0 ? retention / (excess + retention) : 0.0;
}

/* F = P - (P - Ia)^2 / (P - Ia + S) beyond P = Ia, else P: what it grows by while `fallen` grows by `rain`. */
FUNCTION double curve_number_takes(double retention, double abstraction, double fallen, double rain)
{
    const double from = fallen - abstraction, to = from + rain;
    const double before = from > 0.0 ? from : 0.0, after = to > 0.0 ? to : 0.0;
    const double more = from > 0.0 ? rain : after;
    const double part = curve_number_part(retention, before) * curve_number_part(retention, after);
    return rain - more * (1.0 - part);
}

/* All rain up to the initial loss; then at most the continuing one, in the part of the step that is left, over
 * which rain is even. */
FUNCTION double initial_continuing_takes(double continuing, double initial, double fallen, double rain,
                                         double dt)
{
    const double due = initial - fallen, most = continuing * dt;
    const double first = due > rain ? rain : due > 0.0 ? due : 0.0;
    return rain > most ? first + (rain - first) * (most / rain) : rain;
}
#endif

/* What a law that takes of the rain alone takes of it in a step, m; `takes` is that of the other laws. */
FUNCTION double loss_of_rain(double law, double takes, double first, double second, double fallen,
                             double rain, double dt)
{
#if LOSSES
    takes = law == SOIL_CURVE_NUMBER ? curve_number_takes(first, second, fallen, rain) : takes;
    takes =
        law == SOIL_INITIAL_CONTINUING ? initial_continuing_takes(first, second, fallen, rain, dt) : takes;
#else
    (void)law, (void)first, (void)second, (void)fallen, (void)rain, (void)dt;
#endif
    return takes;
}

/* The depth of two fields, m, of which the zone has the seconds `first` and `second`. */
FUNCTION double field_depth(sw_block block, long at, double first, double second)
{
    return FMA64(second, (double)block.fields[block.slots + at], first * (double)block.fields[at]);
}

/* A depth that has lost water, what it owes then, and what it has lost, m; below 0: gained. */
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

/* Rain of the step on a cell of the depth h. */
FUNCTION sw_loss add_rain(sw_block block, int l, int zone, real h)
{
    const long at = (long)block.number * LANES + l;
    GLOBAL CONST double *zones = block.zones; /* by index: gcc gathers at one pointer for all lanes alone */
    const double rain = WATER_PLAIN   ? zones[zone]
                        : RAIN_FIELDS ? field_depth(block, at, zones[zone], zones[zone + 4])
                                      : zones[zone] * (double)block.cell[l + (CELL_WATER + 1) * LANES];
    sw_loss water;
    water.taken = -rain;
#ifdef EG_F32
    /* ground that is dry and stays it keeps what it owes: a block at rest is not looked at */
    const int none = h == R(0.0) && rain == 0.0;
    const real before = block.owed[VALUE_PLACE(block.number, l, 0, 1)], due = before + R(rain);
    water.h = none ? h : h + due;
    water.owed = none ? before : due - (water.h - h);
#else
    water.h = h + R(rain);
    water.owed = R(0.0);
#endif
    return water;
}

/* What infiltrate() reads is wanted at the end of a step: fetched before the faces, it takes half of the time. */
#if SOIL
#define PREFETCH_SOIL                                                                                        \
    FOR_FLAT (i, 2 * LANES * (int)sizeof(real) / 128) {                                                      \
        PREFETCH(&at.cell[CELL_SOIL * LANES + i * (128 / (int)sizeof(real))]);                               \
    }                                                                                                        \
    FOR_FLAT (i, 2 * LANES / 16) {                                                                           \
        PREFETCH(&amounts[VALUE_PLACE(at.number, 0, 0, SW_AMOUNTS) + i * 16]);                               \
    }
#else
#define PREFETCH_SOIL
#endif

#if SOIL
/* k of Horton's law in a cell, and (1 - e^(-k dt)) / k, s; of other laws that of the zone. */
typedef struct sw_decay {
    double k, decayed;
} sw_decay;

FUNCTION sw_decay decay_of(sw_block block, int l, int zone)
{
    sw_decay decay;
    decay.k = block.zones[zone + 3];
    decay.decayed = block.zones[zone + 2];
#if SOIL_DECAY
    const double dt = (double)block.dt, k = (double)block.cell[l + (CELL_SOIL + 2) * LANES];
    const double decayed = k > 0.0 ? (1.0 - eg_exp(-k * dt)) / k : dt;
    decay.decayed = decay.k < 0.0 ? decay.decayed : decayed;
    decay.k = decay.k < 0.0 ? decay.k : k;
#else
    (void)l;
#endif
    return decay;
}
#endif

/* What the soil takes of it. */
FUNCTION sw_loss infiltrate(sw_block block, int l, int zone, sw_loss water)
{
#if SOIL
    const int in = VALUE_PLACE(block.number, l, 0, SW_AMOUNTS),
              over = VALUE_PLACE(block.number, l, 1, SW_AMOUNTS);
    const double infiltrated = block.amounts[in], above = block.amounts[over], rain = -water.taken;
    const double first = (double)block.cell[l + CELL_SOIL * LANES];
    const double second = (double)block.cell[l + (CELL_SOIL + 1) * LANES];
    const sw_decay decay = decay_of(block, l, zone);
    const double takes =
        soil_takes(decay.k, decay.decayed, first, second, infiltrated, above, (double)block.dt);
    water = take_depth(water.h, water.owed,
                       loss_of_rain(decay.k, takes, first, second, above, rain, (double)block.dt));
    const double more = FMA64(-second, (double)block.dt, water.taken);
    const double adds = LOSSES && decay.k <= SOIL_CURVE_NUMBER ? rain : more > 0.0 ? more : 0.0;
    block.amounts[in] = infiltrated + water.taken;
    block.amounts[over] = above + adds;
#endif
    return water;
}

/* What evaporates of it. */
FUNCTION sw_loss evaporate(sw_block block, int l, int zone, sw_loss water)
{
#if EVAPORATION
    const long at = (long)block.number * LANES + l + (RAIN_FIELDS ? 2 * block.slots : 0);
    GLOBAL CONST double *zones = block.zones;
    const double first = zones[zone + 1];
    const double most = EVAPORATION_FIELDS ? field_depth(block, at, first, zones[zone + 5]) : first;
    water = take_depth(water.h, water.owed, most);
    block.amounts[VALUE_PLACE(block.number, l, 2, SW_AMOUNTS)] += water.taken;
#endif
    return water;
}

/* The depth of a cell after rain and losses, the part that is left of the water that was there before the
 * losses, and 0 where it stays as it was at the beginning of the step. */
typedef struct sw_water {
    real h, left;
#if SOLUTES
    real rained, left_by_soil; /* rain, m; the part of all water that did not infiltrate */
#endif
    sw_word moves;
} sw_water;

/* Of the cell in lane l, which began with `before` and has the depth h (m) after what came through its
 * faces. */
FUNCTION sw_water add_water(sw_block block, int l, real before, real h)
{
    sw_water water;
    water.h = h;
    water.left = R(1.0);
#if SOLUTES
    water.rained = R(0.0);
    water.left_by_soil = R(1.0);
#endif
    water.moves = 0;
#if WATER
    const int zone = SW_ZONE * zone_of(block, l);
    const sw_loss rained = add_rain(block, l, zone, h);
    const sw_loss soaked = infiltrate(block, l, zone, rained);
    const sw_loss rest = evaporate(block, l, zone, soaked);
#if SOLUTES
    water.rained = rained.h - h;
    water.left_by_soil = SOIL && rained.h > R(0.0) ? DIVIDE(soaked.h, rained.h) : R(1.0);
#endif
#ifdef EG_F32
    block.owed[VALUE_PLACE(block.number, l, 0, 1)] = rest.owed;
#endif
    water.h = rest.h;
    if (SOIL || EVAPORATION)
        water.left = rained.h > R(0.0) ? DIVIDE(rest.h, rained.h) : R(1.0);
    water.moves = SW_BITS(rest.h) ^ SW_BITS(before);
#endif
    return water;
}
