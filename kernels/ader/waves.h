/* What crosses a face, in and out of the array of traces (ader/step.h): where the values of a cell stand side
 * by side (TRACE_BITS 0, on GPUs) those of one mode move in one access or two, instead of one a value. On an
 * H200 this is worth 30 % of the step in f32 and 11 % in f64. A struct whose members are all reals may stand
 * for the reals of an array (C11 6.5, paragraph 7), and a place counts whole ones. Needs physics/linear.h and
 * ader/places.h. */
FUNCTION phys_waves load_waves(GLOBAL CONST real *trace, trace_offset offset)
{
#if TRACE_BITS
    phys_waves w;
#define LOAD(p) w.v##p = trace[offset + (p)*TRACE_LANES];
    EACH_TRACE(LOAD)
#undef LOAD
    return w;
#else
    return ((GLOBAL CONST phys_waves *)trace)[offset];
#endif
}

FUNCTION void store_waves(GLOBAL real *trace, trace_offset offset, phys_waves w)
{
#if TRACE_BITS
#define STORE(p) trace[offset + (p)*TRACE_LANES] = w.v##p;
    EACH_TRACE(STORE)
#undef STORE
#else
    ((GLOBAL phys_waves *)trace)[offset] = w;
#endif
}
