// A program that contains libswiftCore.
// options: -static-stdlib
// ends with: is libswiftCore's: link without -static-stdlib
import Foundation

@main enum Program {
    static func main() { print(NSObject()) }
}
