/* Preloaded by the tests of many ranks (lib.bash): a rank that waits sleeps. Open MPI asks for messages again
 * and again and yields in between (mpi_yield_when_idle), which takes a processor all the same where there are
 * fewer of them than ranks. */
#include <sched.h>
#include <time.h>

int sched_yield(void)
{
    const struct timespec pause = {.tv_nsec = 100 * 1000};
    nanosleep(&pause, NULL);
    return 0;
}
