// CFString.h - strings: NSString.
#ifndef COREFOUNDATION_CFSTRING_H
#define COREFOUNDATION_CFSTRING_H

#import <CoreFoundation/CFBase.h>

MR_BEGIN_DECLS

typedef const struct MR_BRIDGED(NSCharacterSet) __CFCharacterSet *CFCharacterSetRef;
typedef UInt32 CFStringEncoding;

// Encodings that have other numbers than those of NSString.
enum {
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingISOLatin1 = 0x0201,
    kCFStringEncodingISOLatin2 = 0x0202,
    kCFStringEncodingWindowsLatin1 = 0x0500,
    kCFStringEncodingWindowsLatin2 = 0x0501,
    kCFStringEncodingWindowsCyrillic = 0x0502,
    kCFStringEncodingWindowsGreek = 0x0503,
    kCFStringEncodingWindowsLatin5 = 0x0504,
    kCFStringEncodingNonLossyASCII = 0x0BFF,
    kCFStringEncodingASCII = 0x0600,
    kCFStringEncodingUnicode = 0x0100,
    kCFStringEncodingUTF16 = 0x0100,
    kCFStringEncodingUTF8 = 0x08000100,
    kCFStringEncodingUTF16BE = 0x10000100,
    kCFStringEncodingUTF16LE = 0x14000100,
    kCFStringEncodingUTF32 = 0x0C000100,
    // No string can be converted to these.
    kCFStringEncodingGB_18030_2000 = 0x0632,
    kCFStringEncodingShiftJIS = 0x0A01,
    kCFStringEncodingBig5 = 0x0A03,
    kCFStringEncodingEUC_JP = 0x0920,
    kCFStringEncodingEUC_KR = 0x0940,
};
#define kCFStringEncodingInvalidId 0xFFFFFFFFU

CF_IMPLICIT_BRIDGING_ENABLED

// Strings; those that are returned are +1. The length is in units of UTF-16.
CFStringRef CFStringCreateWithCString(CFAllocatorRef allocator, const char *text, CFStringEncoding encoding)
    MR_RENAMED(CFStringCreateWithCString) __attribute__((cf_returns_retained));
CFStringRef CFStringCreateCopy(CFAllocatorRef allocator, CFStringRef string) MR_RENAMED(CFStringCreateCopy)
    __attribute__((cf_returns_retained));
CFIndex CFStringGetLength(CFStringRef string) MR_RENAMED(CFStringGetLength);
UniChar CFStringGetCharacterAtIndex(CFStringRef string, CFIndex index) MR_RENAMED(CFStringGetCharacterAtIndex);
// Returns whether the string, in that encoding and with its null character, fits into the buffer.
Boolean CFStringGetCString(CFStringRef string, char *buffer, CFIndex size, CFStringEncoding encoding)
    MR_RENAMED(CFStringGetCString);
CFStringRef CFStringCreateWithBytes(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count,
                                    CFStringEncoding encoding, Boolean hasMark) MR_RENAMED(CFStringCreateWithBytes)
    __attribute__((cf_returns_retained));
// The bytes are copied, and freed at once unless the deallocator is kCFAllocatorNull.
CFStringRef CFStringCreateWithBytesNoCopy(CFAllocatorRef allocator, const UInt8 *bytes, CFIndex count,
                                          CFStringEncoding encoding, Boolean hasMark, CFAllocatorRef deallocator)
    MR_RENAMED(CFStringCreateWithBytesNoCopy) __attribute__((cf_returns_retained));
// Encodes as many characters as fit, and returns their number. The buffer may be NULL, to learn the size. A character
// that the encoding lacks becomes a question mark if the replacement is not 0.
CFIndex CFStringGetBytes(CFStringRef string, CFRange range, CFStringEncoding encoding, UInt8 replacement,
                         Boolean hasMark, UInt8 *buffer, CFIndex size, CFIndex *used) MR_RENAMED(CFStringGetBytes);
CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding)
    MR_RENAMED(CFStringGetMaximumSizeForEncoding);
// Returns NULL, as CFStringGetCharactersPtr does.
const char *CFStringGetCStringPtr(CFStringRef string, CFStringEncoding encoding) MR_RENAMED(CFStringGetCStringPtr);
CFMutableStringRef CFStringCreateMutable(CFAllocatorRef allocator, CFIndex limit) MR_RENAMED(CFStringCreateMutable)
    __attribute__((cf_returns_retained));
CFMutableStringRef CFStringCreateMutableCopy(CFAllocatorRef allocator, CFIndex limit, CFStringRef string)
    MR_RENAMED(CFStringCreateMutableCopy) __attribute__((cf_returns_retained));
void CFStringAppend(CFMutableStringRef string, CFStringRef added) MR_RENAMED(CFStringAppend);
void CFStringAppendCharacters(CFMutableStringRef string, const UniChar *characters, CFIndex count)
    MR_RENAMED(CFStringAppendCharacters);
void CFStringGetCharacters(CFStringRef string, CFRange range, UniChar *characters) MR_RENAMED(CFStringGetCharacters);
CFStringRef CFStringCreateWithSubstring(CFAllocatorRef allocator, CFStringRef string, CFRange range)
    MR_RENAMED(CFStringCreateWithSubstring) __attribute__((cf_returns_retained));
// Returns NULL: no string keeps its characters like this.
const UniChar *CFStringGetCharactersPtr(CFStringRef string) MR_RENAMED(CFStringGetCharactersPtr);
// Encodings that have no number in the other list are returned with the highest bit set, and without it.
unsigned long CFStringConvertEncodingToNSStringEncoding(CFStringEncoding encoding)
    MR_RENAMED(CFStringConvertEncodingToNSStringEncoding);
CFStringEncoding CFStringConvertNSStringEncodingToEncoding(unsigned long encoding)
    MR_RENAMED(CFStringConvertNSStringEncodingToEncoding);
// Names that IANA has registered, in lower case: `utf-8`. NULL for an encoding without a name, and
// kCFStringEncodingInvalidId for an unknown name.
CFStringRef CFStringConvertEncodingToIANACharSetName(CFStringEncoding encoding)
    MR_RENAMED(CFStringConvertEncodingToIANACharSetName);
CFStringEncoding CFStringConvertIANACharSetNameToEncoding(CFStringRef name)
    MR_RENAMED(CFStringConvertIANACharSetNameToEncoding);

// These change the string. The locale is ignored.
void CFStringLowercase(CFMutableStringRef string, CFLocaleRef locale) MR_RENAMED(CFStringLowercase);
void CFStringUppercase(CFMutableStringRef string, CFLocaleRef locale) MR_RENAMED(CFStringUppercase);
void CFStringTrimWhitespace(CFMutableStringRef string) MR_RENAMED(CFStringTrimWhitespace);

// The options of NSString's methods.
typedef NS_OPTIONS(CFOptionFlags, CFStringCompareFlags) {
    kCFCompareCaseInsensitive = 1,
    kCFCompareBackwards = 4,
    kCFCompareAnchored = 8,
    kCFCompareNonliteral = 16,
    kCFCompareLocalized = 32,
    kCFCompareNumerically = 64,
};
CFComparisonResult CFStringCompare(CFStringRef first, CFStringRef second, CFStringCompareFlags options)
    MR_RENAMED(CFStringCompare);
// These store the range that was found; its address may be NULL.
Boolean CFStringFindWithOptions(CFStringRef string, CFStringRef target, CFRange range, CFStringCompareFlags options,
                                CFRange *result) MR_RENAMED(CFStringFindWithOptions);
Boolean CFStringFindCharacterFromSet(CFStringRef string, CFCharacterSetRef set, CFRange range,
                                     CFStringCompareFlags options, CFRange *result)
    MR_RENAMED(CFStringFindCharacterFromSet);

// ── Surrogates, and a window into a string ──────────────────────────────────────────────────────────

CF_INLINE Boolean CFStringIsSurrogateHighCharacter(UniChar unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
CF_INLINE Boolean CFStringIsSurrogateLowCharacter(UniChar unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }
CF_INLINE UTF32Char CFStringGetLongCharacterForSurrogatePair(UniChar high, UniChar low) {
    return (((UTF32Char)high - 0xD800) << 10) + ((UTF32Char)low - 0xDC00) + 0x10000;
}
// Returns false if the character is one unit, which it stores first.
CF_INLINE Boolean CFStringGetSurrogatePairForLongCharacter(UTF32Char character, UniChar *surrogates) {
    if (character <= 0xFFFF) {
        surrogates[0] = (UniChar)character;
        surrogates[1] = 0;
        return 0;
    }
    surrogates[0] = (UniChar)(((character - 0x10000) >> 10) + 0xD800);
    surrogates[1] = (UniChar)((character & 0x3FF) + 0xDC00);
    return 1;
}

// Reads characters of a range in turn, 64 at a time. The string must not change.
typedef struct {
    UniChar buffer[64];
    CFStringRef theString;
    CFRange rangeToBuffer;
    CFIndex bufferedRangeStart, bufferedRangeEnd;
} CFStringInlineBuffer;
CF_INLINE void CFStringInitInlineBuffer(CFStringRef string, CFStringInlineBuffer *buffer, CFRange range) {
    buffer->theString = string;
    buffer->rangeToBuffer = range;
    buffer->bufferedRangeStart = buffer->bufferedRangeEnd = 0;
}
// 0 for an index outside the range.
CF_INLINE UniChar CFStringGetCharacterFromInlineBuffer(CFStringInlineBuffer *buffer, CFIndex index) {
    if (index < 0 || index >= buffer->rangeToBuffer.length) return 0;
    if (index < buffer->bufferedRangeStart || index >= buffer->bufferedRangeEnd) {
        CFIndex start = index < 4 ? 0 : index - 4, rest = buffer->rangeToBuffer.length - start;
        CFIndex length = rest < 64 ? rest : 64;
        CFStringGetCharacters(buffer->theString, CFRangeMake(buffer->rangeToBuffer.location + start, length),
                              buffer->buffer);
        buffer->bufferedRangeStart = start;
        buffer->bufferedRangeEnd = start + length;
    }
    return buffer->buffer[index - buffer->bufferedRangeStart];
}

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
