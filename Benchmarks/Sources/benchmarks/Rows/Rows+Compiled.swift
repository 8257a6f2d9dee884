// Rows+Compiled.swift - Objective-C compiled by clang, in the program of peers/compiled. Its peers are the same
// messages sent from C, the C functions that the compiler calls for the language, and the same source on GNUstep.

extension Rows {
    static var compiled: [Row] {
        [
            compiled("call-back", "the floor: a function of a library that jumps back into the program", nil),
            compiled("send", "an empty method", .ratio(1.3, to: "compiled-call-back"), [.row("compiled-call-back")]),
            compiled(
                "int-setter", "a synthesised setter of an int", .ratio(1.4, to: "compiled-call-back"),
                [.row("compiled-call-back"), .row("int-setter")]),
            compiled("int-getter", "a synthesised getter of an int", nil, [.row("int-getter")]),
            compiled(
                "object-setter", "a synthesised setter that retains, not atomic", nil, [.row("object-setter")]),
            compiled("atomic-setter", "the same, atomic", nil),
            compiled("atomic-getter", "an atomic getter: retained and autoreleased", nil),
            compiled(
                "synchronized", "@synchronized", .ratio(1.5, to: "compiled-synchronized-calls"),
                [.row("compiled-synchronized-calls")]),
            compiled("synchronized-calls", "objc_sync_enter and objc_sync_exit, called from C", nil),
            compiled(
                "weak", "a __weak variable read under ARC", .ratio(1.5, to: "compiled-weak-calls"),
                [.row("compiled-weak-calls")], isOnGNUstep: false),
            compiled("weak-calls", "objc_loadWeakRetained, called from C", nil, isOnGNUstep: false),
            compiled("observed-set-0", "a compiled setter that is observed", nil, [.row("observed-set-0")]),
            compiled("throw-catch", "@throw, one @catch that does not fit, and one that does", nil),
            Row(
                "compiled-load-1000", "opening a library with a thousand classes", unit: .milliseconds,
                goal: .atMost(5), peers: [.compiledForGNUstep], .compiled(anew: true)),
            Row(
                "compiled-start", "a program, from its start until it has observed an object", unit: .milliseconds,
                peers: [.compiledForGNUstep], .compiled(anew: false)),
            Row(
                "compiled-resident", "the memory of that program", unit: .bytes, peers: [.compiledForGNUstep],
                .compiled(anew: false)),
        ]
    }

    private static func compiled(
        _ name: String, _ purpose: String, _ goal: Goal?, _ peers: [Peer] = [], isOnGNUstep: Bool = true
    ) -> Row {
        Row(
            "compiled-" + name, purpose, goal: goal, peers: (isOnGNUstep ? [.compiledForGNUstep] : []) + peers,
            .compiled(anew: false))
    }
}
