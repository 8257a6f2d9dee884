#!/usr/bin/env bash
# foundation-classes.sh [OPTION...] - builds the two shared libraries that programs in Objective-C link.
#
# libMiniObjectiveC has the runtime and the classes that every program uses. libFoundationClasses has the classes that
# are made of Swift's Foundation, and refers to the first library, so that a process has only one runtime. SwiftPM
# would put all that FoundationClasses depends on into its library once more, so the script links it. The options are
# those of `swift build`, such as -c release.
set -eu
cd "$(dirname "$0")/.."

swift build --quiet "$@" --product MiniObjectiveC >&2
swift build --quiet "$@" --target FoundationClasses >&2
folder=$(swift build "$@" --show-bin-path)
library=$folder/libFoundationClasses.so
objects=("$folder"/FoundationClasses.build/*.o "$folder"/CFoundationClasses.build/*.o)
# The library is linked again only if an object file is newer.
for object in "${objects[@]}"; do
    [ "$library" -nt "$object" ] || library=
done
[ -z "$library" ] || exit 0
options=()
case " $* " in *" --sanitize=address "*) options=(-sanitize=address) ;; esac
library=$folder/libFoundationClasses.so.$$
swiftc -emit-library "${objects[@]}" -o "$library" -L "$folder" -lMiniObjectiveC -Xlinker -soname \
    -Xlinker libFoundationClasses.so -Xlinker -rpath -Xlinker '$ORIGIN' ${options[@]+"${options[@]}"} >&2
mv "$library" "$folder/libFoundationClasses.so"
