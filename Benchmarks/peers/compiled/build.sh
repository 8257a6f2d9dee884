#!/usr/bin/env bash
# build.sh FOLDER - builds the program compiled (Objective-C on this runtime), and from the same source the program
# compiled-gnustep (GCC and Debian's GNUstep), each with a library of a thousand classes beside it.
set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")"

# Writes a thousand classes, each with two properties and a method.
classes=$folder/classes.m
{
    echo '#import <Foundation/Foundation.h>'
    for number in $(seq 0 999); do
        cat <<END
@interface Made$number : NSObject { int count; id name; }
@property(nonatomic) int count;
@property(nonatomic, retain) id name;
- (int)doubled;
@end
@implementation Made$number
@synthesize count, name;
- (int)doubled { return 2 * count; }
@end
END
    done
} >"$classes"

export OBJC_BUILD=release
compiler=../../../scripts/objc-clang
../../../ObjectiveC/build/foundation-classes.sh -c release
"$compiler" -O2 -fobjc-arc -c weak.m -o "$folder/weak.o"
"$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O2 -shared -fPIC back.c -o "$folder/back.so"
"$compiler" -O2 rows.m "$folder/weak.o" "$folder/back.so" "-Wl,-rpath,$folder" -o "$folder/compiled"
"$compiler" -O2 -shared -fPIC "$classes" -o "$folder/compiled-classes.so"

. ../gnustep.sh
# shellcheck disable=SC2086 # lists of words
gcc -std=gnu11 $objc_flags -O2 rows.m "$folder/back.so" "-Wl,-rpath,$folder" -o "$folder/compiled-gnustep" \
    $objc_libraries
# shellcheck disable=SC2086
gcc -std=gnu11 $objc_flags -O2 -shared -fPIC "$classes" -o "$folder/compiled-gnustep-classes.so" $objc_libraries
