// CFArray.h - arrays of CoreFoundation, for programs that include only these.
#ifndef COREFOUNDATION_CFARRAY_H
#define COREFOUNDATION_CFARRAY_H

#import <CoreFoundation/CoreFoundation.h>

#endif
