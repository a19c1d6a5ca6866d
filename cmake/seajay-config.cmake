# For find_package(seajay): the targets seajay::seajay, the shared library, and seajay::static (not on
# Windows). Lies in PREFIX/share/cmake/seajay, and finds the rest from there, wherever PREFIX has gone; or
# else where `make install` was told to put it.

get_filename_component(_seajay_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

# Only there, also when the compiler is for another system.
set(_seajay_where NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
find_path(seajay_INCLUDE_DIR seajay.h
    HINTS "${_seajay_prefix}/include" "@INCLUDEDIR@" ${_seajay_where})
if(WIN32)
    # The DLL lies beside the programs; linkers read a library in lib that lists its functions.
    find_file(seajay_SHARED_LIBRARY seajay.dll HINTS "${_seajay_prefix}/bin" ${_seajay_where})
else()
    list(APPEND _seajay_where PATH_SUFFIXES "lib/${CMAKE_LIBRARY_ARCHITECTURE}" lib lib64)
    find_library(seajay_SHARED_LIBRARY "${CMAKE_SHARED_LIBRARY_PREFIX}seajay${CMAKE_SHARED_LIBRARY_SUFFIX}"
        HINTS "${_seajay_prefix}" "@LIBDIR@" ${_seajay_where})
    find_library(seajay_STATIC_LIBRARY "${CMAKE_STATIC_LIBRARY_PREFIX}seajay${CMAKE_STATIC_LIBRARY_SUFFIX}"
        HINTS "${_seajay_prefix}" "@LIBDIR@" ${_seajay_where})
endif()
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
    if(MSVC)
        set_target_properties(seajay::seajay PROPERTIES IMPORTED_IMPLIB "${_seajay_prefix}/lib/seajay.lib")
    elseif(WIN32)
        set_target_properties(seajay::seajay PROPERTIES IMPORTED_IMPLIB "${_seajay_prefix}/lib/libseajay.dll.a")
    endif()
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
