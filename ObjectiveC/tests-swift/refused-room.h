#import <Foundation/Foundation.h>
@interface Bare : NSObject
@end
