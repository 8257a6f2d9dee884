#!/usr/bin/env bash
# foundation-classes.sh [OPTION...] - builds the three shared libraries that programs in Objective-C link.
#
# libMiniObjectiveC has the runtime and the classes that every program uses. libFoundationClasses has the classes that
# are made of Swift's Foundation, and libDispatchObjects the queues of libdispatch as objects. Both refer to the first
# library, so that a process has only one runtime. SwiftPM would put all that they depend on into them once more, so the
# script links them. The options are those of `swift build`, such as -c release. OBJC_LINK in the environment is an
# option for these links.
set -eu
cd "$(dirname "$0")/../.."
. ObjectiveC/build/link-options.sh

swift build --quiet "$@" --product MiniObjectiveC >&2
swift build --quiet "$@" --target FoundationClasses >&2
swift build --quiet "$@" --target CDispatchObjects >&2
folder=$(swift build "$@" --show-bin-path)
options=(${OBJC_LINK:+"$OBJC_LINK"})
case " $* " in *" --sanitize=address "*) options+=(-sanitize=address) ;; esac

# link_library NAME OPTION... OBJECT...: links a library, unless it is newer than its object files.
link_library() {
    local name=$1 library=$folder/lib$1.so argument
    shift
    for argument; do
        case $argument in *.o) [ "$library" -nt "$argument" ] || library= ;; esac
    done
    [ -z "$library" ] || return 0
    library=$folder/lib$name.so.$$
    swiftc -emit-library "$@" -o "$library" -L "$folder" -lMiniObjectiveC -Xlinker -soname -Xlinker "lib$name.so" \
        "${link_options[@]}" ${options[@]+"${options[@]}"} >&2
    mv "$library" "$folder/lib$name.so"
}

link_library FoundationClasses "$folder"/FoundationClasses.build/*.o "$folder"/CFoundationClasses.build/*.o
link_library DispatchObjects "$folder"/CDispatchObjects.build/*.o -ldispatch

# The names that the linker replaces in programs, as options. The last has no replacement, so it does not link.
wrapped=$folder/dispatch-objects.options
if [ ! "$wrapped" -nt "$folder/libDispatchObjects.so" ] ||
    [ ! "$wrapped" -nt ObjectiveC/build/foundation-classes.sh ]; then
    nm=$(dirname "$(readlink -f "$(command -v swift)")")/llvm-nm
    {
        "$nm" -D --defined-only --just-symbol-name "$folder/libDispatchObjects.so" | sed -n 's/^__wrap_/--wrap=/p'
        echo --wrap=dispatch_get_current_queue
    } >"$wrapped.$$"
    mv "$wrapped.$$" "$wrapped"
fi
