#!/usr/bin/env bash
# swift-objc-modules.sh [debug|release] - makes what scripts/swift-objc and packages need for classes in Swift, in the
# folder swift-objc beside the libraries:
#
#      Swift, _Concurrency            the toolchain's own modules, compiled once more from their interfaces with a few
#                                     declarations added
#      ObjectiveC, Dispatch, Foundation   the modules of these names, for Swift
#      XCTest                         a message for code that imports it
#      libSwiftObjectiveC.so          the functions that Swift's compiler asks for
#      libSwiftFoundation.so          the code of the three modules
#      libFoundationCoders.so         the coders of Swift's Foundation, for them
#      flags                          the options of swiftc, one in a line
#
# Each is made again only if what it is made of is newer. OBJC_LINK in the environment is an option for the link of
# libSwiftObjectiveC.
set -eu
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
cd "$root"
build=${1:-debug}
library=${OBJC_LIBRARY:-$root/.build/$build}
folder=$library/swift-objc
sources=$root/ObjectiveC/swift-modules
swiftc=$(readlink -f "$(command -v swiftc)")
toolchain=$(dirname "$(dirname "$swiftc")")/lib/swift/linux
target=$(uname -m)-unknown-linux-gnu

# is_older FILE SOURCE...: whether a file does not exist, or is older than one of its sources.
is_older() {
    local file=$1 source
    shift
    for source; do [ "$file" -nt "$source" ] || return 0; done
    return 1
}

# replace FILE LINE...: at once, because another compilation may be reading the file.
replace() {
    printf '%s\n' "${@:2}" >"$1.$$"
    mv "$1.$$" "$1"
}

if [ -z "${OBJC_LIBRARY:-}" ]; then
    ObjectiveC/build/foundation-classes.sh -c "$build"
    swift build --quiet -c "$build" --target CSwiftObjectiveC >&2
fi
echo '' | OBJC_BUILD=$build scripts/objc-clang -x c - -c -o /dev/null # makes objc-image.o

mkdir -p "$folder"
# Of our own: the compiler's is one for all builds of this user, and fails where two of them write to it.
cache=(-module-cache-path "$folder/module-cache")

support=$library/libSwiftObjectiveC.so
# Named after the sources: the object of a source that is gone may still be there.
objects=(ObjectiveC/swift/*.[cS])
objects=("${objects[@]##*/}")
objects=("${objects[@]/#/$library/CSwiftObjectiveC.build/}")
objects=("${objects[@]/%/.o}")
if is_older "$support" "${objects[@]}" ObjectiveC/swift; then
    swiftc -emit-library "${objects[@]}" -o "$support.new" -L "$library" -lMiniObjectiveC -Xlinker -soname \
        -Xlinker libSwiftObjectiveC.so -Xlinker -rpath -Xlinker '$ORIGIN' ${OBJC_LINK:+"$OBJC_LINK"} >&2
    mv "$support.new" "$support"
fi
# The compiler's objects ask for a library of this name, before all others: libSwiftObjectiveC has to come before
# libswiftCore, some of whose functions it replaces.
replace "$folder/libobjc.so" 'INPUT(-lSwiftObjectiveC -lMiniObjectiveC)'

# complete MODULE ADDITIONS: compiles a module of the toolchain's from its interface and a few more declarations.
complete() {
    local interface=$toolchain/$1.swiftmodule/$target.swiftinterface
    is_older "$folder/$1.swiftmodule" "$interface" "$2" "${@:3}" || return 0
    cat "$interface" "$2" >"$folder/$1.swiftinterface"
    swiftc -frontend "${cache[@]}" -compile-module-from-interface "$folder/$1.swiftinterface" -module-name "$1" \
        -parse-stdlib -I "$folder" -o "$folder/$1.swiftmodule" >&2
}
complete Swift "$sources/Swift/additions.swiftinterface"
complete _Concurrency "$sources/Concurrency/additions.swiftinterface" "$folder/Swift.swiftmodule"

# The headers in one folder, without the modules that are for Swift without Objective-C. A folder is newer if a header
# was added.
include=ObjectiveC/image/include
if is_older "$folder/include" $include{,/objc} Sources/CMiniRuntime/include/objc ObjectiveC/image/modules/*; then
    rm -rf "$folder/include" "$folder/include.new"
    mkdir -p "$folder/include.new/objc"
    for header in $include/*; do
        case ${header##*/} in objc | module.modulemap) ;; *) ln -s "$root/$header" "$folder/include.new/" ;; esac
    done
    ln -s "$root"/Sources/CMiniRuntime/include/objc/* "$root/$include"/objc/* "$folder/include.new/objc/"
    sed 's,\.\./\.\./\.\./Sources/CMiniRuntime/include,../include,' ObjectiveC/image/modules/module.modulemap |
        sed 's,\.\./include/,,' >"$folder/include.new/module.modulemap"
    cp ObjectiveC/image/modules/*.apinotes "$folder/include.new/"
    mv "$folder/include.new" "$folder/include"
fi
compile=(-Xfrontend -enable-objc-interop -Xfrontend -disable-objc-attr-requires-foundation-module
    -I "$folder" -Xcc "-I$folder/include" -Xcc -iapinotes-modules -Xcc "$folder/include"
    -Xcc -fobjc-runtime=macosx-10.15 -Xcc -fblocks -Xcc -U_GNU_SOURCE -Xcc -D_GNU_SOURCE=
    -Xcc -DOS_OBJECT_HAVE_OBJC_SUPPORT=1 -Xcc -DSWIFT_SDK_OVERLAY_DISPATCH_EPOCH=2)
link=(-use-ld=lld -Xlinker -z -Xlinker nostart-stop-gc -Xlinker -T
    -Xlinker "$root/ObjectiveC/image/class-room.ld" -L "$folder" -L "$library"
    -Xlinker -rpath -Xlinker "$library" -Xlinker "$library/objc-image.o"
    -lDispatchObjects -Xclang-linker "-Wl,@$library/dispatch-objects.options")

if is_older "$folder/XCTest.swiftmodule" "$sources"/XCTest/*.swift "$folder/Swift.swiftmodule"; then
    swiftc "${cache[@]}" "${compile[@]}" -parse-as-library -module-name XCTest -emit-module \
        -emit-module-path "$folder/XCTest.swiftmodule" "$sources"/XCTest/*.swift
fi

# Without Objective-C, because it uses classes of Swift's Foundation that code with the flag cannot use.
coders=$library/libFoundationCoders.so
if is_older "$coders" "$sources"/Coders/*.swift; then
    swiftc "${cache[@]}" -O -wmo -parse-as-library -module-name FoundationCoders -emit-module \
        -emit-module-path "$folder/FoundationCoders.swiftmodule" -emit-library "$sources"/Coders/*.swift \
        -o "$coders.new" -Xlinker -soname -Xlinker libFoundationCoders.so >&2
    mv "$coders.new" "$coders"
fi

# A type that belongs to Swift: its symbols there are abbreviated, SA for the name with its module.
pointer=AutoreleasingUnsafeMutablePointer
long=\$ss33${pointer}V
aliases=(-Xlinker "--defsym=\$sSAyxGs8_PointersMc=${long}yxGs01_D0sMc" -Xlinker "--defsym=\$sSAMn=${long}Mn"
    -Xlinker "--defsym=\$sSAMa=${long}Ma")

code=$library/libSwiftFoundation.so
if is_older "$code" "$sources"/{ObjectiveC,Dispatch,Foundation}/*.swift "$sources/Swift/$pointer.swift" \
    "$folder/Swift.swiftmodule" "$support" \
    "$coders" "$library"/{objc-image.o,dispatch-objects.options} \
    ObjectiveC/image/{modules/*,include/Foundation/*.h}; then
    for module in ObjectiveC Dispatch Foundation; do
        # Headers declare classes of these modules; those of libdispatch are a module of another name.
        underlying=(-import-underlying-module)
        [ $module != Dispatch ] || underlying=()
        # The toolchain's modules may be in the same process, so the symbols have names of their own.
        swiftc "${cache[@]}" "${compile[@]}" -O -wmo -parse-as-library ${underlying[@]+"${underlying[@]}"} \
            -module-name $module \
            -module-abi-name "Swift$module" \
            -emit-module -emit-module-path "$folder/$module.swiftmodule" \
            -emit-object "$sources/$module"/*.swift -o "$folder/$module.o" >&2
    done
    swiftc "${cache[@]}" -O -parse-stdlib -parse-as-library -module-name Pointers -module-abi-name Swift \
        -emit-object "$sources/Swift/$pointer.swift" -o "$folder/$pointer.o" >&2
    swiftc -emit-library "$folder"/{ObjectiveC,Dispatch,Foundation,$pointer}.o -o "$code.new" "${link[@]}" \
        "${aliases[@]}" \
        -lFoundationClasses -lFoundationCoders -Xlinker -soname -Xlinker libSwiftFoundation.so -Xlinker -rpath \
        -Xlinker '$ORIGIN' >&2
    mv "$code.new" "$code"
fi
replace "$folder/flags" "${compile[@]}" -lSwiftFoundation -lFoundationClasses -lFoundationCoders "${link[@]}"
