#!/usr/bin/env bash
# check-verify.sh - checks the table of verify-stages.sh, and runs verify.sh with stages that do nothing.
#
# Each stage is a target of the Makefile, a job of verify.yml and a row of the table in CONTRIBUTING.md, and the other
# way round; each target of the Makefile is a stage or is named here; each path of the table exists; each source folder
# is in a group of it. One line on standard error for each mistake; the exit status is 1 if there is any.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/verify-stages.sh
. scripts/check/layers.sh
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# Targets that are no stage: what the gate runs, what a stage does as well, and what checks nothing.
no_stage="gate check test check-api check-demo test-client
    check-docs test-libffi test-zombies fuzz verify
    demo api format docs-preview bench bench-quick bench-growth bench-objc-growth bench-swift-objc install clean help
    bootstrap"

fail() {
    echo "check-verify: $1" >&2
    status=1
}

# same WHAT LIST: the list, one name a line, has the names of the stages and no others.
same() {
    local name
    while read -r name; do fail "$1: $name"; done < <(comm -3 <(verify_names | sort) <(sort <<<"$2") | tr -d '\t')
}

check_lists() {
    same "is a stage of the table or a job of verify.yml, but not both" \
        "$(sed -n 's/^          - \([a-z0-9-]*\)$/\1/p' .github/workflows/verify.yml | grep -v '^name$')"
    same "is a stage of the table or a row of CONTRIBUTING.md, but not both" \
        "$(awk '/^\| stage \|/, /^$/' CONTRIBUTING.md | grep -oE '^\| `[a-z0-9-]+`' | tr -d '|` ')"
    # shellcheck disable=SC2086 # lists of words
    same "is a stage or a target of the Makefile without a stage" \
        "$(sed -n '/^\.PHONY:/,/[^\\]$/p' Makefile | tr -d '\\' | sed 's/^\.PHONY://' | tr -s ' \t' '\n' |
            grep -vxE "$(printf '%s\n' '' $no_stage | paste -sd '|')")"
}

check_paths() {
    local name path folder
    while read -r path; do
        [ -e "$path" ] || fail "verify-stages.sh: there is no $path"
    done < <(for name in $(verify_names); do verify_paths "$name" | xargs -n 1; done | sort -u)
    # shellcheck disable=SC2154 # of verify-stages.sh
    for folder in "${layers[@]}"; do
        case " $(tr -s '\n ' ' ' <<<"$library $objective_c $tool") " in
        *" $folder "*) ;;
        *) fail "verify-stages.sh: no group has $folder" ;;
        esac
    done
}

# In a repository of its own, with two stages that write down that they ran.
make_repository() {
    mkdir -p "$scratch"/scripts/{build,test}
    cp scripts/build/install.sh "$scratch/scripts/build"
    cp scripts/test/{verify,limit,skip}.sh "$scratch/scripts/test"
    sed '/^core=/,/^"$/d' scripts/test/verify-stages.sh >"$scratch/scripts/test/verify-stages.sh"
    cat >>"$scratch/scripts/test/verify-stages.sh" <<'END'
verify_stages="
one 2 a
two 1 b
    with
"
END
    cat >"$scratch/Makefile" <<'END'
one two:
	@echo $@ >>ran
	@if [ -e skip-$@ ]; then CI= bash -c '. scripts/test/skip.sh; skip "a part"'; fi
	@if [ -e change-$@ ]; then echo x >>a; fi
	@test ! -e fail-$@
END
    mkdir "$scratch/with"
    touch "$scratch"/{a,b,with/c}
    printf '%s\n' .build ran 'skip-*' 'fail-*' 'change-*' >"$scratch/.gitignore"
    git -C "$scratch" -c init.defaultBranch=main init --quiet
}

# expect WHAT STATUS STAGES [OPTION...]: verify.sh ends with the status, and runs these stages and no others.
expect() {
    local what=$1 wanted=$2 stages=$3 result=0
    shift 3
    : >"$scratch/ran"
    "$scratch/scripts/test/verify.sh" "$@" >"$scratch/log" 2>&1 </dev/null || result=$?
    [ "$result" -eq "$wanted" ] && [ "$(sort "$scratch/ran" | paste -sd ' ')" = "$stages" ] ||
        fail "$what: status $result, ran '$(paste -sd ' ' "$scratch/ran")': $(tail -n 3 "$scratch/log" | paste -sd ' ')"
}

check_running() {
    make_repository
    expect "the first time all stages run" 0 "one two"
    expect "a stage that passed does not run again" 0 ""
    expect "with --force it does" 0 "one" --force one
    echo changed >"$scratch/with/c"
    expect "a file that is in no commit counts" 0 "two"
    git -C "$scratch" add --all
    git -C "$scratch" -c user.name=x -c user.email=x -c commit.gpgsign=false commit --quiet -m x
    expect "a commit of the same contents changes nothing" 0 ""
    touch "$scratch/unread"
    expect "a file that no stage reads changes nothing" 0 ""
    touch "$scratch/with/new"
    expect "a new file counts" 0 "two"
    rm "$scratch/b"
    expect "a deleted file counts" 0 "two"
    echo changed >"$scratch/a"
    touch "$scratch/fail-one"
    expect "a stage that fails" 1 "one"
    expect "runs again" 1 "one"
    rm "$scratch/fail-one"
    touch "$scratch/change-one"
    expect "a stage whose files change has no result" 1 "one"
    rm "$scratch/change-one"
    touch "$scratch/skip-one"
    expect "a stage that skipped a part passes" 0 "one"
    expect "and runs again; the seconds are not recorded" 1 "one" --record
    rm "$scratch/skip-one"
    expect "the seconds are recorded" 0 "one" --record
    [ "$(cut -d ' ' -f 1 "$scratch/scripts/test/verify-seconds" | paste -sd ' ')" = "one two" ] ||
        fail "verify-seconds does not have both stages"
    expect "there is no such stage" 64 "" three
}

check_lists
check_paths
check_running
exit $status
