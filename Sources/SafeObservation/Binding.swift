// Binding.swift - a property that follows others.
//
// The subscriber owns its bindings: they end with it, and neither it nor a source is retained. What is set by a binding
// may change a source in turn. Two things make that settle: a value that is there already is not set, and a binding
// does not run inside itself: PushLoop.swift.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension PropertyPipe where Value: PropertyValue {
    /// Sets a property of `subscriber` to the value now, and to each one that comes. Combine: `assign(to:on:)`.
    /// - Parameters:
    ///   - subscriber: not retained; the binding ends with it.
    ///   - member: what is set, by message. A value that is there already is not set.
    ///   - isReady: false to wait for the first change.
    /// - Returns: what ends the binding; need not be kept.
    ///
    /// Throws what setting it now raises; nothing is bound then.
    @discardableResult
    public func into<Description>(
        _ subscriber: Ref<Description>, _ member: KeyPath<Description, Property<Value>>, isReady: Bool = true
    ) throws -> PropertyBinding {
        let loop = PushLoop(pushing(into: subscriber, member))
        return try PropertyBinding(
            loop, on: subscriber.object, Ref<Description>.keyPath(member), sources.map { .init(source: $0) },
            isReady: isReady)
    }

    /// Sets the property to what comes when a source has changed.
    fileprivate func pushing<Description>(
        into subscriber: Ref<Description>, _ member: KeyPath<Description, Property<Value>>
    ) -> @Sendable (PipeSource.ID?) throws -> Void {
        nonisolated(unsafe) let member = member  // a key path never changes
        let (weakSubscriber, pull) = (WeakReference(subscriber.object), follow())
        return { changed in
            guard let subscriber = weakSubscriber.object.flatMap({ Ref<Description>($0) }),
                let flow = try pull(PipeQuestion(changed: changed)),
                try !EqualValues.areEqual(subscriber.get(member), flow.value)
            else { return }
            try subscriber.set(member, to: flow.value)
            for arrive in flow.arrivals { arrive() }
        }
    }
}

extension Ref {
    /// Sets a property of this object to the value of another one, now and whenever that changes.
    ///
    ///     try label.bind(\.text, to: person, \.name)
    ///
    /// Two properties may be bound to each other. After YJSafeKVO's `bound:`.
    /// - Parameters:
    ///   - member: what is set. A value that is there already is not set.
    ///   - source: not retained.
    ///   - sourceMember: a property of it, or a path of them.
    /// - Returns: what ends the binding; need not be kept: the binding lives with this object.
    ///
    /// Throws what setting it now raises; nothing is bound then.
    @discardableResult
    public func bind<Value, Source, P: ReadableProperty>(
        _ member: KeyPath<Description, Property<Value>>, to source: Ref<Source>, _ sourceMember: KeyPath<Source, P>
    ) throws -> PropertyBinding where P.Value == Value {
        try source.pipe(sourceMember).into(self, member)
    }

    /// The same for a property of another type.
    ///
    ///     try label.bind(\.text, to: thermometer, \.celsius) { "\($0) °C" }
    ///
    /// - Parameters:
    ///   - member: what is set. A value that is there already is not set.
    ///   - source: not retained.
    ///   - sourceMember: a property of it, or a path of them.
    ///   - transform: makes the value that is set, on the thread that changes the source, with no lock held.
    /// - Returns: what ends the binding; need not be kept: the binding lives with this object.
    ///
    /// Throws what setting it now raises; nothing is bound then.
    @discardableResult
    public func bind<Value, Source, P: ReadableProperty>(
        _ member: KeyPath<Description, Property<Value>>, to source: Ref<Source>, _ sourceMember: KeyPath<Source, P>,
        transform: @escaping @Sendable (P.Value) -> Value
    ) throws -> PropertyBinding {
        try source.pipe(sourceMember).map(transform).into(self, member)
    }

    /// Binds a property of this object and another one to each other.
    ///
    ///     try field.bind(\.text, to: thermometer, \.celsius, transform: { "\($0)" }, reverse: { Double($0) })
    ///
    /// The source's value is set now. Later each follows the other, and what one direction sets does not come back by the other:
    /// a text that is typed stays as it was typed.
    /// - Parameters:
    ///   - member: a property of this object.
    ///   - source: not retained.
    ///   - sourceMember: a property of it.
    ///   - transform: makes the value that is set here.
    ///   - reverse: makes the value that the source is set to; nil for what the source cannot have, and keeps its own.
    /// - Returns: what ends both directions, as ``cutOff(_:)`` and the end of either object do; need not be kept.
    ///
    /// Throws what setting the property now raises; nothing is bound then.
    @discardableResult
    public func bind<Value, Source, SourceValue>(
        _ member: KeyPath<Description, Property<Value>>, to source: Ref<Source>,
        _ sourceMember: KeyPath<Source, Property<SourceValue>>,
        transform: @escaping @Sendable (SourceValue) -> Value, reverse: @escaping @Sendable (Value) -> SourceValue?
    ) throws -> PropertyBinding {
        let there = source.pipe(sourceMember).map(transform)
        let back = pipe(member).compactMap(reverse)
        let (pushThere, pushBack) = (there.pushing(into: self, member), back.pushing(into: source, sourceMember))
        let (front, rear) = (there.sources[0], back.sources[0])
        let loop = PushLoop { try $0 == rear.id ? pushBack($0) : pushThere($0) }
        return try PropertyBinding(
            loop, on: object, Self.keyPath(member),
            [.init(source: front), .init(source: rear, partner: front.object)], isReady: true)
    }

    /// Ends the bindings of a property of this object. After YJSafeKVO's `cutOff:`.
    public func cutOff<Value>(_ member: KeyPath<Description, Property<Value>>) {
        object.cutOff(Self.keyPath(member))
    }

    /// Ends those that begin with `source`.
    public func cutOff<Value, Source>(_ member: KeyPath<Description, Property<Value>>, from source: Ref<Source>) {
        object.cutOff(Self.keyPath(member), from: source.object)
    }
}

extension Object {
    /// Sets the value of a key path of this object to that of another one, now and whenever that changes.
    ///
    /// By key-value coding, so that numbers are converted. Throws what setting it now raises; nothing is bound then.
    /// - Returns: what ends the binding; need not be kept: the binding lives with this object.
    @discardableResult
    public func bind(_ keyPath: String, to source: Object, _ sourceKeyPath: String) throws -> PropertyBinding {
        let (weakSelf, origin) = (WeakReference(self), PipeSource(source, sourceKeyPath))
        let loop = PushLoop { _ in
            guard let subscriber = weakSelf.object, let source = origin.object.object else { return }
            let value = try source.value(forKeyPath: sourceKeyPath)
            let present = try subscriber.value(forKeyPath: keyPath)
            if try value == present || value?.send("isEqual:", present, as: Bool.self) == true { return }
            try subscriber.setValue(value, forKeyPath: keyPath)
        }
        return try PropertyBinding(loop, on: self, keyPath, [.init(source: origin)], isReady: true)
    }

    /// Ends the bindings of a key path of this object.
    public func cutOff(_ keyPath: String) {
        HiddenObservers.end(ownedBy: self) { $0.kind == .binding && $0.keyPath == keyPath }
    }

    /// Ends those that begin with `source`.
    public func cutOff(_ keyPath: String, from source: Object) {
        HiddenObservers.end(ownedBy: self) {
            $0.kind == .binding && $0.keyPath == keyPath && $0.target == source
        }
    }
}
