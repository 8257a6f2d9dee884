// corefoundation.m - collections of CoreFoundation with callbacks, strings, data, identifiers and run loops.
#import <CoreFoundation/CFString.h>
#import <Foundation/Foundation.h>

#import "check-foundation.h"
#import "mortal.h"

TEST("a dictionary without callbacks keeps any pointers, and compares them by address") {
    CFMutableDictionaryRef sizes = CFDictionaryCreateMutable(NULL, 0, NULL, NULL);
    int keys[100];
    for (uintptr_t index = 0; index < 100; index++) CFDictionarySetValue(sizes, &keys[index], (void *)(index + 1));
    CFDictionarySetValue(sizes, &keys[7], NULL);
    CFDictionaryRemoveValue(sizes, &keys[8]);
    CHECK(CFDictionaryGetCount(sizes) == 99 && (uintptr_t)CFDictionaryGetValue(sizes, &keys[9]) == 10);
    CHECK(CFDictionaryGetValue(sizes, &keys[8]) == NULL && CFDictionaryGetValue(sizes, NULL) == NULL);
    const void *values[99];
    CFDictionaryGetKeysAndValues(sizes, NULL, values);
    uintptr_t sum = 0;
    for (int index = 0; index < 99; index++) sum += (uintptr_t)values[index];
    CHECK(sum == 5050 - 8 - 9);
    CFDictionaryRemoveAllValues(sizes);
    CHECK(CFDictionaryGetCount(sizes) == 0);
    CFRelease(sizes);
}

TEST("a dictionary retains only what its callbacks retain") {
    deaths = 0;
    CFMutableDictionaryRef byClass = CFDictionaryCreateMutable(NULL, 0, NULL, &kCFTypeDictionaryValueCallBacks);
    @autoreleasepool {
        CFDictionarySetValue(byClass, (__bridge const void *)[NSString class],
                             (__bridge const void *)AUTORELEASE([Mortal new]));
    }
    CHECK(deaths == 0);
    CFDictionarySetValue(byClass, (__bridge const void *)[NSString class], (__bridge const void *)@"new");
    CHECK(deaths == 1);
    CFRelease(byClass);

    deaths = 0;
    CFDictionaryValueCallBacks weak = {0, NULL, NULL, NULL, NULL};
    NSMutableDictionary *pool =
        CFBridgingRelease(CFDictionaryCreateMutable(NULL, 0, &kCFTypeDictionaryKeyCallBacks, &weak));
    @autoreleasepool {
        Mortal *mortal = AUTORELEASE([Mortal new]);
        [pool setObject:mortal forKey:@"mortal"];
        CHECK(pool[@"mortal"] == mortal && pool.count == 1 && [pool.allKeys isEqual:@[ @"mortal" ]]);
        [pool removeObjectForKey:@"mortal"];
        CHECK(pool[@"mortal"] == nil);
        pool[@"again"] = mortal;
    }
    CHECK(deaths == 1);
}

static int retains, releases;
static const void *count_retain(CFAllocatorRef allocator, const void *value) { return retains++, value; }
static void count_release(CFAllocatorRef allocator, const void *value) { releases++; }
static Boolean have_equal_tens(const void *first, const void *second) {
    return (uintptr_t)first / 10 == (uintptr_t)second / 10;
}
static CFHashCode tens(const void *value) { return (uintptr_t)value / 10; }

TEST("a collection calls the functions of its callbacks") {
    retains = releases = 0;
    CFDictionaryKeyCallBacks keys = {0, count_retain, count_release, NULL, have_equal_tens, tens};
    CFMutableDictionaryRef dictionary = CFDictionaryCreateMutable(NULL, 0, &keys, NULL);
    CFDictionarySetValue(dictionary, (void *)12, (void *)1);
    CFDictionarySetValue(dictionary, (void *)15, (void *)2);
    CHECK(CFDictionaryGetCount(dictionary) == 1 && CFDictionaryGetValue(dictionary, (void *)19) == (void *)2);
    CHECK(CFDictionaryContainsKey(dictionary, (void *)10) && !CFDictionaryContainsKey(dictionary, (void *)20));
    CHECK(retains == 1 && releases == 0);
    CFRelease(dictionary);
    CHECK(releases == 1);

    retains = releases = 0;
    CFArrayCallBacks callbacks = {0, count_retain, count_release, NULL, NULL};
    CFMutableArrayRef array = CFArrayCreateMutable(NULL, 0, &callbacks);
    for (uintptr_t index = 0; index < 20; index++) CFArrayAppendValue(array, (void *)index);
    CHECK(CFArrayGetCount(array) == 20 && CFArrayGetValueAtIndex(array, 19) == (void *)19 && retains == 20);
    CFArrayRemoveValueAtIndex(array, 0);
    CHECK(releases == 1 && CFArrayGetValueAtIndex(array, 0) == (void *)1);
    CFRelease(array);
    CHECK(releases == 20);
}

static CFMutableDictionaryRef entered;
static int retained, entering;
static const void *entering_retain(CFAllocatorRef allocator, const void *value) {
    retained++;
    if (entering-- > 0) CFDictionarySetValue(entered, value, "inner");
    return value;
}
static void entering_release(CFAllocatorRef allocator, const void *value) { retained--; }
static Boolean changing_equal(const void *first, const void *second) {
    if (entering-- > 0) CFDictionaryRemoveAllValues(entered);
    return first == second;
}
static CFHashCode same_hash(const void *value) { return 1; }

TEST("a dictionary that its own callbacks change has each key once, and keeps what it retains") {
    CFDictionaryKeyCallBacks keys = {0, entering_retain, entering_release, NULL, NULL, NULL};
    entered = CFDictionaryCreateMutable(NULL, 0, &keys, NULL);
    retained = 0;
    entering = 1;
    BOOL hasRaised = NO;
    @try {
        CFDictionarySetValue(entered, "key", "outer");
    } @catch (NSException *exception) {
        hasRaised = YES;
    }
    CHECK(hasRaised && CFDictionaryGetCount(entered) == 1 && retained == 1);
    CFRelease(entered);
    CHECK(retained == 0);

    CFDictionaryKeyCallBacks comparing = {0, entering_retain, entering_release, NULL, changing_equal, same_hash};
    entering = 0;
    entered = CFDictionaryCreateMutable(NULL, 0, &comparing, NULL);
    CFDictionarySetValue(entered, "first", "value");
    entering = 1;
    hasRaised = NO;
    @try {
        CFDictionarySetValue(entered, "second", "value");
    } @catch (NSException *exception) {
        hasRaised = YES;
    }
    CHECK(hasRaised && CFDictionaryGetCount(entered) == 0 && retained == 0);
    CFRelease(entered);
}

TEST("an array without callbacks is an NSMutableArray that does not retain") {
    deaths = 0;
    NSMutableArray *array = CFBridgingRelease(CFArrayCreateMutable(NULL, 0, NULL));
    @autoreleasepool {
        Mortal *mortal = AUTORELEASE([Mortal new]);
        [array addObject:mortal];
        [array insertObject:@"first" atIndex:0];
        CHECK(array.lastObject == mortal && [array indexOfObject:mortal] == 1);
        CHECK([exception_of(^{ [array objectAtIndex:2]; }).name isEqual:NSRangeException]);
        CHECK([exception_of(^{ [array removeObjectAtIndex:2]; }).name isEqual:NSRangeException]);
    }
    CHECK(deaths == 1);
    [array removeLastObject];
    CHECK([array isEqual:@[ @"first" ]]);
}

TEST("the standard callbacks make Foundation's collections, and one that copies keys") {
    NSMutableArray *array = CFBridgingRelease(CFArrayCreateMutable(NULL, 0, &kCFTypeArrayCallBacks));
    CFArrayAppendValue((__bridge CFMutableArrayRef)array, (__bridge const void *)@"a");
    CHECK([array isEqual:@[ @"a" ]]);
    NSMutableDictionary *counts =
        CFBridgingRelease(CFDictionaryCreateMutable(NULL, 0, &kCFCopyStringDictionaryKeyCallBacks, NULL));
    NSMutableString *key = [NSMutableString stringWithString:@"ab"];
    CFDictionarySetValue((__bridge CFMutableDictionaryRef)counts, (__bridge const void *)key, (void *)3);
    [key appendString:@"c"];
    CHECK(CFDictionaryGetValue((__bridge CFDictionaryRef)counts, (__bridge const void *)@"ab") == (void *)3);
    CHECK(CFDictionaryGetValue((__bridge CFDictionaryRef)counts, (__bridge const void *)key) == NULL);
}

TEST("an array and a dictionary are made of values at addresses") {
    const void *values[] = {CFSTR("b"), CFSTR("a"), CFSTR("b")}, *keys[] = {CFSTR("1"), CFSTR("2"), CFSTR("1")};
    NSArray *array = CFBridgingRelease(CFArrayCreate(NULL, values, 3, &kCFTypeArrayCallBacks));
    CHECK([array isEqual:@[ @"b", @"a", @"b" ]] && ![array isKindOfClass:[NSMutableArray class]]);
    NSDictionary *dictionary = CFBridgingRelease(
        CFDictionaryCreate(NULL, keys, values, 3, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks));
    CHECK([dictionary isEqual:@{@"1" : @"b", @"2" : @"a"}]);
    CHECK(![dictionary isKindOfClass:[NSMutableDictionary class]]);

    const void *numbers[] = {(void *)1, (void *)2};
    CFArrayRef plain = CFArrayCreate(NULL, numbers, 2, NULL);
    CHECK(CFArrayGetCount(plain) == 2 && CFArrayGetValueAtIndex(plain, 1) == (void *)2);
    CFRelease(plain);
    CFDictionaryRef sizes = CFDictionaryCreate(NULL, keys, numbers, 2, &kCFTypeDictionaryKeyCallBacks, NULL);
    CHECK(CFDictionaryGetCount(sizes) == 2 && CFDictionaryGetValue(sizes, CFSTR("2")) == (void *)2);
    CFRelease(sizes);
}

TEST("strings of C") {
    CFStringRef string = CFStringCreateWithCString(NULL, "caf\xE9", kCFStringEncodingISOLatin1);
    CHECK([(__bridge NSString *)string isEqual:@"café"]);
    CHECK(CFStringGetLength(string) == 4 && CFStringGetCharacterAtIndex(string, 3) == 0xE9);
    char buffer[6];
    CHECK(CFStringGetCString(string, buffer, 6, kCFStringEncodingUTF8) && strcmp(buffer, "café") == 0);
    CHECK(!CFStringGetCString(string, buffer, 5, kCFStringEncodingUTF8));
    CFStringRef copy = CFStringCreateCopy(NULL, string);
    CFIndex count = CFGetRetainCount(copy);
    // Of a retain and a release in this function, the optimiser would remove both.
    CFArrayRef array = CFArrayCreate(NULL, (const void **)&copy, 1, &kCFTypeArrayCallBacks);
    CHECK(CFGetRetainCount(copy) == count + 1);
    CFRelease(array);
    CHECK(CFEqual(copy, string) && CFHash(copy) == CFHash(string) && !CFEqual(copy, CFSTR("cafe")));
    CFRelease(copy);
    CFRelease(string);
}

TEST("bytes of strings, data that is filled, and numbers of C types") {
    UInt8 buffer[8] = "";
    CFIndex used = 0, size = CFStringGetMaximumSizeForEncoding(3, kCFStringEncodingUTF8);
    CHECK(size == 9 &&
          CFStringGetBytes(CFSTR("aéb"), CFRangeMake(1, 2), kCFStringEncodingUTF8, 0, false, NULL, 0, &used));
    CHECK(used == 3);
    CHECK(CFStringGetBytes(CFSTR("aéb"), CFRangeMake(0, 3), kCFStringEncodingUTF8, 0, false, buffer, 3, &used) == 2);
    CHECK(used == 3 && memcmp(buffer, "aé", 3) == 0);
    CHECK(CFStringGetBytes(CFSTR("é"), CFRangeMake(0, 1), kCFStringEncodingASCII, '?', false, buffer, 8, &used) == 1);
    CHECK(buffer[0] == '?' && CFStringGetCStringPtr(CFSTR("a"), kCFStringEncodingUTF8) == NULL);
    NSString *text = CFBridgingRelease(CFStringCreateWithBytesNoCopy(NULL, (const UInt8 *)"static", 6,
                                                                     kCFStringEncodingUTF8, false, kCFAllocatorNull));
    CHECK([text isEqual:@"static"]);

    CFMutableDataRef data = CFDataCreateMutable(NULL, 100);
    memset(CFDataGetMutableBytePtr(data), 0x55, 100);
    CFDataSetLength(data, 2);
    memcpy(CFDataGetMutableBytePtr(data), "xy", 2);
    CFDataRef copy = CFDataCreateCopy(NULL, data), same = CFDataCreate(NULL, (const UInt8 *)"xy", 2);
    CHECK(CFEqual(copy, same) && CFDataGetLength(copy) == 2);
    CFDataRef freed = CFDataCreateWithBytesNoCopy(NULL, (UInt8 *)strdup("xy"), 2, kCFAllocatorMalloc);
    CHECK(CFEqual(freed, data));
    CFRelease(freed);
    CFRelease(same);
    CFRelease(copy);
    CFRelease(data);

    const double real = 2.5;
    const long long large = 1LL << 40;
    const signed char small = -3;
    NSNumber *numbers[] = {CFBridgingRelease(CFNumberCreate(NULL, kCFNumberDoubleType, &real)),
                           CFBridgingRelease(CFNumberCreate(NULL, kCFNumberLongLongType, &large)),
                           CFBridgingRelease(CFNumberCreate(NULL, kCFNumberCharType, &small))};
    CHECK([numbers[0] isEqual:@2.5] && [numbers[1] isEqual:@(large)] && [numbers[2] isEqual:@-3]);
    const void *values[2];
    CFArrayGetValues((__bridge CFArrayRef) @[ @1, @2, @3 ], CFRangeMake(1, 2), values);
    CHECK([(__bridge id)values[1] isEqual:@3]);
}

TEST("strings, data, numbers and identifiers") {
    const UniChar units[] = {'c', 0xE9};
    CFMutableStringRef string = CFStringCreateMutable(NULL, 0);
    CFStringAppend(string, CFSTR("ab"));
    CFStringAppendCharacters(string, units, 2);
    CHECK([(__bridge NSString *)string isEqual:@"abcé"]);
    CFMutableStringRef copy = CFStringCreateMutableCopy(NULL, 0, string);
    CFStringAppend(copy, CFSTR("!"));
    CHECK([(__bridge NSString *)string length] == 4 && [(__bridge NSString *)copy length] == 5);
    CHECK(CFStringGetCharactersPtr(string) == NULL);
    CFRelease(string);
    CFRelease(copy);
    NSString *text = CFBridgingRelease(
        CFStringCreateWithBytes(NULL, (const UInt8 *)"caf\xE9!", 4, kCFStringEncodingISOLatin1, FALSE));
    CHECK([text isEqual:@"café"]);
    CHECK(CFStringConvertEncodingToNSStringEncoding(kCFStringEncodingUTF16LE) == NSUTF16LittleEndianStringEncoding);
    CHECK(CFStringConvertNSStringEncodingToEncoding(NSUTF8StringEncoding) == kCFStringEncodingUTF8);

    CFMutableDataRef data = (CFMutableDataRef)CFBridgingRetain([NSMutableData data]);
    CFDataAppendBytes(data, (const UInt8 *)"abcd", 4);
    CFDataReplaceBytes(data, CFRangeMake(1, 2), (const UInt8 *)"x", 1);
    CHECK(CFDataGetLength(data) == 3 && memcmp(CFDataGetBytePtr(data), "axd", 3) == 0);
    CFRelease(data);
    CHECK(CFNumberGetType((__bridge CFNumberRef) @2.5) == kCFNumberFloat64Type);
    CHECK(CFNumberGetType((__bridge CFNumberRef) @7) == kCFNumberSInt32Type);
    CHECK(CFSwapInt32HostToBig(0x01020304) == 0x04030201);

    CFUUIDRef uuid = CFUUIDCreate(NULL);
    NSString *name = CFBridgingRelease(CFUUIDCreateString(NULL, uuid));
    CHECK(name.length == 36);
    CFRelease(uuid);
}

TEST("a run loop runs until it is stopped, or until its time is over") {
    __block int fired = 0;
    CFRunLoopTimerRef timer =
        CFRunLoopTimerCreateWithHandler(NULL, CFAbsoluteTimeGetCurrent(), 0.001, 0, 0, ^(CFRunLoopTimerRef timer) {
          if (++fired == 3) CFRunLoopStop(CFRunLoopGetCurrent());
        });
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopDefaultMode);
    CFRunLoopRun();
    CHECK(fired == 3);
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, false) == kCFRunLoopRunTimedOut && fired > 3);
    CFRunLoopRemoveTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopDefaultMode);
    CFRelease(timer);
    int before = fired;
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, false);
    CHECK(fired == before);
    CHECK([NSRunLoop currentRunLoop].getCFRunLoop == CFRunLoopGetCurrent());
    CHECK(CFRunLoopGetMain() == CFRunLoopGetCurrent());
}

TEST("another thread stops a run loop") {
    CFRunLoopRef loop = CFRunLoopGetCurrent();
    NSTimer *far = [NSTimer scheduledTimerWithTimeInterval:1000 repeats:NO block:^(NSTimer *timer){}];
    dispatch_async(dispatch_get_global_queue(0, 0), ^{
      usleep(1000);
      CFRunLoopStop(loop);
      CFRunLoopWakeUp(loop);
    });
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 60, false) == kCFRunLoopRunStopped);
    [far invalidate];
}

TEST("an observer is called before the run loop waits, until it is removed") {
    __block int calls = 0;
    deaths = 0;
    @autoreleasepool {
        Mortal *mortal = AUTORELEASE([Mortal new]);
        CFRunLoopObserverRef observer = CFRunLoopObserverCreateWithHandler(
            NULL, kCFRunLoopBeforeWaiting, YES, 0, ^(CFRunLoopObserverRef observer, CFRunLoopActivity activity) {
              if (activity == kCFRunLoopBeforeWaiting && mortal) calls++;
              if (calls == 5) CFRunLoopStop(CFRunLoopGetCurrent());
              else CFRunLoopWakeUp(CFRunLoopGetCurrent());
            });
        CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, kCFRunLoopDefaultMode);
        NSTimer *far = [NSTimer scheduledTimerWithTimeInterval:1000 repeats:NO block:^(NSTimer *timer){}];
        CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 60, false) == kCFRunLoopRunStopped && calls == 5);
        CFRunLoopRemoveObserver(CFRunLoopGetCurrent(), observer, kCFRunLoopDefaultMode);
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.001, false);
        CHECK(calls == 5);
        [far invalidate];
        CFRelease(observer);
    }
    CHECK(deaths == 1);
}

TEST("an observer that does not repeat is called once, and an exception of an observer leaves the run loop") {
    __block int calls = 0;
    CFRunLoopObserverRef once = CFRunLoopObserverCreateWithHandler(
        NULL, kCFRunLoopEntry, NO, 0, ^(CFRunLoopObserverRef observer, CFRunLoopActivity activity) { calls++; });
    CFRunLoopAddObserver(CFRunLoopGetCurrent(), once, kCFRunLoopDefaultMode);
    CFRelease(once);
    NSTimer *far = [NSTimer scheduledTimerWithTimeInterval:1000 repeats:NO block:^(NSTimer *timer){}];
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.001, false);
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.001, false);
    CHECK(calls == 1);
    CFRunLoopObserverRef raising = CFRunLoopObserverCreateWithHandler(
        NULL, kCFRunLoopBeforeWaiting, YES, 0, ^(CFRunLoopObserverRef observer, CFRunLoopActivity activity) {
          [NSException raise:NSRangeException format:@"from an observer"];
        });
    CFRunLoopAddObserver(CFRunLoopGetCurrent(), raising, kCFRunLoopDefaultMode);
    CHECK([exception_of(^{ CFRunLoopRunInMode(kCFRunLoopDefaultMode, 60, false); }).name isEqual:NSRangeException]);
    CFRunLoopObserverInvalidate(raising);
    CHECK(CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.001, false) == kCFRunLoopRunTimedOut);
    CFRelease(raising);
    [far invalidate];
}

TEST("strings are searched, and read in a window") {
    CFStringRef text = CFSTR("abc, abc; d"), found;
    CFRange range = {0, 0};
    CHECK(CFStringFindWithOptions(text, CFSTR("abc"), CFRangeMake(1, 10), 0, &range));
    CHECK(range.location == 5 && range.length == 3);
    CHECK(!CFStringFindWithOptions(text, CFSTR("abc"), CFRangeMake(1, 10), kCFCompareAnchored, NULL));
    CHECK(CFStringFindWithOptions(text, CFSTR("ABC"), CFRangeMake(0, 11),
                                  kCFCompareBackwards | kCFCompareCaseInsensitive, &range));
    CHECK(range.location == 5);
    CFCharacterSetRef points = (__bridge CFCharacterSetRef)[NSCharacterSet punctuationCharacterSet];
    CHECK(CFStringFindCharacterFromSet(text, points, CFRangeMake(4, 7), 0, &range) && range.location == 8);
    CHECK(!CFStringFindCharacterFromSet(text, points, CFRangeMake(9, 2), 0, &range));
    found = CFStringCreateWithSubstring(NULL, text, CFRangeMake(5, 3));
    CHECK(CFEqual(found, CFSTR("abc")));
    CFRelease(found);
    NSString *long_text = [@"" stringByPaddingToLength:300 withString:@"0123456789" startingAtIndex:0];
    CFStringInlineBuffer buffer;
    CFStringInitInlineBuffer((__bridge CFStringRef)long_text, &buffer, CFRangeMake(10, 200));
    for (CFIndex index = 0; index < 200; index++)
        CHECK(CFStringGetCharacterFromInlineBuffer(&buffer, index) == '0' + index % 10);
    CHECK(CFStringGetCharacterFromInlineBuffer(&buffer, 199) == '9');
    CHECK(CFStringGetCharacterFromInlineBuffer(&buffer, 3) == '3');
    CHECK(CFStringGetCharacterFromInlineBuffer(&buffer, 200) == 0);
    CHECK(CFStringGetCharacterFromInlineBuffer(&buffer, -1) == 0);
}

TEST("strings change their case, lose white space at their ends, and are compared") {
    CFMutableStringRef string = CFStringCreateMutableCopy(NULL, 0, CFSTR(" Ab\n"));
    CFStringTrimWhitespace(string);
    CFStringUppercase(string, NULL);
    CHECK(CFEqual(string, CFSTR("AB")));
    CFStringLowercase(string, NULL);
    CHECK(CFStringCompare(string, CFSTR("AB"), 0) == kCFCompareGreaterThan);
    CHECK(CFStringCompare(string, CFSTR("AB"), kCFCompareCaseInsensitive) == kCFCompareEqualTo);
    CFRelease(string);
}

TEST("an object has a description, and is released with its pool") {
    CFStringRef description = CFCopyDescription((__bridge CFTypeRef) @42);
    CHECK(CFEqual(description, CFSTR("42")));
    CFRelease(description);
    deaths = 0;
    @autoreleasepool {
        CFTypeRef mortal = CFAutorelease(CFBridgingRetain(AUTORELEASE([Mortal new])));
        CHECK(mortal && deaths == 0);
    }
    CHECK(deaths == 1);
}

TEST("a character beyond 16 bits is two surrogates") {
    UniChar pair[2];
    CHECK(CFStringGetSurrogatePairForLongCharacter(0x1F600, pair) && pair[0] == 0xD83D && pair[1] == 0xDE00);
    CHECK(CFStringIsSurrogateHighCharacter(pair[0]) && CFStringIsSurrogateLowCharacter(pair[1]));
    CHECK(CFStringGetLongCharacterForSurrogatePair(pair[0], pair[1]) == 0x1F600);
    CHECK(!CFStringGetSurrogatePairForLongCharacter('a', pair) && pair[0] == 'a');
}

static const void *same(CFAllocatorRef allocator, const void *value) { return value; }

TEST("dictionaries are copied with their callbacks, and values are added and replaced") {
    CFDictionaryValueCallBacks values = {0, same, NULL, NULL, NULL};
    CFMutableDictionaryRef numbers = CFDictionaryCreateMutable(NULL, 0, NULL, &values);
    CFDictionaryAddValue(numbers, (void *)1, (void *)10);
    CFDictionaryAddValue(numbers, (void *)1, (void *)11);
    CFDictionaryReplaceValue(numbers, (void *)2, (void *)20);
    CFMutableDictionaryRef copy = CFDictionaryCreateMutableCopy(NULL, 0, numbers);
    CFDictionaryReplaceValue(copy, (void *)1, (void *)12);
    const void *value = NULL;
    CHECK(CFDictionaryGetValueIfPresent(numbers, (void *)1, &value) && value == (void *)10);
    CHECK(CFDictionaryGetValueIfPresent(copy, (void *)1, &value) && value == (void *)12);
    CHECK(!CFDictionaryGetValueIfPresent(copy, (void *)2, &value) && CFDictionaryGetCount(copy) == 1);
    CFRelease(numbers);
    CFRelease(copy);
    NSDictionary *same = CFBridgingRelease(CFDictionaryCreateCopy(
        NULL, (__bridge CFDictionaryRef)
                  @{@"a" : @1}));
    CHECK([same isEqual:@{@"a" : @1}]);
}

TEST("encodings have names") {
    CHECK([(__bridge id)CFStringConvertEncodingToIANACharSetName(kCFStringEncodingUTF8) isEqual:@"utf-8"]);
    CHECK([(__bridge id)CFStringConvertEncodingToIANACharSetName(kCFStringEncodingASCII) isEqual:@"us-ascii"]);
    CHECK(CFStringConvertEncodingToIANACharSetName(kCFStringEncodingInvalidId) == NULL);
    CHECK(CFStringConvertIANACharSetNameToEncoding(CFSTR("ISO-8859-1")) == kCFStringEncodingISOLatin1);
    CHECK(CFStringConvertIANACharSetNameToEncoding(CFSTR("latin1")) == kCFStringEncodingISOLatin1);
    CHECK(CFStringConvertIANACharSetNameToEncoding(CFSTR("utf-")) == kCFStringEncodingInvalidId);
}
