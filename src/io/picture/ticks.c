/* Ticks: round values and their texts, made of integers so that they are exact. */
#include "io/picture/internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MINUS "\xe2\x88\x92"

/* Texts that need too many digits are told against a number that is round to this many of their
 * last digits. */
enum { OFFSET_DIGITS = 3, OFFSET_UNIT = 1000 };

/* n * 10^exponent in full, with as many decimals as the exponent asks for. */
static void decimal_text(int64_t n, int exponent, char text[40])
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%0*lld", exponent < 0 ? 1 - exponent : 1,
                          (long long)llabs((long long)n));
    int whole = exponent < 0 ? length + exponent : length;
    int zeros = exponent > 0 && n != 0 ? exponent : 0;
    snprintf(text, 40, "%s%.*s%.*s%s%s", n < 0 ? MINUS : "", whole, digits, zeros, "00000000000000000000",
             exponent < 0 ? "." : "", exponent < 0 ? digits + whole : "");
}

static void power_text(int exponent, char text[48])
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char digits[16];
    int size = abs(exponent);
    snprintf(digits, sizeof digits, "%d", size);
    snprintf(text, 48, "10%s", exponent < 0 ? "⁻" : "");
    for (const char *p = digits; *p; p++)
        strcat(text, raised[*p - '0']);
}

/* value = n * 10^exponent, rounded once. */
static double decimal_value(int64_t n, int exponent)
{
    return exponent < 0 ? (double)n / pow(10, -exponent) : (double)n * pow(10, exponent);
}

/* The least of 1, 2, 5 times a power of ten that is not below `raw`. */
static int round_step(double raw, int *exponent)
{
    *exponent = (int)floor(log10(raw));
    double mantissa = raw / pow(10, *exponent);
    int step = mantissa <= 1.0000001 ? 1 : mantissa <= 2.0000001 ? 2 : mantissa <= 5.0000001 ? 5 : 10;
    if (step == 10) {
        step = 1;
        ++*exponent;
    }
    return step;
}

void eg_ticks_linear(double low, double high, int most, eg_ticks *ticks)
{
    memset(ticks, 0, sizeof *ticks);
    double largest = fmax(fabs(low), fabs(high));
    if (!(high - low > 1e-12 * largest) || !isfinite(high - low))
        return;
    int limit = most < 1 ? 1 : most > EG_TICKS - 2 ? EG_TICKS - 2 : most;
    int exponent, step = round_step((high - low) / limit, &exponent);
    double size = decimal_value(step, exponent);
    int64_t begin = (int64_t)ceil(low / size - 1e-6), end = (int64_t)floor(high / size + 1e-6);
    int top = (int)floor(log10(largest)), shown = exponent;
    int64_t offset = 0;
    if (top - exponent > 6) {
        char first[40];
        offset = begin * step / OFFSET_UNIT * OFFSET_UNIT;
        decimal_text(offset / OFFSET_UNIT, exponent + OFFSET_DIGITS, first);
        snprintf(ticks->factor, sizeof ticks->factor, "+ %.40s", first);
    } else if (top > 6 || top < -3) {
        char power[48];
        power_text(top, power);
        snprintf(ticks->factor, sizeof ticks->factor, "× %.40s", power);
        shown = exponent - top;
    }
    for (int64_t k = begin; k <= end && ticks->count < EG_TICKS; k++) {
        ticks->value[ticks->count] = decimal_value(k * step, exponent);
        decimal_text(k * step - offset, shown, ticks->text[ticks->count++]);
    }
}

static void add_log_tick(eg_ticks *ticks, double low, double high, int digit, int exponent)
{
    bool plain = low > 0.0009 && high < 99999;
    double value = decimal_value(digit, exponent);
    if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9) || ticks->count == EG_TICKS)
        return;
    ticks->value[ticks->count] = value;
    char *text = ticks->text[ticks->count++];
    if (plain)
        decimal_text(digit, exponent, text);
    else {
        char power[48];
        power_text(exponent, power);
        if (digit == 1)
            snprintf(text, 40, "%.39s", power);
        else
            snprintf(text, 40, "%d·%.32s", digit, power);
    }
}

void eg_ticks_log(double low, double high, int most, eg_ticks *ticks)
{
    memset(ticks, 0, sizeof *ticks);
    int first = (int)floor(log10(low) + 1e-9), last = (int)ceil(log10(high) - 1e-9);
    double decades = log10(high / low);
    int every = 1;
    while (decades / every > most && every < 100)
        every++;
    bool fine = decades * 3 <= most;
    for (int e = first; e <= last; e++) {
        if (e % every == 0)
            add_log_tick(ticks, low, high, 1, e);
        if (fine) {
            add_log_tick(ticks, low, high, 2, e);
            add_log_tick(ticks, low, high, 5, e);
        }
        for (int d = 2; d <= 9 && decades <= 12; d++) {
            double value = decimal_value(d, e);
            if (value >= low && value <= high && ticks->minor_count < EG_MINOR_TICKS)
                ticks->minor[ticks->minor_count++] = value;
        }
    }
}
