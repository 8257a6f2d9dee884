#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

@interface QueueHolder : NSObject
@property(nonatomic, strong, nullable) dispatch_queue_t queue;
- (NSString *)labelOfQueue;
- (NSInteger)run:(void (^)(void))block;  // on the queue; returns the number of blocks that have run
@end

NS_ASSUME_NONNULL_END
