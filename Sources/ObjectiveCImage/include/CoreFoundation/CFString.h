// CFString.h - strings of CoreFoundation, for programs that include only these.
#ifndef COREFOUNDATION_CFSTRING_H
#define COREFOUNDATION_CFSTRING_H

#import <CoreFoundation/CoreFoundation.h>

#endif
