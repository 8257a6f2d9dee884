// json.m - NSJSONSerialization, and CoreFoundation's names for objects.
#import <Foundation/Foundation.h>

#import "check.h"

static NSData *data_of(NSString *text) { return [text dataUsingEncoding:NSUTF8StringEncoding]; }

static id parse(NSString *text, NSJSONReadingOptions options) {
    return [NSJSONSerialization JSONObjectWithData:data_of(text) options:options error:NULL];
}

TEST("JSON becomes objects of the types that it has") {
    NSDictionary *tree = parse(@"{\"a\": [1, 2.5, true, null, \"x\", -9007199254740993, 18446744073709551615]}", 0);
    NSArray *array = tree[@"a"];
    CHECK([array[0] isEqual:@1] && [array[1] isEqual:@2.5] && strcmp([array[2] objCType], @encode(BOOL)) == 0);
    CHECK(array[3] == [NSNull null] && [array[4] isEqual:@"x"] && [array[5] longLongValue] == -9007199254740993);
    CHECK([array[6] unsignedLongLongValue] == ULLONG_MAX);
    CHECK(![array isKindOfClass:[NSMutableArray class]]);
}

TEST("containers and strings are mutable if the program wants it") {
    NSMutableDictionary *tree = parse(@"{\"a\": [\"x\"]}", NSJSONReadingMutableContainers | NSJSONReadingMutableLeaves);
    [tree[@"a"] addObject:@2];
    [tree[@"a"][0] appendString:@"y"];
    tree[@"b"] = @3;
    CHECK([tree isEqual:@{@"a" : @[ @"xy", @2 ], @"b" : @3}]);
}

TEST("text that is no JSON is an NSError") {
    NSError *error = nil;
    id result = [NSJSONSerialization JSONObjectWithData:data_of(@"{\"a\": }") options:0 error:&error];
    CHECK(result == nil && [error.domain isEqual:NSCocoaErrorDomain] && error.code == 3840);
    CHECK(parse(@"1", 0) == nil && [parse(@"1", NSJSONReadingAllowFragments) isEqual:@1]);
}

TEST("an option that is not declared changes nothing") {
    NSArray *texts = @[ @"{a:1}", @"[+1]", @"'a'", @"\"a\":1", @"[1] // one" ];
    for (int bit = 3; bit < 64; bit++) {
        for (NSString *text in texts) CHECK(parse(text, (NSJSONReadingOptions)1 << bit) == nil);
        CHECK([parse(@"{\"a\":[1]}", (NSJSONReadingOptions)1 << bit) isEqual:@{@"a" : @[ @1 ]}]);
        if (bit == 3) continue;
        NSData *data = [NSJSONSerialization dataWithJSONObject:@[ @"a/b" ]
                                                       options:(NSJSONWritingOptions)1 << bit
                                                         error:NULL];
        CHECK([data isEqual:data_of(@"[\"a\\/b\"]")]);
    }
}

TEST("objects become JSON, and the same objects again") {
    NSDictionary *tree = @{@"name" : @"Ann", @"ages" : @[ @1, @2.5, @YES, [NSNull null] ], @"none" : @{}};
    CHECK([NSJSONSerialization isValidJSONObject:tree]);
    NSData *data = [NSJSONSerialization dataWithJSONObject:tree options:NSJSONWritingSortedKeys error:NULL];
    NSString *text = AUTORELEASE([[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding]);
    CHECK([text isEqual:@"{\"ages\":[1,2.5,true,null],\"name\":\"Ann\",\"none\":{}}"]);
    CHECK([parse(text, 0) isEqual:tree]);
    NSData *pretty = [NSJSONSerialization dataWithJSONObject:tree options:NSJSONWritingPrettyPrinted error:NULL];
    CHECK(pretty.length > data.length);
}

TEST("an object that has no JSON raises") {
    CHECK(![NSJSONSerialization isValidJSONObject:@[ [NSObject new] ]]);
    CHECK(![NSJSONSerialization isValidJSONObject:@{@1 : @2}] && ![NSJSONSerialization isValidJSONObject:@"x"]);
    for (id wrong in @[ @[ [NSDate date] ], @{@1 : @2}, @"x" ]) {
        NSString *name = nil;
        @try {
            [NSJSONSerialization dataWithJSONObject:wrong options:0 error:NULL];
        } @catch (NSException *exception) {
            name = exception.name;
        }
        CHECK([name isEqual:NSInvalidArgumentException]);
    }
}

static void add(const void *value, void *sum) { *(int *)sum += ((__bridge NSNumber *)value).intValue; }
static void add_entry(const void *key, const void *value, void *sum) {
    *(int *)sum += ((__bridge NSString *)key).intValue + ((__bridge NSNumber *)value).intValue;
}

TEST("CoreFoundation's functions work on arrays and dictionaries") {
    CHECK((__bridge id)kCFNull == [NSNull null] && [(__bridge id)kCFBooleanTrue isEqual:@YES]);
    CHECK([(__bridge id)kCFBooleanFalse isEqual:@NO]);
    CFArrayRef array = (__bridge CFArrayRef) @[ @1, @2, @4 ];
    int sum = 0;
    CFArrayApplyFunction(array, CFRangeMake(1, 2), add, &sum);
    CHECK(sum == 6 && CFArrayGetCount(array) == 3 && [(__bridge id)CFArrayGetValueAtIndex(array, 0) isEqual:@1]);
    CFMutableDictionaryRef dictionary =
        CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    CFDictionarySetValue(dictionary, (__bridge CFTypeRef) @"10", (__bridge CFTypeRef) @1);
    CFDictionarySetValue(dictionary, (__bridge CFTypeRef) @"20", (__bridge CFTypeRef) @2);
    CFDictionaryRemoveValue(dictionary, (__bridge CFTypeRef) @"30");
    CFDictionaryApplyFunction(dictionary, add_entry, &sum);
    CHECK(sum == 6 + 33 && CFDictionaryGetCount(dictionary) == 2);
    CHECK([(__bridge id)CFDictionaryGetValue(dictionary, (__bridge CFTypeRef) @"10") isEqual:@1]);
    CFRelease(dictionary);
    CHECK(CFAbsoluteTimeGetCurrent() > 800000000.0);
}

TEST("a number is stored as a C type, which may lose its value") {
    struct {
        double number;
        CFNumberType type;
        bool isKept;
    } rows[] = {
        {5, kCFNumberCharType, true},       {300, kCFNumberSInt8Type, false},  {-7, kCFNumberShortType, true},
        {1e6, kCFNumberSInt16Type, false},  {1e6, kCFNumberIntType, true},     {1e10, kCFNumberSInt32Type, false},
        {1e10, kCFNumberLongType, true},    {2.5, kCFNumberSInt64Type, false}, {2.5, kCFNumberFloatType, true},
        {0.1, kCFNumberFloat32Type, false}, {0.1, kCFNumberDoubleType, true}};
    for (unsigned index = 0; index < sizeof rows / sizeof *rows; index++) {
        long long memory = 0;
        NSNumber *number = @(rows[index].number);
        CHECK(CFNumberGetValue((__bridge CFNumberRef)number, rows[index].type, &memory) == rows[index].isKept);
    }
    short value = 0;
    CHECK(CFNumberGetValue((__bridge CFNumberRef) @(-7), kCFNumberShortType, &value) && value == -7);
}

static id first_of(NSString *text, NSStringEncoding encoding) {
    NSData *data = [text dataUsingEncoding:encoding];
    return [[NSJSONSerialization JSONObjectWithData:data options:0 error:NULL] firstObject];
}

TEST("a number of JSON is the nearest double, or the integer of 64 bits") {
    NSArray *doubles = @[
        @"0.30000000000000004", @"485540.28012185026", @"0.1", @"-0.0", @"1E5", @"5e-324", @"1.7976931348623157e308",
        @"2.2250738585072011e-308", @"9007199254740993.0", @"123456789012345678901234567890", @"100e-2"
    ];
    for (NSString *text in doubles) {
        NSNumber *number = first_of([NSString stringWithFormat:@"[ %@ ]", text], NSUTF8StringEncoding);
        double expected = strtod(text.UTF8String, NULL), found = number.doubleValue;
        CHECK(memcmp(&found, &expected, sizeof found) == 0 && strcmp(number.objCType, @encode(double)) == 0);
    }
    CHECK([first_of(@"[-9223372036854775808]", NSUTF8StringEncoding) longLongValue] == LLONG_MIN);
    CHECK(strcmp([first_of(@"[-9223372036854775808]", NSUTF8StringEncoding) objCType], @encode(long long)) == 0);
    CHECK([first_of(@"[18446744073709551615]", NSUTF8StringEncoding) unsignedLongLongValue] == ULLONG_MAX);
    uint64_t random = 7;
    for (int round = 0; round < 2000; round++) {
        @autoreleasepool {
            random = random * 6364136223846793005u + 1442695040888963407u;
            double value;
            memcpy(&value, &random, sizeof value);
            if (!(value - value == 0)) continue;  // infinite or no number
            NSData *data = [NSJSONSerialization dataWithJSONObject:@[ @(value) ] options:0 error:NULL];
            double copy = [[[NSJSONSerialization JSONObjectWithData:data options:0
                                                              error:NULL] firstObject] doubleValue];
            CHECK(copy == value);
            char text[40];
            snprintf(text, sizeof text, "[%.17g]", value);
            CHECK([first_of(@(text), NSUTF8StringEncoding) doubleValue] == value);
        }
    }
}

TEST("numbers of JSON are read in every encoding, and texts that look like them stay texts") {
    NSStringEncoding encodings[] = {NSUTF8StringEncoding,
                                    NSUTF16StringEncoding,
                                    NSUTF16BigEndianStringEncoding,
                                    NSUTF16LittleEndianStringEncoding,
                                    NSUTF32StringEncoding,
                                    NSUTF32BigEndianStringEncoding,
                                    NSUTF32LittleEndianStringEncoding};
    for (int index = 0; index < 7; index++) {
        id object = first_of(@"[{\"-1.5e3\":[-1.5e3,\"\\\"0.1\\\\\",\"é\",true,null,0]}]", encodings[index]);
        CHECK([object isEqual:(@{@"-1.5e3" : @[ @-1500.0, @"\"0.1\\", @"é", @YES, [NSNull null], @0 ]})]);
    }
    NSArray *malformed = @[
        @"[01]", @"[1.]", @"[.5]", @"[+1]", @"[-]", @"[1e]", @"[1e+]", @"[--1]", @"[1-2]", @"[1.5.5]", @"[1 2]",
        @"[1e999]", @"[-1e999]", @"[1", @"[\"1", @"[\"\\", @"[-01]", @"[1e1.5]", @"[e5]"
    ];
    for (NSString *text in malformed) {
        NSError *error = nil;
        NSData *data = [text dataUsingEncoding:NSUTF8StringEncoding];
        CHECK([NSJSONSerialization JSONObjectWithData:data options:0 error:&error] == nil && error);
    }
}
