// percent-escapes.c - characters of addresses as bytes in hexadecimal: `a b` as `a%20b`.
#include <ctype.h>
#include <stdlib.h>

#include "foundation.h"

// The characters that each part of an address may contain (RFC 3986).
#define UNRESERVED "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
#define DELIMITERS "!$&'()*+,;="
#define ALLOWED_SETS(X)                                                                                                \
    X(URLUserAllowedCharacterSet, UNRESERVED DELIMITERS)                                                               \
    X(URLPasswordAllowedCharacterSet, UNRESERVED DELIMITERS)                                                           \
    X(URLHostAllowedCharacterSet, UNRESERVED DELIMITERS ":[]")                                                         \
    X(URLPathAllowedCharacterSet, UNRESERVED DELIMITERS ":@/")                                                         \
    X(URLQueryAllowedCharacterSet, UNRESERVED DELIMITERS ":@/?")                                                       \
    X(URLFragmentAllowedCharacterSet, UNRESERVED DELIMITERS ":@/?")

enum { UTF8 = 4 };

static id set_of(const char *members) {
    return SEND_WITH(id, objc_getClass("NSCharacterSet"), "characterSetWithCharactersInString:", (id, SEL, id),
                     mr_string_with_format("%s", members));
}

#define DEFINE_ALLOWED(name, members)                                                                                  \
    static id name(id cls, SEL _cmd) { return set_of(members); }
ALLOWED_SETS(DEFINE_ALLOWED)

// Which bytes stay as they are: those of ASCII that `kept` says. All others are escaped.
typedef struct {
    bool kept[128];
} mr_kept;

static id escaped(mr_utf8 text, const mr_kept *which) {
    char *out = mr_room(text.length, 3);
    size_t length = 0;
    for (size_t index = 0; index < text.length; index++) {
        unsigned char byte = (unsigned char)text.bytes[index];
        if (byte < 128 && which->kept[byte]) {
            out[length++] = (char)byte;
            continue;
        }
        out[length++] = '%';
        out[length++] = "0123456789ABCDEF"[byte >> 4];
        out[length++] = "0123456789ABCDEF"[byte & 15];
    }
    return mr_string_of_utf8(out, length);
}

static id by_adding_encoding(id self, SEL _cmd, id allowed) {
    mr_kept which;
    for (uint16_t unit = 0; unit < 128; unit++) {
        which.kept[unit] = SEND_WITH(bool, allowed, "characterIsMember:", (id, SEL, uint16_t), unit);
    }
    return escaped(mr_utf8_of(self), &which);
}

static void set_kept(mr_kept *which, mr_utf8 characters, bool isKept) {
    for (size_t index = 0; index < characters.length; index++) {
        unsigned char byte = (unsigned char)characters.bytes[index];
        if (byte < 128) which->kept[byte] = isKept;
    }
}

// Returns the bytes of a string in an encoding, with NULL as their address if the encoding lacks a character.
static mr_utf8 bytes_in(id string, size_t encoding) {
    id data = SEND_WITH(id, string, "dataUsingEncoding:", (id, SEL, size_t), encoding);
    if (data == nil) return (mr_utf8){NULL, 0};
    const char *bytes = SEND(const char *, data, "bytes");
    return (mr_utf8){bytes ? bytes : "", SEND(size_t, data, "length")};
}

// Keeps the characters that an address may contain, except those in `escaping`, and keeps those in `keeping`.
static id by_adding_escapes(id self, mr_utf8 keeping, mr_utf8 escaping, size_t encoding) {
    static const char usual[] = UNRESERVED DELIMITERS ":@/?";
    mr_kept which = {{false}};
    set_kept(&which, (mr_utf8){usual, sizeof usual - 1}, true);
    set_kept(&which, escaping, false);
    set_kept(&which, keeping, true);
    mr_utf8 text = bytes_in(self, encoding);
    return text.bytes ? escaped(text, &which) : nil;
}

static id by_adding(id self, SEL _cmd, size_t encoding) {
    return by_adding_escapes(self, (mr_utf8){"", 0}, (mr_utf8){"", 0}, encoding);
}

// Returns nil if an escape is malformed, or if the bytes are no text in the encoding.
static id by_replacing(id self, SEL _cmd, size_t encoding) {
    mr_utf8 text = bytes_in(self, encoding);
    if (text.bytes == NULL) return nil;
    char *out = mr_room(text.length, 1);
    size_t length = 0;
    for (size_t index = 0; index < text.length; index++) {
        const char *byte = text.bytes + index;
        out[length++] = *byte;
        if (*byte != '%') continue;
        if (text.length - index < 3 || !isxdigit((unsigned char)byte[1]) || !isxdigit((unsigned char)byte[2])) {
            return nil;
        }
        out[length - 1] = (char)strtol((const char[]){byte[1], byte[2], 0}, NULL, 16);
        index += 2;
    }
    id string = SEND(id, objc_getClass("NSString"), "alloc");
    if (encoding == UTF8) return objc_autorelease(mr_init_with_utf8(string, out, length, false));
    return objc_autorelease(SEND_WITH(
        id, string, "initWithBytes:length:encoding:", (id, SEL, const void *, size_t, size_t), out, length, encoding));
}

static id by_removing(id self, SEL _cmd) { return by_replacing(self, _cmd, UTF8); }

size_t mr_CFStringConvertEncodingToNSStringEncoding(uint32_t encoding);

id mr_CFURLCreateStringByAddingPercentEscapes(void *allocator, id string, id keeping, id escaping, uint32_t encoding) {
    size_t found = mr_CFStringConvertEncodingToNSStringEncoding(encoding);
    return objc_retain(by_adding_escapes(string, mr_utf8_of(keeping), mr_utf8_of(escaping), found));
}

void mr_percent_escapes_boot(void) {
#define ALLOWED_ROW(name, members) {#name, "@16@0:8", (IMP)name},
    static const mr_method_entry sets[] = {ALLOWED_SETS(ALLOWED_ROW)};
    static const mr_method_entry methods[] = {
        {"stringByAddingPercentEncodingWithAllowedCharacters:", "@24@0:8@16", (IMP)by_adding_encoding},
        {"stringByRemovingPercentEncoding", "@16@0:8", (IMP)by_removing},
        {"stringByAddingPercentEscapesUsingEncoding:", "@24@0:8Q16", (IMP)by_adding},
        {"stringByReplacingPercentEscapesUsingEncoding:", "@24@0:8Q16", (IMP)by_replacing},
    };
    ADD_CLASS_METHODS_TO("NSCharacterSet", sets);
    ADD_METHODS("NSString", methods);
}
