// Binding.swift - bindings: properties that follow other properties.
//
// The subscriber owns its bindings, and they end with it; neither the subscriber nor a source is retained. A set by a
// binding may change a source in turn. This settles for two reasons: a binding does not set a value that is equal to
// the present one, and it does not run inside itself (PushLoop.swift).
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension PropertyPipe where Value: PropertyValue {
    /// Sets a property of `subscriber` to the present value, and to each later one. Combine: `assign(to:on:)`.
    /// - Parameters:
    ///   - subscriber: not retained; the binding ends with it.
    ///   - member: the property, which is set by message. It is not set if its value is equal already.
    ///   - isReady: false to wait for the first change.
    /// - Returns: the binding, which can be ended early. It need not be kept.
    ///
    /// Throws an exception that the registration, or setting the present value, raises; no binding is made then. Later
    /// exceptions are raised in the code that changes the source.
    @discardableResult
    public func into<Description>(
        _ subscriber: Ref<Description>, _ member: KeyPath<Description, Property<Value>>, isReady: Bool = true
    ) throws -> PropertyBinding {
        let loop = PushLoop(pushing(into: subscriber, member))
        return try PropertyBinding(
            loop, on: subscriber.object, Ref<Description>.keyPath(member), sources.map { .init(source: $0) },
            isReady: isReady)
    }

    /// Returns a function that sets a property to the value that it pulls when a source has changed.
    fileprivate func pushing<Description>(
        into subscriber: Ref<Description>, _ member: KeyPath<Description, Property<Value>>
    ) -> @Sendable (PipeSource.ID?) throws -> Void {
        nonisolated(unsafe) let member = member  // a key path is immutable
        let (weakSubscriber, pull) = (WeakReference(subscriber.object), follow())
        return { changed in
            guard let subscriber = weakSubscriber.object.flatMap({ Ref<Description>($0) }),
                let flow = try pull(PipeQuestion(changed: changed)),
                try !EqualValues.areEqual(subscriber.get(unsafe member), flow.value)
            else { return }
            try subscriber.set(unsafe member, to: flow.value)
            for arrive in flow.arrivals { arrive() }
        }
    }
}

extension Ref {
    /// Sets a property of this object to the value of another property, now and whenever that changes.
    ///
    ///     try label.bind(\.text, to: person, \.name)
    ///
    /// Two properties may be bound to each other. YJSafeKVO: `bound:`.
    /// - Parameters:
    ///   - member: the property that is set. It is not set if its value is equal already.
    ///   - source: not retained.
    ///   - sourceMember: a property of the source, or a path of properties.
    /// - Returns: the binding, which can be ended early. It need not be kept, because the binding lives with this
    ///   object.
    ///
    /// Throws an exception that the registration, or setting the present value, raises; no binding is made then.
    @discardableResult
    public func bind<Value, Source, P: ReadableProperty>(
        _ member: KeyPath<Description, Property<Value>>, to source: Ref<Source>, _ sourceMember: KeyPath<Source, P>
    ) throws -> PropertyBinding where P.Value == Value {
        try source.pipe(sourceMember).into(self, member)
    }

    /// Sets a property of this object to a value that is made from another property, now and whenever that changes.
    ///
    ///     try label.bind(\.text, to: thermometer, \.celsius) { "\($0) °C" }
    ///
    /// - Parameters:
    ///   - member: the property that is set. It is not set if its value is equal already.
    ///   - source: not retained.
    ///   - sourceMember: a property of the source, or a path of properties.
    ///   - transform: returns the value to set. Runs on the thread that changes the source, with no lock held.
    /// - Returns: the binding, which can be ended early. It need not be kept, because the binding lives with this
    ///   object.
    ///
    /// Throws an exception that the registration, or setting the present value, raises; no binding is made then.
    @discardableResult
    public func bind<Value, Source, P: ReadableProperty>(
        _ member: KeyPath<Description, Property<Value>>, to source: Ref<Source>, _ sourceMember: KeyPath<Source, P>,
        transform: @escaping @Sendable (P.Value) -> Value
    ) throws -> PropertyBinding {
        try source.pipe(sourceMember).map(transform).into(self, member)
    }

    /// Binds a property of this object and a property of another object to each other.
    ///
    ///     try field.bind(\.text, to: thermometer, \.celsius, transform: { "\($0)" }, reverse: { Double($0) })
    ///
    /// This object's property is set to the source's value now. Later each property follows the other. A set by one
    /// direction does not start the other: text that was typed stays as it was typed.
    /// - Parameters:
    ///   - member: a property of this object.
    ///   - source: not retained.
    ///   - sourceMember: a property of the source.
    ///   - transform: returns the value for this object's property.
    ///   - reverse: returns the value for the source; nil to leave the source unchanged.
    /// - Returns: the binding. `invalidate()` ends both directions, and so do ``cutOff(_:)`` and the death of either
    ///   object. It need not be kept.
    ///
    /// Throws an exception that the registration, or setting the present value, raises; no binding is made then.
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

    /// Ends the bindings that set a property of this object. YJSafeKVO: `cutOff:`.
    public func cutOff<Value>(_ member: KeyPath<Description, Property<Value>>) {
        object.cutOff(Self.keyPath(member))
    }

    /// Ends the bindings of a property of this object whose source is `source`.
    public func cutOff<Value, Source>(_ member: KeyPath<Description, Property<Value>>, from source: Ref<Source>) {
        object.cutOff(Self.keyPath(member), from: source.object)
    }
}

extension Object {
    /// Sets the value of a key path of this object to the value of another key path, now and whenever that changes.
    ///
    /// It uses key-value coding, so that numbers are converted. Throws an exception that the registration, or setting
    /// the present value, raises; no binding is made then.
    /// - Returns: the binding, which can be ended early. It need not be kept, because the binding lives with this
    ///   object.
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

    /// Ends the bindings that set a key path of this object.
    public func cutOff(_ keyPath: String) {
        ObjectObservations.end(ownedBy: self) { $0.kind == .binding && $0.keyPath == keyPath }
    }

    /// Ends the bindings of a key path of this object whose source is `source`.
    public func cutOff(_ keyPath: String, from source: Object) {
        ObjectObservations.end(ownedBy: self) {
            $0.kind == .binding && $0.keyPath == keyPath && $0.target == source
        }
    }
}
