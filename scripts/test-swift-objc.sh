#!/usr/bin/env bash
# test-swift-objc.sh [NAME...] - compiles and runs programs whose classes in Swift are classes of Objective-C.
#
#      test-swift-objc.sh             all programs of Tests/SwiftObjectiveC, and the package SwiftObjC
#      test-swift-objc.sh NAME...     these programs
#
# Each is compiled at -Onone and -O, and with the address sanitizer, which also finds leaks. What it must print stands
# behind the line `// prints`; a program that must end with a message names it in a line `// ends with: TEXT`, and the
# options of swiftc in `// options: OPTIONS`. A line `// header: FILE` imports a header of the folder. Without
# Objective-C are compiled: `// module: MODULE`, the module of NAME-MODULE.txt, and `// library: MODULE`, the shared
# library of library-MODULE.txt. NAME-*.m are compiled and linked with the program.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/skip.sh
root=$PWD
tests=$root/Tests/SwiftObjectiveC
out=$root/.build/swift-objc-tests
mkdir -p "$out"
export SWIFT_BACKTRACE=enable=no # tests end processes
status=0
ran=0
fail() {
    echo "FAILED  $1" >&2
    status=1
}

# field NAME FIELD: prints what stands behind `// FIELD: ` in a program.
field() { sed -n "s,^// $2: ,,p" "$tests/$1.swift"; }

# make_library MODULE: makes the shared library of a module, once.
make_library() {
    local library=$out/lib$1.so source=$tests/library-$1.txt
    [ ! "$library" -nt "$source" ] || return 0
    cp "$source" "$out/$1.swift"
    swiftc -O -parse-as-library -module-name "$1" -emit-module-path "$out/$1.swiftmodule" \
        -emit-library "$out/$1.swift" -o "$library"
}

# run NAME LEVEL: compiles and runs one program.
run() {
    local name=$1 level=$2 program=$out/$1.$2 header module message result=0
    local options=()
    header=$(field "$name" header)
    [ -z "$header" ] || options+=(-import-objc-header "$tests/$header" -I "$tests")
    # shellcheck disable=SC2207 # a list of words
    options+=($(field "$name" options))
    module=$(field "$name" module)
    if [ -n "$module" ]; then
        cp "$tests/$name-$module.txt" "$out/$module.swift"
        swiftc -parse-as-library -module-name "$module" -emit-module-path "$out/$module.swiftmodule" \
            -emit-object "$out/$module.swift" -o "$out/$module.o" || return 1
        options+=(-I "$out" "$out/$module.o")
    fi
    module=$(field "$name" library)
    if [ -n "$module" ]; then
        make_library "$module" || return 1
        options+=(-I "$out" -L "$out" "-l$module" -Xlinker -rpath -Xlinker "$out")
    fi
    for source in "$tests/$name"-*.m; do [ ! -e "$source" ] || options+=("$source"); done
    scripts/swift-objc "$level" -parse-as-library -module-name Program "$tests/$name.swift" \
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

# package CONFIGURATION: runs the program and the tests of the package SwiftObjC.
package() {
    local configuration=$1 log=$out/package.$1.log
    scripts/swift-objc-modules.sh "$configuration" || return 1
    if ! swift build --package-path SwiftObjC -c "$configuration" --build-tests >"$log" 2>&1 ||
        ! MINIRUNTIME_CHECK=1 swift test --package-path SwiftObjC -c "$configuration" --skip-build --disable-xctest \
            >"$log" 2>&1; then
        cat "$log" >&2
        return 1
    fi
    MINIRUNTIME_CHECK=1 swift run --package-path SwiftObjC -c "$configuration" --skip-build shop-report 2>/dev/null |
        diff - <(printf '%s\n' 'paid 300 200' '150 missing ["Basket total: 300", "Basket total: 350"]') >&2
}

packages=()
if [ $# -eq 0 ]; then
    packages=(debug release)
    for source in "$tests"/*.swift; do set -- "$@" "$(basename "$source" .swift)"; done
fi
# Programs that end with a message leave their objects.
for name; do
    levels=(-Onone -O)
    [ -n "$(field "$name" 'ends with')" ] || levels+=(-sanitize=address)
    for level in "${levels[@]}"; do
        ran=$((ran + 1))
        run "$name" "$level" || fail "$name ($level)"
    done
done
for configuration in "${packages[@]}"; do
    ran=$((ran + 1))
    package "$configuration" || fail "the package SwiftObjC ($configuration)"
done
[ $status -ne 0 ] || echo "test-swift-objc: $ran programs and packages, all well"
exit $status
