// CFURL.h - the escapes of addresses.
#ifndef COREFOUNDATION_CFURL_H
#define COREFOUNDATION_CFURL_H

#import <CoreFoundation/CFString.h>

MR_BEGIN_DECLS

CF_IMPLICIT_BRIDGING_ENABLED

// Returns an NSString, +1, in UTF-8 whatever the encoding. The last two strings are characters that stay as they are,
// and that are escaped, in addition to the rule; NULL for none.
CFStringRef CFURLCreateStringByAddingPercentEscapes(CFAllocatorRef allocator, CFStringRef string, CFStringRef keeping,
                                                    CFStringRef escaping, CFStringEncoding encoding)
    MR_RENAMED(CFURLCreateStringByAddingPercentEscapes) __attribute__((cf_returns_retained));

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
