#!/usr/bin/env bash
# Builds the library and the UCI engine for another platform:
#
#     tools/cross.sh TARGET            libraries and engine in target/cross/TARGET/release
#     tools/cross.sh TARGET cdylib     only the shared library
#     tools/cross.sh TARGET fuzz       the fuzz targets as a shared library, in target/cross/TARGET/debug
#     tools/cross.sh --targets         the targets that it knows
#
# It uses rustup's standard library for the target. If there is none, Debian's rustc builds it from source
# (packages rustc-web, cargo-web and rust-web-src). On Debian it installs missing packages, if it may; on
# other systems it names them. A linker that cargo's variable CARGO_TARGET_…_LINKER names is used instead of
# the one below.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Target, Debian packages, linker. "zig" is the compiler of the ziglang package from PyPI.
targets='
x86_64-unknown-linux-gnu      -                                              zig:x86_64-linux-gnu.2.28
aarch64-unknown-linux-gnu     gcc-aarch64-linux-gnu,libc6-dev-arm64-cross    zig:aarch64-linux-gnu.2.28
armv7-unknown-linux-gnueabihf gcc-arm-linux-gnueabihf,libc6-dev-armhf-cross  zig:arm-linux-gnueabihf.2.28
i686-unknown-linux-gnu        gcc-i686-linux-gnu,libc6-dev-i386-cross        zig:x86-linux-gnu.2.28
s390x-unknown-linux-gnu       gcc-s390x-linux-gnu,libc6-dev-s390x-cross      s390x-linux-gnu-gcc
x86_64-unknown-linux-musl     -                                              zig:x86_64-linux-musl
aarch64-unknown-linux-musl    -                                              zig:aarch64-linux-musl
x86_64-pc-windows-gnu         gcc-mingw-w64-x86-64                           x86_64-w64-mingw32-gcc
aarch64-apple-darwin          -                                              zig:aarch64-macos
x86_64-apple-darwin           -                                              zig:x86_64-macos
wasm32-unknown-unknown        lld                                            -
'

known() { awk 'NF { print $1 }' <<<"$targets"; }

usage() {
    echo "usage: tools/cross.sh TARGET [cdylib|fuzz], with TARGET one of:" >&2
    known | sed 's/^/    /' >&2
    exit 2
}

[[ $# -eq 1 || "$*" = "${1:-} "@(cdylib|fuzz) ]] || usage
[ "$1" != --targets ] || { known; exit 0; }
target=$1
read -r _ packages linker < <(awk -v target="$target" '$1 == target' <<<"$targets") || usage

install_packages() {
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
    echo "installing $*" >&2
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" >&2
}

# Installs missing packages, or names them.
need() {
    command -v dpkg >/dev/null || { echo "needed, by the names of Debian's packages: $*" >&2; return; }
    local package missing=()
    for package in "$@"; do
        dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}" ||
        { echo "missing packages: ${missing[*]}" >&2; exit 1; }
}

# The compiler of ziglang, in a virtual environment.
zig() {
    local venv=target/cross/zig
    [ -x "$venv/bin/pip" ] || python3 -m venv "$venv" >&2 || return
    "$venv/bin/pip" install -q --constraint tools/constraints.txt ziglang >&2 || return
    printf '%s/%s/bin/python -m ziglang' "$PWD" "$venv"
}

# A script that links with zig, for the oldest glibc to run on.
zig_linker() {
    local script=$PWD/target/cross/link-$target zig
    zig=$(zig) || return
    mkdir -p target/cross
    # Rust passes its own name of the target, which zig does not know. Asked to strip debug information, zig strips
    # the names of functions too. On macOS std links libiconv, which nothing uses and zig does not have.
    cat >"$script" <<LINKER
#!/usr/bin/env bash
arguments=()
for argument; do
    case \$argument in
        --target=* | -Wl,--no-undefined-version | -Wl,--strip-debug | -liconv) ;;
        *) arguments+=("\$argument") ;;
    esac
done
exec $zig cc -target $1 "\${arguments[@]}"
LINKER
    chmod +x "$script"
    echo "$script"
}

[ "$packages" = - ] || { IFS=, read -ra list <<<"$packages"; need "${list[@]}"; }
variable=CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$target")_LINKER
case ${!variable:-$linker} in
    zig:*)
        # Not in the same command as `export`, which would hide a failure.
        script=$(zig_linker "${linker#zig:}")
        export "$variable=$script"
        ;;
    -) ;;
    *) export "$variable=${!variable:-$linker}" ;;
esac

# rustup's standard library, or one built here.
cargo=(cargo)
if ! [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    if command -v rustup >/dev/null && rustup target add "$target" >/dev/null 2>&1; then
        :
    else
        need rustc-web cargo-web rust-web-src
        export RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc
        # In WebAssembly a panic ends the instance: to unwind would need exceptions, which not all hosts have.
        panic=panic_unwind
        [ "$target" != wasm32-unknown-unknown ] || panic=panic_abort
        cargo=(/usr/bin/cargo "-Zbuild-std=std,$panic")
    fi
fi

# The engine is built from a copy with the Rust library alone: beside a C library cargo drops link-time
# optimisation.
tree=target/cross/tree
rm -rf "$tree" && mkdir -p "$tree"
git ls-files -z | tar --null -T - -c | tar -C "$tree" -x -m
sed -i 's/^crate-type = .*/crate-type = ["rlib"]/' "$tree/Cargo.toml"

# Paths of this machine would make the builds of two machines differ.
for folder in "$PWD/$tree=seajay" "$PWD=seajay" "${CARGO_HOME:-$HOME/.cargo}=cargo"; do
    RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix=$folder"
done
case $target in
    *-musl) RUSTFLAGS="$RUSTFLAGS -C target-feature=-crt-static" ;;
    wasm32-*)
        RUSTFLAGS="$RUSTFLAGS -C target-feature=+simd128 -C strip=symbols"
        export CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_DEV_PANIC=abort
        ;;
esac
export RUSTFLAGS

version=$(sed -n 's/^version = "\(.*\)"/\1/p;/^\[lib/q' Cargo.toml)
build=("${cargo[@]}" rustc --quiet --locked --target "$target" --target-dir "$PWD/target/cross")
if [ "${2:-}" = fuzz ]; then
    # As for tests: every assertion and overflow check is on.
    (cd "$tree" && "${build[@]}" --package fuzz --lib --crate-type cdylib)
    exit
fi
build+=(--release)
# One kind at a time: with several, cargo drops link-time optimisation.
library=("${build[@]}" --lib --features capi --crate-type)
case $target in
    *-linux-*) "${library[@]}" cdylib -- -C "link-arg=-Wl,-soname,libseajay.so.${version%%.*}" ;;
    *-apple-*) "${library[@]}" cdylib -- -C "link-arg=-Wl,-install_name,@rpath/libseajay.${version%%.*}.dylib" ;;
    *) "${library[@]}" cdylib ;;
esac
if [ $# -eq 1 ] && [ "$target" != wasm32-unknown-unknown ]; then
    "${library[@]}" staticlib
    (cd "$tree" && "${build[@]}" --example uci)
fi
