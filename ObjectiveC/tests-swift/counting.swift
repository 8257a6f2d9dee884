// Objects move at random through every kind of Swift container and back, on eight threads. Each object ends exactly
// once, and not before its last reference is gone. The first argument is the number of rounds.
import Foundation
import Synchronization

let made = Atomic<Int>(0), ended = Atomic<Int>(0)

class Ours: NSObject, NSCopying {
    @objc dynamic var number: Int
    @objc dynamic var friend: AnyObject?
    weak var back: AnyObject?
    unowned var owner: AnyObject

    init(_ number: Int, _ owner: AnyObject) {
        self.number = number
        self.owner = owner
        super.init()
        made.add(1, ordering: .relaxed)
    }
    func copy(with zone: NSZone? = nil) -> Any { self }
    deinit { ended.add(1, ordering: .relaxed) }
}

final class Sub: Ours {
    let payload = [1, 2, 3]
}

class Native: Hashable {
    weak var back: AnyObject?
    init() { made.add(1, ordering: .relaxed) }
    deinit { ended.add(1, ordering: .relaxed) }
    static func == (lhs: Native, rhs: Native) -> Bool { lhs === rhs }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

enum Choice {
    case none, object(AnyObject), pair(AnyObject, Any), text(String)
    indirect case nested(Choice)
}

struct Record {
    var object: AnyObject
    weak var weakly: AnyObject?
    unowned var unowned: AnyObject
    var closure: () -> AnyObject
    var any: Any
    var choice: Choice
    var tuple: (AnyObject, AnyObject?)
    var ours: Ours?
}

protocol Holding {
    associatedtype Held
    var held: Held { get }
}
struct Holder<Held>: Holding { var held: Held }

/// A generator of numbers with a seed, so that a failure happens again.
struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 17 ^ state << 40
    }
}

nonisolated(unsafe) let anchor: AnyObject = NSObject()

actor Keeper {
    var kept: [AnyObject] = []
    func keep(_ object: sending AnyObject) -> Int {
        kept.append(object)
        return kept.count
    }
    func takeAll() -> Int {
        defer { kept.removeAll() }
        return kept.count
    }
}

func makeObject(_ random: inout Random) -> AnyObject {
    switch random.next() % 3 {
    case 0: Ours(Int(random.next() % 100), anchor)
    case 1: Sub(7, anchor)
    default: Native()
    }
}

func pass<T>(_ value: T) -> T { value }
func erase<T>(_ value: T) -> Any { value }

/// Puts an object into a container and takes it out.
func move(_ object: AnyObject, _ others: [AnyObject], _ random: inout Random) -> AnyObject {
    let other = others.randomElement(using: &random)!
    switch random.next() % 22 {
    case 0: return [object, other].reversed().last!
    case 1: return [1: object, 2: other][1]!
    case 2: return erase(object) as AnyObject
    case 3: return Box(object).value
    case 4: return Holder(held: object).held
    case 5: return { [object] in object }()
    case 6: return { [weak object] in object }()!
    case 7: return { [unowned object] in object }()
    case 8:
        guard case .nested(.pair(let first, let second)) = Choice.nested(.pair(object, other)) else { return other }
        return second as AnyObject === other ? first : other
    case 9:
        let record = Record(
            object: object, weakly: other, unowned: other, closure: { object }, any: object, choice: .object(other),
            tuple: (object, other), ours: object as? Ours)
        let copies = [Record](repeating: record, count: 3)
        return copies[1].closure() === copies[2].tuple.0 ? copies[0].any as AnyObject : other
    case 10:
        let array = NSMutableArray()
        if object is Ours { array.add(object) }
        array.add(anchor)
        return array.count == 2 ? array.object(at: 0) as AnyObject : object
    case 11:
        if let ours = object as? Ours, other is Native { ours.friend = other }  // no cycles
        return object
    case 12:
        if let ours = object as? Ours {
            ours.back = other
        } else if let native = object as? Native {
            native.back = other
        }
        return object
    case 13: return Mirror(reflecting: [object]).children.first!.value as AnyObject
    case 14: return object is Ours ? (object as! NSObject) : object
    case 15: return Set([ObjectIdentifier(object)]).contains(ObjectIdentifier(object)) ? object : other
    case 16: return (object as? any NSCopying)?.copy(with: nil) as AnyObject? ?? object
    case 17: return Array(AnySequence([object])).first ?? other
    case 18: return [object, other].sorted { a, _ in a === object }.first!
    case 19: return (pass((object, other)).0 as AnyObject?) ?? other
    case 20: return Unmanaged.passRetained(object).takeRetainedValue()
    default:
        guard let ours = object as? Ours else { return object }
        let set: Set<NSObject> = [ours]
        return set.first!
    }
}

func round(_ seed: UInt64) async -> Int {
    var random = Random(state: seed), sum = 0
    var all = (0..<10).map { _ in makeObject(&random) }
    for _ in 0..<60 {
        let index = Int(random.next() % UInt64(all.count))
        let moved = move(all[index], all, &random)
        guard moved === all[index] else { fatalError("another object came back") }
        if random.next() % 5 == 0 { all[index] = makeObject(&random) }
        if let ours = moved as? Ours { sum &+= ours.number }
    }
    let keeper = Keeper()
    for _ in 0..<3 { sum &+= await keeper.keep(makeObject(&random)) }
    sum &+= await keeper.takeAll()
    weak let last = all.last
    guard last != nil else { fatalError("a weak reference to a living object is nil") }
    return sum
}

@main enum Program {
    static func main() async {
        let rounds = CommandLine.arguments.count > 1 ? UInt64(CommandLine.arguments[1])! : 100
        let sum = await withTaskGroup(of: Int.self) { group in
            for thread in 0..<8 as Range<UInt64> {
                group.addTask {
                    var sum = 0
                    for number in 0..<rounds { sum &+= await round(thread << 32 | number) }
                    return sum
                }
            }
            return await group.reduce(0, &+)
        }
        let count = made.load(ordering: .relaxed)
        print(sum != 0, count >= 8 * 13 * Int(rounds), count == ended.load(ordering: .relaxed))
    }
}

// prints
//     true true true
