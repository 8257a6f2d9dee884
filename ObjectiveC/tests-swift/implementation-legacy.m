#import "implementation.h"

@implementation Legacy {
    NSMutableArray *_seen;
}
- (NSString *)read:(NSString *)path error:(NSError **)error {
    if ([path hasPrefix:@"/"]) return [@"contents of " stringByAppendingString:path];
    if (error) *error = [NSError errorWithDomain:@"Legacy" code:2 userInfo:nil];
    return nil;
}
- (NSArray<NSNumber *> *)map:(NSArray<NSNumber *> *)numbers using:(NSNumber * (^)(NSNumber *number))block {
    NSMutableArray *result = [NSMutableArray array];
    for (NSNumber *number in numbers) [result addObject:block(number)];
    return result;
}
+ (NSArray<NSString *> *)observe:(Counter *)counter {
    Legacy *observer = [Legacy new];
    observer->_seen = [NSMutableArray array];
    [counter addObserver:observer forKeyPath:@"count" options:NSKeyValueObservingOptionNew context:NULL];
    counter.count = 10;
    [counter add:5];
    [counter removeObserver:observer forKeyPath:@"count"];
    counter.count = 11;
    return observer->_seen;
}
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    [_seen addObject:[NSString stringWithFormat:@"%@ %@ %@", [object class], keyPath, change[NSKeyValueChangeNewKey]]];
}
@end
