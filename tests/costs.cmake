# How long tests take that take long, so that ctest begins with them: seconds of one core with no kernel compiled before, as
# measured on an AMD EPYC. Of the others ctest knows what they took the last time.
set(COSTS
  cli/forest-adapt 26
  cli/resume-inputs 11
  cli/early-writes 15
  cli/forest-mortars 45
  cli/mesh-gmsh 7
  cli/stopping-steps 12
  cli/bundle-ranks 9
  cli/verdicts-waves 20
  cli/verdicts-resolved 8
  cli/verdicts-water 16
  cli/verdicts-records 11
  cli/verdicts-heat 6
  mpi/contract 23
  mpi/work 38
  mpi/failures 24
  mpi/snapshots 25
  mpi/forest 14
  mpi/heat 11
  mpi/atmosphere 20
  mpi/waves-forest 28
  mpi/shots 30
  mpi/adapt 36
  mpi/bisected 14
  kernel/dg_sources 12
  cli/forest-storage 22
  kernel/deg_imex 8
  kernel/dg_adapt 17
  kernel/dg_curved 4
  kernel/sem_devices 24
  kernel/compile_opencl 24
  kernel/contract_dg 60
  kernel/contract_ader 45
  kernel/contract_deg 25
  kernel/contract_fv 15
  kernel/ader 12
  kernel/ader_bounds 10
  kernel/ader_medium 10
  mpi/multigrid 27
  mpi/waves 19
  kernel/shallow_water 6
  kernel/maxima 33
  kernel/ader_variable 12
  cli/cli-same-bits 40
  cli/resume 32
  kernel/sem_schwarz 31
  cli/compilers 30
  verify/multigrid 27
  mpi/elliptic 20
  verify/monai 28
  cli/examples 50
  kernel/dg_pml 8
  kernel/deg_evolution 8
  kernel/dg 10
  kernel/deg 10
  kernel/deg_bounds 15
  cli/forest 30
  kernel/ader_sources 10
  mpi/bench 22
  cli/resume-heat 20
  cli/stopping-solves 25
  kernel/sem_pmg 18
  cli/run 18
  kernel/geometric 17
  unit/device_bits 16
  verify/waves-interface 16
  verify/forests 25
  verify/waves-balance 16
  verify/waves-limiter 25
  verify/atmosphere-limiter 18
  mpi/waves-limiter 8
  mpi/atmosphere-limiter 8
  kernel/sem_operator 16
  cli/memory 24
  kernel/compile_cuda 30
  cli/combinations 200
  kernel/amg 15
  verify/preconditioners 15
  verify/schwarz 20
  verify/rest 15
  verify/disturbed 14
  verify/hollows 7
  fail/water 12
  fail/waves-plausible 15
  cli/resume-inputs 10
  verify/boundaries-in-time 10
  verify/forest-sources 13
  mpi/spread 15
  fail/medium-jumps 5
  cli/forest-spread 10
  mpi/resume 30
  unit/device 15
  mpi/shallow-water 28
  kernel/compile_checked 15
  torture/run 14
  kernel/linear_devices 14
  kernel/sem_reaction 13
  mpi/pairs 13
  unit/failing 8
  torture/memory 11
  kernel/ader_green 13
  verify/thacker 11
  cli/same-bits-elliptic 11
  kernel/sem_solutions 11
  verify/film 11
)
# Tests whose ranks or threads measure each other. Ranks of the others give way while they wait (tests/mpi/lib.bash) and leave room
# for a test beside them.
set(PROCESSORS_2 "^mpi/(bench|threads)$|^cli/combinations$")

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
  if(name MATCHES "${PROCESSORS_2}")
    set(${processors} 2 PARENT_SCOPE)
  endif()
endfunction()
