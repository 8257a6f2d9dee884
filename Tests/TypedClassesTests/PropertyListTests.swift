// PropertyListTests.swift - the list of properties, objects as JSON, and weak typed references.
import Foundation
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

private class Firm: ClassDescription, CodableClass {
    let title = Property<String>("Acme")
}

private class Worker: ClassDescription, CodableClass {
    let age = Property<Int32>(18)
    let nickname = Property<String?>("Bo")
    let firm = Property<Ref<Firm>?>(nil)
    let scores = Property<[String: [Int]]>([:])
    let number = ReadOnly<Int>(42)
    let older = Computed<Int32>(affectedBy: \Worker.age) { (me: Ref<Worker>) in me.age + 1 }
}

private final class Boss: Worker {
    let bonus = Property<Double>(0)
}

private final class Shelf: ClassDescription {
    let next = Property<Ref<Shelf>?>(nil)
    let width = Property<Double?>(nil)
    let time = Property<Duration>(.zero)
    let anything = Property<Object?>(nil)
    let label = Property<[Int]>(get: { (_: Ref<Shelf>) in [] }, set: { (_: Ref<Shelf>, _: [Int]) in })
}

private final class Bureau: ClassDescription, CodableClass {
    let door = Property<Object?>(nil)
}

// No other test has classes of these names, so that these are the names of the classes.
private final class RoomOfHouse: ClassDescription {
    let next = Property<Ref<RoomOfHouse>?>(nil)
}

private final class HouseOfRooms: ClassDescription {
    let hall = Property<Ref<RoomOfHouse>?>(nil)
}

@Suite("Lists of properties, Codable and weak references")
struct PropertyListTests {
    @Test("A class lists its properties, inherited ones first, with their types, and whether they can be set")
    func list() {
        let lines = Boss.properties.map { "\($0.name): \($0.valueType)\($0.isSettable ? "" : ", read-only")" }
        #expect(
            lines == [
                "age: Int32", "nickname: Optional<String>", "firm: Optional<Ref<Firm>>",
                "scores: Dictionary<String, Array<Int>>", "number: Int, read-only", "older: Int32, read-only",
                "bonus: Double",
            ])
    }

    @Test("The attributes of a property name the class of its values, as a compiler's do")
    func attributes() {
        let attributes = { (cls: Class, name: String) in cls.property(name)?.attributeString ?? "-" }
        let (worker, firm) = (Worker.description.runtimeClass, Firm.description.runtimeClass)
        #expect(attributes(firm, "title") == "T@\"NSString\",&,V_title")
        #expect(attributes(worker, "nickname") == "T@\"NSString\",&,V_nickname")
        let (house, room) = (HouseOfRooms.description.runtimeClass, RoomOfHouse.description.runtimeClass)
        #expect(attributes(house, "hall") == "T@\"RoomOfHouse\",&,V_hall")
        #expect(attributes(room, "next") == "T@\"RoomOfHouse\",&,V_next")
        #expect(attributes(worker, "scores") == "T@\"NSDictionary\",&,V_scores")
        #expect(attributes(worker, "number") == "Tq,R,V_number")
        #expect(attributes(Shelf.description.runtimeClass, "width") == "T@\"NSNumber\",&,V_width")
        #expect(attributes(Shelf.description.runtimeClass, "time") == "T@\"SwiftValue\",&,V_time")
        #expect(attributes(Shelf.description.runtimeClass, "anything") == "T@,&,V_anything")
        #expect(attributes(Shelf.description.runtimeClass, "label") == "T@\"NSArray\",N")
    }

    @Test("A property of the list can be read and set by its name and type")
    func editor() throws {
        func double<Value: PropertyValue>(_ name: String, _ type: Value.Type, of worker: Ref<Boss>) throws {
            let key = try Ref<Boss>.keyPath(name, as: type)
            if let number = try worker.get(key) as? Int32 { try worker.set(key, to: (number * 2) as! Value) }
        }
        let boss = Boss.new()
        for property in Boss.properties where property.isSettable {
            try double(property.name, property.valueType, of: boss)
        }
        #expect(boss.age == 36)
    }

    @Test("An object of a CodableClass becomes JSON and comes back, with the objects that it holds")
    func roundTrip() throws {
        let boss = Boss.new {
            ($0.age, $0.nickname, $0.bonus) = (40, nil, 1.5)
            $0.scores = ["chess": [1, 2]]
            $0.firm = Firm.new { $0.title = "Initech" }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try encoder.encode([boss])
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"[{"age":40,"bonus":1.5,"firm":{"title":"Initech"},"nickname":null,"scores":{"chess":[1,2]}}]"#)
        let copy = try #require(try JSONDecoder().decode([Ref<Boss>].self, from: data).first)
        #expect(copy != boss)
        #expect((copy.age, copy.nickname, copy.bonus, copy.firm?.title) == (40, nil, 1.5, "Initech"))
        #expect(copy.scores == ["chess": [1, 2]])
    }

    @Test("A property that is missing keeps its default; one of another type is an error with its name")
    func missing() throws {
        func decode(_ text: String) throws -> Ref<Worker> {
            try JSONDecoder().decode(Ref<Worker>.self, from: Data(text.utf8))
        }
        let worker = try decode(#"{"age": 20, "unknown": 1}"#)
        #expect((worker.age, worker.nickname) == (20, "Bo"))
        let error = #expect(throws: DecodingError.self) { try decode(#"{"age": "old"}"#) }
        #expect("\(error!)".contains("age"))
    }

    @Test("A property whose type is not Codable is an error that names it")
    func notCodable() {
        let encoding = #expect(throws: EncodingError.self) { try JSONEncoder().encode(Bureau.new()) }
        #expect("\(encoding!)".contains("'door' is a 'Optional<Object>', which is not Codable"))
        let decoding = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Ref<Bureau>.self, from: Data(#"{"door": 1}"#.utf8))
        }
        #expect("\(decoding!)".contains("'door' is a 'Optional<Object>', which is not Codable"))
    }

    @Test("A WeakRef does not own its object, and is nil once the object is dead")
    func weak() {
        var worker: Ref<Worker>? = Worker.new()
        let weak = WeakRef(worker)
        weak.ref?.age = 50
        #expect(worker?.age == 50)
        worker = nil
        #expect(weak.ref == nil)
        #expect(WeakRef<Worker>(nil).ref == nil)
    }

    @Test("A class reference creates objects of its class, and of the subclass that a class method was sent to")
    func new() throws {
        #expect(Boss.class.new().age == 18)
        #expect(try Plant.class.make().object.isa == Plant.description.runtimeClass)
        #expect(try Tree.class.make().object.isa == Tree.description.runtimeClass)
    }
}

private class Plant: ClassDescription {
    let make = ClassMethod { (me: ClassRef<Plant>) in me.new() }
}

private final class Tree: Plant {}
