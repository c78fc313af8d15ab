# Installing: both libraries, the headers, the program with its manual page and completion, and what pkg-config and CMake
# need to find them.

include(CMakePackageConfigHelpers)

# Link flags by name rather than by the path that was found here; for the static library only.
set(NH_PRIVATE_LIBS "")
foreach(library ${NH_LIBRARIES})
    get_filename_component(name ${library} NAME_WE)
    string(REGEX REPLACE "^lib" "" name ${name})
    string(APPEND NH_PRIVATE_LIBS " -l${name}")
endforeach()

# From the folder of the .pc file up to the prefix, so that what is installed may be moved.
file(RELATIVE_PATH NH_PC_TO_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" NH_PC_TO_PREFIX "${NH_PC_TO_PREFIX}")
configure_file(cmake/nonholo.pc.in nonholo.pc @ONLY)
configure_package_config_file(cmake/nonholo-config.cmake.in nonholo-config.cmake
    INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nonholo)
write_basic_package_version_file(nonholo-config-version.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS nonholo EXPORT nonholo-targets)
# nonholo_static links the libraries underneath privately: their interface target is exported with it
install(TARGETS nonholo_static nonholo_libraries EXPORT nonholo-targets)
install(TARGETS nonholo_cli)
install(DIRECTORY include/nonholo DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT nonholo-targets NAMESPACE nonholo:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nonholo)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/nonholo.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/nonholo-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/nonholo-config-version.cmake
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/nonholo)

install(FILES docs/man/nonholo.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES completion/nonholo.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME nonholo)
install(FILES completion/_nonholo DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
