// RetainCountTests.swift - the retain count of an object in a script is the number of its owners.
import Testing

@Suite("Retain counts in scripts")
struct RetainCountTests {
    @Test("Each variable, collection, ivar and autorelease pool that owns an object counts once, and nothing else does")
    func owners() throws {
        let lines = try output(
            """
            @class OSCounted : NSObject { id other }
            p = [OSCounted new]
            print [p retainCount], [p isEqual: p], [p retainCount]
            q = p
            print [p retainCount]
            list = @[p, p]
            print [p retainCount]
            @autoreleasepool {
                [NSArray arrayWithObject: p]
                print [p retainCount]
            }
            print [p retainCount]
            p.other = p
            print [p retainCount]
            p.other = nil; list = nil; q = nil
            print [p retainCount]
            """)
        #expect(lines == ["1 YES 1", "2", "4", "5", "4", "5", "1"])
    }

    @Test("In a method, self, the arguments and ivars that are read are no owners; local variables are")
    func methods() throws {
        let lines = try output(
            """
            @class OSBorrowing : NSObject {
                id friend
                - (int)ofSelf { return [self retainCount] }
                - (int)of: (id)other { return [other retainCount] }
                - (int)ofFriend { return [_friend retainCount] }
                - (int)kept: (id)other { mine = other; return [mine retainCount] }
                - (id)init { print @"init", [self retainCount]; return self }
            }
            p = [OSBorrowing new]; q = [OSBorrowing new]
            print [p ofSelf], [p of: q], [p of: p], [p kept: q]
            p.friend = q
            print [p ofFriend], [p of: q]
            [p performSelector: @selector(ofSelf)]
            print [p retainCount], [q retainCount]
            """)
        #expect(lines == ["init 1", "init 1", "1 1 1 2", "2 2", "1 2"])
    }

    @Test("The result of a message is owned until its expression ends")
    func results() throws {
        let lines = try output(
            """
            @class OSResulting : NSObject { id friend;
                - (id)pooled { @autoreleasepool { return self.friend } }
                - (void)dealloc { print @"bye" }
            }
            p = [OSResulting new]; p.friend = [OSResulting new]
            print [p.friend retainCount]
            print [[OSResulting new] retainCount]
            kept = [p pooled]
            print @"kept", [kept retainCount]
            kept = nil; p = nil
            print @"next"
            """)
        #expect(lines == ["2", "bye", "1", "kept 2", "bye", "bye", "next"])
    }

    @Test("An object that its own method lets go of lives until the message has returned")
    func lettingGoOfSelf() throws {
        let bench = try Bench()
        try bench.run(
            """
            @class OSLeaving : NSObject {
                int age
                - (void)leave { [holder drop]; print @"left", self.age }
                - (void)dealloc { print @"bye" }
            }
            @class OSHolder : NSObject { id child; - (void)drop { _child = nil } - (void)send { [_child leave] } }
            holder = [OSHolder new]
            child = [OSLeaving new]
            holder.child = child
            child = nil
            [holder.child leave]
            """)
        #expect(bench.host.written == ["left 0", "bye"])
    }

    @Test("A borrowed object that was deallocated gets no message, and is no argument: both are errors of the script")
    func deadObjects() throws {
        let classes = """
            @class OSShort : NSObject { int age; - (void)talk { [owner drop]; self.age = 3 } }
            @class OSOwner : NSObject {
                id child
                - (int)drop { _child = nil; return 1 }
                - (void)receive { [_child isEqual: @([self drop])] }
                - (void)pass { [self take: _child after: [self drop]] }
                - (void)take: (id)object after: (int)number { print @"never" }
                - (void)talk { [_child talk] }
            }

            """
        let bench = try Bench()
        try bench.run(classes + "owner = [OSOwner new]")
        for (message, problem) in [
            ("receive", "an object of class OSShort has been deallocated: nobody owned it any more"),
            ("pass", "argument 1 of 'take:after:' must be an object, but an object of class OSShort"),
            ("talk", "an object of class OSShort has been deallocated: nobody owned it any more"),
        ] {
            let error = bench.error("owner.child = [OSShort new]; [owner \(message)]")
            #expect(error.contains(problem), "\(error)")
        }
        #expect(bench.host.written.isEmpty)
    }
}
