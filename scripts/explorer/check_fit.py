"""check_fit.py - what a step changes is in view, and the page does not scroll.

What a step changes is computed here, from the recording in the page: two steps are compared. The page's own marks are
not read.
"""

from __future__ import annotations

import json
from typing import Any

from recording import unfold
from webdriver import Browser

# Shows each step, and returns for it: how far the document can scroll, the facts that are marked as changed, and those
# of the given elements that are not entirely within the window and the panes that scroll them. Elements are named as
# [part, key, row].
SHOWN = """
const [wanted] = arguments, slider = document.getElementById('slider'), found = [];
const child = (parent, key) => Array.from(parent?.children ?? []).find((one) => one.dataset.key === key);
const box = (kind, key) => Array.from(document.querySelectorAll(kind)).find((one) => one.dataset.key === key);
const elementOf = ([part, key, row]) => ({
  line: () => document.querySelector('#source [aria-current]'),
  frame: () => document.querySelector('#stack').lastElementChild,
  variable: () => child(document.getElementById('variables'), key),
  log: () => document.querySelector('#log').lastElementChild,
  object: () => box('.object', key)?.querySelector('h3'),
  fact: () => child(box('.object', key)?.querySelector('dl'), row),
  registration: () => Array.from(box('.object', key)?.querySelectorAll('.registrations li') ?? []).at(row),
  cls: () => box('.class', key)?.querySelector('.head'),
  method: () => child(box('.class', key)?.querySelector('.methods'), row)
    ?? child(box('.class', key)?.querySelector('.class-methods'), row),
})[part]();
const isIn = (element) => {
  const inner = element.getBoundingClientRect(), player = document.getElementById('player');
  if (inner.height === 0) return false;
  let top = 0, bottom = innerHeight;
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (!['auto', 'scroll', 'hidden'].includes(getComputedStyle(one).overflowY)) continue;
    const outer = one.getBoundingClientRect();
    [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
  }
  const covered = getComputedStyle(player).position === 'sticky' && player.getBoundingClientRect();
  if (covered && covered.top <= 0) top = Math.max(top, covered.bottom);
  else if (covered && covered.bottom >= innerHeight - 1) bottom = Math.min(bottom, covered.top);
  // A line that is higher than the pane begins in view.
  return inner.top >= top - 1 && (inner.bottom <= bottom + 1 || inner.height > bottom - top);
};
const root = document.documentElement;
wanted.forEach((elements, place) => {
  slider.value = place + 1;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  const marked = Array.from(document.querySelectorAll('.object dl > .changed'));
  found.push({
    marked: marked.map((fact) => ['fact', fact.closest('.object').dataset.key, fact.dataset.key]),
    room: [root.scrollHeight - innerHeight, root.scrollWidth - innerWidth],
    hidden: elements.filter((one) => { const element = elementOf(one); return !element || !isIn(element); }),
  });
});
return found;
"""


def changes(steps: list[Any], log: list[Any]) -> list[list[list[Any]]]:
    """For each step, the elements that show what it changes: the more important first."""
    return [changed(steps[place - 1] if place else None, step, log) for place, step in enumerate(steps)]


def changed(before: Any, step: Any, log: list[Any]) -> list[list[Any]]:
    found = running(step)
    if before:
        objects = changed_objects(before, step)
        isas = [one for one in objects if one[2] == "isa"]
        others = objects + changed_classes(before, step)
        found = isas + (found + others if "lookup" in step else others + found)
    old = {one["name"]: one["value"] for one in (before or {}).get("variables", [])}
    found += [["variable", one["name"], None] for one in step.get("variables", [])
              if before and old.get(one["name"]) != one["value"]]
    if step.get("line"):
        found.append(["line", None, None])
    if step.get("stack"):
        found.append(["frame", None, None])
    if any(entry["step"] == step["number"] for entry in log):
        found.append(["log", None, None])
    return found


def running(step: Any) -> list[list[Any]]:
    """The method that runs, and the classes in which it was looked for."""
    rows = [frame[2:-1].split(" ") + [frame[0]] for frame in step["stack"]
            if frame[:2] in ("-[", "+[") and frame.endswith("]") and frame.count(" ") == 1]
    found = [["method", cls, ("+" if sign == "+" else "") + selector] for cls, selector, sign in rows[-1:]]
    return found + [["cls", cls, None] for cls in step.get("lookup", {}).get("classes", [])]


def changed_objects(before: Any, step: Any) -> list[list[Any]]:
    found: list[list[Any]] = []
    old_objects = {one["address"]: one for one in before["objects"]}
    for one in step["objects"]:
        old, key = old_objects.get(one["address"]), one["address"]
        if old is None or old.get("state") != one.get("state"):
            found.append(["object", key, None])
        if old is None:
            continue
        if old["isa"] != one["isa"]:
            found += [["fact", key, "isa"], ["cls", one["isa"], None]]
        ivars = {ivar["name"]: ivar for ivar in old.get("ivars", [])}
        found += [["fact", key, ivar["name"]] for ivar in one.get("ivars", []) if ivars.get(ivar["name"]) != ivar]
        found += [["registration", key, place] for place, registration in enumerate(one.get("registrations", []))
                  if registration not in old.get("registrations", [])]
    return found


def changed_classes(before: Any, step: Any) -> list[list[Any]]:
    found: list[list[Any]] = []
    old_classes = {one["name"]: one for one in before["classes"]}
    for one in step["classes"]:
        old = old_classes.get(one["name"])
        if old is None or old["isRegistered"] != one["isRegistered"]:
            found.append(["cls", one["name"], None])
        elif one["isWhole"]:
            rows = {row["selector"]: row["address"] for row in old["methods"]}
            found += [["method", one["name"], row["selector"]] for row in one["methods"]
                      if rows.get(row["selector"]) != row["address"]]
    return found


def misfits(browser: Browser, scrolls: bool = False) -> list[str]:
    """What is wrong with the page that is open, at its steps.

    If it `scrolls`, the document may do so downwards, and all objects and classes that change must be in view.
    """
    recording = json.loads(browser.run("return document.getElementById('recording').text"))
    wanted = changes(unfold(recording["steps"]), recording["log"])
    changed_facts = [[one for one in elements if one[0] == "fact"] for elements in wanted]
    if scrolls:
        wanted = [[one for one in elements if one[0] not in ("line", "frame", "log", "variable")]
                  for elements in wanted]
    bad = []
    for number, (facts, stage) in enumerate(zip(changed_facts, browser.run(SHOWN, wanted)), 1):
        down, sideways = stage["room"]
        if sideways > 0 or down > 0 and not scrolls:
            bad.append(f"step {number}: the page scrolls by {down} and {sideways} pixels")
        bad += [f"step {number}: {one[2]} has not changed" for one in stage["marked"] if one not in facts]
        bad += [f"step {number}: {' '.join(str(part) for part in one if part is not None)} is out of view"
                for one in stage["hidden"]]
    return bad
