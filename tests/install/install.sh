#!/bin/sh
# The installed library is usable: sh install.sh SOURCE_DIR BUILD_DIR CC
#
# Installs into an empty folder, then builds and runs user.c in the ways that strangers do: pkg-config, pkg-config
# --static, find_package. The folder is not the prefix that the build was configured with, so that this also proves that
# what is installed may be moved. CFLAGS is passed on to the compiler, for builds that need the same flags on both sides.

set -eu
source=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
cc=$3
cflags="-std=c17 -Wall -Wextra -Wpedantic -Werror ${CFLAGS:-}"
tmp=$(mktemp -d)
prefix=$tmp/prefix
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' HUP INT TERM

fail() {
    echo "install: $*"
    exit 1
}

# uses_shared PROGRAM: whether the loader will look for libnonholo.so.
uses_shared() {
    readelf -d "$1" | grep -q 'NEEDED.*libnonholo\.so'
}

installed_files() {
    for name in bin/nonholo include/nonholo/nonholo.h share/man/man1/nonholo.1 \
        share/bash-completion/completions/nonholo share/zsh/site-functions/_nonholo; do
        [ -e "$prefix/$name" ] || fail "$name is not installed"
    done
    "$prefix/bin/nonholo" --version || fail "the installed program does not run"
}

# Only what is marked NH_API may be seen from outside.
exported_names() {
    nm -D --defined-only "$lib/libnonholo.so" | awk '$2 != "A" { print $3 }' | sort >"$tmp/exported"
    sed -n 's/^NH_API .*[ *]\(nh_[a-z0-9_]*\)(.*/\1/p' "$source"/include/nonholo/*.h | sort >"$tmp/declared"
    [ -s "$tmp/declared" ] || fail "no NH_API found in the public headers"
    differences=$(diff "$tmp/declared" "$tmp/exported") ||
        fail "libnonholo.so exports (>) something else than the headers declare (<):" "$differences"
}

with_pkg_config() {
    # shellcheck disable=SC2046,SC2086
    "$cc" $cflags $(pkg-config --cflags nonholo) -o "$tmp/shared" "$source/tests/install/user.c" \
        $(pkg-config --libs nonholo)
    uses_shared "$tmp/shared" || fail "pkg-config: not linked to the shared library"
    LD_LIBRARY_PATH=$lib "$tmp/shared"
}

# Both libraries lie side by side and the linker prefers the shared one: name the other.
with_pkg_config_static() {
    libs=$(pkg-config --static --libs nonholo | sed 's/-lnonholo\([^_[:alnum:]]\|$\)/-l:libnonholo.a\1/g')
    # shellcheck disable=SC2046,SC2086
    "$cc" $cflags $(pkg-config --static --cflags nonholo) -o "$tmp/static" "$source/tests/install/user.c" $libs
    ! uses_shared "$tmp/static" || fail "pkg-config --static: linked to the shared library"
    "$tmp/static"
}

with_find_package() {
    {
        cmake -S "$source/tests/install" -B "$tmp/cmake" -G Ninja -DCMAKE_C_COMPILER="$cc" \
            -DCMAKE_C_FLAGS="$cflags" -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$tmp/cmake"
    } >"$tmp/log" 2>&1 || fail "find_package: does not build" "$(cat "$tmp/log")"
    uses_shared "$tmp/cmake/user_shared" || fail "nonholo::nonholo: not linked to the shared library"
    ! uses_shared "$tmp/cmake/user_static" || fail "nonholo::nonholo_static: linked to the shared library"
    "$tmp/cmake/user_shared"
    "$tmp/cmake/user_static"
}

cmake --install "$build" --prefix "$prefix" >/dev/null
pc=$(find "$prefix" -name nonholo.pc)
[ -n "$pc" ] || fail "nonholo.pc is not installed"
PKG_CONFIG_PATH=${pc%/*}
export PKG_CONFIG_PATH
lib=$(pkg-config --variable=libdir nonholo)
[ -e "$lib/libnonholo.so" ] || fail "nonholo.pc: libdir is $lib, where there is no libnonholo.so"

installed_files
exported_names
with_pkg_config
with_pkg_config_static
with_find_package
echo "the installed library is usable"
