// formats.m - strings from a format and arguments, NSLog, and exceptions with a formatted reason.
#import "check-foundation.h"

@interface Person : NSObject
@property(copy) NSString *name;
@end
@implementation Person
- (NSString *)description {
    return [NSString stringWithFormat:@"<%@>", self.name];
}
@end

#define IS(text, ...) CHECK([[NSString stringWithFormat:__VA_ARGS__] isEqualToString:text])

TEST("objects, classes and nil are written by their descriptions") {
    Person *person = [Person new];
    person.name = @"Ann";
    IS(@"<Ann> Person (null) 7", @"%@ %@ %@ %@", person, [Person class], nil, @7);
    IS(@"[     <Ann>] [<Ann>     ]", @"[%10@] [%-10@]", person, person);
    RELEASE(person);
}

TEST("numbers of each size are written as printf writes them") {
    IS(@"-1 4294967295 ff FF 17", @"%d %u %x %X %o", -1, -1, 255, 255, 15);
    IS(@"-5000000000 5000000000 7 8 9", @"%ld %lu %lld %zd %td", -5000000000, 5000000000, 7ll, (ssize_t)8,
       (ptrdiff_t)9);
    IS(@"-1 255", @"%hhd %hhu", (char)-1, (unsigned char)255);
    IS(@"00042 +1    2 3    |", @"%05d %+d %*d %-*d|", 42, 1, 4, 2, 5, 3);
    IS(@"1.500000 1.50 1e+10 2.500", @"%f %.2f %g %.3Lf", 1.5, 1.5, 1e10, 2.5L);
    IS(@"1.33 0x1f", @"%.*f %#x", 2, 4.0 / 3, 31);
}

TEST("flags may be repeated, and a conversion may have as many characters as it likes") {
    NSString *zeros = [@"" stringByPaddingToLength:500 withString:@"0" startingAtIndex:0];
    NSString *format = [NSString stringWithFormat:@"%%%@5d|%%-%@5d|%%.%@3f", zeros, zeros, zeros];
    IS(@"00042|42   |1.500", format, 42, 42, 1.5);
    IS(@"1   |  +1|   1", @"%*d|%+*d|% *d", -4, 1, 4, 1, 4, 1);
    IS(@"1.500000|abc|ab", @"%.*f|%.*s|%.*s", -2, 1.5, -1, "abc", 2, "abc");
}

TEST("a width or precision that no int can have raises") {
    NSArray *formats = @[
        @"%99999999999@", @"%2147483648@", @"%-99999999999999999999999d", @"%.2147483648f", @"%1$99999999999@",
        @"%.99999999999s"
    ];
    for (NSString *format in formats) {
        NSException *raised = exception_of(^{ (void)[NSString stringWithFormat:format, @"text", @"text"]; });
        CHECK([raised.name isEqual:NSInvalidArgumentException]);
        raised = exception_of(^{ (void)[@"" stringByAppendingFormat:format, @"text", @"text"]; });
        CHECK([raised.name isEqual:NSInvalidArgumentException]);
        raised = exception_of(^{ [NSException raise:@"Name" format:format, @"text", @"text"]; });
        CHECK([raised.name isEqual:NSInvalidArgumentException]);
    }
    CHECK([exception_of(^{ (void)[NSString stringWithFormat:@"%*d", INT_MIN, 1]; }).name
        isEqual:NSInvalidArgumentException]);
}

TEST("a localized format is written like any other") {
    CHECK([[NSString localizedStringWithFormat:@"%d %.1f", 1234, 0.5] isEqual:@"1234 0.5"]);
}

TEST("many arguments of both kinds are taken in order") {
    IS(@"1 2 3 4 5 6 7 8 9", @"%d %d %d %d %d %d %d %d %d", 1, 2, 3, 4, 5, 6, 7, 8, 9);
    IS(@"1 1.5 2 2.5 3 3.5 a @", @"%d %.1f %d %.1f %@ %.1f %s %c", 1, 1.5, 2, 2.5, @3, 3.5, "a", '@');
}

TEST("text, characters, pointers and the per cent sign are written") {
    IS(@"abc ab x 100% (null)", @"%s %.2s %c %d%% %s", "abc", "abc", 'x', 100, (char *)NULL);
    IS(@"0x10 0x0 早", @"%p %p %@", (void *)16, NULL, @"早");
    IS(@"", @"");
    IS(@"[      0x10] [0x10  ]", @"[%10p] [%-6p]", (void *)16, (void *)16);
}

TEST("bytes that are no UTF-8 become replacement characters, and the rest of the text stays") {
    IS(@"open caf\uFFFD.txt: 2", @"open %s: %d", "caf\xe9.txt", 2);
    IS(@"\uFFFD", @"%c", 0xff);
    IS(@"é", @"%c%c", 0xc3, 0xa9);
    IS(@"\uFEFFa", @"%@a", @"\uFEFF");
    NSMutableString *text = [NSMutableString stringWithString:@"log "];
    [text appendFormat:@"%s", "caf\xe9"];
    CHECK([text isEqual:@"log caf\uFFFD"]);
    NSString *reason = nil;
    @try {
        [NSException raise:@"X" format:@"file %s is missing", "caf\xe9"];
    } @catch (NSException *exception) {
        reason = exception.reason;
    }
    CHECK([reason isEqual:@"file caf\uFFFD is missing"]);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat"
#pragma clang diagnostic ignored "-Wformat-nonliteral"
TEST("a precision counts the characters of an object and the bytes of a C string") {
    IS(@"é", @"%.1@", @"éa");
    IS(@"[早上]", @"[%.2@]", @"早上好");
    IS(@"[][😀][a]", @"[%.1@][%.2@][%.2@]", @"😀", @"😀", @"a😀");
    char bytes[3] = {'a', 'b', 'c'};  // without a zero byte
    IS(@"abc ab", @"%.3s %.*s", bytes, 2, bytes);
    IS(@"1.500000 abc [1    ]", @"%.*f %.*s [%*d]", -1, 1.5, -1, "abc", -5, 1);
}

TEST("%D, %U and %O are numbers, and %n stores nothing") {
    NSString *volatile format = @"%D %U %O in %@";
    CHECK([[NSString stringWithFormat:format, -5, 7u, 8, @"cart"] isEqual:@"-5 7 10 in cart"]);
    int written = 3;
    format = @"a%n%@";
    CHECK([[NSString stringWithFormat:format, &written, @"b"] isEqual:@"ab"] && written == 3);
}

TEST("random conversions of numbers and C strings are written as printf writes them") {
    static const char *flags[] = {"", "-", "+", " ", "0", "#", "-#", "+0", "0 ", "-+", "#0"};
    static const char *widths[] = {"", "1", "5", "12", "25"}, *precisions[] = {"", ".", ".0", ".1", ".3", ".9"};
    static const char *integers[] = {"d", "i", "u", "x", "X", "o", "hd", "hhd", "hu", "hhx", "c"};
    static const char *longs[] = {"ld", "lu", "lx", "lld", "llo", "qd", "zu", "jd", "td"};
    static const char *reals[] = {"f", "e", "E", "g", "G", "a", "F"};
    unsigned seed = 3;
#define ONE_OF(list) list[(unsigned)rand_r(&seed) % (sizeof list / sizeof *list)]
    for (int turn = 0; turn < 4000; turn++) {
        char format[64], expected[256];
        const char *start = ONE_OF(flags), *width = ONE_OF(widths), *precision = ONE_OF(precisions);
        long whole = (long)rand_r(&seed) * (rand_r(&seed) % 2 ? 1 : -1) * (rand_r(&seed) % 3 ? 1 : 100000);
        double real = (double)whole / (1 << rand_r(&seed) % 40);
        NSString *text = nil;
#define FORMAT(end) snprintf(format, sizeof format, "[%%%s%s%s%s]", start, width, precision, end)
#define COMPARE(value)                                                                                                 \
    snprintf(expected, sizeof expected, format, value);                                                                \
    text = [NSString stringWithFormat:@(format), value]
        switch (turn % 4) {
            case 0:
                FORMAT(ONE_OF(integers));
                COMPARE(strchr(format, 'c') ? 33 + abs((int)whole % 90) : (int)whole);
                break;
            case 1:
                FORMAT(ONE_OF(longs));
                COMPARE(whole);
                break;
            case 2:
                FORMAT(ONE_OF(reals));
                COMPARE(real);
                break;
            default:
                FORMAT("s");
                COMPARE("text");
                break;
        }
        BOOL isText = strlen(expected) == strspn(expected, "\t\n []+-.0123456789abcdefghijklmnopqrstuvwxyzABCDEFINXP");
        if (isText && ![text isEqual:@(expected)]) printf("%s: %s, not %s\n", format, text.UTF8String, expected);
        CHECK(!isText || [text isEqual:@(expected)]);
    }
}
#pragma clang diagnostic pop

TEST("a format can end in the middle of a conversion") {
    NSString *volatile format = @"50%";
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-security"
    IS(@"50", format);
#pragma clang diagnostic pop
}

TEST("a formatted string is appended to another, and made by init") {
    CHECK([[@"a" stringByAppendingFormat:@"%d%@", 1, @"b"] isEqual:@"a1b"]);
    NSString *made = [[NSString alloc] initWithFormat:@"%ld", 3l];
    CHECK([made isEqual:@"3"]);
    RELEASE(made);
}

TEST("NSLog writes date, time, program, process and thread, then the text, to standard error") {
    int ends[2];
    CHECK(pipe(ends) == 0);
    int saved = dup(2);
    dup2(ends[1], 2);
    NSLog(@"%@ is %d", @"age", 21);
    dup2(saved, 2);
    close(saved);
    close(ends[1]);
    char line[400] = "", program[100] = "", zone[6] = "", text[100] = "";
    CHECK(read(ends[0], line, sizeof line - 1) > 0);
    close(ends[0]);
    int year = 0, process = 0, thread = 0, microseconds = -1;
    CHECK(sscanf(line, "%d-%*d-%*d %*d:%*d:%*d.%6d%5s %99[^[][%d:%d] %99[^\n]", &year, &microseconds, zone, program,
                 &process, &thread, text) == 7);
    CHECK(year > 2000 && microseconds >= 0 && strlen(zone) == 5 && process == getpid() && thread == process);
    CHECK(strncmp(program, "formats", 7) == 0 && strcmp(text, "age is 21") == 0);
    CHECK(line[strlen(line) - 1] == '\n');
}

TEST("an exception is raised with a formatted reason") {
    int caught = 0;
    @try {
        [NSException raise:NSRangeException format:@"%d is beyond %@", 9, @"the end"];
    } @catch (NSException *exception) {
        caught++;
        CHECK([exception.name isEqual:NSRangeException] && [exception.reason isEqual:@"9 is beyond the end"]);
    }
    CHECK(caught == 1);
}

TEST("an assertion raises if its condition is false") {
    int caught = 0;
    @try {
        NSCAssert(1 + 1 == 2, @"never raised");
        NSCAssert(caught == 1, @"caught is %d", caught);
    } @catch (NSException *exception) {
        caught++;
        CHECK([exception.name isEqual:NSInternalInconsistencyException] && [exception.reason isEqual:@"caught is 0"]);
    }
    CHECK(caught == 1);
}

TEST("UTF-16 units and texts are formatted, and the two units of a character make one") {
    const unichar clef[] = {0xD834, 0xDD1E, 0}, accent = 0xE9;
    CHECK([([NSString stringWithFormat:@"%C%C-%C", (unichar)'a', accent, (unichar)0x2265]) isEqual:@"aé-≥"]);
    CHECK([([NSString stringWithFormat:@"<%C%C>", clef[0], clef[1]]) isEqual:@"<\U0001D11E>"]);
    CHECK([([NSString stringWithFormat:@"%C|%C", clef[0], clef[1]]) isEqual:@"\uFFFD|\uFFFD"]);
    CHECK([([NSString stringWithFormat:@"%C%C%d", clef[0], clef[0], 1]) isEqual:@"\uFFFD\uFFFD1"]);
    CHECK([([NSString stringWithFormat:@"%S, %d", clef, 7]) isEqual:@"\U0001D11E, 7"]);
    NSMutableString *zero = [NSMutableString stringWithFormat:@"a%Cb", (unichar)0];
    CHECK(zero.length == 3 && [zero characterAtIndex:1] == 0 && [zero characterAtIndex:2] == 'b');
    [zero appendFormat:@"%@", @"c"];
    CHECK(zero.length == 4);
}

TEST("positions choose arguments of any type, in any order, once or more") {
    NSString *text = [NSString stringWithFormat:@"%2$@, %1$@ and %2$@", @"Ann", @"Bob"];
    CHECK([text isEqual:@"Bob, Ann and Bob"]);
    text = [NSString stringWithFormat:@"%4$s %3$.1f %2$ld %1$d %5$c%%", 1, 5000000000L, 2.5, "text", 'c'];
    CHECK([text isEqual:@"text 2.5 5000000000 1 c%"]);
    text = [NSString stringWithFormat:@"[%2$*1$d|%2$-*1$d|%3$.*1$f]", 4, 42, 0.5];
    CHECK([text isEqual:@"[  42|42  |0.5000]"]);
    unichar unit = 0xE9;
    CHECK([([NSString stringWithFormat:@"%2$C%1$@", @"t", unit]) isEqual:@"ét"]);
    CHECK([([NSString stringWithFormat:@"costs $%d, or $%@", 5, @"6"]) isEqual:@"costs $5, or $6"]);
    NSString *gap = @"%3$d", *tooFar = @"%1$d %99999999999999$d.";
    CHECK([([NSString stringWithFormat:gap, 1, 2, 3]) isEqual:@"3"]);
    CHECK([([NSString stringWithFormat:tooFar, 1]) hasPrefix:@"1 "]);
}

// Counts failures, and raises nothing.
@interface Counting : NSAssertionHandler {
  @public
    NSMutableArray *places;
}
@end
@implementation Counting
- (void)handleFailureInMethod:(SEL)selector
                       object:(id)object
                         file:(NSString *)file
                   lineNumber:(NSInteger)line
                  description:(NSString *)format, ... {
    [places addObject:NSStringFromSelector(selector)];
}
- (void)handleFailureInFunction:(NSString *)function
                           file:(NSString *)file
                     lineNumber:(NSInteger)line
                    description:(NSString *)format, ... {
    [places addObject:file.lastPathComponent];
}
@end

@interface Careful : NSObject
@end
@implementation Careful
- (void)take:(int)number {
    NSParameterAssert(number > 0);
}
@end

TEST("a thread has an assertion handler of its own") {
    Counting *handler = [Counting new];
    handler->places = [NSMutableArray array];
    Careful *careful = [Careful new];
    [NSThread currentThread].threadDictionary[NSAssertionHandlerKey] = handler;
    CHECK([NSAssertionHandler currentHandler] == handler);
    [careful take:0];
    NSCAssert(careful == nil, @"careful is not nil");
    [[NSThread currentThread].threadDictionary removeObjectForKey:NSAssertionHandlerKey];
    CHECK([handler->places isEqual:(@[ @"take:", @"formats.m" ])]);
    CHECK([NSAssertionHandler currentHandler] && [NSAssertionHandler currentHandler] != handler);
    RELEASE(careful);
    RELEASE(handler);
}

TEST("a failed assertion writes its place to standard error") {
    CHECK_ENDS("*** Assertion failure in -[Careful take:], ", [[Careful new] take:0]);
}
