"""webdriver.py - a headless Chromium behind chromedriver, spoken to over the WebDriver protocol.

A Browser starts chromedriver, and ends it and what it started when its `with` block is left. Each command is one HTTP
request with a time limit; what chromedriver refuses is a WebDriverError.
"""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the protocol's own word for "this is an element"
KEYS = {"Left": "\ue012", "Right": "\ue014", "Home": "\ue011", "End": "\ue010", "Space": " ", "s": "s", "i": "i"}
LIMIT = 20.0  # seconds, for one command


class WebDriverError(Exception):
    """chromedriver refused a command, or does not answer."""


class Browser:
    """One window. `scratch` is the home of the browser: its profile, and what it writes besides."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch

    def __enter__(self) -> Browser:
        # In a process group of its own, so that all of it can be ended at once.
        self._driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            process_group=0, env={**os.environ, "HOME": str(self._scratch)})
        try:
            self._base = f"http://127.0.0.1:{self._find_port()}/session"
            self._base += "/" + self._request("", {"capabilities": {"alwaysMatch": self._capabilities()}})["sessionId"]
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            self._request("", method="DELETE")
        except WebDriverError:
            pass
        self._end()

    def _end(self) -> None:
        os.killpg(self._driver.pid, signal.SIGKILL)
        self._driver.wait(LIMIT)

    def _find_port(self) -> int:
        assert self._driver.stdout is not None
        for line in self._driver.stdout:
            if "started successfully on port" in line:
                return int(line.rstrip(" .\n").rsplit(" ", 1)[1])
        raise WebDriverError("chromedriver ended without saying its port")

    def _capabilities(self) -> dict[str, Any]:
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--no-first-run", "--disable-background-networking",
                     f"--user-data-dir={self._scratch / 'profile'}"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # Chromium's sandbox does not work for root
        return {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                "goog:chromeOptions": {"args": arguments}}

    def _request(self, path: str, body: Any = None, method: str = "POST") -> Any:
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise WebDriverError(json.load(error)["value"]["message"].splitlines()[0]) from error
        except OSError as error:
            raise WebDriverError(f"chromedriver does not answer: {error}") from error

    def open(self, url: str) -> None:
        self._request("/url", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        """What the function body `script` returns."""
        return self._request("/execute/sync", {"script": script, "args": arguments})

    def elements(self, selector: str) -> list[str]:
        found = self._request("/elements", {"using": "css selector", "value": selector})
        return [element[ELEMENT] for element in found]

    def click(self, selector: str) -> None:
        found = self.elements(selector)
        if not found:
            raise WebDriverError(f"there is no {selector} to click")
        self._request(f"/element/{found[0]}/click")

    def press(self, *names: str) -> None:
        """Presses keys, one after the other, on whatever has the focus."""
        actions = [{"type": kind, "value": KEYS[name]} for name in names for kind in ("keyDown", "keyUp")]
        self._request("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def accessible_name(self, element: str) -> str:
        return str(self._request(f"/element/{element}/computedlabel", method="GET"))

    def log(self) -> list[dict[str, Any]]:
        """Console messages since the last call."""
        return list(self._request("/se/log", {"type": "browser"}))

    def emulate(self, width: int, height: int, **features: str) -> None:
        """A viewport of exactly this size, and media features such as prefers_color_scheme."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", **size)
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.devtools("Emulation.setEmulatedMedia", features=wanted)

    def devtools(self, command: str, **parameters: Any) -> Any:
        return self._request("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.devtools("Page.captureScreenshot")["data"]))

    def wait_until(self, condition: str, seconds: float = 8) -> bool:
        """Whether the expression becomes true in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return {condition}"):
                return True
            time.sleep(0.05)
        return False
