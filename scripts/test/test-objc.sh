#!/usr/bin/env bash
# test-objc.sh [address | coverage] [NAME...] - compiles and runs programs of ObjectiveC/tests.
#
#      test-objc.sh NAME...               these programs
#      test-objc.sh                       all of them, the tests of ObjectiveC/package, the programs of
#                                         ObjectiveC/examples, a hundred that scripts/test/random-objc.py makes, and one
#                                         of random-decimals.py
#      test-objc.sh examples              only the programs of ObjectiveC/examples
#      test-objc.sh headers               only the checks that each header can be compiled alone, that everything in
#                                         the headers is implemented, that no symbol of Swift's Foundation is defined
#                                         twice, and that ObjectiveC/foundation-classes/traps.md is complete
#      test-objc.sh random FIRST LAST     only the programs of these seeds
#
# Each program is compiled in four modes, with and without ARC at -O0 and -O2, and runs twice, the second time with
# MINIRUNTIME_ZOMBIES=1. With address, the programs and the runtime are built with the address sanitizer (sanitize.sh),
# in two of the modes; with coverage, also in two modes, and coverage.sh has built the runtime. A program NAME.m or
# NAME.mm is linked with NAME-*.m; it loads the library NAME.library.m by the path in LIBRARY. The line
# `// sources: FOLDER` in NAME.m also links FOLDER/*.m and adds FOLDER/include to the header search path, and
# `// flags: FLAGS` adds flags. Two programs run at a time. Prints a line for each failure, in the end; the exit status
# is 1 if a program failed. Skipped if no clang can compile Objective-C.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh
. scripts/test/two-at-a-time.sh
root=$PWD
out=$root/.build/objc-tests
mkdir -p "$out"

sanitize=()
if [ "${1:-}" = address ]; then
    shift
    # lld, because gold prints a warning for each of the sanitizer's symbols.
    sanitize=(-fsanitize=address -fuse-ld=lld "-Wl,-z,nostart-stop-gc")
    . scripts/test/sanitize.sh
    export OBJC_LIBRARY=$root/$sanitizer_build/debug ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
    out=$root/$sanitizer_build/objc-tests
    mkdir -p "$out"
    # shellcheck disable=SC2086 # a list of words
    ObjectiveC/build/foundation-classes.sh $sanitizer_options
elif [ "${1:-}" = coverage ]; then
    shift
    sanitize=(-fprofile-instr-generate)
    out=$root/.build-coverage/objc-tests
    mkdir -p "$out"
else
    ObjectiveC/build/foundation-classes.sh
fi
probe=0
echo '' | scripts/objc-clang -fsyntax-only -x objective-c - || probe=$?
if [ $probe -eq 77 ]; then
    skip "no clang can compile Objective-C"
    exit 0
fi

export SWIFT_BACKTRACE=enable=no  # tests end processes
# Swift's Foundation reads it before any code of a program, and stores settings there.
export XDG_CONFIG_HOME=$out/settings
rm -rf "$XDG_CONFIG_HOME"
status=0
ran=0
fail() {
    echo "FAILED  $1" >&2
    status=1
}

# run NAME MODE FLAG...: builds one program in one mode, and runs it twice.
run() {
    local name=$1 mode=$2 program sources folder
    shift 2
    program=$out/$name.$mode
    sources=()
    for source in ObjectiveC/tests/"$name".m{,m} ObjectiveC/tests/"$name"-*.m; do
        [ -e "$source" ] && sources+=("$source")
    done
    folder=$(sed -n 's,^// sources: ,,p' "${sources[0]}")
    [ -z "$folder" ] || sources+=(-I "$folder/include" "$folder"/*.m)
    # shellcheck disable=SC2046 # a list of words
    set -- "$@" $(sed -n 's,^// flags: ,,p' "${sources[0]}")
    if [ -e "ObjectiveC/tests/$name.library.m" ]; then
        scripts/objc-clang "$@" -g -Wall -Wextra -Werror -shared -fPIC "ObjectiveC/tests/$name.library.m" \
            -o "$program.so" || return 1
    fi
    scripts/objc-clang "$@" -g -Wall -Wextra -Wno-unused-parameter -Werror "${sources[@]}" -o "$program" || return 1
    LIBRARY=$program.so MINIRUNTIME_CHECK=1 timeout 120 "$program" &&
        LIBRARY=$program.so MINIRUNTIME_ZOMBIES=1 MINIRUNTIME_CHECK=1 timeout 120 "$program"
}

# run_seed SEED FLAG...: makes, builds and runs a random program. A program that fails stays in .build/objc-tests.
run_seed() {
    local seed=$1 program=$out/random-$1
    shift
    python3 scripts/test/random-objc.py "$seed" >"$program.m" &&
        scripts/objc-clang "$@" -g -I ObjectiveC/tests "$program.m" -o "$program" &&
        MINIRUNTIME_CHECK=1 timeout 120 "$program" && rm "$program" "$program.m"
}

# run_random FIRST LAST: the programs of these seeds, each in one of the four modes.
run_random() {
    local seed flags
    need_command python3 python3 || return 0
    for seed in $(seq "$1" "$2"); do
        flags=(-O0 -w)
        [ $((seed % 2)) -eq 0 ] || flags=(-O2 -w)
        [ $((seed / 2 % 2)) -eq 0 ] || flags+=(-fobjc-arc)
        start "the program of seed $seed (${flags[*]})" run_seed "$seed" "${flags[@]}"
    done
}

# run_decimals SEED COUNT: a program that calculates with decimal numbers, beside Python.
run_decimals() {
    local program=$out/decimals-$1
    python3 scripts/test/random-decimals.py "$1" "$2" >"$program.m" &&
        scripts/objc-clang -g -I ObjectiveC/tests "$program.m" -o "$program" && timeout 120 "$program"
}

# run_unload: a program in C that is not linked with the runtime opens and closes it.
run_unload() {
    local library=${OBJC_LIBRARY:-$root/.build/debug}/libMiniObjectiveC.so
    ran=$((ran + 1))
    "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -pthread ObjectiveC/tests/unload.c -o "$out/unload" &&
        timeout 120 "$out/unload" "$library" || fail "unload.c"
}

# run_headers: compiles each header alone, and looks up everything that Foundation's headers declare.
run_headers() {
    local program=$out/headers header
    for header in ObjectiveC/image/include/{Foundation,CoreFoundation}/*.h; do
        echo "#import <${header#ObjectiveC/image/include/}>" |
            scripts/objc-clang -fobjc-arc -Wall -Wextra -Werror -fsyntax-only -x objective-c - || fail "$header alone"
    done
    need_command python3 python3 || return 0
    ran=$((ran + 1))
    printf '#import <Foundation/Foundation.h>\n#include <Block.h>\n' >"$program-list.m"
    scripts/objc-clang -fsyntax-only -Xclang -ast-dump=json "$program-list.m" |
        python3 scripts/test/declared-methods.py >"$program.m"
    scripts/objc-clang -w "$program.m" -o "$program" && timeout 120 "$program" || fail "the headers"
}

# run_symbols: the runtime defines no symbol that Swift's Foundation, which a program may load beside it, also defines;
# except the function that only debuggers call, by its fixed name.
run_symbols() {
    local nm folder ours common
    nm=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-nm
    folder=$(dirname "$nm")/../lib/swift/linux
    ran=$((ran + 1))
    names() {
        "$nm" -D --defined-only --just-symbol-name "$@" |
            grep -vE '^_(_bss_start|edata|end|NSPrintForDebugger)$|:$|^$' | sort -u
    }
    ours=${OBJC_LIBRARY:-$root/.build/debug}
    common=$(comm -12 <(names "$ours"/lib{MiniObjectiveC,FoundationClasses,DispatchObjects}.so) \
        <(names "$folder"/lib{Foundation,FoundationEssentials,FoundationInternationalization,dispatch}.so))
    [ -z "$common" ] || fail "these symbols are Swift's Foundation's, too: $(paste -sd ' ' <<<"$common")"
}

# run_traps: the page of what could end the process has each call into Swift's Foundation.
run_traps() {
    need_command python3 python3 || return 0
    ran=$((ran + 1))
    python3 scripts/test/traps.py "${OBJC_LIBRARY:-$root/.build/debug}" || fail "ObjectiveC/foundation-classes/traps.md"
}

if [ "${1:-}" = random ]; then
    run_random "$2" "$3"
    shift 3
elif [ "$*" = examples ]; then
    scripts/test/test-examples.sh
    exit
elif [ "$*" = headers ]; then
    run_headers
    run_symbols
    run_traps
    exit $status
fi
if [ $# -eq 0 ] && [ $((ran + started)) -eq 0 ]; then
    if [ ${#sanitize[@]} -eq 0 ]; then
        run_unload
        run_headers
        run_symbols
        run_traps
        scripts/test/test-examples.sh || status=1
        scripts/test/test-debuggers.sh || status=1
        MINIRUNTIME_CHECK=1 swift test --disable-xctest --package-path ObjectiveC/package --quiet \
            >"$out/package.log" 2>&1 ||
            { cat "$out/package.log" >&2 && fail "ObjectiveC/package"; }
        run_random 1 100
        need_command python3 python3 && start "decimal numbers" run_decimals 1 1000
    fi
    for source in ObjectiveC/tests/*.m{,m}; do
        case ${source##*/} in
        *-*.m | *.library.m) continue ;;
        # This program reads memory between its variables, which the sanitizer forbids.
        mutated.m) [[ "${sanitize[*]}" != *address* ]] || continue ;;
        esac
        source=${source##*/}
        set -- "$@" "${source%.*}"
    done
fi
modes="no-arc-O0 no-arc-O2 arc-O0 arc-O2"
[ ${#sanitize[@]} -eq 0 ] || modes="no-arc-O0 arc-O2"
for name; do
    for mode in $modes; do
        flags=("-${mode##*-}" "${sanitize[@]}")
        case $mode in arc-*) flags+=(-fobjc-arc) ;; esac
        start "$name ($mode)" run "$name" "$mode" "${flags[@]}"
    done
done
end_all || status=1
[ $status -ne 0 ] || echo "test-objc: $((ran + started)) programs, all well"
exit $status
