#!/usr/bin/env bash
# test-aarch64.sh - the tests of the C core that are written in C: on this machine, compiled by clang and by gcc, and as
# an aarch64 program under qemu-user. Each with the message lookup in assembly and in C; by gcc also with its thread
# sanitizer. Then programs in Objective-C that need no Foundation, for aarch64 only.
#
# Installs Debian's cross binutils, cross libc and qemu-user where it may. libffi for arm64 is fetched by apt into a
# folder of its own, so that the system's list of architectures stays as it is. Where that is impossible, all but the
# tests on this machine are skipped. The exit status is 1 if a test failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh

build=$PWD/.build-aarch64
foreign=$build/arm64
status=0

# compile OUTPUT OPTION...: the core, the table of observers, and the tests of both.
compile() {
    local output=$1
    shift
    "${compiler[@]}" -std=c11 -D_GNU_SOURCE -O1 -g -ISources/CMiniRuntime/include -ISources/CKeyValueCoding/include \
        -ISources/CKeyValueObserving/include \
        -Wl,--wrap=calloc,--wrap=realloc,--wrap=vasprintf,--wrap=ffi_closure_alloc \
        Sources/CMiniRuntime/*/*.[cS] Sources/CKeyValueCoding/*.c Sources/CKeyValueObserving/*.c Tests/CTests/*.c \
        "$@" -lpthread -ldl -lm -o "$output"
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
    echo "$label, all closures by libffi:"
    MINIRUNTIME_CLOSURES=libffi MINIRUNTIME_CHECK=1 \
        timeout --kill-after=10 300 "$@" "$build/$label-assembly" || status=1
}

# test_races: the thread sanitizer of gcc also sees the memory that free, strcmp, memset and the like use. That of the
# toolchain's clang reports no race between them and a plain access. abort() calls the handler in failing.c like any
# function, so calls that are unsafe in a handler of a real signal are not reported.
test_races() {
    # shellcheck disable=SC2046 # a list of words
    compile "$build/gcc-thread" -DMR_DISPATCH_IN_C -fsanitize=thread $(pkg-config --cflags --libs libffi)
    echo "gcc, thread sanitizer, message lookup in c:"
    TSAN_OPTIONS=report_signal_unsafe=0 MINIRUNTIME_CHECK=1 \
        timeout --kill-after=10 600 setarch -R "$build/gcc-thread" || status=1
}

# libffi-dev:arm64, by an apt that takes this machine for an arm64 one and keeps its state in a folder of ours. Status 1
# if it is not there in the end.
fetch_libffi() {
    local state=$foreign/apt log=$foreign/log options
    if [ -e "$foreign/usr/include/aarch64-linux-gnu/ffi.h" ]; then return; fi
    if ! command -v apt-get >/dev/null; then
        skip "there is no apt-get to fetch libffi for arm64 with"
        return 1
    fi
    mkdir -p "$state/lists/partial" "$state/cache/archives/partial"
    : >"$state/status"
    options=(-o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Acquire::Languages=none
        -o Dir::State="$state" -o Dir::State::status="$state/status" -o Dir::Cache="$state/cache")
    # As root it warns that the user _apt may not write here; only its status counts.
    if ! (cd "$foreign" && apt-get "${options[@]}" update && apt-get "${options[@]}" download libffi-dev &&
        dpkg-deb --extract libffi-dev_*_arm64.deb .) </dev/null >"$log" 2>&1; then
        skip "libffi for arm64 cannot be fetched: $(tail -n 1 "$log")"
        return 1
    fi
    rm -rf "$state"
}

# test_objective_c: programs that need no Foundation, as aarch64 programs, with and without ARC.
test_objective_c() {
    local name flags source includes runtime=$build/runtime program=$build/objective-c
    includes="-IObjectiveC/image/include -IObjectiveC/loader/include -ISources/CMiniRuntime/include"
    rm -rf "$runtime"
    mkdir "$runtime"
    # Two files may have one name: an object file has that of its folder as well.
    for source in Sources/CMiniRuntime/*/*.[cS] ObjectiveC/loader/*.[cS] ObjectiveC/image/image.c; do
        # shellcheck disable=SC2086 # lists of words
        "$clang" -std=c11 -D_GNU_SOURCE -O1 -g -Wno-unused-command-line-argument $includes $options -c "$source" \
            -o "$runtime/${source//\//-}.o"
    done
    for name in classes memory blocks sliding leaving; do
        for flags in -O0 -O2 "-O0 -fobjc-arc" "-O2 -fobjc-arc"; do
            rm -rf "$build/objects"
            mkdir "$build/objects"
            # shellcheck disable=SC2086
            for source in ObjectiveC/tests/$name.m ObjectiveC/tests/$name-*.m; do
                if [ ! -e "$source" ]; then continue; fi
                "$clang" $options -Wno-unused-command-line-argument $flags -fobjc-runtime=macosx-10.15 -fblocks \
                    -fobjc-exceptions -fexceptions -fpatchable-function-entry=1 -DIS_ONE_IMAGE=1 $includes \
                    -c "$source" -o "$build/objects/$(basename "$source").o"
            done
            # shellcheck disable=SC2086
            "$clang" "$runtime"/*.o "$build"/objects/*.o $options -lpthread -ldl -lm -o "$program"
            echo "aarch64, Objective-C: $name $flags"
            MINIRUNTIME_CHECK=1 \
                timeout --kill-after=10 300 qemu-aarch64 -L /usr/aarch64-linux-gnu "$program" || status=1
        done
    done
}

# Every Swift toolchain has one, in PATH or not.
clang=$(command -v clang || echo "$(dirname "$(readlink -f "$(command -v swift)")")/clang")
mkdir -p "$build" "$foreign"
if need_command gcc gcc; then
    compiler=(gcc -w)
    test_with gcc "$(pkg-config --cflags --libs libffi)" env
    test_races
fi
compiler=("$clang" -Wall -Wextra -Wno-unused-parameter -Werror)
test_with "$(uname -m)" "$(pkg-config --cflags --libs libffi)" env
if [ "$(uname -m)" = aarch64 ]; then exit $status; fi

need_command aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross || exit $status
need_command qemu-aarch64 qemu-user || exit $status
fetch_libffi || exit $status
library=$foreign/usr/lib/aarch64-linux-gnu
options="--target=aarch64-linux-gnu --ld-path=$(command -v aarch64-linux-gnu-ld)
    -isystem /usr/aarch64-linux-gnu/include -isystem $foreign/usr/include/aarch64-linux-gnu $library/libffi.a"
test_with aarch64 "$options" qemu-aarch64 -L /usr/aarch64-linux-gnu
test_objective_c
exit $status
