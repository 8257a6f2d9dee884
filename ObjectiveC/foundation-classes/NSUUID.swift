// NSUUID.swift - universally unique identifiers: Swift's UUID as an object.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSUUID {
    static let values = ValueClass<UUID>("NSUUID", adopting: ["NSCopying"]) { cls in
        try cls.addInit("init", maker: "UUID") { UUID() }
        try cls.addInit("initWithUUIDString:") { (text: String) in UUID(uuidString: text) }
        try cls.addInit("initWithUUIDBytes:", types: "@24@0:8r*16") { (bytes: UnsafePointer<CChar>) in
            UUID(uuid: UnsafeRawPointer(bytes).loadUnaligned(as: uuid_t.self))
        }
        try cls.add("UUIDString") { $0.uuidString }
        try cls.add("description") { $0.uuidString }
        try cls.add("getUUIDBytes:", types: "v24@0:8*16") { (uuid, bytes: UnsafeMutableRawPointer) in
            bytes.storeBytes(of: uuid.uuid, as: uuid_t.self)
        }
        try cls.add("compare:") { (uuid, other: Object?) -> Int in
            guard let other = try cls.argument(other) else { return 1 }
            return uuid == other ? 0 : uuid < other ? -1 : 1
        }
        try cls.addEquality()
        try cls.addCopy()
    }
}
