// CFDictionary.h - dictionaries of CoreFoundation, for programs that include only these.
#ifndef COREFOUNDATION_CFDICTIONARY_H
#define COREFOUNDATION_CFDICTIONARY_H

#import <CoreFoundation/CoreFoundation.h>

#endif
