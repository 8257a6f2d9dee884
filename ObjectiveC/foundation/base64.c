// base64.c - data as text in Base64 (RFC 4648), and back.
#include <string.h>

#include "foundation.h"

// NSDataBase64EncodingOptions and NSDataBase64DecodingOptions.
enum { LINES_OF_64 = 1, LINES_OF_76 = 2, CARRIAGE_RETURN = 16, LINE_FEED = 32, IGNORES_UNKNOWN = 1 };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void append(id data, const char *bytes, size_t length) {
    SEND_WITH(void, data, "appendBytes:length:", (id, SEL, const void *, size_t), bytes, length);
}

// Lines end with the options' characters, both if there are none.
static void append_line_end(id text, unsigned long options) {
    bool both = (options & (CARRIAGE_RETURN | LINE_FEED)) == 0;
    if (both || options & CARRIAGE_RETURN) append(text, "\r", 1);
    if (both || options & LINE_FEED) append(text, "\n", 1);
}

static id encoded(id self, SEL _cmd, unsigned long options) {
    size_t length = SEND(size_t, self, "length"), line = options & LINES_OF_64 ? 64 : options & LINES_OF_76 ? 76 : 0;
    const unsigned char *bytes = SEND(const unsigned char *, self, "bytes");
    id text = SEND(id, objc_getClass("NSMutableData"), "data");
    for (size_t index = 0, column = 0; index < length; index += 3, column += 4) {
        if (line && column == line) {
            append_line_end(text, options);
            column = 0;
        }
        size_t left = length - index;
        uint32_t bits = (uint32_t)bytes[index] << 16 | (left > 1 ? (uint32_t)bytes[index + 1] << 8 : 0) |
                        (left > 2 ? bytes[index + 2] : 0);
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63], left > 1 ? digits[bits >> 6 & 63] : '=',
                        left > 2 ? digits[bits & 63] : '='};
        append(text, four, sizeof four);
    }
    return text;
}

static id encoded_string(id self, SEL _cmd, unsigned long options) {
    id text = encoded(self, _cmd, options), string = SEND(id, objc_getClass("NSString"), "alloc");
    return objc_autorelease(SEND_WITH(id, string, "initWithData:encoding:", (id, SEL, id, size_t), text, (size_t)1));
}

// Returns nil if the text has other characters that are not ignored, or an incomplete group of four.
static id decoded(const char *text, size_t length, unsigned long options) {
    id data = SEND(id, objc_getClass("NSMutableData"), "data");
    uint32_t bits = 0;
    size_t count = 0, padding = 0;
    for (size_t index = 0; index < length; index++) {
        const char *digit = text[index] ? memchr(digits, text[index], sizeof digits - 1) : NULL;
        if (digit == NULL && text[index] != '=') {
            if (options & IGNORES_UNKNOWN) continue;
            return nil;
        }
        if (digit && padding) return nil;
        padding += digit == NULL;
        bits = bits << 6 | (digit ? (uint32_t)(digit - digits) : 0);
        if (++count % 4) continue;
        if (padding > 2) return nil;
        char three[3] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
        append(data, three, 3 - padding);
    }
    return count % 4 ? nil : data;
}

static id init_with(id self, const char *text, size_t length, unsigned long options) {
    id data = decoded(text, length, options);
    if (data) return SEND_WITH(id, self, "initWithData:", (id, SEL, id), data);
    objc_release(self);
    return nil;
}

static bool is_present(id self, SEL _cmd, id argument) {
    if (argument) return true;
    objc_autorelease(self);  // released even if the exception leaves this frame
    mr_raise("NSInvalidArgumentException", "*** -[%s %s]: nil argument", object_getClassName(self), sel_getName(_cmd));
    return false;
}

static id init_with_string(id self, SEL _cmd, id string, unsigned long options) {
    if (!is_present(self, _cmd, string)) return nil;
    mr_utf8 text = mr_utf8_of(string);
    return init_with(self, text.bytes, text.length, options);
}

static id init_with_data(id self, SEL _cmd, id data, unsigned long options) {
    if (!is_present(self, _cmd, data)) return nil;
    return init_with(self, SEND(const char *, data, "bytes"), SEND(size_t, data, "length"), options);
}

// The names of Mac OS X before 10.9.
static id plainly_encoded(id self, SEL _cmd) { return encoded_string(self, _cmd, 0); }
static id init_plainly(id self, SEL _cmd, id string) { return init_with_string(self, _cmd, string, IGNORES_UNKNOWN); }

void mr_base64_boot(void) {
    static const mr_method_entry methods[] = {
        {"base64EncodedDataWithOptions:", "@24@0:8Q16", (IMP)encoded},
        {"base64EncodedStringWithOptions:", "@24@0:8Q16", (IMP)encoded_string},
        {"initWithBase64EncodedString:options:", "@32@0:8@16Q24", (IMP)init_with_string},
        {"base64Encoding", "@16@0:8", (IMP)plainly_encoded},
        {"initWithBase64Encoding:", "@24@0:8@16", (IMP)init_plainly},
        {"initWithBase64EncodedData:options:", "@32@0:8@16Q24", (IMP)init_with_data},
    };
    ADD_METHODS("NSData", methods);
}
