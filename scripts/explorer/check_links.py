"""check_links.py - recordings in links: shared, played by another page, and those that somebody has tampered with.

A hostile link is refused with a sentence, or shown as text: nothing that it contains runs, and none needs more than a
limited amount of memory. The links are made by a generator of random numbers with a fixed seed.
"""

from __future__ import annotations

import base64
import copy
import json
import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from recording import unfold
from webdriver import Browser

# Markup, members of prototypes, and whatever else a text may be taken for.
HOSTILE_TEXTS = ["<img src=x onerror='window.hacked = 1'>", "</script><script>window.hacked = 1</script>",
                 "javascript:window.hacked = 1", "{{script}}", "constructor", "__proto__", "'\"]\\", "\u202e", "",
                 "$&{0}", "-[A b]", "x" * 5000]
OTHER_VALUES: list[Any] = [None, True, -1, 0.5, 1 << 40, 1 << 60, "x", [], {}, [[]], {"n": 1 << 30}, {"9": 1}]
WHOLE = """const slider = document.getElementById('slider'), shown = [];
           // A page in a link has a line more, so that more may be folded: the text is compared, folded or not.
           const text = (id) => document.getElementById(id).textContent;
           for (let step = 1; step <= Number(slider.max); step++) {
             slider.value = step;
             slider.dispatchEvent(new Event('input', { bubbles: true }));
             shown.push(text('player') + text('main'));
           }
           return shown"""
# The reasons for which the page refuses links; null for a link that it accepts.
REASONS = """const [links] = arguments;
             return Promise.all(links.map((link) =>
               Recordings.open(link).then(() => null, (error) => error.message)))"""
READY = "!document.getElementById('main').hidden || !document.getElementById('problem').hidden"
ALIEN = """return document.querySelectorAll('img, iframe, object, embed, script[src]').length
             + document.querySelectorAll('script').length - 3 + (window.hacked ?? 0) + ({}.hacked ?? 0)"""


def encoded(value: Any) -> str:
    return packed(json.dumps(value, separators=(",", ":")).encode())


def packed(plain: bytes) -> str:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(compressor.compress(plain) + compressor.flush()).decode().rstrip("=")


def decoded(link: str) -> Any:
    data = base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))
    return json.loads(zlib.decompressobj(-15).decompress(data))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all members of a value."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield path + (key,)
        yield from places(member, path + (key,))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    made = inner = copy.deepcopy(value)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return made


def with_texts(value: Any, choose: Callable[[], str]) -> Any:
    """The value with every text replaced; but the kinds of steps stay, which are words of the page."""
    if isinstance(value, dict):
        return {key: member if key == "kind" else with_texts(member, choose) for key, member in value.items()}
    if isinstance(value, list):
        return [with_texts(member, choose) for member in value]
    return choose() if isinstance(value, str) else value


def too_large(good: Any) -> dict[str, str]:
    """Links that would need much memory or time, by the reason why."""
    first, many = good["steps"][0], [{}] * 4000
    wide = {**first, "objects": [{"name": "a", "address": str(place), "isa": "A"} for place in range(200)]}
    row = {"selector": "a", "address": "a", "what": "a"}
    cls = {"name": "A", "address": "a", "isNotifying": False, "isRegistered": True, "isWhole": True,
           "methods": [row] * 500, "metaclass": {"address": "a", "name": "A", "methods": []}}
    rows = {"classes": {str(place): {"methods": {"0": {"what": "b"}}} for place in range(6)}}
    wide_classes = [{**cls, "name": str(one)} for one in range(50)]
    huge = {"stack": {"n": 1 << 31, str(1 << 30): "a"}}
    return {
        "120 MB of blanks": packed(b" " * (120 << 20)),
        "300,000 characters": "A" * 300000,
        "arrays in three million arrays": packed(b"[" * 3000000),
        "6,001 steps": encoded({**good, "steps": [first] + [{}] * 6000}),
        "800,000 boxes": encoded({**good, "steps": [wide] + many}),
        "25,000 rows in a step": encoded({**good, "steps": [{**first, "classes": wide_classes}]}),
        "many small changes of long arrays": encoded(
            {**good, "steps": [{**first, "classes": [cls] * 6}] + [rows] * 4000}),
        "an array of a billion elements": encoded({**good, "steps": [first, huge]}),
    }


def damaged(good: Any, link: str, chance: random.Random) -> list[str]:
    """Links that are none: cut, with other characters, with members that are missing, wrong or new."""
    alphabet = "ABCxyz019-_"
    found = [link[:length] for length in range(0, len(link), 97)]
    for _ in range(300):
        place = chance.randrange(len(link))
        found.append(link[:place] + chance.choice(alphabet) + link[place + 1:])
    for value in OTHER_VALUES:
        found += [encoded(value), encoded({**good, "steps": value}), encoded({**good, "steps": [value]})]
        found += [encoded(replaced(good, path, value)) for path in places({**good, "steps": good["steps"][:2]})
                  if chance.random() < 0.2]
    proto = json.dumps(good).replace('{"', '{"__proto__": {"hacked": 1}, "', 1)
    deep = json.dumps(good).replace('"stack"', '"__proto__": {"hacked": 1}, "stack"')
    return found + [packed(proto.encode()), packed(deep.encode()), packed(b"\xff\xfe"), "", "_", "A"]


class LinkCheck:
    """Links, in a browser. `expect` prints what was found."""

    def __init__(self, browser: Browser, folder: Path, expect: Callable[..., None], pictures: Path) -> None:
        self.browser, self.folder, self.expect, self.pictures = browser, folder, expect, pictures
        self.player = (folder / "player.html").resolve().as_uri()

    def open(self, fragment: str, page: str | None = None) -> None:
        self.browser.open("about:blank")
        self.browser.open((page or self.player) + fragment)
        self.browser.wait_until(READY)

    def check(self) -> None:
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")
        self.check_player()
        self.check_sharing()
        self.check_hostile_links()

    def check_player(self) -> None:
        self.browser.open(self.player)
        shown = self.browser.run("return Array.from(document.querySelectorAll('#scenarios a'), (one) => "
                                 "[one.textContent, one.getAttribute('href')])")
        links = {path.stem: path.read_text().strip() for path in self.folder.glob("*.link")}
        self.expect("the player lists the links that explore --link prints",
                    {name: "explorer.html" + link for name, link in shown} == links and len(links) == 10, shown)
        self.browser.screenshot(self.pictures / "explorer-player.png")
        self.browser.click("#scenarios a")
        self.expect("a click on one plays it", self.browser.wait_until(READY + " && document.getElementById('slider')"
                                                                        " && !document.getElementById('main').hidden"))
        for name, link in links.items():
            page = (self.folder / f"{name}.html").resolve().as_uri()
            self.browser.open(page)
            wanted = self.browser.run(WHOLE)
            self.open("#" + link.partition("#")[2])
            self.expect(f"{name}: the player shows at each step of the link what the page of its own shows",
                        self.browser.run(WHOLE) == wanted)
        origin = self.browser.run("return document.getElementById('origin').innerText")
        self.expect("it says where the recording comes from", "not signed. Recorded by: MiniRuntime" in origin, origin)
        self.browser.run("document.getElementById('slider').value = 3; document.getElementById('slider')"
                         ".dispatchEvent(new Event('input', { bubbles: true }))")
        self.browser.wait_until("location.hash.endsWith('&step=3')")
        self.browser.run("location.reload()")
        self.browser.wait_until(READY)
        step = self.browser.run("return document.getElementById('slider').value")
        self.expect("reloaded, the link is at the same step", step == "3", step)
        self.browser.screenshot(self.pictures / "explorer-link.png")

    def check_sharing(self) -> None:
        name = "key-path"
        link = (self.folder / f"{name}.link").read_text().strip().removeprefix("explorer.html#").removesuffix("&step=1")
        page = (self.folder / f"{name}.html").resolve().as_uri()
        self.open("#step=18", page)
        self.browser.click("#share-button")
        self.browser.wait_until("document.getElementById('shared').textContent !== ''")
        address = "return document.getElementById('address').value"
        shared = self.browser.run(address)
        self.expect("Share gives the link to the step that is shown", shared == f"{page}#{link}&step=18", shared)
        selected = self.browser.run("const one = document.getElementById('address');"
                                    "return document.activeElement === one && one.selectionEnd === one.value.length")
        self.expect("the link is selected", selected)
        self.browser.screenshot(self.pictures / "explorer-share.png")
        self.browser.click("#next")
        moved = self.browser.run(address)
        self.expect("it follows the step", moved == f"{page}#{link}&step=19", moved)
        self.open("#" + moved.partition("#")[2])
        self.browser.click("#share-button")
        again = self.browser.run(address)
        self.expect("shared again by another page, the recording is the same", again == f"{self.player}#{link}&step=19",
                    again)
        self.open("", (self.folder / "long.html").resolve().as_uri())
        self.browser.click("#share-button")
        said = self.browser.run("return document.getElementById('share').innerText")
        self.expect("Share says that a long recording is a file, and shows no link",
                    said == "This recording is too long for a link. Send the page itself: it is one file.", said)

    def check_hostile_links(self) -> None:
        link = (self.folder / "first-observation.link").read_text().partition("#r=")[2].partition("&")[0]
        good, chance = decoded(link), random.Random(41)
        good["steps"] = unfold(good["steps"])
        self.open("#r=" + encoded(good))
        self.expect("a link with whole steps is played", self.browser.run("return !document.getElementById('main')"
                                                                          ".hidden"))
        for what, hostile in too_large(good).items():
            found = self.browser.run(REASONS, [hostile])[0]
            self.expect(f"a link with {what} is refused", bool(found), found)
        bad = damaged(good, link, chance)
        reasons = self.browser.run(REASONS, bad)
        accepted = [one for one, reason in zip(bad, reasons) if reason is None and one != link]
        self.expect(f"of {len(bad)} damaged links, those are refused that are no recordings",
                    len(accepted) < len(bad) / 4 and not self.browser.run(ALIEN), len(accepted))
        self.browser.log()
        self.open("#r=" + bad[1])
        said = self.browser.run("return document.getElementById('problem').innerText")
        self.expect("the page says so", said.startswith("This link is damaged, or it is no link to a recording: "),
                    said)
        self.browser.screenshot(self.pictures / "explorer-damaged-link.png")
        texts = [encoded(with_texts(good, lambda: text)) for text in HOSTILE_TEXTS]
        texts += [encoded(with_texts(good, lambda: chance.choice(HOSTILE_TEXTS))) for _ in range(8)]
        aliens = 0
        for hostile in texts + chance.sample(accepted, min(len(accepted), 25)):
            self.open("#r=" + hostile)
            self.browser.run(WHOLE)
            aliens += self.browser.run(ALIEN)
        self.expect("whatever a link contains is shown as text: nothing runs, no element is made of it", aliens == 0)
        bad_lines = {entry["message"] for entry in self.browser.log() if entry["level"] == "SEVERE"}
        self.expect("and no step of such a link stops the page", not bad_lines, bad_lines)
