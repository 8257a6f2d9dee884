# shellcheck shell=sh
# sanitize.sh - sourced: $sanitizer_options are the options of `swift build` for the one build that `make sanitizers`
# and `make objc-asan` share, in the folder $sanitizer_build. It is under the address sanitizer, and undefined behaviour
# of code in C ends the process, except methods called through casts of IMP, which the messenger does on purpose.
sanitizer_build=.build-sanitizers
# shellcheck disable=SC2034 # for the scripts that source this one
sanitizer_options="--sanitize=address --scratch-path $sanitizer_build
    -Xcc -fsanitize=undefined -Xcc -fno-sanitize=function -Xcc -fsanitize-trap=undefined"
