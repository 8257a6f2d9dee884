// conversions.c - the text of a format and its arguments.
//
// The conversions are those of printf; %@ for the -description of an object, and %C and %S for UTF-16. If a format has
// positions, such as %2$@, it is read twice: first for the types of the arguments, which are then read in order. A
// format may contain zero bytes.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    bool has_failed;          // a width or precision was too large
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

// ── Reading ─────────────────────────────────────────────────────────────────────────────────────────

#define FLAGS "-+ #0'"
#define NONE LONG_MIN

// A conversion in the syntax of printf. Widths and precisions are numbers, which arguments have replaced.
typedef struct {
    char flags[sizeof FLAGS];      // each flag at most once
    long width, precision;         // NONE if there is none
    bool is_wide, is_long_double;  // an integer argument has 8 bytes; a floating-point argument is a long double
    int shortness;                 // the number of letters h
    unsigned position;             // of the argument, from 1; 0 for the next one
    char letter;
} mr_conversion;

static bool is_one_of(char letter, const char *letters) { return letter && strchr(letters, letter); }

static void add_flag(mr_conversion *conversion, char flag) {
    if (!is_one_of(flag, conversion->flags)) conversion->flags[strlen(conversion->flags)] = flag;
}

// Reads digits. Returns the address after them; stores no number if there are none, and a number that no int can have
// if there are too many.
static const char *read_number(const char *text, const char *end, long *number) {
    long read = 0;
    const char *rest = text;
    for (; rest < end && *rest >= '0' && *rest <= '9'; rest++) {
        if (read <= INT_MAX) read = read * 10 + (*rest - '0');
    }
    if (rest > text) *number = read;
    return rest;
}

// Reads the position of an argument, such as `2$`. Returns the address after it; `text` if there is none.
static const char *read_position(const char *text, const char *end, unsigned *outPosition) {
    long position = 0;
    const char *rest = read_number(text, end, &position);
    bool isPosition = position > 0 && position <= INT_MAX && *text != '0' && rest < end && *rest == '$';
    *outPosition = isPosition ? (unsigned)position : 0;
    return isPosition ? rest + 1 : text;
}

// Reads a width or precision: digits, or `*` for an argument.
static const char *read_amount(const char *text, const char *end, mr_arguments *arguments, long *amount) {
    if (text == end || *text != '*') return read_number(text, end, amount);
    unsigned position;
    text = read_position(text + 1, end, &position);
    *amount = (int)take(arguments, INT, position).integer;
    return text;
}

// Reads the conversion that follows a per cent sign. Returns the address after it; NULL if the format ends inside it.
static const char *read_conversion(const char *text, const char *end, mr_conversion *out, mr_arguments *arguments) {
    *out = (mr_conversion){.width = NONE, .precision = NONE};
    text = read_position(text, end, &out->position);
    for (; text < end && is_one_of(*text, FLAGS); text++) add_flag(out, *text);
    text = read_amount(text, end, arguments, &out->width);
    if (out->width < 0 && out->width != NONE) {
        add_flag(out, '-');
        out->width = -out->width;
    }
    if (text < end && *text == '.') {
        out->precision = 0;
        text = read_amount(text + 1, end, arguments, &out->precision);
        if (out->precision < 0) out->precision = NONE;
    }
    for (; text < end; text++) {
        switch (*text) {
            case 'l':
            case 'q':
            case 'j':
            case 'z':
            case 't': out->is_wide = true; break;
            case 'L': out->is_long_double = true; break;
            case 'h': out->shortness++; break;
            default:
                // %D, %U and %O are other names of %d, %u and %o.
                out->letter = is_one_of(*text, "DUO") ? (char)(*text | 0x20) : *text;
                return text + 1;
        }
    }
    return NULL;
}

// Returns the kind of a conversion's argument.
static mr_kind kind_of(const mr_conversion *conversion) {
    if (is_one_of(conversion->letter, "diuxXo")) return conversion->is_wide ? LONG : INT;
    if (is_one_of(conversion->letter, "eEfFgGaA")) return conversion->is_long_double ? LONG_DOUBLE : DOUBLE;
    if (is_one_of(conversion->letter, "cC")) return INT;
    return is_one_of(conversion->letter, "@sSpn") ? POINTER : NO_KIND;
}

// ── Writing ─────────────────────────────────────────────────────────────────────────────────────────

// Returns the UTF-8 text of an object's -description; "(null)" for nil.
static mr_utf8 description_of(id object) {
    id text = object ? SEND(id, object, "description") : nil;
    return text ? mr_utf8_of(text) : (mr_utf8){"(null)", 6};
}

// Returns the number of bytes of the first `most` UTF-16 units of a text, without half of a pair.
static size_t bytes_of_units(mr_utf8 text, size_t most) {
    size_t index = 0;
    while (index < text.length) {
        unsigned char first = (unsigned char)text.bytes[index];
        size_t units = first >= 0xF0 ? 2 : 1, bytes = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (units > most || bytes > text.length - index) break;
        most -= units;
        index += bytes;
    }
    return index;
}

// Returns a C string, of which a conversion such as `%.3s` reads no further byte.
static mr_utf8 c_text_of(const mr_conversion *conversion, const char *text) {
    if (text == NULL) return (mr_utf8){"(null)", 6};
    bool is_whole = conversion->precision == NONE;
    return (mr_utf8){text, is_whole ? strlen(text) : strnlen(text, (size_t)conversion->precision)};
}

// Writes a text, which may contain zero bytes, by a conversion such as `%-10.3@`. A precision counts the UTF-16 units
// of an object's description, and the bytes of a C string.
static void write_text(FILE *out, const mr_conversion *conversion, mr_utf8 text) {
    bool isLeft = is_one_of('-', conversion->flags);
    if (conversion->precision != NONE) {
        size_t most = (size_t)conversion->precision;
        if (conversion->letter == '@') text.length = bytes_of_units(text, most);
        else if (most < text.length) text.length = most;
    }
    size_t width = conversion->width == NONE ? 0 : (size_t)conversion->width;
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

// Writes a value by the function of C.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
static void write_by_printf(FILE *out, const mr_conversion *conversion, mr_kind kind, mr_value value) {
    char text[64], width[16] = "", precision[16] = "", letter = conversion->letter;
    if (conversion->width != NONE) snprintf(width, sizeof width, "%d", (int)conversion->width);
    if (conversion->precision != NONE) snprintf(precision, sizeof precision, ".%d", (int)conversion->precision);
    const char *size = kind == LONG                   ? "l"
                       : kind == LONG_DOUBLE          ? "L"
                       : kind != INT || letter == 'c' ? ""
                       : conversion->shortness == 0   ? ""
                       : conversion->shortness == 1   ? "h"
                                                      : "hh";
    snprintf(text, sizeof text, "%%%s%s%s%s%c", conversion->flags, width, precision, size, letter);
    switch (kind) {
        case LONG: fprintf(out, text, value.integer); break;
        case INT: fprintf(out, text, (int)value.integer); break;
        case DOUBLE: fprintf(out, text, value.real); break;
        case LONG_DOUBLE: fprintf(out, text, value.extended); break;
        default: break;
    }
}
#pragma clang diagnostic pop

static void write_conversion(FILE *out, const mr_conversion *conversion, mr_arguments *arguments) {
    mr_kind kind = kind_of(conversion);
    if (kind == NO_KIND) {
        fputc(conversion->letter, out);  // %%
        return;
    }
    mr_value value = take(arguments, kind, conversion->position);
    if (conversion->width > INT_MAX || conversion->precision > INT_MAX) {
        arguments->has_failed = true;
        return;
    }
    switch (conversion->letter) {
        case '@': write_text(out, conversion, description_of((id)(void *)value.pointer)); return;
        case 's': write_text(out, conversion, c_text_of(conversion, value.pointer)); return;
        case 'p': {
            char address[24];
            size_t length = (size_t)snprintf(address, sizeof address, "0x%lx", (unsigned long)value.pointer);
            write_text(out, conversion, (mr_utf8){address, length});
            return;
        }
        case 'n': return;  // what was written so far is stored nowhere: a format may come from outside
        case 'C': write_unit(out, (uint16_t)value.integer, arguments); return;
        case 'S': {
            const uint16_t *units = value.pointer;
            while (units && *units) write_unit(out, *units++, arguments);
            end_pair(out, arguments);
            if (units == NULL) fputs("(null)", out);
            return;
        }
        default: write_by_printf(out, conversion, kind, value); return;
    }
}

// ── The whole format ────────────────────────────────────────────────────────────────────────────────

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
        rest = read_conversion(rest + 1, end, &conversion, arguments);
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
        format = read_conversion(percent + 1, end, &conversion, arguments);
        if (format && conversion.letter != 'C') end_pair(out, arguments);
        if (format) write_conversion(out, &conversion, arguments);
    }
    end_pair(out, arguments);
}

char *mr_format_text(mr_utf8 format, va_list list, size_t *length) {
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (out == NULL) mr_fatal("out of memory for a formatted string");
    const char *end = format.bytes + format.length;
    mr_positions positions;
    mr_arguments arguments = {.next = 1};
    va_copy(arguments.list, list);
    bool mayHavePositions = memchr(format.bytes, '$', format.length);
    if (!mayHavePositions || !read_positions(format.bytes, end, &positions, &arguments)) arguments.positions = NULL;
    write_format(out, format.bytes, end, &arguments);
    va_end(arguments.list);
    bool isWhole = !ferror(out);
    if (fclose(out) != 0 || !isWhole) mr_fatal("out of memory for a formatted string");
    if (!arguments.has_failed) return text;
    free(text);
    mr_raise("NSInvalidArgumentException", "*** a width or precision of a format is larger than %d", INT_MAX);
    return NULL;
}
