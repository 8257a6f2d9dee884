// LifetimeTests.swift - ownership of objects in scripts, and when they are deallocated.
import MiniRuntime
import ObjectiveScript
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Lifetimes in scripts")
struct LifetimeTests {
    @Test("An object dies right where the last variable lets go of it")
    func variables() throws {
        let lines = try output(
            """
            @class OSMortal : NSObject { NSString *name; OSMortal *child; - (void)dealloc { print @"bye", _name } }
            p = [OSMortal new]; p.name = @"p"
            q = p
            p = nil
            print @"one left"
            q = [OSMortal new]
            print @"replaced"
            q.name = @"q"; q.child = [OSMortal new]; q.child.name = @"child"
            q = 3
            print @"end"
            """)
        #expect(lines == ["one left", "bye p", "replaced", "bye q", "bye child", "end"])
        #expect(Class(named: "OSMortal")?.instanceCount == 0)
    }

    @Test("Results of alloc, new, copy, init and of getters are owned once, whether they are used or not")
    func results() throws {
        let bench = try Bench()
        try bench.run(
            """
            @class OSOwned : NSObject {
                id other
                - (id)copyWithZone: (void *)zone { return [[self class] new] }
                - (id)newOne { return [OSOwned new] }
                - (id)make { return [OSOwned new] }
                - (id)initTwice { [OSOwned new]; return [self init] }
            }
            o = [OSOwned new]
            o.other = [[OSOwned alloc] initTwice]
            [o copy]; x = [o copy]; x = nil; [o newOne]; [[o newOne] make].other = [o make]
            [OSOwned alloc]; y = [[OSOwned alloc] init]; y = o.other; y = nil
            """)
        let cls = try #require(Class(named: "OSOwned"))
        #expect(cls.instanceCount == 2)
        let object = try #require(bench.interpreter.variables.first { $0.name == "o" }?.value.object)
        let count = object.unmanaged.retainCount
        #expect(count == 2)  // the reference of the script, and the one here
        try bench.run("o.other = nil")
        #expect(cls.instanceCount == 1)
    }

    @Test("C strings that methods return leave nothing behind when they are passed on")
    func cStrings() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench(recordsStatements: false)
            let loop = """
                while (i < end) {
                    s = [NSString stringWithUTF8String: [[@"a text that is long enough to count" stringByAppendingString: \
                [@(i) description]] UTF8String]]
                    i = i + 1
                }
                """
            try bench.run("i = 0; end = 2000\n" + loop)
            let before = residentBytes()
            try bench.run("end = 22000\n" + loop)
            expectGrowth(since: before, below: 1_000_000)
            #expect(try "\(bench.run("[s hasSuffix: @\"21999\"]"))" == "YES")
        }
    }

    @Test("Variables go with the interpreter, classes stay")
    func interpreters() throws {
        var bench: Bench? = try Bench()
        try bench?.run(
            "@class OSKept : NSObject { int n; - (int)twice { return _n * 2 } }\nk = [OSKept new]; k.n = 3; @[k]")
        let cls = try #require(Class(named: "OSKept"))
        #expect(cls.instanceCount == 1)
        bench = nil
        #expect(cls.instanceCount == 0)
        let object = try cls.new()
        try object.send("setN:", Int32(4))
        #expect(try object.send("twice", as: Int32.self) == 8)
    }

    @Test("What raises in dealloc is an error of the statement that let go")
    func raisingDealloc() throws {
        let bench = try Bench()
        let error = bench.error(
            """
            @class OSLoud : NSObject { - (void)dealloc { @throw [NSException exceptionWithName: @"Loud" reason: @"in dealloc" userInfo: nil] } }
            l = [OSLoud new]
            @try { l = nil } @catch (e) { print @"caught", e.reason }
            [OSLoud new].description
            l = [OSLoud new]
            l = nil
            """)
        #expect(bench.host.written == ["caught in dealloc"])
        #expect(error.contains("error: Loud: in dealloc"))
        #expect(Class(named: "OSLoud")?.instanceCount == 0)
        #expect(!RuntimeException.isPending)
    }

    @Test("A thousand rounds leave nothing behind")
    func leaks() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            try bench.run(
                """
                @class OSLeak : NSObject { int age; NSString *name; id other
                    - (void)setAge: (int)age { local = self; @try { [nil foo]; [local nope] } @catch (e) { _age = age } }
                }
                """)
            let round = """
                p = [OSLeak new]; p.other = @[p.description, @{@"k": @(1.5)}, [p copy_]]
                """.replacing("[p copy_]", with: "[OSLeak new]") + """

                    [p addObserver: printer forKeyPath: @"age" options: new|old]
                    p.age = 3; p.name = @"literal"
                    [p removeObserver: printer forKeyPath: @"age"]
                    @try { [p.other objectAtIndex: 99] } @catch (e) { e = nil }
                    p = nil
                    """
            for _ in 0..<3 { try bench.run(round) }
            let before = (ObjectRuntime.liveObjectCount, IMP.closureCount)
            for _ in 0..<300 { try bench.run(round) }
            #expect((ObjectRuntime.liveObjectCount, IMP.closureCount) == before)
            #expect(ObjectRuntime.invariantViolation() == nil)
        }
    }
}
