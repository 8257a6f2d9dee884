#!/usr/bin/env bash
# test-client.sh [address] - builds Tests/Client, a package that uses ours, in release, and runs its programs, each in a
# process of its own, and its tests; with `address` under the address sanitizer.
#
# One line for each program; the exit status is 1 if one failed. A program has five minutes, and the tests as many.
set -euo pipefail
cd "$(dirname "$0")/../.."

# All targets, as a user builds a package: among them a test target, and none that needs the trait Demo.
options=(-c release --package-path Tests/Client)
if [ "${1:-}" = address ]; then
    # Leaks are not asked about: in Swift's enumerations the checker does not see references.
    export ASAN_OPTIONS=detect_leaks=0
    options+=(--sanitize=address --scratch-path Tests/Client/.build-asan)
fi
status=0

fail() {
    echo "$1" >&2
    status=1
}

# run NAME COMMAND...
run() {
    local name=$1
    shift
    if MINIRUNTIME_CHECK=1 timeout --kill-after=10 300 "$@"; then
        echo "ok      $name"
    else
        fail "FAILED  $name: status $?"
    fi
}

# Each type of a public module stands in the list of names.
check_names() {
    local name kinds="class|struct|enum|protocol|typealias|actor"
    while read -r name; do
        grep -qw "$name" Tests/Client/Sources/client/Names.swift ||
            fail "Tests/Client/Sources/client/Names.swift does not have the public type $name"
    done < <(cd Sources &&
        grep -rhoE "^(@[a-zA-Z]+(\\([^)]*\\))? )*(nonisolated )?(public|open) (final |indirect )?($kinds) [A-Za-z]+" \
            --include='*.swift' MiniRuntime MiniFoundation KeyValueCoding KVONotifying TypedClasses FoundationValues \
            ObjectiveScript SafeObservation SafeObservationTesting |
        awk '{ print $NF }' | sort -u)
}

# Who depends on us resolves nothing for the command line tool.
check_dependencies() {
    if swift package --package-path Tests/Client show-dependencies 2>/dev/null | grep -q swift-argument-parser; then
        fail "Tests/Client resolves swift-argument-parser, which only runtime-demo needs"
    fi
}

# Warnings are errors in our own builds only: a user's compiler or options may give warnings that ours do not.
check_warnings() {
    local ours linked users folder
    folder=$(mktemp -d)
    ln -s "$PWD" "$folder/link"
    ours=$(swift package dump-package)
    linked=$(cd "$folder/link" && swift package dump-package)
    rm -r "$folder"
    users=$(cd / && swift package --package-path "$OLDPWD" dump-package)
    [[ $ours == *treatAllWarnings* ]] || fail "Package.swift does not treat warnings as errors in our builds"
    [[ $linked == *treatAllWarnings* ]] || fail "Package.swift does not do so in a folder reached through a link"
    [[ $users != *treatAllWarnings* ]] || fail "Package.swift treats warnings as errors in the builds of users"
}

check_names
check_dependencies
check_warnings
swift build "${options[@]}" --quiet
swift build "${options[@]}" --quiet --build-tests
folder=$(swift build "${options[@]}" --show-bin-path)
for program in $("$folder/client"); do run "$program" "$folder/client" "$program"; done
for program in cplusplus modern; do run $program "$folder/$program"; done
MINIRUNTIME_CHECK=1 timeout --kill-after=10 300 \
    swift test --skip-build "${options[@]}" --disable-xctest --quiet ||
    fail "FAILED  the tests: status $?"
exit $status
