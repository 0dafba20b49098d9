/* What may be meant, but hardly, as values in other units: the first of it is a verdict, the others are told. */
#include "run/judge/judge.h"

eg_status eg_units_judge(eg_run *run)
{
    int64_t count;
    const eg_doubt *doubt = eg_case_doubts(run->loaded, &count);
    for (int64_t i = 1; i < count && eg_run_is_first(run); i++)
        eg_case_warn(run->loaded, doubt[i].node, "%s", doubt[i].text);
    return count == 0
               ? EG_OK
               : eg_verdict_say(run, doubt->node, "units", doubt->value, doubt->bound, "%s", doubt->text);
}
