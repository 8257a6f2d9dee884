#!/usr/bin/env bash
# install-to.sh PREFIX - installs what works without this folder: `make install PREFIX=/usr/local`.
#
#      include/miniruntime/        the headers of the C library
#      lib/libminiruntime.a, .so   the C library, built by $CC (cc): it needs libffi, and no Swift
#      lib/pkgconfig, lib/cmake    for `pkg-config miniruntime` and `find_package(MiniRuntime)`
#      bin/objc-clang              compiles and links programs in Objective-C
#      bin/runtime-demo            the tool
#      lib/miniruntime/            what these two need
#
# The last three need the Swift toolchain that built them. The libraries bind their names when they are loaded; the C
# library checks the stack and the bounds of C's functions, and may run with a shadow stack. DESTDIR in the environment
# is put before PREFIX, as for a package. Replaces an earlier installation.
set -euo pipefail
if [ $# -ne 1 ] || [[ $1 != /* ]]; then
    echo "install-to: give the folder to install to, as an absolute path" >&2
    exit 64
fi
prefix=${1%/}
cd "$(dirname "$0")/../.."
. ObjectiveC/build/link-options.sh
to=${DESTDIR:-}$prefix
version=$(sed -n 's/.*version: "MiniRuntime \([0-9.]*\)".*/\1/p' Sources/runtime-demo/RuntimeDemo.swift)
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

# compile_library: libminiruntime, from the sources of the core.
compile_library() {
    local source object objects=() flags now=(-Wl,-z,relro -Wl,-z,now)
    read -ra flags <<<"$(pkg-config --cflags libffi)"
    flags+=(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong)
    # On x86-64, where the linker knows it. The core changes no return address.
    if "${CC:-cc}" -shared -Wl,-z,shstk,--fatal-warnings -x c /dev/null -o "$build/probe.so" 2>/dev/null; then
        now+=(-Wl,-z,shstk)
    fi
    for source in Sources/CMiniRuntime/*/*.[cS]; do
        object=$build/$(basename "$source").o
        "${CC:-cc}" -std=gnu11 -O2 -fPIC -D_GNU_SOURCE "${flags[@]}" -ISources/CMiniRuntime/include -c "$source" \
            -o "$object"
        objects+=("$object")
    done
    ar rcs "$build/libminiruntime.a" "${objects[@]}"
    read -ra flags <<<"$(pkg-config --libs libffi)"
    "${CC:-cc}" -shared -Wl,-soname,libminiruntime.so.0 "${now[@]}" "${objects[@]}" "${flags[@]}" -lpthread -ldl -lm \
        -o "$build/libminiruntime.so.$version"
}

install_library() {
    install -d "$to/include/miniruntime/objc" "$to/lib/pkgconfig" "$to/lib/cmake/MiniRuntime"
    install -m 644 Sources/CMiniRuntime/include/{miniruntime,inspect,trace}.h "$to/include/miniruntime"
    install -m 644 Sources/CMiniRuntime/include/objc/*.h "$to/include/miniruntime/objc"
    install -m 644 "$build/libminiruntime.a" "$to/lib"
    install -m 755 "$build/libminiruntime.so.$version" "$to/lib"
    ln -sf "libminiruntime.so.$version" "$to/lib/libminiruntime.so.0"
    ln -sf libminiruntime.so.0 "$to/lib/libminiruntime.so"
    cat >"$to/lib/pkgconfig/miniruntime.pc" <<END
prefix=$prefix
Name: MiniRuntime
Description: An Objective-C-style object runtime
Version: $version
Requires.private: libffi
Cflags: -I\${prefix}/include/miniruntime
Libs: -L\${prefix}/lib -lminiruntime
Libs.private: -lpthread -ldl -lm
END
    # Paths from the file's own folder, so that a moved installation is found as well.
    cat >"$to/lib/cmake/MiniRuntime/MiniRuntimeConfig.cmake" <<'END'
get_filename_component(_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET MiniRuntime::miniruntime)
    add_library(MiniRuntime::miniruntime SHARED IMPORTED)
    set_target_properties(MiniRuntime::miniruntime PROPERTIES
        IMPORTED_LOCATION "${_prefix}/lib/libminiruntime.so"
        INTERFACE_INCLUDE_DIRECTORIES "${_prefix}/include/miniruntime")
    add_library(MiniRuntime::miniruntime-static STATIC IMPORTED)
    set_target_properties(MiniRuntime::miniruntime-static PROPERTIES
        IMPORTED_LOCATION "${_prefix}/lib/libminiruntime.a"
        INTERFACE_INCLUDE_DIRECTORIES "${_prefix}/include/miniruntime"
        INTERFACE_LINK_LIBRARIES "ffi;pthread;dl;m")
endif()
unset(_prefix)
END
    cat >"$to/lib/cmake/MiniRuntime/MiniRuntimeConfigVersion.cmake" <<END
set(PACKAGE_VERSION "$version")
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
    if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
        set(PACKAGE_VERSION_EXACT TRUE)
    endif()
endif()
END
}

# The folders keep their places relative to each other: objc-clang finds headers and libraries by them.
install_objective_c() {
    local home=$to/lib/miniruntime release
    release=$(swift build -c release --show-bin-path)
    install -d "$to/bin"
    rm -rf "$home"
    install -d "$home/scripts" "$home/lib" "$home/ObjectiveC"/{bin,image,loader} "$home/Sources/CMiniRuntime"
    cp -r ObjectiveC/image/{include,modules,image.c} "$home/ObjectiveC/image"
    cp -r ObjectiveC/loader/include "$home/ObjectiveC/loader"
    cp -r Sources/CMiniRuntime/include "$home/Sources/CMiniRuntime"
    install -m 755 ObjectiveC/bin/objc-clang "$home/ObjectiveC/bin"
    ln -s ../ObjectiveC/bin/objc-clang "$home/scripts/objc-clang"
    swiftc -emit-library "@$release/MiniObjectiveC.product/Objects.LinkFileList" -lffi "${link_options[@]}" \
        -o "$home/lib/libMiniObjectiveC.so"
    install -m 755 "$release"/lib{FoundationClasses,DispatchObjects}.so "$home/lib"
    install -m 644 "$release/dispatch-objects.options" "$home/lib"
    ln -sf ../lib/miniruntime/scripts/objc-clang "$to/bin/objc-clang"
    echo 'int main(void) { return 0; }' >"$build/first.m"
    "$to/bin/objc-clang" "$build/first.m" -o "$build/first" # makes the object file that every program links
    install -m 755 "$release/runtime-demo" "$to/bin"
}

compile_library
ObjectiveC/build/foundation-classes.sh -c release
swift build --quiet -c release --product runtime-demo
install_library
install_objective_c
echo "MiniRuntime $version is in $to."
