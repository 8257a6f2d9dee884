// format.c - strings from a format and arguments: +stringWithFormat:, NSLog, +raise:format:.
//
// The conversions are those of printf; %@ for the -description of an object, and %C and %S for UTF-16. If a format has
// positions, such as %2$@, it is read twice: first for the types of the arguments, which are then read in order.
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "foundation.h"

// ── Arguments ───────────────────────────────────────────────────────────────────────────────────────

typedef enum { NO_KIND, INT, LONG, DOUBLE, LONG_DOUBLE, POINTER } mr_kind;

typedef union {
    long integer;
    double real;
    long double extended;
    const void *pointer;
} mr_value;

// The arguments of a format with positions. Those that a format of translators names are few.
enum { MOST_POSITIONS = 64 };
typedef struct {
    bool isScanning;  // the types are being collected, and there are no values yet
    mr_kind kinds[MOST_POSITIONS];
    mr_value values[MOST_POSITIONS];
    unsigned count;
} mr_positions;

// A structure, because the address of a va_list parameter has another type than the address of a va_list variable.
typedef struct {
    va_list list;
    mr_positions *positions;  // NULL for a format without positions
    unsigned next;            // the position of a conversion that names none, from 1
    uint16_t high;            // the first unit of a pair, if %C has written that one last; else 0
} mr_arguments;

static mr_value read_argument(mr_arguments *arguments, mr_kind kind) {
    mr_value value = {0};
    switch (kind) {
        case NO_KIND: break;
        case INT: value.integer = va_arg(arguments->list, int); break;
        case LONG: value.integer = va_arg(arguments->list, long); break;
        case DOUBLE: value.real = va_arg(arguments->list, double); break;
        case LONG_DOUBLE: value.extended = va_arg(arguments->list, long double); break;
        case POINTER: value.pointer = va_arg(arguments->list, const void *); break;
    }
    return value;
}

// Returns an argument. While the format is scanned, stores its kind instead, and returns zero.
// - position: 0 for the next argument
static mr_value take(mr_arguments *arguments, mr_kind kind, unsigned position) {
    mr_positions *positions = arguments->positions;
    if (positions == NULL) return read_argument(arguments, kind);
    if (position == 0) position = arguments->next++;
    if (position > MOST_POSITIONS) return (mr_value){0};
    if (!positions->isScanning) return positions->values[position - 1];
    positions->kinds[position - 1] = kind;
    if (positions->count < position) positions->count = position;
    return (mr_value){0};
}

// ── Conversions ─────────────────────────────────────────────────────────────────────────────────────

// A conversion in the syntax of printf. A width `*` is replaced by its argument.
typedef struct {
    char text[64];
    size_t length;
    bool is_wide, is_long_double;  // an integer argument has 8 bytes; a floating-point argument is a long double
    unsigned position;             // of the argument, from 1; 0 for the next one
    char letter;
} mr_conversion;

static void append(mr_conversion *conversion, const char *text, size_t length) {
    if (conversion->length + length >= sizeof conversion->text) return;
    memcpy(conversion->text + conversion->length, text, length);
    conversion->length += length;
    conversion->text[conversion->length] = 0;
}

// Reads the position of an argument, such as `2$`. Returns the address after it; `text` if there is none.
static const char *read_position(const char *text, unsigned *outPosition) {
    char *end;
    unsigned long position = *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    *outPosition = position && *end == '$' && position <= INT_MAX ? (unsigned)position : 0;
    return *outPosition ? end + 1 : text;
}

// Reads the conversion that follows a per cent sign. Returns the address after it; NULL if the format ends inside it.
static const char *read_conversion(const char *format, mr_conversion *out, mr_arguments *arguments) {
    *out = (mr_conversion){.text = "%", .length = 1};
    format = read_position(format, &out->position);
    while (*format) {
        const char *character = format++;
        switch (*character) {
            case '*': {
                char digits[12];
                unsigned position;
                format = read_position(format, &position);
                int width = (int)take(arguments, INT, position).integer;
                append(out, digits, (size_t)snprintf(digits, sizeof digits, "%d", width));
                break;
            }
            case 'l':
            case 'q':
            case 'j':
            case 'z':
            case 't': out->is_wide = true; break;
            case 'L': out->is_long_double = true; break;
            case 'h': append(out, character, 1); break;
            default:
                if (strchr("-+ #0'.123456789", *character)) {
                    append(out, character, 1);
                    break;
                }
                out->letter = *character;
                return format;
        }
    }
    return NULL;
}

// Returns the kind of a conversion's argument.
static mr_kind kind_of(const mr_conversion *conversion) {
    if (strchr("diuxXo", conversion->letter)) return conversion->is_wide ? LONG : INT;
    if (strchr("eEfFgGaA", conversion->letter)) return conversion->is_long_double ? LONG_DOUBLE : DOUBLE;
    if (strchr("cC", conversion->letter)) return INT;
    return strchr("@sSp", conversion->letter) ? POINTER : NO_KIND;
}

// Returns the UTF-8 text of an object's -description; "(null)" for nil.
static mr_utf8 description_of(id object) {
    id text = object ? SEND(id, object, "description") : nil;
    return text ? mr_utf8_of(text) : (mr_utf8){"(null)", 6};
}

// Writes a text, which may contain zero bytes, by a conversion such as `%-10.3s`.
static void write_text(FILE *out, const mr_conversion *conversion, mr_utf8 text) {
    const char *rest = conversion->text + 1, *flags = rest;
    rest += strspn(rest, "-+ #0'h");
    bool isLeft = memchr(flags, '-', (size_t)(rest - flags));
    char *end;
    size_t width = strtoul(rest, &end, 10);
    if (*end == '.') {
        size_t most = strtoul(end + 1, NULL, 10);
        if (end[1] != '-' && most < text.length) text.length = most;
    }
    size_t padding = width > text.length ? width - text.length : 0;
    for (size_t index = 0; !isLeft && index < padding; index++) fputc(' ', out);
    fwrite(text.bytes, 1, text.length, out);
    for (size_t index = 0; isLeft && index < padding; index++) fputc(' ', out);
}

static void write_scalar(FILE *out, uint32_t scalar) {
    if (scalar < 0x80) {
        fputc((int)scalar, out);
        return;
    }
    int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    fputc((int)((0xFF00u >> (more + 1) & 0xFF) | scalar >> 6 * more), out);
    while (more-- > 0) fputc((int)(0x80 | (scalar >> 6 * more & 0x3F)), out);
}

// Writes a replacement character for a first unit that no second one has followed.
static void end_pair(FILE *out, mr_arguments *arguments) {
    if (arguments->high) write_scalar(out, 0xFFFD);
    arguments->high = 0;
}

// Writes a UTF-16 unit. The first of a pair waits for the second.
static void write_unit(FILE *out, uint16_t unit, mr_arguments *arguments) {
    bool isLow = (unit & 0xFC00) == 0xDC00;
    if (isLow && arguments->high) {
        write_scalar(out, 0x10000 + ((arguments->high & 0x3FFu) << 10) + (unit & 0x3FFu));
        arguments->high = 0;
        return;
    }
    end_pair(out, arguments);
    if ((unit & 0xFC00) == 0xD800) arguments->high = unit;
    else write_scalar(out, isLow ? 0xFFFD : unit);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
static void write_conversion(FILE *out, mr_conversion *conversion, mr_arguments *arguments) {
    mr_kind kind = kind_of(conversion);
    if (kind == NO_KIND) {
        fputc(conversion->letter, out);  // %%
        return;
    }
    mr_value value = take(arguments, kind, conversion->position);
    bool isText = conversion->letter == '@' || conversion->letter == 's';
    if (kind == LONG) append(conversion, "l", 1);
    if (kind == LONG_DOUBLE) append(conversion, "L", 1);
    append(conversion, isText ? "s" : &conversion->letter, 1);
    switch (conversion->letter) {
        case '@': write_text(out, conversion, description_of((id)(void *)value.pointer)); return;
        case 's': fprintf(out, conversion->text, value.pointer ? (const char *)value.pointer : "(null)"); return;
        case 'p': fprintf(out, "0x%lx", (unsigned long)value.pointer); return;
        case 'C': write_unit(out, (uint16_t)value.integer, arguments); return;
        case 'S': {
            const uint16_t *units = value.pointer;
            while (units && *units) write_unit(out, *units++, arguments);
            end_pair(out, arguments);
            if (units == NULL) fputs("(null)", out);
            return;
        }
        default: break;
    }
    if (kind == LONG) fprintf(out, conversion->text, value.integer);
    else if (kind == INT) fprintf(out, conversion->text, (int)value.integer);
    else if (kind == DOUBLE) fprintf(out, conversion->text, value.real);
    else fprintf(out, conversion->text, value.extended);
}
#pragma clang diagnostic pop

// ── Strings ─────────────────────────────────────────────────────────────────────────────────────────

// Returns the address of the next conversion, or the end of the text, which may contain zero bytes.
static const char *next_conversion(const char *text, const char *end) {
    const char *percent = memchr(text, '%', (size_t)(end - text));
    return percent ? percent : end;
}

// Collects the types of the arguments of a format, and reads the arguments. Returns false if the format has no
// positions. An argument that no conversion names is taken for a word.
static bool read_positions(const char *format, const char *end, mr_positions *positions, mr_arguments *arguments) {
    bool hasPositions = false;
    arguments->positions = positions;
    *positions = (mr_positions){.isScanning = true};
    mr_conversion conversion;
    for (const char *rest = next_conversion(format, end); rest && rest < end;) {
        rest = read_conversion(rest + 1, &conversion, arguments);
        if (rest == NULL) break;
        if (kind_of(&conversion) != NO_KIND) take(arguments, kind_of(&conversion), conversion.position);
        hasPositions |= conversion.position > 0;
        rest = next_conversion(rest, end);
    }
    positions->isScanning = false;
    for (unsigned index = 0; hasPositions && index < positions->count; index++) {
        mr_kind kind = positions->kinds[index];
        positions->values[index] = read_argument(arguments, kind == NO_KIND ? LONG : kind);
    }
    arguments->next = 1;
    return hasPositions;
}

static void write_format(FILE *out, const char *format, const char *end, mr_arguments *arguments) {
    while (format && format < end) {
        const char *percent = next_conversion(format, end);
        if (percent > format) end_pair(out, arguments);
        fwrite(format, 1, (size_t)(percent - format), out);
        if (percent == end) break;
        mr_conversion conversion;
        format = read_conversion(percent + 1, &conversion, arguments);
        if (format && conversion.letter != 'C') end_pair(out, arguments);
        if (format) write_conversion(out, &conversion, arguments);
    }
    end_pair(out, arguments);
}

// Returns the formatted text, malloc'd, with a zero byte at its end. Ends the process if no memory is left.
static char *format_text(id format, va_list list, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL) mr_fatal("out of memory for a formatted string");
    mr_utf8 bytes = mr_utf8_of(format);
    const char *end = bytes.bytes + bytes.length;
    mr_positions positions;
    mr_arguments arguments = {.next = 1};
    va_copy(arguments.list, list);
    bool mayHavePositions = memchr(bytes.bytes, '$', bytes.length);
    if (!mayHavePositions || !read_positions(bytes.bytes, end, &positions, &arguments)) arguments.positions = NULL;
    write_format(out, bytes.bytes, end, &arguments);
    va_end(arguments.list);
    bool isWhole = !ferror(out);
    if (fclose(out) != 0 || !isWhole) mr_fatal("out of memory for a formatted string");
    return text;
}

// Initializes a newly allocated string, which is consumed, and frees `text`. Returns the string, +1; nil if %s or %c
// produced bytes that are not UTF-8.
static id init_with_text(id string, char *text, size_t length) {
    id made = SEND_WITH(id, string, "initWithBytes:length:encoding:", (id, SEL, const void *, size_t, size_t), text,
                        length, (size_t)4);  // NSUTF8StringEncoding
    free(text);
    return made;
}

static id init_with_arguments(id self, SEL _cmd, id format, va_list list) {
    size_t length = 0;
    char *text = format_text(format, list, &length);
    return init_with_text(self, text, length);
}

static id init_with_format(id self, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id string = init_with_arguments(self, _cmd, format, list);
    va_end(list);
    return string;
}

static id string_with_format(id self, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id string = init_with_arguments(SEND(id, self, "alloc"), _cmd, format, list);
    va_end(list);
    return objc_autorelease(string);
}

static id string_by_appending_format(id self, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id end = objc_autorelease(init_with_arguments(SEND(id, objc_getClass("NSString"), "alloc"), _cmd, format, list));
    va_end(list);
    return ((id(*)(id, SEL, id))(void *)objc_msgSend)(self, sel_registerName("stringByAppendingString:"), end);
}

static void append_format(id self, SEL _cmd, id format, ...) {
    va_list list;
    va_start(list, format);
    id end = objc_autorelease(init_with_arguments(SEND(id, objc_getClass("NSString"), "alloc"), _cmd, format, list));
    va_end(list);
    if (end) ((void (*)(id, SEL, id))(void *)objc_msgSend)(self, sel_registerName("appendString:"), end);
}

// ── Messages ────────────────────────────────────────────────────────────────────────────────────────

// Writes `2018-08-23 10:29:54.631956+0800 program[1448:53790] text` in one call, so that the lines of several threads
// do not mix.
void NSLogv(id format, va_list list) {
    size_t length = 0;
    char *text = format_text(format, list, &length);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    struct tm local = mr_parts_of_time(now.tv_sec, true);
    char date[32], zone[8];
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &local);
    strftime(zone, sizeof zone, "%z", &local);
    fprintf(stderr, "%s.%06ld%s %s[%d:%ld] %s\n", date, now.tv_nsec / 1000, zone, program_invocation_short_name,
            (int)getpid(), syscall(SYS_gettid), text ? text : "");
    free(text);
}

void NSLog(id format, ...) {
    va_list list;
    va_start(list, format);
    NSLogv(format, list);
    va_end(list);
}

static void raise_with_arguments(id self, SEL _cmd, id name, id format, va_list list) {
    id reason = objc_autorelease(init_with_arguments(SEND(id, objc_getClass("NSString"), "alloc"), _cmd, format, list));
    id exception = SEND_WITH(id, self, "exceptionWithName:reason:userInfo:", (id, SEL, id, id, id), name, reason, nil);
    SEND(void, exception, "raise");
}

static void raise_format(id self, SEL _cmd, id name, id format, ...) {
    va_list list;
    va_start(list, format);
    raise_with_arguments(self, _cmd, name, format, list);
    va_end(list);
}

void mr_format_boot(void) {
    static const mr_method_entry methods[] = {
        {"initWithFormat:", "@24@0:8@16", (IMP)init_with_format},
        {"initWithFormat:arguments:", "@32@0:8@16^v24", (IMP)init_with_arguments},
        {"stringByAppendingFormat:", "@24@0:8@16", (IMP)string_by_appending_format},
    };
    static const mr_method_entry appending[] = {{"appendFormat:", "v24@0:8@16", (IMP)append_format}};
    static const mr_method_entry class_methods[] = {
        {"stringWithFormat:", "@24@0:8@16", (IMP)string_with_format},
        {"localizedStringWithFormat:", "@24@0:8@16", (IMP)string_with_format},
    };
    static const mr_method_entry raising[] = {
        {"raise:format:", "v32@0:8@16@24", (IMP)raise_format},
        {"raise:format:arguments:", "v40@0:8@16@24[1{__va_list_tag=II^v^v}]32", (IMP)raise_with_arguments},
    };
    Class string = objc_getClass("NSString");
    mr_class_prepend_methods(string, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(object_getClass((id)string), class_methods, 2);
    mr_class_prepend_methods(objc_getClass("NSMutableString"), appending, 1);
    mr_class_prepend_methods(object_getClass((id)objc_getClass("NSException")), raising, 2);
}
