#!/usr/bin/env bash
# test-debuggers.sh - the sessions in gdb and lldb of docs/objective-c.md, with the formatters of ObjectiveC/bin.
#
# Prints a line for each text that is missing; the exit status is 1 if there is one. A debugger that cannot be
# installed is skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/test/skip.sh
out=$PWD/.build/objc-tests
program=$out/debugged
mkdir -p "$out"
status=0

# expect LOG TEXT...: each text, a pattern, is in the log.
expect() {
    local log=$1 text
    shift
    for text in "$@"; do
        if ! grep -q -- "$text" "$log"; then
            echo "FAILED  there is no '$text' in $log" >&2
            status=1
        fi
    done
}

# in_gdb LOG: runs the commands on standard input.
in_gdb() {
    cat >"$out/session"
    LD_PRELOAD=$out/widestate.so timeout 120 gdb -nx -batch -ex 'set environment LD_PRELOAD=' -x "$out/session" \
        "$program" >"$1" 2>&1 || true
}

run_gdb() {
    need_command gdb gdb || return 0
    "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -D_GNU_SOURCE -O1 -Wall -Werror -shared -fPIC \
        ObjectiveC/tests/widestate.c -o "$out/widestate.so"
    in_gdb "$program-set.log" <<'END'
break -[Person setAge:]
run
backtrace
po self
po (id)object_getClass(self)
po (id)objc_msgSend(self, (SEL)sel_registerName("observationInfo"))
source ObjectiveC/bin/objc_gdb.py
print self
print _cmd
print *self
break -[Watcher observeValueForKeyPath:ofObject:change:context:]
continue
po change
END
    expect "$program-set.log" 'call_original' '^<Person: 0x' '^NSKVONotifying_Person$' 'Key path: age' \
        '^    new = 3;$' ' = 0x[0-9a-f]* <Person, observed>$' ' = 0x[0-9a-f]* <setAge:>$' \
        ' = Person, observed = {_age = 0}$'
    in_gdb "$program-stub.log" <<'END'
source ObjectiveC/bin/objc_gdb.py
break debugged.m:20
run
delete
set $class = object_getClass((id)person)
break *(void *)class_getMethodImplementation($class, (SEL)sel_registerName("setAge:"))
continue
backtrace
stepi
backtrace
finish
END
    expect "$program-stub.log" '^#0 .* in -\[NSKVONotifying_Person setAge:\] ()$' \
        '^#1 .* in main () at .*debugged.m:20' \
        '^main () at '
}

# lldb's own name is that of a toolchain's, which may lack the Python that it was built with.
find_lldb() {
    local name
    for name in lldb lldb-19; do
        if "$name" --version >/dev/null 2>&1; then
            echo $name
            return
        fi
    done
    need_command lldb-19 lldb-19 >&2 && echo lldb-19
}

run_lldb() {
    local lldb
    lldb=$(find_lldb) || return 0
    cat >"$out/session" <<'END'
command script import ObjectiveC/bin/objc_lldb.py
breakpoint set -n "-[Person setAge:]"
breakpoint set -n "-[Watcher observeValueForKeyPath:ofObject:change:context:]"
run
print self
frame variable _cmd
po self
po ((void *(*)(void *))object_getClass)((void *)self)
continue
po change
END
    timeout 120 "$lldb" -b -s "$out/session" "$program" >"$program-lldb.log" 2>&1 || true
    expect "$program-lldb.log" '^(Person \*const) 0x[0-9a-f]* Person, observed$' '_cmd = "setAge:"$' '^<Person: 0x' \
        '^NSKVONotifying_Person$' '^    new = 3;$'
}

scripts/objc-clang -g -fobjc-arc ObjectiveC/tests/debugged.m -o "$program"
run_gdb
run_lldb
exit $status
