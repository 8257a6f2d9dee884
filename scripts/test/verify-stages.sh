# shellcheck shell=bash
# verify-stages.sh - sourced: the stages of `make verify`, in their order, and the files and folders that each of them
# reads. A stage that has passed does not run again until one of these files changes, so a row lists too much rather
# than too little. scripts/check/check-verify.sh checks that every path exists and that every source folder is in a
# group.
#
# A stage with 1 in the second column keeps one core busy: it runs beside bench-instructions, which counts instructions
# and not time.

core="Sources/CFFI Sources/CMiniRuntime Sources/CKeyValueCoding Sources/CKeyValueObserving"
library="$core Sources/MiniRuntime Sources/MiniFoundation Sources/KeyValueCoding Sources/KVONotifying
    Sources/TypedClasses Sources/SafeObservation Sources/SafeObservationTesting Sources/FoundationValues
    Sources/ObjectiveScript"
loader="ObjectiveC/loader ObjectiveC/image"
objective_c="$loader ObjectiveC/foundation ObjectiveC/foundation-classes-memory ObjectiveC/foundation-classes
    ObjectiveC/dispatch ObjectiveC/swift ObjectiveC/swift-modules"
tool="Sources/runtime-demo"

build="Makefile Package.swift scripts/build/bootstrap.sh scripts/build/install.sh scripts/test/skip.sh
    scripts/test/limit.sh"
compilers="ObjectiveC/bin/objc-clang ObjectiveC/build/foundation-classes.sh ObjectiveC/build/link-options.sh
    ObjectiveC/bin/swift-objc ObjectiveC/build/swift-objc-modules.sh
    scripts/test/two-at-a-time.sh"
# Tests of the library also compile the examples of some pages. SwiftPM compiles the layers for Objective-C in these
# builds, but no test of the library uses them.
library_tests="$build $library scripts/test/run-tests.sh Tests/Support/TestSupport Tests/Support/RuntimeTestSupport
    Tests/Support/BuildTestSupport
    Tests/CMiniRuntimeTests Tests/MiniRuntimeTests Tests/MiniFoundationTests Tests/KVONotifyingTests
    Tests/TypedClassesTests Tests/SafeObservationTests Tests/ObjectiveScriptTests Tests/ExerciseTests
    Tests/ReliabilityTests docs/safe-observation.md docs/beside-foundation.md docs/idioms.md docs/script-language.md"
all_tests="$library_tests $tool $compilers Tests/RuntimeDemoTests Tests/GuideTests Tests/TutorialTests README.md docs
    ObjectiveC/examples"
swift_objc_tests="$build $library $objective_c $compilers scripts/test/test-swift-objc.sh ObjectiveC/tests-swift"
objc_tests="$build $library $objective_c $compilers scripts/test/test-objc.sh ObjectiveC/tests"

# stage             cores  files and folders
verify_stages="
test-release        2  $all_tests
behaviours          2  $all_tests scripts/check/behaviours.sh scripts/check/behaviours-tests.awk
    scripts/check/behaviours-page.awk
test-switches       2  $library_tests
sanitizers          2  $library_tests scripts/test/sanitize.sh
objc-asan           2  $objc_tests scripts/test/sanitize.sh
tsan                2  $library_tests
coverage            2  $all_tests $objc_tests $swift_objc_tests ObjectiveC/build/guide-libraries.sh
    scripts/test/coverage.sh
objc                2  $all_tests $objc_tests ObjectiveC/build/guide-libraries.sh scripts/test/test-examples.sh
    scripts/test/test-debuggers.sh ObjectiveC/bin/objc_gdb.py ObjectiveC/bin/objc_lldb.py scripts/test/random-objc.py
    scripts/test/random-decimals.py scripts/test/traps.py scripts/test/declared-methods.py ObjectiveC/package
swift-objc          2  $swift_objc_tests ObjectiveC/swift-package
test-client-asan    2  $build $library scripts/test/test-client.sh Tests/Client
test-consumers      2  $build $library scripts/test/test-consumers.sh Tests/Consumers
test-load           2  $build $library $tool scripts/test/test-load.sh Tests/Client
test-install        2  $build $library $objective_c $tool $compilers scripts/build/install-to.sh
    scripts/test/test-install.sh
fuzz-short          2  $build $library $objective_c $compilers scripts/test/fuzz.sh scripts/test/sanitize.sh Fuzz
    scripts/test/declared-methods.py scripts/test/walked-methods.py ObjectiveC/tests/naive-search.h
bench-instructions  1  $build $library scripts/check/check-instructions.sh Benchmarks
explorer            1  $build $library $objective_c $tool $compilers scripts/test/test-explorer.sh scripts/explorer
docs                1  $build $library $tool scripts/build/docs.sh scripts/build/symbol-graphs.sh .spi.yml docs
aarch64             1  $build $core $loader scripts/test/test-aarch64.sh Tests/CTests ObjectiveC/tests
"

# A row may be broken over several lines: the further ones are indented.
verify_rows() {
    sed -e '/^$/d' <<<"$verify_stages" | awk '/^[^ ]/ { if (row) print row; row = $0; next } { row = row " " $0 }
        END { print row }'
}

verify_names() { verify_rows | awk '{ print $1 }'; }
verify_one_core() { verify_rows | awk '$2 == 1 { print $1 }'; }
verify_paths() { verify_rows | awk -v name="$1" '$1 == name { $1 = $2 = ""; print }'; }
