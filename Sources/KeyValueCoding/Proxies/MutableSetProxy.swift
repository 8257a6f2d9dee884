// MutableSetProxy.swift - the result of `mutableSetValueForKey:`, which changes an unordered to-many property.
import MiniFoundation
import MiniRuntime

/// The class NSKeyValueMutableSet.
enum MutableSetProxy {
    static let cls: ProxyClass = ProxyClass("NSKeyValueMutableSet", superclass: NSMutableSet.cls) { cls in
        addReading(to: cls)
        cls.addFunction("addObject:", "v24@0:8@16", as: TakingObject.self) { change(.union, one: $2, $0, $1) }
        cls.addFunction("removeObject:", "v24@0:8@16", as: TakingObject.self) { change(.minus, one: $2, $0, $1) }
        cls.addFunction("unionSet:", "v24@0:8@16", as: TakingObject.self) { change(.union, $2, $0, $1) }
        cls.addFunction("minusSet:", "v24@0:8@16", as: TakingObject.self) { change(.minus, $2, $0, $1) }
        cls.addFunction("intersectSet:", "v24@0:8@16", as: TakingObject.self) { change(.intersect, $2, $0, $1) }
        cls.addFunction("setSet:", "v24@0:8@16", as: TakingObject.self) { change(.set, $2, $0, $1) }
        cls.addFunction("addObjectsFromArray:", "v24@0:8@16", as: TakingObject.self) { change(.union, $2, $0, $1) }
        cls.addFunction("removeAllObjects", "v16@0:8", as: VoidMethod.self) { change(.intersect, nil, $0, $1) }
    }

    /// Makes a change with the members of a collection; nil counts as an empty one.
    private static func change(_ mutation: KeyValueSetMutation, _ members: ID?, _ me: ID, _ selector: SEL) {
        guard let me = ProxyMessage(me, selector), let members = me.checkedMembers(members) else { return }
        me.change(mutation, members)
    }

    /// Makes a change with one member.
    private static func change(_ mutation: KeyValueSetMutation, one member: ID?, _ me: ID, _ selector: SEL) {
        guard let me = ProxyMessage(me, selector), let member = me.checked(member) else { return }
        me.change(mutation, [member])
    }

    private static func addReading(to cls: Class) {
        cls.addFunction(Selectors.count, "Q16@0:8", as: WordMethod.self) { me, selector in
            UInt(ProxyMessage(me, selector)?.collection?.elementCount ?? 0)
        }
        cls.addFunction(Selectors.member, "@24@0:8@16", as: ObjectFromObject.self) { me, selector, member in
            let set = ProxyMessage(me, selector)?.collection
            return set?.message(Selectors.member, UnmanagedObject(member))?.address
        }
        cls.addFunction(Selectors.objectEnumerator, "@16@0:8", as: ObjectMethod.self) { me, selector in
            // Enumerates a copy, because a change through the proxy during the enumeration may replace the set.
            let members = ProxyMessage(me, selector)?.collection.flatMap { Collections.elements(of: $0) }
            if RuntimeException.isPending { return nil }
            return NSArray.object(members ?? []).autoreleased().message(Selectors.objectEnumerator)?.address
        }
    }
}
