// data.m - NSData, NSMutableData, NSError, NSDate, and values of points, sizes and rectangles.
#import "check-foundation.h"
#import <CoreGraphics/CoreGraphics.h>

// Data with bytes of its own: it overrides the primitive methods.
@interface Letters : NSData
@end
@implementation Letters
- (NSUInteger)length {
    return 3;
}
- (const void *)bytes {
    return "abc";
}
@end

TEST("data keeps a copy of bytes, and compares by them") {
    char bytes[] = "abcdef";
    NSData *data = [NSData dataWithBytes:bytes length:6];
    bytes[0] = 'x';
    CHECK(data.length == 6 && memcmp(data.bytes, "abcdef", 6) == 0);
    CHECK([data isEqual:[NSData dataWithBytes:"abcdef" length:6]] && ![data isEqual:[NSData data]]);
    CHECK([data isEqualToData:[NSMutableData dataWithData:data]] && ![data isEqual:@"abcdef"]);
    CHECK([data hash] == [[NSMutableData dataWithData:data] hash]);
    CHECK([[data subdataWithRange:NSMakeRange(1, 2)] isEqual:[NSData dataWithBytes:"bc" length:2]]);
    CHECK([exception_of(^{ (void)[data subdataWithRange:NSMakeRange(5, 2)]; }).name isEqual:NSRangeException]);
    char part[3] = "";
    [data getBytes:part range:NSMakeRange(4, 2)];
    CHECK(strcmp(part, "ef") == 0);
    [data getBytes:part length:2];
    CHECK(strcmp(part, "ab") == 0);
    CHECK([[data description] isEqual:@"<61626364 6566>"] && [[NSData data].description isEqual:@"<>"]);
}

TEST("mutable data has the memory of its capacity, which a program may fill before it sets the length") {
    NSMutableData *data = [NSMutableData dataWithCapacity:sizeof(int)];
    CHECK(data.length == 0 && data.mutableBytes);
    memset(data.mutableBytes, 7, sizeof(int));
    CHECK(*(const int *)data.bytes == 0x07070707);
    [data appendBytes:"abcdefgh" length:8];
    CHECK([data isEqual:[NSData dataWithBytes:"abcdefgh" length:8]]);
    CHECK([[NSMutableData dataWithCapacity:SIZE_MAX / 2] isEqual:[NSData data]]);
}

TEST("data uses bytes without a copy, and frees them or leaves them") {
    static char bytes[] = "static";
    CHECK([NSData dataWithBytesNoCopy:bytes length:6 freeWhenDone:NO].bytes == bytes);
    char *heap = strdup("heap");
    NSData *data = [[NSData alloc] initWithBytesNoCopy:heap length:4];
    CHECK(data.bytes == heap);
    RELEASE(data);
    NSMutableData *changed = [NSMutableData dataWithBytesNoCopy:bytes length:6 freeWhenDone:NO];
    ((char *)changed.mutableBytes)[0] = 'S';
    CHECK(bytes[0] == 's' && *(const char *)changed.bytes == 'S');
}

TEST("copies of data are immutable, and mutable copies are not") {
    NSMutableData *data = [NSMutableData dataWithBytes:"ab" length:2];
    NSData *copy = AUTORELEASE([data copy]);
    NSMutableData *other = AUTORELEASE([copy mutableCopy]);
    [data appendBytes:"c" length:1];
    [other appendData:data];
    CHECK([copy isEqual:[NSData dataWithBytes:"ab" length:2]] && ![copy isKindOfClass:[NSMutableData class]]);
    CHECK([other isEqual:[NSData dataWithBytes:"ababc" length:5]]);
    CHECK(AUTORELEASE([copy copy]) == copy);
}

TEST("mutable data grows with zeros, shrinks, and replaces ranges by more and fewer bytes") {
    NSMutableData *data = [NSMutableData dataWithLength:3];
    CHECK(memcmp(data.bytes, "\0\0\0", 3) == 0);
    [data setData:[NSData dataWithBytes:"abcdef" length:6]];
    [data replaceBytesInRange:NSMakeRange(1, 2) withBytes:"12345" length:5];
    CHECK(data.length == 9 && memcmp(data.bytes, "a12345def", 9) == 0);
    [data replaceBytesInRange:NSMakeRange(1, 5) withBytes:"-" length:1];
    CHECK(data.length == 5 && memcmp(data.bytes, "a-def", 5) == 0);
    [data replaceBytesInRange:NSMakeRange(0, 2) withBytes:"xy"];
    [data resetBytesInRange:NSMakeRange(2, 1)];
    CHECK(memcmp(data.bytes, "xy\0ef", 5) == 0);
    data.length = 2;
    [data increaseLengthBy:2];
    CHECK(data.length == 4 && memcmp(data.bytes, "xy\0\0", 4) == 0);
}

static NSMutableData *letters(NSUInteger count) {
    NSMutableData *data = [NSMutableData data];
    for (NSUInteger index = 0; index < count; index++) [data appendBytes:&(char){(char)('a' + index % 26)} length:1];
    return data;
}

TEST("data is appended to itself, set to itself, and changed by its own bytes") {
    for (NSUInteger count = 0; count < 200; count++) {
        NSMutableData *data = letters(count);
        NSData *before = AUTORELEASE([data copy]);
        [data setData:data];
        CHECK([data isEqual:before]);
        [data appendData:data];
        CHECK(data.length == 2 * count && [[data subdataWithRange:NSMakeRange(0, count)] isEqual:before]);
        CHECK([[data subdataWithRange:NSMakeRange(count, count)] isEqual:before]);
        [data replaceBytesInRange:NSMakeRange(0, 0) withBytes:data.bytes length:2 * count];
        CHECK([[data subdataWithRange:NSMakeRange(0, 2 * count)]
            isEqual:[data subdataWithRange:NSMakeRange(2 * count, 2 * count)]]);
    }
    NSMutableData *data = letters(6);
    [data replaceBytesInRange:NSMakeRange(0, 2) withBytes:data.bytes length:6];
    CHECK([data isEqual:[NSData dataWithBytes:"abcdefcdef" length:10]]);
    [data replaceBytesInRange:NSMakeRange(1, 8) withBytes:(const char *)data.bytes + 2 length:3];
    CHECK([data isEqual:[NSData dataWithBytes:"acdef" length:5]]);
    NSData *part = [NSData dataWithBytesNoCopy:(char *)data.mutableBytes + 1 length:3 freeWhenDone:NO];
    [data setData:part];
    CHECK([data isEqual:[NSData dataWithBytes:"cde" length:3]]);
    [data getBytes:(char *)data.mutableBytes + 1 length:2];
    CHECK([data isEqual:[NSData dataWithBytes:"ccd" length:3]]);
}

// Mutable data of four bytes, which never changes its length: it raises, or does nothing.
@interface FixedData : NSMutableData {
  @public
    char memory[4];
    BOOL isSilent;
}
@end
@implementation FixedData
- (NSUInteger)length {
    return 4;
}
- (const void *)bytes {
    return memory;
}
- (void *)mutableBytes {
    return memory;
}
- (void)setLength:(NSUInteger)length {
    if (!isSilent) [NSException raise:@"Refused" format:@"%zu", (size_t)length];
}
@end

TEST("data whose subclass does not change its length writes no byte outside of it") {
    for (int isSilent = 0; isSilent < 2; isSilent++) {
        FixedData *data = AUTORELEASE([FixedData new]);
        data->isSilent = isSilent != 0;
        memcpy(data->memory, "abcd", 4);
        NSString *raised[] = {
            exception_of(^{ [data appendBytes:"0123456789" length:10]; }).name,
            exception_of(^{ [data replaceBytesInRange:NSMakeRange(0, 1) withBytes:"xyz" length:3]; }).name,
            exception_of(^{ [data setData:letters(1000)]; }).name,
        };
        NSString *expected = isSilent ? NSInternalInconsistencyException : @"Refused";
        for (int each = 0; each < 3; each++) CHECK([raised[each] isEqual:expected]);
        CHECK(memcmp(data->memory, "abcd", 4) == 0 && data->isSilent == isSilent);
        [data replaceBytesInRange:NSMakeRange(1, 2) withBytes:"-+"];
        CHECK(memcmp(data->memory, "a-+d", 4) == 0);
    }
}

TEST("data that shall use bytes without a copy has no length that no memory can have, and none without bytes") {
    static char bytes[] = "x";
    for (Class cls in @[ [NSData class], [NSMutableData class] ]) {
        void *none = NULL;
        NSString *raised[] = {
            exception_of(^{ (void)[cls dataWithBytesNoCopy:(void *)bytes length:NSUIntegerMax freeWhenDone:NO]; }).name,
            exception_of(^{ (void)[cls dataWithBytesNoCopy:(void *)bytes length:(NSUInteger)NSIntegerMax + 1]; }).name,
            exception_of(^{ (void)[cls dataWithBytesNoCopy:none length:5 freeWhenDone:NO]; }).name,
        };
        for (int each = 0; each < 3; each++) CHECK([raised[each] isEqual:NSInvalidArgumentException]);
        CHECK([[cls dataWithBytesNoCopy:none length:0] length] == 0);
    }
}

TEST("a length that no memory can have raises, and changes nothing") {
    NSUInteger lengths[] = {NSUIntegerMax, NSUIntegerMax - 1, (NSUInteger)NSIntegerMax + 1,
                            (NSUInteger)NSIntegerMax - 2};
    for (int index = 0; index < 4; index++) {
        NSUInteger length = lengths[index];
        NSMutableData *data = letters(4);
        NSString *changes[] = {
            exception_of(^{ [data increaseLengthBy:length]; }).name,
            exception_of(^{ [data appendBytes:"x" length:length]; }).name,
            exception_of(^{ [data replaceBytesInRange:NSMakeRange(1, 0) withBytes:"x" length:length]; }).name,
            exception_of(^{ [data setLength:length + (index == 3) * 3]; }).name,
            exception_of(^{ (void)[NSMutableData dataWithLength:length + (index == 3) * 3]; }).name,
            exception_of(^{ (void)[NSData dataWithBytes:"x" length:length + (index == 3) * 3]; }).name,
        };
        for (int each = 0; each < 6; each++) CHECK([changes[each] isEqual:NSInvalidArgumentException]);
        CHECK([data isEqual:letters(4)]);
    }
}

TEST("the hash of data depends on its bytes, at the beginning and at the end of long data") {
    for (NSUInteger length = 1; length < 100000; length = length * 3 + 1) {
        NSMutableSet *hashes = [NSMutableSet set];
        for (int turn = 0; turn < 50; turn++) {
            NSMutableData *data = [NSMutableData dataWithLength:length];
            ((char *)data.mutableBytes)[turn % 2 ? length - 1 : 0] = (char)turn;
            [hashes addObject:@(data.hash)];
            CHECK(data.hash == [NSData dataWithData:data].hash);
        }
        CHECK(hashes.count > 45);
    }
    CHECK([NSData data].hash == [NSMutableData data].hash);
}

TEST("an error has a domain, a code and a description") {
    NSError *plain = [NSError errorWithDomain:@"Test" code:3 userInfo:nil];
    CHECK([plain.domain isEqual:@"Test"] && plain.code == 3 && plain.userInfo.count == 0);
    CHECK([plain.localizedDescription isEqual:@"The operation couldn’t be completed. (Test error 3.)"]);
    CHECK([plain.description isEqual:@"Error Domain=Test Code=3 \"(null)\""]);
    NSError *described = [NSError errorWithDomain:NSCocoaErrorDomain
                                             code:4
                                         userInfo:@{NSLocalizedDescriptionKey : @"No file"}];
    CHECK([described.localizedDescription isEqual:@"No file"] && described.localizedFailureReason == nil);
    CHECK([described.description
        isEqual:@"Error Domain=NSCocoaErrorDomain Code=4 \"No file\" UserInfo={NSLocalizedDescription=No file}"]);
    CHECK([plain isEqual:[NSError errorWithDomain:@"Test" code:3 userInfo:@{}]] && ![plain isEqual:described]);
    CHECK([exception_of(^{ (void)[NSError errorWithDomain:(NSString *_Nonnull)nil code:0 userInfo:nil]; }).name
        isEqual:NSInvalidArgumentException]);
}

TEST("an error of the system has the sentence of its code, and shows the error that it contains") {
    NSError *cause = [NSError errorWithDomain:NSPOSIXErrorDomain code:2 userInfo:nil];
    CHECK([cause.localizedFailureReason isEqual:@"No such file or directory"]);
    CHECK([cause.localizedDescription isEqual:@"The operation couldn’t be completed. No such file or directory"]);
    CHECK([cause.description isEqual:@"Error Domain=NSPOSIXErrorDomain Code=2 \"No such file or directory\""]);
    NSError *error = [NSError errorWithDomain:NSCocoaErrorDomain code:260 userInfo:@{NSUnderlyingErrorKey : cause}];
    CHECK([error.localizedDescription isEqual:@"The file couldn’t be opened because there is no such file."]);
    NSString *shown =
        [NSString stringWithFormat:@"Error Domain=NSCocoaErrorDomain Code=260 \"%@\" UserInfo={%@=%p {%@}}",
                                   error.localizedDescription, NSUnderlyingErrorKey, cause, cause];
    CHECK([error.description isEqual:shown]);
    CHECK([[NSString alloc] initWithContentsOfFile:@"/no/such" encoding:NSUTF8StringEncoding error:&error] == nil);
    CHECK([error.localizedDescription isEqual:@"The file “such” couldn’t be opened because there is no such file."]);
    NSDictionary *info = @{NSFilePathErrorKey : @"/a/b.txt"};
    error = [NSError errorWithDomain:NSCocoaErrorDomain code:NSFileWriteNoPermissionError userInfo:info];
    CHECK(
        [error.localizedDescription isEqual:@"You don’t have permission to save the file “b.txt” in the folder “a”."]);
    error = [NSError errorWithDomain:NSCocoaErrorDomain code:NSPropertyListReadCorruptError userInfo:info];
    CHECK([error.localizedDescription isEqual:@"The data couldn’t be read because it isn’t in the correct format."]);
    error = [NSError errorWithDomain:NSCocoaErrorDomain code:7 userInfo:nil];
    CHECK([error.localizedDescription isEqual:@"The operation couldn’t be completed. (NSCocoaErrorDomain error 7.)"]);
}

typedef NS_ERROR_ENUM(NSCocoaErrorDomain, TestError){TestErrorFirst = 1, TestErrorSecond};

@interface Validated : NSObject
@end
@implementation Validated
- (BOOL)validateName:(id *)name error:(NSError **)error {
    if ([*name length] > 0) return YES;
    if (error) *error = [NSError errorWithDomain:@"Test" code:TestErrorSecond userInfo:nil];
    return NO;
}
@end

TEST("validation returns an error") {
    NSError *error = nil;
    id name = @"";
    CHECK(![AUTORELEASE([Validated new]) validateValue:&name forKey:@"name" error:&error] && error.code == 2);
}

TEST("dates are compared and computed with") {
    NSDate *date = [NSDate dateWithTimeIntervalSinceReferenceDate:100];
    NSDate *later = [date dateByAddingTimeInterval:50];
    CHECK([later timeIntervalSinceDate:date] == 50 && [date compare:later] == NSOrderedAscending);
    CHECK([date earlierDate:later] == date && [date laterDate:later] == later);
    CHECK([date isEqual:[NSDate dateWithTimeInterval:-50 sinceDate:later]] && ![date isEqual:later]);
    CHECK([NSDate dateWithTimeIntervalSince1970:978307300.0].timeIntervalSinceReferenceDate == 100);
    CHECK([date.description isEqual:@"2001-01-01 00:01:40 +0000"]);
    NSDate *now = NSDate.now;
    CHECK(now.timeIntervalSinceNow <= 0 && [[NSDate distantPast] compare:now] == NSOrderedAscending);
    CHECK([[NSDate distantFuture] compare:now] == NSOrderedDescending);
}

TEST("a date before 15 October 1582 has its day in the Julian calendar") {
    CHECK([[NSDate distantPast].description isEqual:@"0001-01-01 00:00:00 +0000"]);
    CHECK([[NSDate distantFuture].description isEqual:@"4001-01-01 00:00:00 +0000"]);
    NSDate *first = [NSDate dateWithTimeIntervalSince1970:-12219292800.0];
    CHECK([first.description isEqual:@"1582-10-15 00:00:00 +0000"]);
    CHECK([[first dateByAddingTimeInterval:-0.5].description isEqual:@"1582-10-04 23:59:59 +0000"]);
    // 29 February of 1500, which the Gregorian calendar lacks, and the days around it.
    NSDate *leap = [first dateByAddingTimeInterval:-86400.0 * 30169];
    CHECK([leap.description isEqual:@"1500-02-29 00:00:00 +0000"]);
    CHECK([[leap dateByAddingTimeInterval:86400].description isEqual:@"1500-03-01 00:00:00 +0000"]);
    CHECK([[leap dateByAddingTimeInterval:-86400].description isEqual:@"1500-02-28 00:00:00 +0000"]);
    for (NSNumber *seconds in @[ @(NAN), @(INFINITY), @(-INFINITY), @1e300, @-1e17, @6e16 ]) {
        CHECK([NSDate dateWithTimeIntervalSinceReferenceDate:seconds.doubleValue].description.length > 2);
    }
}

TEST("points, sizes and rectangles are values") {
    CGRect rectangle = CGRectMake(1, 2, 3, 4);
    CHECK(NSEqualRects([NSValue valueWithRect:rectangle].rectValue, NSMakeRect(1, 2, 3, 4)));
    CHECK(CGPointEqualToPoint([NSValue valueWithPoint:rectangle.origin].pointValue, CGPointMake(1, 2)));
    CHECK(CGSizeEqualToSize([NSValue valueWithSize:rectangle.size].sizeValue, CGSizeMake(3, 4)));
    CHECK(strcmp(@encode(CGRect), [NSValue valueWithRect:CGRectZero].objCType) == 0);
}

TEST("the bytes of data are one range, and those of empty data none") {
    __block int calls = 0;
    for (NSData *data in @[ [NSData dataWithBytes:"abc" length:3], AUTORELEASE([Letters new]), [NSData data] ]) {
        [data enumerateByteRangesUsingBlock:^(const void *bytes, NSRange range, BOOL *stop) {
          CHECK(range.location == 0 && range.length == 3 && memcmp(bytes, "abc", 3) == 0 && !*stop);
          calls++;
        }];
    }
    CHECK(calls == 2);
}

TEST("rectangles have edges, and are combined and divided") {
    CGRect rectangle = CGRectMake(10, 20, -4, 6), slice, rest;
    CHECK(CGRectGetMinX(rectangle) == 6 && CGRectGetMaxX(rectangle) == 10 && CGRectGetWidth(rectangle) == 4);
    CHECK(CGRectGetMidX(rectangle) == 8 && CGRectGetMidY(rectangle) == 23 && CGRectGetMaxY(rectangle) == 26);
    CHECK(CGRectEqualToRect(CGRectStandardize(rectangle), CGRectMake(6, 20, 4, 6)));
    CHECK(CGRectContainsPoint(rectangle, CGPointMake(6, 20)) && !CGRectContainsPoint(rectangle, CGPointMake(10, 20)));
    CGRect other = CGRectMake(8, 22, 10, 10), far = CGRectMake(100, 100, 1, 1);
    CHECK(CGRectEqualToRect(CGRectUnion(rectangle, other), CGRectMake(6, 20, 12, 12)));
    CHECK(CGRectEqualToRect(CGRectIntersection(rectangle, other), CGRectMake(8, 22, 2, 4)));
    CHECK(CGRectIsNull(CGRectIntersection(rectangle, far)) && !CGRectIntersectsRect(rectangle, far));
    CHECK(CGRectEqualToRect(CGRectUnion(CGRectNull, far), far) && CGRectIsEmpty(CGRectNull));
    CHECK(CGRectContainsRect(CGRectMake(0, 0, 50, 50), rectangle) && !CGRectContainsRect(rectangle, other));
    CHECK(CGRectEqualToRect(CGRectInset(rectangle, 1, 2), CGRectMake(7, 22, 2, 2)));
    CHECK(CGRectIsNull(CGRectInset(rectangle, 3, 0)));
    CHECK(CGRectEqualToRect(CGRectOffset(rectangle, 1, -1), CGRectMake(7, 19, 4, 6)));
    CHECK(CGRectEqualToRect(CGRectIntegral(CGRectMake(0.5, 1.5, 1, 1)), CGRectMake(0, 1, 2, 2)));
    CGRectDivide(rectangle, &slice, &rest, 1, CGRectMaxXEdge);
    CHECK(CGRectEqualToRect(slice, CGRectMake(9, 20, 1, 6)) && CGRectEqualToRect(rest, CGRectMake(6, 20, 3, 6)));
    CGRectDivide(rectangle, &slice, &rest, 9, CGRectMinYEdge);
    CHECK(slice.size.height == 6 && rest.size.height == 0 && rest.origin.y == 26);
}

TEST("rectangles have Foundation's functions, too") {
    NSRect r = NSMakeRect(10, 20, 4, 6), empty = NSMakeRect(0, 0, 0, 5), slice, rest;
    CHECK(NSMinX(r) == 10 && NSMidX(r) == 12 && NSMaxX(r) == 14 && NSMinY(r) == 20 && NSMidY(r) == 23);
    CHECK(NSMaxY(r) == 26 && NSWidth(r) == 4 && NSHeight(r) == 6);
    CHECK(NSIsEmptyRect(empty) && NSIsEmptyRect(NSMakeRect(0, 0, -1, 1)) && !NSIsEmptyRect(r));
    CHECK(NSPointInRect(NSMakePoint(10, 20), r) && !NSPointInRect(NSMakePoint(14, 20), r));
    CHECK(NSContainsRect(r, NSInsetRect(r, 1, 1)) && !NSContainsRect(r, NSOffsetRect(r, 1, 0)));
    CHECK(!NSContainsRect(NSMakeRect(-1, -1, 9, 9), empty));
    CHECK(NSEqualRects(NSInsetRect(r, 3, 0), NSMakeRect(13, 20, -2, 6)));
    CHECK(NSEqualRects(NSUnionRect(r, empty), r) && NSEqualRects(NSUnionRect(empty, empty), NSZeroRect));
    CHECK(NSEqualRects(NSUnionRect(r, NSMakeRect(0, 0, 1, 1)), NSMakeRect(0, 0, 14, 26)));
    CHECK(NSEqualRects(NSIntersectionRect(r, NSMakeRect(12, 22, 9, 9)), NSMakeRect(12, 22, 2, 4)));
    CHECK(NSEqualRects(NSIntersectionRect(r, NSMakeRect(14, 20, 1, 1)), NSZeroRect));
    CHECK(NSIntersectsRect(r, NSMakeRect(13, 25, 9, 9)) && !NSIntersectsRect(r, NSMakeRect(14, 20, 1, 1)));
    CHECK(NSEqualRects(NSIntegralRect(NSMakeRect(0.5, 1.5, 1, 1)), NSMakeRect(0, 1, 2, 2)));
    NSDivideRect(r, &slice, &rest, 1, NSMaxXEdge);
    CHECK(NSEqualRects(slice, NSMakeRect(13, 20, 1, 6)) && NSEqualRects(rest, NSMakeRect(10, 20, 3, 6)));
    CHECK(CGRectEqualToRect(NSRectToCGRect(r), CGRectMake(10, 20, 4, 6)));
    CHECK(NSEdgeInsetsMake(1, 2, 3, 4).right == 4);
}

TEST("points, sizes and rectangles become strings, and are read again") {
    CHECK([NSStringFromPoint(NSMakePoint(1, 2.5)) isEqual:@"{1, 2.5}"]);
    CHECK([NSStringFromSize(NSMakeSize(-3, 1e20)) isEqual:@"{-3, 1e+20}"]);
    CHECK([NSStringFromRect(NSMakeRect(0, 0, 320, 480)) isEqual:@"{{0, 0}, {320, 480}}"]);
    NSRect third = NSMakeRect(1 / 3.0, -1 / 7.0, 1e-9, 1e9);
    CHECK(NSEqualRects(NSRectFromString(NSStringFromRect(third)), third));
    CHECK(NSEqualPoints(NSPointFromString(@"{ x=3 ; y=-4.5 }"), NSMakePoint(3, -4.5)));
    CHECK(NSEqualSizes(NSSizeFromString(@"7"), NSMakeSize(7, 0)));
    CHECK(NSEqualRects(NSRectFromString(@""), NSZeroRect) && NSEqualRects(NSRectFromString(nil), NSZeroRect));
}

TEST("data has the older methods of Base64") {
    NSData *data = [@"text?>" dataUsingEncoding:NSUTF8StringEncoding];
    CHECK([data.base64Encoding isEqual:@"dGV4dD8+"]);
    CHECK([AUTORELEASE([[NSData alloc] initWithBase64Encoding:@"dGV4\ndD8+"]) isEqual:data]);
}

TEST("an object has the name of its class") {
    CHECK([[NSData data].className isEqual:NSStringFromClass([[NSData data] class])]);
    CHECK([[Watcher className] isEqual:@"Watcher"] && [AUTORELEASE([Watcher new]).className isEqual:@"Watcher"]);
    CHECK(NSProcessInfo.processInfo.physicalMemory > 1 << 20);
    CHECK([NSPointerArray pointerArrayWithStrongObjects] != nil && [NSPointerArray pointerArrayWithWeakObjects] != nil);
}
