#!/usr/bin/env bash
# coverage.sh - which lines of the sources the tests run: a table of the layers, the files below the goal, and each line
# that no test runs in .build/coverage/uncovered.txt.
#
# Programs that the tests start are counted too, and exit tests, but not what ends by a signal: it writes nothing down.
# Assembly is not counted either. The exit status is 1 if a layer is below the goal or a test failed.
set -euo pipefail
cd "$(dirname "$0")/.."

goal=90
layers="CMiniRuntime CKeyValueCoding CKeyValueObserving MiniRuntime MiniFoundation KeyValueCoding KVONotifying \
TypedClasses SafeObservation ObjectiveScript runtime-demo"
build=.build-coverage
report=.build/coverage
log=$report/tests.log
status=0

# Of the toolchain: another version cannot read what its programs write.
llvm=$(dirname "$(readlink -f "$(command -v swift)")")/llvm

# Each process writes a file of its own.
test_all() {
    rm -rf $build/debug/codecov
    # The second line is for the C core: the option itself reaches Swift only.
    MINIRUNTIME_CHECK=1 swift test --disable-xctest --enable-code-coverage --scratch-path $build \
        -Xcc -fprofile-instr-generate -Xcc -fcoverage-mapping >$log 2>&1 || status=1
    if [ $status -ne 0 ]; then
        grep -E '^✘|^/.*: error: |^error: ' $log >&2 || tail -n 20 $log >&2
        echo "coverage: the tests failed; $log tells more" >&2
    fi
    if ! "$llvm-profdata" merge --sparse -o $report/merged.profdata $build/debug/codecov/*.profraw; then
        echo "coverage: the tests wrote nothing down" >&2
        exit 1
    fi
}

# Lines as lcov has them: SF:file, DA:line,count. The same lines are in both programs, and are counted together.
count_lines() {
    "$llvm-cov" export --format=lcov --skip-expansions --instr-profile=$report/merged.profdata \
        "$(echo $build/debug/*.xctest)" --object=$build/debug/runtime-demo 2>/dev/null
}

tabulate() {
    awk -v root="$(pwd -P)/" -v goal=$goal -v layers="$layers" -v uncovered=$report/uncovered.txt '
        function percent(part, whole) { return whole ? 100 * part / whole : 100 }
        function row(name, run, all) { printf "%-58s %6d %7.1f %%\n", name, all, percent(run, all) }
        # "12, 40-48" for the lines that end here.
        function end_range() {
            if (first) missing = missing (missing ? ", " : "") (first == last ? first : first "-" last)
            first = 0
        }
        /^SF:/ {
            file = substr($0, 4)
            if (index(file, root "Sources/") != 1) { file = ""; next }
            file = substr(file, length(root) + 1)
            split(file, parts, "/")
            layer = parts[2]
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
            printf "%-58s %6s %9s\n", "layer", "lines", "run"
            count = split(layers, names, " ")
            for (i = 1; i <= count; i++) {
                row(names[i], layer_run[names[i]], layer_all[names[i]])
                if (layer_all[names[i]] == 0 || percent(layer_run[names[i]], layer_all[names[i]]) < goal) failed = 1
            }
            if (low_count) printf "\nfiles below %d %%\n", goal
            for (i = 1; i <= low_count; i++) row(low[i], low_run[low[i]], low_all[low[i]])
            exit failed
        }'
}

mkdir -p $report
rm -f $report/uncovered.txt
test_all
count_lines | tabulate || {
    echo "coverage: a layer is below $goal %" >&2
    status=1
}
echo
echo "The lines that no test runs: $report/uncovered.txt"
exit $status
