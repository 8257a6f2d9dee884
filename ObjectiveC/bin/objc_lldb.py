# objc_lldb.py - lets lldb show what an object is: `command script import ObjectiveC/bin/objc_lldb.py`.
#
# Pointers to objects are followed by the text of a string or number, the count of a collection, or the class and
# whether the object is observed; a selector by its name. The program must run, because its runtime makes these texts.
# The command `po` prints an object's description.
import lldb


def call(frame, function, address):
    """Returns the text that a function of the program returns; None if it cannot be called."""
    options = lldb.SBExpressionOptions()
    options.SetUnwindOnError(True)
    result = frame.EvaluateExpression(f"((const char *(*)(void *)){function})((void *){address})", options)
    if not result.GetError().Success() or result.GetValueAsUnsigned() == 0:
        return None
    error = lldb.SBError()
    text = frame.GetThread().GetProcess().ReadCStringFromMemory(result.GetValueAsUnsigned(), 4096, error)
    return text if error.Success() else None


def summary_with(function, value):
    address = value.GetValueAsUnsigned()
    if address == 0:
        return "nil"
    return call(value.GetFrame(), function, address)


def object_summary(value, _):
    return summary_with("mr_debugger_summary", value)


def selector_summary(value, _):
    return summary_with("sel_getName", value)


def is_object(type_, _):
    """Whether a type is a pointer to an object: `id`, or a class that inherits from a class with an isa."""
    if not type_.IsPointerType():
        return False
    type_ = type_.GetPointeeType().GetCanonicalType()
    for _ in range(100):
        if type_.GetName() in ("objc_object", "id", "NSObject"):
            return True
        if type_.GetNumberOfDirectBaseClasses() == 0:
            return False
        type_ = type_.GetDirectBaseClassAtIndex(0).GetType()
    return False


def print_object(debugger, command, result, _):
    frame = debugger.GetSelectedTarget().GetProcess().GetSelectedThread().GetSelectedFrame()
    value = frame.EvaluateExpression(command)
    if not value.GetError().Success():
        result.SetError(value.GetError())
        return
    result.AppendMessage(call(frame, "_NSPrintForDebugger", value.GetValueAsUnsigned()) or "no object")


def __lldb_init_module(debugger, _):
    name = __name__
    debugger.HandleCommand(f"type summary add -w objc -F {name}.object_summary --recognizer-function {name}.is_object")
    debugger.HandleCommand(f"type summary add -w objc -F {name}.selector_summary SEL")
    debugger.HandleCommand("type category enable objc")
    debugger.HandleCommand(f"command script add -o -f {name}.print_object po")
