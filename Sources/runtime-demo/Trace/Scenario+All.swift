// Scenario+All.swift - the built-in scenarios, in teaching order.

extension Scenario {
    static let all = [
        Scenario(
            "first-observation",
            "An object is observed for the first time: a class is made, and isa is pointed at it.",
            """
            @class Person : NSObject { int age; NSString *name; }
            p = [Person new]
            [p addObserver: printer forKeyPath: @"age" options: new|old]
            print object_getClass(p), [p class]
            p.age = 42
            [p removeObserver: printer forKeyPath: @"age"]
            print object_getClass(p)
            """),
        Scenario(
            "set",
            "What runs, in which order, when an observed property is set, and when another property is set.",
            """
            trace off
            @class Person : NSObject { int age; NSString *name; }
            p = [Person new]; q = [Person new]
            [p addObserver: printer forKeyPath: @"age" options: new|old]
            trace on
            p.age = 42
            [p setValue: @43 forKey: @"age"]
            p.name = @"Ann"
            q.age = 7
            trace off
            [p removeObserver: printer forKeyPath: @"age"]
            """),
        Scenario(
            "two-observers",
            "Two observers of one key: the order of their notifications. Adding the second changes no class.",
            """
            @class Person : NSObject { int age; }
            @class Watcher : NSObject {
                - (void)observeValueForKeyPath: (NSString *)path ofObject: (id)object change: (id)change context: (void *)c {
                    print @"watcher is notified"
                }
            }
            trace off
            p = [Person new]; watcher = [Watcher new]
            [p addObserver: printer forKeyPath: @"age" options: new|prior]
            trace on
            [p addObserver: watcher forKeyPath: @"age" options: 0]
            p.age = 42
            [p removeObserver: printer forKeyPath: @"age"]
            p.age = 43
            [p removeObserver: watcher forKeyPath: @"age"]
            """),
        Scenario(
            "key-path",
            "Each object on a key path is observed; if one is replaced, the new object is observed instead.",
            """
            trace off
            @class Company : NSObject { NSString *name; }
            @class Person : NSObject { Company *employer; }
            acme = [Company new]; acme.name = @"ACME"
            zenith = [Company new]; zenith.name = @"Zenith"
            p = [Person new]; p.employer = acme
            trace on
            [p addObserver: printer forKeyPath: @"employer.name" options: new|old]
            acme.name = @"Acme & Sons"
            p.employer = zenith
            acme.name = @"nobody hears this"
            [p removeObserver: printer forKeyPath: @"employer.name"]
            """),
        Scenario(
            "dependent-key", "A property that is computed from others changes when they do.",
            """
            trace off
            @class Person : NSObject {
                NSString *first, *last;
                - (NSString *)fullName { return [self.first stringByAppendingString: self.last] }
                + (NSSet *)keyPathsForValuesAffectingFullName { return [NSSet setWithArray: @[@"first", @"last"]] }
            }
            p = [Person new]; p.first = @"Ann "; p.last = @"Lee"
            trace on
            [p addObserver: printer forKeyPath: @"fullName" options: new|old]
            p.first = @"Bob "
            [p removeObserver: printer forKeyPath: @"fullName"]
            """),
        Scenario(
            "to-many", "Elements are inserted, replaced and removed through a proxy that notifies of each.",
            """
            trace off
            @class Team : NSObject { NSMutableArray *members; }
            t = [Team new]; t.members = [NSMutableArray array]
            [t addObserver: printer forKeyPath: @"members" options: new|old]
            members = [t mutableArrayValueForKey: @"members"]
            trace on
            [members addObject: @"Ann"]
            [members insertObject: @"Bob" atIndex: 0]
            [members replaceObjectAtIndex: 1 withObject: @"Cid"]
            [members removeObjectAtIndex: 0]
            [[t members] addObject: @"silent"]
            [t removeObserver: printer forKeyPath: @"members"]
            """),
        Scenario(
            "nested", "An observer that sets another observed property while it is notified.",
            """
            trace off
            @class Person : NSObject { int age; NSString *title; }
            @class Herald : NSObject {
                - (void)observeValueForKeyPath: (NSString *)path ofObject: (id)person change: (id)change context: (void *)c {
                    if ([person age] >= 18) { [person setTitle: @"grown up"] }
                }
            }
            p = [Person new]; herald = [Herald new]
            [p addObserver: herald forKeyPath: @"age" options: 0]
            [p addObserver: printer forKeyPath: @"title" options: new]
            trace on
            p.age = 17
            p.age = 18
            trace off
            [p removeObserver: herald forKeyPath: @"age"]; [p removeObserver: printer forKeyPath: @"title"]
            """),
        Scenario(
            "remove",
            "One observer is removed, then the last one: isa is restored, and the notifying class stays for later.",
            """
            trace off
            @class Person : NSObject { int age; NSString *name; }
            p = [Person new]
            [p addObserver: printer forKeyPath: @"age" options: new]
            [p addObserver: printer forKeyPath: @"name" options: new]
            trace on
            [p removeObserver: printer forKeyPath: @"age"]
            p.age = 42
            [p removeObserver: printer forKeyPath: @"name"]
            p.age = 43
            [p addObserver: printer forKeyPath: @"age" options: new]
            [p removeObserver: printer forKeyPath: @"age"]
            @try { [p removeObserver: printer forKeyPath: @"age"] } @catch (e) { print e }
            """),
        Scenario(
            "dealloc-while-observed",
            "An object is deallocated while it is observed: dealloc detects that an observer was not removed.",
            """
            @class Person : NSObject { int age; - (void)dealloc { print @"Person's own dealloc" } }
            p = [Person new]
            [p addObserver: printer forKeyPath: @"age" options: new]
            @try { p = nil } @catch (e) { print e }
            """),
        Scenario(
            "swizzle-after-observe",
            "A setter is swizzled while its key is observed: the notifying setter calls the new implementation.",
            """
            trace off
            @class Person : NSObject { int age; }
            p = [Person new]
            [p addObserver: printer forKeyPath: @"age" options: new]
            @class Person (Cautious) {
                - (void)cautious_setAge: (int)age { if (age < 0) { age = 0 }; [self cautious_setAge: age] }
            }
            trace on
            p.age = -1
            setter = class_getInstanceMethod([Person class], @selector(setAge:))
            method_exchangeImplementations(setter, class_getInstanceMethod([Person class], @selector(cautious_setAge:)))
            p.age = -1
            trace off
            [p removeObserver: printer forKeyPath: @"age"]
            """),
    ]
}
