// ObservingTests.swift - observing by scripts, and of objects made by scripts.
import KVONotifying
import MiniRuntime
import ObjectiveScript
import Testing

@Suite("Scripts that observe")
struct ObservingTests {
    @Test("The first example of the documentation runs")
    func example() throws {
        let lines = try output(
            """
            @class OSPerson : NSObject { int age; NSString *name; }
            p = [OSPerson new]
            [p addObserver: printer forKeyPath: @"age" options: new|old]
            [p addObserver: printer forKeyPath: @"name" options: new|old|initial context: "names"]
            p.age = 42
            [p setValue: @"Ann" forKey: @"name"]
            print object_getClass(p), [p class]
            [p removeObserver: printer forKeyPath: @"age"]
            [p removeObserver: printer forKeyPath: @"name" context: "names"]
            p.age = 43
            print object_getClass(p)
            """)
        #expect(
            lines == [
                "printer is notified: \"name\" of p: new nil, context \"names\"",
                "printer is notified: \"age\" of p: new 42, old 0",
                "printer is notified: \"name\" of p: new \"Ann\", old nil, context \"names\"",
                "NSKVONotifying_OSPerson OSPerson", "OSPerson",
            ])
    }

    @Test("printer says the kind of a change, its indexes, and whether it is still to come")
    func changes() throws {
        let lines = try output(
            """
            @class OSTeam : NSObject { NSMutableArray *members }
            t = [OSTeam new]; t.members = [NSMutableArray array]
            [t addObserver: printer forKeyPath: @"members" options: new|old|prior]
            [[t mutableArrayValueForKey: @"members"] addObject: @"Ann"]
            [[t mutableArrayValueForKey: @"members"] removeObjectAtIndex: 0]
            [t removeObserver: printer forKeyPath: @"members"]
            @class OSStage : NSObject { + (void)play { a = [OSTeam new]; b = [Printer new]
                [a addObserver: b forKeyPath: @"members" options: initial]; [a removeObserver: b forKeyPath: @"members"] } }
            [OSStage play]
            """)
        #expect(
            lines.prefix(4) == [
                "printer is notified: \"members\" of t: prior, insertion, indexes 0",
                "printer is notified: \"members\" of t: insertion, indexes 0, new (\n    Ann\n)",
                "printer is notified: \"members\" of t: prior, removal, indexes 0, old (\n    Ann\n)",
                "printer is notified: \"members\" of t: removal, indexes 0, old (\n    Ann\n)",
            ])
        #expect(lines.last?.hasPrefix("a Printer is notified: \"members\" of <OSTeam: 0x") == true)
    }

    @Test("A setter that the script wrote is overridden by the notifying class, and called by it")
    func setters() throws {
        let lines = try output(
            """
            @class OSDoubler : NSObject { int value; - (void)setValue: (int)value { print @"set", value; _value = value * 2 } }
            d = [OSDoubler new]
            [d addObserver: printer forKeyPath: @"value" options: new|old]
            d.value = 4
            @class OSDoubler (Quiet) { - (void)setValue: (int)value { _value = value } }
            d.value = 5
            [d removeObserver: printer forKeyPath: @"value"]
            """)
        #expect(
            lines == [
                "set 4", "printer is notified: \"value\" of d: new 8, old 0",
                "printer is notified: \"value\" of d: new 5, old 8",
            ])
    }

    @Test("A class of the script can be the observer, and say what its keys depend on")
    func observers() throws {
        let lines = try output(
            """
            @class OSRectangle : NSObject {
                int width, height
                - (int)area { return self.width * self.height }
                + (NSSet *)keyPathsForValuesAffectingArea { return [NSSet setWithArray: @[@"width", @"height"]] }
            }
            @class OSWatcher : NSObject {
                - (void)observeValueForKeyPath: (NSString *)path ofObject: (id)object change: (NSDictionary *)change context: (void *)context {
                    print path, change[0]
                }
            }
            """.replacing("change[0]", with: "[change objectForKey: NSKeyValueChangeNewKey], context")
                + """

                r = [OSRectangle new]; w = [OSWatcher new]
                [r addObserver: w forKeyPath: @"area" options: new context: "mine"]
                r.width = 3; r.height = 4
                [r removeObserver: w forKeyPath: @"area" context: "mine"]
                """)
        #expect(lines == ["area 0 mine", "area 12 mine"])
    }
}
