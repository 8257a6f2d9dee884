// encoding-detection.c - finds the encoding of a text.
#include "foundation.h"

MR_OWN(NSStringEncodingDetectionSuggestedEncodingsKey);
MR_OWN(NSStringEncodingDetectionUseOnlySuggestedEncodingsKey);

// Stores the text of data in that encoding. Returns false if it has none.
static bool decodes(id data, size_t encoding, id *text) {
    id string = SEND_WITH(id, SEND(id, objc_getClass("NSString"), "alloc"),
                          "initWithData:encoding:", (id, SEL, id, size_t), data, encoding);
    if (string == nil) return false;
    objc_autorelease(string);
    if (text) *text = string;
    return true;
}

// Returns the first of the suggested encodings, of UTF-16 with a mark, UTF-8, and Windows 1252 and Latin 1, in which
// the data is a text; 0 if there is none.
static size_t detect(id cls, SEL _cmd, id data, id options, id *text, BOOL *is_lossy) {
    enum { UTF16 = 10, UTF8 = 4, WINDOWS_1252 = 12, LATIN_1 = 5 };
    if (is_lossy) *is_lossy = NO;
    id key = NSStringEncodingDetectionSuggestedEncodingsKey;
    id suggested = options ? SEND_WITH(id, options, "objectForKey:", (id, SEL, id), key) : nil;
    for (size_t index = 0; suggested && index < mr_count_of(suggested); index++) {
        size_t encoding = SEND(size_t, mr_object_at(suggested, index), "unsignedIntegerValue");
        if (decodes(data, encoding, text)) return encoding;
    }
    key = NSStringEncodingDetectionUseOnlySuggestedEncodingsKey;
    id only = options ? SEND_WITH(id, options, "objectForKey:", (id, SEL, id), key) : nil;
    if (only && SEND(bool, only, "boolValue")) return 0;
    const uint8_t *bytes = SEND(const uint8_t *, data, "bytes");
    size_t length = SEND(size_t, data, "length");
    bool has_mark = length >= 2 && (bytes[0] ^ bytes[1]) == 1 && (bytes[0] | 1) == 0xFF;
    if (has_mark && decodes(data, UTF16, text)) return UTF16;
    static const size_t others[] = {UTF8, WINDOWS_1252, LATIN_1};
    for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
        if (decodes(data, others[index], text)) return others[index];
    }
    return 0;
}

void mr_encoding_detection_boot(void) {
    static const mr_method_entry methods[] = {
        {"stringEncodingForData:encodingOptions:convertedString:usedLossyConversion:", "Q48@0:8@16@24^@32^B40",
         (IMP)detect},
    };
    ADD_CLASS_METHODS_TO("NSString", methods);
}
