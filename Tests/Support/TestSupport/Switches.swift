// Switches.swift - environment variables of the runtime, in exit tests.
import Glibc

// The variables are read once, before main, and an exit test cannot set the environment of its process. So the test
// sets the variable itself and has them read again.
@_silgen_name("mr_debug_read_switches") private func readSwitches()

/// Sets a variable of the runtime, in the process of an exit test.
package func turnOn(_ variable: String, _ value: String = "1") {
    setenv(variable, value, 1)
    readSwitches()
}
