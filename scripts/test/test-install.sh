#!/usr/bin/env bash
# test-install.sh - installs into a folder of its own, and uses the installation as a stranger does: C by gcc, shared
# and static, C++, a project of CMake, Objective-C, and the tool. None of them sees this folder.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh
need_command cmake cmake || exit 0

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix
scripts/build/install-to.sh "$prefix"
cd "$folder"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib

cat >program.c <<'END'
#include <miniruntime.h>
#include <objc/runtime.h>
#include <stdio.h>

static int age(id self, SEL _cmd) { return 3; }

int main(void) {
    Class cls = objc_allocateClassPair((Class)objc_getClass("NSObject"), "Person", 0);
    SEL name = sel_registerName("age");
    class_addMethod(cls, name, (IMP)age, "i16@0:8");
    objc_registerClassPair(cls);
    id person = class_createInstance(cls, 0);
    printf("%s is %d\n", object_getClassName(person), ((int (*)(id, SEL))objc_msgSend)(person, name));
    objc_release(person);
    return 0;
}
END
cp program.c program.cpp

# expect WORDS COMMAND...: the command prints these words, and nothing else.
expect() {
    local wanted=$1 found
    shift
    found=$("$@" 2>&1) || true
    if [ "$found" = "$wanted" ]; then return; fi
    printf 'test-install: %s\nprinted\n%s\nin place of\n%s\n' "$*" "$found" "$wanted" >&2
    exit 1
}

# words COMMAND...: an array `words` of what the command prints.
words() { read -ra words <<<"$("$@")"; }

words pkg-config --cflags --libs miniruntime
gcc program.c "${words[@]}" -o shared
expect "Person is 3" ./shared
words pkg-config --cflags --libs --static miniruntime
gcc -static-libgcc program.c "${words[@]/-lminiruntime/-l:libminiruntime.a}" -o static
expect "Person is 3" env LD_LIBRARY_PATH= ./static
words pkg-config --cflags --libs miniruntime
g++ -std=c++17 program.cpp "${words[@]}" -o plus
expect "Person is 3" ./plus

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.13)
project(Program C)
find_package(MiniRuntime 0.1 REQUIRED)
add_executable(with-shared program.c)
target_link_libraries(with-shared MiniRuntime::miniruntime)
add_executable(with-static program.c)
target_link_libraries(with-static MiniRuntime::miniruntime-static)
END
cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix" >log && cmake --build cmake >>log || { cat log >&2 && exit 1; }
expect "Person is 3" cmake/with-shared
expect "Person is 3" env LD_LIBRARY_PATH= cmake/with-static

cat >program.m <<'END'
#import <Foundation/Foundation.h>
int main(void) {
    NSURL *address = [NSURL URLWithString: @"https://example.org/a/b"];
    printf("%s %s\n", [@"path" UTF8String], [[address path] UTF8String]);
    return 0;
}
END
chmod -R a-w "$prefix/lib"
unset LD_LIBRARY_PATH
"$prefix/bin/objc-clang" program.m -o objective-c
expect "path /a/b" ./objective-c
expect "path /a/b" "$prefix/bin/runtime-demo" run program.m
swing="isa of p: Person -> NSKVONotifying_Person"
expect "$swing" sh -c "'$prefix/bin/runtime-demo' trace key-path | grep -o '$swing'"
# The libraries bind their names when they are loaded, and find others beside them first.
for library in lib/libminiruntime.so lib/miniruntime/lib/lib{MiniObjectiveC,FoundationClasses,DispatchObjects}.so; do
    readelf -dW "$prefix/$library" >log
    grep -q 'BIND_NOW\|Flags:.* NOW' log || { echo "test-install: $library is bound late" >&2 && exit 1; }
    grep -q 'RUNPATH' log || continue
    grep -q 'runpath: \[\$ORIGIN:' log || { echo "test-install: $library has another RUNPATH" >&2 && exit 1; }
done

# Two copies of the runtime in one process end it with a sentence, and no signal.
export LD_LIBRARY_PATH=$prefix/lib
cat >host.c <<'END'
#include <dlfcn.h>
#include <objc/runtime.h>
int main(void) { return objc_getClass("NSObject") == NULL || dlopen("./plugin.so", RTLD_NOW) == NULL; }
END
words pkg-config --cflags --libs miniruntime
gcc host.c "${words[@]}" -o host
"$prefix/bin/objc-clang" -shared -fPIC program.m -o plugin.so
copies="MiniRuntime: this process has two copies of the runtime, in "
for library in '' "$prefix/lib/miniruntime/lib/libMiniObjectiveC.so"; do
    status=0
    LD_PRELOAD=$library ./host 2>log || status=$?
    if [ $status -ne 1 ] || [ "$(wc -l <log)" -ne 1 ] || ! grep -q "^$copies" log; then
        echo "test-install: with two copies of the runtime, the program ended with $status" >&2
        cat log >&2
        exit 1
    fi
done
chmod -R u+w "$prefix/lib"
echo "test-install: all is well"
