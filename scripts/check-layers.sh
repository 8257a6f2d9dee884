#!/usr/bin/env bash
# check-layers.sh - holds the layers to their order: imports and includes point down only, and the core stays small.
#
#      runtime-demo -> SafeObservation -> KVONotifying, TypedClasses -> MiniFoundation -> MiniRuntime -> CMiniRuntime -> CFFI
#      runtime-demo -> ObjectiveScript -> KVONotifying
#
# One line for each violation, "file:line: what is wrong"; the exit status is 1 if there is any.
set -eu
cd "$(dirname "$0")/.."

core_limit=5100
standard="Swift Synchronization Glibc Musl"
status=0

fail() {
    echo "$1" >&2
    status=1
}

# imports FOLDER: "file:line:module" for each import in its Swift files.
imports() {
    local attributes='(@[_a-zA-Z]+(\([^)]*\))? +)*((public|package|internal|fileprivate|private) +)?'
    local kinds='((struct|class|enum|protocol|typealias|func|var|let) +)?'
    grep -rnE --include='*.swift' "^ *${attributes}import +" "$1" |
        sed -E "s/^([^:]*:[0-9]+): *${attributes}import +${kinds}([A-Za-z_0-9]+).*/\1:\8/" || true
}

# allow FOLDER MODULE...: no other module may be imported there.
allow() {
    local folder=$1 file line module
    shift
    while IFS=: read -r file line module; do
        case " $* $standard " in
        *" $module "*) ;;
        *) fail "$file:$line: $folder may not import $module (only: $*, $standard)" ;;
        esac
    done < <(imports "$folder")
}

# forbid PATTERN REASON GREP-ARGUMENT...
forbid() {
    local pattern=$1 reason=$2 match
    shift 2
    while IFS= read -r match; do
        fail "$(cut -d: -f1,2 <<<"$match"): $reason"
    done < <(grep -rnE "$pattern" "$@" || true)
}

allow Sources/MiniRuntime CMiniRuntime
allow Sources/MiniFoundation MiniRuntime
allow Sources/KVONotifying MiniFoundation MiniRuntime
allow Sources/TypedClasses MiniFoundation MiniRuntime
allow Sources/ObjectiveScript KVONotifying MiniFoundation MiniRuntime
allow Sources/SafeObservation TypedClasses KVONotifying MiniFoundation MiniRuntime Dispatch
allow Sources/runtime-demo ObjectiveScript SafeObservation TypedClasses KVONotifying MiniFoundation MiniRuntime ArgumentParser FoundationEssentials
allow Tests/PublicFaceTests KVONotifying MiniFoundation MiniRuntime Testing
forbid '@_exported.* CMiniRuntime' "CMiniRuntime must not be handed on to the layers above" --include='*.swift' Sources

ffi='^ *# *(include|import) *[<"]ffi[a-z]*\.h[>"]'
forbid "$ffi" "only the .c files of CMiniRuntime may include libffi" \
    --include='*.[chmS]' --exclude-dir=CFFI --exclude-dir=CMiniRuntime Sources Tests
forbid "$ffi" "a public header may not include libffi" --include='*.h' Sources/CMiniRuntime/include

# Lines of code: a comment must never be what is saved on.
lines=$(find Sources/CMiniRuntime -name '*.[chS]' -exec cat {} + | grep -cvE '^[[:space:]]*(//.*)?$')
if [ "$lines" -ge $core_limit ]; then
    fail "Sources/CMiniRuntime: $lines lines of code in C and assembly; it stays under $core_limit"
fi
exit $status
