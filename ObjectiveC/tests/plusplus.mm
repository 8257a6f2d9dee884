// plusplus.mm - Objective-C++ beside the standard library.
// flags: -std=c++17
#import <Foundation/Foundation.h>
#include <map>
#include <string>
#include <vector>

#import "check.h"

typedef NS_OPTIONS(NSUInteger, Sides) { SideLeft = 1 << 0, SideRight = 1 << 1 };
typedef NS_ENUM(NSInteger, Kind) { KindNone, KindSome };

TEST("options are combined by operators, and an enumeration keeps its type") {
    Sides sides = SideLeft | SideRight;
    sides |= 4;
    CHECK(sides == 7);
    Kind kind = KindSome;
    CHECK(kind == 1);
    NSKeyValueObservingOptions options = NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld;
    CHECK(options == 3);
}

TEST("constants and functions of Foundation have C names") {
    CHECK([NSStringFromClass([NSString class]) isEqual:@"NSString"]);
    CHECK([NSInvalidArgumentException isEqual:@"NSInvalidArgumentException"]);
    CHECK([NSKeyValueChangeNewKey isEqual:@"new"]);
    NSRect slice, rest;
    NSDivideRect(NSMakeRect(0, 0, 5, 5), &slice, &rest, 1, NSMaxXEdge);
    CHECK([NSStringFromRect(slice) isEqual:@"{{4, 0}, {1, 5}}"] && NSMaxX(rest) == 4);
}

TEST("nil is a null pointer, and ends lists of arguments") {
    SEL selector = nil;
    CHECK(selector == NULL);
    CHECK([[NSArray arrayWithObjects:@"a", @"b", nil] count] == 2);
    id object = sizeof(int) == 4 ? @"x" : nil;
    CHECK(object != nil);
}

TEST("objects in containers of C++ are owned as ARC says") {
    std::vector<NSString *> names{@"a", @"b"};
    std::map<std::string, int> lengths;
    for (NSString *name : names) lengths[name.UTF8String] = (int)name.length;
    CHECK(lengths["a"] == 1 && lengths.size() == 2);
}
