// signatures.m - the extended signatures of blocks. blocks.m is run without Foundation as well.
#import "check.h"
#import <Block.h>
#import <Foundation/Foundation.h>
#import <objc/message.h>
#import <objc/runtime.h>

TEST("a block's signature names the classes of its arguments, and the types of blocks that it takes") {
    NSString * (^naming)(NSArray *, int) = ^NSString *(NSArray *array, int index) { return @"named"; };
    CHECK(strcmp(_Block_signature((__bridge void *)naming), "@\"NSString\"20@?0@\"NSArray\"8i16") == 0);
    void (^taking)(void (^)(NSString *)) = ^(void (^inner)(NSString *)) { inner(@"taken"); };
    const char *types = _Block_signature((__bridge void *)taking);
    CHECK(strcmp(types, "v16@?0@?<v@?@\"NSString\">8") == 0);
    NSMethodSignature *signature = [NSMethodSignature signatureWithObjCTypes:types];
    CHECK(signature.numberOfArguments == 2);
    CHECK(strcmp([signature getArgumentTypeAtIndex:1], "@?<v@?@\"NSString\">") == 0);
}

TEST("a signature knows the bytes of its arguments, and whether its method is oneway") {
    NSMethodSignature *setter = [NSMethodSignature signatureWithObjCTypes:"v20@0:8c16"];
    CHECK(setter.frameLength == 24 && !setter.isOneway);
    CHECK([NSMethodSignature signatureWithObjCTypes:"v48@0:8{?=ddd}16d40"].frameLength == 48);
    CHECK([NSMethodSignature signatureWithObjCTypes:"Vv16@0:8"].isOneway);
    NSString *text = [NSMethodSignature signatureWithObjCTypes:"{?=ddd}16@0:8"].debugDescription;
    CHECK([text hasPrefix:@"<NSMethodSignature: 0x"] && [text containsString:@"    number of arguments = 2\n"]);
#if __x86_64__
    CHECK([text containsString:@"    is special struct return? YES\n"]);
#endif
    CHECK([text hasSuffix:@"    argument 1:\n        type encoding (:)"]);
    text = [NSMethodSignature signatureWithObjCTypes:"{?=d}16@0:8"].debugDescription;
    CHECK([text containsString:@"    is special struct return? NO\n"]);
    CHECK([NSObject instanceMethodSignatureForSelector:@selector(hash)].frameLength == 16);
}

TEST("such a block is a method, too") {
    SEL selector = sel_registerName("takeBlock:");
    id block = ^(id self, void (^inner)(NSString *)) { inner(@"taken"); };
    CHECK(class_addMethod([NSObject class], selector, imp_implementationWithBlock(block), "v24@0:8@?16"));
    __block NSString *taken = nil;
    ((void (*)(id, SEL, id))objc_msgSend)(AUTORELEASE([NSObject new]), selector, ^(NSString *text) { taken = text; });
    CHECK([taken isEqual:@"taken"]);
}

TEST("a signature with a structure of billions of bytes is parsed without a visit to each") {
    for (NSUInteger count = 2000000000; count < 2000000040; count++) {
        NSString *types = [NSString stringWithFormat:@"{S=[%luc]}16@0:8", (unsigned long)count];
        NSMethodSignature *signature = [NSMethodSignature signatureWithObjCTypes:types.UTF8String];
        CHECK(signature.methodReturnLength == count && signature.numberOfArguments == 2);
        types = [NSString stringWithFormat:@"v16@0:8{S=d[%lu{E=}]}16", (unsigned long)count];
        CHECK([NSMethodSignature signatureWithObjCTypes:types.UTF8String].numberOfArguments == 3);
    }
    CHECK([NSMethodSignature signatureWithObjCTypes:"{S=dddddd}16@0:8"].methodReturnLength == 48);
}
