# objc_gdb.py - lets gdb show what an object is: `source ObjectiveC/bin/objc_gdb.py`.
#
# Pointers to objects are followed by the text of a string or number, the count of a collection, or the class and
# whether the object is observed; a selector by its name. `print *object` shows the ivars. A frame in code that was made
# at run time, as that of accessors, has the name of its method, and a caller. The program must run, because its runtime
# makes these texts.
import gdb
import gdb.FrameDecorator
import gdb.unwinder


def is_object(type_):
    """Whether a pointer to this type is an object: `id`, or a class that inherits from a class with an isa."""
    while type_.code == gdb.TYPE_CODE_STRUCT:
        if type_.tag == "objc_object":
            return True
        fields = type_.fields()
        if not fields:
            return False
        if not fields[0].is_base_class:
            return fields[0].name == "isa"
        type_ = fields[0].type.strip_typedefs()
    return False


def is_readable(address):
    """Whether the address is that of an object whose class can be read; a tagged number has no address."""
    if address & 7 or address >> 63:
        return True
    try:
        memory = gdb.selected_inferior()
        isa = int.from_bytes(memory.read_memory(address, 8), "little")
        memory.read_memory(isa, 40)
        return True
    except gdb.MemoryError:
        return False


def call(function, address):
    """Returns the text that a function of the program returns; None if it cannot be called."""
    was_unwinding = gdb.parameter("unwindonsignal")
    try:
        gdb.execute("set unwindonsignal on", to_string=True)
        return gdb.parse_and_eval(f"((const char *(*)(void *)){function})((void *){address})").string()
    except gdb.error:
        return None
    finally:
        gdb.execute(f"set unwindonsignal {'on' if was_unwinding else 'off'}", to_string=True)


class ObjectPrinter:
    function = "mr_debugger_summary"

    def __init__(self, value):
        self.address = int(value)

    def is_valid(self):
        return is_readable(self.address)

    def to_string(self):
        if self.address == 0:
            return "nil"
        text = call(self.function, self.address) if self.is_valid() else None
        return f"{self.address:#x}" + (f" <{text}>" if text else "")


class SelectorPrinter(ObjectPrinter):
    function = "sel_getName"

    def is_valid(self):
        return True


class IvarsPrinter:
    """`print *object`: the ivars, at the offsets that the runtime has given them, those of superclasses first."""

    def __init__(self, value):
        self.type, self.address = value.type.strip_typedefs(), int(value.address)

    def to_string(self):
        return call("mr_debugger_summary", self.address) if is_readable(self.address) else None

    def children(self):
        return self.ivars(self.type) if is_readable(self.address) else []

    def ivars(self, type_):
        for field in type_.fields():
            if field.is_base_class:
                yield from self.ivars(field.type.strip_typedefs())
            elif field.name != "isa":
                find = "((void *(*)(void *, const char *))class_getInstanceVariable)"
                cls = f"((void *(*)(void *))object_getClass)((void *){self.address})"
                ivar = f'{find}({cls}, "{field.name}")'
                offset = int(gdb.parse_and_eval(f"((long (*)(void *))ivar_getOffset)({ivar})"))
                place = gdb.Value(self.address + offset).cast(field.type.pointer())
                yield field.name, place.dereference()


def find_printer(value):
    type_ = value.type.strip_typedefs()
    if type_.code == gdb.TYPE_CODE_STRUCT and value.address is not None and is_object(type_):
        return IvarsPrinter(value)
    if type_.code != gdb.TYPE_CODE_PTR:
        return None
    target = type_.target().strip_typedefs()
    if target.code == gdb.TYPE_CODE_STRUCT and target.tag == "objc_selector":
        return SelectorPrinter(value)
    return ObjectPrinter(value) if is_object(target) else None


gdb.pretty_printers.append(find_printer)


def is_stub(address):
    """Whether the address is on one of the runtime's pages of stubs."""
    try:
        with open(f"/proc/{gdb.selected_inferior().pid}/maps") as maps:
            lines = [line for line in maps if "memfd:miniruntime-closures" in line]
    except OSError:
        return False
    limits = [[int(limit, 16) for limit in line.split()[0].split("-")] for line in lines]
    return any(begin <= address < end for begin, end in limits)


class FrameID:
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class StubUnwinder(gdb.unwinder.Unwinder):
    """A stub leaves the stack and the registers that functions preserve as its caller has made them."""

    def __init__(self):
        super().__init__("miniruntime-stub")

    def __call__(self, frame):
        is_x86 = frame.architecture().name().startswith("i386")
        pc_name, sp_name = ("rip", "rsp") if is_x86 else ("pc", "sp")
        pc, sp = frame.read_register(pc_name), frame.read_register(sp_name)
        if not is_stub(int(pc)):
            return None
        entry = sp + 8 if is_x86 else sp
        result = frame.create_unwind_info(FrameID(entry, pc))
        result.add_saved_register(sp_name, entry)
        if is_x86:
            preserved = ["rbx", "rbp", "r12", "r13", "r14", "r15"]
            result.add_saved_register(pc_name, sp.cast(pc.type.pointer().pointer()).dereference())
        else:
            preserved = [f"x{number}" for number in range(19, 30)]
            result.add_saved_register(pc_name, frame.read_register("x30"))
        for name in preserved:
            result.add_saved_register(name, frame.read_register(name))
        return result


class StubDecorator(gdb.FrameDecorator.FrameDecorator):
    def function(self):
        pc = self.inferior_frame().pc()
        return (call("mr_debugger_method", pc) if is_stub(pc) else None) or super().function()


class StubFilter:
    name, enabled, priority = "miniruntime-stub", True, 100

    def __init__(self):
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        return map(StubDecorator, frames)


gdb.unwinder.register_unwinder(None, StubUnwinder(), replace=True)
StubFilter()
