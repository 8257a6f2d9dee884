// exercises17-person.m - the class Person of the guide's chapter 17. exercises17.m is compiled without its ivar.
#import <Foundation/Foundation.h>

@interface Person : NSObject
@property(nonatomic) int age;
@end

@interface Person (Polite)
- (const char *)greeting;
@end

@implementation Person
- (const char *)greeting {
    return "hello";
}
@end

@implementation Person (Polite)
- (const char *)greeting {
    return "good day";
}
@end
