"""webdriver.py - a headless Chromium, driven by Selenium.

A Browser starts chromedriver, and ends it and what it started when its `with` block is left. An error of chromedriver
or of the connection to it becomes a WebDriverError with one line of text.
"""

from __future__ import annotations

import base64
import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from urllib3.exceptions import HTTPError

KEYS = {"Left": "\ue012", "Right": "\ue014", "Home": "\ue011", "End": "\ue010", "Space": " ", "s": "s", "i": "i",
        "S": "S", "I": "I", "f": "f", "p": "p", "e": "e", "PageUp": "\ue00e", "PageDown": "\ue00f", "Enter": "\ue007"}
LIMIT = 20  # seconds, for loading a page and for a script


class WebDriverError(Exception):
    """chromedriver refused a command, or does not answer."""


@contextmanager
def one_error() -> Iterator[None]:
    """Turns the errors of Selenium and of its connection into a WebDriverError."""
    try:
        yield
    except (WebDriverException, HTTPError, OSError) as error:
        text = getattr(error, "msg", None) or str(error)
        raise WebDriverError(text.splitlines()[0]) from error


class Browser:
    """One window. `scratch` is the home of the browser: its profile, and what it writes besides."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch

    def __enter__(self) -> Browser:
        driver = shutil.which("chromedriver")
        if driver is None:
            raise WebDriverError("there is no chromedriver in PATH")
        # In a process group of its own, so that all of it can be ended at once.
        self._service = ChromeService(
            driver, env={**os.environ, "HOME": str(self._scratch)}, popen_kw={"process_group": 0})
        try:
            with one_error():
                self._driver = Chrome(self._options(), self._service)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            with one_error():
                self._driver.quit()
        except WebDriverError:
            pass
        self._end()

    def _end(self) -> None:
        process = getattr(self._service, "process", None)
        if process is None:
            return
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # quit() has ended all of them
        process.wait(LIMIT)

    def _options(self) -> ChromeOptions:
        options = ChromeOptions()
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.timeouts = {"script": 1000 * LIMIT, "pageLoad": 1000 * LIMIT}
        arguments = ["--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--no-first-run", "--disable-background-networking",
                     f"--user-data-dir={self._scratch / 'profile'}"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # Chromium's sandbox does not work for root
        for argument in arguments:
            options.add_argument(argument)
        return options

    def open(self, url: str) -> None:
        with one_error():
            self._driver.get(url)

    def run(self, script: str, *arguments: Any) -> Any:
        """Runs the function body `script` in the page, and returns its result, or that of its promise."""
        with one_error():
            return self._driver.execute_script(script, *arguments)

    def elements(self, selector: str) -> list[WebElement]:
        with one_error():
            return self._driver.find_elements(By.CSS_SELECTOR, selector)

    def click(self, selector: str) -> None:
        found = self.elements(selector)
        if not found:
            raise WebDriverError(f"there is no {selector} to click")
        with one_error():
            found[0].click()

    def press(self, *names: str) -> None:
        """Presses keys, one after the other; the element that has the focus receives them."""
        with one_error():
            ActionChains(self._driver).send_keys(*(KEYS[name] for name in names)).perform()

    def accessible_name(self, element: WebElement) -> str:
        with one_error():
            return element.accessible_name

    def log(self) -> list[dict[str, Any]]:
        """Console messages since the last call."""
        with one_error():
            return list(self._driver.get_log("browser"))

    def emulate(self, width: int, height: int, medium: str = "screen", scale: float = 1, **features: str) -> None:
        """A viewport of exactly this size, and media features such as prefers_color_scheme.

        `scale` is how many pixels of the screen one of the page has: a window that is zoomed to 200 % has two.
        """
        size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", **size)
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.devtools("Emulation.setEmulatedMedia", media=medium, features=wanted)

    def devtools(self, command: str, **parameters: Any) -> Any:
        with one_error():
            return self._driver.execute_cdp_cmd(command, parameters)

    def screenshot(self, path: Path, whole: bool = False) -> None:
        """A picture of the window, or of the whole page."""
        picture = self.devtools("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(picture["data"]))

    def wait_until(self, condition: str, seconds: float = 8) -> bool:
        """Whether the expression becomes true in time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.run(f"return {condition}"):
                return True
            time.sleep(0.05)
        return False
