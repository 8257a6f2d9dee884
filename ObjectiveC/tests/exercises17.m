// exercises17.m - solutions to the exercises of docs/guide/17-how-a-compiled-class-becomes-a-live-one.md.
#import "check.h"
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

@interface Person : NSObject
@property(nonatomic) int age;
- (const char *)greeting;
@end

@interface Pupil : Person {
  @public
    char grade;
}
@end
@implementation Pupil
@end

@interface Observer : NSObject
@end
@implementation Observer
- (void)observeValueForKeyPath:(NSString *)path
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
}
@end

TEST("1. the class's own greeting is behind the category's in the method list, and can be called") {
    unsigned count = 0;
    IMP found[2] = {NULL, NULL};
    int greetings = 0;
    Method *methods = class_copyMethodList([Person class], &count);
    for (unsigned index = 0; index < count; index++) {
        if (method_getName(methods[index]) != @selector(greeting)) continue;
        if (greetings < 2) found[greetings] = method_getImplementation(methods[index]);
        greetings++;
    }
    free(methods);
    CHECK(greetings == 2);
    Person *person = [Person new];
    typedef const char *(*greeting)(id, SEL);
    CHECK(strcmp(((greeting)(void *)found[0])(person, @selector(greeting)), "good day") == 0);
    CHECK(strcmp(((greeting)(void *)found[1])(person, @selector(greeting)), "hello") == 0);
    CHECK(strcmp(person.greeting, "good day") == 0);
    RELEASE(person);
}

TEST("2. an ivar that may lie at any byte slides to byte 12, where the superclass's ivars end") {
    CHECK(ivar_getOffset(class_getInstanceVariable([Pupil class], "grade")) == 12);
    CHECK(class_getInstanceSize([Pupil class]) == 16);
}

// The bounds of the section objc_classlist, defined by the linker.
extern Class classes_begin[] __asm__("__start_objc_classlist"), classes_end[] __asm__("__stop_objc_classlist");

static int listed(const char *name) {
    int count = 0;
    for (Class *each = classes_begin; each < classes_end; each++) count += strcmp(class_getName(*each), name) == 0;
    return count;
}

TEST("3. the section lists the classes of the program, and no class that observing makes") {
    Person *person = [Person new];
    Observer *observer = [Observer new];
    [person addObserver:observer forKeyPath:@"age" options:0 context:NULL];
    CHECK(classes_end - classes_begin == 3);
    CHECK(listed("Person") == 1 && listed("Pupil") == 1 && listed("Observer") == 1);
    CHECK(strcmp(object_getClassName(person), "NSKVONotifying_Person") == 0);
    CHECK(listed("NSKVONotifying_Person") == 0);
    [person removeObserver:observer forKeyPath:@"age"];
    RELEASE(person);
    RELEASE(observer);
}
