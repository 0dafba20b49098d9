/* Signals and wall time. */
#include "stopping.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* A signal handler has nothing but what is global. */
static eg_run *volatile asked;

static void on_signal(int signal_number)
{
    eg_run *run = asked;
    if (run)
        eg_run_ask(run, signal_number == SIGUSR2 ? EG_WISH_CHECKPOINT : EG_WISH_STOP);
}

/* SIGHUP: the terminal is closed; SIGXCPU: the limit of processor time, which comes again each second. */
static const int signals[] = {SIGTERM, SIGUSR1, SIGINT, SIGUSR2, SIGHUP, SIGXCPU};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* nohup has the program begin with SIGHUP ignored, and so it stays. */
static bool stays_ignored(int signal_number)
{
    struct sigaction now;
    return signal_number == SIGHUP && sigaction(SIGHUP, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void cli_signals_begin(eg_run *run)
{
    asked = run;
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
        if (signals[i] == SIGINT)
            action.sa_flags |= (int)SA_RESETHAND;
        sigemptyset(&action.sa_mask);
        if (!stays_ignored(signals[i]))
            sigaction(signals[i], &action, NULL);
    }
}

void cli_signals_end(void)
{
    for (int i = 0; i < SIGNALS; i++)
        if (!stays_ignored(signals[i]))
            signal(signals[i], SIG_DFL);
    setitimer(ITIMER_REAL, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
    asked = NULL;
}

void cli_signals_ignore(void)
{
    signal(SIGXFSZ, SIG_IGN);
}

/* ---- wall time */

/* The program's own end of a set-up: there is nothing to keep. */
static void on_alarm(int signal_number)
{
    static const char text[] = "eagre: stopped in the set-up, at the end of the wall time, without a "
                               "checkpoint: run it again, with more time\n";
    eg_run *run = asked;
    (void)signal_number;
    if (run)
        eg_run_ask(run, EG_WISH_STOP);
    else if (write(STDERR_FILENO, text, sizeof text - 1) >= 0)
        _exit(eg_status_exit_code(EG_UNFINISHED));
}

void cli_walltime_begin(double seconds)
{
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    struct itimerval timer = {.it_value = {.tv_sec = (time_t)fmin(seconds, 1e9)}};
    sigemptyset(&action.sa_mask);
    timer.it_value.tv_usec = (suseconds_t)(1e6 * (seconds - floor(seconds)));
    if (!(seconds > 0) || sigaction(SIGALRM, &action, NULL) != 0)
        return;
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* Whole numbers with colons between them; false for more than `most`, or where a number after the first is
 * above 59. */
static bool parse_fields(const char *text, int most, int field[3], int *count)
{
    for (*count = 0; *count < most; text++) {
        size_t digits = strspn(text, "0123456789");
        if (digits < 1 || digits > 9)
            return false;
        field[*count] = (int)strtol(text, NULL, 10);
        if (++*count > 1 && field[*count - 1] > 59)
            return false;
        text += digits;
        if (*text != ':')
            return *text == 0;
    }
    return false;
}

/* As Slurm writes them: MM:SS, HH:MM:SS, D-HH:MM, D-HH:MM:SS. */
static bool parse_clock(const char *text, double *seconds)
{
    int field[3], count, days = 0;
    size_t digits = strspn(text, "0123456789");
    bool with_days = digits > 0 && digits < 10 && text[digits] == '-';
    if (with_days) {
        days = (int)strtol(text, NULL, 10);
        text += digits + 1;
    }
    if (!parse_fields(text, 3, field, &count) || count < 2)
        return false;
    double unit = with_days || count == 3 ? 3600 : 60;
    *seconds = days * 86400.0;
    for (int i = 0; i < count; i++, unit /= 60)
        *seconds += field[i] * unit;
    return true;
}

bool cli_walltime_parse(const char *text, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"", 1}, {"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};
    char number[64] = "";
    double value;
    if (strchr(text, ':'))
        return parse_clock(text, seconds) && *seconds > 0;
    size_t length = strspn(text, "0123456789.eE+");
    if (length >= sizeof number)
        return false;
    memcpy(number, text, length);
    if (!eg_read_number(number, &value) || !(value > 0) || value > 1e12)
        return false;
    const char *unit = text + length + strspn(text + length, " ");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(unit, units[i].name) == 0) {
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
