// sliding-base.m - the superclass of sliding.m, with more ivars than sliding.m declares.
#import <objc/NSObject.h>

@interface Base : NSObject {
  @public
    long known;
    long gained[3];
}
@end

@implementation Base
- (long)sum {
    return known + gained[0] + gained[1] + gained[2];
}
- (void)fill:(long)value {
    known = gained[0] = gained[1] = gained[2] = value;
}
@end
