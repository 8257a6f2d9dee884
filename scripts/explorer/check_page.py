"""check_page.py PAGE PICTURES SCRATCH [CUT SCENARIOS TOOL] - uses the explorer's page in a browser.

CUT is the page of a recording that ended after nine steps, before its script did. SCENARIOS is a folder with files for
each scenario: NAME.html, its page; NAME.zh.html, its page in Chinese; NAME.json, its trace; NAME.messages, its trace
with all messages; NAME.link, its link; and player.html, the page that plays links, and long.html, the page of a
recording that is too long for a link. TOOL is runtime-demo, which serves a page. Pictures of the pages are left in
PICTURES.
Prints "ok" or "FAILED" for each check; the exit status is 1 if one failed or the browser cannot be driven.
"""

from __future__ import annotations

import json
import re
import signal
import sys
from pathlib import Path
from typing import Any

from check_edit import EditCheck
from check_fit import misfits
from check_forms import english_words, printed, text_without_javascript
from check_links import LinkCheck
from recording import unfold
from webdriver import Browser, WebDriverError

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
STEP = "Number(document.getElementById('slider').value)"
SHOWN = "return document.getElementById('player').innerText + document.getElementById('main').innerText"
ISA = "return document.querySelector(`[data-object='${arguments[0]}'] .isa dd`)?.textContent"
ROW = "return document.querySelector(`[data-class='${arguments[0]}'] [data-key='${arguments[1]}']`)?.textContent"
OF = "return document.querySelector(`[data-class='${arguments[0]}'] .of`)?.textContent"
ARROW = "document.querySelector('#arrows .isa.notifying').getAttribute('d')"
HIDDEN = """const row = document.querySelector('.method.running')?.getBoundingClientRect();
            const player = document.getElementById('player').getBoundingClientRect();
            return row !== undefined && (row.top < player.bottom || row.bottom > innerHeight)"""
# The children of definition lists that may not be there, and the regions that scroll but cannot have the focus.
MARKUP = """const all = (selector) => Array.from(document.querySelectorAll(selector));
            const canScroll = (one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY);
            const alien = all('dl > :not(div), dl > div > :not(dt, dd)').map((one) => one.className);
            const stuck = all('main *, #player *').filter((one) => canScroll(one) && one.tabIndex < 0);
            return [...alien, ...stuck.map((one) => one.id || one.className)]"""
PLAYER = """const box = document.getElementById('player').getBoundingClientRect();
            return box.top >= -1 && box.bottom <= innerHeight + 1"""
SMALLEST = """const shown = Array.from(document.querySelectorAll('#player *, main *')).filter((one) =>
                one.getClientRects().length > 0 && Array.from(one.childNodes).some((node) => node.nodeType === 3));
              return Math.min(...shown.map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
BORDER = "return getComputedStyle(document.querySelector(`[data-class='${arguments[0]}']`)).borderTopStyle"
GROUND = "return getComputedStyle(document.body).backgroundColor"
SLIDE = """const slider = document.getElementById('slider'); slider.value = slider.max;
           slider.dispatchEvent(new Event('input', { bubbles: true }))"""

# For each step, in the page: the lit rows, the visible rows, the objects, and the classes that a look-up has searched.
STAGE = """const visible = (element) => element.getClientRects().length > 0 && element.offsetHeight > 0;
           const rowOf = (row) => row.closest('.class').dataset.class + ' ' + row.dataset.key;
           const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(visible);
           const slider = document.getElementById('slider'), steps = [];
           for (let step = 1; step <= Number(slider.max); step++) {
             slider.value = step;
             slider.dispatchEvent(new Event('input', { bubbles: true }));
             steps.push({ lit: all('.method.running').map(rowOf), rows: all('.method').map(rowOf),
               objects: all('.object').map((box) => box.dataset.object),
               looked: all('.class .look').map((look) => look.innerText),
               dot: document.querySelectorAll('#arrows circle').length,
               ivars: document.querySelectorAll('#arrows .ivar').length });
           }
           return steps"""
METHOD = re.compile(r"([-+])\[(\w+) ([^\]\s]+)\]")
NAMED = re.compile(r'^\[(\w+) [\w:]+\] finds|^(\w+) is notified|^(\w+) (?:no longer )?observes|" of (\w+)|'
                   r"^isa of (\w+)|(<\w+: 0x[0-9a-f]+>)")


def rows_in(text: str) -> list[str]:
    """The methods that a text names, as the page calls their rows: "Person setAge:", "Person +new"."""
    return [f"{cls} {'+' if sign == '+' else ''}{selector}" for sign, cls, selector in METHOD.findall(text)]


class Check:
    """The page in a browser, and what was found so far."""

    def __init__(self, browser: Browser, page: Path, pictures: Path) -> None:
        self.browser, self.url, self.pictures = browser, page.resolve().as_uri(), pictures
        self.failures = 0

    def expect(self, sentence: str, holds: bool, found: object = None) -> None:
        self.failures += not holds
        print("ok     " if holds else "FAILED ", sentence, flush=True)
        if not holds and found is not None:
            print("        found:", found)

    def load(self, step: int | None = None) -> None:
        self.browser.open("about:blank")
        self.browser.open(self.url + (f"#step={step}" if step else ""))

    def step(self) -> int:
        return int(self.browser.run("return " + STEP))

    def check_loading(self) -> None:
        self.browser.emulate(1440, 900, prefers_reduced_motion="reduce")
        self.load()
        run = self.browser.run
        self.steps: list[dict[str, Any]] = unfold(
            json.loads(run("return document.getElementById('recording').text"))["steps"])
        self.expect("the page opens from a file, at step 1", self.step() == 1)
        policy = run("return document.querySelector('meta[http-equiv=Content-Security-Policy]')?.content")
        self.expect("its policy allows nothing from elsewhere", policy == POLICY, policy)
        loaded = run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.expect("it loads nothing else", loaded == [], loaded)
        self.isa_step, self.object, self.cls = next(
            (number, thing["name"], thing["isa"]) for number, step in enumerate(self.steps, 1)
            for thing in step.get("objects", [])
            if step["kind"] == "isaChanged" and thing["isa"].startswith("NSKVONotifying_"))

    def check_ending(self, page: Path) -> None:
        notice = "return document.getElementById('ending').innerText"
        self.expect("a whole recording has no notice at its top", self.browser.run(notice) == "")
        self.browser.open(page.resolve().as_uri())
        said = self.browser.run(notice)
        self.expect("a recording that was cut off says so", "The recording ends after 9 steps" in said, said)

    def check_ways_to_the_end(self) -> None:
        count, ends = len(self.steps), []
        for _ in range(count - 1):
            self.browser.click("#next")
        ends.append((self.step(), self.browser.run(SHOWN)))
        self.browser.press("Home")
        self.expect("Home goes to the first step", self.step() == 1, self.step())
        self.browser.press(*["Right"] * (count - 1))
        ends.append((self.step(), self.browser.run(SHOWN)))
        self.browser.click("#first")
        self.browser.run(SLIDE)
        ends.append((self.step(), self.browser.run(SHOWN)))
        self.browser.press("Home", "End")
        ends.append((self.step(), self.browser.run(SHOWN)))
        self.expect(f"button, right arrow, slider and End lead to step {count}, and show the same",
                    ends[0][0] == count and len(set(ends)) == 1, [end[0] for end in ends])
        self.browser.click("#next")
        self.expect("there is no step after the last", self.step() == count)
        self.browser.press("Left")
        self.expect("the left arrow goes back", self.step() == count - 1, self.step())

    def check_isa(self) -> None:
        run = self.browser.run
        self.load(self.isa_step)
        self.expect("a link to a step opens there", self.step() == self.isa_step, self.step())
        isa = run(ISA, self.object)
        self.expect(f"after isa changed, the isa of {self.object} is {self.cls}", isa == self.cls, isa)
        shown = next(cls for cls in self.steps[self.isa_step - 1]["classes"] if cls["name"] == self.cls)
        for method in (method for method in shown["methods"] if method.get("key")):
            wanted = f"overrides {method['overrides']}, key {method['key']}"
            theirs, original = (run(ROW, cls, method["selector"]) for cls in (self.cls, method["overrides"]))
            self.expect(f"{method['selector']} is marked: {wanted}", wanted in (theirs or ""), theirs)
            marked = "overridden" in (original or "")
            self.expect(f"{method['overrides']}'s own is marked as overridden", marked, original)
        run("document.querySelector(`[data-class='${arguments[0]}'] .method[tabindex]`).focus()", self.cls)
        marked = run("return document.querySelector('.related') !== null")
        self.expect("focus on a method marks what it overrides", marked)
        run("document.activeElement.blur(); location.hash = '#step=2'")
        self.expect("a changed address moves the page", self.browser.wait_until(STEP + " === 2"))
        self.browser.press("End")
        end = {thing["name"]: thing["isa"] for thing in self.steps[-1].get("objects", [])}
        isa = run(ISA, self.object)
        self.expect(f"at the end the isa of {self.object} is {end.get(self.object)}", isa == end.get(self.object), isa)
        if self.cls not in end.values():
            of = run(OF, self.cls)
            self.expect(f"{self.cls} is still there, and no isa points to it", "no isa points here" in (of or ""), of)

    def check_motion(self) -> None:
        for motion, swings in (("no-preference", True), ("reduce", False)):
            self.browser.emulate(1440, 900, prefers_reduced_motion=motion)
            self.load(self.isa_step - 1)
            self.browser.press("Right")
            places = self.browser.run(f"const one = {ARROW}; return new Promise((done) => setTimeout(() => done("
                                      f"[one, {ARROW}]), 900))")
            self.expect("isa swings to the other class" if swings else "isa does not swing where motion is unwelcome",
                        (places[0] != places[1]) == swings, places)

    def check_why(self) -> None:
        """The buttons that go to the step that put something there, and the search."""
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")
        for what, kind in ((f"{self.object} isa", "isaChanged"), (f"{self.cls} setAge:", "methodAdded")):
            number = next(step["number"] for step in reversed(self.steps[:self.isa_step])
                          if step["kind"] == kind and (kind == "isaChanged" or f"[{self.cls} setAge:]" in step["text"]))
            self.load(self.isa_step + 2)
            button = f".why[data-why='{what}']"
            self.browser.run(f"document.querySelector(\"{button}\").focus()")
            self.browser.press("Enter")
            self.expect(f"the button at {what} goes to the step that put it there", self.step() == number,
                        [self.step(), number])
            self.expect("and keeps the focus", self.browser.run(f"return document.activeElement.matches(\"{button}\")"))
        self.load(self.isa_step + 2)
        self.browser.click(".registrations .why")
        self.expect("the button at a registration goes to the step that stored it", self.step() == self.isa_step,
                    self.step())
        wanted = [step["number"] for step in self.steps
                  if "setage:" in step["text"].lower() and step["number"] != self.isa_step]
        after = next(number for number in wanted if number > self.isa_step)
        self.browser.run("document.getElementById('search').focus(); document.getElementById('search').value = "
                         "'SETAGE:'")
        self.browser.press("Enter")
        self.expect("a search goes to the next step with the text", self.step() == after, [self.step(), wanted])
        for _ in range(len(wanted) - wanted.index(after)):
            self.browser.press("Enter")
        self.expect("after the last one it goes on at the beginning", self.step() == wanted[0], [self.step(), wanted])
        self.browser.run("document.getElementById('search').value = 'nowhere'")
        self.browser.press("Enter")
        invalid = self.browser.run("return document.getElementById('search').getAttribute('aria-invalid')")
        self.expect("a text that is in no step is marked, and the step stays",
                    invalid == "true" and self.step() == wanted[0], invalid)

    def check_why_notified(self) -> None:
        """A line of the log leads to its step, and its question mark to the message that led to it."""
        told = next(number for number, step in enumerate(self.steps, 1) if step["kind"] == "notification")
        cause = next(number for number in range(told - 1, 0, -1) if self.steps[number - 1]["kind"] == "send"
                     and self.steps[number - 1]["depth"] < self.steps[told - 1]["depth"])
        line = ("const line = Array.from(document.querySelectorAll('#log li')).find((one) => "
                "one.textContent.includes('is notified')); ")
        self.load()
        self.browser.press("End")
        entry = int(self.browser.run(line + "return line.querySelector('.at').textContent"))
        self.browser.run(line + "line.querySelector('a').click()")
        self.expect("a click on a line of the log goes to its step", self.step() == entry, (self.step(), entry))
        self.browser.press("End")
        self.browser.run(line + "line.querySelector('.why').click()")
        self.expect("its question mark goes to the message that led to the notification", self.step() == cause,
                    (self.step(), cause, told))

    def check_pin(self) -> None:
        """A pinned step, with which the others are compared."""
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")
        marked = "return Array.from(document.querySelectorAll('.object dl > .changed'), (one) => one.dataset.key)"
        was = "return document.querySelector(`[data-object='${arguments[0]}'] .isa .was s`)?.textContent"
        self.load(self.isa_step - 1)
        self.browser.press("p", "i")
        now = self.browser.run(was, self.object)
        self.browser.press("End", "I")
        last = self.step()
        self.browser.press("Left")
        said = self.browser.run("return document.getElementById('pin').innerText")
        self.expect("with a pinned step, what differs from it is marked, however far away it is",
                    "isa" in self.browser.run(marked) and self.browser.run(was, self.object) == now is not None, now)
        self.expect("the button names the pinned step", said == f"Compared with {self.isa_step - 1}", said)
        self.browser.press("p")
        self.expect("unpinned, only what the step changes is marked", self.browser.run(marked) == [],
                    [last, self.browser.run(marked)])

    def check_audience(self) -> None:
        """The mode for an audience, and for frames."""
        visible = ("return ['header', 'footer', '.side', '#slider', '#next', '#text', '#pane'].filter((one) => "
                   "document.querySelector(one).getClientRects().length > 0)")
        wanted = ["#next", "#text", "#pane"]
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")
        self.load(self.isa_step)
        size = self.browser.run(SMALLEST)
        self.browser.press("f")
        shown = self.browser.run(visible)
        self.expect("f shows the sentence, the objects and classes, and two buttons, larger",
                    shown == wanted and self.browser.run(SMALLEST) > size, shown)
        self.browser.press("PageDown")
        self.expect("steps go on", self.step() == self.isa_step + 1, self.step())
        self.browser.screenshot(self.pictures / "explorer-audience.png")
        self.expect("the address says so", self.browser.wait_until("location.hash.endsWith('&embed=1')"))
        self.browser.run("location.reload()")
        self.browser.wait_until("document.readyState === 'complete'")
        shown = self.browser.run(visible)
        self.expect("a page with &embed=1 in its address begins so", shown == wanted, shown)
        self.browser.press("f")
        shown = self.browser.run(visible)
        self.expect("f ends it", len(shown) == 7, shown)

    def check_playing(self) -> None:
        label = "return document.getElementById('play').getAttribute('aria-label')"
        self.load()
        self.browser.press("Space")
        self.expect("the space bar plays", self.browser.run(label) == "Pause")
        self.expect("playing goes on to the next step", self.browser.wait_until(STEP + " >= 2"))
        self.browser.click("#play")
        self.expect("the button pauses", self.browser.run(label) == "Play")
        moved = self.browser.wait_until(f"{STEP} !== {self.step()}", 4.5)  # longer than any step is shown
        self.expect("paused, the page stays where it is", not moved, self.step())

    def check_scenario(self, folder: Path, name: str) -> None:
        """Compares the page of a scenario with its traces, which are other runs of it."""
        trace, messages = (json.loads((folder / f"{name}.{kind}").read_text())["steps"]
                           for kind in ("json", "messages"))
        self.browser.emulate(1440, 900, prefers_reduced_motion="reduce")
        self.browser.open((folder / f"{name}.html").resolve().as_uri())
        recording = json.loads(self.browser.run("return document.getElementById('recording').text"))
        # What a statement has left is a step of the page only.
        shown = [stage for step, stage in zip(unfold(recording["steps"]), self.browser.run(STAGE))
                 if step["kind"] != "settled"]
        bad: list[str] = []
        if len(shown) != len(trace):
            bad.append(f"{len(shown)} steps, but {len(trace)} in the trace")
        for step, stage in zip(trace, shown):
            frames = [frame for frame in step["stack"] if METHOD.fullmatch(frame)]
            if stage["lit"] != rows_in(frames[-1])[:1] if frames else stage["lit"]:
                bad.append(f"step {step['number']}: {stage['lit']} is lit, not {frames[-1:]}")
            if step["kind"] in ("statement", "output", "exception"):
                continue
            bad += [f"step {step['number']}: no row {row}" for row in rows_in(step["text"]) if row not in stage["rows"]]
            for one in (next(filter(None, groups)) for groups in NAMED.findall(step["text"])):
                # Addresses differ between runs: of an object without a variable, the class is compared.
                wanted = re.escape(one.split(":")[0]) if one.startswith("<") else rf"\b{one}\b"
                if not any(re.search(wanted, title) for title in stage["objects"]):
                    bad.append(f"step {step['number']}: {one} is not drawn")
            if step["kind"] == "send" and not (stage["dot"] and any("found here" in look for look in stage["looked"])):
                bad.append(f"step {step['number']}: no look-up, but {stage['looked']}")
        self.expect(f"{name}: the lit row is the topmost method, and all that a step names is drawn", not bad, bad)
        if name == "key-path":
            self.expect("key-path: an arrow leads from the ivar employer to the company, at each step",
                        all(stage["ivars"] for stage in shown))
        sent = [rows_in(step["text"])[0] for step in messages if step["kind"] == "send"]
        lit = [stage["lit"][0] for step, stage in zip(trace, shown) if step["kind"] == "send" and stage["lit"]]
        self.expect(f"{name}: the rows of the look-ups are the methods that the message trace found", sent == lit,
                    [sent, lit])

    def check_lookup(self) -> None:
        place = "const dot = document.querySelector('#arrows circle'); return dot && [dot.getAttribute('cx'), " \
                "dot.getAttribute('cy')]"
        number = next(step["number"] for step in self.steps if len(step.get("lookup", {}).get("classes", [])) > 1)
        ends = []
        for motion in ("no-preference", "reduce"):
            self.browser.emulate(1440, 900, prefers_reduced_motion=motion)
            self.load(number - 1)
            self.browser.press("Right")
            places = [self.browser.run(place)]
            self.browser.run("return new Promise((done) => setTimeout(done, 2500))")
            places.append(self.browser.run(place))
            moves = motion != "reduce"
            self.expect("a dot runs from isa to the method" if moves else "without motion it is at its end",
                        (places[0] != places[1]) == moves, places)
            ends.append(places[1])
        self.expect("with and without motion it ends at the same place", ends[0] == ends[1] is not None, ends)
        looks = self.browser.run("return Array.from(document.querySelectorAll('.look'), (look) => look.innerText)")
        self.expect("the classes say in words what the look-up found",
                    {"look-up 1: not here", "look-up 2: found here"} <= set(looks), looks)

    def check_shortcuts(self) -> None:
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")
        self.load()
        statements = [step["number"] for step in self.steps if step["kind"] == "statement"]
        self.browser.press("s")
        self.expect("s goes to the next statement", self.step() == statements[1], self.step())
        self.browser.press("i")
        self.expect("i goes to the next change of isa", self.step() == self.isa_step, self.step())
        self.browser.press("End", "I", "I")
        self.expect("I goes to the previous change of isa", self.step() == self.isa_step, self.step())
        self.browser.press("S")
        before = max(number for number in statements if number < self.isa_step)
        self.expect("S goes to the previous statement", self.step() == before, self.step())
        self.browser.press("PageDown")
        self.expect("Page Down, which presenters have, goes to the next step", self.step() == before + 1, self.step())
        self.browser.press("PageUp")
        self.expect("Page Up goes back", self.step() == before, self.step())
        self.browser.run("document.querySelector('#source li:nth-child(2) a').focus()")
        self.browser.press("Enter")
        wanted = next(step["number"] for step in self.steps if step.get("line") == 2)
        self.expect("a line of the program is a link to its step", self.step() == wanted, self.step())
        self.browser.run("document.getElementById('slider').focus()")
        self.browser.press("i")
        self.expect("letters work while the slider has the focus", self.step() == self.isa_step, self.step())
        line = self.steps[statements[-1] - 1]["line"]
        self.browser.click(f"#source li:nth-child({line})")
        self.expect("a click on a line goes to its step", self.step() == statements[-1], self.step())
        self.browser.run("document.querySelector('#marks i.isaChanged').click()")
        self.expect("a click on a mark goes to its step", self.step() == self.isa_step, self.step())
        hidden = []
        for _ in range(len(self.steps) - self.isa_step):
            self.browser.press("Right")
            # A step about a class shows the class instead.
            if self.steps[self.step() - 1]["kind"] != "isaChanged" and self.browser.run(HIDDEN):
                hidden.append(self.step())
        self.expect("at 1280 by 720 the lit row is in view at each step", not hidden, hidden)

    def check_memory(self) -> None:
        self.load(self.isa_step)
        box = "document.querySelector(`[data-object='${arguments[0]}'] .isa %s`)?.textContent"
        shown = self.browser.run("return " + box % ".bytes b", self.object)
        old = self.browser.run("return " + box % ".bytes s", self.object)
        address = "return document.querySelector(`[data-class='${arguments[0]}'] h3 .address`)?.textContent"
        now = self.browser.run(address, self.cls)
        before = self.browser.run(address, self.cls.removeprefix("NSKVONotifying_"))
        for text, cls, wanted in ((shown, self.cls, now), (old, "the class before", before)):
            digits = "0x" + "".join(reversed((text or "").split())).lstrip("0")
            self.expect(f"the bytes of the isa, from right to left, are the address of {cls}",
                        digits == (wanted or "").strip(), [text, wanted])
        self.load(self.isa_step + 1)
        old = self.browser.run("return " + box % ".bytes s", self.object)
        self.expect("the old bytes are shown for one step", not old, old)
        self.check_metaclasses()
        self.check_library()

    def check_library(self) -> None:
        """What is not in an object's memory, and what is not shown of a class."""
        self.load(len(self.steps))
        of = self.browser.run(OF, "NSObject")
        self.expect("of a library's class the page says how many methods it does not show",
                    re.search(r"of the library: \d+ of its \d+ methods", of or "") is not None, of)
        memory = self.browser.run("return Array.from(document.querySelectorAll('.object dl:not(.answers) dt'), (one) "
                                  "=> one.textContent)")
        answers = self.browser.run("return Array.from(document.querySelectorAll('.object .answers dt'), (one) => "
                                   "one.textContent)")
        self.expect("what [p class] returns stands outside the memory of p",
                    f"[{self.object} class]" in answers and not any("class]" in one for one in memory),
                    [memory, answers])

    def check_metaclasses(self) -> None:
        boxes = ("return Array.from(document.querySelectorAll('.class > .metaclass'))"
                 ".filter((box) => box.getClientRects().length > 0).map((box) => box.innerText)")
        isas = "return document.querySelectorAll('#arrows .isa').length"
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")
        self.load(self.isa_step)
        self.expect("metaclasses are hidden at first", self.browser.run(boxes) == [])
        before = self.browser.run(isas)
        self.browser.click("#metaclasses")
        shown = self.browser.run(boxes)
        inside = self.browser.run("return Array.from(document.querySelectorAll('.method .selector'), (one) => "
                                  "one.textContent).filter((one) => one.startsWith('+'))")
        self.expect("class methods are then in the metaclass, not in the class",
                    inside == [] and any("+new" in box for box in shown), [inside, shown])
        self.expect("the button draws them as boxes", any(f"{self.cls} (metaclass)" in box for box in shown), shown)
        added = self.browser.run(isas) - before
        self.expect("an isa arrow leads from each class to its metaclass", added == len(shown), [added, len(shown)])
        self.browser.screenshot(self.pictures / "explorer-metaclasses.png")
        bad = misfits(self.browser)
        self.expect("with metaclasses, what changes at a step is in view", not bad, bad)

    def check_making(self) -> None:
        of = []
        for step in self.steps:
            if step["kind"] in ("classAllocated", "classRegistered") and self.cls in step["text"]:
                self.load(step["number"])
                of.append(self.browser.run(OF, self.cls))
                border = self.browser.run(BORDER, self.cls)
                wanted = "dashed" if len(of) == 1 else "solid"
                self.expect(f"{step['text']}: the border is {wanted}", border == wanted, border)
        self.expect("a class that is being made says that it is not registered",
                    len(of) == 2 and of[0] == "not registered: cannot be found, has no instances" != of[1], of)

    def check_widths_and_colours(self) -> None:
        grounds = {}
        for name, width, height, scheme, step in [
            ("phone", 390, 844, "light", self.isa_step), ("phone-dark", 390, 844, "dark", len(self.steps)),
            ("narrow", 360, 740, "light", self.isa_step), ("tablet", 834, 1112, "light", self.isa_step),
            ("wide-dark", 1440, 900, "dark", self.isa_step),
            ("end", 1440, 900, "light", len(self.steps)), ("wide-light", 1440, 900, "light", self.isa_step),
        ]:
            self.browser.emulate(width, height, prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            self.load(step)
            grounds[name] = self.browser.run(GROUND)
            wide = self.browser.run("return document.documentElement.scrollWidth")
            self.expect(f"{name}: nothing is wider than {width} pixels", wide <= width, wide)
            self.browser.screenshot(self.pictures / f"explorer-{name}.png")
        self.expect("light and dark differ", grounds["wide-light"] != grounds["wide-dark"], grounds)
        self.browser.click("#theme")
        ground = self.browser.run(GROUND)
        self.expect("the button switches from light to dark", ground == grounds["wide-dark"], ground)

    def check_arrows_in_words(self) -> None:
        self.load(self.isa_step)
        lines = self.browser.run(
            "return Array.from(document.querySelectorAll('#relations li'), (one) => one.innerText)")
        original = self.cls.removeprefix("NSKVONotifying_")
        wanted = {f"isa of {self.object}: {self.cls}, before this step {original}",
                  f"superclass of {self.cls}: {original}"}
        self.expect("the arrows are there in words, for screen readers", wanted <= set(lines), lines)

    def check_forms(self, folder: Path) -> None:
        """Zoom, paper, and a browser without JavaScript."""
        page, name = folder / "first-observation.html", self.pictures / "explorer-print.png"
        self.browser.emulate(640, 360, scale=2, prefers_reduced_motion="reduce")
        self.browser.open(page.resolve().as_uri())
        bad = [line for line in misfits(self.browser, scrolls=True) if "scrolls" in line]
        self.expect("at 200 % zoom no step is wider than the window", not bad, bad)
        self.browser.screenshot(self.pictures / "explorer-zoom.png")
        for width, height, zoom in ((853, 480, 1.5), (640, 360, 2)):
            self.browser.emulate(width, height, scale=zoom, prefers_reduced_motion="reduce")
            self.browser.press("End")
            self.expect(f"in a window of {width} by {height} the player stays in view", self.browser.run(PLAYER))
        self.browser.emulate(1920, 1080, prefers_reduced_motion="reduce")
        size = self.browser.run(SMALLEST)
        self.expect("in a large window no text is smaller than 14 pixels", size >= 14, size)
        self.browser.screenshot(self.pictures / "explorer-room.png")
        shown = printed(self.browser, page, self.isa_step, name)
        self.expect("on paper there are no controls, no box is cut and no pane hides a part",
                    shown == {"controls": 0, "breakable": 0, "cut": 0}, shown)
        text = text_without_javascript(self.browser, page, self.pictures / "explorer-no-javascript.png")
        self.expect("without JavaScript the page shows the program and the steps as text",
                    "isa of p: Person -> NSKVONotifying_Person" in text and "@class Person" in text, text[:300])
        text = text_without_javascript(self.browser, folder / "first-observation.zh.html",
                                       self.pictures / "explorer-no-javascript-zh.png")
        self.expect("so it does in Chinese", "p 的 isa：Person -> NSKVONotifying_Person" in text, text[:300])

    def check_fit(self, folder: Path, name: str) -> None:
        """At each step, what the step changes is in view, and the page does not scroll."""
        for width, height, zoom in ((1280, 720, 1), (1440, 790, 1), (390, 844, 1), (853, 480, 1.5), (640, 360, 2)):
            self.browser.emulate(width, height, scale=zoom, prefers_reduced_motion="reduce")
            is_small, bad = width < 1000, []
            for form in ("", ".zh"):
                self.browser.open((folder / f"{name}{form}.html").resolve().as_uri())
                bad += misfits(self.browser, scrolls=is_small)
            self.expect(f"{name}: at {width} by {height} all that changes at a step is in view, in both languages"
                        + ("" if is_small else ", and nothing scrolls"), not bad, bad)
        bad = english_words(self.browser, folder / f"{name}.zh.html")
        self.expect(f"{name}: the page in Chinese has no English words of its own", not bad, bad)
        self.take_pictures(folder, name)

    def take_pictures(self, folder: Path, name: str) -> None:
        """The page at the first change of isa, and three steps before it ends."""
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")
        for form in ("", ".zh"):
            self.browser.open("about:blank")
            self.browser.open((folder / f"{name}{form}.html").resolve().as_uri())
            for moment, keys in ("isa", ["Home", "i"]), ("late", ["End", "Left", "Left", "Left"]):
                self.browser.press(*keys)
                self.browser.screenshot(self.pictures / f"explorer-{name}{form.replace('.', '-')}-{moment}.png")

    def check_names_and_console(self) -> None:
        shown = [one for one in self.browser.elements("button, input, section") if one.is_displayed()]
        names = [self.browser.accessible_name(element) for element in shown]
        self.expect("every control and region has an accessible name", all(names) and len(names) > 15, names)
        bad = self.browser.run(MARKUP)
        self.expect("definition lists are made of terms and definitions, and what scrolls can have the focus", not bad,
                    bad)
        bad = {entry["message"] for entry in self.browser.log() if entry["level"] in ("WARNING", "SEVERE")}
        self.expect("the console shows no warning and no error", not bad, bad)


def main() -> int:
    page, pictures, scratch = (Path(argument) for argument in sys.argv[1:4])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAILED  the time is up"))
    try:
        with Browser(scratch) as browser:
            check = Check(browser, page, pictures)
            for part in (check.check_loading, check.check_ways_to_the_end, check.check_isa, check.check_motion,
                         check.check_shortcuts, check.check_why, check.check_why_notified, check.check_pin,
                         check.check_audience,
                         check.check_lookup, check.check_arrows_in_words,
                         check.check_memory, check.check_making,
                         check.check_playing, check.check_widths_and_colours, check.check_names_and_console):
                part()
            if len(sys.argv) > 4:
                check.load()
                check.check_ending(Path(sys.argv[4]))
            if len(sys.argv) > 5:
                folder = Path(sys.argv[5])
                check.check_forms(folder)
                LinkCheck(browser, folder, check.expect, pictures).check()
                EditCheck(browser, Path(sys.argv[6]), check.expect, pictures).check(folder / "set.html")
                for scenario in sorted(folder.glob("*.json")):
                    check.check_scenario(folder, scenario.stem)
                    check.check_fit(folder, scenario.stem)
    except WebDriverError as error:
        print("FAILED  the browser:", error)
        return 1
    except (KeyError, StopIteration):
        print("FAILED  the recording has no step after which an isa is a notifying class")
        return 1
    print(f"pictures: {pictures}/explorer-*.png")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
