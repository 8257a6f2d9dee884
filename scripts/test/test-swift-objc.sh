#!/usr/bin/env bash
# test-swift-objc.sh [coverage] [NAME...] - compiles and runs programs whose classes in Swift are classes of
# Objective-C.
#
#      test-swift-objc.sh             all programs of ObjectiveC/tests-swift, and ObjectiveC/swift-package
#      test-swift-objc.sh NAME...     these programs
#      test-swift-objc.sh coverage    all programs at -Onone only, with the libraries of coverage.sh
#
# Each is compiled at -Onone and -O, and with the address sanitizer, which also finds leaks. What it must print stands
# behind the line `// prints`; a program that must end with a message names it in a line `// ends with: TEXT`, and the
# options of swiftc in `// options: OPTIONS`. A line `// header: FILE` imports a header of the folder. Without
# Objective-C are compiled: `// module: MODULE`, the module of NAME-MODULE.txt, and `// library: MODULE`, the shared
# library of library-MODULE.txt. NAME-*.m are compiled and linked with the program. Two programs run at a time; the
# failures are listed in the end.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/two-at-a-time.sh
root=$PWD
tests=$root/ObjectiveC/tests-swift
out=$root/.build/swift-objc-tests
mkdir -p "$out"
export SWIFT_BACKTRACE=enable=no # tests end processes
status=0
fail() {
    echo "FAILED  $1" >&2
    status=1
}

# field NAME FIELD: prints what stands behind `// FIELD: ` in a program.
field() { sed -n "s,^// $2: ,,p" "$tests/$1.swift"; }

# compile_module MODULE SOURCE FOLDER OPTION...: without Objective-C.
compile_module() {
    cp "$2" "$3/$1.swift"
    swiftc -parse-as-library -module-name "$1" -emit-module-path "$3/$1.swiftmodule" "$3/$1.swift" "${@:4}"
}

# run NAME LEVEL: compiles and runs one program. Its modules are in a folder of its own.
run() {
    local name=$1 level=$2 program=$out/$1.$2 header module message result=0
    local modules=$program.modules options=()
    mkdir -p "$modules"
    header=$(field "$name" header)
    [ -z "$header" ] || options+=(-import-objc-header "$tests/$header" -I "$tests")
    # shellcheck disable=SC2207 # a list of words
    options+=($(field "$name" options))
    module=$(field "$name" module)
    if [ -n "$module" ]; then
        compile_module "$module" "$tests/$name-$module.txt" "$modules" -emit-object -o "$modules/$module.o" || return 1
        options+=(-I "$modules" "$modules/$module.o")
    fi
    module=$(field "$name" library)
    if [ -n "$module" ]; then
        compile_module "$module" "$tests/library-$module.txt" "$modules" -O -emit-library \
            -o "$modules/lib$module.so" || return 1
        options+=(-I "$modules" -L "$modules" "-l$module" -Xlinker -rpath -Xlinker "$modules")
    fi
    for source in "$tests/$name"-*.m; do [ ! -e "$source" ] || options+=("$source"); done
    OBJC_LIBRARY=$library scripts/swift-objc "$level" -parse-as-library -module-name Program "$tests/$name.swift" \
        "${options[@]}" -o "$program" || return 1
    { MINIRUNTIME_CHECK=1 timeout 120 "$program" >"$program.out" 2>"$program.err" || result=$?; } 2>/dev/null
    message=$(field "$name" 'ends with')
    if [ -n "$message" ]; then
        [ "$result" -eq 134 ] && grep -qF "$message" "$program.err" && return
        echo "$name ended with $result:" >&2
        cat "$program.err" >&2
        return 1
    fi
    [ "$result" -eq 0 ] || { tail "$program.err" >&2 && return 1; }
    sed -n '/^\/\/ prints$/,$p' "$tests/$name.swift" | sed -n 's,^//     ,,p' | diff - "$program.out" >&2
}

# package CONFIGURATION: runs the program and the tests of ObjectiveC/swift-package.
package() {
    local configuration=$1 log=$out/package.$1.log
    ObjectiveC/build/swift-objc-modules.sh "$configuration" || return 1
    if ! swift build --package-path ObjectiveC/swift-package -c "$configuration" --build-tests >"$log" 2>&1 ||
        ! MINIRUNTIME_CHECK=1 swift test --package-path ObjectiveC/swift-package -c "$configuration" --skip-build \
            --disable-xctest \
            >"$log" 2>&1; then
        cat "$log" >&2
        return 1
    fi
    MINIRUNTIME_CHECK=1 swift run --package-path ObjectiveC/swift-package -c "$configuration" \
        --skip-build shop-report 2>/dev/null |
        diff - <(printf '%s\n' 'paid 300 200' '150 missing ["Basket total: 300", "Basket total: 350"]') >&2
}

# What the programs link is built once, here: a program whose OBJC_LIBRARY is set builds nothing.
library=${OBJC_LIBRARY:-$root/.build/debug}
ObjectiveC/build/swift-objc-modules.sh debug
packages=()
all_levels=(-Onone -O -sanitize=address)
if [ "${1:-}" = coverage ]; then
    shift
    all_levels=(-Onone)
    [ $# -gt 0 ] || set -- $(basename -s .swift "$tests"/*.swift)
fi
if [ $# -eq 0 ]; then
    packages=(debug release)
    for source in "$tests"/*.swift; do set -- "$@" "$(basename "$source" .swift)"; done
fi
# Programs that end with a message leave their objects. The first program runs alone and fills the compiler's cache of
# modules, because two compilers that write to it at once may fail.
for name; do
    for level in "${all_levels[@]}"; do
        [ "$level" != -sanitize=address ] || [ -z "$(field "$name" 'ends with')" ] || continue
        start "$name ($level)" run "$name" "$level"
        [ "$name" != "$1" ] || wait
    done
done
end_all || status=1
for configuration in "${packages[@]}"; do
    package "$configuration" || fail "ObjectiveC/swift-package ($configuration)"
done
[ $status -ne 0 ] || echo "test-swift-objc: $started programs and ${#packages[@]} packages, all well"
exit $status
