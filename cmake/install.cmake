# What `cmake --install` puts where: command, libraries, headers, files of pkg-config and CMake, manual page. These
# files find their prefix from where they lie, so that --prefix may be chosen at install time.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(TARGET eagre)
  # For tools/bundle: the command finds libraries in a folder lib beside its own, and so do these
  # libraries (DT_RPATH is inherited, DT_RUNPATH is not). LD_LIBRARY_PATH would do that too, but would
  # reach the compiler that the command starts.
  set_target_properties(eagre PROPERTIES BUILD_RPATH "$ORIGIN/../lib")
  target_link_options(eagre PRIVATE -Wl,--disable-new-dtags)
  install(TARGETS eagre RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/man/eagre-run.1
    COMMAND ${CMAKE_SOURCE_DIR}/tools/manual-pages $<TARGET_FILE:eagre> ${CMAKE_BINARY_DIR}/man
    DEPENDS eagre ${CMAKE_SOURCE_DIR}/tools/manual-pages VERBATIM)
  add_custom_target(manual ALL DEPENDS ${CMAKE_BINARY_DIR}/man/eagre-run.1)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(TARGETS eagre-static eagre-shared
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/eagre DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.h)
install(FILES docs/eagre.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES tools/eagre-completion.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME eagre)
install(FILES tools/eagre-completion.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME eagre.fish)
install(FILES tools/eagre-completion.zsh
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _eagre)

file(RELATIVE_PATH EAGRE_PKGCONFIG_TO_PREFIX /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REPLACE ";" " " EAGRE_PKGCONFIG_MPI "${MPI_C_LIBRARIES}")
if(P4EST_FOUND)
  set(EAGRE_PKGCONFIG_P4EST "${P4EST_LIBRARY} ${P4EST_SC_LIBRARY}")
endif()
if(OpenMP_C_FOUND AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  set(EAGRE_PKGCONFIG_OPENMP -lgomp)
elseif(OpenMP_C_FOUND) # the library of clang lies in a folder of its own
  string(REPLACE ";" " " EAGRE_PKGCONFIG_OPENMP "${OpenMP_C_LIBRARIES}")
endif()
configure_file(cmake/eagre.pc.in ${CMAKE_BINARY_DIR}/eagre.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/eagre.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(cmake/eagre-config.cmake.in ${CMAKE_BINARY_DIR}/eagre-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/eagre NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/eagre-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/eagre-config.cmake ${CMAKE_BINARY_DIR}/eagre-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/eagre)
