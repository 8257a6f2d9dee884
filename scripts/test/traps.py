#!/usr/bin/env python3
"""traps.py [--list] BUILD - compares ObjectiveC/foundation-classes/traps.md with what the compiler found.

BUILD is a folder of a debug build (.build/debug), in which the compiler has written an index: each reference in a
source file to a declaration. The index shows the calls that leave no symbol in the library, too: methods of classes,
key paths, functions that were inlined, operators.

The page has each call into Swift's Foundation and Dispatch: in the table of those that an argument or a state can
break, or in the list of those that nothing breaks. Prints a line for each difference; the exit status is 1 if there is
any. --list prints where each call is. Calls through protocols, such as those of == for a value of a generic type, are
not found.
"""
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "ObjectiveC/foundation-classes"
PAGE = FOLDER / "traps.md"
MODULES = r"(?:Foundation|FoundationEssentials|FoundationInternationalization|Dispatch)"


class Text(ctypes.Structure):
    """indexstore_string_ref_t"""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Index:
    """The index of a build, read by the library libIndexStore of the toolchain."""

    RECORD = 2  # INDEXSTORE_UNIT_DEPENDENCY_RECORD
    CALLBACK = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
    TEXT_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)

    def __init__(self, folder):
        swift = shutil.which("swift") or sys.exit("traps: there is no swift command")
        path = pathlib.Path(swift).resolve().parent.parent / "lib/libIndexStore.so"
        self.library = ctypes.CDLL(str(path))
        if not folder.is_dir() or not (store := self.call("store_create", os.fsencode(folder), None)):
            sys.exit(f"traps: there is no index in {folder}; build for debugging")
        self.store = store

    def call(self, name, *arguments, result=ctypes.c_void_p):
        function = getattr(self.library, "indexstore_" + name)
        function.restype = result
        return function(*(ctypes.c_void_p(a) if isinstance(a, int) else a for a in arguments))

    def all(self, name, handle, callback, *arguments):
        """The results of `callback` for each thing that a function of the library passes."""
        found = []
        kind = self.TEXT_CALLBACK if name == "store_units" else self.CALLBACK
        pass_on = kind(lambda _, thing: found.append(callback(thing)) or True)
        self.call(name + "_apply_f", handle, *arguments, None, pass_on, result=ctypes.c_bool)
        return found

    def units(self, module):
        """The units of a module's files, each as its file and its records."""
        for name in self.all("store_units", self.store, str, ctypes.c_uint(1)):
            unit = self.call("unit_reader_create", self.store, name.encode(), None)
            if unit and str(self.call("unit_reader_get_module_name", unit, result=Text)) == module:
                yield (
                    pathlib.Path(str(self.call("unit_reader_get_main_file", unit, result=Text))),
                    [name for name in self.all("unit_reader_dependencies", unit, self.record) if name],
                )
            self.call("unit_reader_dispose", unit, result=None)

    def record(self, dependency):
        if self.call("unit_dependency_get_kind", dependency, result=ctypes.c_int) != self.RECORD:
            return None
        return str(self.call("unit_dependency_get_name", dependency, result=Text))

    def occurrences(self, record):
        """The references in a file: line, column, kind, subkind and the name that the compiler gives the symbol."""
        reader = self.call("record_reader_create", self.store, record.encode(), None)
        found = self.all("record_reader_occurrences", reader, self.occurrence)
        self.call("record_reader_dispose", reader, result=None)
        return found

    def occurrence(self, occurrence):
        symbol = self.call("occurrence_get_symbol", occurrence)
        line, column = ctypes.c_uint(), ctypes.c_uint()
        self.call("occurrence_get_line_col", occurrence, ctypes.byref(line), ctypes.byref(column), result=None)
        return (
            line.value,
            column.value,
            self.call("symbol_get_kind", symbol, result=ctypes.c_int),
            self.call("symbol_get_subkind", symbol, result=ctypes.c_int),
            str(self.call("symbol_get_usr", symbol, result=Text)),
        )


# Functions, variables, methods, properties and initializers; accessors are those of a property.
CALLS = {12, 13, *range(16, 23)}
ACCESSORS = {3, 4, *range(1002, 1004), *range(1014, 1019)}


def references(build):
    """All references of the module to calls: file, line and the name that the compiler gives the symbol."""
    index, found = Index(build / "index/store"), set()
    for file, records in index.units("FoundationClasses"):
        if not file.exists() or file.parent.resolve() != FOLDER:
            continue
        for record in records:
            for line, column, kind, subkind, name in index.occurrences(record):
                if kind in CALLS and subkind not in ACCESSORS and name.startswith("s:"):
                    found.add((file.name, line, column, name))
    if not found:
        sys.exit(f"traps: {build} has no index of FoundationClasses; build for debugging")
    return sorted(found)


def demangled(names, *options):
    """The names as a person writes them, by those that the compiler gives."""
    names = sorted(names)
    text = "\n".join("$s" + name[2:] for name in names)
    command = ["swift", "demangle", "--compact", *options]
    written = subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout
    return dict(zip(names, written.split("\n")))


def normalized(name):
    """A short name without `static`, generic parameters and the kind of an operator."""
    name = re.sub(r"^static ", "", name)
    name = re.sub(r" (?:infix|prefix|postfix)(?=\()", "", name)
    return re.sub(r"(?<=\w)<[^()]*?>(?=[.(])", "", name)


def find(build):
    """The calls into Foundation by their names: lists of places."""
    calls = {}
    found = references(build)
    full = demangled({name for *_, name in found})
    short = demangled({name for *_, name in found}, "--simplified")
    for file, line, _, symbol in found:
        if re.match(rf"(?:static )?(?:\(extension in {MODULES}\):|{MODULES}\.)", full[symbol]):
            calls.setdefault(normalized(short[symbol]), []).append(f"{file}:{line}")
    return calls


def read_page():
    """The names in the table and those in the list."""
    text = PAGE.read_text()
    table = re.findall(r"^\| `([^`]+)` \| [^|]+ \| [^|]+ \|$", text, re.MULTILINE)
    plain = []
    block = re.search(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL).group(1)
    for owner, members in re.findall(r"^([\w.]+): ((?:[^\n]+\n)(?:  [^\n]+\n)*)", block, re.MULTILINE):
        plain += [member if owner == "functions" else f"{owner}.{member}" for member in members.split()]
    return table + plain


def compare(calls):
    listed = read_page()
    for name in sorted({name for name in listed if listed.count(name) > 1}):
        yield f"{name} is in the page twice"
    for name in sorted(set(calls) - set(listed)):
        yield f"{name} is not in the page: what argument or state ends the process? {', '.join(calls[name])}"
    for name in sorted(set(listed) - set(calls)):
        yield f"{name} is in the page, and nothing calls it"


def main():
    *options, build = sys.argv[1:] or sys.exit("usage: traps.py [--list] BUILD")
    calls = find(pathlib.Path(build))
    if "--list" in options:
        for name, places in sorted(calls.items()):
            print(name, *places)
        return 0
    differences = list(compare(calls))
    for line in differences:
        print(f"traps: {line}", file=sys.stderr)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
