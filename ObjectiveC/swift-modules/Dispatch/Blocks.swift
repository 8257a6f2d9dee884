// Blocks.swift - libdispatch's functions that take blocks, once more.
//
// The compiler puts a block into a new one wherever Swift passes it to an imported function. libdispatch would not find
// the properties that the block has been created with, such as that it is a barrier. These declarations pass the block
// itself.

typealias Block = @convention(block) () -> Void

@_silgen_name("dispatch_block_create") func createBlock(_ flags: UInt, _ work: @escaping Block) -> Block
@_silgen_name("dispatch_block_create_with_qos_class")
func createBlock(_ flags: UInt, _ qosClass: UInt32, _ priority: Int32, _ work: @escaping Block) -> Block
@_silgen_name("dispatch_block_cancel") func cancel(_ block: @escaping Block)
@_silgen_name("dispatch_block_testcancel") func testCancel(_ block: @escaping Block) -> Int
@_silgen_name("dispatch_block_wait") func wait(_ block: @escaping Block, _ timeout: dispatch_time_t) -> Int
@_silgen_name("dispatch_block_notify")
func notify(_ block: @escaping Block, _ queue: DispatchQueue, _ notification: @escaping Block)

@_silgen_name("dispatch_async") func async(_ queue: DispatchQueue, _ block: @escaping Block)
@_silgen_name("dispatch_sync") func sync(_ queue: DispatchQueue, _ block: Block)
@_silgen_name("dispatch_after")
func after(_ time: dispatch_time_t, _ queue: DispatchQueue, _ block: @escaping Block)
@_silgen_name("dispatch_group_async")
func async(_ group: DispatchGroup, _ queue: DispatchQueue, _ block: @escaping Block)
@_silgen_name("dispatch_group_notify")
func notify(_ group: DispatchGroup, _ queue: DispatchQueue, _ block: @escaping Block)
@_silgen_name("dispatch_source_set_event_handler") func setEventHandler(_ source: DispatchSource, _ block: Block?)
@_silgen_name("dispatch_source_set_cancel_handler") func setCancelHandler(_ source: DispatchSource, _ block: Block?)
