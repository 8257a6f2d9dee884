# behaviours-page.awk TESTS DIFFERENCES PAGE - checks docs/behaviours.md, or prints it with new links (-v write=1).
#
# TESTS is the output of behaviours-tests.awk, sorted by number; DIFFERENCES is docs/differences-from-apple.md. An item
# of the page is its sentence and, on a line of its own, the link to a test, or "does not apply: " and the reason:
#
#      - **B056** Prior notifications are sent in the order of registration.
#        [OrderTests/reverse](../Tests/KVONotifyingTests/Changes/OrderTests.swift) and 1 more
#
# A link to a test that carries the item's number stays; otherwise it becomes the first of TESTS.
FNR == 1 { part++ }
FNR == 1 && part == 3 { page = FILENAME }

part == 1 {
    n = ++tests[$1]
    test[$1, n] = $3
    file[$1, n] = $4
    next
}

# The first column of a table, "| B018 B192 |", and numbers in parentheses, "(Q21)".
part == 2 && /^\| [BQ][0-9]+ / {
    split($0, columns, "|")
    note_differences(columns[2])
    next
}
part == 2 && match($0, /\([BQ][0-9]+\)/) { note_differences(substr($0, RSTART + 1, RLENGTH - 2)) }
part == 2 { next }

# "## C. Order and nesting (B055-B079)"
/^## / {
    end_item()
    end_section()
    if (!match($0, /\([BQ][0-9]+-[BQ][0-9]+\)$/)) fail("the heading has no numbers, as in (B055-B079)")
    split(substr($0, RSTART + 1, RLENGTH - 2), numbers, "-")
    if (numbers[1] != next_number && numbers[1] !~ /^[A-Z]0*1$/) fail("the section should begin with " next_number)
    next_number = numbers[1]
    last_number = numbers[2]
}
/^- \*\*[BQ][0-9]+\*\* / {
    end_item()
    begin_item()
    next
}
item != "" && /^  [^ ]/ {
    if ($0 ~ /^  \[[A-Za-z0-9_]+\/[A-Za-z0-9_]+\]\(/) link = $0
    else sentence = sentence "\n" $0
    next
}
{
    end_item()
    if (write) print
}
END {
    end_item()
    end_section()
    if (!write) {
        for (number in tests) {
            if (number in seen) continue
            fail_at(file[number, 1], "the test " test[number, 1] " carries " number ", which has no sentence")
        }
        for (number in differs) {
            if (!(number in seen)) fail_at(page, "there is no " number ", which docs/differences-from-apple.md names")
        }
    }
    exit violations > 0
}

function note_differences(text, words, n, i) {
    n = split(text, words, " ")
    for (i = 1; i <= n; i++) differs[words[i]] = 1
}

function begin_item() {
    match($0, /\*\*[BQ][0-9]+/)
    item = substr($0, RSTART + 2, RLENGTH - 2)
    sentence = $0
    link = ""
    line = FNR
    if (item != next_number) fail(item " stands where " next_number " should")
    next_number = successor(item)
}

# Returns the number after B009: B010.
function successor(number) {
    return substr(number, 1, 1) sprintf("%0" (length(number) - 1) "d", substr(number, 2) + 1)
}

function end_item() {
    if (item == "") return
    seen[item] = 1
    if (write) {
        print sentence
        if (item in tests) print new_link()
    } else {
        check_item()
    }
    item = ""
}

function end_section() {
    line = FNR
    if (last_number != "" && next_number != successor(last_number)) fail("the section ends before " last_number)
    line = 0
    last_number = ""
}

function new_link(n, words, i) {
    n = 1
    split(link, words, /[][]/)
    for (i = 1; i <= tests[item]; i++) if (test[item, i] == words[2]) n = i
    return "  [" test[item, n] "](../" file[item, n] ")" (tests[item] > 1 ? " and " tests[item] - 1 " more" : "")
}

function check_item(text, applies, hint) {
    text = sentence
    sub(/^- \*\*[BQ][0-9]+\*\* /, "", text)
    applies = text !~ /^does not apply: /
    hint = "; run scripts/check/behaviours.sh --write"
    if (text !~ /^[A-Za-z`]/ || text !~ /\.`?$/) fail(item " has no sentence that ends with a period")
    if (applies && !(item in tests)) fail(item " has no test; a test carries it as the first word of its name")
    if (!applies && item in tests) fail(item " has the test " test[item, 1] ", and therefore applies")
    if (item in tests && link != new_link()) fail("the link of " item " should be" substr(new_link(), 2) hint)
    if (!(item in tests) && link != "") fail("the link of " item " leads to a test that does not carry the number" hint)
    if (item in differs && text !~ /differences-from-apple\.md/) {
        fail(item " has no link to differences-from-apple.md, which names it")
    }
    if (!(item in differs) && text ~ /differences-from-apple\.md/) {
        fail(item " has a link to differences-from-apple.md, which does not name it")
    }
}

function fail(text) { fail_at(page ":" (line ? line : FNR), text) }

# Not when links are written: the page that results is to be checked.
function fail_at(place, text) {
    if (write) return
    print place ": " text > "/dev/stderr"
    violations++
}
