// cplusplus.mm - exceptions of Objective-C and C++ that pass each other's frames, and ivars with constructors.
// flags: -std=c++17
#import <Foundation/Foundation.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#import "check.h"

static std::string events;

// Writes a letter when its scope ends, by return or by an exception.
struct Scope {
    char letter;
    ~Scope() { events += letter; }
};

__attribute__((noinline)) static void throw_error(const char *text) { throw std::runtime_error(text); }

__attribute__((noinline)) static void throw_object(NSString *reason) {
    @throw [NSException exceptionWithName:@"Thrown" reason:reason userInfo:nil];
}

@interface Thrower : NSObject
@end
@implementation Thrower
- (void)error {
    Scope scope{'e'};
    throw_error("error");
}
- (void)object {
    Scope scope{'o'};
    throw_object(@"object");
}
- (void)finallyError {
    @try {
        [self error];
    } @finally {
        events += 'f';
    }
}
- (void)setAge:(int)age {
    throw_object(@"age");
}
@end

static Thrower *thrower(void) { return AUTORELEASE([Thrower new]); }

TEST("an exception of C++ passes methods, whose cleanups and @finally run") {
    events.clear();
    std::string what;
    try {
        [thrower() finallyError];
    } catch (const std::exception &error) {
        what = error.what();
    }
    CHECK(what == "error" && events == "ef");
}

TEST("an object passes functions of C++, whose destructors run") {
    events.clear();
    NSString *reason = nil;
    @try {
        Scope scope{'s'};
        auto call = [](Thrower *object) {
            Scope inner{'i'};
            [object object];
        };
        call(thrower());
    } @catch (NSException *exception) {
        reason = exception.reason;
    }
    CHECK([reason isEqual:@"object"] && events == "ois");
}

TEST("handlers of C++ catch objects by class, by id, and with all else") {
    std::string caught;
    try {
        [thrower() object];
    } catch (NSString *other) {
        caught = "string";
    } catch (NSException *exception) {
        caught = exception.reason.UTF8String;
    }
    CHECK(caught == "object");
    try {
        [thrower() object];
    } catch (id object) {
        caught = [[object name] UTF8String];
    }
    CHECK(caught == "Thrown");
    try {
        [thrower() object];
    } catch (const std::exception &) {
        caught = "error";
    } catch (...) {
        caught = "all";
    }
    CHECK(caught == "all");
}

TEST("a handler of another class or language lets an exception pass") {
    int handled = 0;
    try {
        @try {
            [thrower() error];
        } @catch (id object) {
            handled = 1;
        }
    } catch (const std::exception &) {
        handled += 10;
    }
    CHECK(handled == 10);
    @try {
        try {
            [thrower() object];
        } catch (const std::exception &) {
            handled = 1;
        } catch (NSString *) {
            handled = 2;
        }
    } @catch (NSException *) {
        handled += 10;
    }
    CHECK(handled == 20);
}

TEST("@catch (...) catches exceptions of C++, and both languages throw on what they have caught") {
    int handled = 0;
    @try {
        [thrower() error];
    } @catch (...) {
        handled = 1;
    }
    CHECK(handled == 1 && std::uncaught_exceptions() == 0);
    try {
        @try {
            [thrower() error];
        } @catch (...) {
            @throw;
        }
    } catch (const std::runtime_error &error) {
        handled = 2;
    }
    CHECK(handled == 2 && std::uncaught_exceptions() == 0);
    @try {
        try {
            [thrower() object];
        } catch (...) {
            throw;
        }
    } @catch (NSException *exception) {
        handled = [exception.reason isEqual:@"object"] ? 3 : 0;
    }
    CHECK(handled == 3);
}

TEST("handlers of both languages inside each other end in their order") {
    std::vector<std::string> seen;
    try {
        [thrower() object];
    } catch (NSException *outer) {
        try {
            throw_error("inner");
        } catch (const std::exception &inner) {
            try {
                throw_object(@"innermost");
            } catch (NSException *innermost) {
                seen.push_back(innermost.reason.UTF8String);
            }
            try {
                throw;
            } catch (const std::exception &again) {
                seen.push_back(again.what());
            }
        }
        @try {
            throw;
        } @catch (NSException *again) {
            seen.push_back(again.reason.UTF8String);
        }
    }
    CHECK(seen == (std::vector<std::string>{"innermost", "inner", "object"}));
}

TEST("an exception that the runtime raises is caught by C++, also behind code of the runtime") {
    std::string name;
    try {
        [@[] objectAtIndex:3];
    } catch (NSException *exception) {
        name = exception.name.UTF8String;
    }
    CHECK(name == "NSRangeException");
    try {
        [thrower() setValue:@3 forKey:@"age"];
    } catch (NSException *exception) {
        name = exception.reason.UTF8String;
    }
    CHECK(name == "age");
}

TEST("an object that is thrown lives until its handler ends") {
    static int deaths;
    struct Counter {
        ~Counter() { deaths++; }
    };
    @autoreleasepool {
        try {
            throw std::make_shared<Counter>();
        } catch (const std::shared_ptr<Counter> &) {
            CHECK(deaths == 0);
        }
    }
    CHECK(deaths == 1);
}

// ── Ivars with constructors ─────────────────────────────────────────────────────────────────────────

static int alive;
struct Part {
    int number;
    Part() : number(7) {
        alive++;
        events += 'p';
    }
    ~Part() { alive--; }
};
struct LatePart : Part {
    LatePart() { events += 'l'; }
};

@interface Machine : NSObject {
@public
    std::string name;
    Part part;
}
@property(nonatomic) int speed;
@end
@implementation Machine
- (instancetype)init {
    if ((self = [super init])) name += "machine";
    return self;
}
@end

@interface BigMachine : Machine {
@public
    std::vector<int> numbers;
    LatePart late;
}
@end
@implementation BigMachine
@end

@interface PlainMachine : BigMachine
@end
@implementation PlainMachine
@end

TEST("ivars of C++ types are constructed, those of the superclass first, and destroyed with the object") {
    events.clear();
    alive = 0;
    PlainMachine *machine = [PlainMachine new];
    machine->numbers.assign(1000, 3);
    machine->name += std::string(100, 'x');
    CHECK(machine->part.number == 7 && machine->late.number == 7 && alive == 2 && events == "ppl");
    CHECK(machine->name.size() == 107);
    RELEASE(machine);
    machine = nil;
    CHECK(alive == 0);
}

@interface Watcher : NSObject {
@public
    int notifications;
}
@end
@implementation Watcher
- (void)observeValueForKeyPath:(NSString *)keyPath
                      ofObject:(id)object
                        change:(NSDictionary *)change
                       context:(void *)context {
    notifications++;
}
@end

TEST("an object with such ivars can be observed") {
    alive = 0;
    @autoreleasepool {
        Machine *machine = AUTORELEASE([Machine new]);
        Watcher *watcher = AUTORELEASE([Watcher new]);
        [machine addObserver:watcher forKeyPath:@"speed" options:0 context:nullptr];
        machine.speed = 3;
        [machine removeObserver:watcher forKeyPath:@"speed"];
        CHECK(watcher->notifications == 1 && machine->name == "machine");
    }
    CHECK(alive == 0);
}
