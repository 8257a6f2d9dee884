// CFDate.h - time.
#ifndef COREFOUNDATION_CFDATE_H
#define COREFOUNDATION_CFDATE_H

#import <CoreFoundation/CFBase.h>

MR_BEGIN_DECLS

typedef double CFTimeInterval, CFAbsoluteTime;

CF_IMPLICIT_BRIDGING_ENABLED

// Seconds since the beginning of 2001 in UTC.
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void) MR_RENAMED(CFAbsoluteTimeGetCurrent);

CF_IMPLICIT_BRIDGING_DISABLED

MR_END_DECLS

#endif
