// WithoutPools.swift - work on dispatch queues, in tasks and on threads without an autorelease pool.
import Foundation
import KVONotifying
import MiniRuntime
import SafeObservation
import Support
import TypedClasses

private class Firm: ClassDescription {
    let name = Property<String>("a firm with a name of more than fifteen bytes")
}

private class Clerk: ClassDescription {
    let name = Property<String>("Ann")
    let firm = Property<Ref<Firm>?>(nil)
    let tags = Property<[String]>(["one", "two"])
    let describe = TypedMethod { (clerk: Ref<Clerk>) in "\(clerk.name) of \(clerk.firm?.name ?? "nowhere")" }
}

/// Reads the firm by key path, by key and by message.
private func readFirm(of clerk: Ref<Clerk>) throws -> String? {
    let object = clerk.object
    let firms = [try object.value(forKey: "firm"), try object.send("firm", as: Object?.self)]
    expect(firms.allSatisfy { $0 != nil }, "the clerk has no firm")
    let (name, value) = (try clerk.get(\.firm.name), try object.value(forKeyPath: "firm.name"))
    expect(try value.map(String.fromObject), is: name, "the name of the firm")
    return name
}

/// A function such as users write: it makes objects, and reads their properties.
@Sendable private func work(_ number: Int) -> Int {
    let clerk = Clerk.new()
    clerk.firm = Firm.new()
    clerk.firm?.name = "firm number \(number)"
    let token = clerk.observe(\.firm.name, options: [.new, .old]) { clerk, _ in clerk.name = "Bob" }
    clerk.firm?.name = "another firm number \(number)"
    var length = clerk.firm?.name.count ?? 0
    length += clerk.tags.count + clerk.name.count
    length += (try? clerk.describe())?.count ?? 0
    length += (try? clerk.object.send("description", as: String.self))?.count ?? 0
    do { length += try readFirm(of: clerk)?.count ?? 0 } catch { fail("\(error) was thrown") }
    clerk.firm = Firm.new()
    withExtendedLifetime(token) {}
    return length
}

private func expectNobody(_ place: String) {
    expect(Clerk.description.runtimeClass.instanceCount, is: 0, "the number of clerks after \(place)")
    expect(Firm.description.runtimeClass.instanceCount, is: 0, "the number of firms after \(place)")
}

@Sendable func withoutPools() async {
    await repeatedly {
        for number in 0..<200 { _ = work(number) }
        expectNobody("a loop")
        DispatchQueue.concurrentPerform(iterations: 200) { _ = work($0) }
        expectNobody("concurrentPerform")
        let (queue, group) = (DispatchQueue(label: "client"), DispatchGroup())
        for number in 0..<200 { queue.async(group: group) { _ = work(number) } }
        for number in 0..<200 { DispatchQueue.global().async(group: group) { _ = work(number) } }
        await withCheckedContinuation { done in group.notify(queue: queue) { done.resume() } }
        expectNobody("blocks on queues")
        let sum = await withTaskGroup { tasks in
            for number in 0..<200 { tasks.addTask { work(number) } }
            return await tasks.reduce(0, +)
        }
        expect(sum > 0, "the tasks did nothing")
        expectNobody("tasks")
        // Threads that continue after their work: objects must be released before the threads end.
        let (begin, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<4 {
            Thread.detachNewThread {
                for number in 0..<50 { _ = work(number) }
                begin.signal()
                end.wait()
                begin.signal()
            }
        }
        await waitTimes(4, for: begin)
        expectNobody("threads that are still running")
        for _ in 0..<4 { end.signal() }
        await waitTimes(4, for: begin)
    }
}

/// Waits for a semaphore on a thread of its own, so that no thread of the cooperative pool is blocked.
private func waitTimes(_ count: Int, for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { done in
        Thread.detachNewThread {
            for _ in 0..<count { semaphore.wait() }
            done.resume()
        }
    }
}
