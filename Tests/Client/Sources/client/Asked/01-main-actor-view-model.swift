import SafeObservation
import Support
import TypedClasses

final class Track: ClassDescription {
    let title = Property<String>("")
    let seconds = Property<Int>(0)
}

@MainActor
final class PlayerViewModel {
    private(set) var elapsed = "-"
    private(set) var history: [Int] = []
    private var observation: KeyValueObservation?

    init(track: Ref<Track>) {
        // No Task, no assumeIsolated: the handler is isolated to the main actor.
        observation = track.observe(\.seconds, options: [.initial, .new], on: MainActor.shared) {
            [weak self] track, change in
            self?.show(change.newValue ?? 0)
        }
    }

    private func show(_ seconds: Int) {
        history.append(seconds)
        elapsed = "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}

@MainActor
func program01() async throws {
    let track = Track.new()
    var player: PlayerViewModel? = PlayerViewModel(track: track)
    await eventually { !player!.history.isEmpty }
    check(player?.elapsed == "0:00", "the initial value comes soon after init returns")

    await Task.detached {
        for second in 1...100 { track.seconds = second }
    }.value
    await eventually { player!.history.count >= 101 }
    check(player?.elapsed == "1:40", "the view model shows the last value that another thread set")
    check(player?.history == Array(0...100), "every value came once, in the order in which they were set")

    weak let gone = player
    player = nil
    check(gone == nil, "the observation does not keep the view model alive")
    track.seconds = 7  // no observer is left; nothing happens
    check(track.seconds == 7, "a model outlives its view model")
}
