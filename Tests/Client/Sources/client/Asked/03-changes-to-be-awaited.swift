import SafeObservation
import Support
import TypedClasses

final class Upload: ClassDescription {
    let percent = Property<Int>(0)
}

func program03() async throws {
    var upload: Ref<Upload>? = Upload.new()

    let changes = upload!.changes(of: \.percent)
    let latest = upload!.changes(of: \.percent, bufferingPolicy: .bufferingNewest(1))
    upload!.percent = 10  // before the first await
    upload!.percent = 20
    upload!.percent = 100
    upload = nil

    var all: [Int] = []
    for await change in changes { all.append(change.newValue ?? -1) }
    check(all == [10, 20, 100], "changes are kept from the moment of the call, not of the first await")
    check(changes.termination == .objectDied, "the sequence says that it ended because the object died")

    var last: [Int] = []
    for await change in latest { last.append(change.newValue ?? -1) }
    check(last == [100], "bufferingNewest(1) keeps the last word only")

    let other = Upload.new()
    let cancelled = other.changes(of: \.percent)
    let task = Task {
        for await change in cancelled where change.newValue == 100 { return true }
        return false
    }
    other.percent = 50
    task.cancel()
    check(await task.value == false, "cancelling the task ends the loop")
    check(cancelled.termination == .cancelled, "the sequence says that it ended because its task was cancelled")
}
