# Builds and installs the C libraries, headers, and files for pkg-config and CMake, on Linux and other
# systems with ELF:
#
#     make && sudo make install
#     make install PREFIX=/usr LIBDIR=/usr/lib/x86_64-linux-gnu DESTDIR=/tmp/package
#
# It also names the everyday commands of developers: `make help` lists them.

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
# Its numbers, without the suffix of a candidate, and the first of them, which programs depend on.
NUMBERS := $(firstword $(subst -, ,$(VERSION)))
SOVERSION := $(firstword $(subst ., ,$(VERSION)))

# Separate from cargo's own builds, whose library has another SONAME.
BUILD = target/install
SHARED = $(BUILD)/release/libseajay.so
STATIC = $(BUILD)/libseajay.a

# The sources of the libraries: installing what is already built, as with sudo, needs no cargo.
SOURCES := Makefile Cargo.toml Cargo.lock build.rs $(shell find src nets -type f)
# Tells installed files where they are.
PLACE = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
    -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(NUMBERS)|'

# One kind of library at a time: cargo drops link-time optimisation where it makes several.
KINDS = cdylib staticlib
BUILD_LIBRARY = $(CARGO) rustc --quiet --release --lib --features capi --target-dir $(BUILD)
SONAME = -C link-arg=-Wl,-soname,libseajay.so.$(SOVERSION)

.PHONY: all install uninstall clean
.PHONY: dist help check test lint abi bench uci python web web-test demo gui docs site fuzz-short robustness sanitize clients

all: ## build the C libraries into target/install
	set -e; for kind in $(KINDS); do $(BUILD_LIBRARY) --crate-type $$kind -- $(SONAME); done
# Rust's standard library is inside. Only what the header declares may be visible, so that two
# libraries in Rust do not collide in one program. The bitcode in it is useless.
	$(LD) -r --force-group-allocation --whole-archive $(BUILD)/release/libseajay.a -o $(BUILD)/seajay.o
	$(OBJCOPY) --wildcard --keep-global-symbol='seajay_*' --strip-debug \
	    --remove-section=.llvmbc --remove-section=.llvmcmd $(BUILD)/seajay.o
	rm -f $(STATIC)
	$(AR) rcs $(STATIC) $(BUILD)/seajay.o

# Both libraries, which `install` needs, are made if they are missing or older than their sources.
$(STATIC): $(SOURCES)
	$(MAKE) all

install: $(STATIC) ## install libraries, headers, pkg-config and CMake files
	$(INSTALL) -d '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(INCLUDEDIR)' '$(DESTDIR)$(CMAKEDIR)'
	$(INSTALL) -m 755 $(SHARED) '$(DESTDIR)$(LIBDIR)/libseajay.so.$(NUMBERS)'
	ln -sf libseajay.so.$(NUMBERS) '$(DESTDIR)$(LIBDIR)/libseajay.so.$(SOVERSION)'
	ln -sf libseajay.so.$(SOVERSION) '$(DESTDIR)$(LIBDIR)/libseajay.so'
	$(INSTALL) -m 644 $(STATIC) '$(DESTDIR)$(LIBDIR)'
	$(PLACE) cmake/seajay.pc.in | \
	    $(INSTALL) -m 644 /dev/stdin '$(DESTDIR)$(LIBDIR)/pkgconfig/seajay.pc'
	$(INSTALL) -m 644 include/seajay.h include/seajay.hpp '$(DESTDIR)$(INCLUDEDIR)'
	$(PLACE) cmake/seajay-config.cmake | \
	    $(INSTALL) -m 644 /dev/stdin '$(DESTDIR)$(CMAKEDIR)/seajay-config.cmake'
	$(INSTALL) -m 644 cmake/seajay-config-version.cmake '$(DESTDIR)$(CMAKEDIR)'

uninstall: ## remove what was installed
	rm -f '$(DESTDIR)$(LIBDIR)/libseajay.a' '$(DESTDIR)$(LIBDIR)'/libseajay.so*
	rm -f '$(DESTDIR)$(LIBDIR)/pkgconfig/seajay.pc'
	rm -f '$(DESTDIR)$(INCLUDEDIR)/seajay.h' '$(DESTDIR)$(INCLUDEDIR)/seajay.hpp'
	rm -f '$(DESTDIR)$(CMAKEDIR)'/seajay-config*.cmake
	-rmdir '$(DESTDIR)$(CMAKEDIR)'

dist: ## archives of all platforms, or of TARGET, in dist/
	tools/dist.py $(if $(TARGET),$(TARGET),--all)

clean: ## remove what `make all` built
	rm -rf $(BUILD)

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

check: ## every check, as before a merge
	.ci/run

test: ## all tests except those of the tuning
	.ci/run test

lint: ## format, clippy, and what is made of the C interface
	.ci/run lint

abi: ## write the header and the bindings of the C interface
	$(CARGO) run --quiet --package abi

bench: ## the node count that signs the search, and its speed
	$(CARGO) run --release --example uci -- bench

uci: ## build target/uci, the UCI example as it is measured
	tools/build-uci.sh . target/uci

python: ## build the Python package in target/python, and test it
	.ci/run python

WASM = target/cross/wasm32-unknown-unknown/release/seajay.wasm

$(WASM): $(wildcard $(shell git ls-files src nets build.rs Cargo.toml Cargo.lock))
	tools/cross.sh wasm32-unknown-unknown

web: $(WASM) ## build the npm package in web/dist
	cd web && npm ci --no-audit --no-fund && npm run build

web-test: web ## test the npm package in Node, Chromium and Firefox
	tools/cross.sh wasm32-unknown-unknown fuzz
	cd web && npm test

demo: web ## build the analysis board of web/demo
	cd web && npm run demo
	@echo "Serve it with any static server: python3 -m http.server --directory web/demo/dist"

gui: ## build the board of examples/gui
	$(CARGO) build --release
	cmake -S examples/gui -B target/gui
	cmake --build target/gui --parallel

docs: ## web pages of the Rust and of the C interface
	.ci/run docs
	mkdir -p target && doxygen docs/Doxyfile

site: ## all documents and references as web pages, in target/site
	tools/website.py

fuzz-short: ## a minute of fuzzing for each target
	fuzz/run.sh 60

robustness: ## everything that tries to break the library: hours
	tools/robustness.sh

sanitize: ## the tests with the sanitizers, valgrind and Miri
	tools/sanitize.sh

clients: ## the UCI example in other programs
	tools/clients.py

# The measuring program, with a library built like the installed ones, except for its SONAME.
target/bench/measure: bench/measure.c $(SOURCES)
	$(CARGO) rustc --quiet --release --lib --crate-type cdylib --target-dir target/bench/lib
	$(CC) -std=c99 -O2 -pthread -Iinclude $< -Wl,--as-needed -Ltarget/bench/lib/release -lseajay \
	    -Wl,-rpath,$(CURDIR)/target/bench/lib/release -ldl -o $@
