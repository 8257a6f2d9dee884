// Exercises09.swift - solutions to the exercises of docs/guide/09-key-value-coding.md.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Exercises of chapter 09")
struct Exercises09 {
    @Test("1. A method that returns nothing is no getter: the door is asked, and not opened")
    func door() throws {
        let cls = try ClassBuilder("Exercise09Door").register()
        let opened = Locked(0)
        try cls.addMethod("open") { (_: Object) in opened.withLock { $0 += 1 } }
        try cls.addMethod("isOpen") { (_: Object) -> Bool in opened.withLock { $0 > 0 } }
        // "open" comes before "isOpen" in the order, but its shape does not fit: a getter returns something.
        #expect(try cls.new().value(forKey: "open", as: Bool.self) == false)
        #expect(opened.withLock { $0 } == 0)
    }

    @Test("2. Two methods make an object that has every key, and two messages notify its observers")
    func everyKey() throws {
        let record = try makeRecordClass().new()
        try record.setValue(42, forKey: "age")
        #expect(try record.value(forKey: "age", as: Int.self) == 42)
        #expect(try record.value(forKey: "name") == nil)

        let told = Locked<[Int]>([])
        let watcher = try makeWatcher("Exercise09Watcher") { age in told.append(age) }
        try record.addObserver(watcher, forKeyPath: "age", options: .new)
        try record.setValue(43, forKey: "age")
        try record.removeObserver(watcher, forKeyPath: "age")
        #expect(told.withLock { $0 } == [43])
    }

    /// There is no setter to override and no ivar whose change setValue:forKey: would announce. Without the will and
    /// did in here, observers would hear nothing.
    private func makeRecordClass() throws -> Class {
        var builder = try ClassBuilder("Exercise09Record")
        try builder.addIvar("contents", Object?.self)
        try builder.addClassMethod("accessInstanceVariablesDirectly") { (_: Class) -> Bool in false }
        try builder.addMethod("valueForUndefinedKey:") { (self: Object, key: Object) -> Object? in
            try self.ivar("contents", as: Object?.self)?.send("objectForKey:", key, as: Object?.self)
        }
        try builder.addMethod("setValue:forUndefinedKey:") { (self: Object, value: Object, key: String) in
            let contents = try self.ivar("contents", as: Object?.self) ?? NSMutableDictionary.object()
            try self.setIvar("contents", to: Object?.some(contents))
            try self.willChangeValue(forKey: key)
            try contents.send("setObject:forKey:", value, NSString.object(key))
            try self.didChangeValue(forKey: key)
        }
        return builder.register()
    }

    @Test("3. A method of NSArray is a new operator")
    func median() throws {
        // @median becomes the message _medianForKeyPath: to the collection, with the rest of the path.
        try NSArray.cls.addMethod("_medianForKeyPath:") { (self: Object, path: String) -> Object? in
            let values = try self.value(forKeyPath: path, as: [Double].self).sorted()
            return values.isEmpty ? nil : values[values.count / 2].bridgedObject
        }
        var builder = try ClassBuilder("Exercise09Person")
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("staff", Object?.self)
        let cls = builder.register(), boss = try cls.new()
        let staff = try [51, 20, 30].map { age in
            let person = try cls.new()
            try person.setValue(age, forKey: "age")
            return person
        }
        try boss.setValue(staff, forKey: "staff")
        #expect(try boss.value(forKeyPath: "staff.@median.age", as: Int.self) == 30)
    }

    // ── Support ─────────────────────────────────────────────────────────────────────────────────────

    private func makeWatcher(_ name: String, _ tell: @escaping @Sendable (Int) -> Void) throws -> Object {
        let builder = try ClassBuilder(name)
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: String, _: Object, change: Object, _: UnsafeMutableRawPointer?) in
            if let value = try KeyValueObservedChange(change).newValue(as: Int.self) { tell(value) }
        }
        return try builder.register().new()
    }
}
