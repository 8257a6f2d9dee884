// encodings.c - NSString as bytes in an encoding, and back: UTF-8, UTF-16, UTF-32, ASCII, ISO Latin 1, ASCII with
// escapes, and those of byte-encodings.c.
//
// Strings are read and made by their UTF-16 units. Bytes that are malformed in their encoding, and characters that an
// encoding lacks, end a conversion, unless it may lose characters: these become question marks.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "foundation.h"

enum {
    ASCII = 1,
    UTF8 = 4,
    LATIN1 = 5,
    ESCAPED_ASCII = 7,  // NSNonLossyASCIIStringEncoding
    UTF16 = 10,         // in the order of the machine, after a byte order mark
    UTF16_BIG = 0x90000100,
    UTF16_LITTLE = 0x94000100,
    UTF32 = 0x8c000100,
    UTF32_BIG = 0x98000100,
    UTF32_LITTLE = 0x9c000100,
};

// Memory that grows. It is autoreleased when it is complete, or freed.
typedef struct {
    unsigned char *bytes;
    size_t length, capacity;
} mr_buffer;

static void add_byte(mr_buffer *buffer, unsigned int byte) {
    if (buffer->length == buffer->capacity) {
        buffer->capacity = buffer->capacity ? buffer->capacity * 2 : 64;
        buffer->bytes = realloc(buffer->bytes, buffer->capacity);
        if (buffer->bytes == NULL) mr_fatal("out of memory for a string");
    }
    buffer->bytes[buffer->length++] = (unsigned char)byte;
}

static void add_number(mr_buffer *buffer, uint32_t number, int size, bool isBig) {
    for (int index = 0; index < size; index++) {
        add_byte(buffer, number >> 8 * (isBig ? size - 1 - index : index) & 0xFF);
    }
}

// ── Encoding ────────────────────────────────────────────────────────────────────────────────────────

static void add_utf8(mr_buffer *out, uint32_t scalar) {
    if (scalar < 0x80) {
        add_byte(out, scalar);
        return;
    }
    int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
    add_byte(out, (0xFF00u >> (more + 1) & 0xFF) | scalar >> 6 * more);
    while (more-- > 0) add_byte(out, 0x80 | (scalar >> 6 * more & 0x3F));
}

static void add_utf16(mr_buffer *out, uint32_t scalar, bool isBig) {
    if (scalar >= 0x10000) {
        add_number(out, 0xD800 + ((scalar - 0x10000) >> 10), 2, isBig);
        scalar = 0xDC00 + ((scalar - 0x10000) & 0x3FF);
    }
    add_number(out, scalar, 2, isBig);
}

// Writes a character as ASCII: a backslash as two, other characters by an octal byte or by their UTF-16 units.
static void add_escaped(mr_buffer *out, uint32_t scalar) {
    if (scalar < 0x80) {
        if (scalar == '\\') add_byte(out, scalar);
        add_byte(out, scalar);
        return;
    }
    char text[16];
    if (scalar >= 0x10000) {
        uint32_t above = scalar - 0x10000;
        snprintf(text, sizeof text, "\\u%04x\\u%04x", 0xD800 + (above >> 10), 0xDC00 + (above & 0x3FF));
    } else {
        snprintf(text, sizeof text, scalar < 0x100 ? "\\%03o" : "\\u%04x", scalar);
    }
    for (const char *each = text; *each; each++) add_byte(out, (unsigned char)*each);
}

// Returns false if the encoding lacks the character or is unknown.
static bool add_scalar(mr_buffer *out, uint32_t scalar, unsigned long encoding) {
    bool is_half = (scalar & ~0x7FFu) == 0xD800;  // of a surrogate pair, which only units can be
    bool has_units = encoding == UTF16 || encoding == UTF16_LITTLE || encoding == UTF16_BIG;
    if (is_half && !has_units && encoding != ESCAPED_ASCII) return false;
    switch (encoding) {
        case UTF8: add_utf8(out, scalar); return true;
        case UTF16:
        case UTF16_LITTLE: add_utf16(out, scalar, false); return true;
        case UTF16_BIG: add_utf16(out, scalar, true); return true;
        case UTF32:
        case UTF32_LITTLE: add_number(out, scalar, 4, false); return true;
        case UTF32_BIG: add_number(out, scalar, 4, true); return true;
        case ASCII:
        case LATIN1:
            if (scalar >= (encoding == ASCII ? 0x80 : 0x100)) return false;
            add_byte(out, scalar);
            return true;
        case ESCAPED_ASCII: add_escaped(out, scalar); return true;
        default: {
            uint8_t byte = mr_has_byte_encoding(encoding) ? mr_byte_of_scalar(scalar, encoding) : 0;
            bool isThere = byte || (scalar == 0 && mr_has_byte_encoding(encoding));
            if (isThere) add_byte(out, byte);
            return isThere;
        }
    }
}

static uint16_t *copy_units(id string, size_t *outCount) {
    size_t count = *outCount = SEND(size_t, string, "length");
    uint16_t *units = calloc(count + 1, sizeof *units);
    if (units == NULL) mr_fatal("out of memory for a string");
    if (count) {
        SEND_WITH(void, string, "getCharacters:range:", (id, SEL, uint16_t *, mr_range), units, ((mr_range){0, count}));
    }
    return units;
}

static bool encode(id string, unsigned long encoding, bool mayLose, mr_buffer *out) {
    size_t count;
    uint16_t *units = copy_units(string, &count);
    bool isWhole = true;
    for (size_t index = 0; index < count && isWhole; index++) {
        uint32_t scalar = units[index];
        bool isPair = (scalar & 0xFC00) == 0xD800 && index + 1 < count && (units[index + 1] & 0xFC00) == 0xDC00;
        if (isPair) scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (units[++index] & 0x3FF);
        isWhole = add_scalar(out, scalar, encoding) || (mayLose && add_scalar(out, '?', encoding));
    }
    free(units);
    if (!isWhole) free(out->bytes);
    return isWhole;
}

static id make_data(mr_buffer out) {
    return SEND_WITH(id, objc_getClass("NSData"),
                     "dataWithBytesNoCopy:length:freeWhenDone:", (id, SEL, void *, size_t, BOOL), out.bytes, out.length,
                     YES);
}

static id data_using(id self, SEL _cmd, unsigned long encoding, BOOL mayLose) {
    mr_buffer out = {0};
    if (encoding == UTF16) add_number(&out, 0xFEFF, 2, false);
    if (encoding == UTF32) add_number(&out, 0xFEFF, 4, false);
    return encode(self, encoding, mayLose, &out) ? make_data(out) : nil;
}

static id data_using_exactly(id self, SEL _cmd, unsigned long encoding) { return data_using(self, _cmd, encoding, NO); }

static size_t length_using(id self, SEL _cmd, unsigned long encoding) {
    mr_buffer out = {0};
    if (!encode(self, encoding, false, &out)) return 0;
    free(out.bytes);
    return out.length;
}

static size_t maximum_length(id self, SEL _cmd, unsigned long encoding) {
    size_t length = SEND(size_t, self, "length");
    if (encoding == ASCII || encoding == LATIN1 || mr_has_byte_encoding(encoding)) return length;
    return encoding == UTF8 ? length * 3 : encoding == ESCAPED_ASCII ? length * 6 : length * 4;
}

static BOOL can_be_converted(id self, SEL _cmd, unsigned long encoding) {
    return length_using(self, _cmd, encoding) > 0 || SEND(size_t, self, "length") == 0;
}

// Bytes that live as long as the autorelease pool.
static const char *c_string(id self, SEL _cmd, unsigned long encoding) {
    mr_buffer out = {0};
    if (!encode(self, encoding, false, &out)) return NULL;
    add_number(&out, 0, 4, false);
    return SEND(const char *, make_data(out), "bytes");
}

static BOOL get_c_string(id self, SEL _cmd, char *buffer, size_t size, unsigned long encoding) {
    mr_buffer out = {0};
    if (!encode(self, encoding, false, &out)) return NO;
    bool fits = out.length < size;
    if (fits && out.length) memcpy(buffer, out.bytes, out.length);
    if (fits) buffer[out.length] = 0;
    free(out.bytes);
    return fits;
}

// Encodes as many characters of a range as fit into the buffer, which may be NULL. Stores the number of bytes, and the
// range of the other characters. Returns NO if no character of a range that has some was encoded.
static BOOL get_bytes_of_range(id self, SEL _cmd, char *buffer, size_t size, size_t *used, unsigned long encoding,
                               unsigned long options, mr_range range, mr_range *rest) {
    enum { MAY_LOSE = 1 };
    size_t count, index = range.location, length = 0;
    if (!mr_is_in_range(self, _cmd, range, SEND(size_t, self, "length"))) return NO;
    uint16_t *units = copy_units(self, &count);
    size_t end = range.location + range.length;
    while (index < end) {
        mr_buffer out = {0};
        uint32_t scalar = units[index];
        bool isPair = (scalar & 0xFC00) == 0xD800 && index + 1 < end && (units[index + 1] & 0xFC00) == 0xDC00;
        if (isPair) scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (units[index + 1] & 0x3FF);
        bool isEncoded = add_scalar(&out, scalar, encoding) || (options & MAY_LOSE && add_scalar(&out, '?', encoding));
        bool fits = isEncoded && (buffer == NULL || out.length <= size - length);
        if (fits && buffer) memcpy(buffer + length, out.bytes, out.length);
        free(out.bytes);
        if (!fits) break;
        length += out.length;
        index += isPair ? 2 : 1;
    }
    free(units);
    if (used) *used = length;
    if (rest) *rest = (mr_range){index, end - index};
    return length > 0 || range.length == 0;
}

// ── Decoding ────────────────────────────────────────────────────────────────────────────────────────

// Reads a number of `size` bytes.
static uint32_t number_at(const unsigned char *bytes, int size, bool isBig) {
    uint32_t number = 0;
    for (int index = 0; index < size; index++) number |= (uint32_t)bytes[isBig ? size - 1 - index : index] << 8 * index;
    return number;
}

// Decodes a character of UTF-8. Returns its number of bytes; 0 if it is malformed.
static size_t read_utf8(const unsigned char *bytes, size_t length, uint32_t *scalar) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned int first = bytes[0];
    size_t count = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 0;
    if (count == 0 || count > length) return 0;
    *scalar = count == 1 ? first : first & (0x7Fu >> count);
    for (size_t index = 1; index < count; index++) {
        if ((bytes[index] & 0xC0) != 0x80) return 0;
        *scalar = *scalar << 6 | (bytes[index] & 0x3F);
    }
    bool isSurrogate = *scalar >= 0xD800 && *scalar < 0xE000;
    return *scalar < least[count] || *scalar > 0x10FFFF || isSurrogate ? 0 : count;
}

// Decodes a character, or the UTF-16 unit of an escape. Returns the number of its bytes; 0 if it is malformed.
static size_t read_escaped(const unsigned char *bytes, size_t length, uint32_t *scalar) {
    *scalar = bytes[0];
    if (bytes[0] != '\\') return bytes[0] < 0x80 ? 1 : 0;
    if (length >= 2 && bytes[1] == '\\') return 2;
    bool isHexadecimal = length >= 2 && bytes[1] == 'u';
    size_t start = isHexadecimal ? 2 : 1, digits = isHexadecimal ? 4 : 3;
    char text[5] = "", *end;
    if (length < start + digits) return 0;
    memcpy(text, bytes + start, digits);
    if (!isxdigit((unsigned char)*text)) return 0;
    *scalar = (uint32_t)strtoul(text, &end, isHexadecimal ? 16 : 8);
    return *end == 0 && (isHexadecimal || *scalar < 0x100) ? start + digits : 0;
}

static size_t read_scalar(const unsigned char *bytes, size_t length, unsigned long encoding, uint32_t *scalar) {
    bool isBig = encoding == UTF16_BIG || encoding == UTF32_BIG;
    switch (encoding) {
        case UTF8: return read_utf8(bytes, length, scalar);
        case ASCII:
        case LATIN1: *scalar = bytes[0]; return encoding == ASCII && *scalar >= 0x80 ? 0 : 1;
        case UTF16_BIG:
        case UTF16_LITTLE: *scalar = length < 2 ? 0 : number_at(bytes, 2, isBig); return length < 2 ? 0 : 2;
        case UTF32_BIG:
        case UTF32_LITTLE: *scalar = length < 4 ? 0 : number_at(bytes, 4, isBig); return length < 4 ? 0 : 4;
        case ESCAPED_ASCII: return read_escaped(bytes, length, scalar);
        default:
            *scalar = mr_scalar_of_byte(bytes[0], encoding);
            return mr_has_byte_encoding(encoding) && (*scalar || bytes[0] == 0) ? 1 : 0;
    }
}

// Skips the byte order mark. Replaces UTF-16 and UTF-32 by the encoding with its order.
static unsigned long resolve_order(const unsigned char **bytes, size_t *length, unsigned long encoding) {
    if (encoding == UTF8 && *length >= 3 && memcmp(*bytes, "\xEF\xBB\xBF", 3) == 0) {
        *bytes += 3;
        *length -= 3;
    }
    if (encoding != UTF16 && encoding != UTF32) return encoding;
    int size = encoding == UTF16 ? 2 : 4;
    bool isBig = *length >= (size_t)size && number_at(*bytes, size, true) == 0xFEFF;
    if (isBig || (*length >= (size_t)size && number_at(*bytes, size, false) == 0xFEFF)) {
        *bytes += size;
        *length -= (size_t)size;
    }
    if (size == 2) return isBig ? UTF16_BIG : UTF16_LITTLE;
    return isBig ? UTF32_BIG : UTF32_LITTLE;
}

// - replaces_malformed: bytes that are no character become U+FFFD
static id init_decoded(id self, const unsigned char *bytes, size_t length, unsigned long encoding,
                       bool replaces_malformed) {
    enum { REPLACEMENT = 0xFFFD };
    mr_buffer units = {0};
    bool isWhole = true;
    for (size_t index = 0; index < length && isWhole;) {
        uint32_t scalar;
        size_t count = read_scalar(bytes + index, length - index, encoding, &scalar);
        isWhole = count > 0 && scalar <= 0x10FFFF;
        if (!isWhole && replaces_malformed) {
            isWhole = true;
            count = 1;
            scalar = REPLACEMENT;
        }
        if (isWhole) add_utf16(&units, scalar, false);
        index += count;
    }
    if (isWhole) {
        self = SEND_WITH(id, self, "initWithCharacters:length:", (id, SEL, const void *, size_t), units.bytes,
                         units.length / 2);
    } else {
        objc_release(self);
    }
    free(units.bytes);
    return isWhole ? self : nil;
}

static id init_with_bytes(id self, SEL _cmd, const void *all, size_t length, unsigned long encoding) {
    const unsigned char *bytes = all;
    if (!mr_is_length(self, _cmd, length, 1)) {
        objc_release(self);
        return nil;
    }
    encoding = resolve_order(&bytes, &length, encoding);
    return init_decoded(self, bytes, length, encoding, false);
}

id mr_init_with_utf8(id string, const char *bytes, size_t length, bool replaces_malformed) {
    return init_decoded(string, (const unsigned char *)bytes, length, UTF8, replaces_malformed);
}

static id init_without_copy(id self, SEL _cmd, void *bytes, size_t length, unsigned long encoding, BOOL isFreed) {
    self = init_with_bytes(self, _cmd, bytes, length, encoding);
    if (self && isFreed) free(bytes);
    return self;
}

static id init_with_data(id self, SEL _cmd, id data, unsigned long encoding) {
    return init_with_bytes(self, _cmd, SEND(const void *, data, "bytes"), SEND(size_t, data, "length"), encoding);
}

static id init_with_c_string(id self, SEL _cmd, const char *bytes, unsigned long encoding) {
    size_t length = bytes ? strlen(bytes) : 0;
    return encoding == UTF8 ? mr_init_with_utf8(self, bytes, length, false)
                            : init_with_bytes(self, _cmd, bytes, length, encoding);
}

static id with_c_string(id cls, SEL _cmd, const char *bytes, unsigned long encoding) {
    return objc_autorelease(SEND_WITH(id, SEND(id, cls, "alloc"), "initWithCString:encoding:",
                                      (id, SEL, const char *, unsigned long), bytes, encoding));
}

static unsigned long default_encoding(id cls, SEL _cmd) { return UTF8; }

void mr_encodings_boot(void) {
    static const mr_method_entry makers[] = {
        {"stringWithCString:encoding:", "@32@0:8r*16Q24", (IMP)with_c_string},
        {"defaultCStringEncoding", "Q16@0:8", (IMP)default_encoding},
    };
    static const mr_method_entry methods[] = {
        {"dataUsingEncoding:", "@24@0:8Q16", (IMP)data_using_exactly},
        {"dataUsingEncoding:allowLossyConversion:", "@28@0:8Q16B24", (IMP)data_using},
        {"getBytes:maxLength:usedLength:encoding:options:range:remainingRange:",
         "B80@0:8^v16Q24^Q32Q40Q48{_NSRange=QQ}56^{_NSRange=QQ}72", (IMP)get_bytes_of_range},
        {"lengthOfBytesUsingEncoding:", "Q24@0:8Q16", (IMP)length_using},
        {"maximumLengthOfBytesUsingEncoding:", "Q24@0:8Q16", (IMP)maximum_length},
        {"canBeConvertedToEncoding:", "B24@0:8Q16", (IMP)can_be_converted},
        {"cStringUsingEncoding:", "r*24@0:8Q16", (IMP)c_string},
        {"getCString:maxLength:encoding:", "B40@0:8*16Q24Q32", (IMP)get_c_string},
        {"initWithBytes:length:encoding:", "@40@0:8r^v16Q24Q32", (IMP)init_with_bytes},
        {"initWithBytesNoCopy:length:encoding:freeWhenDone:", "@44@0:8^v16Q24Q32B40", (IMP)init_without_copy},
        {"initWithData:encoding:", "@32@0:8@16Q24", (IMP)init_with_data},
        {"initWithCString:encoding:", "@32@0:8r*16Q24", (IMP)init_with_c_string},
    };
    ADD_CLASS_METHODS_TO("NSString", makers);
    ADD_METHODS("NSString", methods);
}
