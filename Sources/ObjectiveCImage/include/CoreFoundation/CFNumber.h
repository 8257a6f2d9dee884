// CFNumber.h - numbers of CoreFoundation, for programs that include only these.
#ifndef COREFOUNDATION_CFNUMBER_H
#define COREFOUNDATION_CFNUMBER_H

#import <CoreFoundation/CoreFoundation.h>

#endif
