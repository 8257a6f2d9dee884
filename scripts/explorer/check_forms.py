"""check_forms.py - the forms of a page besides the usual one: in Chinese, zoomed, printed, and without JavaScript."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

from recording import unfold
from webdriver import Browser

HAN = re.compile(r"[\u4e00-\u9fff]")

# The page's own words at each step: not the program, variables, stack and log, which are the script's.
OWN_WORDS = """
const slider = document.getElementById('slider'), found = [];
const alien = '#source, #variables, #stack li:not(.empty), #log li:not(.empty), kbd, script, style';
const own = (element) => !element.closest(alien);
const textOf = (id) => document.getElementById(id).innerText;
document.getElementById('metaclasses').click();
for (let step = 1; step <= Number(slider.max); step++) {
  slider.value = step;
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  const texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (own(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const one of document.querySelectorAll('[aria-label]')) texts.push(one.getAttribute('aria-label'));
  for (const one of document.querySelectorAll('button[title]')) texts.push(one.title);
  found.push({ kind: textOf('kind'), text: textOf('text'), detail: textOf('detail'), all: texts });
}
return found;
"""
PRINTED = """
const shown = (selector) => Array.from(document.querySelectorAll(selector))
  .filter((one) => one.getClientRects().length > 0);
const root = document.documentElement;
return { controls: shown('button, input, #marks, .keys').length,
  breakable: shown('.object, .class').filter((one) => getComputedStyle(one).breakInside !== 'avoid').length,
  cut: shown('#source, #variables, #stack, #log, #pane, .narration, body')
    .filter((one) => one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflowY !== 'visible').length };
"""


def english_words(browser: Browser, page: Path) -> list[str]:
    """What is not in Chinese on a page that is to be in Chinese."""
    browser.emulate(1280, 720, prefers_reduced_motion="reduce")
    browser.open(page.resolve().as_uri())
    words = json.loads(browser.run("return document.getElementById('words').text"))
    english = {text for text, chinese in words.items() if text != chinese and re.search(r"[a-z]{3}", text)}
    steps = unfold(json.loads(browser.run("return document.getElementById('recording').text"))["steps"])
    bad = [] if browser.run("return document.documentElement.lang") == "zh-Hans" else ["the page has another language"]
    if not HAN.search(browser.run("return document.getElementById('about').innerText")):
        bad.append("the first sentence")
    for step, shown in zip(steps, browser.run(OWN_WORDS)):
        own = [shown["detail"]] if shown["detail"] else []
        if step["kind"] != "initialize":
            own.append(shown["kind"])
        if step["kind"] not in ("statement", "output"):
            own.append(shown["text"])
        bad += [f"step {step['number']}: {text}" for text in own if not HAN.search(text)]
        bad += [f"step {step['number']}: {text}" for text in map(str.strip, shown["all"]) if text in english]
    return sorted(set(bad))


def printed(browser: Browser, page: Path, step: int, picture: Path) -> dict[str, Any]:
    """How a step looks on paper. Leaves a PDF, and a picture of the page in the medium of printers."""
    browser.emulate(794, 1123, "print", prefers_reduced_motion="reduce")
    browser.open("about:blank")
    browser.open(page.resolve().as_uri() + f"#step={step}")
    shown: dict[str, Any] = browser.run(PRINTED)
    browser.screenshot(picture.with_suffix(".png"), whole=True)
    pdf = browser.devtools("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)
    picture.with_suffix(".pdf").write_bytes(base64.b64decode(pdf["data"]))
    return shown


def text_without_javascript(browser: Browser, page: Path, picture: Path) -> str:
    """What a browser shows that runs no scripts."""
    browser.emulate(1280, 720)
    browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open("about:blank")
        browser.open(page.resolve().as_uri())
        browser.screenshot(picture)
        nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    finally:
        browser.devtools("Emulation.setScriptExecutionDisabled", value=False)
    return "\n".join(str(node.get("name", {}).get("value", "")) for node in nodes
                     if node.get("role", {}).get("value") == "StaticText")
