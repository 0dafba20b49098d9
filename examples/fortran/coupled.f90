! Using the library from Fortran: steps a case, and lets it rain by hand, 1 mm on every cell at each of ten stops.
!
! Build: gfortran coupled.f90 -o coupled $(pkg-config --libs eagre)
! Run:   ./coupled ../dam-break/case.yaml
module eagre
    use, intrinsic :: iso_c_binding
    implicit none

    ! eg_run_options of eagre/run.h: its size, and of the rest zero means default
    type, bind(c) :: eg_run_options
        integer(c_size_t) :: size = 0
        type(c_ptr) :: case_file = c_null_ptr
        type(c_ptr) :: settings = c_null_ptr
        integer(c_int) :: setting_count = 0
        type(c_ptr) :: output = c_null_ptr
        logical(c_bool) :: force = .false._c_bool
        logical(c_bool) :: overcommit = .false._c_bool
        type(c_ptr) :: device = c_null_ptr
        integer(c_int) :: lanes = 0
        real(c_double) :: share = 0
        logical(c_bool) :: measure = .false._c_bool
        logical(c_bool) :: profile = .false._c_bool
        logical(c_bool) :: strict = .false._c_bool
        real(c_double) :: walltime = 0
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: progress_user = c_null_ptr
    end type

    ! eg_state_shape of eagre/state.h
    type, bind(c) :: eg_state_shape
        integer(c_int64_t) :: cells
        integer(c_int) :: values, variables, degree, bytes
    end type

    interface
        integer(c_int) function eg_context_create(options, context) bind(c)
            import
            type(c_ptr), value :: options
            type(c_ptr) :: context
        end function
        subroutine eg_context_destroy(context) bind(c)
            import
            type(c_ptr) :: context
        end subroutine
        type(c_ptr) function eg_context_error(context) bind(c)
            import
            type(c_ptr), value :: context
        end function
        integer(c_int) function eg_status_exit_code(status) bind(c)
            import
            integer(c_int), value :: status
        end function
        integer(c_int) function eg_run_create(context, options, run) bind(c)
            import
            type(c_ptr), value :: context
            type(eg_run_options) :: options
            type(c_ptr) :: run
        end function
        subroutine eg_run_destroy(run) bind(c)
            import
            type(c_ptr) :: run
        end subroutine
        integer(c_int) function eg_run_advance(run, time) bind(c)
            import
            type(c_ptr), value :: run
            real(c_double), value :: time
        end function
        real(c_double) function eg_run_time(run) bind(c)
            import
            type(c_ptr), value :: run
        end function
        integer(c_int) function eg_run_state_shape(run, shape) bind(c)
            import
            type(c_ptr), value :: run
            type(eg_state_shape) :: shape
        end function
        integer(c_int) function eg_run_read_state_rows(run, state, room) bind(c)
            import
            type(c_ptr), value :: run
            real(c_double) :: state(*)
            integer(c_int64_t), value :: room
        end function
        integer(c_int) function eg_run_write_state_rows(run, state, bytes) bind(c)
            import
            type(c_ptr), value :: run
            real(c_double) :: state(*)
            integer(c_int64_t), value :: bytes
        end function
    end interface
end module

program coupled
    use eagre
    implicit none
    integer, parameter :: stops = 10
    real(c_double), parameter :: end = 1, rain = 1e-3_c_double ! s; m
    type(c_ptr) :: context, run
    type(eg_run_options) :: options
    type(eg_state_shape) :: shape
    character(len=1024) :: argument
    character(kind=c_char), allocatable, target :: path(:)
    real(c_double), allocatable :: state(:, :)
    integer :: i

    if (command_argument_count() < 1) error stop 'usage: coupled CASE'
    call get_command_argument(1, argument)
    allocate (path(len_trim(argument) + 1))
    do i = 1, len_trim(argument)
        path(i) = argument(i:i)
    end do
    path(size(path)) = c_null_char
    if (eg_context_create(c_null_ptr, context) /= 0) error stop 'no memory'
    options%size = c_sizeof(options)
    options%case_file = c_loc(path)
    call check(eg_run_create(context, options, run))
    call check(eg_run_state_shape(run, shape))
    if (shape%bytes /= 8 .or. shape%values /= 3) error stop 'a case of shallow water in f64, please'
    allocate (state(shape%values, shape%cells)) ! a row of C is a column here: depth, velocity x, y
    do i = 1, stops
        call check(eg_run_advance(run, end * i / stops))
        call check(eg_run_read_state_rows(run, state, size(state, kind=c_int64_t) * 8))
        print '(f8.3, a, f10.6, a)', eg_run_time(run), ' s', sum(state(1, :)) / shape%cells, ' m of water on the mean'
        state(1, :) = state(1, :) + rain
        call check(eg_run_write_state_rows(run, state, size(state, kind=c_int64_t) * 8))
    end do
    call eg_run_destroy(run)
    call eg_context_destroy(context)

contains

    subroutine check(status)
        integer(c_int), intent(in) :: status
        if (status == 0) return
        call tell(eg_context_error(context))
        stop eg_status_exit_code(status)
    end subroutine

    subroutine tell(text)
        type(c_ptr), intent(in) :: text
        character(kind=c_char), pointer :: letter(:)
        integer :: k
        call c_f_pointer(text, letter, [4096])
        do k = 1, size(letter)
            if (letter(k) == c_null_char) exit
            write (*, '(a)', advance='no') letter(k)
        end do
        print *
    end subroutine
end program
