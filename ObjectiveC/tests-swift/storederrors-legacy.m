#import "storederrors.h"

NSErrorDomain const EngineErrorDomain = @"EngineErrorDomain";

@implementation Engine
- (instancetype)initWithPower:(NSInteger)power error:(NSError **)error {
    if (power >= 0) return [super init];
    NSDictionary *info = @{NSLocalizedDescriptionKey : @"It is dead."};
    if (error) *error = [NSError errorWithDomain:EngineErrorDomain code:EngineErrorDead userInfo:info];
    return nil;
}
- (BOOL)startWithError:(NSError **)error {
    if (error) *error = [NSError errorWithDomain:EngineErrorDomain code:EngineErrorCold userInfo:nil];
    return NO;
}
- (BOOL)readWithError:(NSError **)error {
    return [NSData dataWithContentsOfFile:@"/no/such" options:0 error:error] != nil;
}
@end
