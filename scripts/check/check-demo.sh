#!/usr/bin/env bash
# check-demo.sh - runs make demo, in release, and compares what it prints with what the README promises: isa goes from
# Person to NSKVONotifying_Person and back. The look-up of setAge: begins where isa points, so it finds the override in
# between and Person's own method afterwards; that of printInfo, which is not overridden, finds the same method always.
#
# Addresses differ between runs; which of them are equal does not. So each address is replaced by a letter before the
# comparison: A for the first one printed, B for the second one. The exit status is 1 if a line differs.
set -euo pipefail
cd "$(dirname "$0")/../.."

expected='Before add observer————————————————————————–
isa:Person,supperclass:NSObject
age setter function pointer:A
printInfo function pointer:B
After add observer————————————————————————–
isa:NSKVONotifying_Person,supperclass:Person
age setter function pointer:C
printInfo function pointer:B
After remove observer————————————————————————–
isa:Person,supperclass:NSObject
age setter function pointer:A
printInfo function pointer:B'

letters_for_addresses() {
    awk '{
        if (match($0, /0x[0-9a-f]+$/)) {
            address = substr($0, RSTART)
            if (!(address in letter)) letter[address] = substr("ABCDEFGHIJKL", ++count, 1)
            $0 = substr($0, 1, RSTART - 1) letter[address]
        }
        print
    }'
}

output=$(make --no-print-directory demo)
echo "$output"
if ! diff <(echo "$expected") <(letters_for_addresses <<<"$output"); then
    echo "check-demo: make demo prints something else: < is expected, > was printed; letters stand for addresses" >&2
    exit 1
fi
echo "check-demo: the demonstration prints what the README promises"
