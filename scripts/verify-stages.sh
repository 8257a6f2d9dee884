# shellcheck shell=bash
# verify-stages.sh - sourced: the stages of `make verify`, in their order, and the files and folders that each of them
# reads. A stage that has passed does not run again until one of these files changes, so a row lists too much rather
# than too little. scripts/check-verify.sh checks that every path exists and that every source folder is in a group.
#
# A stage with 1 in the second column keeps one core busy: it runs beside bench-instructions, which counts instructions
# and not time.

core="Sources/CFFI Sources/CMiniRuntime Sources/CKeyValueCoding Sources/CKeyValueObserving"
library="$core Sources/MiniRuntime Sources/MiniFoundation Sources/KeyValueCoding Sources/KVONotifying
    Sources/TypedClasses Sources/SafeObservation Sources/SafeObservationTesting Sources/FoundationValues
    Sources/ObjectiveScript"
loader="Sources/CObjectiveC Sources/ObjectiveCImage"
objective_c="$loader Sources/CObjectiveCFoundation Sources/CFoundationClasses Sources/FoundationClasses
    Sources/CDispatchObjects Sources/CSwiftObjectiveC Sources/SwiftObjectiveC"
tool="Sources/runtime-demo Sources/CConfinement"

build="Makefile Package.swift scripts/bootstrap.sh scripts/install.sh scripts/skip.sh scripts/limit.sh"
compilers="scripts/objc-clang scripts/foundation-classes.sh scripts/swift-objc scripts/swift-objc-modules.sh
    scripts/two-at-a-time.sh"
# Tests of the library also compile the examples of some pages. SwiftPM compiles the layers for Objective-C in these
# builds, but no test of the library uses them.
library_tests="$build $library scripts/run-tests.sh Tests/TestSupport Tests/RuntimeTestSupport Tests/BuildTestSupport
    Tests/CMiniRuntimeTests Tests/MiniRuntimeTests Tests/MiniFoundationTests Tests/KVONotifyingTests
    Tests/TypedClassesTests Tests/SafeObservationTests Tests/ObjectiveScriptTests Tests/ExerciseTests
    Tests/ReliabilityTests docs/safe-observation.md docs/beside-foundation.md docs/idioms.md docs/script-language.md"
all_tests="$library_tests $tool $compilers Tests/RuntimeDemoTests Tests/GuideTests Tests/TutorialTests README.md docs
    Examples"
swift_objc_tests="$build $library $objective_c $compilers scripts/test-swift-objc.sh Tests/SwiftObjectiveC"
objc_tests="$build $library $objective_c $compilers scripts/test-objc.sh Tests/ObjectiveC"

# stage             cores  files and folders
verify_stages="
test-release        2  $all_tests
behaviours          2  $all_tests scripts/behaviours.sh scripts/behaviours-tests.awk scripts/behaviours-page.awk
test-switches       2  $library_tests
sanitizers          2  $library_tests scripts/sanitize.sh
objc-asan           2  $objc_tests scripts/sanitize.sh
tsan                2  $library_tests
coverage            2  $all_tests $objc_tests $swift_objc_tests scripts/guide-libraries.sh scripts/coverage.sh
objc                2  $all_tests $objc_tests scripts/guide-libraries.sh scripts/test-examples.sh
    scripts/test-debuggers.sh scripts/objc_gdb.py scripts/objc_lldb.py scripts/random-objc.py
    scripts/declared-methods.py ObjC
swift-objc          2  $swift_objc_tests SwiftObjC
test-client-asan    2  $build $library scripts/test-client.sh Tests/Client
test-consumers      2  $build $library scripts/test-consumers.sh Tests/Consumers
test-load           2  $build $library $tool scripts/test-load.sh Tests/Client
test-install        2  $build $library $objective_c $tool $compilers scripts/install-to.sh scripts/test-install.sh
fuzz-short          2  $build $library scripts/fuzz.sh Fuzz
bench-instructions  1  $build $library scripts/check-instructions.sh Benchmarks
explorer            1  $build $library $objective_c $tool $compilers scripts/test-explorer.sh scripts/explorer
docs                1  $build $library $tool scripts/docs.sh scripts/symbol-graphs.sh .spi.yml docs
aarch64             1  $build $core $loader scripts/test-aarch64.sh Tests/CTests Tests/ObjectiveC
"

# A row may be broken over several lines: the further ones are indented.
verify_rows() {
    sed -e '/^$/d' <<<"$verify_stages" | awk '/^[^ ]/ { if (row) print row; row = $0; next } { row = row " " $0 }
        END { print row }'
}

verify_names() { verify_rows | awk '{ print $1 }'; }
verify_one_core() { verify_rows | awk '$2 == 1 { print $1 }'; }
verify_paths() { verify_rows | awk -v name="$1" '$1 == name { $1 = $2 = ""; print }'; }
