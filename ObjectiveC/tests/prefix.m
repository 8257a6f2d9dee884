// prefix.m - a program that includes a header by an option, as Xcode's older projects do.
// flags: -include ObjectiveC/tests/prefix.pch
#import "check.h"

TEST("a header that -include names is for the program alone") { CHECK([PREFIX_NAME isEqual:@"prefix"]); }
