// Methods exchanged, associated objects and reflection, in the style of 2016.
import Foundation
import ObjectiveC

class ViewController: NSObject {
    @objc dynamic var title = "plain"
    @objc dynamic func viewWillAppear(_ animated: Bool) { print("viewWillAppear", animated) }
    @objc func update(_ text: String, count: Int) -> String { "\(text) x \(count)" }
    override required init() { super.init() }
}

class DetailController: ViewController {}

extension ViewController {
    static let track: Void = {
        let original = class_getInstanceMethod(ViewController.self, #selector(viewWillAppear(_:)))!
        let tracked = class_getInstanceMethod(ViewController.self, #selector(tracked_viewWillAppear(_:)))!
        method_exchangeImplementations(original, tracked)
    }()

    @objc func tracked_viewWillAppear(_ animated: Bool) {
        print("tracked", type(of: self))
        tracked_viewWillAppear(animated)
    }
}

private var identifierKey: UInt8 = 0
private var ownerKey: UInt8 = 0

extension NSObject {
    var identifier: String? {
        get { objc_getAssociatedObject(self, &identifierKey) as? String }
        set { objc_setAssociatedObject(self, &identifierKey, newValue, .OBJC_ASSOCIATION_COPY_NONATOMIC) }
    }
    var owner: NSObject? {
        get { objc_getAssociatedObject(self, &ownerKey) as? NSObject }
        set { objc_setAssociatedObject(self, &ownerKey, newValue, .OBJC_ASSOCIATION_RETAIN) }
    }
}

class Owner: NSObject {
    deinit { print("owner ended") }
}

@main enum Program {
    static func main() {
        exchange()
        associate()
        reflect()
        make()
    }

    static func exchange() {
        _ = ViewController.track
        ViewController().viewWillAppear(true)
        DetailController().viewWillAppear(false)
        let selector = #selector(ViewController.update(_:count:))
        print(
            selector, ViewController.instancesRespond(to: selector), ViewController().responds(to: Selector(("none"))))
        typealias Update = @convention(c) (AnyObject, Selector, NSString, Int) -> NSString
        let controller = ViewController()
        let update = unsafeBitCast(controller.method(for: selector), to: Update.self)
        print(update(controller, selector, "called", 2))
        let replaced: @convention(block) (AnyObject, NSString, Int) -> NSString = { _, text, count in
            "\(text) by a block \(count)" as NSString
        }
        let method = class_getInstanceMethod(ViewController.self, selector)!
        let before = method_setImplementation(method, imp_implementationWithBlock(replaced))
        print(unsafeBitCast(controller.method(for: selector), to: Update.self)(controller, selector, "called", 3))
        method_setImplementation(method, before)
        print(controller.perform(#selector(getter: ViewController.title))!.takeUnretainedValue())
    }

    static func associate() {
        let controller = ViewController()
        controller.identifier = "first"
        autoreleasepool {
            controller.owner = Owner()
            print(controller.identifier!, controller.owner is Owner, ViewController().identifier ?? "none")
        }
        controller.owner = nil
        controller.identifier = nil
        print(controller.identifier ?? "none")
    }

    static func reflect() {
        var count: UInt32 = 0
        let properties = class_copyPropertyList(ViewController.self, &count)!
        print((0..<Int(count)).map { String(cString: property_getName(properties[$0])) })
        free(properties)
        let methods = class_copyMethodList(ViewController.self, &count)!
        print((0..<Int(count)).map { NSStringFromSelector(method_getName(methods[$0])) }.sorted())
        free(methods)
        print(String(cString: class_getName(DetailController.self)), class_getSuperclass(DetailController.self)!)
        let type = NSClassFromString("Program.DetailController") as! ViewController.Type
        print(type.init().title, NSStringFromClass(type), object_getClass(type.init())! == DetailController.self)
    }

    static func make() {
        let made: AnyClass = objc_allocateClassPair(ViewController.self, "MadeController", 0)!
        let say: @convention(block) (AnyObject) -> NSString = {
            "I am \(NSStringFromClass(object_getClass($0)!))" as NSString
        }
        class_addMethod(made, Selector(("say")), imp_implementationWithBlock(say), "@@:")
        objc_registerClassPair(made)
        let object = (made as! ViewController.Type).init()
        print(object.perform(Selector(("say")))!.takeUnretainedValue(), object.title)
    }
}

// prints
//     tracked ViewController
//     viewWillAppear true
//     tracked DetailController
//     viewWillAppear false
//     update:count: true false
//     called x 2
//     called by a block 3
//     plain
//     first true none
//     owner ended
//     none
//     ["title"]
//     [".cxx_destruct", "init", "setTitle:", "title", "tracked_viewWillAppear:", "update:count:", "viewWillAppear:"]
//     Program.DetailController ViewController
//     plain Program.DetailController true
//     I am MadeController plain
