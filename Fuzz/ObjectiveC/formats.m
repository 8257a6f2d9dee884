// formats.m - fuzz target: formats and predicates. The first byte chooses what the rest is: any text as a format, whose
// arguments are all zero; conversions that C has too, whose text must be the one that snprintf writes; any text as a
// predicate; or a predicate made of words, which is evaluated, written and read again.
#include <math.h>

#import "variadic.h"

// ── Formats ─────────────────────────────────────────────────────────────────────────────────────────

// Returns whether 60 arguments that are zero are right for a format, and whether its widths are short. In a format with
// positions, one argument may be named as a number with a fraction and as an object: that is the caller's error.
static bool is_modest(const char *format) {
    unsigned arguments = 0, digits = 0;
    if (strchr(format, '$') && strpbrk(format, "aAeEfFgGL")) return false;
    for (; *format; format++) {
        arguments += *format == '%' || *format == '*';
        digits = *format >= '0' && *format <= '9' ? digits + 1 : 0;
        if (digits > 3) return false;
    }
    return arguments <= 60;
}

static void check_any_format(fuzz_bytes *bytes) {
    NSString *format = fuzz_string(bytes);
    if (!is_modest(format.UTF8String)) return;
    fuzz_arguments arguments = {0};
    for (int index = 0; index < 70; index++) fuzz_add(&arguments, &ffi_type_slong, (fuzz_value){0});
    fuzz_send([NSString class], @selector(stringWithFormat:), format, &arguments);
    NSMutableString *text = [NSMutableString stringWithString:format];
    fuzz_send_void(text, @selector(appendFormat:), text, &arguments);
}

typedef struct {
    char text[1500];
    size_t length;
} fuzz_format;

static void write_text(fuzz_format *format, const char *text) {
    size_t length = strlen(text);
    if (format->length + length >= sizeof format->text) return;
    memcpy(format->text + format->length, text, length + 1);
    format->length += length;
}

static double a_double(fuzz_bytes *bytes) {
    static const double numbers[] = {0.0, -0.0, 1, 0.1, -2.5, 1e22, 1e300, 5e-324, 123456789.125, INFINITY, -INFINITY};
    unsigned choice = fuzz_take(bytes);
    if (choice < 11) return numbers[choice];
    double number = 0;
    NSData *data = fuzz_data(bytes, sizeof number);
    memcpy(&number, data.bytes, data.length);
    return number;
}

static long a_long(fuzz_bytes *bytes) {
    static const long numbers[] = {0, 1, -1, LONG_MAX, LONG_MIN, INT_MAX, INT_MIN, 255, 65536};
    unsigned choice = fuzz_take(bytes);
    return choice < 9 ? numbers[choice] : (long)(choice << 8 | fuzz_take(bytes)) * (choice & 1 ? 1 : -4294967297);
}

// Adds the argument of a conversion, and writes the conversion's length modifier and letter.
static void write_letter(fuzz_format *format, fuzz_bytes *bytes, fuzz_arguments *arguments) {
    static const char *const texts[] = {"", "a", "text", "a rather long text with spaces"};
    static const char *const lengths[] = {"", "hh", "h", "l", "ll", "q", "j", "z", "t"};
    static const char integers[] = "diuxXo", reals[] = "eEfFgGaA";
    unsigned kind = fuzz_below(bytes, 8);
    char letter[2] = "s";
    if (kind < 3) {
        unsigned length = fuzz_below(bytes, 9);
        *letter = integers[fuzz_below(bytes, 6)];
        fuzz_value value = {.word = a_long(bytes)};
        if (length < 3) value.integer = (int)value.word;
        fuzz_add(arguments, length < 3 ? &ffi_type_sint : &ffi_type_slong, value);
        write_text(format, lengths[length]);
    } else if (kind < 5) {
        *letter = reals[fuzz_below(bytes, 8)];
        fuzz_add(arguments, &ffi_type_double, (fuzz_value){.real = a_double(bytes)});
    } else if (kind == 5) {
        *letter = reals[fuzz_below(bytes, 8)];
        fuzz_add(arguments, &ffi_type_longdouble, (fuzz_value){.extended = a_double(bytes)});
        write_text(format, "L");
    } else if (kind == 6) {
        *letter = 'c';
        fuzz_add(arguments, &ffi_type_sint, (fuzz_value){.integer = ' ' + (int)fuzz_below(bytes, 90)});
    } else {
        fuzz_add(arguments, &ffi_type_pointer, (fuzz_value){.pointer = texts[fuzz_below(bytes, 4)]});
    }
    write_text(format, letter);
}

static void write_conversion(fuzz_format *format, fuzz_bytes *bytes, fuzz_arguments *arguments) {
    static const char *const flags[] = {"-", "+", " ", "#", "0", "'"};
    static const char *const widths[] = {"", "1", "7", "40", "123", "*"};
    char text[8];
    write_text(format, "%");
    unsigned chosen = fuzz_take(bytes), sizes = fuzz_take(bytes);
    for (unsigned index = 0; index < 6; index++) {
        if (chosen >> index & 1) write_text(format, flags[index]);
    }
    const char *width = widths[sizes % 6];
    write_text(format, width);
    if (*width == '*') fuzz_add(arguments, &ffi_type_sint, (fuzz_value){.integer = (int)fuzz_take(bytes) - 128});
    switch (sizes / 6 % 4) {
        case 1: write_text(format, "."); break;
        case 2:
            snprintf(text, sizeof text, ".%u", fuzz_below(bytes, 60));
            write_text(format, text);
            break;
        case 3:
            write_text(format, ".*");
            fuzz_add(arguments, &ffi_type_sint, (fuzz_value){.integer = (int)fuzz_take(bytes)});
            break;
        default: break;
    }
    write_letter(format, bytes, arguments);
}

// Formats without positions whose conversions C has too.
static void check_like_printf(fuzz_bytes *bytes) {
    static char expected[1 << 16];
    fuzz_format format = {0};
    fuzz_arguments arguments = {0};
    for (unsigned count = 1 + fuzz_below(bytes, 8); count > 0; count--) {
        write_conversion(&format, bytes, &arguments);
        write_text(&format, count & 1 ? " and " : "%%");
    }
    const fuzz_value fixed[3] = {{.pointer = expected}, {.word = sizeof expected}, {.pointer = format.text}};
    int length = (int)fuzz_call((void *)snprintf, fixed, &arguments);
    EXPECT(length >= 0 && (size_t)length < sizeof expected);
    NSString *text = fuzz_send([NSString class], @selector(stringWithFormat:), @(format.text), &arguments);
    if (text && strcmp(text.UTF8String, expected) == 0) return;
    fprintf(stderr, "'%s' gives '%s', and C's is '%s'\n", format.text, text.UTF8String, expected);
    EXPECT(!"the text of snprintf");
}

// ── Predicates ──────────────────────────────────────────────────────────────────────────────────────

static NSDictionary *evaluated(void) {
    static NSDictionary *object;
    if (object) return object;
    NSDictionary *cat = @{@"name" : @"Cat", @"age" : @3, @"pets" : @[]};
    object = @{
        @"name" : @"Müller",
        @"age" : @42,
        @"pets" : @[ cat,
                     @{@"name" : @"Hund",
                       @"age" : @-1.5} ],
        @"set" : [NSSet setWithObjects:@1, @"two", [NSNull null], nil],
        @"none" : [NSNull null],
        @"date" : [NSDate dateWithTimeIntervalSinceReferenceDate:1],
        @"first" : @{@"second" : cat},
    };
    return object;
}

static void evaluate(NSPredicate *predicate) {
    NSDictionary *variables = @{@"v" : @42, @"w" : @"Cat", @"nothing" : [NSNull null]};
    for (id object in @[ evaluated(), evaluated()[@"pets"], @"Cat", @3, [NSNull null] ]) {
        fuzz_try(^{ [predicate evaluateWithObject:object]; });
        fuzz_try(^{ [predicate evaluateWithObject:object substitutionVariables:variables]; });
    }
    fuzz_try(^{ [predicate evaluateWithObject:nil]; });
    fuzz_try(^{ [evaluated()[@"pets"] filteredArrayUsingPredicate:predicate]; });
    fuzz_try(^{ [[predicate predicateWithSubstitutionVariables:variables] evaluateWithObject:evaluated()]; });
    fuzz_try(^{ [predicate copy]; });
}

static void check_any_predicate(fuzz_bytes *bytes) {
    NSArray *lists[] = { @[ @1 ], @[ @"name", @"Cat", @[ @1, @2 ], @2.5 ], @[ @"pets.age", @{}, [NSNull null] ], @[] };
    NSArray *arguments = lists[fuzz_below(bytes, 4)];
    NSString *format = fuzz_string(bytes);
    fuzz_try(^{ evaluate([NSPredicate predicateWithFormat:format argumentArray:arguments]); });
    fuzz_try(^{
      NSExpression *expression = [NSExpression expressionWithFormat:format argumentArray:arguments];
      [expression description];
      fuzz_try(^{ [expression expressionValueWithObject:evaluated() context:nil]; });
      fuzz_try(^{ [expression expressionValueWithObject:nil context:[NSMutableDictionary new]]; });
    });
}

static const char *const words[] = {
    "name",
    "age",
    "pets",
    "SELF",
    "pets.age",
    "first.second.name",
    "none",
    "set",
    "%K",
    "%@",
    "%d",
    "%f",
    "%lu",
    "1",
    "-2",
    "2.5",
    "'Cat'",
    "\"M*\"",
    "nil",
    "TRUE",
    "$v",
    "$w",
    "$v.name",
    "{1, 2, 'Cat'}",
    "{}",
    "(",
    ")",
    "+",
    "-",
    "*",
    "/",
    "**",
    ",",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "IN",
    "BETWEEN",
    "CONTAINS",
    "BEGINSWITH[c]",
    "ENDSWITH[cd]",
    "LIKE",
    "MATCHES",
    "LIKE[c]",
    "==[c]",
    "AND",
    "OR",
    "NOT",
    "ANY",
    "ALL",
    "NONE",
    "TRUEPREDICATE",
    "FALSEPREDICATE",
    "SUBQUERY(",
    "$x",
    "@count",
    "pets.@count",
    "pets.@sum.age",
    "SUBQUERY(pets, $x, $x.age > 1)",
    "@avg.age",
    "{",
    "}",
};
enum { WORDS = sizeof words / sizeof *words, OPERANDS = 25, FIRST_OPERATOR = 33, OPERATORS = 15, FIRST_JOINT = 48 };

// Writes a word, and adds its argument, as an object too.
static void write_word(fuzz_format *format, unsigned word, fuzz_bytes *bytes, fuzz_arguments *arguments,
                       NSMutableArray *objects) {
    static NSString *const keys[] = {@"name", @"age", @"pets", @"set"};
    const char *text = words[word];
    write_text(format, text);
    write_text(format, " ");
    if (*text != '%') return;
    unsigned choice = fuzz_take(bytes);
    id object = @(choice);
    switch (text[1]) {
        case 'K': object = keys[choice % 4]; break;
        case '@': object = choice & 1 ? @"Cat" : choice & 2 ? @(choice) : @"(M|C).*"; break;
        case 'f': object = @(choice / 4.0); break;
        default: break;
    }
    [objects addObject:object];
    if (text[1] == 'd') fuzz_add(arguments, &ffi_type_sint, (fuzz_value){.integer = (int)choice});
    else if (text[1] == 'l') fuzz_add(arguments, &ffi_type_ulong, (fuzz_value){.word = (long)choice});
    else if (text[1] == 'f') fuzz_add(arguments, &ffi_type_double, (fuzz_value){.real = choice / 4.0});
    else fuzz_add_object(arguments, object);
}

// Most inputs are comparisons, joined by AND and the like; the others are words in any order.
static void check_predicate_of_words(fuzz_bytes *bytes) {
    fuzz_format format = {0};
    fuzz_arguments arguments = {0};
    NSMutableArray *objects = [NSMutableArray new];
    unsigned count = fuzz_below(bytes, 40);
    for (unsigned index = 0; index < count && fuzz_left(bytes) > 0; index++) {
        unsigned byte = fuzz_take(bytes), word = byte % WORDS;
        if (byte < 170) {
            word = index % 4 == 3   ? FIRST_JOINT + byte % 2
                   : index % 4 == 1 ? FIRST_OPERATOR + byte % OPERATORS
                                    : byte % OPERANDS;
        }
        write_word(&format, word, bytes, &arguments, objects);
    }
    NSString *text = @(format.text);
    NSPredicate *predicate = [NSPredicate predicateWithFormat:text argumentArray:objects];
    NSPredicate *same = fuzz_send([NSPredicate class], @selector(predicateWithFormat:), text, &arguments);
    EXPECT([same isEqual:predicate] && same.hash == predicate.hash);
    evaluate(predicate);
    NSPredicate *again = [NSPredicate predicateWithFormat:predicate.predicateFormat argumentArray:nil];
    if ([again isEqual:predicate]) return;
    fprintf(stderr, "'%s' is written as '%s', and that as '%s'\n", format.text, predicate.predicateFormat.UTF8String,
            again.predicateFormat.UTF8String);
    EXPECT(!"a format that makes an equal predicate");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const checks[])(fuzz_bytes *) = {check_any_format, check_like_printf, check_any_predicate,
                                                   check_predicate_of_words};
    __block fuzz_bytes bytes = {data, data + size};
    unsigned kind = fuzz_below(&bytes, 4);
    bool isDone = fuzz_try(^{ checks[kind](&bytes); });
    EXPECT(isDone || kind != 1);
    return 0;
}
