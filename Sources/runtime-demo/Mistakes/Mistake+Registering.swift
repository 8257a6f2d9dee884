// Mistake+Registering.swift - mistakes in registering an observer.
import KVONotifying
import MiniFoundation
import MiniRuntime

extension Mistake {
    static let registering = [
        unknownKey, unknownKeyInitial, collection, pathThroughCollection, dependsOnItself, dependsOnItselfByPath,
        nameTaken,
    ]

    private static let unknownKey = Mistake(
        name: "unknown-key", title: "A path begins with a key that the object does not have",
        why: "To observe \"size\", the runtime must read the value of \"shoes\" at once, but Person has no such key.",
        avoid: "Take key paths from the compiler: observe(\\.employer.name) does not compile if a name is wrong."
    ) { scene in
        try scene.observe("shoes.size")
    }

    private static let unknownKeyInitial = Mistake(
        name: "unknown-key-initial", title: "The initial value is requested for a key that the object does not have",
        why: "Initial with New reads the value at once. Without one of them the same registration is accepted, and the "
            + "observer is not notified of any change, because no setter has that key.",
        avoid: "Take key paths from the compiler; or use Initial with New while you develop, so that a wrong name "
            + "raises at once."
    ) { scene in
        try scene.observe("shoeSize", [.initial, .new])
    }

    private static let collection = Mistake(
        name: "collection", title: "An array is observed",
        why: "A collection does not notify when its contents change. Its owner does, through the property.",
        avoid: "Observe the property that holds the array, and change the array by mutableArrayValueForKey:. To "
            + "observe the elements, register with each: addObserver:toObjectsAtIndexes:forKeyPath:options:context:."
    ) { scene in
        let array = NSMutableArray.object()
        transcript.name(array, "array")
        scene.say("NSMutableArray *array = [NSMutableArray array]")
        try transcript.add(scene.watcher, to: array, "children", [])
    }

    private static let pathThroughCollection = Mistake(
        name: "path-through-collection", title: "A path leads through an array",
        why: "Each object on a path is observed, and the value of \"children\" is an array, which cannot be observed.",
        avoid: "Observe \"children\" itself, or an operator such as \"children.@count\", and the elements one by one."
    ) { scene in
        try scene.say("person.children = @[]") {
            try scene.person.send("setChildren:", NSArray.object([]))
        }
        try scene.observe("children.age")
    }

    private static let dependsOnItself = Mistake(
        name: "self-dependency", title: "A key is declared to depend on itself",
        why: "Each change of the key would cause another change of the same key.",
        avoid: "Return the keys that the getter reads, without the key itself."
    ) { scene in
        try declare("age", dependsOn: "age", scene)
    }

    private static let dependsOnItselfByPath = Mistake(
        name: "self-dependency-path", title: "A key is declared to depend on a path that begins with it",
        why: "The path already depends on its first key, so that key cannot depend on the path.",
        avoid: "Observe the path itself. Declare that a key depends on other keys only."
    ) { scene in
        try declare("employer", dependsOn: "employer.name", scene)
    }

    private static func declare(_ key: String, dependsOn path: String, _ scene: Scene) throws {
        let selector = "keyPathsForValuesAffecting\(key.prefix(1).uppercased())\(key.dropFirst())"
        scene.say("@implementation Person")
        try scene.say("+ (NSSet *)\(selector) { return [NSSet setWithObject: @\"\(path)\"]; }") {
            try scene.person.isa.isa.addMethod(Selector(selector)) { (_: Object) in
                NSSet.object([NSString.object(path)])
            }
        }
        try scene.observe(key)
    }

    private static let nameTaken = Mistake(
        name: "name-taken", title: "The name of the notifying class is taken",
        why: "The notifying class cannot be made, because its name is taken. The observer is registered, but it is "
            + "only notified of changes that the program announces itself.",
        avoid: "Do not begin the name of a class with NSKVONotifying_. If you must, announce changes by "
            + "willChangeValueForKey: and didChangeValueForKey:.",
        consequence: .logLine
    ) { scene in
        try scene.say("@interface NSKVONotifying_Person : NSObject   // somebody else's class") {
            _ = try ClassBuilder("NSKVONotifying_Person").register()
        }
        try scene.observe("age", [.new, .old])
        try scene.say("person.age = 1   // no observer is notified") { try scene.person.send("setAge:", Int32(1)) }
        try scene.say("[person willChangeValueForKey: @\"age\"]") { try scene.person.willChangeValue(forKey: "age") }
        try scene.say("person.age = 2") { try scene.person.send("setAge:", Int32(2)) }
        try scene.say("[person didChangeValueForKey: @\"age\"]") { try scene.person.didChangeValue(forKey: "age") }
        try transcript.remove(scene.watcher, from: scene.person, "age")
    }
}
