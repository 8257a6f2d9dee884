// flags: -fobjc-arc
// notifying-class.m - prints the methods of a notifying class, and which methods of the original class they override.
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

@interface Person : NSObject
@property(nonatomic, assign) NSInteger age;
@property(nonatomic, copy) NSString *name;
@end

@implementation Person
@end

@interface Observer : NSObject
@end

@implementation Observer

- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary<NSKeyValueChangeKey, id> *)change
                       context:(void *)context {
    NSLog(@"  notified: %@ = %@", keyPath, change[NSKeyValueChangeNewKey]);
}

@end

// Prints the methods that a class implements itself, in alphabetical order.
static void PrintMethods(Class cls) {
    NSMutableArray<NSString *> *names = [NSMutableArray array];
    unsigned int count = 0;
    Method *methods = class_copyMethodList(cls, &count);
    for (unsigned int i = 0; i < count; i++) {
        NSString *name = NSStringFromSelector(method_getName(methods[i]));
        NSUInteger index = 0;
        while (index < names.count && [names[index] compare:name] == NSOrderedAscending) index++;
        [names insertObject:name atIndex:index];
    }
    free(methods);
    NSLog(@"%@ : %@ implements", cls, class_getSuperclass(cls));
    for (NSString *name in names) {
        IMP own = class_getMethodImplementation(cls, NSSelectorFromString(name));
        IMP inherited = class_getMethodImplementation(class_getSuperclass(cls), NSSelectorFromString(name));
        BOOL isOverride = [class_getSuperclass(cls) instancesRespondToSelector:NSSelectorFromString(name)];
        NSLog(@"  %@ at %p%@", name, own,
              isOverride ? [NSString stringWithFormat:@", overrides the method at %p", inherited] : @"");
    }
}

int main(void) {
    @autoreleasepool {
        Person *person = [[Person alloc] init];
        Observer *observer = [[Observer alloc] init];
        PrintMethods(object_getClass(person));

        [person addObserver:observer forKeyPath:@"age" options:NSKeyValueObservingOptionNew context:NULL];
        PrintMethods(object_getClass(person));

        NSLog(@"isa is %@, but -class returns %@", object_getClass(person), [person class]);
        NSLog(@"person.age = 21");
        person.age = 21;
        NSLog(@"person.name = Ann, which nobody observes");
        person.name = @"Ann";

        [person removeObserver:observer forKeyPath:@"age"];
        NSLog(@"isa is %@ again", object_getClass(person));
    }
    return 0;
}
