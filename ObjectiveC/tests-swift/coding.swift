// Key-value coding in the style of 2018: operators, unknown keys, nil for numbers, validation, proxies of collections.
import Foundation

class Employee: NSObject {
    @objc dynamic var name = ""
    @objc dynamic var salary = 0.0
    @objc dynamic var manager: Employee?
    @objc dynamic var tags: Set<String> = []
    convenience init(_ name: String, _ salary: Double) {
        self.init()
        self.name = name
        self.salary = salary
    }
    @objc func validateName(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
        guard let text = value.pointee as? String, !text.isEmpty else {
            throw NSError(domain: "Form", code: 1, userInfo: [NSLocalizedDescriptionKey: "a name is needed"])
        }
        value.pointee = text.capitalized as NSString
    }
    override func value(forUndefinedKey key: String) -> Any? { "no \(key)" }
    override func setValue(_ value: Any?, forUndefinedKey key: String) { print("ignored", key, value ?? "nil") }
    override func setNilValueForKey(_ key: String) { setValue(0, forKey: key) }
}

class Company: NSObject {
    @objc dynamic var employees: [Employee] = []
    @objc dynamic var settings: [String: Any] = ["size": "small"]
    @objc dynamic lazy var names = NSMutableArray()
}

@main enum Program {
    static func main() throws {
        let company = Company()
        let ada = Employee("Ada", 300), bob = Employee("Bob", 100)
        bob.manager = ada
        company.employees = [ada, bob, Employee("Eve", 200)]
        print(company.value(forKeyPath: "employees.@avg.salary")!, company.value(forKeyPath: "employees.@max.salary")!)
        print(
            company.value(forKeyPath: "employees.name") as! [String],
            company.value(forKeyPath: "employees.@count") as! Int)
        print(
            (company.employees as NSArray).value(forKey: "name") as! [String],
            company.value(forKeyPath: "settings.size")!)
        bob.setValue("Ada L.", forKeyPath: #keyPath(Employee.manager.name))
        bob.setValue(nil, forKey: "salary")
        print(ada.name, bob.salary, bob.value(forKey: "color")!, bob.value(forKeyPath: "manager.salary") as! Double)
        bob.setValue(1, forKey: "size")
        print(
            ada.dictionaryWithValues(forKeys: ["name", "salary"]).sorted { $0.key < $1.key }.map {
                "\($0.key) \($0.value)"
            })
        ada.setValuesForKeys(["name": "Ada", "salary": NSNumber(value: 350)])
        print(ada.name, ada.salary)

        var input: AnyObject? = "grace" as NSString
        try ada.validateValue(&input, forKey: "name")
        print(input as! String)
        input = "" as NSString
        do { try ada.validateValue(&input, forKey: "name") } catch { print(error.localizedDescription) }

        let proxy = company.mutableArrayValue(forKey: "employees")
        var changes: [String] = []
        let observation = company.observe(\.employees, options: [.old, .new]) { _, change in
            changes.append("\(change.kind.rawValue) \(change.newValue?.count ?? 0)")
        }
        proxy.add(Employee("Kim", 1))
        proxy.removeObject(at: 0)
        proxy.replaceObject(at: 0, with: ada)
        observation.invalidate()
        proxy.sort(using: [NSSortDescriptor(keyPath: \Employee.name, ascending: false)])
        print(company.employees.map(\.name), changes)
        bob.mutableSetValue(forKey: "tags").add("new")
        print(bob.tags)
    }
}

// prints
//     200 300
//     ["Ada", "Bob", "Eve"] 3
//     ["Ada", "Bob", "Eve"] small
//     Ada L. 0.0 no color 300.0
//     ignored size 1
//     ["name Ada L.", "salary 300"]
//     Ada 350.0
//     Grace
//     a name is needed
//     ["Kim", "Eve", "Ada"] ["2 1", "3 0", "4 1"]
//     ["new"]
