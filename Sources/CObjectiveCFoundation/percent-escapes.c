// percent-escapes.c - characters of addresses as bytes in hexadecimal: `a b` as `a%20b`, in UTF-8.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

static const char *text_of(id string) { return SEND(const char *, string, "UTF8String"); }

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

static id escaped(id self, const mr_kept *which) {
    const char *text = text_of(self);
    char *out = mr_room(strlen(text), 3);
    size_t length = 0;
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 128 && which->kept[byte]) {
            out[length++] = *text;
            continue;
        }
        out[length++] = '%';
        out[length++] = "0123456789ABCDEF"[byte >> 4];
        out[length++] = "0123456789ABCDEF"[byte & 15];
    }
    return mr_string_with_format("%s", out);
}

static id by_adding_encoding(id self, SEL _cmd, id allowed) {
    mr_kept which;
    for (uint16_t unit = 0; unit < 128; unit++) {
        which.kept[unit] = SEND_WITH(bool, allowed, "characterIsMember:", (id, SEL, uint16_t), unit);
    }
    return escaped(self, &which);
}

static void set_kept(mr_kept *which, const char *characters, bool isKept) {
    for (; *characters; characters++) {
        if (!((unsigned char)*characters & 0x80)) which->kept[(unsigned char)*characters] = isKept;
    }
}

// Keeps the characters that an address may contain, except those in `escaping`, and keeps those in `keeping`.
static id by_adding_escapes(id self, const char *keeping, const char *escaping) {
    mr_kept which = {{false}};
    set_kept(&which, UNRESERVED DELIMITERS ":@/?", true);
    set_kept(&which, escaping, false);
    set_kept(&which, keeping, true);
    return escaped(self, &which);
}

static id by_adding(id self, SEL _cmd, unsigned long encoding) { return by_adding_escapes(self, "", ""); }

// Returns nil if an escape is malformed, or if the bytes are no UTF-8.
static id by_removing(id self, SEL _cmd) {
    const char *text = text_of(self);
    char *out = mr_room(strlen(text), 1);
    size_t length = 0;
    for (; *text; text++) {
        if (*text != '%') {
            out[length++] = *text;
            continue;
        }
        if (!isxdigit((unsigned char)text[1]) || !isxdigit((unsigned char)text[2])) return nil;
        out[length++] = (char)strtol((const char[]){text[1], text[2], 0}, NULL, 16);
        text += 2;
    }
    return SEND_WITH(id, objc_getClass("NSString"), "stringWithUTF8String:", (id, SEL, const char *), out);
}

static id by_replacing(id self, SEL _cmd, unsigned long encoding) { return by_removing(self, _cmd); }

id mr_CFURLCreateStringByAddingPercentEscapes(void *allocator, id string, id keeping, id escaping, uint32_t encoding) {
    return objc_retain(by_adding_escapes(string, keeping ? text_of(keeping) : "", escaping ? text_of(escaping) : ""));
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
