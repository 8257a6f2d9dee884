// MutableArrayProxy.swift - the result of `mutableArrayValueForKey:`, and the methods shared with ordered sets.
//
// Each message makes one change, of one or many elements; a message that changes nothing notifies no observer.
import MiniFoundation
import MiniRuntime

/// The class NSKeyValueMutableArray.
enum MutableArrayProxy {
    static let cls: ProxyClass = ProxyClass("NSKeyValueMutableArray", superclass: NSMutableArray.cls) { cls in
        IndexedProxy.addMethods(to: cls)
        cls.addFunction("addObject:", "v24@0:8@16", addObject)
        cls.addFunction("addObjectsFromArray:", "v24@0:8@16", addObjectsFromArray)
        cls.addFunction("setArray:", "v24@0:8@16", setArray)
    }

    // An ordered set inherits these methods: it first checks whether it contains the object.

    private static let addObject: TakingObject = { me, selector, object in
        guard let me = ProxyMessage(me, selector), let object = me.checked(object) else { return }
        append([object], to: me)
    }

    private static let addObjectsFromArray: TakingObject = { me, selector, array in
        guard let me = ProxyMessage(me, selector), let objects = me.checkedArray(array) else { return }
        append(objects, to: me)
    }

    private static let setArray: TakingObject = { me, selector, array in
        guard let me = ProxyMessage(me, selector), let objects = me.checkedArray(array), let count = me.count() else {
            return
        }
        me.remove(at: Array(0..<count))
        if !RuntimeException.isPending { append(objects, to: me) }
    }

    private static func append(_ objects: [Object], to me: ProxyMessage) {
        guard let count = me.count() else { return }
        me.insert(objects, at: Array(count..<count + objects.count))
    }
}

/// The methods that mutable arrays and mutable ordered sets share.
enum IndexedProxy {
    static func addMethods(to cls: Class) {
        cls.addFunction(Selectors.count, "Q16@0:8", as: WordMethod.self) { me, selector in
            UInt(ProxyMessage(me, selector)?.count() ?? 0)
        }
        cls.addFunction(Selectors.objectAtIndex, "@24@0:8Q16", objectAtIndex)
        addChangingOne(to: cls)
        addChangingMany(to: cls)
    }

    private static let objectAtIndex: ObjectFromWord = { me, selector, index in
        guard let collection = ProxyMessage(me, selector)?.collection else { return nil }
        let count = collection.elementCount
        if RuntimeException.isPending || !isInBounds(index, count, me, selector) { return nil }
        return ID(bitPattern: collection.sendWords(Selectors.objectAtIndex, (index, 0, 0, 0)))
    }

    private static func addChangingOne(to cls: Class) {
        cls.addFunction(
            "insertObject:atIndex:", "v32@0:8@16Q24", as: (@convention(c) (ID, SEL, ID?, UInt) -> Void).self
        ) { me, selector, object, index in
            guard let me = ProxyMessage(me, selector), let object = me.checked(object, index, more: 1) else {
                return
            }
            me.insert([object], at: [Int(index)])
        }
        cls.addFunction("removeObjectAtIndex:", "v24@0:8Q16", as: (@convention(c) (ID, SEL, UInt) -> Void).self) {
            me, selector, index in
            guard let me = ProxyMessage(me, selector), me.isInBounds(index) else { return }
            me.remove(at: [Int(index)])
        }
        cls.addFunction(
            "replaceObjectAtIndex:withObject:", "v32@0:8Q16@24", as: (@convention(c) (ID, SEL, UInt, ID?) -> Void).self
        ) { me, selector, index, object in
            guard let me = ProxyMessage(me, selector), let object = me.checked(object, index) else { return }
            me.replace(at: [Int(index)], with: [object])
        }
        cls.addFunction("removeLastObject", "v16@0:8", as: VoidMethod.self) { me, selector in
            guard let me = ProxyMessage(me, selector), let count = me.count() else { return }
            if me.isInBounds(UInt(bitPattern: count - 1)) { me.remove(at: [count - 1]) }
        }
    }

    private static func addChangingMany(to cls: Class) {
        cls.addFunction("insertObjects:atIndexes:", "v32@0:8@16@24", as: TakingObjects.self) {
            me, selector, array, indexes in
            guard let me = ProxyMessage(me, selector), let objects = me.checkedArray(array),
                let indexes = me.checkedIndexes(indexes, more: objects.count), me.areAsMany(objects, indexes)
            else { return }
            me.insert(objects, at: indexes)
        }
        cls.addFunction("removeObjectsAtIndexes:", "v24@0:8@16", as: TakingObject.self) { me, selector, indexes in
            guard let me = ProxyMessage(me, selector), let indexes = me.checkedIndexes(indexes) else { return }
            me.remove(at: indexes)
        }
        cls.addFunction("replaceObjectsAtIndexes:withObjects:", "v32@0:8@16@24", as: TakingObjects.self) {
            me, selector, indexes, array in
            guard let me = ProxyMessage(me, selector), let objects = me.checkedArray(array),
                let indexes = me.checkedIndexes(indexes), me.areAsMany(objects, indexes)
            else { return }
            me.replace(at: indexes, with: objects)
        }
        cls.addFunction("removeAllObjects", "v16@0:8", as: VoidMethod.self) { me, selector in
            guard let me = ProxyMessage(me, selector), let count = me.count() else { return }
            me.remove(at: Array(0..<count))
        }
    }
}
