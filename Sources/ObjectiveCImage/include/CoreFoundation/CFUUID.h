// CFUUID.h - identifiers of CoreFoundation, for programs that include only these.
#ifndef COREFOUNDATION_CFUUID_H
#define COREFOUNDATION_CFUUID_H

#import <CoreFoundation/CoreFoundation.h>

#endif
