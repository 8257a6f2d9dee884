#!/usr/bin/env python3
"""declared-methods.py - writes a program in Objective-C that looks up everything that Foundation's headers declare.

    scripts/objc-clang -x objective-c -fsyntax-only -Xclang -ast-dump=json FILE | declared-methods.py > program.m

FILE includes the headers. The program prints a line for each declared method that no class implements, and for each
protocol that a class does not adopt, and exits with status 1 if there was one. It also refers to each declared class,
function and constant, so that it cannot be linked if one of them is missing. Methods of protocols are left out: a
program implements them. So is what `unavailable` forbids.
"""
import json
import sys

FOLDER = "/ObjectiveC/image/include/"


def declarations(node, file=None):
    """Yields the declarations of the headers in FOLDER, at the top level of the translation unit or of a block of C."""
    for child in node.get("inner", []):
        places = [child.get("loc", {}), child.get("range", {}).get("begin", {})]
        for place in places:
            # clang writes the name of a file only where it differs from that of the place before.
            for part in (place, place.get("spellingLoc", {}), place.get("expansionLoc", {})):
                file = part.get("file", file)
        if child.get("kind") == "LinkageSpecDecl":
            yield from declarations(child, file)
        elif file and FOLDER in file:
            yield child


def is_unavailable(node):
    return any(part.get("kind") == "UnavailableAttr" for part in node.get("inner", []))


def rows_of(interface):
    """Yields (kind, class, name) for each method and protocol that an interface or a category declares."""
    is_category = interface["kind"] == "ObjCCategoryDecl"
    name = interface["interface"]["name"] if is_category else interface["name"]
    for part in interface.get("inner", []):
        # A property's accessors are declared as implicit methods.
        if part["kind"] == "ObjCMethodDecl" and not is_unavailable(part):
            yield "-" if part.get("instance") else "+", name, part["name"]
    for protocol in interface.get("protocols", []):
        yield "<", name, protocol["name"]


def program(tree):
    rows, symbols, classes = [], [], []
    for node in declarations(tree):
        kind = node["kind"]
        if kind in ("ObjCInterfaceDecl", "ObjCCategoryDecl"):
            rows += rows_of(node)
            # A declaration with @class has no members.
            if kind == "ObjCInterfaceDecl" and "inner" in node:
                classes.append(node["name"])
        elif kind == "FunctionDecl" and node.get("storageClass") != "static" and not node.get("inline"):
            # A macro of the C library declares a builtin function where a header uses it first.
            if not node["name"].startswith("__builtin_"):
                symbols.append(node["name"])
        elif kind == "VarDecl" and node.get("storageClass") == "extern":
            symbols.append(node["name"])
    yield "#import <Foundation/Foundation.h>"
    yield "#include <Block.h>"
    yield "#include <objc/runtime.h>"
    yield "#include <stdio.h>"
    yield "static const struct { char kind; const char *cls, *name; } rows[] = {"
    for row in rows:
        yield "    {'%s', \"%s\", \"%s\"}," % row
    yield "};"
    for name in classes:
        yield "extern const char class_%s[] __asm__(\"OBJC_CLASS_$_%s\");" % (name, name)
    yield "const void *const symbols[] = {"
    for name in classes:
        yield "    class_%s," % name
    for symbol in dict.fromkeys(symbols):
        yield "    (const void *)&%s," % symbol
    yield "};"
    yield """static int is_there(char kind, Class cls, const char *name) {
    SEL selector = sel_registerName(name);
    if (kind == '<') return [cls conformsToProtocol:objc_getProtocol(name)];
    return cls && class_getInstanceMethod(kind == '+' ? object_getClass((id)cls) : cls, selector);
}
int main(void) {
    int missing = 0, count = sizeof rows / sizeof *rows;
    for (int index = 0; index < count; index++) {
        if (is_there(rows[index].kind, objc_getClass(rows[index].cls), rows[index].name)) continue;
        printf("%c[%s %s] is declared and not implemented\\n", rows[index].kind, rows[index].cls, rows[index].name);
        missing++;
    }
    return missing || count < 100;
}"""


if __name__ == "__main__":
    print("\n".join(program(json.load(sys.stdin))))
