#import "dispatch.h"

@implementation QueueHolder {
    NSInteger _count;
}
- (NSString *)labelOfQueue {
    return [NSString stringWithUTF8String:dispatch_queue_get_label(_queue)];
}
- (NSInteger)run:(void (^)(void))block {
    dispatch_sync(_queue, ^{
      block();
      self->_count++;
    });
    return _count;
}
@end
