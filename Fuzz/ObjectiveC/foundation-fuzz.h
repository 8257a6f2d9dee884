// foundation-fuzz.h - shared by the fuzz targets in Objective-C: texts and ranges made of the input's bytes, and calls
// that may raise.
//
// An NSException is a correct result for any input. Every other object that is thrown ends the process.
#ifndef FOUNDATION_FUZZ_H
#define FOUNDATION_FUZZ_H

#import <Foundation/Foundation.h>

#include "fuzz.h"

// Runs a block in an autorelease pool of its own. Returns false if the block raised an exception.
static inline bool fuzz_try(void (^body)(void)) {
    @autoreleasepool {
        @try {
            body();
            return true;
        } @catch (NSException *exception) {
            EXPECT(exception.name.length > 0);
            return false;
        }
    }
}

static inline size_t fuzz_left(const fuzz_bytes *bytes) { return (size_t)(bytes->end - bytes->at); }

// Returns the next bytes of the input.
static inline NSData *fuzz_data(fuzz_bytes *bytes, size_t length) {
    if (length > fuzz_left(bytes)) length = fuzz_left(bytes);
    NSData *data = [NSData dataWithBytes:bytes->at length:length];
    bytes->at += length;
    return data;
}

// Returns a text of the next bytes: UTF-8 if they are, else a character for each byte. The lowest bit of the length
// byte chooses UTF-16 units instead, in which half a surrogate pair may stand alone.
static inline NSString *fuzz_string(fuzz_bytes *bytes) {
    unsigned length = fuzz_take(bytes);
    NSData *data = fuzz_data(bytes, length >> 1);
    if (length & 1) return [[NSString alloc] initWithCharacters:data.bytes length:data.length / 2];
    NSString *text = [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding];
    return text ?: [[NSString alloc] initWithData:data encoding:NSISOLatin1StringEncoding];
}

// Returns a number below 16, just around `limit`, or among the largest.
static inline NSUInteger fuzz_index(fuzz_bytes *bytes, NSUInteger limit) {
    unsigned byte = fuzz_take(bytes);
    const NSUInteger extremes[] = {NSUIntegerMax, NSUIntegerMax - 1, NSNotFound, NSNotFound - 1, 1ul << 32};
    if (byte < 128) return limit ? byte % (limit + 1) : 0;
    if (byte < 160) return byte - 128;
    if (byte < 192) return limit + byte - 176;
    return byte < 197 ? extremes[byte - 192] : 0;
}

// Returns a range that often, but not always, is within a text of so many characters.
static inline NSRange fuzz_range(fuzz_bytes *bytes, NSUInteger limit) {
    NSUInteger location = fuzz_index(bytes, limit);
    return NSMakeRange(location, fuzz_index(bytes, location <= limit ? limit - location : limit));
}

#endif
