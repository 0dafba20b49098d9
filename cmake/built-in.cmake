# Programs of the host without choices, compiled with the library: file, processor, precision, LANES, ITEMS, constants. A row ANY
# is little work and serves each processor with AVX2; AVX2 and AVX512 are as a run compiles them for such processors.
set(EAGRE_BUILT_IN
  "time/control.c ANY f64 1 1"
  "time/control.c ANY f32 1 1"
  "field/sum.c ANY f64 1 1"
  "field/sum.c ANY f32 1 1"
  "field/halo.c ANY f64 1 1"
  "field/halo.c ANY f32 1 1"
  "sem/lists.c ANY f64 1 1"
  "sem/row_sums.c ANY f64 1 1"
  "sem/row_sums.c ANY f32 1 1"
  "fv/rest.c ANY f64 1 1"
  "fv/rest.c ANY f32 1 1"
  "fv/balance.c ANY f64 1 1 STATE_BITS=3 LANE_BITS=3"
  "fv/balance.c ANY f64 1 1 STATE_BITS=4 LANE_BITS=4"
  "fv/balance.c ANY f32 1 1 STATE_BITS=4 LANE_BITS=4"
  "fv/balance.c ANY f32 1 1 STATE_BITS=5 LANE_BITS=5"
  "device/measure.c AVX2 f64 8 512 ROWS=64"
  "device/measure.c AVX2 f64 8 1 ROWS=64"
  "device/measure.c AVX2 f32 16 1 ROWS=64"
  "device/measure.c AVX512 f64 16 512 ROWS=64"
  "device/measure.c AVX512 f64 16 1 ROWS=64"
  "device/measure.c AVX512 f32 32 1 ROWS=64"
  "sem/vertices.c AVX2 f64 8 8"
  "sem/vertices.c AVX512 f64 8 8"
  "sem/metric.c AVX2 f64 4 1"
  "sem/metric.c AVX2 f32 8 1"
  "sem/metric.c AVX512 f64 8 1"
  "sem/metric.c AVX512 f32 16 1")
foreach(processor AVX2 AVX512)
  foreach(precision f64 f32)
    list(APPEND EAGRE_BUILT_IN
      "sem/gather.c ${processor} ${precision} 1 1 DIAGONAL=0 THREADS=256"
      "sem/gather.c ${processor} ${precision} 1 1 DIAGONAL=1 THREADS=256"
      "linear/pcg.c ${processor} ${precision} 1 1 PRECONDITIONER=1"
      "linear/pcg.c ${processor} ${precision} 1 1 PRECONDITIONER=2")
  endforeach()
endforeach()

# As src/device/host/compile.c has them.
set(EAGRE_BUILT_IN_FLAGS -w -O3 -mavx2 -mfma -fno-fast-math)
set(EAGRE_BUILT_IN_FLAGS_AVX512 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd -mprefer-vector-width=512 -mtune=skylake-avx512)

# A sanitizer would look into the kernels, which it does not where a run compiles them; there, and where the processor or OpenMP
# is another, a run compiles all.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" OR NOT OpenMP_C_FOUND OR EAGRE_SANITIZE OR EAGRE_THREAD_SANITIZE OR EAGRE_FUZZ)
  set(EAGRE_BUILT_IN "")
endif()

file(GLOB_RECURSE base ${CMAKE_SOURCE_DIR}/src/base/*.c)
add_executable(eagre-precompile EXCLUDE_FROM_ALL tools/precompile.c ${base} src/device/assemble.c src/device/source.c src/device/scan.c
  src/device/host/launchers.c ${CMAKE_BINARY_DIR}/embedded_kernels.c)
target_include_directories(eagre-precompile PRIVATE include src)
target_compile_options(eagre-precompile PRIVATE "SHELL:-iquote ${CMAKE_SOURCE_DIR}/kernels")
target_link_libraries(eagre-precompile PRIVATE PkgConfig::XXHASH Threads::Threads m)
if(OpenMP_C_FOUND)
  target_link_libraries(eagre-precompile PRIVATE OpenMP::OpenMP_C)
endif()

set(folder ${CMAKE_BINARY_DIR}/built-in)
file(MAKE_DIRECTORY ${folder})
set(EAGRE_BUILT_IN_SOURCES ${folder}/programs.c)
set(declared "")
set(listed "")
set(number 0)
foreach(row ${EAGRE_BUILT_IN})
  separate_arguments(word UNIX_COMMAND "${row}")
  list(GET word 0 file)
  list(GET word 1 processor)
  list(GET word 2 precision)
  list(SUBLIST word 3 -1 rest)
  set(symbol eg_built_in_${number})
  math(EXPR number "${number} + 1")
  set(out ${folder}/${symbol}.c)
  add_custom_command(OUTPUT ${out}
    COMMAND eagre-precompile ${out} ${symbol} ${file} ${precision} ${processor} ${rest}
    DEPENDS eagre-precompile VERBATIM)
  set_source_files_properties(${out} PROPERTIES COMPILE_OPTIONS
    "${EAGRE_BUILT_IN_FLAGS};$<$<STREQUAL:${processor},AVX512>:${EAGRE_BUILT_IN_FLAGS_AVX512}>")
  list(APPEND EAGRE_BUILT_IN_SOURCES ${out})
  string(APPEND declared "extern const eg_built_in ${symbol};\n")
  string(APPEND listed "&${symbol}, ")
endforeach()
file(CONFIGURE OUTPUT ${folder}/programs.c @ONLY CONTENT "#include \"device/host/built_in.h\"
@declared@const eg_built_in *const eg_built_in_programs[] = {@listed@0};
")
