#import "refused-room.h"
@implementation Bare
@end
