// mortal.h - objects that are counted when they die.
#ifndef MORTAL_H
#define MORTAL_H

#import "check.h"

static int deaths;
@interface Mortal : NSObject
@end
@implementation Mortal
- (void)dealloc {
    deaths++;
    SUPER_DEALLOC;
}
@end

#endif
