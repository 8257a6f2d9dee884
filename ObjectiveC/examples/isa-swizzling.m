// flags: -fobjc-arc
// isa-swizzling.m - what observing changes in an object: its isa, which the last removal changes back.
//
// No method of Person changes. While the age is observed, the look-up of setAge: begins in NSKVONotifying_Person and
// finds the override there. printInfo is not overridden, so the look-up always finds Person's.
//
// `supperclass` is misspelt on purpose: it matches the article whose output this program reproduces.
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

@interface Person : NSObject
@property(nonatomic, assign) NSInteger age;
- (void)printInfo;
@end

@implementation Person

- (void)printInfo {
    // object_getClass() reads isa. -class would always return Person, because the notifying class overrides it.
    NSLog(@"isa:%@,supperclass:%@", NSStringFromClass(object_getClass(self)),
          class_getSuperclass(object_getClass(self)));
    NSLog(@"age setter function pointer:%p", class_getMethodImplementation(object_getClass(self), @selector(setAge:)));
    NSLog(@"printInfo function pointer:%p", class_getMethodImplementation(object_getClass(self), @selector(printInfo)));
}

@end

static void *AgeContext = &AgeContext;

@interface ViewController : NSObject
- (void)viewDidLoad;
@end

@implementation ViewController

- (void)viewDidLoad {
    Person *person = [[Person alloc] init];
    NSLog(@"Before add observer————————————————————————–");
    [person printInfo];
    [person addObserver:self
             forKeyPath:@"age"
                options:NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld
                context:AgeContext];
    NSLog(@"After add observer————————————————————————–");
    [person printInfo];
    [person removeObserver:self forKeyPath:@"age" context:AgeContext];
    NSLog(@"After remove observer————————————————————————–");
    [person printInfo];
}

@end

int main(void) {
    @autoreleasepool {
        [[[ViewController alloc] init] viewDidLoad];
    }
    return 0;
}
