#!/usr/bin/env bash
# test-aarch64.sh - the tests of the C core that are written in C: on this machine, and as an aarch64 program under
# qemu-user. Each with the message lookup in assembly and in C.
#
# Installs Debian's cross binutils, cross libc and qemu-user where it may. libffi for arm64 is fetched by apt into a
# folder of its own, so that the system's list of architectures stays as it is. Where that is impossible, prints why the
# second half is skipped. The exit status is 1 if a test failed.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$PWD/.build-aarch64
foreign=$build/arm64
status=0

skip() {
    echo "skipped: aarch64 under qemu: $1"
    exit $status
}

# compile OUTPUT OPTION...: the core and its tests.
compile() {
    local output=$1
    shift
    "$clang" -std=c11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -Wno-unused-parameter -Werror -ISources/CMiniRuntime/include \
        -Wl,--wrap=calloc,--wrap=realloc,--wrap=vasprintf,--wrap=ffi_closure_alloc \
        Sources/CMiniRuntime/*.[cS] Tests/CTests/*.c "$@" -lpthread -ldl -lm -o "$output"
}

# test_with LABEL COMPILE-OPTIONS RUNNER...: builds and runs both kinds of dispatch.
test_with() {
    local label=$1 options=$2 dispatch switch=-UMR_DISPATCH_IN_C
    shift 2
    for dispatch in assembly c; do
        if [ $dispatch = c ]; then switch=-DMR_DISPATCH_IN_C; fi
        # shellcheck disable=SC2086 # a list of words
        compile "$build/$label-$dispatch" $switch $options
        echo "$label, message lookup in $dispatch:"
        MINIRUNTIME_CHECK=1 timeout --kill-after=10 300 "$@" "$build/$label-$dispatch" || status=1
    done
}

# install_packages exits, and says what to type, where it cannot install.
install_tools() {
    local reason
    if command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null; then return; fi
    reason=$( (. scripts/install.sh && install_packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user) 2>&1) ||
        skip "$(tail -n 1 <<<"$reason")"
}

# libffi-dev:arm64, by an apt that takes this machine for an arm64 one and keeps its state in a folder of ours.
fetch_libffi() {
    local state=$foreign/apt log=$foreign/log options
    if [ -e "$foreign/usr/include/aarch64-linux-gnu/ffi.h" ]; then return; fi
    command -v apt-get >/dev/null || skip "there is no apt-get to fetch libffi for arm64 with"
    mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
    : >"$state/status"
    options=(-o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Acquire::Languages=none
        -o Dir::State="$state" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache")
    # As root it warns that the user _apt may not write here; only its status counts.
    if ! (cd "$foreign" && apt-get "${options[@]}" update && apt-get "${options[@]}" download libffi-dev &&
        dpkg-deb --extract libffi-dev_*_arm64.deb .) </dev/null >"$log" 2>&1; then
        skip "libffi for arm64 cannot be fetched: $(tail -n 1 "$log")"
    fi
    rm -rf "$state"
}

# Every Swift toolchain has one, in PATH or not.
clang=$(command -v clang || echo "$(dirname "$(readlink -f "$(command -v swift)")")/clang")
mkdir -p "$build" "$foreign"
test_with "$(uname -m)" "$(pkg-config --cflags --libs libffi)" env
if [ "$(uname -m)" = aarch64 ]; then exit $status; fi

install_tools
fetch_libffi
library=$foreign/usr/lib/aarch64-linux-gnu
test_with aarch64 "--target=aarch64-linux-gnu --ld-path=$(command -v aarch64-linux-gnu-ld)
    -isystem /usr/aarch64-linux-gnu/include -isystem $foreign/usr/include/aarch64-linux-gnu $library/libffi.a" \
    qemu-aarch64 -L /usr/aarch64-linux-gnu
exit $status
