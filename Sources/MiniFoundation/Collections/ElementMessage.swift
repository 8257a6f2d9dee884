// ElementMessage.swift - checks the arguments of the methods that change elements, and turns them into plans.
import MiniRuntime

/// A message that changes elements. Exceptions for wrong arguments name its receiver and selector.
struct ElementMessage {
    private let receiver: ID
    private let selector: SEL

    init(_ receiver: UnmanagedObject, _ selector: Selector) {
        self.receiver = receiver.address
        self.selector = selector.address
    }

    /// Returns the members of a set argument; nil counts as an empty set. Returns nil if an exception was raised.
    func members(_ argument: Object?) -> [Object]? {
        withExtendedLifetime(argument) {
            let members = NSSet.family.members(of: argument?.unmanaged.address, receiver, selector)
            return members?.map { UnmanagedObject($0).retained() }
        }
    }

    /// Returns the entries of a dictionary argument, with copies of their keys; nil counts as an empty dictionary.
    /// Returns nil if an exception was raised.
    func entries(_ argument: Object?) -> [(key: Object, value: Object)]? {
        let check = ExceptionCheck()
        let entries = withExtendedLifetime(argument) {
            NSDictionary.entries(argument?.unmanaged.address, receiver, selector)?.compactMap { entry in
                copy(entry.key).map {
                    (key: UnmanagedObject($0).takeOwnership(), value: UnmanagedObject(entry.value).retained())
                }
            }
        }
        return check.raised ? nil : entries
    }

    func insertion(_ list: Object?, _ indexes: Object?, count: Int) -> Plan<Places>? {
        plan(list, indexes, count, isInserting: true)
    }

    func replacement(_ list: Object?, _ indexes: Object?, count: Int) -> Plan<Places>? {
        plan(list, indexes, count, isInserting: false)
    }

    func removal(_ argument: Object?, count: Int) -> Plan<Places>? {
        withExtendedLifetime(argument) {
            if let index = argument.flatMap({ NSIndexSet.single(of: $0) }) {
                return isInBounds(index, count) ? Plan(details: .one(index)) : nil
            }
            return indexes(argument?.unmanaged.address, below: count, receiver, selector).map {
                Plan(details: .many($0))
            }
        }
    }

    private func isInBounds(_ index: Int, _ count: Int) -> Bool {
        MiniFoundation.isInBounds(UInt(index), count, receiver, selector, " in index set")
    }

    private func plan(_ list: Object?, _ indexes: Object?, _ count: Int, isInserting: Bool) -> Plan<Places>? {
        withExtendedLifetime((list, indexes)) {
            if let index = indexes.flatMap({ NSIndexSet.single(of: $0) }), let object = list.flatMap({ only(in: $0) }) {
                let isThere = isInBounds(index, isInserting ? count + 1 : count)
                return isThere ? Plan(taken: [object], details: .one(index)) : nil
            }
            return objectsAndIndexes(
                list?.unmanaged.address, indexes?.unmanaged.address, count: count, inserting: isInserting, receiver,
                selector
            ).map { Plan(taken: $0.0, details: .many($0.1)) }
        }
    }

    /// Returns the only element of an array, borrowed. nil for other objects.
    private func only(in list: Object) -> ID? {
        guard list.isa == NSArray.cls else { return nil }
        let elements = ObjectList(of: list.unmanaged.address).elements
        return elements.count == 1 ? elements[0] : nil
    }
}
