# How long tests take that take long, so that ctest begins with them: seconds of one core with no kernel compiled before, as
# measured on an AMD EPYC. Of the others ctest knows what they took the last time.
set(COSTS
  cli/combinations 150
  cli/examples 55
  kernel/contract_dg 55
  mpi/verdicts 45
  unit/failing 45
  kernel/sem_schwarz 44
  fail/elliptic 41
  mpi/adapt 41
  unit/forest 38
  mpi/work 37
  cli/forest-mortars 35
  kernel/contract_ader 35
  cli/verdicts-between 34
  cli/cli-same-bits 33
  kernel/maxima 33
  verify/forests 33
  verify/multigrid 32
  mpi/shots 31
  mpi/waves-forest 31
  cli/forest 30
  cli/resume 30
  kernel/compile_cuda 30
  kernel/contract_deg 30
  kernel/sem_devices 30
  mpi/resume 29
  verify/monai 29
  verify/outlets 29
  cli/atmosphere-adapt 28
  cli/shots 28
  cli/terrain 28
  mpi/multigrid 28
  mpi/shallow-water 28
  cli/memory 27
  mpi/snapshots 27
  cli/forest-adapt 26
  unit/device 26
  cli/compilers 25
  kernel/compile_opencl 25
  mpi/failures 25
  cli/forest-storage 24
  cli/stopping-solves 24
  kernel/sections 24
  mpi/elliptic 24
  verify/floodplains 24
  kernel/sem_pmg 23
  torture/tools 23
  verify/atmosphere 23
  cli/rain-rasters 22
  cli/verdicts-waves 22
  unit/snapshot_hexes 22
  verify/second-order 22
  cli/resume-heat 21
  kernel/compile_host 21
  kernel/deg_leaves 21
  kernel/dg_adapt 21
  mpi/atmosphere 21
  torture/ranks 21
  torture/run 21
  verify/waves-convergence 21
  verify/waves-interface 21
  verify/waves-limiter 21
  kernel/rest 20
  fail/waves-plausible 19
  kernel/ader_variable 19
  kernel/contract_fv 19
  mpi/bench 19
  mpi/waves 19
  unit/device_program 19
  fail/water 18
  kernel/deg_adapt 18
  kernel/linear_devices 18
  mpi/contract 18
  unit/device_bits 18
  verify/steady 18
  cli/run 17
  kernel/compile_checked 17
  kernel/sem_operator 17
  mpi/bisected 17
  unit/checkpoint_damage 17
  unit/tools 17
  verify/atmosphere-limiter 17
  verify/waves-rayleigh 17
  cli/verdicts-water 16
  fail/inputs 16
  fail/run 16
  kernel/deg_bounds 16
  kernel/geometric 16
  kernel/sem_solutions 16
  mpi/forest 16
  mpi/heat 16
  verify/disturbed 16
  verify/rest 16
  verify/schwarz 16
  kernel/amg 15
  kernel/sem_reaction 15
  unit/device_cache 15
  verify/bump 15
  verify/film 15
  verify/forest-sources 15
  verify/waves-balance 15
  kernel/ader_green 14
  mpi/spread 14
  unit/hexes_errors 14
  unit/hexes_gmsh 14
  verify/preconditioners 14
  cli/early-writes 13
  cli/initial-from 13
  cli/stopping 13
  fail/waves 13
  kernel/dg_sources 13
  mpi/pairs 13
  torture/checkpoint 13
  unit/bisected 13
  verify/rain 13
  cli/bundle 12
  cli/check-json 12
  cli/verdicts-records 12
  fail/limiter-air 12
  kernel/ader_medium 12
  torture/memory 12
  cli/commands 11
  cli/same-bits-elliptic 11
  cli/stopping-steps 11
  fail/atmosphere 11
  kernel/ader 11
  verify/elliptic 11
  verify/thacker 11
  cli/report-page 10
  cli/resume-inputs 10
  kernel/ader_sources 10
  kernel/deg 10
  mpi/two-by-two 10
  verify/forests-sh 10
  verify/linear-friction 10
  verify/waves-love 10
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
