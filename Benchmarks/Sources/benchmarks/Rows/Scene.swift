// Scene.swift - the work of rows that run a C kernel on an object and its observers.
import Glibc
import Kernels
import MiniRuntime

typealias Kernel = @convention(c) (OpaquePointer?, Int) -> Void
typealias Scene = OpaquePointer

/// The bits of NSKeyValueObservingOptions.
enum Options {
    static let none: UInt = 0
    static let newOld: UInt = 3
    static let newOldPrior: UInt = 11
}

/// Makes an object of a new class with `observers` observers at `path`.
func scene(_ path: String, observers: Int) -> Scene {
    let scene = scene_make(path)!
    scene_observe(scene, Options.none, observers)
    return scene
}

/// Returns the class as a pointer for C.
func address(of cls: Class) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(cls.object.unmanaged.address)
}

extension Work {
    /// Measures `kernel` on the scene that `make` returns.
    static func scene(_ kernel: @escaping Kernel, _ make: @escaping () -> Scene) -> Work {
        .loop {
            let scene = make()
            return { kernel(scene, $0) }
        }
    }

    /// Returns the same work with functions made at run time of `kind`, which is in force while the loop's objects and
    /// classes are made.
    func closures(_ kind: IMP.Kind) -> Work {
        guard case .loop(let make) = self else { fail("only a loop makes its objects") }
        return .loop {
            let usual = ObjectRuntime.closureKind
            ObjectRuntime.closureKind = kind
            defer { ObjectRuntime.closureKind = usual }
            return make()
        }
    }

    /// Measures `kernel` on an object observed at `path`. Ends the process unless each observer is notified `told`
    /// times by one operation, so that no undelivered notification is measured.
    static func observed(
        _ kernel: @escaping Kernel, _ path: String = "age", options: UInt = Options.none, observers: Int = 1,
        told: Int = 1, make: @escaping (String) -> Scene = { scene_make($0) }
    ) -> Work {
        .scene(kernel) {
            let scene = make(path)
            scene_observe(scene, options, observers)
            let before = scene_told(scene)
            kernel(scene, 1)
            let after = scene_told(scene)
            if after - before != told * observers {
                fail("\(observers) observers of \(path) were told \(after - before) times, not \(told * observers)")
            }
            return scene
        }
    }
}
