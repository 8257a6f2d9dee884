"""check_edit.py - programs that are changed in the page: by a server, and without one.

The server is `runtime-demo explore --serve`, used by a browser as a reader would, and by a page from elsewhere.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from webdriver import Browser

PROGRAM = '@class Room : NSObject { int guests; }\nr = [Room new]\nr.guests = 7\nprint @"full"'
TYPE = """const area = document.getElementById('program');
          area.value = arguments[0];
          area.dispatchEvent(new Event('input', { bubbles: true }))"""
# Whether the page shows a recording whose program is this one; the text area is closed.
SHOWS = """(document.getElementById('editor').hidden
            && Array.from(document.querySelectorAll('#source li'), (one) => one.textContent).join('\\n') === {})"""
COMPLAINS = "!document.getElementById('complaint').hidden"
# The place of the mark beside that of a line of the text area, in pixels.
MARK = """const area = document.getElementById('program'), style = getComputedStyle(area);
          const top = area.getBoundingClientRect().top + parseFloat(style.paddingTop) - area.scrollTop;
          return document.getElementById('wrong').getBoundingClientRect().top
            - top - (arguments[0] - 1) * parseFloat(style.lineHeight)"""
SELECTED = """const area = document.getElementById('program');
              return area.value.slice(area.selectionStart, area.selectionEnd)"""
READY = "!document.getElementById('main').hidden || !document.getElementById('problem').hidden"
NATIVE = """#import <Foundation/Foundation.h>
@interface Room : NSObject
@property int guests;
@end
@implementation Room @end
int main(void) {
    Room *room = [Room new];
    room.guests = 3;
    return 0;
}"""
# A page elsewhere sends a program to the server, as far as a browser lets it.
FOREIGN = """const [address, done] = [arguments[0], arguments[1]];
             const send = (options) => fetch(address + 'run', { method: 'POST', body: 'print 1', ...options })
               .then((response) => response.text(), () => 'refused');
             return Promise.all([send({}), send({ mode: 'no-cors' })])"""


@contextmanager
def served(tool: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The server as a process, and the address that it prints."""
    command = [str(tool), "explore", *arguments, "--serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout
            found = re.match(r"(http://127\.0\.0\.1:\d+/[0-9a-f]{32}/)", server.stdout.readline())
            yield server, found[1] if found else ""
        finally:
            server.kill()


class EditCheck:
    """The text area, in a browser. `expect` prints what was found."""

    def __init__(self, browser: Browser, tool: Path, expect: Callable[..., None], pictures: Path) -> None:
        self.browser, self.tool, self.expect, self.pictures = browser, tool, expect, pictures

    def open(self, address: str) -> None:
        self.browser.open("about:blank")
        self.browser.open(address)
        self.browser.wait_until(READY)

    def run(self, program: str) -> None:
        """Changes the program and presses Run."""
        if self.browser.run("return document.getElementById('editor').hidden"):
            self.browser.click("#edit")
        self.browser.run(TYPE, program)
        self.browser.click("#run")

    def shows(self, program: str) -> bool:
        return self.browser.wait_until(SHOWS.format(json.dumps(program)), seconds=15)

    def text(self, element: str) -> str:
        return str(self.browser.run(f"return document.getElementById('{element}').textContent"))

    def check(self, page: Path) -> None:
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")
        with served(self.tool, "set", "--language", "en") as (server, address):
            self.open(address)
            self.check_run()
            self.check_links(address)
            self.check_mistakes()
            self.check_looks()
            self.check_other_pages(address, page)
            self.browser.open(address)
            server.send_signal(signal.SIGINT)
            self.expect("Ctrl-C ends the server with exit status 0", server.wait(20) == 0, server.returncode)
            self.browser.click("#edit")
            self.browser.click("#run")
            self.expect("then Run says that the server does not answer",
                        self.browser.wait_until(COMPLAINS) and "does not answer" in self.text("complaint"))
        self.check_native()
        self.check_without_server(page)
        # The browser logs each response that is an error, and each request that fails.
        bad = {line["message"] for line in self.browser.log() if "console-api" in line["message"]
               or "Uncaught" in line["message"]}
        self.expect("no script of the page fails", not bad, bad)

    def check_run(self) -> None:
        self.browser.press("e")
        area = self.browser.run("return document.activeElement.id + ' ' + document.activeElement.value")
        self.expect("e makes the program a text area, which has the focus", area.startswith("program trace off"), area)
        self.browser.press("s", "f", "Space")
        self.expect("keys that are typed there do not move the page",
                    self.browser.run("return location.hash") in ("", "#step=1")
                    and not self.browser.run("return document.documentElement.hasAttribute('data-embed')"))
        self.run(PROGRAM)
        self.expect("Run records the changed program, and shows it", self.shows(PROGRAM))
        self.browser.press("End")
        last = self.browser.run("return document.getElementById('stage').textContent")
        self.expect("with the objects and classes of the new program, and none of the old one",
                    "Room" in last and "_guests" in last and "Person" not in last, last)
        self.expect("and its output", "full" in self.text("log"), self.text("log"))
        title = self.browser.run("return document.title")
        self.expect("its title says that it is changed", title == "set, changed", title)
        self.browser.screenshot(self.pictures / "explorer-rerun.png")

    def check_links(self, address: str) -> None:
        self.browser.wait_until("/#r=[\\w-]+&step=\\d+$/.test(location.hash)")
        link = self.browser.run("return location.href")
        self.expect("the address contains the new recording", "#r=" in link, link)
        self.browser.click("#share-button")
        shared = self.browser.run("return document.getElementById('address').value")
        self.expect("a link that is shared has not the address of the server in it",
                    shared.startswith("explorer.html#r=") and address.split("/")[3] not in shared, shared)
        self.open(link)
        self.expect("opened again, the address shows the same program", self.shows(PROGRAM))
        self.run(PROGRAM + "\nprint 2")
        self.shows(PROGRAM + "\nprint 2")
        self.browser.run("history.back()")
        self.expect("the way back leads to the program before", self.shows(PROGRAM))

    def check_mistakes(self) -> None:
        self.run("p = [NSObject new]\n  print p, q\nprint p")
        self.expect("a mistake while the program runs ends the recording, and its sentence is shown",
                    self.browser.wait_until("!document.getElementById('ending').hidden")
                    and self.text("ending") == "Line 2, column 12: there is no variable or class 'q'",
                    self.text("ending"))
        self.run("p = [NSObject new]\n\nprint \U0001f600 @\"a\" [")
        self.browser.wait_until(COMPLAINS)
        text = self.text("complaint")
        self.expect("a program that cannot be read stays in the text area, with a sentence",
                    text.startswith("Line 3, "), text)
        self.expect("the line is marked", abs(self.browser.run(MARK, 3)) < 1, self.browser.run(MARK, 3))
        rest = self.browser.run(SELECTED)
        self.expect("and selected from the column on, whatever characters are before it",
                    rest and rest in "print \U0001f600 @\"a\" [" and "print" not in rest, rest)
        self.browser.screenshot(self.pictures / "explorer-edit.png")
        self.run("trace off\nwhile (1) { n = 1 }")
        # The run before has left its sentence.
        ended = self.browser.wait_until("document.getElementById('complaint').textContent.includes('10 seconds')", 20)
        self.expect("a program without end is ended, with a sentence", ended, self.text("complaint"))
        self.run(PROGRAM)
        self.expect("and the next one runs", self.shows(PROGRAM))
        self.run("#import <Foundation/Foundation.h>\nint main(void) { return 0; }")
        self.browser.wait_until(COMPLAINS)
        self.expect("a program in Objective-C is refused, with the command that runs one",
                    "runtime-demo run --explore" in self.text("complaint"), self.text("complaint"))
        self.browser.run("document.getElementById('edit').click()")

    def check_native(self) -> None:
        with served(self.tool, "set", "--allow-native", "--arc", "--language", "en") as (_, address):
            self.open(address)
            self.run(NATIVE)
            self.expect("a server that allows it records a program in Objective-C", self.shows(NATIVE),
                        self.text("complaint"))
            # In the last step the room is deallocated, and has no ivars any more.
            self.browser.press("End")
            self.browser.press("Left")
            stage = self.browser.run("return document.getElementById('stage').textContent")
            self.expect("with its objects and classes", "Room" in stage and "_guests" in stage, stage)
            self.browser.screenshot(self.pictures / "explorer-native.png")
            self.run(NATIVE.replace("guests = 3", "guests = three"))
            self.browser.wait_until(COMPLAINS)
            self.expect("it can be changed again, and the compiler's error is shown at its place",
                        self.text("complaint") == "Line 8, column 19: use of undeclared identifier 'three'"
                        and abs(self.browser.run(MARK, 8)) < 1, self.text("complaint"))

    def check_looks(self) -> None:
        for width, height, scale, name in ((1280, 720, 1, "720"), (1920, 1080, 1, "1080"), (390, 844, 1, "phone"),
                                           (640, 360, 2, "zoom")):
            self.browser.emulate(width, height, scale=scale, prefers_reduced_motion="reduce",
                                 prefers_color_scheme="dark" if name == "1080" else "light")
            self.browser.run("document.getElementById('edit').click()")
            wide = self.browser.run("return document.documentElement.scrollWidth - innerWidth")
            self.expect(f"at {width} by {height} the text area is not wider than the window", wide <= 0, wide)
            self.browser.screenshot(self.pictures / f"explorer-edit-{name}.png")
            self.browser.run("document.getElementById('edit').click()")
        self.browser.emulate(1280, 720, prefers_reduced_motion="reduce")

    def check_other_pages(self, address: str, page: Path) -> None:
        with served(self.tool, "set") as (_, other):
            self.open(other)
            # The policy of a served page would not even let it try.
            self.browser.devtools("Page.setBypassCSP", enabled=True)
            self.open(other)
            answers = self.browser.run(FOREIGN, address)
            self.browser.devtools("Page.setBypassCSP", enabled=False)
        self.expect("a page of another server cannot record, whatever it knows", answers == ["refused", "refused"],
                    answers)
        self.open(other_page := page.resolve().as_uri())
        bad = self.browser.run(FOREIGN, address)
        self.expect("nor can a file, whose policy lets it connect to nothing", bad == ["refused", "refused"],
                    (other_page, bad))

    def check_without_server(self, page: Path) -> None:
        self.open(page.resolve().as_uri())
        self.browser.click("#edit")
        self.browser.run(TYPE, "print 1\nEND")
        command = self.browser.run("return document.getElementById('command').value")
        self.expect("without a server the text area has the command that records the program",
                    command == "runtime-demo explore - --serve <<'END_'\nprint 1\nEND\nEND_", command)
        self.expect("and no button that does nothing", not self.browser.elements("#run")[0].is_displayed())
        self.browser.screenshot(self.pictures / "explorer-edit-file.png")
