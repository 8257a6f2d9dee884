// Ledger.h - two classes in Objective-C, and one that they use and Swift implements.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

// An account of whole cents.
@interface Account : NSObject
@property(nonatomic, copy) NSString *owner;
@property(nonatomic) NSInteger balance;
- (instancetype)initWithOwner:(NSString *)owner;
// Throws in Swift; the error's domain is AccountErrorDomain.
- (BOOL)withdraw:(NSInteger)cents error:(NSError **)error;
@end

extern NSErrorDomain const AccountErrorDomain;

// What a customer has ordered. Implemented in Swift, in the target Shop.
@interface Basket : NSObject
@property(nonatomic) NSInteger count;
@property(nonatomic, readonly) NSInteger total;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (void)addItem:(NSString *)name price:(NSInteger)cents;
@end

// Writes down each change of a basket, as long as it lives.
@interface Clerk : NSObject
@property(nonatomic, readonly) NSArray<NSString *> *notes;
- (instancetype)initWithBasket:(Basket *)basket;
@end

NS_ASSUME_NONNULL_END
