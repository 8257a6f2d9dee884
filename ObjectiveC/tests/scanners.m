// scanners.m - NSScanner: numbers in front of letters, and locations.
#import <Foundation/Foundation.h>

#import "check-foundation.h"

TEST("a number ends before letters that begin no exponent") {
    NSDictionary *texts = @{
        @"1.0em" : @[ @1.0, @3 ],
        @"1e" : @[ @1.0, @1 ],
        @"-1.5ex" : @[ @-1.5, @4 ],
        @"2e+x" : @[ @2.0, @1 ],
        @"  3e2x" : @[ @300.0, @5 ],
        @"5." : @[ @5.0, @2 ],
        @".5" : @[ @0.5, @2 ],
        @"+7E-1" : @[ @0.7, @5 ],
        @"1e400" : @[ @(INFINITY), @5 ]
    };
    for (NSString *text in texts) {
        NSScanner *scanner = [NSScanner scannerWithString:text];
        double number = 0;
        CHECK([scanner scanDouble:&number] && number == [texts[text][0] doubleValue]);
        CHECK(scanner.scanLocation == [texts[text][1] unsignedIntegerValue]);
        float small = 0;
        scanner.scanLocation = 0;
        CHECK([scanner scanFloat:&small] && small == [texts[text][0] floatValue]);
    }
    for (NSString *text in @[ @"", @"e5", @".", @"-", @"-.e1", @"inf", @"nan", @"x1" ]) {
        NSScanner *scanner = [NSScanner scannerWithString:text];
        double number = 3;
        CHECK(![scanner scanDouble:&number] && number == 3 && scanner.scanLocation == 0);
        CHECK(![scanner scanDouble:NULL]);
    }
}

TEST("a location beyond the end of the text raises an exception") {
    NSScanner *scanner = [NSScanner scannerWithString:@"a😀c"];
    scanner.scanLocation = 1;
    for (NSNumber *location in @[ @5, @(NSNotFound), @(NSUIntegerMax) ]) {
        NSException *exception = exception_of(^{ scanner.scanLocation = location.unsignedIntegerValue; });
        CHECK([exception.name isEqual:NSRangeException] && scanner.scanLocation == 1);
    }
    scanner.scanLocation = 4;
    CHECK(scanner.isAtEnd && scanner.scanLocation == 4);
}
