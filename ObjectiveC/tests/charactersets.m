// charactersets.m - NSCharacterSet, and strings that are searched, trimmed and split with it.
#import <Foundation/Foundation.h>

#import "check.h"

TEST("a set has the characters of a string and of a range, and an inverted set has all others") {
    NSCharacterSet *vowels = [NSCharacterSet characterSetWithCharactersInString:@"aeé"];
    CHECK([vowels characterIsMember:'a'] && [vowels characterIsMember:0xE9] && ![vowels characterIsMember:'b']);
    CHECK(![vowels.invertedSet characterIsMember:'a'] && [vowels.invertedSet characterIsMember:'b']);
    NSCharacterSet *capitals = [NSCharacterSet characterSetWithRange:NSMakeRange('A', 26)];
    CHECK([capitals characterIsMember:'Z'] && ![capitals characterIsMember:'a']);
    CHECK([[NSCharacterSet letterCharacterSet] isSupersetOfSet:capitals] && ![capitals isSupersetOfSet:vowels]);
}

TEST("the predefined sets") {
    NSCharacterSet *letters = [NSCharacterSet letterCharacterSet];
    CHECK([letters characterIsMember:'q'] && [letters characterIsMember:0x4E2D] && ![letters characterIsMember:'1']);
    CHECK([[NSCharacterSet alphanumericCharacterSet] characterIsMember:'1']);
    CHECK([[NSCharacterSet decimalDigitCharacterSet] characterIsMember:'0']);
    CHECK([[NSCharacterSet whitespaceCharacterSet] characterIsMember:' ']);
    CHECK(![[NSCharacterSet whitespaceCharacterSet] characterIsMember:'\n']);
    for (unichar unit = 0x2000; unit <= 0x200B; unit++) {
        CHECK([[NSCharacterSet whitespaceCharacterSet] characterIsMember:unit]);
    }
    CHECK(![[NSCharacterSet whitespaceCharacterSet] characterIsMember:0x200C]);
    CHECK([[NSCharacterSet newlineCharacterSet] characterIsMember:'\n']);
    CHECK([[NSCharacterSet whitespaceAndNewlineCharacterSet] characterIsMember:'\t']);
    CHECK([[NSCharacterSet uppercaseLetterCharacterSet] characterIsMember:'A']);
    CHECK([[NSCharacterSet lowercaseLetterCharacterSet] characterIsMember:0xE9]);
    CHECK([[NSCharacterSet punctuationCharacterSet] characterIsMember:'!']);
    CHECK(![[NSCharacterSet punctuationCharacterSet] characterIsMember:'+']);
    CHECK([[NSCharacterSet symbolCharacterSet] characterIsMember:'+']);
    CHECK(![[NSCharacterSet symbolCharacterSet] characterIsMember:'!']);
    CHECK([[NSCharacterSet controlCharacterSet] characterIsMember:'\n']);
    CHECK([[NSCharacterSet controlCharacterSet] characterIsMember:0x200D]);
    CHECK(![[NSCharacterSet controlCharacterSet] characterIsMember:' ']);
    CHECK([[NSCharacterSet illegalCharacterSet] characterIsMember:0xFFFF]);
    CHECK(![[NSCharacterSet illegalCharacterSet] characterIsMember:'a']);
    CHECK([[NSCharacterSet nonBaseCharacterSet] characterIsMember:0x301]);
    CHECK([[NSCharacterSet letterCharacterSet] characterIsMember:0x301]);
    CHECK([[NSCharacterSet capitalizedLetterCharacterSet] characterIsMember:0x1C5]);
    CHECK(![[NSCharacterSet capitalizedLetterCharacterSet] characterIsMember:'A']);
    CHECK([[NSCharacterSet decimalDigitCharacterSet] characterIsMember:0x663]);
}

TEST("a predefined set is made once, and a mutable one each time") {
    CHECK([NSCharacterSet letterCharacterSet] == [NSCharacterSet letterCharacterSet]);
    NSMutableCharacterSet *letters = [NSMutableCharacterSet letterCharacterSet];
    [letters addCharactersInString:@"_"];
    CHECK([letters characterIsMember:'_'] && [letters characterIsMember:'a']);
    CHECK(![[NSMutableCharacterSet letterCharacterSet] characterIsMember:'_']);
    CHECK(![[NSCharacterSet letterCharacterSet] characterIsMember:'_']);
}

TEST("a mutable set changes, and its copies stay") {
    NSMutableCharacterSet *set = [NSMutableCharacterSet characterSetWithCharactersInString:@"abc"];
    NSCharacterSet *copy = AUTORELEASE([set copy]);
    CHECK([set isEqual:copy] && [set hash] == [copy hash]);
    [set removeCharactersInString:@"b"];
    [set addCharactersInRange:NSMakeRange('x', 3)];
    [set removeCharactersInRange:NSMakeRange('y', 1)];
    [set addCharactersInString:@"!"];
    CHECK([set isEqual:[NSCharacterSet characterSetWithCharactersInString:@"acxz!"]]);
    CHECK([copy characterIsMember:'b'] && ![copy characterIsMember:'x']);
    [set formIntersectionWithCharacterSet:[NSCharacterSet letterCharacterSet]];
    [set formUnionWithCharacterSet:[NSCharacterSet decimalDigitCharacterSet]];
    CHECK(![set characterIsMember:'!'] && [set characterIsMember:'5']);
    [set invert];
    CHECK([set characterIsMember:'!'] && ![set characterIsMember:'a']);
}

TEST("strings are searched, trimmed and split by characters") {
    NSCharacterSet *separators = [NSCharacterSet characterSetWithCharactersInString:@",;"];
    NSString *text = @"a,b;;c";
    CHECK([text rangeOfCharacterFromSet:separators].location == 1);
    CHECK([text rangeOfCharacterFromSet:separators options:NSBackwardsSearch].location == 4);
    CHECK([text rangeOfCharacterFromSet:separators options:0 range:NSMakeRange(2, 2)].location == 3);
    CHECK([@"abc" rangeOfCharacterFromSet:separators].location == NSNotFound);
    CHECK([[text componentsSeparatedByCharactersInSet:separators] isEqual:(@[ @"a", @"b", @"", @"c" ])]);
    NSCharacterSet *blanks = [NSCharacterSet whitespaceAndNewlineCharacterSet];
    CHECK([[@"  a b\n" stringByTrimmingCharactersInSet:blanks] isEqual:@"a b"]);
    CHECK([[@" \t" stringByTrimmingCharactersInSet:blanks] isEqual:@""]);
}
