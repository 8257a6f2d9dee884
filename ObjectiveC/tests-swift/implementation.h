// implementation.h - a class that Swift implements, and one that Objective-C does.
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

typedef NS_ENUM(NSInteger, Unit) { UnitMeter, UnitMile };
typedef NS_OPTIONS(NSUInteger, Choices) { ChoicesNone = 0, ChoicesFast = 1 << 0, ChoicesLoud = 1 << 1 };

@interface Counter : NSObject
@property(nonatomic) NSInteger count;
@property(nonatomic, copy) NSString *title;
@property(nonatomic, readonly) Unit unit;
- (instancetype)initWithCount:(NSInteger)count NS_DESIGNATED_INITIALIZER;
- (instancetype)init NS_UNAVAILABLE;
- (NSInteger)add:(NSInteger)number;
+ (Counter *)named:(NSString *)title;
@end

@interface Counter (Printing)
- (NSString *)print;
@end

@interface Legacy : NSObject
@property(nonatomic, copy, nullable) NSString *note;
@property(nonatomic) Choices choices;
- (nullable NSString *)read:(NSString *)path error:(NSError **)error;
- (NSArray<NSNumber *> *)map:(NSArray<NSNumber *> *)numbers using:(NSNumber * (^)(NSNumber *number))block;
// Observes the counter, changes it, and returns what was observed.
+ (NSArray<NSString *> *)observe:(Counter *)counter;
@end

NS_ASSUME_NONNULL_END
