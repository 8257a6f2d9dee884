import SafeObservation
import Support
import Synchronization
import TypedClasses

final class Playlist: ClassDescription {
    let songs = Property<[String]>([])
}

func program04() throws {
    let playlist = Playlist.new()
    let seen = Mutex<[ObservedChange<[String]>]>([])
    let token = playlist.observe(\.songs, options: [.old, .new]) { _, change in
        seen.withLock { $0.append(change) }
    }
    defer { token.invalidate() }
    func last() -> ObservedChange<[String]> { seen.withLock { $0.last! } }

    playlist.songs = ["Help!", "Yesterday"]
    check(last().kind == .setting && last().indexes == nil, "a whole new array is a setting")
    check(last().newValue == ["Help!", "Yesterday"], "... whose new value is the array")

    playlist.songs.append("Girl")
    check(last().kind == .insertion, "append is an insertion")
    check(last().indexes == RangeSet(2..<3), "... at the end")
    check(last().inserted == ["Girl"], "... of that element")

    playlist.songs.insert(contentsOf: ["Wait", "Michelle"], at: 1)
    check(last().indexes == RangeSet(1..<3), "two elements inserted at once are one change")

    let removed = playlist.songs.remove(at: 0)
    check(removed == "Help!", "remove returns the element")
    check(last().kind == .removal && last().removed == ["Help!"], "remove is a removal, with what was removed")

    playlist.songs.replaceSubrange(0..<1, with: ["Drive My Car"])
    check(last().kind == .replacement, "as many for as many is a replacement")
    check(last().removed == ["Wait"] && last().inserted == ["Drive My Car"], "... with both elements")

    let before = playlist.songs
    playlist.songs.move(from: 3, to: 0)
    check(playlist.songs.first == "Girl", "a song moves to the front")
    check(
        before.applying(last().difference!) == playlist.songs,
        "a CollectionDifference leads from the old array to the new")
    check(seen.withLock { $0.count } == 6, "one change each")
}
