# For find_package(seajay): the targets seajay::seajay, the shared library, and seajay::static.
# Lies in PREFIX/share/cmake/seajay, and finds the rest from there, wherever PREFIX has gone; or else
# where `make install` was told to put it.

get_filename_component(_seajay_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(_seajay_where
    HINTS "${_seajay_prefix}" "@LIBDIR@"
    PATH_SUFFIXES "lib/${CMAKE_LIBRARY_ARCHITECTURE}" lib lib64
    NO_DEFAULT_PATH)
find_path(seajay_INCLUDE_DIR seajay.h HINTS "${_seajay_prefix}/include" "@INCLUDEDIR@" NO_DEFAULT_PATH)
find_library(seajay_SHARED_LIBRARY "${CMAKE_SHARED_LIBRARY_PREFIX}seajay${CMAKE_SHARED_LIBRARY_SUFFIX}"
    ${_seajay_where})
find_library(seajay_STATIC_LIBRARY "${CMAKE_STATIC_LIBRARY_PREFIX}seajay${CMAKE_STATIC_LIBRARY_SUFFIX}"
    ${_seajay_where})
mark_as_advanced(seajay_INCLUDE_DIR seajay_SHARED_LIBRARY seajay_STATIC_LIBRARY)

if(NOT seajay_INCLUDE_DIR OR NOT (seajay_SHARED_LIBRARY OR seajay_STATIC_LIBRARY))
    set(seajay_FOUND FALSE)
    set(seajay_NOT_FOUND_MESSAGE "There are no headers or no libraries of seajay in ${_seajay_prefix}, nor where they were installed.")
    return()
endif()

if(seajay_SHARED_LIBRARY AND NOT TARGET seajay::seajay)
    add_library(seajay::seajay SHARED IMPORTED)
    set_target_properties(seajay::seajay PROPERTIES
        IMPORTED_LOCATION "${seajay_SHARED_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${seajay_INCLUDE_DIR}")
endif()

if(seajay_STATIC_LIBRARY AND NOT TARGET seajay::static)
    include(CMakeFindDependencyMacro)
    find_dependency(Threads)
    add_library(seajay::static STATIC IMPORTED)
    set_target_properties(seajay::static PROPERTIES
        IMPORTED_LOCATION "${seajay_STATIC_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${seajay_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES "Threads::Threads;m;${CMAKE_DL_LIBS}")
endif()
