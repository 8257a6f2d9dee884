# shellcheck shell=sh
# sanitize.sh - sourced: $sanitizer_options are the options of `swift build` for the one build that `make sanitizers`,
# `make objc-asan` and the fuzz targets in Objective-C share, in the folder $sanitizer_build. It is under the address
# sanitizer, and undefined behaviour of code in C ends the process, except methods called through casts of IMP, which
# the messenger does on purpose. The libraries count the edges that run, because libFuzzer keeps the inputs that reach
# new ones; in other programs nothing reads these counts.
sanitizer_build=.build-sanitizers
# shellcheck disable=SC2034 # for the scripts that source this one
sanitizer_options="--sanitize=address --scratch-path $sanitizer_build
    -Xcc -fsanitize=undefined -Xcc -fno-sanitize=function -Xcc -fsanitize-trap=undefined
    -Xcc -fsanitize-coverage=inline-8bit-counters,pc-table
    -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table"
