# behaviours-tests.awk - lists the tests whose names carry numbers of docs/behaviours.md, from the sources of the tests.
#
# Prints a line for each number of each test: "B056 1 OrderTests/reverse Tests/KVONotifyingTests/Changes/OrderTests.swift". The
# second word is how many numbers the test carries.
FNR == 1 { test = "" }

# A type at the left margin contains the tests that follow it: "struct OrderTests {"
/^[@a-z].*\{/ && match($0, /(struct|class|actor|enum|extension) [A-Za-z0-9_]+/) {
    suite = substr($0, RSTART, RLENGTH)
    sub(/.* /, "", suite)
}

# From @Test to its function, which may be several lines.
/@Test\(/ { test = substr($0, index($0, "@Test(")) }
test != "" && !/@Test\(/ { test = test " " $0 }
test != "" && match(test, /func [A-Za-z0-9_]+/) {
    name = substr(test, RSTART + 5, RLENGTH - 5)
    text = test
    test = ""
    if (!match(text, /^@Test\( *"/)) next
    text = substr(text, RLENGTH + 1)
    numbers = 0
    while (match(text, /^[BQ][0-9]+ /)) {
        number[++numbers] = substr(text, 1, RLENGTH - 1)
        text = substr(text, RLENGTH + 1)
    }
    for (i = 1; i <= numbers; i++) print number[i], numbers, suite "/" name, FILENAME
}
