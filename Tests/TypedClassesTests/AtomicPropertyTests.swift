// AtomicPropertyTests.swift - properties that several threads read and set; a Ref is Sendable.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing
import TypedClasses

extension Wide: Bridged, PropertyValue {
    package typealias Stored = Wide
}

private final class SharedValues: ClassDescription {
    let name = Property<String>("a name that is too long for a tagged pointer")
    let title = Property<String>("another name that is too long", storage: .copy)
    let wide = Property<Wide>(Wide(0))
    let number = Property<Int>(0)
    let other = Property<Ref<SharedValues>?>(nil, storage: .weak)
    let local = Property<Int>(0, isAtomic: false)
}

/// Runs `set` on four threads and `read` on four others. Returns how often `read` returned false.
private func together(_ set: @escaping @Sendable (Int) -> Void, _ read: @escaping @Sendable () -> Bool) -> Int {
    let wrong = Counter()
    onThreads(8) { number in
        for turn in 0..<1000 {
            if number < 4 {
                set(number * 1000 + turn)
            } else if !read() {
                wrong.add()
            }
        }
    }
    return wrong.value
}

@Suite("Typed properties on several threads")
struct AtomicPropertyTests {
    @Test("Four threads that set and four that read one String property see only strings that were set")
    func strings() {
        let object = SharedValues.new()
        let wrong = together {
            object.name = "a name that is too long for a tagged pointer, number \($0)"
            object.title = "another name that is too long, number \($0)"
        } _: {
            object.name.hasPrefix("a name that is too long") && object.title.hasPrefix("another name that is too long")
        }
        #expect(wrong == 0)
    }

    @Test("A structure is read whole")
    func structures() {
        let object = SharedValues.new()
        #expect(
            together {
                object.wide = Wide($0)
            } _: {
                object.wide.isWhole
            } == 0)
    }

    @Test("Numbers and weak references are read as they were set")
    func others() {
        let object = SharedValues.new(), other = SharedValues.new()
        let wrong = together {
            object.number = $0
            object.other = $0 % 2 == 0 ? other : SharedValues.new()
        } _: {
            _ = object.other?.name
            return (0..<4000).contains(object.number)
        }
        #expect(wrong == 0)
    }

    @Test("Key-value coding past the accessors is as safe as they are")
    func keyValueCoding() throws {
        var builder = try ClassBuilder("AtomicKeyValueCoding")
        try builder.addIvar("_wide", Wide.self)
        try builder.addIvar("_name", Object?.self)
        let object = try builder.register().new()
        try object.setValue(Wide(0), forKey: "wide")
        try object.setValue("a name that is too long for a tagged pointer", forKey: "name")
        let wrong = together { number in
            try? object.setValue(Wide(number), forKey: "wide")
            try? object.setValue("a name that is too long for a tagged pointer, number \(number)", forKey: "name")
        } _: {
            let wide = try? object.value(forKey: "wide", as: Wide.self)
            let name = try? object.value(forKey: "name", as: String.self)
            return wide?.isWhole == true && name?.hasPrefix("a name that is too long") == true
        }
        #expect(wrong == 0)
    }

    @Test("A property may be declared nonatomic, and its attributes say so")
    func attributes() {
        let cls = SharedValues.description.runtimeClass
        #expect(cls.property("name")?.attributeString == "T@\"NSString\",&,V_name")
        #expect(cls.property("local")?.attributeString == "Tq,N,V_local")
        let object = SharedValues.new()
        object.local = 3
        #expect(object.local == 3)
    }
}
