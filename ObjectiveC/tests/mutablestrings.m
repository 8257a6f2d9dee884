// mutablestrings.m - NSMutableString: changes in place, which do not affect copies.
#import "check-foundation.h"

TEST("a mutable string is appended to, set, and changed in the middle") {
    NSMutableString *text = [NSMutableString string];
    [text appendString:@"世界"];
    [text appendFormat:@" %d%@", 4, @2];
    CHECK([text isEqual:@"世界 42"] && text.length == 5);
    [text insertString:@"🙂" atIndex:0];
    [text deleteCharactersInRange:NSMakeRange(4, 1)];
    CHECK([text isEqual:@"🙂世界42"]);
    [text replaceCharactersInRange:NSMakeRange(2, 2) withString:@"abc"];
    CHECK([text isEqual:@"🙂abc42"]);
    [text appendString:text];
    CHECK([text isEqual:@"🙂abc42🙂abc42"]);
    [text setString:@"new"];
    CHECK([text isEqual:@"new"] && [text isKindOfClass:[NSMutableString class]]);
}

TEST("a mutable string is made as other strings are, and is one") {
    NSMutableString *text = [NSMutableString stringWithFormat:@"%d", 1];
    [text appendString:@"2"];
    NSMutableString *other = [[NSMutableString alloc] initWithString:@"1"], *room;
    [other appendString:@"2"];
    CHECK([text isEqual:@"12"] && [@"12" isEqual:text] && [text isEqualToString:other] && text.hash == @"12".hash);
    CHECK([[text stringByAppendingString:@"3"] integerValue] == 123 && [text compare:@"13"] == NSOrderedAscending);
    RELEASE(other);
    room = [NSMutableString stringWithCapacity:100];
    CHECK(room.length == 0 && [room isEqual:@""]);
    [room appendString:@"x"];
    CHECK([room isEqual:@"x"]);
}

TEST("the hash and the UTF-8 of a mutable string follow its changes") {
    NSMutableString *text = [NSMutableString stringWithString:@"a"];
    const char *before = text.UTF8String;
    CHECK(text.hash == @"a".hash);
    [text appendString:@"b"];
    CHECK(text.hash == @"ab".hash && strcmp(text.UTF8String, "ab") == 0);
    CHECK(strcmp(before, "a") == 0);  // valid until the pool is popped
}

TEST("a copy does not change with its string, and a mutable copy changes by itself") {
    NSMutableString *text = [NSMutableString stringWithString:@"a"];
    NSString *copy = [text copy];
    NSMutableString *mutable = [text mutableCopy], *constant = [@"constant" mutableCopy];
    [text appendString:@"b"];
    [mutable appendString:@"c"];
    [constant appendString:@"!"];
    CHECK([copy isEqual:@"a"] && ![copy isKindOfClass:[NSMutableString class]]);
    CHECK([mutable isEqual:@"ac"] && [constant isEqual:@"constant!"] && [text isEqual:@"ab"]);
    NSMutableDictionary *table = [NSMutableDictionary dictionaryWithObjectsAndKeys:@1, text, nil];
    [text appendString:@"c"];
    CHECK([table[@"ab"] isEqual:@1] && table[@"abc"] == nil);
    RELEASE(copy);
    RELEASE(mutable);
    RELEASE(constant);
}

TEST("wrong arguments raise exceptions and change nothing") {
    NSMutableString *text = [NSMutableString stringWithString:@"abc"];
    NSString *volatile none = nil;
    CHECK([exception_of(^{ [text deleteCharactersInRange:NSMakeRange(2, 2)]; }).name isEqual:NSRangeException]);
    CHECK([exception_of(^{ [text insertString:@"x" atIndex:4]; }).name isEqual:NSRangeException]);
    CHECK([exception_of(^{ [text appendString:none]; }).name isEqual:NSInvalidArgumentException]);
    CHECK([exception_of(^{ [text replaceCharactersInRange:NSMakeRange(0, 1) withString:none]; }).name
        isEqual:NSInvalidArgumentException]);
    CHECK([text isEqual:@"abc"]);
}

@interface Owner : NSObject
@property(nonatomic, copy) NSString *name;
@end
@implementation Owner
#if !__has_feature(objc_arc)
- (void)dealloc {
    [_name release];
    [super dealloc];
}
#endif
@end

TEST("a property that copies keeps the text that it was set to") {
    Owner *owner = [Owner new];
    NSMutableString *text = [NSMutableString stringWithString:@"Ann"];
    owner.name = text;
    [text appendString:@"e"];
    CHECK([owner.name isEqual:@"Ann"] && [[owner valueForKey:@"name"] isEqual:@"Ann"]);
    [owner setValue:text forKey:@"name"];
    [text setString:@""];
    CHECK([owner.name isEqual:@"Anne"]);
    RELEASE(owner);
}

TEST("a thousand changes make the text that they make") {
    NSMutableString *text = [NSMutableString string];
    for (int number = 0; number < 1000; number++) [text appendFormat:@"%d,", number];
    CHECK(text.length == 3890 && [text componentsSeparatedByString:@","].count == 1001);
    for (int number = 0; number < 1000; number++) {
        [text deleteCharactersInRange:NSMakeRange(0, [text rangeOfString:@","].location + 1)];
    }
    CHECK(text.length == 0 && [text isEqual:@""]);
}
