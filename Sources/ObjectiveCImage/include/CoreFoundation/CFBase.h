// CFBase.h - types of CoreFoundation, for programs that include only these.
#ifndef COREFOUNDATION_CFBASE_H
#define COREFOUNDATION_CFBASE_H

#import <CoreFoundation/CoreFoundation.h>

#endif
