// propertylists.m - binary property lists that no program has written.
#import "check-foundation.h"
#import <sys/resource.h>

// Returns a binary list of these objects, as bytes, with references and offsets of `size` bytes; the first is the root.
static NSData *binary_list(NSArray<NSData *> *objects, uint8_t size) {
    NSMutableData *list = [NSMutableData dataWithBytes:"bplist00" length:8], *offsets = [NSMutableData data];
    for (NSData *object in objects) {
        for (int byte = size - 1; byte >= 0; byte--) {
            [offsets appendBytes:&(uint8_t){(uint8_t)(byte < 8 ? list.length >> 8 * byte : 0)} length:1];
        }
        [list appendData:object];
    }
    uint8_t trailer[32] = {[6] = size, [7] = size};
    for (int byte = 0; byte < 8; byte++) {
        trailer[15 - byte] = (uint8_t)(objects.count >> 8 * byte);
        trailer[31 - byte] = (uint8_t)(list.length >> 8 * byte);
    }
    [list appendData:offsets];
    [list appendBytes:trailer length:32];
    return list;
}

#define OBJECT(bytes) [NSData dataWithBytes:bytes length:sizeof bytes - 1]

static id read_list(NSData *data, NSError **error) {
    return [NSPropertyListSerialization propertyListWithData:data options:0 format:NULL error:error];
}

static BOOL is_refused(NSData *data) {
    NSError *error = nil;
    if (read_list(data, &error) || error.code != NSPropertyListReadCorruptError) return NO;
    error = nil;
    return [NSKeyedUnarchiver unarchivedObjectOfClass:[NSString class] fromData:data error:&error] == nil && error;
}

TEST("a binary list is read with references of one byte to eight") {
    for (uint8_t size = 1; size <= 8; size++) {
        NSMutableData *array = [NSMutableData dataWithBytes:"\xa2" length:1];
        for (int index = 1; index <= 2; index++) {
            array.length += size - 1u;
            [array appendBytes:&(uint8_t){(uint8_t)index} length:1];
        }
        NSData *list = binary_list(
            @[
                array,
                OBJECT("\x51"
                       "a"),
                OBJECT("\x61\x00\xe9")
            ],
            size);
        CHECK([read_list(list, NULL) isEqual:(@[ @"a", @"é" ])]);
    }
    CHECK(is_refused(binary_list(@[ OBJECT("\x51"
                                           "a") ],
                                 0)) &&
          is_refused(binary_list(@[ OBJECT("\x51"
                                           "a") ],
                                 9)));
}

TEST("numbers of a binary list keep their values") {
    struct {
        NSData *bytes;
        NSNumber *number;
    } rows[] = {
        {OBJECT("\x10\xff"), @255},
        {OBJECT("\x11\xff\xff"), @65535},
        {OBJECT("\x12\xff\xff\xff\xff"), @4294967295},
        {OBJECT("\x13\xff\xff\xff\xff\xff\xff\xff\xff"), @-1},
        {OBJECT("\x14\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"), @(ULLONG_MAX)},
        {OBJECT("\x14\xff\xff\xff\xff\xff\xff\xff\xff\x80\0\0\0\0\0\0\0"), @(LLONG_MIN)},
        {OBJECT("\x22\x3f\x80\0\0"), @1.0},
        {OBJECT("\x23\x3f\xf0\0\0\0\0\0\0"), @1.0},
        {OBJECT("\x08"), @NO},
        {OBJECT("\x09"), @YES},
    };
    for (size_t index = 0; index < sizeof rows / sizeof *rows; index++) {
        NSNumber *number = read_list(binary_list(@[ rows[index].bytes ], 1), NULL);
        CHECK([number isEqual:rows[index].number]);
        CHECK(strchr("Bd", *number.objCType) == strchr("Bd", *rows[index].number.objCType));
    }
}

TEST("an option of reading that is not declared changes nothing") {
    NSData *data = binary_list(
        @[
            OBJECT("\xa1\x01"), OBJECT("\x51"
                                       "a")
        ],
        1);
    for (int bit = 2; bit < 64; bit++) {
        NSArray *list = [NSPropertyListSerialization propertyListWithData:data
                                                                  options:(NSPropertyListMutabilityOptions)1 << bit
                                                                   format:NULL
                                                                    error:NULL];
        CHECK([list isEqual:@[ @"a" ]] && ![list isKindOfClass:[NSMutableArray class]]);
    }
}

TEST("objects that no property list has, and broken ones, are an NSError") {
    NSData *a = OBJECT("\x51"
                       "a");
    NSArray *lists = @[
        @[ OBJECT("\xc1\x01"), a ],                               // a set
        @[ OBJECT("\xb1\x01"), a ],                               // an ordered set
        @[ OBJECT("\x00") ],                                      // null
        @[ OBJECT("\x0f") ],                                      // fill
        @[ OBJECT("\x0c") ],                                      // an address
        @[ OBJECT("\xd1\x01\x02"), OBJECT("\x10\x01"), a ],       // a number as a key
        @[ OBJECT("\xd1\x01\x02"), OBJECT("\xa0"), a ],           // an array as a key
        @[ OBJECT("\xa1\x00") ],                                  // an array that contains itself
        @[ OBJECT("\xa1\x01"), OBJECT("\xd1\x02\x00"), a ],       // two that contain each other
        @[ OBJECT("\xd1\x00\x00") ],                              // a dictionary as its own key
        @[ OBJECT("\xa1\x09"), a ],                               // a reference beyond the objects
        @[ OBJECT("\xaf\x13\x7f\xff\xff\xff\xff\xff\xff\xff") ],  // as many elements as there are numbers
        @[ OBJECT("\xaf\x13\xff\xff\xff\xff\xff\xff\xff\xff") ],  // fewer than none
        @[ OBJECT("\x5f\x13\x7f\xff\xff\xff\xff\xff\xff\xff"
                  "a") ],  // a string
        @[ OBJECT("\x6f\x13\x7f\xff\xff\xff\xff\xff\xff\xff"
                  "a") ],  // a string of UTF-16
        @[ OBJECT("\x4f\x13\x7f\xff\xff\xff\xff\xff\xff\xff"
                  "a") ],  // data
        @[ OBJECT("\x5f\x23\x3f\xf0\0\0\0\0\0\0"
                  "a") ],                                     // a real as a count
        @[ OBJECT("\x51\xe9") ],                              // a character beyond ASCII
        @[ OBJECT("\x14\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0") ],  // 2^64
        @[ OBJECT("\x16\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0") ],  // an integer of 64 bytes
        @[ OBJECT("\x32\0\0\0\0") ],                          // a date of four bytes
        @[ OBJECT("\x8f\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0") ],  // a reference of 16 bytes
    ];
    for (NSArray *objects in lists) CHECK(is_refused(binary_list(objects, 1)));
    // Shorter ones are strings in the format of OpenStep.
    for (NSUInteger length = 6; length < 45; length++) {
        NSData *whole = binary_list(@[ a ], 1);
        if (length < whole.length) CHECK(is_refused([whole subdataWithRange:NSMakeRange(0, length)]));
    }
}

TEST("lists that stand for more values than they have bytes, or are nested too deep, are an NSError at once") {
    NSMutableArray *shared = [NSMutableArray array], *nested = [NSMutableArray array];
    for (uint8_t index = 1; index <= 30; index++) {
        NSMutableData *array = [NSMutableData dataWithBytes:"\xaa" length:1];
        for (int each = 0; each < 10; each++) [array appendBytes:&index length:1];
        [shared addObject:array];
    }
    [shared addObject:OBJECT("\x51"
                             "a")];
    CHECK(is_refused(binary_list(shared, 1)));
    for (NSUInteger depth = 512; depth <= 100000; depth += 99488) {
        [nested removeAllObjects];
        for (NSUInteger index = 1; index <= depth; index++) {
            [nested addObject:[NSData dataWithBytes:(uint8_t[]){0xa1, (uint8_t)(index >> 16), (uint8_t)(index >> 8),
                                                                (uint8_t)index}
                                             length:4]];
        }
        [nested addObject:OBJECT("\x51"
                                 "a")];
        CHECK((read_list(binary_list(nested, 3), NULL) == nil) == (depth > 512));
    }
}

TEST("a list whose offsets lead to the same bytes again and again is an NSError") {
    enum { REFERENCES = 100 };
    // An array of a hundred objects, each of them the same data of ten bytes.
    NSMutableData *list = [NSMutableData dataWithBytes:"bplist00\xaf\x10\x64" length:11];
    for (uint8_t index = 1; index <= REFERENCES; index++) [list appendBytes:&index length:1];
    const uint8_t array = 8, data = (uint8_t)list.length;
    [list appendBytes:"\x4a.........." length:11];
    const uint8_t trailer[32] = {[6] = 1, [7] = 1, [15] = REFERENCES + 1, [31] = (uint8_t)list.length};
    [list appendBytes:&array length:1];
    for (int index = 0; index < REFERENCES; index++) [list appendBytes:&data length:1];
    [list appendBytes:trailer length:32];
    CHECK(is_refused(list));
}

// Returns the object of a string or data of `count` bytes.
static NSData *large(uint8_t marker, NSUInteger count) {
    NSMutableData *object = [NSMutableData dataWithBytes:(uint8_t[]){(uint8_t)(marker | 15), 0x12} length:2];
    for (int shift = 24; shift >= 0; shift -= 8) [object appendBytes:&(uint8_t){(uint8_t)(count >> shift)} length:1];
    NSMutableData *bytes = [NSMutableData dataWithLength:count];
    memset(bytes.mutableBytes, 'a', count);
    [object appendData:bytes];
    return object;
}

TEST("data and a string to which a list refers again and again are one object, and mutable strings are not") {
    NSMutableData *array = [NSMutableData dataWithData:large(0xA0, 1000)];
    memset((char *)array.mutableBytes + 6, 1, 999);
    ((char *)array.mutableBytes)[1005] = 2;
    for (uint8_t marker = 0x40; marker <= 0x50; marker += 0x10) {
        NSData *data = binary_list(@[ array, large(marker, 100000), large(marker, 100000) ], 4);
        // References have one byte, and offsets four.
        NSMutableData *list = AUTORELEASE([data mutableCopy]);
        ((uint8_t *)list.mutableBytes)[list.length - 25] = 1;
        NSArray *objects = read_list(list, NULL);
        CHECK(objects.count == 1000 && objects[0] == objects[998] && objects[0] != objects[999]);
        CHECK([objects[0] isEqual:objects[999]] && [objects[0] length] == 100000);
        NSArray *leaves = [NSPropertyListSerialization propertyListWithData:list
                                                                    options:NSPropertyListMutableContainersAndLeaves
                                                                     format:NULL
                                                                      error:NULL];
        CHECK([leaves isEqual:objects] && (marker == 0x40 || leaves[0] != leaves[998]));
    }
}

TEST("data that a list contains again and again are copied once while the list is written") {
    NSMutableArray *list = [NSMutableArray array];
    NSData *data = [NSMutableData dataWithLength:1000000];
    for (int index = 0; index < 2000; index++) [list addObject:data];
    pid_t child = guarded_fork(60);
    if (child == 0) {
        struct rusage before, after;
        getrusage(RUSAGE_SELF, &before);
        BOOL isValid = [NSPropertyListSerialization propertyList:list isValidForFormat:(NSPropertyListFormat)200];
        getrusage(RUSAGE_SELF, &after);
        _exit(isValid && after.ru_maxrss - before.ru_maxrss < 500000 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
}

TEST("an archive whose bytes have been changed is an NSError or an object, and never ends the process") {
    NSArray *root = @[
        @"text", @42, @2.5,
        @{@"key" : @[ [NSDate date], [NSData dataWithBytes:"ab" length:2] ]},
        [NSIndexSet indexSetWithIndexesInRange:NSMakeRange(3, 4)], [NSURL URLWithString:@"http://a.org/b"],
        [NSSet setWithObject:@1], [NSUUID UUID], [NSDecimalNumber decimalNumberWithString:@"1.5"]
    ];
    NSData *archive = [NSKeyedArchiver archivedDataWithRootObject:root];
    NSSet *classes = [NSSet setWithObjects:[NSArray class], [NSDictionary class], [NSDate class], [NSData class],
                                           [NSIndexSet class], [NSURL class], [NSSet class], [NSUUID class], nil];
    uint32_t random = 1;
    for (int round = 0; round < 3000; round++) {
        @autoreleasepool {
            NSMutableData *changed = AUTORELEASE([archive mutableCopy]);
            for (int change = 0; change <= round % 4; change++) {
                random = random * 1664525 + 1013904223;
                NSUInteger place = (random >> 8) % changed.length;
                // Half of the changes are in the trailer and in the offsets.
                if (random & 0x80) place = changed.length - 1 - place % 100;
                random = random * 1664525 + 1013904223;
                ((uint8_t *)changed.mutableBytes)[place] = (uint8_t)(random >> 16);
            }
            NSError *error = nil;
            id copy = [NSKeyedUnarchiver unarchivedObjectOfClasses:classes fromData:changed error:&error];
            CHECK(copy == nil || [copy isKindOfClass:[NSObject class]]);
            error = nil;
            CHECK(read_list(changed, &error) || error);
        }
    }
}

TEST("mutable arrays and dictionaries are read from files as such") {
    char name[4096];
    snprintf(name, sizeof name, "%spropertylists-XXXXXX", NSTemporaryDirectory().UTF8String);
    close(mkstemp(name));
    NSString *path = @(name);
    NSURL *url = [NSURL fileURLWithPath:path];
    CHECK([@[ @"a" ] writeToFile:path atomically:YES]);
    NSMutableArray *array = [NSMutableArray arrayWithContentsOfFile:path];
    [array addObject:@"b"];
    CHECK([array isEqual:(@[ @"a", @"b" ])]);
    for (Class cls in @[ [NSArray class], [NSMutableArray class] ]) {
        for (id made in @[
                 [cls arrayWithContentsOfURL:url], AUTORELEASE([[cls alloc] initWithContentsOfFile:path]),
                 AUTORELEASE([[cls alloc] initWithContentsOfURL:url])
             ]) {
            CHECK([made isEqual:@[ @"a" ]] && [made isKindOfClass:cls]);
            CHECK([made isKindOfClass:[NSMutableArray class]] == (cls == [NSMutableArray class]));
        }
        CHECK([cls arrayWithContentsOfFile:@"/no/such"] == nil && [[cls alloc] initWithContentsOfFile:@"/no"] == nil);
    }
    CHECK([NSMutableDictionary dictionaryWithContentsOfFile:path] == nil);
    CHECK([@{@"a" : @"b"} writeToURL:url atomically:YES]);
    NSMutableDictionary *dictionary = [NSMutableDictionary dictionaryWithContentsOfURL:url];
    dictionary[@"c"] = @1;
    CHECK(dictionary.count == 2 && [NSMutableArray arrayWithContentsOfFile:path] == nil);
    dictionary = AUTORELEASE([[NSMutableDictionary alloc] initWithContentsOfFile:path]);
    dictionary[@"c"] = @1;
    CHECK(dictionary.count == 2);
    CHECK([AUTORELEASE([[NSDictionary alloc] initWithContentsOfURL:url]) isEqual:@{@"a" : @"b"}]);
    CHECK(unlink(name) == 0);
}
