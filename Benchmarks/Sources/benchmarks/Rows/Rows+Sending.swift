// Rows+Sending.swift - the cost of a message, and of a call in its place.
import Kernels
import MiniRuntime

extension Rows {
    static var sending: [Row] {
        [
            Row("empty-loop", "what a loop costs by itself", .loop { kernel_empty_loop }),
            Row(
                "pooled-loop", "the same with a pool every 256 times, as where objects are observed",
                .loop { kernel_pooled_loop }),
            Row("indirect-call", "the floor: an empty function through a pointer", .loop { kernel_indirect_call }),
            Row(
                "send", "an empty method, found in the cache", goal: .ratio(1.3, to: "indirect-call"),
                peers: [.row("indirect-call"), .gnustep], .loop { kernel_send }),
            Row(
                "send-stub", "the same, where the method is a closure, entered by a stub", peers: [.row("send")],
                .scene(kernel_send_last) { scene_with_closure() }.closures(.stub)),
            Row(
                "send-libffi", "the same, entered by libffi", peers: [.row("send-stub"), .row("send")],
                .scene(kernel_send_last) { scene_with_closure() }.closures(.libffiClosure)),
            Row("table-call-16x16", "256 functions through a table of pointers", .loop { kernel_table_call }),
            Row(
                "send-16x16", "16 selectors to objects of 16 classes", goal: .ratio(1.5, to: "table-call-16x16"),
                peers: [.row("table-call-16x16"), .gnustep], .loop { kernel_send_16x16 }),
            Row(
                "send-to-nil", "a message to nil, which returns zero", peers: [.row("indirect-call"), .gnustep],
                .loop { kernel_send_nil }),
            Row(
                "responds", "class_respondsToSelector of a method that the class has",
                .scene(kernel_responds) { scene_make("age") }),
            Row(
                "responds-missing", "the same of a method that is missing, as of an optional one of a delegate",
                goal: .ratio(4, to: "responds"), peers: [.row("responds")],
                .scene(kernel_responds_missing) { scene_make("age") }),
            Row(
                "retain-release", "one owner more and one less, atomically", peers: [.gnustep],
                .loop { kernel_retain_release }),
            Row(
                "value-for-key", "valueForKey: of an int", goal: .atMost(15), peers: [.gnustep],
                .scene(kernel_value_for_key) { scene_make("age") }),
        ]
    }
}
