// NSCompoundPredicate.h - for programs that include this header by its name.
#import <Foundation/NSPredicate.h>
