// walk-values.m - part of the walk: arguments and receivers, made of a seed.
#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#import "walk.h"

id walk_receiver;

static uint64_t state;

void walk_seed(unsigned seed) { state = seed * 2654435761u + 88172645463325252u; }

static unsigned below(unsigned limit) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % limit;
}

void walk_begin(void) { alarm(30); }

// The folder is removed, so that no relative path can be made into a file.
void walk_enter_child(int errors) {
    signal(SIGALRM, SIG_DFL);
    char folder[] = P_tmpdir "/walk-XXXXXX";
    if (mkdtemp(folder) == NULL || chdir(folder) != 0 || rmdir(folder) != 0) _exit(1);
    setenv("HOME", "/no/such/home", 1);
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    dup2(errors, 2);
}

// ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

static void note_value(id value) { walk_note([NSString stringWithFormat:@" %@", value]); }

long walk_integer(void) {
    static const unsigned long numbers[] = {
        0,
        1,
        2,
        3,
        5,
        100,
        INT32_MAX,
        1ul << 31,
        1ul << 32,
        1ul << 61,
        1ul << 62,
        1ul << 63,
        NSUIntegerMax,
        NSNotFound,
        NSNotFound - 1,
        NSUIntegerMax - 1,
    };
    long number = (long)numbers[below(16)];
    note_value(@(number));
    return number;
}

long walk_count(void) {
    static const unsigned long numbers[] = {0, 1, 2, 100, 1ul << 63, NSUIntegerMax - 1, NSUIntegerMax};
    long number = (long)numbers[below(7)];
    note_value(@(number));
    return number;
}

double walk_double(void) {
    static const double numbers[] = {0, 1, -1, 0.5, 1e300, -1e300, 9.3e18, -9.3e18, 1e-300, INFINITY, -INFINITY, NAN};
    double number = numbers[below(12)];
    note_value(@(number));
    return number;
}

NSRange walk_range(void) {
    walk_note(@" {");
    NSUInteger location = (NSUInteger)walk_integer();
    NSRange range = {location, (NSUInteger)walk_integer()};
    walk_note(@"}");
    return range;
}

// ── Addresses ───────────────────────────────────────────────────────────────────────────────────────

const char *walk_text(void) {
    static const char *const texts[] = {"", "text", "i", "caf\xc3\xa9", "\xff\xfe", "{S=ii", "NSString", "%@ %d"};
    const char *text = texts[below(8)];
    note_value([NSString stringWithCString:text encoding:NSISOLatin1StringEncoding]);
    return text;
}

void *walk_address(void) {
    note_value(@"address");
    return calloc(1, 1 << 16);
}

void *walk_address_or_null(void) {
    if (below(2)) return walk_address();
    note_value(@"NULL");
    return NULL;
}

SEL walk_selector(void) {
    const SEL selectors[] = { @selector(description), @selector(length), sel_registerName("unknown:"), NULL };
    SEL selector = selectors[below(4)];
    note_value(selector ? NSStringFromSelector(selector) : @"NULL");
    return selector;
}

Class walk_class(void) {
    Class classes[] = {[NSString class], [NSArray class], [NSObject class], Nil};
    Class cls = classes[below(4)];
    note_value(cls);
    return cls;
}

const void *walk_block(void) {
    static long (^const block)(void) = ^{ return 0L; };
    static long (^const raising)(void) = ^{
      [NSException raise:NSGenericException format:@"a block"];
      return 0L;
    };
    unsigned choice = below(3);
    note_value(choice == 0 ? @"NULL" : choice == 1 ? @"block" : @"raising block");
    return choice == 0 ? NULL : (__bridge void *)(choice == 1 ? block : raising);
}

// ── Objects ─────────────────────────────────────────────────────────────────────────────────────────

static NSString *a_string(void) {
    static const unichar withZero[] = {'a', 0, 'b', '.', 't', 'x', 't'}, half[] = {0xD800, 'a'};
    switch (below(10)) {
        case 0: return @"";
        case 1: return @"text";
        case 2: return [NSString stringWithCharacters:withZero length:7];
        case 3: return [NSString stringWithCharacters:half length:2];
        case 4: return [@"" stringByPaddingToLength:3000 withString:@"long/" startingAtIndex:0];
        case 5: return @"%@ %s %n $1 (a|b)*";
        case 6: return @"1e400";
        case 7: return @"häßlich\U0001F600";
        case 8: return @"/no/such/../file";
        default: return @"name";
    }
}

static NSArray *an_array(void) {
    switch (below(4)) {
        case 0: return @[];
        case 1: return @[ a_string(), a_string() ];
        case 2: return @[ @1, @2.5, @"c", [NSNull null] ];
        default: return @[ [NSDate date], @[ @1 ], @{@"a" : @1} ];
    }
}

static NSNumber *a_number(void) {
    NSArray *numbers = @[ @0, @-1, @YES, @1.5, @(INFINITY), @(NAN), @(NSUIntegerMax), @(NSIntegerMin), @1e300 ];
    return numbers[below((unsigned)numbers.count)];
}

static NSDate *a_date(void) {
    static const double seconds[] = {0, 1e300, -1e300, INFINITY, NAN, -63114076800, 1e9};
    unsigned choice = below(8);
    return choice < 7 ? [NSDate dateWithTimeIntervalSinceReferenceDate:seconds[choice]] : [NSDate date];
}

// Return an object of a class whose -init makes none that is of use; the class NSNull, which is no instance, for all
// other classes.
#define MAKE(name, ...)                                                                                                \
    if (strcmp(cls, #name) == 0) return __VA_ARGS__

static id a_value(const char *cls) {
    MAKE(NSString, a_string());
    MAKE(NSMutableString, [a_string() mutableCopy]);
    MAKE(NSConstantString, @"constant");
    MAKE(NSArray, an_array());
    MAKE(NSMutableArray, [an_array() mutableCopy]);
    MAKE(NSSet, [NSSet setWithArray:an_array()]);
    MAKE(NSMutableSet, [NSMutableSet setWithArray:an_array()]);
    MAKE(NSCountedSet, [NSCountedSet setWithArray:an_array()]);
    MAKE(NSOrderedSet, [NSOrderedSet orderedSetWithArray:an_array()]);
    MAKE(NSMutableOrderedSet, [NSMutableOrderedSet orderedSetWithArray:an_array()]);
    MAKE(
        NSDictionary,
        @{a_string() : @1,
          @"name" : an_array()});
    MAKE(NSMutableDictionary, [@{a_string() : @1, @"name" : an_array()} mutableCopy]);
    MAKE(NSData, [a_string() dataUsingEncoding:NSUTF8StringEncoding] ?: [NSData data]);
    MAKE(NSMutableData, [NSMutableData dataWithBytes:"bytes" length:below(6)]);
    MAKE(NSNumber, a_number());
    MAKE(NSValue, [NSValue valueWithRange:NSMakeRange(1, 2)]);
    MAKE(NSDecimalNumber, [NSDecimalNumber decimalNumberWithString:[a_number() description]]);
    MAKE(NSDate, a_date());
    MAKE(NSNull, [NSNull null]);
    MAKE(NSIndexSet, [NSIndexSet indexSetWithIndexesInRange:NSMakeRange(below(3), below(5))]);
    MAKE(NSMutableIndexSet, [NSMutableIndexSet indexSetWithIndexesInRange:NSMakeRange(1, below(5))]);
    MAKE(NSIndexPath, [NSIndexPath indexPathWithIndex:below(4)]);
    MAKE(NSURL, [NSURL URLWithString:@"http://user@host:80/a%20b/c.d?q=1#f"]);
    MAKE(NSURLComponents, [NSURLComponents componentsWithString:@"http://host/a?b=c"]);
    MAKE(NSURLRequest, [NSURLRequest requestWithURL:a_value("NSURL")]);
    MAKE(NSMutableURLRequest, [NSMutableURLRequest requestWithURL:a_value("NSURL")]);
    MAKE(NSLocale, [NSLocale localeWithLocaleIdentifier:@"de_DE"]);
    MAKE(NSTimeZone, [NSTimeZone timeZoneForSecondsFromGMT:3600]);
    MAKE(NSCalendar, [NSCalendar calendarWithIdentifier:NSCalendarIdentifierGregorian]);
    MAKE(NSCharacterSet, [NSCharacterSet letterCharacterSet]);
    MAKE(NSMutableCharacterSet, [NSMutableCharacterSet new]);
    MAKE(NSAttributedString, [[NSAttributedString alloc] initWithString:a_string()]);
    MAKE(NSMutableAttributedString, [[NSMutableAttributedString alloc] initWithString:a_string()]);
    MAKE(NSError, [NSError errorWithDomain:NSCocoaErrorDomain code:4 userInfo:@{@"a" : @1}]);
    MAKE(NSException, [NSException exceptionWithName:@"Name" reason:@"reason" userInfo:nil]);
    return [NSNull class];
}

static NSRegularExpression *an_expression(void) {
    return [NSRegularExpression regularExpressionWithPattern:@"(a+)|b" options:0 error:NULL];
}

static id opened(NSStream *stream) {
    [stream open];
    return stream;
}

static id an_unarchiver(void) {
    NSData *data = [NSKeyedArchiver archivedDataWithRootObject:an_array() requiringSecureCoding:NO error:NULL];
    return [[NSKeyedUnarchiver alloc] initForReadingFromData:data error:NULL];
}

static id another_object(const char *cls) {
    NSMethodSignature *signature = [NSObject instanceMethodSignatureForSelector:@selector(isEqual:)];
    MAKE(NSPredicate, [NSPredicate predicateWithFormat:@"name == 'a' AND $v > 1"]);
    MAKE(NSExpression, [NSExpression expressionForKeyPath:@"name"]);
    MAKE(NSRegularExpression, an_expression());
    MAKE(NSTextCheckingResult, [an_expression() firstMatchInString:@"aa" options:0 range:NSMakeRange(0, 2)]);
    MAKE(NSScanner, [NSScanner scannerWithString:@" 12 text 1.5e3"]);
    MAKE(NSSortDescriptor, [NSSortDescriptor sortDescriptorWithKey:@"length" ascending:YES]);
    MAKE(NSPointerArray, [NSPointerArray strongObjectsPointerArray]);
    MAKE(NSMapTable, [NSMapTable strongToWeakObjectsMapTable]);
    MAKE(NSHashTable, [NSHashTable weakObjectsHashTable]);
    MAKE(NSFileHandle, [NSFileHandle fileHandleWithNullDevice]);
    MAKE(NSInputStream, opened([NSInputStream inputStreamWithData:a_value("NSData")]));
    MAKE(NSOutputStream, opened([NSOutputStream outputStreamToMemory]));
    MAKE(NSMethodSignature, signature);
    MAKE(NSInvocation, [NSInvocation invocationWithMethodSignature:signature]);
    MAKE(NSNotification, [NSNotification notificationWithName:@"Name" object:nil]);
    MAKE(NSProgress, [NSProgress progressWithTotalUnitCount:10]);
    MAKE(NSTimer, [NSTimer timerWithTimeInterval:1 repeats:NO block:^(NSTimer *timer){}]);
    MAKE(NSKeyedArchiver, [[NSKeyedArchiver alloc] initRequiringSecureCoding:NO]);
    MAKE(NSKeyedUnarchiver, an_unarchiver());
    MAKE(NSBundle, [NSBundle mainBundle]);
    MAKE(NSFileManager, [NSFileManager defaultManager]);
    MAKE(NSProcessInfo, [NSProcessInfo processInfo]);
    MAKE(NSRunLoop, [NSRunLoop currentRunLoop]);
    MAKE(NSXMLParser, [[NSXMLParser alloc] initWithData:a_value("NSData")]);
    MAKE(Protocol, @protocol(NSCopying));
    MAKE(NSProxy, nil);
    MAKE(NSAutoreleasePool, nil);  // a pool that is released in another order ends the process
    return [NSNull class];
}

id walk_instance(const char *cls) {
    id object = a_value(cls);
    if (object == [NSNull class]) object = another_object(cls);
    if (object != [NSNull class]) return object;
    @try {
        return [[objc_getClass(cls) alloc] init];
    } @catch (NSException *exception) {
        return nil;
    }
}

// Returns any object for NSObject, which stands for id.
static id of_class(const char *cls) {
    if (strcmp(cls, "NSObject") != 0) return walk_instance(cls);
    switch (below(5)) {
        case 0: return a_number();
        case 1: return an_array();
        case 2: return [NSObject new];
        default: return a_string();
    }
}

static void note_object(id object) {
    note_value(object ? [NSString stringWithFormat:@"%@ '%@'", [object class], object] : @"nil");
}

id walk_present(const char *cls) {
    id object = of_class(cls) ?: @"text";
    note_object(object);
    return object;
}

id walk_object(const char *cls) {
    unsigned choice = below(6);
    bool isReceiver = choice < 2 && [walk_receiver isKindOfClass:objc_getClass(cls)];
    if (isReceiver) {
        note_value(@"self");
        return walk_receiver;
    }
    id object = choice == 2 ? nil : of_class(cls);
    note_object(object);
    return object;
}

void walk_describe(id object) { (void)[[object description] length]; }
