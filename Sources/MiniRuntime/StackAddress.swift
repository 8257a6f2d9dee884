// StackAddress.swift - how much of a thread's stack is in use.
import CMiniRuntime

/// Returns the address of a frame at the top of the stack, which grows downwards. Under the address sanitizer a local
/// variable may lie on the heap, so its address would say nothing about the stack.
package func stackAddress() -> UInt { UInt(mr_stack_address()) }
