// link.js - recordings that come out of a page or an address: decompressed, unfolded and checked.
//
// Anybody can write a link. What comes out of one is refused unless it has the shape of a recording and is small enough
// to be shown; page.js inserts its texts as text only.
"use strict";

const Recordings = (() => {
  const limits = { characters: 200000, bytes: 4 << 20, copies: 5000000, steps: 5000, boxes: 200000, rows: 3000 };

  function refuse(reason) {
    throw new RangeError(reason);
  }

  // ---- Decompressing

  /// Returns the bytes of a text in the alphabet of base64url.
  function bytesOf(text) {
    if (text.length > limits.characters) refuse("it is too long");
    return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  }

  /// Returns the decompressed text. A few bytes can become gigabytes, so reading ends at a limit.
  async function inflated(bytes) {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let size = 0, text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.length;
      if (size > limits.bytes) {
        reader.cancel().catch(() => {});
        refuse("it is too large");
      }
      text += decoder.decode(value, { stream: true });
    }
  }

  // ---- Unfolding

  /// The number of elements that may still be copied: a short change can copy a long array.
  let copiesLeft = Infinity;

  /// Applies a change to a value: see Tree.swift. What does not change is shared.
  function patched(old, change) {
    const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
    if (!isMap(change) || old === null || typeof old !== "object") return change;
    copiesLeft -= Object.keys(old).length;
    if (copiesLeft < 0) refuse("it is too large");
    return Array.isArray(old) ? patchedArray(old, change) : patchedMap(old, change);
  }

  function patchedArray(old, change) {
    const made = old.slice(0, change.n ?? old.length);
    for (const [key, value] of Object.entries(change)) {
      if (key === "n") continue;
      const place = Number(key);
      if (!Number.isInteger(place) || place < 0 || place > made.length) refuse("an array has a hole");
      made[place] = patched(made[place], value);
    }
    return made;
  }

  function patchedMap(old, change) {
    const made = { ...old };
    for (const [key, value] of Object.entries(change)) {
      if (key === "__proto__") refuse("a member is called __proto__");
      if (value === null) delete made[key];
      else made[key] = patched(Object.hasOwn(made, key) ? made[key] : undefined, value);
    }
    return made;
  }

  /// All steps, from the first one and the changes that each later one makes.
  function unfolded(changes, copies = Infinity) {
    let latest;
    copiesLeft = copies;
    return changes.map((change) => (latest = patched(latest, change)));
  }

  // ---- Checking. A shape is a function that returns whether a value has it.

  const text = (value) => typeof value === "string";
  const number = Number.isSafeInteger;
  const flag = (value) => typeof value === "boolean";
  const kind = (value) => text(value) && /^[A-Za-z]{1,40}$/.test(value);
  const list = (shape, most) => (value) => Array.isArray(value) && value.length <= most && value.every(shape);

  /// An object with these members, and with no others but the optional ones.
  const map = (members, optional = {}) => {
    const shapes = new Map([...Object.entries(members), ...Object.entries(optional)]);
    return (value) => value !== null && typeof value === "object" && !Array.isArray(value)
      && Object.keys(members).every((key) => Object.hasOwn(value, key))
      && Object.entries(value).every(([key, member]) => shapes.get(key)?.(member) ?? false);
  };

  /// The same shape, which checks a value only once: most steps share most values with the step before.
  function once(shape) {
    const known = new WeakSet();
    return (value) => {
      if (value === null || typeof value !== "object") return false;
      if (known.has(value)) return true;
      if (!shape(value)) return false;
      known.add(value);
      return true;
    };
  }

  const ivar = map({ name: text, encoding: text, value: text, offset: number }, { bytes: text, padding: number });
  const registration = map({ observer: text, keyPath: text, options: text });
  const object = once(map({ name: text, address: text, isa: text },
    { state: text, isaBytes: text, answeredClass: text, retainCount: number, ivars: list(ivar, 200),
      registrations: list(registration, 200) }));
  const method = map({ selector: text, address: text, what: text }, { overrides: text, key: text });
  const metaclass = map({ address: text, name: text, methods: list(text, 500) }, { superclass: text });
  const cls = once(map({ name: text, address: text, isNotifying: flag, isRegistered: flag, isWhole: flag,
    methods: list(method, 500), metaclass }, { superclass: text, methodCount: number }));
  const lookup = map({ receiver: text, classes: list(text, 200), isFound: flag });
  const step = map({ number, depth: number, kind, text, stack: list(text, 500), logCount: number,
    objects: list(object, 200), classes: list(cls, 200) },
    { line: number, lookup, variables: list(map({ name: text, value: text }), 200) });
  const recording = map({ title: text, about: text, language: text, origin: text, source: list(text, 5000),
    log: list(map({ step: number, text }), 5000), steps: list((value) => value !== null && typeof value === "object",
      limits.steps) }, { ending: text, isProgram: flag });

  function checked(raw) {
    if (!recording(raw) || raw.steps.length === 0) refuse("it is no recording");
    const steps = unfolded(raw.steps, limits.copies);
    let boxes = 0;
    for (const [place, one] of steps.entries()) {
      if (!step(one)) refuse(`step ${place + 1} is none`);
      boxes += one.objects.length + one.classes.length;
      const rows = one.classes.reduce((sum, cls) => sum + cls.methods.length, 0);
      if (boxes > limits.boxes || rows > limits.rows) refuse("it is too large");
    }
    return { ...raw, steps };
  }

  // ---- Addresses

  /// The recording in the address, as text; undefined if there is none.
  const linkInAddress = () => /[#&]r=([\w-]+)/.exec(location.hash)?.[1];

  /// The address of a step: of the recording in the address, or in the page.
  const fragment = (link, step) => (link ? `#r=${link}&step=${step}` : `#step=${step}`);

  /// Returns a promise of the recording in a link. It fails if the link is not one.
  const open = async (link) => checked(JSON.parse(await inflated(bytesOf(link))));

  return { unfolded, linkInAddress, fragment, open };
})();
