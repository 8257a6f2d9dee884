# objc_gdb.py - lets gdb show what an object is: `source scripts/objc_gdb.py`.
#
# Pointers to objects are followed by the text of a string or number, the count of a collection, or the class and
# whether the object is observed; a selector by its name. `print *object` shows the ivars. The program must run, because
# its runtime makes these texts.
import gdb


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
