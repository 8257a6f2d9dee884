// PropertyValuesTests.swift - the values of a property as an asynchronous sequence.
import KVONotifying
import SafeObservation
import TestSupport
import Testing
import TypedClasses

private final class Playlist: ClassDescription {
    let songs = Property<[String]>([])
}

@Suite("Values to be awaited")
struct PropertyValuesTests {
    private let lamp = DeskLamp.new()

    @Test("The first value is the present one, and each change adds one, also nil and along a path")
    func values() async {
        await expectNamesAndTitles()
        #expect(lamp.object.isUntouched)  // the sequences, which own the observations, are gone
    }

    private func expectNamesAndTitles() async {
        let (names, titles) = (lamp.values(of: \.name), lamp.values(of: \.room.title))
        lamp.name = nil
        lamp.name = "n"
        lamp.room = LampRoom.new()
        #expect(await first(3, of: names) == ["lamp", nil, "n"])
        #expect(await first(2, of: titles) == [nil, "hall"])
    }

    @Test("If single elements change, each value is the whole collection at that time")
    func elements() async {
        let playlist = Playlist.new()
        let songs = playlist.values(of: \.songs)
        playlist.songs.append("a")
        playlist.songs.append("b")
        playlist.songs.remove(at: 0)
        #expect(await first(4, of: songs) == [[], ["a"], ["a", "b"], ["b"]])
    }

    @Test("The sequence ends when the object dies, after the values that it had")
    func death() async {
        var mortal: Ref<DeskLamp>? = DeskLamp.new()
        let levels = mortal!.values(of: \.level)
        mortal!.level = 1
        mortal = nil
        var all: [Int] = []
        for await level in levels { all.append(level) }
        #expect(all == [0, 1])
    }

    @Test("Equal values are left out on request, and a buffer of one keeps the newest")
    func policies() async {
        let (different, newest) = (
            lamp.values(of: \.level, skipsEqualValues: true),
            lamp.values(of: \.level, bufferingPolicy: .bufferingNewest(1))
        )
        for level in [0, 1, 1, 2] { lamp.level = level }
        #expect(await first(3, of: different) == [0, 1, 2])
        #expect(await first(1, of: newest) == [2])
    }

    private func first<Value: Sendable>(_ count: Int, of values: AsyncStream<Value>) async -> [Value] {
        var all: [Value] = []
        for await value in values {
            all.append(value)
            if all.count == count { break }
        }
        return all
    }
}
