// encodings.m - strings as bytes in an encoding; searching, comparing and replacing with options.
#import <Foundation/Foundation.h>
#import <pthread/pthread.h>

#import "check.h"

static NSData *bytes(const char *text, NSUInteger length) { return [NSData dataWithBytes:text length:length]; }

static NSString *string(const char *text, NSUInteger length, NSStringEncoding encoding) {
    return AUTORELEASE([[NSString alloc] initWithBytes:text length:length encoding:encoding]);
}

TEST("the characters of a range become bytes until the buffer is full") {
    char buffer[8] = "";
    NSUInteger used = 9;
    NSRange rest = {9, 9};
    CHECK([@"aé€z" getBytes:buffer
                  maxLength:5
                 usedLength:&used
                   encoding:NSUTF8StringEncoding
                    options:0
                      range:NSMakeRange(1, 3)
             remainingRange:&rest]);
    CHECK(used == 5 && strcmp(buffer, "é€") == 0 && NSEqualRanges(rest, NSMakeRange(3, 1)));
    CHECK(![@"é" getBytes:buffer
                maxLength:5
               usedLength:NULL
                 encoding:NSASCIIStringEncoding
                  options:0
                    range:NSMakeRange(0, 1)
           remainingRange:NULL]);
    CHECK([@"é" getBytes:buffer
               maxLength:5
              usedLength:&used
                encoding:NSASCIIStringEncoding
                 options:NSStringEncodingConversionAllowLossy
                   range:NSMakeRange(0, 1)
          remainingRange:NULL]);
    CHECK(used == 1 && buffer[0] == '?');
}

TEST("a string becomes bytes of each encoding, and these bytes the string again") {
    NSString *text = @"aé€😀";
    CHECK([[text dataUsingEncoding:NSUTF8StringEncoding] isEqual:bytes("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 10)]);
    CHECK([[text dataUsingEncoding:NSUTF16BigEndianStringEncoding]
        isEqual:bytes("\0a\0\xe9\x20\xac\xd8\x3d\xde\x00", 10)]);
    CHECK([[@"é" dataUsingEncoding:NSISOLatin1StringEncoding] isEqual:bytes("\xe9", 1)]);
    CHECK([[@"a" dataUsingEncoding:NSUnicodeStringEncoding] isEqual:bytes("\xff\xfe"
                                                                          "a\0",
                                                                          4)]);
    NSStringEncoding encodings[] = {NSUTF8StringEncoding,
                                    NSUnicodeStringEncoding,
                                    NSUTF16BigEndianStringEncoding,
                                    NSUTF16LittleEndianStringEncoding,
                                    NSUTF32StringEncoding,
                                    NSUTF32BigEndianStringEncoding,
                                    NSUTF32LittleEndianStringEncoding};
    for (size_t index = 0; index < sizeof encodings / sizeof *encodings; index++) {
        NSData *data = [text dataUsingEncoding:encodings[index]];
        CHECK([AUTORELEASE([[NSString alloc] initWithData:data encoding:encodings[index]]) isEqual:text]);
    }
}

TEST("an encoding that lacks a character gives no bytes, or a question mark") {
    CHECK([@"é" dataUsingEncoding:NSASCIIStringEncoding] == nil);
    CHECK([[@"é!" dataUsingEncoding:NSASCIIStringEncoding allowLossyConversion:YES] isEqual:bytes("?!", 2)]);
    CHECK(![@"€" canBeConvertedToEncoding:NSISOLatin1StringEncoding]);
    CHECK([@"" canBeConvertedToEncoding:NSASCIIStringEncoding]);
    CHECK([@"é" lengthOfBytesUsingEncoding:NSUTF8StringEncoding] == 2);
    CHECK([@"é" lengthOfBytesUsingEncoding:NSASCIIStringEncoding] == 0);
    CHECK([@"é" maximumLengthOfBytesUsingEncoding:NSUTF8StringEncoding] == 3);
}

TEST("encodings with one byte for each character") {
    struct {
        NSStringEncoding encoding;
        NSString *text;
        const char *bytes;
    } rows[] = {
        {NSMacOSRomanStringEncoding, @"naïve Ω€", "na\x95ve \xBD\xDB"},
        {NSISOLatin2StringEncoding, @"Łódź", "\xA3\xF3\x64\xBC"},
        {NSWindowsCP1250StringEncoding, @"Łódź", "\xA3\xF3\x64\x9F"},
        {NSWindowsCP1251StringEncoding, @"Привет", "\xCF\xF0\xE8\xE2\xE5\xF2"},
        {NSWindowsCP1252StringEncoding, @"“café” €5", "\x93\x63\x61\x66\xE9\x94 \x80\x35"},
        {NSWindowsCP1253StringEncoding, @"Αθήνα", "\xC1\xE8\xDE\xED\xE1"},
        {NSWindowsCP1254StringEncoding, @"İstanbul ş", "\xDDstanbul \xFE"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
        NSData *data = [rows[index].text dataUsingEncoding:rows[index].encoding];
        CHECK(data.length == strlen(rows[index].bytes) && memcmp(data.bytes, rows[index].bytes, data.length) == 0);
        NSString *text = [[NSString alloc] initWithData:data encoding:rows[index].encoding];
        CHECK([text isEqual:rows[index].text]);
        RELEASE(text);
        CFStringEncoding core = CFStringConvertNSStringEncodingToEncoding(rows[index].encoding);
        CHECK(core < 0x80000000 && CFStringConvertEncodingToNSStringEncoding(core) == rows[index].encoding);
    }
    CHECK([@"世" dataUsingEncoding:NSWindowsCP1252StringEncoding] == nil);
    CHECK([NSString stringWithCString:"\x81" encoding:NSWindowsCP1252StringEncoding] == nil);
    CHECK([@"a\0b" dataUsingEncoding:NSMacOSRomanStringEncoding].length == 3);
    CHECK([@"abc" maximumLengthOfBytesUsingEncoding:NSMacOSRomanStringEncoding] == 3);
}

TEST("ASCII with escapes has every character") {
    NSString *text = @"a\\é€🙂";
    const char *bytes = [text cStringUsingEncoding:NSNonLossyASCIIStringEncoding];
    CHECK(strcmp(bytes, "a\\\\\\351\\u20ac\\ud83d\\ude42") == 0);
    CHECK([[NSString stringWithCString:bytes encoding:NSNonLossyASCIIStringEncoding] isEqual:text]);
    const char *malformed[] = {"\\", "\\u12", "\\u12g4", "\\38", "\\777", "\\u -12", "\xE9"};
    for (size_t index = 0; index < sizeof malformed / sizeof *malformed; index++) {
        CHECK([NSString stringWithCString:malformed[index] encoding:NSNonLossyASCIIStringEncoding] == nil);
    }
}

TEST("malformed bytes make no string") {
    CHECK(string("\xc3", 1, NSUTF8StringEncoding) == nil);
    CHECK(string("\xc0\x80", 2, NSUTF8StringEncoding) == nil && string("\xed\xa0\x80", 3, NSUTF8StringEncoding) == nil);
    CHECK(string("\xf4\x90\x80\x80", 4, NSUTF8StringEncoding) == nil &&
          string("\xe9", 1, NSASCIIStringEncoding) == nil);
    CHECK(string("abc", 3, NSUTF16BigEndianStringEncoding) == nil);
    CHECK([string("a\0b", 3, NSUTF8StringEncoding) length] == 3);
    CHECK([string("\xfe\xff\0a", 4, NSUnicodeStringEncoding) isEqual:@"a"]);
}

TEST("C strings in an encoding") {
    CHECK([[NSString stringWithCString:"\xe9" encoding:NSISOLatin1StringEncoding] isEqual:@"é"]);
    CHECK(strcmp([@"é" cStringUsingEncoding:NSISOLatin1StringEncoding], "\xe9") == 0);
    CHECK([@"é" cStringUsingEncoding:NSASCIIStringEncoding] == NULL);
    CHECK([NSString defaultCStringEncoding] == NSUTF8StringEncoding);
    char buffer[4];
    CHECK([@"abc" getCString:buffer maxLength:4 encoding:NSUTF8StringEncoding] && strcmp(buffer, "abc") == 0);
    CHECK(![@"abcd" getCString:buffer maxLength:4 encoding:NSUTF8StringEncoding]);
    NSMutableString *changed = [NSMutableString stringWithCString:"a" encoding:NSUTF8StringEncoding];
    [changed appendString:@"b"];
    CHECK([changed isEqual:@"ab"]);
    NSString *freed = [[NSString alloc] initWithBytesNoCopy:strdup("heap")
                                                     length:4
                                                   encoding:NSUTF8StringEncoding
                                               freeWhenDone:YES];
    CHECK([freed isEqual:@"heap"]);
    RELEASE(freed);
}

TEST("a string is searched from the end, at one place, and without regard to case") {
    NSString *path = @"a.b.C";
    CHECK([path rangeOfString:@"." options:NSBackwardsSearch].location == 3);
    CHECK([path rangeOfString:@"c" options:NSCaseInsensitiveSearch].location == 4);
    CHECK([path rangeOfString:@"c" options:NSLiteralSearch].location == NSNotFound);
    CHECK([path rangeOfString:@"a" options:NSAnchoredSearch].location == 0);
    CHECK([path rangeOfString:@"b" options:NSAnchoredSearch].location == NSNotFound);
    CHECK([path rangeOfString:@"C" options:NSAnchoredSearch | NSBackwardsSearch].location == 4);
    CHECK([path rangeOfString:@"." options:0 range:NSMakeRange(2, 3)].location == 3);
    CHECK([path rangeOfString:@"" options:0].location == NSNotFound);
    CHECK([@"ÄÖ" rangeOfString:@"ö" options:NSCaseInsensitiveSearch].location == 1);
    NSString *name = nil;
    @try {
        (void)[path rangeOfString:@"." options:0 range:NSMakeRange(2, 4)];
    } @catch (NSException *exception) {
        name = exception.name;
    }
    CHECK([name isEqual:NSRangeException]);
}

TEST("strings are compared without regard to case, and by the numbers in them") {
    CHECK([@"abc" caseInsensitiveCompare:@"ABC"] == NSOrderedSame);
    CHECK([@"abc" localizedCaseInsensitiveCompare:@"ABC"] == NSOrderedSame);
    CHECK([@"abc" localizedCompare:@"abd"] == NSOrderedAscending);
    CHECK([@"File 10" localizedStandardCompare:@"file 9"] == NSOrderedDescending);
    NSArray *files = [@[ @"b10", @"B2", @"a3" ] sortedArrayUsingSelector:@selector(localizedStandardCompare:)];
    CHECK([files isEqual:(@[ @"a3", @"B2", @"b10" ])]);
    CHECK([@"abc" compare:@"ABD" options:NSCaseInsensitiveSearch] == NSOrderedAscending);
    CHECK([@"file10" compare:@"file9" options:NSNumericSearch] == NSOrderedDescending);
    CHECK([@"file10" compare:@"file9" options:0] == NSOrderedAscending);
    CHECK([@"xab" compare:@"ab" options:0 range:NSMakeRange(1, 2)] == NSOrderedSame);
    CHECK([@"ab" compare:@"abc" options:0] == NSOrderedAscending);
}

TEST("occurrences are replaced within a range, and counted") {
    NSMutableString *text = [NSMutableString stringWithString:@"aXaxa"];
    CHECK([text replaceOccurrencesOfString:@"x"
                                withString:@"--"
                                   options:NSCaseInsensitiveSearch
                                     range:NSMakeRange(0, 5)] == 2);
    CHECK([text isEqual:@"a--a--a"]);
    CHECK([[text stringByReplacingOccurrencesOfString:@"a" withString:@"" options:0
                                                range:NSMakeRange(1, 5)] isEqual:@"a----a"]);
}

TEST("functions of Apple's C library") {
    char buffer[4] = "";
    CHECK(strlcpy(buffer, "abcdef", sizeof buffer) == 6 && strcmp(buffer, "abc") == 0);
    strlcpy(buffer, "a", sizeof buffer);
    CHECK(strlcat(buffer, "bcd", sizeof buffer) == 4 && strcmp(buffer, "abc") == 0);
    int numbers[] = {3, 1, 2}, sign = -1;
    qsort_b(numbers, 3, sizeof *numbers, ^(const void *a, const void *b) { return sign * (*(int *)a - *(int *)b); });
    CHECK(numbers[0] == 3 && numbers[1] == 2 && numbers[2] == 1);
    free(reallocf(malloc(1), 100));
    CHECK(ishexnumber('f') && !ishexnumber('g') && isnumber('7') && !isnumber('f'));
    CHECK(pthread_equal(pthread_self(), pthread_self()));
}

TEST("a range may be searched with a locale") {
    NSRange found = [@"abcABC" rangeOfString:@"b" options:NSCaseInsensitiveSearch range:NSMakeRange(2, 4) locale:nil];
    CHECK(found.location == 4 && found.length == 1);
}

static NSStringEncoding detected(const char *bytes, NSDictionary *options, NSString **text) {
    NSData *data = [NSData dataWithBytes:bytes length:strlen(bytes)];
    return [NSString stringEncodingForData:data encodingOptions:options convertedString:text usedLossyConversion:NULL];
}

TEST("the encoding of data is found") {
    NSString *text = nil;
    CHECK(detected("caf\xc3\xa9", nil, &text) == NSUTF8StringEncoding && [text isEqual:@"caf\u00e9"]);
    CHECK(detected("caf\xe9", nil, &text) == NSWindowsCP1252StringEncoding && [text isEqual:@"caf\u00e9"]);
    CHECK(detected("\xff\xfe"
                   "a",
                   nil, NULL) != 0);
    NSDictionary *options = @{NSStringEncodingDetectionSuggestedEncodingsKey : @[ @(NSWindowsCP1251StringEncoding) ]};
    CHECK(detected("\xe9", options, &text) == NSWindowsCP1251StringEncoding && [text isEqual:@"\u0439"]);
    NSDictionary *only = @{
        NSStringEncodingDetectionSuggestedEncodingsKey : @[ @(NSUTF8StringEncoding) ],
        NSStringEncodingDetectionUseOnlySuggestedEncodingsKey : @YES
    };
    CHECK(detected("\xe9", only, NULL) == 0);
}

TEST("a byte order mark in front of UTF-8 is no text, but U+FEFF in a string is") {
    NSData *data = [NSData dataWithBytes:"\xef\xbb\xbfThis" length:7];
    NSString *text = AUTORELEASE([[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding]);
    CHECK([text isEqual:@"This"]);
    text = AUTORELEASE([[NSString alloc] initWithBytes:data.bytes length:3 encoding:NSUTF8StringEncoding]);
    CHECK([text isEqual:@""]);
    char name[4096];
    snprintf(name, sizeof name, "%sencodings-XXXXXX", NSTemporaryDirectory().UTF8String);
    int file = mkstemp(name);
    CHECK(write(file, data.bytes, 7) == 7 && close(file) == 0);
    CHECK([[NSString stringWithContentsOfFile:@(name) encoding:NSUTF8StringEncoding error:NULL] isEqual:@"This"]);
    CHECK(unlink(name) == 0);
    text = @"\uFEFFa";
    CHECK([[NSString stringWithFormat:@"%@", text] isEqual:text] && @(text.UTF8String).length == 2);
    CHECK([[@"%EF%BB%BFa" stringByRemovingPercentEncoding] isEqual:text]);
    CHECK([text stringByAppendingPathComponent:@"b"].length == 4);
    CHECK([NSString stringWithCString:text.UTF8String encoding:NSUTF8StringEncoding].length == 2);
    data = [text dataUsingEncoding:NSUTF8StringEncoding];
    CHECK(data.length == 4);
}
