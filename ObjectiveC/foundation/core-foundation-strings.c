// core-foundation-strings.c - functions of CoreFoundation for NSString, NSData and their mutable forms. The headers
// give these symbols Apple's names.
#include <string.h>
#include <strings.h>

#include "core-foundation.h"

enum { INVALID = 0xFFFFFFFF };  // kCFStringEncodingInvalidId

// ── Encodings ───────────────────────────────────────────────────────────────────────────────────────

static const struct {
    uint32_t core;
    size_t encoding;    // NSStringEncoding
    const char *names;  // registered with IANA, the preferred one first
} encodings[] = {
    {0x08000100, 4, "utf-8 utf8"},
    {0x0600, 1, "us-ascii ascii iso646-us"},
    {0x0201, 5, "iso-8859-1 iso_8859-1 latin1 l1"},
    {0x0100, 10, "utf-16 iso-10646-ucs-2"},
    {0, 30, "macintosh mac x-mac-roman"},
    {0x0202, 9, "iso-8859-2 iso_8859-2 latin2 l2"},
    {0x0500, 12, "windows-1252 cp1252"},
    {0x0501, 15, "windows-1250 cp1250"},
    {0x0502, 11, "windows-1251 cp1251"},
    {0x0503, 13, "windows-1253 cp1253"},
    {0x0504, 14, "windows-1254 cp1254"},
    {0x0BFF, 7, ""},
    {0x10000100, 0x90000100, "utf-16be"},
    {0x14000100, 0x94000100, "utf-16le"},
    {0x0C000100, 0x8C000100, "utf-32"},
};

size_t mr_CFStringConvertEncodingToNSStringEncoding(uint32_t encoding) {
    for (size_t index = 0; index < sizeof encodings / sizeof *encodings; index++) {
        if (encodings[index].core == encoding) return encodings[index].encoding;
    }
    return encoding == INVALID ? 0 : (size_t)encoding | 0x80000000;
}

uint32_t mr_CFStringConvertNSStringEncodingToEncoding(size_t encoding) {
    for (size_t index = 0; index < sizeof encodings / sizeof *encodings; index++) {
        if (encodings[index].encoding == encoding) return encodings[index].core;
    }
    return encoding & 0x80000000 ? (uint32_t)(encoding & 0x7FFFFFFF) : INVALID;
}

id mr_CFStringConvertEncodingToIANACharSetName(uint32_t encoding) {
    for (size_t index = 0; index < sizeof encodings / sizeof *encodings; index++) {
        const char *names = encodings[index].names;
        if (encodings[index].core != encoding || *names == 0) continue;
        return mr_string_with_format("%.*s", (int)strcspn(names, " "), names);
    }
    return nil;
}

uint32_t mr_CFStringConvertIANACharSetNameToEncoding(id name) {
    const char *wanted = mr_c_string_of(name);
    size_t length = wanted ? strlen(wanted) : 0;
    for (size_t index = 0; length && index < sizeof encodings / sizeof *encodings; index++) {
        for (const char *names = encodings[index].names; *names; names += strspn(names, " ")) {
            size_t size = strcspn(names, " ");
            if (size == length && strncasecmp(names, wanted, size) == 0) return encodings[index].core;
            names += size;
        }
    }
    return INVALID;
}

// ── Strings ─────────────────────────────────────────────────────────────────────────────────────────

id mr_CFStringCreateWithBytes(void *allocator, const uint8_t *bytes, long count, uint32_t encoding,
                              unsigned char mayHaveMark) {
    enum { UTF8 = 4 };
    id string = SEND(id, objc_getClass("NSString"), "alloc");
    size_t found = mr_CFStringConvertEncodingToNSStringEncoding(encoding);
    if (found == UTF8 && !mayHaveMark) return mr_init_with_utf8(string, (const char *)bytes, (size_t)count, false);
    return SEND_WITH(id, string, "initWithBytes:length:encoding:", (id, SEL, const void *, size_t, size_t), bytes,
                     (size_t)count, found);
}

id mr_CFStringCreateWithCString(void *allocator, const char *text, uint32_t encoding) {
    return SEND_WITH(id, SEND(id, objc_getClass("NSString"), "alloc"),
                     "initWithCString:encoding:", (id, SEL, const char *, size_t), text,
                     mr_CFStringConvertEncodingToNSStringEncoding(encoding));
}

// The text is copied; a deallocator other than kCFAllocatorNull frees the bytes at once.
id mr_CFStringCreateWithBytesNoCopy(void *allocator, const uint8_t *bytes, long count, uint32_t encoding,
                                    unsigned char mark, const void *deallocator) {
    return SEND_WITH(id, SEND(id, objc_getClass("NSString"), "alloc"),
                     "initWithBytesNoCopy:length:encoding:freeWhenDone:", (id, SEL, const void *, size_t, size_t, BOOL),
                     bytes, (size_t)count, mr_CFStringConvertEncodingToNSStringEncoding(encoding),
                     deallocator != MR_CF_ALLOCATOR_NULL);
}

id mr_CFStringCreateCopy(void *allocator, id string) { return SEND(id, string, "copy"); }
long mr_CFStringGetLength(id string) { return (long)SEND(size_t, string, "length"); }

uint16_t mr_CFStringGetCharacterAtIndex(id string, long index) {
    return SEND_WITH(uint16_t, string, "characterAtIndex:", (id, SEL, size_t), (size_t)index);
}

unsigned char mr_CFStringGetCString(id string, char *buffer, long size, uint32_t encoding) {
    return SEND_WITH(bool, string, "getCString:maxLength:encoding:", (id, SEL, char *, size_t, size_t), buffer,
                     (size_t)size, mr_CFStringConvertEncodingToNSStringEncoding(encoding));
}

long mr_CFStringGetBytes(id string, mr_range range, uint32_t encoding, uint8_t replacement, unsigned char hasMark,
                         uint8_t *buffer, long size, long *used) {
    enum { MAY_LOSE = 1 };
    size_t length = 0;
    mr_range rest = {0, 0};
    bool isDone = SEND_WITH(bool, string, "getBytes:maxLength:usedLength:encoding:options:range:remainingRange:",
                            (id, SEL, void *, size_t, size_t *, size_t, size_t, mr_range, mr_range *), buffer,
                            (size_t)size, &length, mr_CFStringConvertEncodingToNSStringEncoding(encoding),
                            replacement ? MAY_LOSE : 0, range, &rest);
    if (used) *used = (long)length;
    return isDone ? (long)(range.length - rest.length) : 0;
}

long mr_CFStringGetMaximumSizeForEncoding(long length, uint32_t encoding) {
    return length * (encoding == 0x08000100 ? 3 : encoding == 0x0C000100 ? 4 : (encoding & 0xFFFF) == 0x0100 ? 2 : 1);
}

// A string may keep its text in another form, so no string hands out a pointer to it.
const char *mr_CFStringGetCStringPtr(id string, uint32_t encoding) { return NULL; }

id mr_CFStringCreateMutable(void *allocator, long limit) { return SEND(id, objc_getClass("NSMutableString"), "new"); }
id mr_CFStringCreateMutableCopy(void *allocator, long limit, id string) { return SEND(id, string, "mutableCopy"); }

void mr_CFStringAppend(id string, id added) { SEND_WITH(void, string, "appendString:", (id, SEL, id), added); }

static void become(id string, id text) { SEND_WITH(void, string, "setString:", (id, SEL, id), text); }
void mr_CFStringLowercase(id string, id locale) { become(string, SEND(id, string, "lowercaseString")); }
void mr_CFStringUppercase(id string, id locale) { become(string, SEND(id, string, "uppercaseString")); }
void mr_CFStringTrimWhitespace(id string) {
    id space = SEND(id, objc_getClass("NSCharacterSet"), "whitespaceAndNewlineCharacterSet");
    become(string, SEND_WITH(id, string, "stringByTrimmingCharactersInSet:", (id, SEL, id), space));
}

long mr_CFStringCompare(id first, id second, unsigned long options) {
    return SEND_WITH(long, first, "compare:options:", (id, SEL, id, unsigned long), second, options);
}

void mr_CFStringAppendCharacters(id string, const uint16_t *units, long count) {
    id added = SEND_WITH(id, SEND(id, objc_getClass("NSString"), "alloc"),
                         "initWithCharacters:length:", (id, SEL, const uint16_t *, size_t), units, (size_t)count);
    mr_CFStringAppend(string, added);
    objc_release(added);
}

void mr_CFStringGetCharacters(id string, mr_range range, uint16_t *units) {
    SEND_WITH(void, string, "getCharacters:range:", (id, SEL, uint16_t *, mr_range), units, range);
}

id mr_CFStringCreateWithSubstring(void *allocator, id string, mr_range range) {
    id part = SEND_WITH(id, string, "substringWithRange:", (id, SEL, mr_range), range);
    return objc_retain(part);
}

// Stores a range that was found.
static unsigned char store(mr_range found, mr_range *result) {
    if (found.location == NOT_FOUND) return 0;
    if (result) *result = found;
    return 1;
}

unsigned char mr_CFStringFindWithOptions(id string, id target, mr_range range, unsigned long options,
                                         mr_range *result) {
    return store(SEND_WITH(mr_range, string, "rangeOfString:options:range:", (id, SEL, id, unsigned long, mr_range),
                           target, options, range),
                 result);
}

unsigned char mr_CFStringFindCharacterFromSet(id string, id set, mr_range range, unsigned long options,
                                              mr_range *result) {
    return store(SEND_WITH(mr_range, string, "rangeOfCharacterFromSet:options:range:",
                           (id, SEL, id, unsigned long, mr_range), set, options, range),
                 result);
}

// No string keeps its characters as an array of UTF-16.
const uint16_t *mr_CFStringGetCharactersPtr(id string) { return NULL; }

// ── Data ────────────────────────────────────────────────────────────────────────────────────────────

static id new_data(const void *bytes, long count, BOOL copies, BOOL isFreed) {
    id data = SEND(id, objc_getClass("NSData"), "alloc");
    if (copies)
        return SEND_WITH(id, data, "initWithBytes:length:", (id, SEL, const void *, size_t), bytes, (size_t)count);
    return SEND_WITH(id, data, "initWithBytesNoCopy:length:freeWhenDone:", (id, SEL, const void *, size_t, BOOL), bytes,
                     (size_t)count, isFreed);
}

id mr_CFDataCreate(void *allocator, const uint8_t *bytes, long count) { return new_data(bytes, count, YES, NO); }
id mr_CFDataCreateWithBytesNoCopy(void *allocator, const uint8_t *bytes, long count, const void *deallocator) {
    return new_data(bytes, count, NO, deallocator != MR_CF_ALLOCATOR_NULL);
}
id mr_CFDataCreateCopy(void *allocator, id data) { return SEND(id, data, "copy"); }
id mr_CFDataCreateMutable(void *allocator, long limit) {
    id data = SEND(id, objc_getClass("NSMutableData"), "alloc");
    return SEND_WITH(id, data, "initWithCapacity:", (id, SEL, size_t), (size_t)limit);
}
uint8_t *mr_CFDataGetMutableBytePtr(id data) { return SEND(uint8_t *, data, "mutableBytes"); }
void mr_CFDataSetLength(id data, long length) {
    SEND_WITH(void, data, "setLength:", (id, SEL, size_t), (size_t)length);
}

long mr_CFDataGetLength(id data) { return (long)SEND(size_t, data, "length"); }
const uint8_t *mr_CFDataGetBytePtr(id data) { return SEND(const uint8_t *, data, "bytes"); }

void mr_CFDataAppendBytes(id data, const uint8_t *bytes, long count) {
    SEND_WITH(void, data, "appendBytes:length:", (id, SEL, const void *, size_t), bytes, (size_t)count);
}

void mr_CFDataReplaceBytes(id data, mr_range range, const uint8_t *bytes, long count) {
    SEND_WITH(void, data, "replaceBytesInRange:withBytes:length:", (id, SEL, mr_range, const void *, size_t), range,
              bytes, (size_t)count);
}
