// CFData.h - data of CoreFoundation, for programs that include only these.
#ifndef COREFOUNDATION_CFDATA_H
#define COREFOUNDATION_CFDATA_H

#import <CoreFoundation/CoreFoundation.h>

#endif
