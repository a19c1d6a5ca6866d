# Functions shared by the shell scripts in tools and bench.

script=$(realpath "$0")

# Prints the comment at the top of the script, and exits.
usage() {
    sed -n '2,/^set/{/^#/!d;s/^# \{0,1\}//;p}' "$script" >&2
    exit 2
}

fail() {
    echo "${script##*/}: $1" >&2
    exit 2
}

# The path of a program: scripts change folders. Debian's games need not be in PATH.
program() {
    local found
    found=$(PATH=$PATH:/usr/games command -v "$1") || fail "there is no $1"
    realpath "$found"
}

# The UCI example that the variable UCI names, or else one built here, into a folder.
uci_of() {
    [ -n "${UCI:-}" ] || "$root/tools/build-uci.sh" "$root" "${UCI:=$1/uci}" >&2 || exit
    program "$UCI"
}

# Runs a step; the others continue if it fails.
failed=()
step() {
    printf '\n== %s\n' "$1"
    shift
    "$@" || failed+=("$*")
}

# A step that cannot be done here is a failure too, of another kind.
missing() {
    echo "left out: $1" >&2
    failed+=("left out: $1")
}

# Lists what failed, and ends a script of steps.
report_failures() {
    [ ${#failed[@]} -eq 0 ] && exit 0
    printf 'failed: %s\n' "${failed[@]}" >&2
    exit 1
}
