#!/usr/bin/env bash
# check-layers.sh - checks that each layer imports no module of the system but those that it may use, that C includes go
# one way, and a few more rules of single layers; counts the lines in C.
#
# check-targets.py checks the imports of our own modules. Prints the number of lines of code of each layer in C, and on
# standard error a line for each violation, "file:line: what is wrong"; the exit status is 1 if there is any.
set -eu
cd "$(dirname "$0")/../.."
. scripts/check/layers.sh

standard="Swift Synchronization Glibc Musl"
status=0

fail() {
    echo "$1" >&2
    status=1
}

# imports FOLDER: prints "file:line:module" for each import in the Swift files of the folder.
imports() {
    local attributes='(@[_a-zA-Z]+(\([^)]*\))? +)*((public|package|internal|fileprivate|private) +)?'
    local kinds='((struct|class|enum|protocol|typealias|func|var|let) +)?'
    grep -rnE --include='*.swift' "^ *${attributes}import +" "$1" |
        sed -E "s/^([^:]*:[0-9]+): *${attributes}import +${kinds}([A-Za-z_0-9]+).*/\1:\8/" || true
}

# system_modules FOLDER: prints the modules of the system that its Swift files may import beyond those of all folders.
system_modules() {
    case $1 in
    Sources/FoundationValues) echo FoundationEssentials Foundation ;;
    Sources/SafeObservation) echo Dispatch Observation ;;
    Sources/SafeObservationTesting) echo XCTest ;;
    Sources/runtime-demo) echo ArgumentParser FoundationEssentials ;;
    ObjectiveC/foundation-classes) echo Foundation Dispatch ;;
    ObjectiveC/swift-modules) echo ObjectiveC Dispatch CDispatch Foundation FoundationCoders FoundationEssentials ;;
    Tests/Support/BuildTestSupport) echo Foundation ;;
    Tests/Support/*) echo Testing ;;
    esac
}

# check_system_modules FOLDER: fails if a Swift file of the folder imports another module that is none of ours.
check_system_modules() {
    local folder=$1 file line module allowed
    allowed="$standard $(system_modules "$folder")"
    # SwiftPM does not build these modules, so they use none of ours.
    [ "$folder" = ObjectiveC/swift-modules ] || allowed="$allowed $ours"
    while IFS=: read -r file line module; do
        case " $allowed " in
        *" $module "*) ;;
        *) fail "$file:$line: $folder may not import $module" ;;
        esac
    done < <(imports "$folder")
}

# forbid PATTERN REASON GREP-ARGUMENT...: fails with the reason for each line that matches the pattern.
forbid() {
    local pattern=$1 reason=$2 match
    shift 2
    while IFS= read -r match; do
        fail "$(cut -d: -f1,2 <<<"$match"): $reason"
    done < <(grep -rnE "$pattern" "$@" || true)
}

ours=$(sed -n 's/.*name: "\([A-Za-z]*\)",.*/\1/p' Package.swift | sort -u | paste -sd ' ')
for folder in Sources/*/ ObjectiveC/{foundation-classes,swift-modules}/ Tests/Support/*/; do
    check_system_modules "${folder%/}"
done

# check_folders ROOT FOLDER...: the folders are listed from the lowest to the highest. Fails if a file names a type that
# a higher folder declares. The files directly in ROOT are below all folders.
check_folders() {
    local root=$1 folder lower names below=""
    shift
    for folder in "$@"; do
        names=$(grep -ohE '^((public|package|final|indirect) )*(class|struct|enum|protocol|typealias) [A-Za-z_0-9]+' \
            "$root/$folder"/*.swift | sed 's/.* //' | sort -u | paste -sd '|')
        for lower in "$root" $below; do
            forbid "^([^/\"]|/[^/])*(^|[^.A-Za-z_0-9\"])($names)([^A-Za-z_0-9]|\$)" "$folder is above this folder" \
                "$lower"/*.swift
        done
        below="$below $root/$folder"
    done
}
check_folders Sources/KeyValueCoding Accessors Proxies Coding
check_folders Sources/KVONotifying Classes Changes Notifying Observing
# A lock that lives as long as the process needs a rank whose locks fork() acquires: MR_LOCK_LIST in
# observing-support.h.
while IFS= read -r match; do
    fail "$(cut -d: -f1,2 <<<"$match"): a Locked in a static or global variable needs a rank"
done < <(grep -rnE '(static let|^((private|fileprivate|package|public) )?let) .*Locked' \
    --include='*.swift' "${layers[@]}" |
    grep -v 'rank: ')
forbid 'pthread_mutex|Mutex[<(]|os_unfair' "use Locked, whose place in the order of locks is checked" \
    --include='*.swift' "${layers[@]}"
forbid '@_exported.* CMiniRuntime' "CMiniRuntime must not be handed on to the layers above" \
    --include='*.swift' "${layers[@]}"

ffi='^ *# *(include|import) *[<"]ffi[a-z]*\.h[>"]'
forbid "$ffi" "only the .c files of CMiniRuntime may include libffi" \
    --include='*.[chmS]' --exclude-dir=CFFI --exclude-dir=CMiniRuntime "${layers[@]}" Tests
forbid "$ffi" "a public header may not include libffi" --include='*.h' Sources/CMiniRuntime/include

# Whatever SwiftPM knows of it.
forbid 'ObjectiveC/' "the core uses nothing in ObjectiveC/" --include='*.[chmS]' --include='*.modulemap' Sources
# The layers above the core include its public headers only. Its own go one way; its C files may send messages.
forbid '^ *# *include *"[^"]*CMiniRuntime/' "only the public headers of the core may be included" \
    --include='*.[chmS]' "${layers[@]}"
forbid '^ *# *include *"\.\./(object|message|call|boot)/' "a header of the core includes those of base and class only" \
    --include='*.h' Sources/CMiniRuntime
# CKeyValueCoding and CKeyValueObserving include each other only downwards.
forbid '^ *# *include *[<"](observing|property)\.h[>"]' "CKeyValueCoding is below observing" \
    --include='*.[ch]' Sources/CKeyValueCoding
# The loader of compiled Objective-C may include adopting.h, and no other folder but CObjectiveCFoundation,
# CSwiftObjectiveC and CDispatchObjects.
forbid '^ *# *include *[<"]adopting\.h[>"]' \
    "only the folders of compiled Objective-C may include adopting.h" \
    --include='*.[chm]' --exclude-dir=CMiniRuntime --exclude-dir={loader,foundation,swift,dispatch} \
    "${layers[@]}" Tests

# count NAME FIND-ARGUMENT...: prints how many lines of code the files have. Comments do not count, so that nobody
# removes one to have a smaller number. There is no limit yet: a layer gets one when it has reached its goal.
count() {
    local name=$1
    shift
    echo "$name: $(find "$@" -exec cat {} + | grep -cvE '^[[:space:]]*(//.*)?$') lines of code"
}
count CMiniRuntime Sources/CMiniRuntime -name '*.[chS]'
count CKeyValueCoding Sources/CKeyValueCoding -name '*.[chS]'
count CKeyValueObserving Sources/CKeyValueObserving -name '*.[chS]'
count "CObjectiveC and ObjectiveCImage" ObjectiveC/loader ObjectiveC/image \
    \( -name '*.[cS]' -o -path 'ObjectiveC/loader/*.h' \)
count CSwiftObjectiveC ObjectiveC/swift -name '*.[chS]'
exit $status
