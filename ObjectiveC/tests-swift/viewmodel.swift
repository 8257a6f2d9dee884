// A model and a view model as they were written in 2018: key paths, dependent keys, delegates, removal.
import Foundation

// ── Model ───────────────────────────────────────────────────────────────────────────────────────────

class Track: NSObject {
    @objc dynamic var title: String
    @objc dynamic var seconds: Int
    init(title: String, seconds: Int) {
        self.title = title
        self.seconds = seconds
        super.init()
    }
}

class Player: NSObject {
    @objc dynamic private(set) var tracks: [Track] = []
    @objc dynamic var current: Track?
    @objc dynamic var position = 0.0
    @objc dynamic var isPlaying = false

    @objc dynamic var progress: Double {
        guard let current, current.seconds > 0 else { return 0 }
        return position / Double(current.seconds)
    }
    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        let keyPaths = super.keyPathsForValuesAffectingValue(forKey: key)
        return key == "progress" ? keyPaths.union(["position", "current.seconds"]) : keyPaths
    }

    func add(_ track: Track) { mutableArrayValue(forKey: #keyPath(Player.tracks)).add(track) }
}

// ── View model ──────────────────────────────────────────────────────────────────────────────────────

@objc protocol PlayerViewModelDelegate: AnyObject {
    func viewModel(_ viewModel: PlayerViewModel, didChange text: String)
    @objc optional func viewModelDidReachEnd(_ viewModel: PlayerViewModel)
}

private var playingContext = 0

class PlayerViewModel: NSObject {
    weak var delegate: PlayerViewModelDelegate?
    private let player: Player
    private var observations: [NSKeyValueObservation] = []
    private(set) var title = "-"

    init(player: Player) {
        self.player = player
        super.init()
        observations = [
            player.observe(\.current?.title, options: [.initial, .new]) { [weak self] player, _ in
                self?.title = player.current?.title ?? "-"
                self?.notify("title \(player.current?.title ?? "-")")
            },
            player.observe(\.progress, options: .new) { [unowned self] player, change in
                notify("progress \(Int(change.newValue! * 100)) %")
                if player.progress == 1 { delegate?.viewModelDidReachEnd?(self) }
            },
        ]
        player.addObserver(
            self, forKeyPath: #keyPath(Player.isPlaying), options: [.old, .new], context: &playingContext)
        player.addObserver(self, forKeyPath: #keyPath(Player.tracks), options: .new, context: &playingContext)
    }

    deinit {
        player.removeObserver(self, forKeyPath: #keyPath(Player.isPlaying), context: &playingContext)
        player.removeObserver(self, forKeyPath: #keyPath(Player.tracks), context: &playingContext)
        print("view model ended")
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard context == &playingContext else {
            return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
        switch keyPath {
        case #keyPath(Player.isPlaying):
            notify("playing \(change![.oldKey] as! Bool) to \(change![.newKey] as! Bool)")
        case #keyPath(Player.tracks):
            let kind = NSKeyValueChange(rawValue: change![.kindKey] as! UInt)!
            let added = (change![.newKey] as? [Track])?.map(\.title) ?? []
            let index = (change![.indexesKey] as! NSIndexSet).firstIndex
            notify("tracks \(kind == .insertion ? "insertion" : "other") of \(added) at \(index)")
        default: break
        }
    }

    private func notify(_ text: String) { delegate?.viewModel(self, didChange: text) }
}

class Screen: NSObject, PlayerViewModelDelegate {
    var lines: [String] = []
    func viewModel(_ viewModel: PlayerViewModel, didChange text: String) { lines.append(text) }
    func show() {
        print(lines.isEmpty ? "nothing" : lines.joined(separator: "\n"))
        lines = []
    }
}

class LoudScreen: Screen {
    func viewModelDidReachEnd(_ viewModel: PlayerViewModel) { lines.append("the end of \(viewModel.title)") }
}

@main enum Program {
    static func main() {
        let player = Player()
        for screen in [Screen(), LoudScreen()] {
            do {
                let model = PlayerViewModel(player: player)
                model.delegate = screen
                let track = Track(title: "one", seconds: 200)
                player.add(track)
                player.current = track
                player.isPlaying = true
                player.setValue("renamed", forKeyPath: "current.title")
                player.position = 50
                track.seconds = 100
                player.position = 100
                player.isPlaying.toggle()
                screen.show()
                player.setValuesForKeys(["position": 20])
                player.setValuesForKeys(["current": NSNull()])
                screen.show()
            }
            player.position = 3
            screen.show()
        }
        print(player.tracks.map(\.title), player.value(forKeyPath: "tracks.@sum.seconds")!)
        print(NSStringFromClass(object_getClass(player)!) == NSStringFromClass(Player.self))
    }
}

// prints
//     tracks insertion of ["one"] at 0
//     progress 0 %
//     title one
//     playing false to true
//     title renamed
//     progress 25 %
//     progress 50 %
//     progress 100 %
//     playing true to false
//     progress 20 %
//     progress 0 %
//     title -
//     view model ended
//     nothing
//     tracks insertion of ["one"] at 1
//     progress 1 %
//     title one
//     playing false to true
//     title renamed
//     progress 25 %
//     progress 50 %
//     progress 100 %
//     the end of renamed
//     playing true to false
//     progress 20 %
//     progress 0 %
//     title -
//     view model ended
//     nothing
//     ["renamed", "renamed"] 200
//     true
