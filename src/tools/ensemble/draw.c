/* Values drawn from distributions, by Latin hypercube sampling (McKay, Beckman and Conover 1979). Random
 * numbers are hashes of seed, key and counter, so a value depends on nothing else: not on the order of keys,
 * nor on the machine. */
#include "tools/ensemble/ensemble.h"

#include "base/device_math.h"

#include <math.h>
#include <string.h>

/* ---- random numbers */

enum { SHUFFLE, PLACE };

/* 64 random bits. */
static uint64_t random_bits(const char *key, int64_t seed, uint64_t use, int64_t counter)
{
    const uint64_t words[] = {(uint64_t)seed, eg_hash64(key, (int64_t)strlen(key), 0), use,
                              (uint64_t)counter};
    return eg_hash64(words, sizeof words, 0);
}

/* Between 0 and 1, which it never is. */
static double random_fraction(const char *key, int64_t seed, int64_t counter)
{
    return ((double)(random_bits(key, seed, PLACE, counter) >> 11) + 0.5) * 0x1p-53;
}

void ensemble_strata(const char *key, int64_t seed, int64_t members, double *p)
{
    for (int64_t i = 0; i < members; i++) {
        int64_t j = (int64_t)(random_bits(key, seed, SHUFFLE, i) % (uint64_t)(i + 1));
        p[i] = p[j];
        p[j] = (double)i;
    }
    for (int64_t i = 0; i < members; i++)
        p[i] = fmin((p[i] + random_fraction(key, seed, i)) / (double)members, 1 - 0x1p-53);
}

/* ---- distributions */

static double polynomial(const double c[8], double x)
{
    double sum = c[7];
    for (int k = 6; k >= 0; k--)
        sum = sum * x + c[k];
    return sum;
}

/* The quantile of the standard normal distribution: Wichura 1988, algorithm AS 241, PPND16; about 1e-16. */
static double normal_quantile(double p)
{
    static const double a[8] = {3.3871328727963666080e0,  1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                3.3430575583588128105e+4, 2.5090809287301226727e+3};
    static const double b[8] = {1.0,
                                4.2313330701600911252e+1,
                                6.8718700749205790830e+2,
                                5.3941960214247511077e+3,
                                2.1213794301586595867e+4,
                                3.9307895800092710610e+4,
                                2.8729085735721942674e+4,
                                5.2264952788528545610e+3};
    static const double c[8] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                5.76949722146069140550e0,  3.64784832476320460504e0,
                                1.27045825245236838258e0,  2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
    static const double d[8] = {1.0,
                                2.05319162663775882187e0,
                                1.67638483018380384940e0,
                                6.89767334985100004550e-1,
                                1.48103976427480074590e-1,
                                1.51986665636164571966e-2,
                                5.47593808499534494600e-4,
                                1.05075007164441684324e-9};
    static const double e[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                1.78482653991729133580e0,  2.96560571828504891230e-1,
                                2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                2.71155556874348757815e-5, 2.01033439929228813265e-7};
    static const double f[8] = {1.0,
                                5.99832206555887937690e-1,
                                1.36929880922735805310e-1,
                                1.48753612908506148525e-2,
                                7.86869131145613259100e-4,
                                1.84631831751005468180e-5,
                                1.42151175831644588870e-7,
                                2.04426310338993978564e-15};
    double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        double r = 0.180625 - q * q;
        return q * polynomial(a, r) / polynomial(b, r);
    }
    double r = sqrt(-eg_ln(q < 0 ? p : 1 - p));
    double z = r <= 5 ? polynomial(c, r - 1.6) / polynomial(d, r - 1.6)
                      : polynomial(e, r - 5) / polynomial(f, r - 5);
    return q < 0 ? -z : z;
}

static double uniform(const double *a, double p)
{
    return a[0] + p * (a[1] - a[0]);
}

static double normal(const double *a, double p)
{
    return a[0] + a[1] * normal_quantile(p);
}

static double lognormal(const double *a, double p)
{
    return a[0] * eg_exp(a[1] * normal_quantile(p));
}

/* Low, mode, high. */
static double triangular(const double *a, double p)
{
    double whole = a[2] - a[0], left = a[1] - a[0], right = a[2] - a[1];
    return p * whole <= left ? a[0] + sqrt(p * whole * left) : a[2] - sqrt((1 - p) * whole * right);
}

static bool is_range(const double *a)
{
    return a[0] < a[1] && isfinite(a[1] - a[0]);
}

static bool has_deviation(const double *a)
{
    return a[1] > 0;
}

static bool is_positive(const double *a)
{
    return a[0] > 0 && a[1] > 0;
}

static bool is_triangle(const double *a)
{
    return a[0] <= a[1] && a[1] <= a[2] && a[0] < a[2] && isfinite(a[2] - a[0]);
}

static const struct {
    const char *name;
    int parameters;
    double (*quantile)(const double *parameter, double p);
    bool (*is_right)(const double *parameter);
    const char *why;
} kinds[] = {
    {"uniform", 2, uniform, is_range, "uniform(LOW, HIGH) needs LOW below HIGH"},
    {"normal", 2, normal, has_deviation, "normal(MEAN, DEVIATION) needs a DEVIATION above 0"},
    {"lognormal", 2, lognormal, is_positive,
     "lognormal(MEDIAN, DEVIATION OF THE LOGARITHM) needs numbers above 0"},
    {"triangular", 3, triangular, is_triangle,
     "triangular(LOW, MODE, HIGH) needs LOW below HIGH, and MODE between them"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char *skip_blanks(const char *p)
{
    return p + strspn(p, " ");
}

static const char *without_blanks(const char *begin, const char *end)
{
    while (end > begin && end[-1] == ' ')
        end--;
    return end;
}

/* A number up to `end`, with blanks around it. */
static bool read_parameter(const char *begin, const char *end, double *value)
{
    begin = skip_blanks(begin);
    return eg_parse_real(begin, without_blanks(begin, end), value);
}

/* "1 s": a number, and behind a blank what may be its unit. */
static bool has_unit(const char *begin, const char *end)
{
    double ignored;
    begin = skip_blanks(begin);
    const char *blank = memchr(begin, ' ', (size_t)(end - begin));
    return blank && eg_parse_real(begin, blank, &ignored);
}

bool ensemble_distribution_read(const char *text, ensemble_distribution *made, const char **end,
                                const char **why)
{
    size_t length = strcspn(text, "( ");
    const char *p = skip_blanks(text + length);
    *why = "expected uniform(LOW, HIGH), normal(MEAN, DEVIATION), lognormal(MEDIAN, DEVIATION OF THE "
           "LOGARITHM) or triangular(LOW, MODE, HIGH)";
    for (made->kind = 0; made->kind < KINDS; made->kind++)
        if (strlen(kinds[made->kind].name) == length && memcmp(kinds[made->kind].name, text, length) == 0)
            break;
    if (made->kind == KINDS || *p++ != '(')
        return false;
    *why = kinds[made->kind].why;
    for (int k = 0; k < kinds[made->kind].parameters; k++) {
        bool last = k + 1 == kinds[made->kind].parameters;
        const char *stop = p + strcspn(p, ",)");
        if (*stop != (last ? ')' : ',') || !read_parameter(p, stop, &made->parameter[k])) {
            if (has_unit(p, stop))
                *why = "the unit stands behind the bracket, once: uniform(1, 2) s";
            return false;
        }
        p = stop + 1;
    }
    *end = p;
    return kinds[made->kind].is_right(made->parameter);
}

double ensemble_quantile(const ensemble_distribution *distribution, double p)
{
    return kinds[distribution->kind].quantile(distribution->parameter, p);
}

/* ---- a key */

static eg_status draw_values(eg_ensemble *ensemble, const ensemble_distribution *from, const char *unit,
                             int64_t seed)
{
    int key = ensemble->keys - 1;
    EG_SCRATCH double *p = NULL;
    EG_TRY(eg_alloc(ensemble->context, ensemble->members, sizeof *p, &p));
    ensemble_strata(ensemble->key[key].name, seed, ensemble->members, p);
    for (int64_t i = 0; i < ensemble->members; i++) {
        EG_TEXT(value, ensemble->context);
        eg_text_add(&value, "%s%s%s", eg_real_show(ensemble_quantile(from, p[i])).text, unit[0] ? " " : "",
                    unit);
        EG_TRY(value.status);
        ensemble->value[i * ensemble->keys + key] = ensemble_keep(ensemble, value.data, value.length);
    }
    return ensemble->pool.status;
}

eg_status ensemble_draw(eg_ensemble *ensemble, const char *draw, int64_t seed)
{
    eg_context *context = ensemble->context;
    const char *equals = strchr(draw, '='), *end = NULL, *why = "expected KEY=DISTRIBUTION";
    ensemble_distribution from;
    EG_TEXT(key, context);
    EG_TEXT(origin, context);
    if (!equals || equals == draw || !ensemble_distribution_read(skip_blanks(equals + 1), &from, &end, &why))
        return eg_fail(context, EG_USAGE, "--draw %s: %s", draw, why);
    draw = skip_blanks(draw);
    eg_text_add_bytes(&key, draw, without_blanks(draw, equals) - draw);
    eg_text_add(&origin, "--draw %s", draw);
    EG_TRY(key.status);
    EG_TRY(origin.status);
    EG_TRY(ensemble_add_key(ensemble, key.data, origin.data, 0));
    return draw_values(ensemble, &from, skip_blanks(end), seed);
}
