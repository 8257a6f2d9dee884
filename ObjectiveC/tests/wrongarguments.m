// wrongarguments.m - arguments that the walk of Fuzz/ passed when a method ended the process: counts that no memory can
// have, nil, objects of another class, empty data, and dates that no calendar has. Each raises or has a result.
#include <math.h>

#import "check-foundation.h"

static BOOL raises(void (^body)(void)) { return [exception_of(body).name isEqual:NSInvalidArgumentException]; }

// An object that claims to be of every class.
@interface Claimant : NSObject
@end
@implementation Claimant
- (BOOL)isKindOfClass:(Class)cls {
    return YES;
}
@end

TEST("an object that only claims to be of a class has no value of the class") {
    id claimant = AUTORELEASE([Claimant new]);
    CHECK(raises(^{ (void)[NSURL URLWithString:@"a" relativeToURL:claimant]; }));
    CHECK(raises(^{ (void)[NSCompoundPredicate andPredicateWithSubpredicates:@[ claimant ]]; }));
    CHECK(raises(^{ AUTORELEASE([NSDateFormatter new]).timeZone = claimant; }));
    CHECK(raises(^{ (void)[[NSIndexPath indexPathWithIndex:1] compare:claimant]; }));
    CHECK(![[NSIndexPath indexPathWithIndex:1] isEqual:claimant]);
    CHECK(![[NSPredicate predicateWithValue:YES] isEqual:claimant] && ![[NSUUID UUID] isEqual:claimant]);
}

TEST("a collection and a string of more elements than a memory can have raise") {
    id objects[] = { @1, @2 };
    const id *list = objects;
    const unichar letters[] = {'a', 'b'}, *units = letters;
    const char bytes[] = "ab", *text = bytes;
    NSUInteger counts[] = {NSUIntegerMax, NSUIntegerMax - 1, (NSUInteger)NSIntegerMax + 1};
    for (int index = 0; index < 3; index++) {
        NSUInteger count = counts[index];
        CHECK(raises(^{ (void)[NSArray arrayWithObjects:list count:count]; }));
        CHECK(raises(^{ (void)[NSMutableArray arrayWithObjects:list count:count]; }));
        CHECK(raises(^{ (void)[NSSet setWithObjects:list count:count]; }));
        CHECK(raises(^{ (void)[NSOrderedSet orderedSetWithObjects:list count:count]; }));
        CHECK(raises(^{ (void)[NSDictionary dictionaryWithObjects:list forKeys:list count:count]; }));
        CHECK(raises(^{ (void)[NSString stringWithCharacters:units length:count]; }));
        CHECK(raises(^{ (void)AUTORELEASE([[NSString alloc] initWithBytes:text length:count encoding:4]); }));
        CHECK(raises(^{ (void)AUTORELEASE([[NSString alloc] initWithBytes:text length:count encoding:5]); }));
        CHECK(raises(^{ (void)AUTORELEASE([[NSString alloc] initWithCharacters:units length:count]); }));
    }
    CHECK([[NSArray arrayWithObjects:list count:2] isEqual:(@[ @1, @2 ])]);
    CHECK([[NSDictionary dictionaryWithObjects:list forKeys:list count:2] isEqual:(@{@1 : @1, @2 : @2})]);
    CHECK([[NSString stringWithCharacters:units length:2] isEqual:@"ab"]);
    CHECK([NSArray arrayWithObjects:list count:0].count == 0);
}

TEST("an argument, and an element of an array, is of the class that the method needs, or raises") {
    for (id object in @[ @1, @"text", [NSDate date], @[], [NSNull null] ]) {
        NSArray *list = @[ object ];
        CHECK(raises(^{ (void)[NSCompoundPredicate andPredicateWithSubpredicates:list]; }));
        CHECK(raises(^{ (void)[NSCompoundPredicate orPredicateWithSubpredicates:list]; }));
        CHECK(raises(^{ (void)[NSCompoundPredicate notPredicateWithSubpredicate:object]; }));
        CHECK(raises(^{ (void)[NSExpression expressionForAggregate:list]; }));
        CHECK(raises(^{ [NSURLComponents new].queryItems = list; }));
        CHECK(raises(^{
          NSMutableAttributedString *text = AUTORELEASE([[NSMutableAttributedString alloc] initWithString:@"a"]);
          [text appendAttributedString:object];
        }));
    }
}

TEST("a task has the path of a program and of a folder, or raises") {
    NSTask *task = AUTORELEASE([NSTask new]);
    NSString *path = [@{} objectForKey:@"none"];
    CHECK(raises(^{ task.launchPath = path; }) && raises(^{ task.currentDirectoryPath = path; }));
    CHECK(raises(^{ task.executableURL = nil; }) && raises(^{ task.currentDirectoryURL = nil; }));
    task.launchPath = @"/bin/true";
    CHECK([task.executableURL.path isEqual:@"/bin/true"]);
}

TEST("nil raises where an index set or a character set must be") {
    NSIndexSet *indexes = [@{} objectForKey:@"none"];
    NSCharacterSet *set = [@{} objectForKey:@"none"];
    void (^block)(id, NSUInteger, BOOL *) = ^(id object, NSUInteger index, BOOL *stop) {};
    CHECK(raises(^{ [@[ @1 ] enumerateObjectsAtIndexes:indexes options:0 usingBlock:block]; }));
    CHECK(raises(^{
      [[NSOrderedSet orderedSetWithObject:@1] enumerateObjectsAtIndexes:indexes
                                                                options:NSEnumerationReverse
                                                             usingBlock:block];
    }));
    NSMutableCharacterSet *changed = AUTORELEASE([NSMutableCharacterSet new]);
    CHECK(raises(^{ (void)[changed isSupersetOfSet:set]; }));
    CHECK(raises(^{ [changed formUnionWithCharacterSet:set]; }));
    CHECK(raises(^{ [changed formIntersectionWithCharacterSet:set]; }));
}

TEST("empty data are a stream without bytes, and a character set without members") {
    for (NSData *data in @[ [NSData data], [NSMutableData data], [@"" dataUsingEncoding:NSUTF8StringEncoding] ]) {
        NSInputStream *stream = [NSInputStream inputStreamWithData:data];
        uint8_t *bytes, byte;
        NSUInteger length = 1;
        [stream open];
        CHECK([stream getBuffer:&bytes length:&length] && length == 0);
        CHECK([stream read:&byte maxLength:1] == 0 && !stream.hasBytesAvailable);
        CHECK(![AUTORELEASE([[NSXMLParser alloc] initWithStream:[NSInputStream inputStreamWithData:data]]) parse]);
        NSCharacterSet *set = [NSCharacterSet characterSetWithBitmapRepresentation:data];
        CHECK(![set characterIsMember:'a'] && set.bitmapRepresentation.length == 8192);
    }
    uint8_t room[2];
    NSOutputStream *buffer = [NSOutputStream outputStreamToBuffer:room capacity:0];
    [buffer open];
    CHECK([buffer write:room maxLength:0] == 0);
}

TEST("a date that no calendar has has a description and a hash, and is equal to itself") {
    for (NSNumber *seconds in @[ @1e300, @-1e300, @9.3e18, @(INFINITY), @(-INFINITY), @(NAN), @6.8e16 ]) {
        NSDate *date = [NSDate dateWithTimeIntervalSinceReferenceDate:seconds.doubleValue];
        NSString *text = [NSString stringWithFormat:@"%g", seconds.doubleValue];
        CHECK([date.description isEqual:text] && date.hash == date.hash && [date isEqual:date]);
    }
    CHECK([NSDate dateWithTimeIntervalSinceReferenceDate:1e9].hash == 1000000000);
    [NSThread sleepUntilDate:[NSDate dateWithTimeIntervalSinceReferenceDate:-1e300]];
    [NSThread sleepForTimeInterval:-INFINITY];
    [NSThread sleepForTimeInterval:NAN];
}
