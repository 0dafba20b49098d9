# How long tests take that take long, so that ctest begins with them: seconds of one core with no kernel compiled before, as
# measured on an AMD EPYC. Of the others ctest knows what they took the last time.
set(COSTS
)
# Tests of several ranks or threads that compute at once.
set(PROCESSORS_2 "^mpi/|^torture/ranks$")

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
