#import "Ledger.h"

NSErrorDomain const AccountErrorDomain = @"AccountErrorDomain";

@implementation Account
- (instancetype)initWithOwner:(NSString *)owner {
    if ((self = [super init])) _owner = [owner copy];
    return self;
}
- (BOOL)withdraw:(NSInteger)cents error:(NSError **)error {
    if (cents <= self.balance) {
        self.balance -= cents;
        return YES;
    }
    if (error) *error = [NSError errorWithDomain:AccountErrorDomain code:cents - self.balance userInfo:nil];
    return NO;
}
@end
