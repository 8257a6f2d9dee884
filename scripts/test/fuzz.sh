#!/usr/bin/env bash
# fuzz.sh SECONDS [TARGET...] - runs the fuzz targets of Fuzz/ under the address sanitizer, each for so many seconds.
#
# Begins with the inputs in Fuzz/corpus, and keeps what it finds on the way in .build-fuzz. An input that ends the
# process, hangs or leaks is left in .build-fuzz/found with the report beside it, and the exit status is 1. Skipped
# if the compiler has no libFuzzer.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh
. scripts/test/sanitize.sh
export OBJC_LIBRARY=$PWD/$sanitizer_build/debug

c_targets="encodings properties runtime"
swift_targets="keypaths observing safe scripts typed"
objc_targets="documents formats text"
build=$PWD/.build-fuzz
status=0
# Sizes that no memory has are a part of an input, and malloc returns NULL for them.
asan=quarantine_size_mb=16:malloc_context_size=8:allocator_may_return_null=1:max_allocation_size_mb=2048

# Every Swift toolchain has a clang, in PATH or not.
clang=$(command -v clang || echo "$(dirname "$(readlink -f "$(command -v swift)")")/clang")

check_fuzzer() {
    local folder
    folder=$("$clang" -print-resource-dir)/lib/linux
    if [ -e "$folder/libclang_rt.fuzzer-$(uname -m).a" ]; then return; fi
    skip "$clang has no libFuzzer in $folder"
    exit 0
}

# With undefined behaviour ending the process too, but for methods called through casts of IMP.
build_c() {
    "$clang" -fuse-ld=lld -fsanitize=fuzzer,address,undefined -fno-sanitize=function -fno-sanitize-recover=undefined \
        -std=c11 -O1 -g -D_GNU_SOURCE -Wall -Wextra -Wno-unused-parameter -Werror -ISources/CMiniRuntime \
        -ISources/CMiniRuntime/include Sources/CMiniRuntime/*/*.[cS] "Fuzz/C/$1.c" -lffi -lpthread -ldl -lm \
        -o "$build/$1"
}

build_swift() {
    swift build --quiet -c release --sanitize=fuzzer --sanitize=address --package-path Fuzz \
        --scratch-path "$build/swift" --product "$1" >"$build/$1.log" 2>&1 || {
        cat "$build/$1.log" >&2
        exit 1
    }
    ln -sf "$build/swift/release/$1" "$build/$1"
}

# The targets in Objective-C use the libraries of `make objc-asan`, which count the edges that run.
build_libraries() {
    # shellcheck disable=SC2086 # a list of words
    ObjectiveC/build/foundation-classes.sh $sanitizer_options
}

# build_objc TARGET OPTION...
build_objc() {
    local target=$1 sources=("Fuzz/ObjectiveC/$1.m") source
    shift
    for source in "Fuzz/ObjectiveC/$target"-*.m; do
        [ ! -e "$source" ] || sources+=("$source")
    done
    scripts/objc-clang -fuse-ld=lld -Wl,-z,nostart-stop-gc "$@" -fobjc-arc -O1 -g -Wall -Wextra \
        -Wno-unused-parameter -Werror -IFuzz/C -IObjectiveC/tests "${sources[@]}" -lffi -o "$build/$target"
}

# The walk has no input: it calls what the headers declare.
build_walk() {
    printf '#import <Foundation/Foundation.h>\n' >"$build/walk-list.m"
    scripts/objc-clang -fobjc-arc -fsyntax-only -Xclang -ast-dump=json "$build/walk-list.m" |
        python3 -B scripts/test/walked-methods.py >"$build/walk-methods.h"
    build_objc walk -fsanitize=address -I"$build"
}

# The walk also calls what changes settings: XDG_CONFIG_HOME is where it does.
run_walk() {
    local seed=$RANDOM
    rm -rf "$build/settings"
    if XDG_CONFIG_HOME=$build/settings ASAN_OPTIONS=$asan:detect_leaks=0 MINIRUNTIME_CHECK=1 SWIFT_BACKTRACE=enable=no \
        "$build/walk" "$1" $seed >"$build/walk.log" 2>"$build/walk.err"; then
        tail -n 1 "$build/walk.log"
        return
    fi
    mkdir -p "$build/found"
    cat "$build/walk.log" "$build/walk.err" >"$build/found/walk.log"
    echo "walk: failed; the reports are in ${build##*/}/found"
    tail -n 20 "$build/walk.log"
    status=1
}

# once TARGET SECONDS LEAKS: 1 if leaks are looked for. In Swift's enumerations the checker does not see references.
once() {
    local target=$1 seconds=$2 leaks=$3 words=()
    if [ -e "Fuzz/dict/$target" ]; then words=(-dict="Fuzz/dict/$target"); fi
    # The backtrace of Swift's own would wait for a terminal, and libFuzzer prints one.
    MINIRUNTIME_CHECK=1 SWIFT_BACKTRACE=enable=no \
        ASAN_OPTIONS="$asan:detect_leaks=$leaks" \
        "$build/$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -max_len=600 -print_final_stats=1 \
        -artifact_prefix="$build/found/$target-" "${words[@]}" \
        "$build/corpus/$target" "Fuzz/corpus/$target" >"$build/$target.log" 2>&1
}

# run TARGET SECONDS LEAKS. In processes of five minutes each: selectors and signatures live for ever, so the memory of
# a process grows with every new text.
run() {
    local target=$1 left=$2 log=$build/$1.log slice runs=0
    mkdir -p "$build/corpus/$target" "$build/found"
    while [ "$left" -gt 0 ]; do
        slice=$((left < 300 ? left : 300))
        left=$((left - slice))
        if ! once "$target" "$slice" "$3"; then
            cp "$log" "$build/found/$target.log"
            echo "$target: failed; the input and the report are in ${build##*/}/found"
            grep -aE 'expected:|ERROR|SUMMARY|Test unit written' "$log" || tail -n 20 "$log"
            status=1
            return
        fi
        runs=$((runs + $(sed -n 's/^stat::number_of_executed_units: *//p' "$log")))
    done
    echo "$target: $runs runs in $2 s, nothing found"
}

seconds=${1:?seconds for each target}
shift
check_fuzzer
mkdir -p "$build"
# shellcheck disable=SC2086 # lists of words
[ $# -gt 0 ] || set -- $c_targets $swift_targets $objc_targets walk
for target; do
    leaks=0
    if [ "$target" = walk ]; then
        need_command python3 python3 || continue
        build_libraries
        build_walk
        run_walk $((3 * seconds)) # a walk over all rows takes longer
        continue
    fi
    case " $c_targets = $objc_targets " in
    *" $target "*=*)
        build_c "$target"
        leaks=1
        ;;
    *=*" $target "*)
        build_libraries
        build_objc "$target" -fsanitize=fuzzer,address
        ;;
    *) build_swift "$target" ;;
    esac
    run "$target" "$seconds" "$leaks"
done
exit $status
