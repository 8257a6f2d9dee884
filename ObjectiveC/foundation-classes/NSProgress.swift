// NSProgress.swift - how far a piece of work has come, and the parts of it. Its keys are observed, and a change in a
// part is one of the whole.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSProgress {
    static let values = ValueClass<ProgressState>("NSProgress") { cls in
        try addMaking(cls)
        try addCounts(cls)
        try addTree(cls)
        try addStates(cls)
        try addTexts(cls)
    }

    // ── Changing ────────────────────────────────────────────────────────────────────────────────────

    /// Changes the counts of a progress, and notifies the observers of the keys that change, its own and those of its
    /// ancestors.
    /// - Parameters:
    ///   - setter: the key whose setter calls, and which is announced already
    ///   - child: a part that the change adds
    private static func changeCounts(
        _ state: ProgressState, setter: String? = nil, adding child: ProgressState? = nil, _ change: () -> Void
    ) throws {
        func apply() {
            change()
            state.leaveIfFinished()
        }
        let changes = ProgressState.sync { state.keysChanged(by: apply, and: child) }
        let objects = changes.compactMap { changed, keys in
            ProgressState.sync { changed.object }?.object.map { object in
                (object: object, keys: keys.filter { changed !== state || $0 != setter })
            }
        }
        for (object, keys) in objects {
            for key in keys { try object.send("willChangeValueForKey:", key) }
        }
        ProgressState.sync(apply)
        for (object, keys) in objects.reversed() {
            for key in keys.reversed() { try object.send("didChangeValueForKey:", key) }
        }
    }

    /// Changes a state of a progress and of all its parts, and then calls the handler of each. Parts in which `change`
    /// returns false have that state already.
    private static func changeState(
        _ state: ProgressState, _ key: String, _ handler: KeyPath<ProgressState, Block?>,
        _ change: (ProgressState) -> Bool
    ) throws {
        var hasChanged = false
        func apply() { hasChanged = ProgressState.sync { change(state) } }
        if let me = ProgressState.sync({ state.object?.object }) {
            try NSOperation.announcing(me, [key], apply)
        } else {
            apply()
        }
        guard hasChanged else { return }
        ProgressState.sync { state[keyPath: handler] }?.call()
        try RuntimeException.throwIfPending()
        for child in ProgressState.sync({ state.children.map(\.state) }) {
            try changeState(child, key, handler, change)
        }
    }

    private static func cancel(_ state: ProgressState) throws {
        try changeState(state, "cancelled", \.whenCancelled) { state in
            defer { state.isCancelled = true }
            return !state.isCancelled
        }
    }

    private static func setPaused(_ state: ProgressState, _ isPaused: Bool) throws {
        try changeState(state, "paused", isPaused ? \.whenPaused : \.whenResumed) { state in
            defer { state.isPaused = isPaused }
            return state.isPaused != isPaused
        }
    }

    private static func add(_ child: ProgressState, to parent: ProgressState, _ units: Int64) throws {
        var isAdded = false
        try changeCounts(parent, adding: child) { isAdded = parent.add(child, units: units) }
        guard isAdded else {
            throw RuntimeException(
                "NSInvalidArgumentException", "the NSProgress has a parent, or contains the other one")
        }
        let (isCancelled, isPaused) = ProgressState.sync { (parent.isCancelled, parent.isPaused) }
        if isCancelled { try cancel(child) }
        if isPaused { try setPaused(child, true) }
    }

    // ── Making ──────────────────────────────────────────────────────────────────────────────────────

    private static func addMaking(_ cls: ValueClass<ProgressState>) throws {
        try cls.cls.addMethod("init") { (me: Object) -> Object? in
            try me.send("initWithParent:userInfo:", Object?.none, Object?.none)
        }
        try cls.cls.addMethod("initWithParent:userInfo:") { (me: Object, parent: Object?, info: Object?) -> Object? in
            let state = ProgressState()
            state.object = WeakReference(me.unmanaged)
            if let info { state.userInfo = try [String: Object].bridged(from: info) }
            cls.set(state, in: me)
            if let parent { try addToCurrent(state, parent) }
            return me
        }
        for (name, takesPart) in [("progress", true), ("discreteProgress", false)] {
            try cls.addClassMethod(Selector("\(name)WithTotalUnitCount:")) { (cls: Object, total: Int64) -> Object in
                let parent = takesPart ? CurrentProgresses.ofThread.entries.last?.progress : nil
                let new: Object = try (cls.send("alloc") as Object).send(
                    "initWithParent:userInfo:", parent, Object?.none)
                try new.send("setTotalUnitCount:", total)
                return new
            }
        }
        try cls.addClassMethod("progressWithTotalUnitCount:parent:pendingUnitCount:") {
            (cls: Object, total: Int64, parent: Object, units: Int64) -> Object in
            let new: Object = try cls.send("discreteProgressWithTotalUnitCount:", total)
            try parent.send("addChild:withPendingUnitCount:", new, units)
            return new
        }
    }

    /// Lets the first progress that is made while another is current stand for the units of that one.
    private static func addToCurrent(_ state: ProgressState, _ parent: Object) throws {
        let current = CurrentProgresses.ofThread
        guard let entry = current.entries.last, entry.progress == parent else {
            throw RuntimeException(
                "NSInvalidArgumentException", "The parent of an NSProgress object must be the currentProgress.")
        }
        if entry.hasChild { return }
        current.entries[current.entries.count - 1].hasChild = true
        try add(state, to: values.value(of: parent), entry.units)
    }

    // ── Counts ──────────────────────────────────────────────────────────────────────────────────────

    private static func addCounts(_ cls: ValueClass<ProgressState>) throws {
        try cls.add("totalUnitCount") { state in ProgressState.sync { state.total } }
        try cls.add("setTotalUnitCount:") { (state, count: Int64) in
            try changeCounts(state, setter: "totalUnitCount") { state.total = count }
        }
        try cls.add("completedUnitCount") { state in ProgressState.sync { state.completed } }
        try cls.add("setCompletedUnitCount:") { (state, count: Int64) in
            try changeCounts(state, setter: "completedUnitCount") { state.completed = count }
        }
        try cls.add("fractionCompleted") { state in ProgressState.sync { state.fraction } }
        try cls.add("isFinished") { state in ProgressState.sync { state.isFinished } }
        try cls.add("isIndeterminate") { state in ProgressState.sync { state.isIndeterminate } }
    }

    private static func addTree(_ cls: ValueClass<ProgressState>) throws {
        try cls.add("addChild:withPendingUnitCount:") { (state, child: Object, units: Int64) in
            try add(cls.value(of: child), to: state, units)
        }
        try cls.addClassMethod("currentProgress") { _ in CurrentProgresses.ofThread.entries.last?.progress }
        try cls.cls.addMethod("becomeCurrentWithPendingUnitCount:") { (me: Object, units: Int64) in
            CurrentProgresses.ofThread.entries.append(.init(progress: me, units: units))
        }
        try cls.cls.addMethod("resignCurrent") { (me: Object) in
            let current = CurrentProgresses.ofThread
            guard let entry = current.entries.last, entry.progress == me else {
                throw RuntimeException(
                    "NSInvalidArgumentException", "*** -[NSProgress resignCurrent]: the receiver is not current")
            }
            current.entries.removeLast()
            if entry.hasChild { return }
            var completed: Int64 = try me.send("completedUnitCount")
            completed.add(entry.units)
            try me.send("setCompletedUnitCount:", completed)
        }
        try cls.cls.addMethod("performAsCurrentWithPendingUnitCount:usingBlock:") {
            (me: Object, units: Int64, block: Block) in
            try me.send("becomeCurrentWithPendingUnitCount:", units)
            block.call()
            try RuntimeException.throwIfPending()
            try me.send("resignCurrent")
        }
    }

    // ── States and texts ────────────────────────────────────────────────────────────────────────────

    private static func addStates(_ cls: ValueClass<ProgressState>) throws {
        try cls.add("cancel") { try cancel($0) }
        try cls.add("pause") { try setPaused($0, true) }
        try cls.add("resume") { try setPaused($0, false) }
        try addProperty(cls, "cancelled", getter: "isCancelled", setter: nil, \.isCancelled)
        try addProperty(cls, "paused", getter: "isPaused", setter: nil, \.isPaused)
        try addProperty(cls, "cancellable", getter: "isCancellable", setter: "setCancellable:", \.isCancellable)
        try addProperty(cls, "pausable", getter: "isPausable", setter: "setPausable:", \.isPausable)
        try addProperty(cls, "pausingHandler", setter: "setPausingHandler:", \.whenPaused)
        try addProperty(cls, "resumingHandler", setter: "setResumingHandler:", \.whenResumed)
        try cls.add("cancellationHandler") { state in ProgressState.sync { state.whenCancelled } }
        // A handler that comes too late is called at once.
        try cls.add("setCancellationHandler:") { (state, handler: Block?) in
            let isCancelled = ProgressState.sync {
                state.set(\.whenCancelled, handler)
                return state.isCancelled
            }
            if isCancelled { handler?.call() }
        }
    }

    private static func addTexts(_ cls: ValueClass<ProgressState>) throws {
        try addProperty(cls, "kind", setter: "setKind:", \.kind)
        try cls.add("localizedDescription") { state -> Object? in
            let (text, fraction) = ProgressState.sync { (state.description, state.fraction) }
            return text ?? MiniFoundation.NSString.object(ProgressState.percentage(fraction))
        }
        try cls.add("setLocalizedDescription:") { (state, text: Object?) in
            ProgressState.sync { state.set(\.description, text) }
        }
        try cls.add("localizedAdditionalDescription") { state -> Object? in
            let (text, counts) = ProgressState.sync {
                (state.additionalDescription, "\(state.completed) of \(state.total)")
            }
            return text ?? MiniFoundation.NSString.object(counts)
        }
        try cls.add("setLocalizedAdditionalDescription:") { (state, text: Object?) in
            ProgressState.sync { state.set(\.additionalDescription, text) }
        }
        try cls.add("userInfo") { state in ProgressState.sync { state.userInfo }.bridgedObject }
        try cls.cls.addMethod("setUserInfoObject:forKey:") { (me: Object, value: Object?, key: String) in
            let state = try cls.value(of: me)
            try NSOperation.announcing(me, ["userInfo"]) { ProgressState.sync { state.set(\.userInfo[key], value) } }
        }
    }

    private static func addProperty<Property: MessageValue>(
        _ cls: ValueClass<ProgressState>, _ name: Selector, getter: Selector? = nil, setter: Selector?,
        _ path: ReferenceWritableKeyPath<ProgressState, Property> & Sendable
    ) throws {
        try cls.add(getter ?? name) { state in ProgressState.sync { state[keyPath: path] } }
        guard let setter else { return }
        try cls.add(setter) { (state, new: Property) in ProgressState.sync { state.set(path, new) } }
    }
}
