// library.m - loads a library while the program runs, and closes it again.
#import "check.h"
#import <Foundation/Foundation.h>
#include <dlfcn.h>

@interface NSObject (InTheLibrary)
- (int)answer;
- (NSString *)greeting;
- (int)fail;
@end

@interface Local : NSObject
@end
@implementation Local
- (int)answer {
    return 1;
}
@end

TEST("a library's classes, categories and +load are there as soon as it is opened, and stay when it is closed") {
    NSObject *object = [NSObject new];
    CHECK(![object respondsToSelector:@selector(answer)] && NSClassFromString(@"Plugin") == Nil);
    void *library = dlopen(getenv("LIBRARY"), RTLD_NOW);
    if (library == NULL) printf("%s\n", dlerror());
    CHECK(library && getenv("PLUGIN_LOADED") && strcmp(getenv("PLUGIN_LOADED"), "Plugin") == 0);
    CHECK([object answer] == 42);
    Local *local = [Local new];
    CHECK([local answer] == 1);
    dlclose(library);
    NSObject *plugin = [NSClassFromString(@"Plugin") new];
    CHECK([plugin.greeting isEqual:@"hello from the library"] && [plugin answer] == 42);
    int caught = 0;
    @try {
        [plugin fail];
    } @catch (NSException *exception) {
        caught = [exception.name isEqual:@"Plugin"];
    }
    CHECK(caught);
    RELEASE(local);
    RELEASE(plugin);
    RELEASE(object);
}
