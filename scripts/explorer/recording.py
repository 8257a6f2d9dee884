"""recording.py - the recording in a page."""

from __future__ import annotations

from typing import Any


def unfold(changes: list[Any]) -> list[Any]:
    """The steps of a recording, each whole: see Tree.swift."""
    steps: list[Any] = []
    for change in changes:
        steps.append(patched(steps[-1] if steps else None, change))
    return steps


def patched(old: Any, change: Any) -> Any:
    if not isinstance(change, dict) or not isinstance(old, (dict, list)):
        return change
    if isinstance(old, list):
        known = dict(enumerate(old[:change.get("n", len(old))]))
        known |= {int(key): patched(known.get(int(key)), value) for key, value in change.items() if key != "n"}
        return [known[place] for place in sorted(known)]
    kept = {key: value for key, value in old.items() if key not in change}
    return kept | {key: patched(old.get(key), value) for key, value in change.items() if value is not None}
