// format.c - strings from a format and arguments: +stringWithFormat:, NSLog, +raise:format:.
//
// The conversions are those of printf; %@ for the -description of an object, and %C and %S for UTF-16. Arguments are
// read in order: %1$@ is not supported.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "foundation.h"

// ── Conversions ─────────────────────────────────────────────────────────────────────────────────────

// A conversion in the syntax of printf. A width `*` is replaced by its argument.
typedef struct {
    char text[64];
    size_t length;
    bool is_wide, is_long_double;  // an integer argument has 8 bytes; a floating-point argument is a long double
    char letter;
} mr_conversion;

// A structure, because the address of a va_list parameter has another type than the address of a va_list variable.
typedef struct {
    va_list list;
    uint16_t high;  // the first unit of a pair, if %C has written that one last; else 0
} mr_arguments;

static void append(mr_conversion *conversion, const char *text, size_t length) {
    if (conversion->length + length >= sizeof conversion->text) return;
    memcpy(conversion->text + conversion->length, text, length);
    conversion->length += length;
    conversion->text[conversion->length] = 0;
}

// Reads the conversion that follows a per cent sign. Returns the address after it; NULL if the format ends inside it.
static const char *read_conversion(const char *format, mr_conversion *out, mr_arguments *arguments) {
    *out = (mr_conversion){.text = "%", .length = 1};
    for (; *format; format++) {
        switch (*format) {
            case '*': {
                char digits[12];
                int length = snprintf(digits, sizeof digits, "%d", va_arg(arguments->list, int));
                append(out, digits, (size_t)length);
                break;
            }
            case 'l':
            case 'q':
            case 'j':
            case 'z':
            case 't': out->is_wide = true; break;
            case 'L': out->is_long_double = true; break;
            case 'h': append(out, format, 1); break;
            default:
                if (strchr("-+ #0'.123456789", *format)) {
                    append(out, format, 1);
                    break;
                }
                out->letter = *format;
                return format + 1;
        }
    }
    return NULL;
}

// Returns the UTF-8 text of an object's -description; "(null)" for nil.
static const char *description_of(id object) {
    id text = object ? SEND(id, object, "description") : nil;
    const char *bytes = text ? SEND(const char *, text, "UTF8String") : NULL;
    return bytes ? bytes : "(null)";
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
    switch (conversion->letter) {
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'o':
            if (conversion->is_wide) append(conversion, "l", 1);
            append(conversion, &conversion->letter, 1);
            if (conversion->is_wide) {
                fprintf(out, conversion->text, va_arg(arguments->list, long));
            } else {
                fprintf(out, conversion->text, va_arg(arguments->list, int));
            }
            return;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            if (conversion->is_long_double) append(conversion, "L", 1);
            append(conversion, &conversion->letter, 1);
            if (conversion->is_long_double) {
                fprintf(out, conversion->text, va_arg(arguments->list, long double));
            } else {
                fprintf(out, conversion->text, va_arg(arguments->list, double));
            }
            return;
        case '@':
            append(conversion, "s", 1);
            fprintf(out, conversion->text, description_of(va_arg(arguments->list, id)));
            return;
        case 's': {
            const char *text = va_arg(arguments->list, const char *);
            append(conversion, "s", 1);
            fprintf(out, conversion->text, text ? text : "(null)");
            return;
        }
        case 'c':
            append(conversion, "c", 1);
            fprintf(out, conversion->text, va_arg(arguments->list, int));
            return;
        case 'C': write_unit(out, (uint16_t)va_arg(arguments->list, int), arguments); return;
        case 'S': {
            const uint16_t *units = va_arg(arguments->list, const uint16_t *);
            while (units && *units) write_unit(out, *units++, arguments);
            end_pair(out, arguments);
            if (units == NULL) fputs("(null)", out);
            return;
        }
        case 'p': fprintf(out, "0x%lx", (unsigned long)va_arg(arguments->list, void *)); return;
        default: fputc(conversion->letter, out);  // %%
    }
}
#pragma clang diagnostic pop

// ── Strings ─────────────────────────────────────────────────────────────────────────────────────────

// Returns the formatted text, malloc'd, with a zero byte at its end. Ends the process if no memory is left.
static char *format_text(id format, mr_arguments *arguments, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL) mr_fatal("out of memory for a formatted string");
    for (const char *rest = SEND(const char *, format, "UTF8String"); rest && *rest;) {
        size_t plain = strcspn(rest, "%");
        if (plain) end_pair(out, arguments);
        fwrite(rest, 1, plain, out);
        rest += plain;
        if (*rest == 0) break;
        mr_conversion conversion;
        rest = read_conversion(rest + 1, &conversion, arguments);
        if (rest && conversion.letter != 'C') end_pair(out, arguments);
        if (rest) write_conversion(out, &conversion, arguments);
    }
    end_pair(out, arguments);
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
    mr_arguments arguments = {.high = 0};
    va_copy(arguments.list, list);
    size_t length = 0;
    char *text = format_text(format, &arguments, &length);
    va_end(arguments.list);
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
    mr_arguments arguments = {.high = 0};
    va_copy(arguments.list, list);
    size_t length = 0;
    char *text = format_text(format, &arguments, &length);
    va_end(arguments.list);
    struct timespec now;
    struct tm local;
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &local);
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
    static const mr_method_entry class_methods[] = {{"stringWithFormat:", "@24@0:8@16", (IMP)string_with_format}};
    static const mr_method_entry raising[] = {
        {"raise:format:", "v32@0:8@16@24", (IMP)raise_format},
        {"raise:format:arguments:", "v40@0:8@16@24[1{__va_list_tag=II^v^v}]32", (IMP)raise_with_arguments},
    };
    Class string = objc_getClass("NSString");
    mr_class_prepend_methods(string, methods, sizeof methods / sizeof *methods);
    mr_class_prepend_methods(object_getClass((id)string), class_methods, 1);
    mr_class_prepend_methods(objc_getClass("NSMutableString"), appending, 1);
    mr_class_prepend_methods(object_getClass((id)objc_getClass("NSException")), raising, 2);
}
