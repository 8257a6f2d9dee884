#!/usr/bin/env python3
"""walked-methods.py - lists the methods and functions of Foundation's headers for Fuzz/ObjectiveC/walk.m.

    scripts/objc-clang -x objective-c -fsyntax-only -Xclang -ast-dump=json FILE | walked-methods.py > methods.h

FILE includes the headers. Prints a row `METHOD('-', "NSString", "substringFromIndex:", "i")` for each method with
arguments, and for each function a C function that calls it. An argument is a letter, or the name of its class in
parentheses: i integer, n number of elements at an address, d number with a fraction, r range, s C string, p address,
P address or NULL, : selector, # class, ? block, @ any object. LEFT_OUT says what is left out, and why.
"""
import importlib
import json
import re
import sys

declared = importlib.import_module("declared-methods")

# Patterns of "-[class selector]" and of functions, and why they are left out.
LEFT_OUT = {
    r"NoCopy|toMemory": "the receiver keeps the bytes, whose length only the caller can know",
    r"Zone|forwardInvocation|InlineBuffer|^NSDecimal|^NSCallComparing": "memory of the caller",
    r"^CF(Array|Dictionary)(?!Get(Count|ValueAtIndex)|Remove(All|ValueAtIndex))|^NS(Map|Hash)[A-Z]": "raw addresses",
    r"^CF(Retain|Release|Autorelease|Bridging|RunLoop|GetRetain|Show)": "the caller owns what it releases",
    r"^(?!NS|CF|[-+]\[)": "no part of Foundation",
    r"sleep|lockWhen|waitUntil|waitFor|onThread|runUntil|runMode|acceptInput": "waits as long as the arguments say",
    r"detachNewThread|InBackground|NSOperationQueue add|NSThread initWith": "another thread has no one to catch",
    r"[pP]ointer:": "an address that is no object in a collection of objects",
    r"addObserver|removeObserver|[wW]illChange|[dD]idChange": "the fuzz target `observing` does this",
    r"raise[:\]]|NSLogv|handleFailure|terminate|exit": "ends the process",
    r"FileDescriptor": "files of the process",
}

# The classes of CoreFoundation's types.
CLASSES = {"CFStringRef": "NSString", "CFMutableStringRef": "NSMutableString", "CFArrayRef": "NSArray",
           "CFMutableArrayRef": "NSMutableArray", "CFDataRef": "NSData", "CFMutableDataRef": "NSMutableData",
           "CFDictionaryRef": "NSDictionary", "CFMutableDictionaryRef": "NSMutableDictionary",
           "CFNumberRef": "NSNumber", "CFLocaleRef": "NSLocale", "CFUUIDRef": "NSUUID", "CFTypeRef": "NSString"}
STRUCTURES = ("NSDecimal", "NSPoint", "NSSize", "NSRect", "CGPoint", "CGSize", "CGRect", "NSEdgeInsets", "CFRange",
              "NSFastEnumerationState")
INTEGER = re.compile(r"^(un)?(signed )?(char|short|int|long|long long|bool|_Bool|BOOL|NS\w+|CF\w+|uint\d+_t)$")
QUALIFIERS = re.compile(r"\b(_Nullable|_Nonnull|_Null_unspecified|__kindof|__unsafe_unretained|__strong|const|struct"
                        r"|enum|__autoreleasing|restrict)\b")
classes = set()  # the names of all classes of the headers


def left_out(name):
    return any(re.search(pattern, name) for pattern in LEFT_OUT)


def plain(text):
    return re.sub(r"\s+", " ", QUALIFIERS.sub("", text)).strip()


def address(type_):
    return "P" if re.search(r"_Nullable( __strong| __autoreleasing)?$", type_["qualType"]) else "p"


def kind(type_):
    """Returns the letter of an argument's type, or the class in parentheses; None if a walk cannot pass the type."""
    name, desugared = plain(type_["qualType"]), plain(type_.get("desugaredQualType", type_["qualType"]))
    words = {"NSRange": "r", "Class": "#", "SEL": ":", "id": "@", "ObjectType": "@", "KeyType": "@"}
    if "^" in desugared:
        return "?"
    if "(*" in desugared or "va_list" in name or name in STRUCTURES:
        return None
    if name in CLASSES:
        return f"({CLASSES[name]})"
    if name in words or re.match(r"^(id|Class) ?<.*>$", name):
        return words.get(name, "#" if name.startswith("Class") else "@")
    if re.match(r"^(const )?char \*$", name):
        return "s" if "const" in type_["qualType"] else address(type_)
    found = re.match(r"^(\w+) ?(<.*>)? ?\*$", desugared)
    if found and found.group(1) in classes:
        return f"({found.group(1)})"
    if desugared.endswith(("*", "]")):
        return address(type_)
    if desugared in ("double", "float"):
        return "d"
    return "i" if INTEGER.match(desugared) else None


def arguments(node):
    kinds = [kind(part["type"]) for part in node.get("inner", []) if part["kind"] == "ParmVarDecl"]
    if None in kinds or node.get("variadic"):
        return None
    # The caller answers for the number of elements, unless no memory can have them.
    return ["n" if each == "i" and {"p", "P"} & set(kinds) else each for each in kinds]


def methods(interface):
    is_category = interface["kind"] == "ObjCCategoryDecl"
    cls = interface["interface"]["name"] if is_category else interface["name"]
    for part in interface.get("inner", []):
        if part["kind"] != "ObjCMethodDecl" or declared.is_unavailable(part) or part["name"].count(":") == 0:
            continue
        sign, kinds = "-" if part.get("instance") else "+", arguments(part)
        if kinds and not left_out(f"{sign}[{cls} {part['name']}]"):
            yield f"METHOD('{sign}', \"{cls}\", \"{part['name']}\", \"{''.join(kinds)}\")"


VALUES = {"i": "(%s)walk_integer()", "n": "(%s)walk_count()", "d": "(%s)walk_double()", "p": "(%s)walk_address()",
          "P": "(%s)walk_address_or_null()", "r": "walk_range()", "s": "walk_text()", ":": "walk_selector()",
          "#": "walk_class()", "@": "walk_object(\"NSObject\")"}


def call(function):
    kinds = arguments(function)
    if not kinds or left_out(function["name"]) or "?" in kinds:
        return None
    values = []
    for part, each in zip([part for part in function["inner"] if part["kind"] == "ParmVarDecl"], kinds):
        name, cls = plain(part["type"]["qualType"]), each.strip("()")
        value = "(__bridge %s)walk_present(\"" + cls + "\")" if name in CLASSES else f"walk_object(\"{cls}\")"
        value = "NULL" if name == "CFAllocatorRef" else VALUES.get(each, value)
        values.append(value % name if "%s" in value else value)
    return f"FUNCTION({function['name']}, {', '.join(values)})"


def main():
    rows, calls = {}, {}
    nodes = list(declared.declarations(json.load(sys.stdin)))
    classes.update(node["name"] for node in nodes if node["kind"] == "ObjCInterfaceDecl")
    for node in nodes:
        if node["kind"] in ("ObjCInterfaceDecl", "ObjCCategoryDecl"):
            rows.update(dict.fromkeys(methods(node)))
        elif node["kind"] == "FunctionDecl" and "inner" in node:
            row = call(node)
            if row:
                calls[node["name"]] = row
    print("\n".join(sorted(rows)))
    print("#ifdef FUNCTION")
    print("\n".join(calls.values()))
    print("#endif")


main()
