# Builds and installs the C libraries, headers, and files for pkg-config and CMake:
#
#     make && sudo make install
#     make install PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu DESTDIR=/tmp/package
#
# For Linux and other systems with ELF. Everything else is cargo's: see README.md.

PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib
INCLUDEDIR = $(PREFIX)/include
CMAKEDIR = $(PREFIX)/share/cmake/seajay
DESTDIR =

CARGO = cargo
INSTALL = install
LD = ld
OBJCOPY = objcopy
AR = ar

VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p;/^\[lib/q' Cargo.toml)
# What programs depend on: the major version, before 1.0 the minor one too.
SOVERSION := $(shell echo $(VERSION) | sed 's/^\(0\.[0-9]*\)\..*/\1/;t;s/\..*//')

# Apart from cargo's own builds, whose library has another SONAME.
BUILD = target/install
SHARED = $(BUILD)/release/libseajay.so
STATIC = $(BUILD)/libseajay.a

# What the libraries are made of: whoever installs what is made, as with sudo, needs no cargo.
SOURCES := Makefile Cargo.toml Cargo.lock build.rs $(shell find src nets -type f)
# Tells installed files where they are.
PLACE = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
    -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|'

# One kind of library at a time: cargo drops link-time optimisation where it makes several.
BUILD_LIBRARY = $(CARGO) rustc --quiet --release --lib --features capi --target-dir $(BUILD)

.PHONY: all install uninstall clean

all:
	$(BUILD_LIBRARY) --crate-type cdylib -- -C link-arg=-Wl,-soname,libseajay.so.$(SOVERSION)
	$(BUILD_LIBRARY) --crate-type staticlib
# Rust's standard library is inside. Only what the header declares shall be seen, so that two
# libraries in Rust do not collide in one program. The bitcode in it is of no use to anyone.
	$(LD) -r --force-group-allocation --whole-archive $(BUILD)/release/libseajay.a -o $(BUILD)/seajay.o
	$(OBJCOPY) --wildcard --keep-global-symbol='seajay_*' --strip-debug \
	    --remove-section=.llvmbc --remove-section=.llvmcmd $(BUILD)/seajay.o
	rm -f $(STATIC)
	$(AR) rcs $(STATIC) $(BUILD)/seajay.o

# What `install` needs, both libraries, is made where it is missing or older than its sources.
$(STATIC): $(SOURCES)
	$(MAKE) all

install: $(STATIC)
	$(INSTALL) -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(INCLUDEDIR)' '$(DESTDIR)$(CMAKEDIR)'
	$(INSTALL) -m 755 $(SHARED) '$(DESTDIR)$(LIBDIR)/libseajay.so.$(VERSION)'
	ln -sf libseajay.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/libseajay.so.$(SOVERSION)'
	ln -sf libseajay.so.$(SOVERSION) '$(DESTDIR)$(LIBDIR)/libseajay.so'
	$(INSTALL) -m 644 $(STATIC) '$(DESTDIR)$(LIBDIR)'
	$(PLACE) cmake/seajay.pc.in | \
	    $(INSTALL) -m 644 /dev/stdin '$(DESTDIR)$(LIBDIR)/pkgconfig/seajay.pc'
	$(INSTALL) -m 644 include/seajay.h include/seajay.hpp '$(DESTDIR)$(INCLUDEDIR)'
	$(PLACE) cmake/seajay-config.cmake | \
	    $(INSTALL) -m 644 /dev/stdin '$(DESTDIR)$(CMAKEDIR)/seajay-config.cmake'
	$(INSTALL) -m 644 cmake/seajay-config-version.cmake '$(DESTDIR)$(CMAKEDIR)'

uninstall:
	rm -f '$(DESTDIR)$(LIBDIR)/libseajay.a' '$(DESTDIR)$(LIBDIR)'/libseajay.so*
	rm -f '$(DESTDIR)$(LIBDIR)/pkgconfig/seajay.pc'
	rm -f '$(DESTDIR)$(INCLUDEDIR)/seajay.h' '$(DESTDIR)$(INCLUDEDIR)/seajay.hpp'
	rm -f '$(DESTDIR)$(CMAKEDIR)'/seajay-config*.cmake
	-rmdir '$(DESTDIR)$(CMAKEDIR)'

clean:
	rm -rf $(BUILD)
