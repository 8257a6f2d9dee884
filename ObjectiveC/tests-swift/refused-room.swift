// A class that clang compiled, without the room that Swift's libraries read.
// header: refused-room.h
// options: -Xcc -fno-data-sections
// ends with: class 'Bare' has no room for what Swift's libraries read of a class
import Foundation

@main enum Program {
    static func main() { print(Bare()) }
}
