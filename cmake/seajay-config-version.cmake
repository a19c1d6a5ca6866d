# Which versions of seajay this one can stand in for.

set(PACKAGE_VERSION 0.4.0)

# Before version 1.0 each minor version may change the interface.
string(REGEX MATCH "^0\\.[0-9]+|^[0-9]+" _seajay_series "${PACKAGE_VERSION}")
string(REGEX MATCH "^0\\.[0-9]+|^[0-9]+" _seajay_wanted "${PACKAGE_FIND_VERSION}")

set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(_seajay_wanted STREQUAL _seajay_series AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
