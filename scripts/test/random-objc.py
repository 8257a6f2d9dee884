#!/usr/bin/env python3
"""random-objc.py SEED - prints a program in Objective-C that combines features at random, and checks its own results.

The program declares a hierarchy of classes with properties, methods, categories and protocols, and performs random
steps on their instances. This script computes the expected result of each step with its own model of classes and
objects. The same seed produces the same program. The program compiles with and without ARC.
"""

import random
import sys

SCALARS = {"int": 2**31 - 1, "short": 2**15 - 1, "long": 2**62, "unsigned char": 255, "double": 2**40, "float": 2**20}
METHODS = ["first", "second", "third"]


class Class:
    """A class of the program: its declarations, and the model of its methods."""

    def __init__(self, rng, number, others):
        self.number, self.name = number, f"Class{number}"
        self.superclass = rng.choice(others + [None]) if others else None
        self.properties = []
        for index in range(rng.randrange(1, 5)):
            kind = rng.choice(list(SCALARS) + ["id", "Pair"])
            attributes = [rng.choice(["atomic", "nonatomic"])]
            if kind == "id":
                attributes.append(rng.choice(["strong", "copy"]))
            self.properties.append((f"p{number}_{index}", kind, ", ".join(attributes)))
        # The body of each method: (calls super, factor, addend). A category's method hides the class's own.
        self.own = {name: self.body(rng, name) for name in METHODS if rng.random() < 0.6 or not self.superclass}
        self.category = {name: self.body(rng, name) for name in METHODS if rng.random() < 0.25}
        self.is_tagged = rng.random() < 0.4
        self.table = {**self.own, **self.category}

    def body(self, rng, name):
        return self.superclass is not None and rng.random() < 0.7, rng.randrange(1, 9), rng.randrange(-50, 50)

    def line(self):
        return [self] + (self.superclass.line() if self.superclass else [])

    def all_properties(self):
        return [each for cls in self.line() for each in cls.properties]

    def call(self, name, argument):
        for index, cls in enumerate(self.line()):
            if name not in cls.table:
                continue
            calls_super, factor, addend = cls.table[name]
            below = cls.superclass.call(name, argument) if calls_super else argument
            return below * factor + addend
        raise AssertionError(name)

    def declaration(self):
        above = self.superclass.name if self.superclass else "NSObject"
        tagged = " <Tagged>" if self.is_tagged else ""
        lines = [f"@interface {self.name} : {above}{tagged}"]
        for name, kind, attributes in self.properties:
            lines.append(f"@property({attributes}) {kind} {name};")
        if not self.superclass:
            lines += [f"- (long){name}:(long)x;" for name in METHODS]
        return lines + ["@end"]

    def method(self, name, body):
        calls_super, factor, addend = body
        below = f"[super {name}:x]" if calls_super else "x"
        return f"- (long){name}:(long)x {{ return {below} * {factor} + ({addend}); }}"

    def implementation(self):
        lines = [f"@implementation {self.name}"]
        lines += [self.method(name, body) for name, body in self.own.items()]
        if self.is_tagged:
            lines.append(f"- (int)tag {{ return {self.number}; }}")
        lines += ["- (void)dealloc {", f"    deaths[{self.number}]++;", "#if !__has_feature(objc_arc)"]
        lines += [f"    [_{name} release];" for name, kind, _ in self.properties if kind == "id"]
        lines += ["    [super dealloc];", "#endif", "}", "@end"]
        if self.category:
            lines += [f"@implementation {self.name} (More)"]
            lines += [self.method(name, body) for name, body in self.category.items()] + ["@end"]
        return lines


class Program:
    """The steps of main(), and the state that the model expects."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.seed, self.lines, self.objects, self.made = seed, [], [], {}
        self.classes = []
        for number in range(self.rng.randrange(2, 6)):
            self.classes.append(Class(self.rng, number, self.classes))

    def say(self, *lines):
        self.lines += ["    " + line for line in lines]

    def check(self, condition):
        self.say(f"CHECK({condition});")

    def a_value(self, kind):
        if kind == "id":
            return self.rng.randrange(-1000, 1000)
        if kind == "Pair":
            return (self.rng.randrange(100), self.rng.randrange(100))
        limit = SCALARS[kind]
        return self.rng.randrange(0 if kind == "unsigned char" else -limit, limit)

    @staticmethod
    def literal(kind, value):
        if kind == "Pair":
            return f"(Pair){{{value[0]}, {value[1]}}}"
        return f"@({value})" if kind == "id" else f"({kind}){value}{'L' if kind == 'long' else ''}"

    def check_property(self, target, name, kind, value):
        if kind == "id":
            self.check(f"[{target}.{name} isEqual:@({value})]")
        elif kind == "Pair":
            self.check(f"{target}.{name}.a == {value[0]} && {target}.{name}.b == {value[1]}")
        else:
            self.check(f"{target}.{name} == {self.literal(kind, value)}")

    # -- Steps ---------------------------------------------------------------------------------------

    def make_object(self):
        cls = self.rng.choice(self.classes)
        name = f"object{len(self.objects)}"
        self.objects.append((name, cls, {}))
        for each in cls.line():
            self.made[each.number] = self.made.get(each.number, 0) + 1
        self.say(f"{cls.name} *{name} = [[{cls.name} alloc] init];")

    def set_property(self):
        name, cls, state = self.rng.choice(self.objects)
        key, kind, _ = self.rng.choice(cls.all_properties())
        value = self.a_value(kind)
        if kind != "Pair" and self.rng.random() < 0.4:
            self.say(f'[{name} setValue:@({self.literal(kind, value) if kind != "id" else value}) forKey:@"{key}"];')
        else:
            self.say(f"{name}.{key} = {self.literal(kind, value)};")
        state[key] = (kind, value)
        self.check_property(name, key, kind, value)

    def read_all(self):
        name, _, state = self.rng.choice(self.objects)
        for key, (kind, value) in state.items():
            self.check_property(name, key, kind, value)

    def call_method(self):
        name, cls, _ = self.rng.choice(self.objects)
        method, argument = self.rng.choice(METHODS), self.rng.randrange(-99, 99)
        result = cls.call(method, argument)
        how = self.rng.choice(["plain", "imp", "invocation", "id"])
        if how == "plain":
            self.check(f"[{name} {method}:{argument}] == {result}")
        elif how == "id":
            self.check(f"[(id){name} {method}:{argument}] == {result}")
        elif how == "imp":
            imp = f"class_getMethodImplementation(object_getClass({name}), @selector({method}:))"
            call = f"((long (*)(id, SEL, long))(void *){imp})({name}, @selector({method}:), {argument})"
            self.check(f"{call} == {result}")
        else:
            self.check(f"invoke({name}, @selector({method}:), {argument}) == {result}")

    def observe(self):
        name, cls, state = self.rng.choice(self.objects)
        scalars = [each for each in cls.all_properties() if each[1] in ("int", "long", "short")]
        if not scalars:
            return self.call_method()
        key, kind, _ = self.rng.choice(scalars)
        count = self.rng.randrange(1, 5)
        self.say("{", "    Watcher *watcher = [Watcher new];")
        options = "NSKeyValueObservingOptionNew"
        self.say(f'    [{name} addObserver:watcher forKeyPath:@"{key}" options:{options} context:NULL];')
        for _ in range(count):
            value = self.a_value(kind)
            self.say(f"    {name}.{key} = {self.literal(kind, value)};")
            state[key] = (kind, value)
        self.say(f"    CHECK(watcher.count == {count} && watcher.latest == {value}L);")
        method, argument = self.rng.choice(METHODS), self.rng.randrange(99)
        self.say(f"    CHECK([{name} {method}:{argument}] == {cls.call(method, argument)});")
        self.say(f"    CHECK([{name} class] == [{cls.name} class] && object_getClass({name}) != [{cls.name} class]);")
        self.say(f'    [{name} removeObserver:watcher forKeyPath:@"{key}"];')
        self.say(f"    CHECK(object_getClass({name}) == [{cls.name} class]);", "    RELEASE(watcher);", "}")

    def use_block(self):
        name, cls, _ = self.rng.choice(self.objects)
        method, start, rounds = self.rng.choice(METHODS), self.rng.randrange(50), self.rng.randrange(1, 6)
        total = start
        for index in range(rounds):
            total += cls.call(method, index)
        copied = "AUTORELEASE([block copy])" if self.rng.random() < 0.5 else "block"
        self.say("{", f"    __block long total = {start};")
        self.say(f"    void (^block)(long) = ^(long x) {{ total += [{name} {method}:x]; }};")
        self.say(f"    void (^used)(long) = {copied};")
        self.say(f"    for (long index = 0; index < {rounds}; index++) used(index);")
        self.say(f"    CHECK(total == {total});", "}")

    def throw(self):
        depth, value = self.rng.randrange(1, 8), self.rng.randrange(1000)
        caught = self.rng.choice(["NSException *", "id", "NSNumber *"])
        thrown = f"@({value})" if caught == "NSNumber *" else "nil"
        finals = depth
        self.say("{", "    BOOL caught = NO;", "    finals = 0;", "    @try {")
        self.say(f"        dive({depth}, {value}, {thrown});")
        self.say(f"    }} @catch ({caught}exception) {{" if caught != "id" else "    } @catch (id exception) {")
        if caught == "NSNumber *":
            self.say(f"        caught = [exception intValue] == {value};")
        else:
            self.say(f'        caught = [[exception name] isEqual:@"Deep{value}"];')
        self.say("    }", f"    CHECK(caught && finals == {finals});", "}")

    def use_collections(self):
        values = [self.rng.randrange(-100, 100) for _ in range(self.rng.randrange(1, 9))]
        array = ", ".join(f"@{value}" if value >= 0 else f"@({value})" for value in values)
        keys = {f"k{index}": value for index, value in enumerate(values)}
        pairs = ", ".join(f'@"{key}" : @({value})' for key, value in keys.items())
        wanted = self.rng.choice(list(keys))
        self.say("{", "    long sum = 0;", f"    for (NSNumber *number in @[ {array} ]) sum += number.longValue;")
        self.say(f"    CHECK(sum == {sum(values)});", f"    NSDictionary *entries = @{{{pairs}}};")
        self.say(f'    CHECK([entries[@"{wanted}"] longValue] == {keys[wanted]} && entries[@"none"] == nil);', "}")

    def associate(self):
        name, _, _ = self.rng.choice(self.objects)
        value = self.rng.randrange(1000)
        self.say(f"objc_setAssociatedObject({name}, &deaths, @({value}), OBJC_ASSOCIATION_RETAIN);")
        self.check(f"[objc_getAssociatedObject({name}, &deaths) intValue] == {value}")

    def exchange(self):
        cls = self.rng.choice(self.classes)
        names = list(cls.table)
        if len(names) < 2:
            return self.call_method()
        first, second = self.rng.sample(names, 2)
        # A body that calls super sends the selector that it was compiled with, which the model does not track.
        if cls.table[first][0] or cls.table[second][0]:
            return self.call_method()
        cls.table[first], cls.table[second] = cls.table[second], cls.table[first]
        find = f"class_getInstanceMethod([{cls.name} class], @selector(%s:))"
        self.say(f"method_exchangeImplementations({find % first}, {find % second});")

    def ask(self):
        name, cls, _ = self.rng.choice(self.objects)
        tags = [each.number for each in cls.line() if each.is_tagged]
        self.check(f"[{name} conformsToProtocol:@protocol(Tagged)] == {'YES' if tags else 'NO'}")
        self.check(f"[{name} respondsToSelector:@selector(tag)] == {'YES' if tags else 'NO'}")
        if tags:
            self.check(f"[(id<Tagged>){name} tag] == {tags[0]}")
        other = self.rng.choice(self.classes)
        self.check(f"[{name} isKindOfClass:[{other.name} class]] == {'YES' if other in cls.line() else 'NO'}")

    def lose(self):
        cls = self.rng.choice(self.classes)
        for each in cls.line():
            self.made[each.number] = self.made.get(each.number, 0) + 1
        self.say("{", "    WEAK(weak);", "    @autoreleasepool {")
        self.say(f"        {cls.name} *mortal = [{cls.name} new];", "        SET_WEAK(weak, mortal);")
        self.say("        @synchronized(mortal) {", "            CHECK(READ_WEAK(weak) == mortal);", "        }")
        self.say("        RELEASE(mortal);", "    }", "    CHECK(READ_WEAK(weak) == nil);", "}")

    # -- The program ---------------------------------------------------------------------------------

    def write(self):
        steps = [self.set_property, self.set_property, self.read_all, self.call_method, self.call_method, self.observe,
                 self.use_block, self.throw, self.use_collections, self.associate, self.exchange, self.ask, self.lose,
                 self.make_object]
        for _ in range(3):
            self.make_object()
        for _ in range(self.rng.randrange(30, 60)):
            self.rng.choice(steps)()
        for name, _, _ in self.objects:
            self.say(f"RELEASE({name});")
        print(f"// Seed {self.seed} of scripts/test/random-objc.py.")
        print(PROLOGUE)
        for cls in self.classes:
            print("\n".join(cls.declaration() + cls.implementation()))
        print("static void steps(void) {")
        print("\n".join(self.lines))
        print("}")
        print('TEST("a random program does what its model says") {')
        print("    @autoreleasepool {\n        steps();\n    }")
        for number, count in sorted(self.made.items()):
            print(f"    CHECK(deaths[{number}] == {count});")
        print("}")


PROLOGUE = """#import "check.h"
#import <Foundation/Foundation.h>
#import <objc/runtime.h>

typedef struct { int a, b; } Pair;
static int deaths[16], finals;
#if __has_feature(objc_arc)
#define WEAK(name) __weak id name = nil
#define SET_WEAK(name, object) name = object
#define READ_WEAK(name) name
#else
#include <objc/objc-arc.h>
#define WEAK(name) id name = nil
#define SET_WEAK(name, object) objc_storeWeak(&name, object)
#define READ_WEAK(name) objc_loadWeak(&name)
#endif

@protocol Tagged
- (int)tag;
@end

@interface Watcher : NSObject
@property(nonatomic) int count;
@property(nonatomic) long latest;
@end
@implementation Watcher
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    self.count++;
    self.latest = [change[NSKeyValueChangeNewKey] longValue];
}
@end

static void dive(int depth, int value, id object) {
    @try {
        if (depth > 1) {
            dive(depth - 1, value, object);
        } else if (object) {
            @throw object;
        } else {
            NSString *name = [NSString stringWithFormat:@"Deep%d", value];
            @throw [NSException exceptionWithName:name reason:@"" userInfo:nil];
        }
    } @finally {
        finals++;
    }
}

static long invoke(id target, SEL selector, long argument) {
    NSInvocation *invocation =
        [NSInvocation invocationWithMethodSignature:[target methodSignatureForSelector:selector]];
    long result = 0;
    invocation.selector = selector;
    [invocation setArgument:&argument atIndex:2];
    [invocation invokeWithTarget:target];
    [invocation getReturnValue:&result];
    return result;
}
"""

if __name__ == "__main__":
    Program(int(sys.argv[1])).write()
