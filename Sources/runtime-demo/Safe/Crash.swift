// Crash.swift - the three ways in which observing ends a program. Each runs in a child process, and prints each message
// before it sends the message.
import ArgumentParser
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

enum Crash: String, CaseIterable, ExpressibleByArgument {
    /// The observed object dies.
    case leftover
    /// An observer is removed that is not registered.
    case removal
    /// The observer does not implement the callback.
    case unhandled

    var title: String {
        switch self {
        case .leftover: "Too few removals: foo dies while bar observes it"
        case .removal: "Too many removals: bar does not observe foo"
        case .unhandled: "No callback: bar observes, but does not implement observeValueForKeyPath: ..."
        }
    }

    /// Runs the crash, which ends this process.
    func happen() throws {
        try transcript.run(.plain) {
            transcript.message("Foo *foo = [Foo new];  Bar *bar = [Bar new]")
            let bar = try makeBar(implementsCallback: self != .unhandled).new()
            var foo: Ref<Safe.Foo>? = Safe.Foo.new()
            transcript.name(foo!.object, "foo")
            transcript.name(bar, "bar")
            try happen(to: foo!, bar)
            transcript.message("[foo release]")
            foo = nil
        }
    }

    private func happen(to foo: Ref<Safe.Foo>, _ bar: Object) throws {
        switch self {
        case .leftover:
            try transcript.add(bar, to: foo.object, "count", [.new, .old])
        case .removal:
            transcript.message("[foo removeObserver: bar forKeyPath: @\"count\"]")
            foo.object.sendOrTerminate("removeObserver:forKeyPath:", bar, "count")
        case .unhandled:
            try transcript.add(bar, to: foo.object, "count", [.new, .old])
            transcript.message("[foo setCount: 1]")
            foo.count = 1
        }
    }

    private func makeBar(implementsCallback: Bool) throws -> Class {
        let builder = try ClassBuilder("Bar")
        if implementsCallback {
            try builder.addMethod(.observeValue) {
                (me: Object, keyPath: String, _: Object, change: Object, _: UnsafeMutableRawPointer?) in
                try transcript.told(transcript.name(of: me), keyPath, KeyValueObservedChange(change))
            }
        }
        return builder.register()
    }
}
