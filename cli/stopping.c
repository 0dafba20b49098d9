/* Signals and wall time. */
#include "stopping.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A signal handler has nothing but what is global. */
static eg_run *volatile asked;

static void on_signal(int signal_number)
{
    eg_run *run = asked;
    if (run)
        eg_run_ask(run, signal_number == SIGUSR2 ? EG_WISH_CHECKPOINT : EG_WISH_STOP);
}

static const int signals[] = {SIGTERM, SIGUSR1, SIGINT, SIGUSR2};
enum { SIGNALS = sizeof signals / sizeof *signals };

void cli_signals_begin(eg_run *run)
{
    asked = run;
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
        if (signals[i] == SIGINT)
            action.sa_flags |= (int)SA_RESETHAND;
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, NULL);
    }
}

void cli_signals_end(void)
{
    for (int i = 0; i < SIGNALS; i++)
        signal(signals[i], SIG_DFL);
    asked = NULL;
}

/* ---- wall time */

/* [D-]HH:MM:SS or MM:SS. */
static bool parse_clock(const char *text, double *seconds)
{
    int days = 0, field[3], count = 0, used = 0;
    const char *dash = strchr(text, '-');
    if (dash && (sscanf(text, "%9d-%n", &days, &used) != 1 || used == 0))
        return false;
    text += used;
    while (count < 3 && sscanf(text, "%9d%n", &field[count], &used) == 1 && text[0] >= '0' &&
           text[0] <= '9') {
        count++;
        text += used;
        if (*text != ':')
            break;
        text++;
    }
    if (*text || count < 2 || days < 0)
        return false;
    *seconds = days * 86400.0;
    double unit = 1;
    for (int i = count - 1; i >= 0; i--, unit *= 60)
        *seconds += field[i] * unit;
    return true;
}

bool cli_walltime_parse(const char *text, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};
    char *end;
    if (strchr(text, ':'))
        return parse_clock(text, seconds) && *seconds > 0;
    double value = strtod(text, &end);
    if (end == text || !(value > 0) || value > 1e12)
        return false;
    while (*end == ' ')
        end++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(end, units[i].name) == 0) {
            *seconds = value * units[i].seconds;
            return true;
        }
    return false;
}

double cli_walltime_of_batch(void)
{
    const char *text = getenv("SLURM_JOB_END_TIME");
    int64_t end;
    if (!text || !eg_read_integer(text, &end))
        return 0;
    double left = difftime((time_t)end, time(NULL));
    return left > 1 ? left : 1;
}
