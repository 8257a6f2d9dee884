#!/usr/bin/env bash
# coverage.sh - which lines of the sources the tests run: a table of the layers, the files below the goal, and each line
# that no test runs in .build/coverage/uncovered.txt.
#
# The tests in Swift run first; then programs in Objective-C and in Swift's @objc, with the shared libraries of the same
# build, because nothing else runs the layers for them. Programs that the tests start are counted too, and exit tests,
# but not what ends by a signal: it writes nothing down. Assembly is not counted either. The exit status is 1 if a layer
# is below its goal or a test failed.
set -euo pipefail
cd "$(dirname "$0")/../.."

# The share of the lines of each layer that must run, in percent. A goal is never lowered; a new layer gets what its
# first run shows, rounded down.
goals="CMiniRuntime 90 CKeyValueCoding 90 CKeyValueObserving 90 MiniRuntime 90 MiniFoundation 90 KeyValueCoding 90
    KVONotifying 90 TypedClasses 90 SafeObservation 90 SafeObservationTesting 100 ObjectiveScript 90 runtime-demo 90
    loader 90 image 100 foundation 97 foundation-classes 97 foundation-classes-memory 98 dispatch 93 swift 84"
goal=90 # of a file, to be left out of the second list
# A script compiles swift-modules for programs, and Tests/Client is the package that tests FoundationValues. What is
# confined may write no file, and so no counts.
without='swift-modules|FoundationValues'
confined=Sources/runtime-demo/Confinement/
. scripts/check/layers.sh
layers=$(for folder in "${layers[@]}"; do find "$folder" -name '*.swift' -o -name '*.c'; done | cut -d / -f 2 |
    grep -vxE "$without" | sort -u | paste -sd ' ')
build=.build-coverage
report=.build/coverage
log=$report/tests.log
# Without --enable-code-coverage, with which swift test fails if a process that may write no files leaves a part of
# one. The first options reach Swift only, the others C.
options=(--scratch-path $build -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping
    -Xcc -fprofile-instr-generate -Xcc -fcoverage-mapping)
programs=$PWD/$build/debug/programs # what the programs write down
status=0

# Of the toolchain: another version cannot read what its programs write.
llvm=$(dirname "$(readlink -f "$(command -v swift)")")/llvm

# run WHAT COMMAND...: a part of the tests.
run() {
    local what=$1
    shift
    if "$@" >>$log 2>&1; then return; fi
    status=1
    grep -E '^✘|^FAILED|^/.*: error: |^error: ' $log >&2 || tail -n 20 $log >&2
    echo "coverage: $what failed; $log tells more" >&2
}

# Each process writes a file of its own, and each library of it as well.
test_all() {
    rm -rf "$programs"
    : >$log
    ObjectiveC/build/guide-libraries.sh >>$log
    export LLVM_PROFILE_FILE=$programs/%p-%m.profraw
    run "the tests in Swift" env MINIRUNTIME_CHECK=1 scripts/test/run-tests.sh "${options[@]}"
    export OBJC_LIBRARY=$PWD/$build/debug
    # A library needs the functions that write the counts down, whatever its objects are.
    export OBJC_LINK=-profile-generate
    ObjectiveC/build/foundation-classes.sh "${options[@]}" >>$log
    compile_image
    run "the programs in Objective-C" scripts/test/test-objc.sh coverage
    run "the programs in Swift" scripts/test/test-swift-objc.sh coverage
    unset LLVM_PROFILE_FILE
    # A program that may write no files leaves a part of one.
    if ! "$llvm-profdata" merge --sparse --failure-mode=warn -o $report/merged.profdata \
        "$programs"/*.profraw 2>>$log; then
        echo "coverage: the tests wrote nothing down" >&2
        exit 1
    fi
}

# compile_image: with counters, the object file that every program links.
compile_image() {
    local clang
    clang=$(dirname "$llvm")/clang
    echo '' | scripts/objc-clang -x c - -fsyntax-only
    "$clang" -O0 -fPIC -fprofile-instr-generate -fcoverage-mapping -I ObjectiveC/loader/include \
        -I Sources/CMiniRuntime/include -c ObjectiveC/image/image.c -o "$OBJC_LIBRARY/objc-image.o"
}

# Lines as lcov has them: SF:file, DA:line,count. The same lines are in both programs, and are counted together.
count_lines() {
    local object objects=()
    for object in $build/debug/{runtime-demo,lib{MiniObjectiveC,FoundationClasses,DispatchObjects,SwiftObjectiveC}.so} \
        $build/objc-tests/classes.arc-O2; do
        objects+=("--object=$object")
    done
    "$llvm-cov" export --format=lcov --skip-expansions --instr-profile=$report/merged.profdata \
        "$(echo $build/debug/*.xctest)" "${objects[@]}" 2>/dev/null
}

tabulate() {
    awk -v root="$(pwd -P)/" -v goal=$goal -v goals="${goals//$'\n'/}" -v layers="$layers" \
        -v confined=$confined \
        -v uncovered=$report/uncovered.txt '
        function percent(part, whole) { return whole ? 100 * part / whole : 100 }
        function row(name, run, all) { printf "%-58s %6d %7.1f %%\n", name, all, percent(run, all) }
        # A layer of which no line was counted fails.
        function judge(layer, share, has_goal) {
            has_goal = layer in layer_goal
            share = layer_all[layer] ? percent(layer_run[layer], layer_all[layer]) : 0
            printf "%-58s %6d %7.1f %% %6s\n", layer, layer_all[layer], share, has_goal ? layer_goal[layer] : "-"
            if (has_goal && layer_all[layer] && share >= layer_goal[layer]) return
            failed = 1
            if (!has_goal) printf "    has no goal yet: write \"%s %d\" into coverage.sh\n", layer, int(share)
        }
        # "12, 40-48" for the lines that end here.
        function end_range() {
            if (first) missing = missing (missing ? ", " : "") (first == last ? first : first "-" last)
            first = 0
        }
        /^SF:/ {
            file = substr($0, 4)
            if (index(file, root "Sources/") != 1 && index(file, root "ObjectiveC/") != 1) { file = ""; next }
            file = substr(file, length(root) + 1)
            if (index(file, confined) == 1) { file = ""; next }
            split(file, parts, "/")
            layer = parts[2]
            if (!index(" " layers " ", " " layer " ")) { file = ""; next }
            missing = ""; first = 0; run = all = 0
        }
        /^DA:/ && file {
            split(substr($0, 4), line, ",")
            all++
            if (line[2] > 0) { run++; end_range() } else { if (!first) first = line[1]; last = line[1] }
        }
        /^end_of_record/ && file {
            end_range()
            layer_all[layer] += all; layer_run[layer] += run
            if (missing) print file ": " missing > uncovered
            if (percent(run, all) < goal) { low[++low_count] = file; low_run[file] = run; low_all[file] = all }
        }
        END {
            printf "%-58s %6s %9s %6s\n", "layer", "lines", "run", "goal"
            for (i = split(goals, words, " "); i > 0; i -= 2) layer_goal[words[i - 1]] = words[i]
            count = split(layers, names, " ")
            for (i = 1; i <= count; i++) judge(names[i])
            if (low_count) printf "\nfiles below %d %%\n", goal
            for (i = 1; i <= low_count; i++) row(low[i], low_run[low[i]], low_all[low[i]])
            exit failed
        }'
}

mkdir -p $report
rm -f $report/uncovered.txt
test_all
count_lines | tabulate || {
    echo "coverage: a layer is below its goal" >&2
    status=1
}
echo
echo "The lines that no test runs: $report/uncovered.txt"
exit $status
