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
        why: "To watch \"size\" the value of \"shoes\" has to be read at once, and Person has nothing that answers.",
        avoid: "Take key paths from the compiler: observe(\\.employer.name) does not compile when a name is wrong."
    ) { scene in
        try scene.observe("shoes.size")
    }

    private static let unknownKeyInitial = Mistake(
        name: "unknown-key-initial", title: "The initial value of a key that the object does not have is asked for",
        why: "Initial with New reads the value at once. Without them the same registration is accepted, and no change "
            + "is ever told: there is nothing that could change.",
        avoid: "Take key paths from the compiler; ask for Initial while you develop, and a wrong name is found at once."
    ) { scene in
        try scene.observe("shoeSize", [.initial, .new])
    }

    private static let collection = Mistake(
        name: "collection", title: "An array is observed",
        why: "Collections do not tell when their contents change. Whoever owns one does, through its property.",
        avoid: "Observe the property that holds the array, and change it by mutableArrayValueForKey:. To observe the "
            + "elements, register with them: addObserver:toObjectsAtIndexes:forKeyPath:options:context:."
    ) { scene in
        let array = NSMutableArray.object()
        transcript.name(array, "array")
        scene.say("NSMutableArray *array = [NSMutableArray array]")
        try transcript.add(scene.watcher, to: array, "children", [])
    }

    private static let pathThroughCollection = Mistake(
        name: "path-through-collection", title: "A path leads through an array",
        why: "Each object on a path is observed, and the array that is the value of \"children\" refuses.",
        avoid: "Observe \"children\" itself, or an aggregate of it as \"children.@count\", and the elements one by one."
    ) { scene in
        try scene.say("person.children = @[]") {
            try scene.person.send("setChildren:", NSArray.object([]))
        }
        try scene.observe("children.age")
    }

    private static let dependsOnItself = Mistake(
        name: "self-dependency", title: "A key is said to depend on itself",
        why: "A change of the key would have to be followed by a change of the key.",
        avoid: "Answer the keys that the getter reads, without the key itself."
    ) { scene in
        try declare("age", dependsOn: "age", scene)
    }

    private static let dependsOnItselfByPath = Mistake(
        name: "self-dependency-path", title: "A key is said to depend on a path that begins with it",
        why: "The path is watched through the value of its first key, which is the key that depends on it.",
        avoid: "Whoever wants to know of the path observes the path. A key depends on others only."
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
        why: "The class that would tell of changes cannot be made under its name. The registration is there, and only "
            + "changes that the program announces itself are told.",
        avoid: "Name no class NSKVONotifying_ anything. Whoever must, announces changes by willChangeValueForKey: and "
            + "didChangeValueForKey:.",
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
