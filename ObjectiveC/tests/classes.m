// classes.m - classes, ivars, categories, protocols, properties, +load and +initialize.
#import "check.h"
#import <objc/runtime.h>

static char loads[64], initializes[64];

@protocol Named
- (const char *)name;
@optional
- (int)rank;
+ (int)count;
@property(readonly) int size;
@end

@protocol Tagged <Named>
@property(class, readonly) int tag;
@end

@interface Child : NSObject
@end
@interface Parent : NSObject <Tagged> {
  @public
    char letter;
    double ratio;
    unsigned low : 3, high : 5;
}
@property int age;
@property(nonatomic, copy, getter=isGood, setter=makeGood:) id good;
@property(class) int shared;
- (int)answer;
@end

@interface Grandchild : Parent {
  @public
    short last;
}
@end

// Comes first in the file. Nevertheless its +load runs after that of its superclass.
@implementation Grandchild
+ (void)load {
    strcat(loads, "G");
}
+ (void)initialize {
    strcat(initializes, "g");
}
- (int)answer {
    return [super answer] + 10;
}
@end

@implementation Parent
static int shared;
+ (void)load {
    strcat(loads, "P");
}
+ (void)initialize {
    if (self == [Parent class]) strcat(initializes, "p");
}
+ (int)shared {
    return shared;
}
+ (void)setShared:(int)value {
    shared = value;
}
+ (int)tag {
    return 9;
}
- (const char *)name {
    return "parent";
}
- (int)size {
    return 3;
}
- (int)answer {
    return 1;
}
- (int)hidden {
    return 1;
}
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_good release];
    [super dealloc];
}
#endif
@end

@implementation Child
@end

@interface Parent (Extra)
@property(readonly) int extra;
- (int)hidden;
+ (int)fromCategory;
@end
@implementation Parent (Extra)
+ (void)load {
    strcat(loads, "e");
}
- (int)extra {
    return 5;
}
- (int)hidden {
    return 2;
}
+ (int)fromCategory {
    return 6;
}
@end
@interface Parent (More)
@end
@implementation Parent (More)
+ (void)load {
    strcat(loads, "m");
}
@end

__attribute__((objc_root_class))
@interface Root {
    Class isa;
    int number;
}
+ (Root *)make;
- (int)number;
@end
@implementation Root
+ (Root *)make {
    return class_createInstance(self, 0);
}
- (int)number {
    return number + 6;
}
@end

TEST("+load runs once for each class, superclasses first, and then for each category") {
    CHECK(strcmp(loads, "PGem") == 0);
}

TEST("+initialize runs at the first message, for the superclass first") {
    CHECK(initializes[0] == '\0');
    [Grandchild class];
    CHECK(strcmp(initializes, "pg") == 0);
}

TEST("an instance variable of each size keeps its value, bit-fields too") {
    Grandchild *object = [Grandchild new];
    object->letter = 'x';
    object->ratio = 2.5;
    object->low = 7;
    object->high = 21;
    object->last = -4;
    object.age = 44;
    CHECK(object->letter == 'x' && object->ratio == 2.5 && object->low == 7 && object->high == 21);
    CHECK(object->last == -4 && object.age == 44);
    RELEASE(object);
}

TEST("an instance variable is found by name, at the place where compiled code reads it") {
    Grandchild *object = [Grandchild new];
    object->last = 77;
    Ivar ivar = class_getInstanceVariable([Grandchild class], "last");
    CHECK(ivar && *(short *)((char *)(__bridge void *)object + ivar_getOffset(ivar)) == 77);
    CHECK(strcmp(ivar_getTypeEncoding(ivar), "s") == 0);
    CHECK(class_getInstanceSize([Grandchild class]) > class_getInstanceSize([Parent class]) - sizeof(void *));
    RELEASE(object);
}

TEST("super finds the method of the superclass") {
    Grandchild *object = [Grandchild new];
    CHECK([object answer] == 11);
    RELEASE(object);
}

TEST("a category's method is found before the class's own, and both are listed") {
    Parent *object = [Parent new];
    CHECK([object hidden] == 2 && object.extra == 5 && [Parent fromCategory] == 6);
    unsigned int count, found = 0;
    Method *methods = class_copyMethodList([Parent class], &count);
    int first = 0;
    for (unsigned int index = 0; index < count; index++) {
        if (method_getName(methods[index]) != @selector(hidden)) continue;
        if (found++ == 0)
            first = ((int (*)(id, SEL))(void *)method_getImplementation(methods[index]))(object, @selector(hidden));
    }
    CHECK(found == 2 && first == 2);
    free(methods);
    RELEASE(object);
}

TEST("a class conforms to its protocols and to those that they adopt") {
    CHECK([Parent conformsToProtocol:@protocol(Tagged)] && [Grandchild conformsToProtocol:@protocol(Named)]);
    CHECK(![Child conformsToProtocol:@protocol(Named)]);
    CHECK(@protocol(Named) == objc_getProtocol("Named"));
    CHECK(protocol_getMethodDescription(@protocol(Named), @selector(name), YES, YES).types);
    CHECK(protocol_getMethodDescription(@protocol(Named), @selector(rank), NO, YES).types);
    CHECK(protocol_getMethodDescription(@protocol(Named), @selector(count), NO, NO).types);
    CHECK(protocol_getProperty(@protocol(Tagged), "tag", YES, NO));
}

TEST("properties are listed with their attributes, class properties on the metaclass") {
    CHECK(strcmp(property_getAttributes(class_getProperty([Parent class], "age")), "Ti,V_age") == 0);
    CHECK(strcmp(property_getAttributes(class_getProperty([Parent class], "good")),
                 "T@,C,N,GisGood,SmakeGood:,V_good") == 0);
    CHECK(class_getProperty(object_getClass([Parent class]), "shared"));
    CHECK(class_getProperty([Parent class], "extra"));
    Parent.shared = 8;
    CHECK(Parent.shared == 8 && Parent.tag == 9);
}

TEST("a root class of the program's own works without NSObject") {
    Root *root = [Root make];
    CHECK([root number] == 6);
#if !__has_feature(objc_arc)
    object_dispose(root);
#endif
}

__attribute__((objc_root_class))
@interface Bare
+ (int)answer;
@end
@implementation Bare
+ (int)answer {
    return 42;
}
@end

TEST("a root class that declares no ivars has room for the isa") {
    CHECK([Bare answer] == 42 && class_getInstanceSize(objc_getClass("Bare")) == sizeof(Class));
}

TEST("a compiled class is found by name, describes itself truly, and cannot be disposed of") {
    CHECK(objc_getClass("Grandchild") == [Grandchild class]);
    CHECK(class_getSuperclass([Grandchild class]) == [Parent class]);
    CHECK(strcmp(class_getName([Parent class]), "Parent") == 0);
    CHECK([Grandchild instancesRespondToSelector:@selector(extra)]);
    objc_disposeClassPair([Child class]);
    CHECK(objc_getClass("Child") == [Child class]);
}

TEST("a class made at run time inherits from a compiled one") {
    Class made = objc_allocateClassPair([Parent class], "Made", 0);
    class_addIvar(made, "more", sizeof(int), 2, "i");
    objc_registerClassPair(made);
    Parent *object = [[made alloc] init];
    object.age = 6;
    CHECK(object.age == 6 && [object answer] == 1);
    RELEASE(object);
}

// 1 if the program is linked statically with the runtime: then both are one image. Given by the script that links it.
#ifndef IS_ONE_IMAGE
#define IS_ONE_IMAGE 0
#endif

TEST("an image lists its classes, and a class made at run time is in none") {
    const char *image = class_getImageName([Parent class]), *root = class_getImageName([NSObject class]);
    CHECK(image && strcmp(image, class_getImageName([Grandchild class])) == 0);
    CHECK(root && (strcmp(image, root) == 0) == IS_ONE_IMAGE);
    unsigned int count = 0, found = 0;
    const char **names = objc_copyClassNamesForImage(image, &count);
    for (unsigned int index = 0; index < count; index++) found += strcmp(names[index], "Parent") == 0;
    CHECK(found == 1 && names[count] == NULL);
    free(names);
    const char **images = objc_copyImageNames(&count);
    found = 0;
    for (unsigned int index = 0; index < count; index++) found += strcmp(images[index], image) == 0;
    CHECK(count >= 2 - IS_ONE_IMAGE && found == 1 && images[count] == NULL);
    free(images);
    CHECK(objc_copyClassNamesForImage("/none", &count) == NULL && count == 0);
    CHECK(objc_copyClassNamesForImage(NULL, &count) == NULL && count == 0);
    Class made = objc_allocateClassPair([NSObject class], "MadeHere", 0);
    objc_registerClassPair(made);
    CHECK(class_getImageName(made) == NULL && class_getImageName(Nil) == NULL);
    objc_disposeClassPair(made);
}
