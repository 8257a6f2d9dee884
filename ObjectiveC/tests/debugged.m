// debugged.m - a program that observes, for the session in gdb that scripts/test/test-objc.sh repeats.
#import <Foundation/Foundation.h>
@interface Person : NSObject
@property int age;
@end
@implementation Person
@end
@interface Watcher : NSObject
@end
@implementation Watcher
- (void)observeValueForKeyPath:(NSString *)path ofObject:(id)object change:(NSDictionary *)change context:(void *)c {
    if (change == nil) abort();
}
@end
int main(void) {
    @autoreleasepool {
        Person *person = [Person new];
        Watcher *watcher = [Watcher new];
        [person addObserver:watcher forKeyPath:@"age" options:NSKeyValueObservingOptionNew context:NULL];
        person.age = 3;
        [person removeObserver:watcher forKeyPath:@"age"];
    }
}
