#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

extern NSErrorDomain const EngineErrorDomain;
typedef NS_ERROR_ENUM(EngineErrorDomain, EngineError){EngineErrorCold = 1, EngineErrorDead = 7};

@interface Engine : NSObject
- (nullable instancetype)initWithPower:(NSInteger)power error:(NSError **)error;  // a negative power: dead
- (BOOL)startWithError:(NSError **)error;                                         // cold
- (BOOL)readWithError:(NSError **)error;                                          // no such file
@end

NS_ASSUME_NONNULL_END
