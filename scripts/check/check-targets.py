#!/usr/bin/env python3
"""check-targets.py - compares the targets that `swift package describe` lists with what people wrote about them.

No target under Sources/ depends on one under ObjectiveC/. A Swift file imports only targets that its own depends on;
SwiftPM's option (make test) also permits those that these depend on. Sources/README.md and ObjectiveC/README.md have a
row for each target of their folder, above the rows of the targets that it depends on. The lists of the public Swift
modules in scripts, and that of .spi.yml, are complete. Prints a line for each mistake; the exit status is 1 if there
is any.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Each list of public modules: its file, and the text around it. The second is whether each module stands behind those
# that it depends on; the third, whether the list has all modules or only those with a catalog of DocC.
LISTS = [
    ("scripts/check/public-api.py", r"MODULES = \(([^)]*)\)", False, False),
    ("scripts/test/test-client.sh", r"--include='\*\.swift' ([A-Z][^|]*)\|", False, False),
    (".spi.yml", r"documentation_targets:\n((?: *- \w+\n)+)", True, True),
]


IMPORT = re.compile(
    r"^ *(?:@\w+(?:\([^)]*\))? +)*(?:(?:public|package|internal|fileprivate|private) +)?import +"
    r"(?:(?:struct|class|enum|protocol|typealias|func|var|let) +)?(\w+)",
    re.MULTILINE,
)


def targets():
    """All targets by their names."""
    command = ["swift", "package", "--package-path", str(ROOT), "describe", "--type", "json"]
    described = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["targets"]
    return {target["name"]: target for target in described}


def dependencies(target, layers):
    """The names of all targets that a target uses, directly or not."""
    found, left = set(), list(target.get("target_dependencies", []))
    while left:
        name = left.pop()
        if name in layers and name not in found:
            found.add(name)
            left += layers[name].get("target_dependencies", [])
    return found


def check_core(layers):
    for name, target in layers.items():
        for used in target.get("target_dependencies", []):
            if target["path"].startswith("Sources/") and layers[used]["path"].startswith("ObjectiveC/"):
                yield f"Package.swift: {name}, a part of the core, depends on {used} in ObjectiveC/"


def check_imports(target, names):
    allowed = {target["name"], *target.get("target_dependencies", [])}
    for source in target["sources"] if target["module_type"] == "SwiftTarget" else []:
        file = f"{target['path']}/{source}"
        for module in IMPORT.findall((ROOT / file).read_text()):
            if module in names and module not in allowed:
                yield f"{file}: imports {module}, on which {target['name']} does not depend"


def check_table(page, layers):
    """The rows of a README: each layer of its folder has one, above those of the layers that it depends on."""
    folder = page.split("/")[0]
    lines = (ROOT / page).read_text().split("\n")
    rows = {}
    for number, line in enumerate(lines):
        for link in re.findall(r"\]\(([^)]+)/README\.md\)", line) if line.startswith("| [") else []:
            rows[f"{folder}/{link}"] = number
    ours = {name: target for name, target in layers.items() if target["path"].startswith(f"{folder}/")}
    for name, target in ours.items():
        if target["path"] not in rows:
            yield f"{page}: has no row for {target['path']}"
            continue
        for used in set(target.get("target_dependencies", [])) & set(ours):
            above, below = rows[target["path"]], rows.get(ours[used]["path"])
            # A folder in the folder of another layer stands in its row.
            if below is not None and below <= above and not ours[used]["path"].startswith(target["path"] + "/"):
                yield f"{page}: {name} depends on {used}, which is not below it in the table"


def check_list(place, layers):
    file, pattern, is_ordered, is_documented = place
    match = re.search(pattern, (ROOT / file).read_text())
    if not match:
        yield f"{file}: has no list of modules that {pathlib.Path(__file__).name} finds"
        return
    listed = re.findall(r"\w+", match[1])
    public = {
        name
        for name, target in layers.items()
        if target["module_type"] == "SwiftTarget" and target["type"] == "library"
        if target["path"].startswith("Sources/")
        if not is_documented or list((ROOT / target["path"]).glob("*.docc"))
    }
    for name in sorted(public ^ set(listed)):
        yield f"{file}: {'does not list' if name in public else 'lists'} the module {name}"
    for place, name in enumerate(listed) if is_ordered else []:
        for used in sorted(dependencies(layers.get(name, {}), layers) & set(listed[place:])):
            yield f"{file}: {name} stands before {used}, which it depends on"


def main():
    described = targets()
    layers = {name: target for name, target in described.items() if not target["path"].startswith("Tests/")}
    mistakes = [*check_core(layers)]
    for target in described.values():
        mistakes += check_imports(target, set(described))
    for page in ("Sources/README.md", "ObjectiveC/README.md"):
        mistakes += check_table(page, layers)
    for place in LISTS:
        mistakes += check_list(place, layers)
    print("\n".join(mistakes), end="\n" if mistakes else "", file=sys.stderr)
    return bool(mistakes)


if __name__ == "__main__":
    sys.exit(main())
