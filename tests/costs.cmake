# How long tests take that take long, so that ctest begins with them: seconds of one core with no kernel compiled before, as
# measured on an AMD EPYC. Of the others ctest knows what they took the last time.
set(COSTS
  cli/combinations 189
  cli/examples 88
  kernel/compile_opencl 83
  kernel/contract_dg 70
  cli/cli-same-bits 65
  cli/resume 57
  kernel/sem_devices 54
  cli/resume-heat 53
  cli/compilers 51
  kernel/compile_cuda 51
  verify/forests 50
  cli/atmosphere-adapt 49
  cli/memory 47
  kernel/contract_ader 46
  kernel/sem_schwarz 46
  mpi/multigrid 45
  cli/forest-storage 44
  mpi/shallow-water 44
  verify/monai 43
  mpi/adapt 40
  cli/forest-adapt 39
  mpi/contract 38
  mpi/resume 38
  mpi/verdicts 37
  kernel/maxima 36
  mpi/waves-forest 36
  cli/forest 35
  mpi/elliptic 35
  cli/run 34
  cli/same-bits-elliptic 34
  cli/shots 34
  kernel/ader_variable 33
  mpi/heat 33
  torture/run 33
  kernel/compile_checked 32
  verify/waves-interface 32
  cli/verdicts-between 30
  cli/verdicts-heat 30
  cli/verdicts-waves 30
  cli/verdicts-water 29
  mpi/work 29
  cli/terrain 27
  verify/forests-sh 27
  cli/verdicts-records 26
  verify/floodplains 26
  kernel/sem_reaction 25
  verify/atmosphere 25
  kernel/contract_deg 24
  torture/tools 24
  verify/rain 24
  verify/film 23
  cli/rain-rasters 22
  kernel/ader_green 22
  kernel/deg_leaves 22
  kernel/dg_sources 22
  kernel/rest 22
  kernel/sem_solutions 22
  mpi/failures 22
  mpi/solutes 22
  mpi/snapshots 22
  mpi/waves 22
  verify/forest-sources 22
  cli/initial-from 21
  kernel/ader_medium 21
  kernel/sem_operator 21
  verify/atmosphere-limiter 21
  kernel/dg_adapt 20
  verify/disturbed 20
  verify/waves-rayleigh 20
  verify/waves-layers 12
  cli/stopping-solves 19
  kernel/deg_bounds 19
  kernel/sections 19
  kernel/contract_fv 18
  mpi/bisected 18
  torture/memory 18
  verify/waves-balance 18
  cli/check-json 17
  kernel/compile_host 17
  kernel/linear_devices 17
  kernel/sem_pmg 17
  mpi/forest 17
  torture/ranks 17
  verify/second-order 17
  verify/steady 17
  verify/waves-convergence 17
  cli/forest-mortars 16
  cli/python 16
  mpi/atmosphere 16
  cli/error-estimate 15
  kernel/dg_pml 15
  kernel/sem_metric 15
  verify/bump 15
  verify/pulses 15
  verify/outlets 15
  mpi/pairs 14
  mpi/spread 14
  verify/elliptic 14
  verify/preconditioners 14
  verify/rest 14
  verify/waves-limiter 14
  cli/bundle 13
  torture/checkpoint 13
  verify/linear-friction 13
  verify/solutes 25
  kernel/deg 12
  mpi/shots 12
  cli/bundle-ranks 11
  cli/check-format 11
  cli/early-writes 11
  cli/profile 11
  cli/report-page 11
  cli/sections 11
  cli/stopping 11
  cli/verdicts 11
  fail/waves 11
  kernel/ader_sources 11
  kernel/deg_adapt 11
  kernel/sem_mixed 11
  verify/inlet 11
  verify/waves-love 11
  verify/waves-sources 11
  cli/cell-orders 10
  cli/commands 10
  kernel/geometric 10
  mpi/two-by-two 10
  verify/boundaries-in-time 10
  verify/maxima 10
  verify/thacker 10
)
# cli/combinations has jobs of its own. Tests whose ranks or threads measure each other run alone on two processors, for which
# `make test` takes three tests at once. Ranks of the others give way while they wait (tests/mpi/lib.bash) and leave room for a test
# beside them.
set(PROCESSORS_2 "^cli/combinations$")
set(PROCESSORS_3 "^mpi/(bench|threads)$")

# Sets the variables `cost` and `processors` of the caller for the test NAME.
function(cost_of name cost processors)
  set(${cost} 0 PARENT_SCOPE)
  set(${processors} 1 PARENT_SCOPE)
  list(FIND COSTS ${name} at)
  if(NOT at EQUAL -1)
    math(EXPR at "${at} + 1")
    list(GET COSTS ${at} seconds)
    set(${cost} ${seconds} PARENT_SCOPE)
  endif()
  foreach(count 2 3)
    if(name MATCHES "${PROCESSORS_${count}}")
      set(${processors} ${count} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()
