#!/usr/bin/env bash
# check-compilers.sh - checks that programs in C and C++ can include the public headers, with gcc and with clang, that
# programs in Objective-C++ can include Foundation's, and that gcc compiles the runtime. No warning is allowed, not even
# with -Wpedantic.
#
# Prints the compilers' messages; the exit status is 1 if there is any. Nothing is built: scripts/test/test-aarch64.sh
# runs the tests in C with both compilers.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/build/install.sh

command -v g++ >/dev/null || install_packages g++
command -v pkg-config >/dev/null || install_packages pkg-config libffi-dev
# Every Swift toolchain has one, in PATH or not.
clang=$(command -v clang || echo "$(dirname "$(readlink -f "$(command -v swift)")")/clang")
includes="-ISources/CMiniRuntime/include -ISources/CKeyValueCoding/include -ISources/CKeyValueObserving/include
    -IObjectiveC/loader/include -IObjectiveC/image/include"
status=0

# check COMPILER HEADER OPTION...: compiles a program that includes the header alone, as a user's program does.
check() {
    local compiler=$1 header=$2
    shift 2
    # shellcheck disable=SC2086 # a list of words
    echo "#include \"$header\"" |
        "$compiler" $includes -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$@" - || status=1
}

# In no product, but Swift reads it with clang, in C and in C++. Null annotations, _Atomic and flexible arrays are
# extensions there.
for header in Sources/CKeyValueCoding/include/{keys,accessor}.h \
    Sources/CKeyValueObserving/include/{property,observing}.h; do
    check gcc "$header" -x c -std=c11
    check "$clang" "$header" -x c -std=c11 -Wno-pedantic
    check "$clang" "$header" -x c++ -std=c++17 -Wno-pedantic
done
for header in Sources/CMiniRuntime/include/{miniruntime,observing-support,inspect,trace,objc/*}.h \
    ObjectiveC/loader/include/objective-c.h ObjectiveC/image/include/Block.h; do
    for compiler in gcc "$clang"; do
        check "$compiler" "$header" -x c -std=c11
        check "$compiler" "$header" -x c++ -std=c++17
    done
done
# In Objective-C++, too, functions are functions in C: declarations of two languages for one function are an error.
# shellcheck disable=SC2086
"$clang" $includes -x objective-c++ -fobjc-runtime=macosx-10.15 -fblocks -Werror -fsyntax-only - <<'END' || status=1
#import <Foundation/Foundation.h>
#include <Block.h>
extern "C" void NSLog(NSString *format, ...);
extern "C" void _Block_release(const void *block);
extern "C" id objc_storeWeak(id *location, id object);
END
# shellcheck disable=SC2046,SC2086 # lists of words
gcc $includes $(pkg-config --cflags libffi) -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wno-unused-parameter -Werror \
    -fsyntax-only Sources/CMiniRuntime/*/*.c || status=1
exit $status
