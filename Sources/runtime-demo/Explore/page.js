// page.js - steps through a recording.
//
// Everything on the page is a function of one number, the index of the step: `show` draws the step, whatever was shown
// before. Objects and rows that persist between steps keep their elements, and with them the focus and the pointer.
// Text of the recording is inserted as text only, never as markup.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const oneColumn = matchMedia("(max-width: 42rem)");
  let recording = { steps: [], source: [], log: [] };
  /// The link that is played; undefined if the recording is in the page.
  let linkInPlay = Recordings.linkInAddress();
  let index = 0;

  // ---- Words

  const words = new Map(Object.entries(JSON.parse(byId("words").textContent || "{}")));

  /// Returns a text in the language of the page, with `{0}`, `{1}` ... replaced by the values.
  const say = (text, ...values) =>
    (words.get(text) ?? text).replace(/\{(\d)\}/g, (_, place) => values[place]);

  // ---- Elements

  function element(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  /// Returns the parts of a text with selectors in it, which may continue on the next line after a colon.
  const withBreaks = (text) => text.split(/(?<=:)/).flatMap((part) => [part, element("wbr")]);

  /// Makes the children of `parent` match `items`, one for each. A child is kept as long as an item has its key.
  function sync(parent, items, keyOf, create, update) {
    const keys = items.map((item, place) => String(keyOf(item, place)));
    const kept = new Map();
    for (const child of Array.from(parent.children)) {
      const key = child.dataset.key;
      if (keys.includes(key) && !kept.has(key)) kept.set(key, child);
      else child.remove();
    }
    items.forEach((item, place) => {
      const child = kept.get(keys[place]) ?? create(item);
      kept.delete(keys[place]);
      child.dataset.key = keys[place];
      if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
      update(child, item, place);
    });
  }

  /// Scrolls `child` into view within `scroller`, without scrolling the page.
  function reveal(scroller, child) {
    if (!child) return;
    const above = child.offsetTop - scroller.scrollTop;
    const below = above + child.offsetHeight - scroller.clientHeight;
    if (above < 0) scroller.scrollTop += above - child.offsetHeight;
    // Of a child that is higher than the scroller, the beginning.
    else if (below > 0) scroller.scrollTop += Math.min(above, below + child.offsetHeight);
  }

  // ---- Program, stack, log

  const token = /(\/\/.*)|(@?"(?:[^"\\]|\\.)*"?)|(@[a-z]+\b)/g;

  /// Returns a line of the program with its comments, strings and @ words in their colours.
  function sourceLine(text) {
    const line = element("li");
    let end = 0;
    for (const match of text.matchAll(token)) {
      const ink = match[1] ? "comment" : match[2] ? "string" : "word";
      line.append(text.slice(end, match.index), element("span", ink, match[0]));
      end = match.index + match[0].length;
    }
    line.append(text.slice(end) || (end ? "" : "\u00a0"));
    return line;
  }

  /// Makes a line of the program a link to the step at which it begins; a click goes to the next such step.
  function linkLine(line, number, place) {
    const link = element("a");
    link.href = Recordings.fragment(linkInPlay, place + 1);
    link.append(...line.childNodes);
    line.append(link);
    line.classList.add("reached");
    line.addEventListener("click", (event) => {
      event.preventDefault();
      goToLine(number);
    });
  }

  /// Goes to the next step at which a line begins, or to the first one if there is none after this step.
  function goToLine(number) {
    const begins = (step, place) => step.line === number && step.kind === "statement" && place !== index;
    const later = recording.steps.findIndex((step, place) => place > index && begins(step, place));
    const place = later >= 0 ? later : recording.steps.findIndex(begins);
    if (place >= 0) go(place);
  }

  /// Goes to the next step of a kind.
  function goToNext(kind) {
    const place = recording.steps.findIndex((step, other) => other > index && step.kind === kind);
    if (place >= 0) go(place);
  }

  /// Goes to the previous step of a kind.
  function goToPrevious(kind) {
    const place = recording.steps.findLastIndex((step, other) => other < index && step.kind === kind);
    if (place >= 0) go(place);
  }

  function showSource(step) {
    Array.from(byId("source").children).forEach((line, place) => {
      if (place + 1 === step.line) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
  }

  const empty = (text) => element("li", "empty", text);

  function showStack(step) {
    const list = byId("stack");
    list.replaceChildren(...step.stack.map((frame, depth) => {
      const item = element("li");
      item.append(...withBreaks(frame));
      item.style.setProperty("--depth", depth);
      return item;
    }));
    if (step.stack.length === 0) list.append(empty(say("Nothing is running.")));
  }

  /// The variables that hold numbers, strings, nil or classes. Those that hold objects are drawn as their names.
  function showVariables(step) {
    const old = reference()?.variables ?? [];
    sync(byId("variables"), step.variables, (one) => one.name, () => element("div"), (line, { name, value }) => {
      line.replaceChildren(element("dt", "", name), element("dd", "", value));
      const isChanged = index > 0 && old.find((one) => one.name === name)?.value !== value;
      line.classList.toggle("fresh", isChanged);
    });
  }

  function showLog(step) {
    const told = recording.log.slice(0, step.logCount ?? 0);
    sync(byId("log"), told.length ? told : [null], (entry, place) => (entry ? place : "none"),
      (entry) => (entry ? element("li") : empty(say("Nothing yet."))),
      (item, entry) => {
        if (!entry) return;
        item.classList.toggle("fresh", entry.step === step.number);
        const text = element("a", "", entry.text);
        text.href = Recordings.fragment(linkInPlay, entry.step);
        text.addEventListener("click", (event) => {
          event.preventDefault();
          go(entry.step - 1);
        });
        item.replaceChildren(element("span", "at", entry.step), text, whyEntry(entry));
      });
  }

  /// Scrolls the current line, the innermost call and the last line of the log into view.
  function revealAll() {
    reveal(byId("source"), byId("source").querySelector("[aria-current]"));
    reveal(byId("variables"), byId("variables").querySelector(".fresh"));
    for (const id of ["stack", "log"]) reveal(byId(id), byId(id).lastElementChild);
  }

  // ---- What a step changes is brought into view: by the pane of the objects and classes where it scrolls, else by the
  // page.

  const isTouched = (box) => box.matches("[data-changed]") || box.querySelector("[data-changed]") !== null;

  /// The edges, in the window, between which the objects and classes can be seen; and what scrolls them.
  function viewOfStage() {
    const pane = byId("pane"), scrolls = getComputedStyle(pane).overflowY === "auto";
    const { top, bottom } = scrolls ? pane.getBoundingClientRect() : { top: 0, bottom: innerHeight };
    if (scrolls) return { scroller: pane, top, bottom };
    const player = byId("player").getBoundingClientRect();
    const isSticky = getComputedStyle(byId("player")).position === "sticky";
    const isBelow = isSticky && oneColumn.matches;
    return { scroller: document.scrollingElement, top: isSticky && !isBelow ? player.height : 0,
      bottom: isBelow ? innerHeight - player.height : innerHeight };
  }

  /// The edges of the first of `elements` and of as many of the others as fit into `room`.
  function span(elements, room) {
    let edges;
    for (const one of elements) {
      const { top, bottom } = one.getBoundingClientRect();
      const wider = edges ? { top: Math.min(edges.top, top), bottom: Math.max(edges.bottom, bottom) } : { top, bottom };
      if (!edges || wider.bottom - wider.top <= room) edges = wider;
    }
    return edges;
  }

  const isShown = (element) => element.getClientRects().length > 0;

  /// Folds the boxes that a step leaves alone, one after the other, until what it changes fits into the view. In the
  /// smallest windows this is not enough: then the stage is brief, and shows nothing else.
  function fold(changed, room) {
    const boxes = Array.from(document.querySelectorAll(".class, .object"));
    const isTooHigh = () => {
      const edges = span(changed.filter(isShown), Infinity);
      return edges && edges.bottom - edges.top > room;
    };
    byId("families").classList.remove("brief");
    for (const box of boxes) box.classList.remove("folded");
    for (const box of boxes) {
      if (!isTooHigh()) return;
      if (!isTouched(box)) box.classList.add("folded");
    }
    byId("families").classList.toggle("brief", isTooHigh());
  }

  /// Scrolls as little as shows what the step changes. What matters most comes first, if not all of it fits.
  function revealStage() {
    const all = (selector) => Array.from(byId("families").querySelectorAll(selector));
    // The method that runs is what a look-up is about. At other steps it may have been running for long.
    const others = recording.steps[index].lookup ? [".method.running"] : ["[data-changed]:not(.running)"];
    const changed = [...new Set([".isa[data-changed]", ...others, "[data-changed]"].flatMap(all))];
    const margin = 8, { scroller, top, bottom } = viewOfStage(), room = bottom - top - 2 * margin;
    fold(changed, room);
    drawArrows(false);
    const edges = span(changed.filter(isShown), room);
    if (!edges) return;
    const move = edges.top < top + margin ? edges.top - top - margin
      : edges.bottom > bottom - margin ? edges.bottom - bottom + margin : 0;
    const behavior = reducedMotion.matches ? "auto" : "smooth";
    if (move) scroller.scrollBy({ top: move, behavior });
  }

  // ---- Objects and classes

  /// Returns the families of a step: each is a topmost recorded class, its subclasses, and their objects. A class that
  /// only appears by name, such as NSObject, has no `methods`.
  function familiesOf(step) {
    const classes = step.classes;
    const names = new Set(classes.map((cls) => cls.name));
    const placed = new Set();
    const families = [];
    const place = (cls, family) => {
      if (placed.has(cls.name)) return;
      placed.add(cls.name);
      family.classes.push(cls);
      const below = classes.filter((other) => other.superclass === cls.name);
      below.sort((a, b) => Boolean(b.isNotifying) - Boolean(a.isNotifying)).forEach((sub) => place(sub, family));
    };
    const roots = classes.filter((cls) => !names.has(cls.superclass));
    for (const root of [...roots, ...classes]) {
      if (placed.has(root.name)) continue;
      const family = { key: root.name, classes: root.superclass ? [{ name: root.superclass }] : [], objects: [] };
      place(root, family);
      families.push(family);
    }
    for (const object of step.objects) familyFor(object, families).objects.push(object);
    // By the class that the object reports: its box stays where it is when isa changes.
    const rank = ({ answeredClass, isa }, family) =>
      family.classes.findIndex((cls) => cls.name === (answeredClass ?? isa));
    for (const family of families) family.objects.sort((a, b) => rank(a, family) - rank(b, family));
    return families;
  }

  /// Returns the object's family, adding the family or the object's class if it is missing.
  function familyFor(object, families) {
    const has = (family, name) => family.classes.some((cls) => cls.name === name && cls.methods);
    let family = families.find((one) => has(one, object.isa)) ?? families.find((one) => has(one, object.answeredClass))
      ?? families.find((one) => one.key === object.isa);
    if (!family) families.push(family = { key: object.isa, classes: [], objects: [] });
    if (!family.classes.some((cls) => cls.name === object.isa)) family.classes.push({ name: object.isa });
    return family;
  }

  function createFamily() {
    const made = element("div", "family");
    made.append(element("div", "objects"), element("div", "classes"));
    return made;
  }

  function showFamily(made, family, step) {
    const before = reference();
    sync(made.firstChild, family.objects, (object) => object.address ?? object.name, createObject,
      (box, object) => showObject(box, object, before, step));
    sync(made.lastChild, family.classes, (cls) => cls.name, createClass,
      (box, cls) => showClass(box, cls, family, step));
  }

  function createObject(object) {
    const made = element("article", "object");
    const answers = element("dl", "answers"), registrations = element("ul", "registrations");
    answers.title = say("What a message returns: not in the object's memory");
    registrations.title = say("In the observation info: not in the object's memory");
    made.append(element("h3"), element("dl"), answers, registrations);
    return made;
  }

  /// The variables that hold the object, and its address; without a variable, its class and address are its name.
  function showTitle(title, object) {
    const name = object.name ?? say("an object");
    title.replaceChildren(name);
    if (!name.includes(object.address)) title.append(element("span", "address", object.address));
    if (object.state) title.append(element("span", "state", say(object.state)));
    // Never marked as changed: it changes with each reference on the way, which is not what a step is about.
    if (object.retainCount !== undefined) {
      title.append(element("span", "count", say("retain count {0}", object.retainCount)));
    }
  }

  function showObject(box, object, before, step) {
    const old = before?.objects.find((one) => one.address === object.address);
    const [title, facts, answers, registrations] = box.children;
    box.dataset.object = object.name;
    mark(title, before && !old || old && old.state !== object.state);
    box.classList.toggle("dying", Boolean(object.state));
    showTitle(title, object);
    sync(facts, factsOf(object), (fact) => fact.name, () => element("div"), (line, fact) => {
      const was = old && factsOf(old).find((one) => one.name === fact.name);
      const isChanged = Boolean(was && (was.value !== fact.value || bytesBefore(fact, was)));
      line.classList.toggle("changed", isChanged);
      mark(line, isChanged);
      line.classList.toggle("isa", fact.name === "isa");
      line.classList.toggle("notifying", fact.name === "isa" && isNotifying(step, fact.value));
      const name = element("dt", "", fact.name);
      if (fact.encoding) name.append(element("span", "encoding", fact.encoding));
      line.dataset.target = /<[^<>]*: (0x[0-9a-f]+)>/.exec(fact.value)?.[1] ?? "";
      if (fact.bytes) name.append(whyFact(object, fact));
      // Some values are known only as bytes.
      line.replaceChildren(name, element("dd", "", fact.value === fact.bytes ? "" : fact.value));
      if (fact.bytes) line.append(bytesOf(fact, was));
    });
    showAnswers(answers, object);
    const watches = object.registrations ?? [];
    const known = (old?.registrations ?? []).map((one) => JSON.stringify(one));
    registrations.hidden = watches.length === 0;
    registrations.replaceChildren(...watches.map((watch) =>
      registrationLine(object, watch, old && !known.includes(JSON.stringify(watch)))));
  }

  /// What the object says of itself.
  function showAnswers(answers, object) {
    answers.hidden = !object.answeredClass;
    const line = element("div");
    line.append(element("dt", "", `[${object.name} class]`), element("dd", "", object.answeredClass));
    answers.replaceChildren(line);
  }

  /// The bytes at the step before, if there are other ones now.
  const bytesBefore = (fact, was) => (was?.bytes && fact.bytes && was.bytes !== fact.bytes ? was.bytes : undefined);

  /// The bytes of a word or an ivar as they lie in memory, and for one step those that they have replaced.
  function bytesOf(fact, was) {
    const line = element("dd", "bytes", `${fact.offset >= 0 ? "+" : ""}${fact.offset}  `);
    line.append(element("b", "", fact.bytes));
    if (fact.padding) line.append(` | ${say("padding {0}", fact.padding)}`);
    if (bytesBefore(fact, was)) {
      const old = element("span", "was", `${say("was")} `);
      old.append(element("s", "", was.bytes), ` ${was.value === was.bytes ? "" : was.value}`);
      line.append(" ", old);
    }
    return line;
  }

  /// Returns the lines of an object's memory.
  function factsOf(object) {
    const facts = [{ name: "isa", value: object.isa, offset: 0, bytes: object.isaBytes }];
    for (const ivar of object.ivars ?? []) facts.push({ ...ivar, value: String(ivar.value ?? "") });
    return facts;
  }

  function registrationLine(object, registration, isNew) {
    const line = element("li", isNew ? "changed" : "");
    mark(line, isNew);
    line.append(element("b", "", registration.observer), ` ${say("observes")} `,
      element("b", "", registration.keyPath));
    if (registration.options) line.append(element("span", "address", `  ${registration.options}`));
    line.append(whyRegistration(object, registration));
    return line;
  }

  /// Notes that the current step changes what an element shows.
  function mark(element, isChanged) {
    if (isChanged) element.dataset.changed = "";
    else delete element.dataset.changed;
  }

  const isNotifying = (step, name) => step.classes.some((cls) => cls.name === name && cls.isNotifying);

  function createClass(cls) {
    const made = element("article", "class");
    const head = element("div", "head");
    head.append(element("h3", "", cls.name), element("p", "look"), element("p", "of"));
    made.append(head, element("ul", "methods"), element("aside", "metaclass"));
    made.dataset.class = cls.name;
    return made;
  }

  function showClass(box, cls, family, step) {
    const instances = family.objects.filter((object) => object.isa === cls.name).map((object) => object.name);
    const isBare = cls.isWhole === false ? cls.methods.length + instances.length === 0 : !cls.methods;
    box.classList.toggle("bare", isBare);
    box.classList.toggle("partial", cls.isWhole === false);
    box.classList.toggle("notifying", Boolean(cls.isNotifying));
    box.classList.toggle("unregistered", cls.isRegistered === false);
    box.dataset.superclass = cls.superclass ?? "";
    const [head, methods, meta] = box.children, [title, look, of] = head.children;
    const old = reference()?.classes.find((one) => one.name === cls.name);
    showMetaclass(meta, cls);
    title.replaceChildren(cls.name, ...(cls.superclass ? [element("span", "", ` : ${cls.superclass}`)] : []));
    if (cls.address) title.append(element("span", "address", ` ${cls.address}`));
    box.classList.toggle("idle", instances.length === 0);
    of.textContent = describe(cls, instances);
    showLook(box, look, cls, step);
    const arrived = index > 0 && !old && cls.methods || old && old.isRegistered !== cls.isRegistered;
    const isTarget = step.kind === "isaChanged" && family.objects.some((object) => object.isa === cls.name
      && isaBefore(object) !== cls.name);
    mark(head, arrived || isTarget || !look.hidden);
    const running = framesOf(step).map((frame) => frame.cls === cls.name && frame.selector);
    const rows = (cls.methods ?? []).filter((method) => !method.selector.startsWith("+") || !showsMetaclass(cls));
    sync(methods, rows, (method) => method.selector, createMethod, (row, method) => {
      const overriding = family.classes.filter((other) => other.methods?.some((theirs) =>
        theirs.selector === method.selector && theirs.overrides === cls.name));
      showMethod(row, cls.isWhole === false ? { ...method, what: "" } : method, overriding);
      row.title = method.what ?? "";
      if (cls.isWhole !== false) row.children[1].append(whyMethod(cls, method));
      row.classList.toggle("entered", running.includes(method.selector));
      row.classList.toggle("running", running.at(-1) === method.selector);
      const isNew = old && cls.isWhole !== false
        && old.methods.find((one) => one.selector === method.selector)?.address !== method.address;
      row.classList.toggle("new", Boolean(isNew));
      mark(row, isNew || running.at(-1) === method.selector);
    });
  }

  /// The class that the isa of an object pointed to at the step before.
  const isaBefore = ({ address }) => reference()?.objects.find((one) => one.address === address)?.isa;

  /// The line beside the name of a class.
  function describe(cls, instances) {
    if (cls.isRegistered === false) return say("not registered: cannot be found, has no instances");
    const isas = instances.length ? say("isa of {0}", instances.join(", ")) : say("no isa points here");
    if (cls.isWhole !== false) return isas;
    const library = cls.methodCount > cls.methods.length && cls.methods.length > 0
      ? say("of the library: {0} of its {1} methods", cls.methods.length, cls.methodCount) : say("of the library");
    return instances.length ? say("{0}; {1}", library, isas) : library;
  }

  const showsMetaclass = (cls) => Boolean(cls.metaclass) && document.documentElement.hasAttribute("data-metaclasses");

  /// The metaclass: the isa of the class object itself, with the class methods. Shown on request; without it, class
  /// methods that a step named are rows of the class.
  function showMetaclass(box, cls) {
    box.hidden = !showsMetaclass(cls);
    if (box.hidden) return;
    const { address, name, superclass } = cls.metaclass;
    const named = cls.methods.filter((method) => method.selector.startsWith("+")).map((one) => one.selector.slice(1));
    const methods = [...new Set([...cls.metaclass.methods, ...named])];
    box.dataset.name = name;
    box.dataset.superclass = superclass ?? "";
    const title = element("h4", "", name);
    title.append(element("span", "address", ` ${address}`));
    const list = element("p", "class-methods"), running = framesOf(recording.steps[index]).at(-1);
    list.append(...methods.flatMap((name) => {
      const row = element("span", "", `+${name}`), isRunning = running?.cls === cls.name
        && running.selector === `+${name}`;
      row.dataset.key = `+${name}`;
      row.classList.toggle("running", isRunning);
      mark(row, isRunning);
      return [row, " "];
    }));
    box.replaceChildren(title, ...(superclass ? [element("p", "", say("superclass {0}", superclass))] : []), list);
  }

  /// Which classes a look-up has searched, in which order, and where it found the method.
  function showLook(box, look, cls, step) {
    const place = step.lookup ? step.lookup.classes.indexOf(cls.name) : -1;
    const isHit = place >= 0 && step.lookup.isFound && place === step.lookup.classes.length - 1;
    box.classList.toggle("hit", isHit);
    box.classList.toggle("missed", place >= 0 && !isHit);
    look.hidden = place < 0;
    look.textContent = place < 0 ? "" : say(isHit ? "look-up {0}: found here" : "look-up {0}: not here", place + 1);
  }

  /// The methods on the stack, outermost first: "-[Person setAge:]" is the row "setAge:" of Person, and "+[Person new]"
  /// its row "+new". Statements are left out: they run in the method before them.
  function framesOf(step) {
    return step.stack.flatMap((frame) => {
      const match = /^([-+])\[(\S+) ([^\]\s]+)\]$/.exec(frame);
      return match ? [{ cls: match[2], selector: (match[1] === "+" ? "+" : "") + match[3] }] : [];
    });
  }

  function createMethod() {
    const row = element("li", "method");
    row.append(...["mark", "selector", "what", "address"].map((name) => element("span", name)));
    return row;
  }

  function showMethod(row, method, overriding) {
    const [, selector, what, address] = row.children;
    const notes = [method.overrides && say("overrides {0}", method.overrides), method.key && say("key {0}", method.key),
      overriding.length > 0 && say("overridden")].filter(Boolean).join(say(", "));
    selector.replaceChildren(...withBreaks(method.selector));
    // The key is among the notes.
    const kind = (method.what ?? "").replace(/ for key ".*"$/, "");
    what.replaceChildren(element("span", "note", notes), kind && notes ? say(", ") : "", sayKind(kind));
    address.textContent = method.address ?? "";
    row.classList.toggle("notified", overriding.some((cls) => cls.isNotifying));
    row.dataset.overrides = method.overrides ?? "";
    if (method.overrides || overriding.length) row.tabIndex = 0;
    else row.removeAttribute("tabindex");
  }

  /// What the function behind a method is: "stub (accessor)", "C function dealloc".
  function sayKind(text) {
    const made = /^(stub|libffi closure) \((.*)\)$/.exec(text);
    if (made) return say("{0} ({1})", say(made[1]), say(made[2]));
    const known = /^((?:C|Swift) function(?: in)?) (.*)$/.exec(text);
    return known ? `${say(known[1])} ${known[2]}` : say(text);
  }

  /// Marks the methods that a row overrides, and those that override it.
  function relate(row) {
    for (const marked of document.querySelectorAll(".related")) marked.classList.remove("related");
    if (!row) return;
    const boxes = Array.from(row.closest(".classes").children);
    const name = row.closest(".class").dataset.class;
    const same = (box) => Array.from(box.children[1].children).find((other) => other.dataset.key === row.dataset.key);
    for (const box of boxes) {
      const theirs = same(box);
      if (box.dataset.class === row.dataset.overrides) (theirs ?? box).classList.add("related");
      else if (theirs && theirs.dataset.overrides === name) theirs.classList.add("related");
    }
  }

  // ---- Pinning: a step with which the others are compared, in place of the step before.

  let pinned;

  /// The step with which the current one is compared.
  const reference = () => recording.steps[pinned ?? index - 1];

  function togglePin() {
    pinned = pinned === undefined ? index : undefined;
    byId("pin").setAttribute("aria-pressed", pinned !== undefined);
    byId("pin").textContent = pinned === undefined ? say("Pin") : say("Compared with {0}", pinned + 1);
    showVariables(recording.steps[index]);
    showStage(recording.steps[index]);
    revealStage();
  }

  // ---- Why: the step that put something there.

  /// A button in a row, which goes to the step since which `read` returns what it returns at the current step. `name`
  /// tells it from the other buttons.
  const whyButton = (name, read) => questionButton(name, say("Why? Goes to the step that put this here"),
    () => originOf(read));

  /// The button of a line in the list of notifications.
  const whyEntry = ({ step, text }) => questionButton(`${step} ${text}`,
    say("Why? Goes to the message that led to this"), () => causeOf(step - 1));

  /// A button that goes to the step that `find` returns.
  function questionButton(name, title, find) {
    const button = element("button", "why");
    button.type = "button";
    button.title = title;
    button.setAttribute("aria-label", say("Why? {0}", name));
    button.dataset.why = name;
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      go(find());
      const again = Array.from(document.querySelectorAll(".why")).find((one) => one.dataset.why === name);
      again?.focus({ preventScroll: true });
    });
    return button;
  }

  /// The first of the steps up to this one at which `read` has always returned what it returns now.
  function originOf(read) {
    const valueAt = (place) => JSON.stringify(read(recording.steps[place]) ?? null);
    const now = valueAt(index);
    let place = index;
    while (place > 0 && valueAt(place - 1) === now) place -= 1;
    return place;
  }

  /// The message, or else the statement, that a step is a part of.
  function causeOf(place) {
    let { depth } = recording.steps[place], cause = place;
    for (let other = place - 1; other >= 0; other -= 1) {
      const step = recording.steps[other];
      if (step.depth >= depth) continue;
      [depth, cause] = [step.depth, other];
      if (["send", "statement"].includes(step.kind)) break;
    }
    return cause;
  }

  const objectAt = (step, address) => step.objects.find((one) => one.address === address);
  const classAt = (step, name) => step.classes.find((one) => one.name === name);

  /// The button of a line of an object: its isa, or an ivar.
  function whyFact(object, fact) {
    const read = fact.name === "isa" ? (step) => objectAt(step, object.address)?.isa
      : (step) => objectAt(step, object.address)?.ivars?.find((one) => one.name === fact.name)?.bytes;
    return whyButton(`${object.name} ${fact.name}`, read);
  }

  function whyRegistration(object, registration) {
    const text = JSON.stringify(registration);
    return whyButton(`${object.name} ${registration.observer} ${registration.keyPath} ${registration.options}`,
      (step) => objectAt(step, object.address)?.registrations?.some((one) => JSON.stringify(one) === text));
  }

  function whyMethod(cls, method) {
    return whyButton(`${cls.name} ${method.selector}`,
      (step) => classAt(step, cls.name)?.methods.find((one) => one.selector === method.selector)?.address);
  }

  // ---- Search

  /// Goes to the next step, or the previous one, that has the text in its sentence or its statement; round the end.
  function search(direction) {
    const wanted = byId("search").value.toLowerCase(), count = recording.steps.length;
    if (!wanted) return;
    const has = ({ text, kind, line }) => text.toLowerCase().includes(wanted)
      || kind === "statement" && (recording.source[line - 1] ?? "").toLowerCase().includes(wanted);
    let place = index;
    do place = (place + direction + count) % count;
    while (place !== index && !has(recording.steps[place]));
    const isFound = has(recording.steps[place]);
    byId("search").setAttribute("aria-invalid", !isFound);
    if (isFound) go(place);
  }

  function searchKeyPressed(event) {
    if (event.key === "Enter") search(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") byId("search").blur();
    else return;
    event.preventDefault();
  }

  // ---- Arrows. Each is a cubic curve of eight numbers, computed from the measured positions of boxes.

  const arrows = new Map();

  function rectangle(box) {
    const origin = byId("stage").getBoundingClientRect();
    const r = box.getBoundingClientRect();
    return { left: r.left - origin.left, right: r.right - origin.left, top: r.top - origin.top,
      bottom: r.bottom - origin.top, middle: (r.top + r.bottom) / 2 - origin.top };
  }

  /// Returns the curve from an object's isa to the head of a class. With one column, it runs through the left margin.
  function isaCurve(box, cls, lane) {
    const from = rectangle(box), to = rectangle(cls.firstChild);
    const y = rectangle(box.querySelector(".isa dd")).middle, end = to.middle + lane * 5;
    if (oneColumn.matches) {
      const bend = Math.min(30, 22 + lane * 4);
      return [from.left, y, from.left - bend, y, to.left - bend, end, to.left, end];
    }
    const bend = (to.left - from.right) * 0.6;
    return [from.right, y, from.right + bend, y, to.left - bend, end, to.left, end];
  }

  /// Returns the curve from a class to its superclass: straight up to an adjacent box, else around the right side.
  function superclassCurve(box, above) {
    const from = rectangle(box), to = rectangle(above);
    if (box.previousElementSibling === above) {
      const x = from.left + 32, third = (to.bottom - from.top) / 3;
      return [x, from.top, x, from.top + third, x, to.bottom - third, x, to.bottom];
    }
    const start = rectangle(box.firstChild).middle, end = rectangle(above.firstChild).middle;
    const bend = oneColumn.matches ? 15 : 32;
    return [from.right, start, from.right + bend, start, to.right + bend, end, to.right, end];
  }

  /// From a class to its metaclass, and from a metaclass to its superclass, which is above it.
  function metaclassEdges(boxes) {
    const metas = boxes.map((box) => box.lastChild).filter(isShown);
    if (oneColumn.matches) return [];
    return metas.flatMap((meta) => {
      const from = rectangle(meta.parentElement.firstChild), to = rectangle(meta), key = `meta ${meta.dataset.name}`;
      const bend = (to.left - from.right) / 2, y = to.top + 12;
      const isa = [from.right, from.middle, from.right + bend, from.middle, to.left - bend, y, to.left, y];
      const found = [{ key, to: meta.dataset.name, kind: "isa", curve: isa }];
      const above = metas.find((other) => other.dataset.name === meta.dataset.superclass);
      if (!above) return found;
      const end = rectangle(above), x = to.left + 24;
      const isNext = above.parentElement === meta.parentElement.previousElementSibling;
      const third = (end.bottom - to.top) / 3, side = to.right + 14;
      const curve = isNext ? [x, to.top, x, to.top + third, x, end.bottom - third, x, end.bottom]
        : [to.right, to.middle, side, to.middle, side, end.middle, end.right, end.middle];
      return [...found, { key: `super ${key}`, to: above.dataset.name, kind: "superclass", curve }];
    });
  }

  /// From an ivar that holds an object to the box of that object, along the left side.
  function ivarEdges(boxes) {
    const found = [];
    for (const box of boxes) {
      for (const line of box.querySelectorAll("dl > div")) {
        const target = boxes.find((other) => other.dataset.key === line.dataset.target);
        if (!target || target === box) continue;
        // A box that is folded shows its isa only.
        const from = rectangle(isShown(line) ? line : box), to = rectangle(target);
        const end = rectangle(target.firstChild).middle;
        const curve = [from.left, from.middle, from.left - 26, from.middle, to.left - 26, end, to.left, end];
        found.push({ key: `ivar ${box.dataset.key} ${line.dataset.key}`, to: target.dataset.key, kind: "ivar", curve });
      }
    }
    return found;
  }

  /// Returns all arrows of the current step.
  function edges() {
    const found = [];
    for (const family of byId("families").children) {
      const shown = Array.from(family.lastChild.children).filter(isShown);
      const objects = Array.from(family.firstChild.children).filter(isShown);
      const classes = new Map(shown.map((box) => [box.dataset.class, box]));
      const lanes = new Map();
      for (const box of objects.filter((one) => isShown(one.querySelector(".isa")))) {
        const name = box.querySelector(".isa dd").textContent;
        const cls = classes.get(name), lane = lanes.get(name) ?? 0;
        if (!cls) continue;
        lanes.set(name, lane + 1);
        const kind = cls.classList.contains("notifying") ? "isa notifying" : "isa";
        found.push({ key: `isa ${box.dataset.key}`, to: name, kind, curve: isaCurve(box, cls, lane) });
      }
      found.push(...ivarEdges(objects));
      found.push(...metaclassEdges(shown));
      for (const [name, box] of classes) {
        const above = classes.get(box.dataset.superclass);
        if (!above || above === box) continue;
        const label = box.previousElementSibling === above, curve = superclassCurve(box, above);
        found.push({ key: `superclass ${name}`, to: above, kind: "superclass", label, curve });
      }
    }
    return found;
  }

  const pathOf = (c) => `M${c[0]} ${c[1]}C${c[2]} ${c[3]} ${c[4]} ${c[5]} ${c[6]} ${c[7]}`;
  const shape = (tag) => byId("arrows").appendChild(document.createElementNS("http://www.w3.org/2000/svg", tag));

  /// Redraws all arrows. With `moving`, an arrow whose target has changed moves there in an animation.
  function drawArrows(moving) {
    const found = edges();
    const keys = new Set(found.map((edge) => edge.key));
    const searched = new Set(lookupKeys(recording.steps[index].lookup));
    for (const [key, arrow] of arrows) {
      if (keys.has(key)) continue;
      arrow.path.remove();
      arrow.label?.remove();
      cancelAnimationFrame(arrow.frame);
      arrows.delete(key);
    }
    for (const edge of found) {
      let arrow = arrows.get(edge.key);
      if (!arrow) arrows.set(edge.key, arrow = { path: shape("path"), curve: edge.curve, to: edge.to });
      arrow.path.setAttribute("class", edge.kind + (searched.has(edge.key) ? " searched" : ""));
      const swings = moving && arrow.to !== edge.to && !reducedMotion.matches;
      arrow.to = edge.to;
      // Drawn again because the page has another size: a swing goes on, to the new place.
      if (swings) swing(arrow, edge.curve);
      else if (!moving && arrow.goal) arrow.goal = edge.curve;
      else settle(arrow, edge.curve);
      showLabel(arrow, edge);
    }
    showDot(found, moving);
  }

  function settle(arrow, curve) {
    cancelAnimationFrame(arrow.frame);
    arrow.goal = undefined;
    arrow.curve = curve;
    arrow.path.setAttribute("d", pathOf(curve));
  }

  function swing(arrow, curve) {
    cancelAnimationFrame(arrow.frame);
    const from = arrow.curve, began = performance.now(), duration = 550;
    arrow.goal = curve;
    const turn = (now) => {
      const time = Math.min(1, Math.max(0, (now - began) / duration));
      const ease = time < 0.5 ? 4 * time ** 3 : 1 - (2 - 2 * time) ** 3 / 2;
      arrow.curve = from.map((start, place) => start + (arrow.goal[place] - start) * ease);
      arrow.path.setAttribute("d", pathOf(arrow.curve));
      if (time < 1) arrow.frame = requestAnimationFrame(turn);
      else arrow.goal = undefined;
    };
    arrow.frame = requestAnimationFrame(turn);
  }

  function showLabel(arrow, edge) {
    if (!edge.label) {
      arrow.label?.remove();
      arrow.label = undefined;
      return;
    }
    arrow.label ??= shape("text");
    arrow.label.textContent = say("superclass");
    arrow.label.setAttribute("x", edge.curve[0] + 10);
    arrow.label.setAttribute("y", (edge.curve[1] + edge.curve[7]) / 2 + 4);
  }

  // ---- The look-up: a dot that runs from the isa along the superclass arrows to the method. Without motion, it is
  // at the method at once.

  let dot, dotFrame;
  let run = { index: -1, began: 0, curves: [] };

  /// The arrows that a look-up follows. That of a message to super begins at a class, not at an isa.
  function lookupKeys(lookup) {
    if (!lookup) return [];
    const { receiver, classes } = lookup;
    const isa = recording.steps[index].objects.find((one) => one.address === receiver)?.isa;
    return [...(isa === classes[0] ? [`isa ${receiver}`] : []),
      ...classes.slice(0, -1).map((name) => `superclass ${name}`)];
  }

  /// The curves of these arrows, and a last one to the lit row. Empty if an arrow is not drawn.
  function lookupCurves(lookup, found) {
    const byKey = new Map(found.map((edge) => [edge.key, edge.curve]));
    const curves = lookupKeys(lookup).map((key) => byKey.get(key));
    if (!lookup || !curves.every(Boolean)) return [];
    const row = lookup.isFound && document.querySelector(".hit .method.running");
    if (!row) return curves;
    const to = rectangle(row), head = rectangle(row.closest(".class").firstChild);
    const [x, y] = curves.at(-1)?.slice(6) ?? [head.left, head.middle];
    return [...curves, [x, y, x, to.middle, to.left, to.middle, to.left + 4, to.middle]];
  }

  function pointOf(c, t) {
    const u = 1 - t;
    const at = (i) => u ** 3 * c[i] + 3 * u ** 2 * t * c[i + 2] + 3 * u * t ** 2 * c[i + 4] + t ** 3 * c[i + 6];
    return [at(0), at(1)];
  }

  function showDot(found, moving) {
    cancelAnimationFrame(dotFrame);
    const curves = lookupCurves(recording.steps[index].lookup, found);
    if (curves.length === 0) {
      dot?.remove();
      dot = undefined;
      return;
    }
    if (!dot) {
      dot = shape("circle");
      dot.setAttribute("r", 5);
    }
    // When the arrows are drawn again in the same step, the dot runs on along the new ones.
    const began = moving ? performance.now() : run.index === index ? run.began : -Infinity;
    run = { index, began: reducedMotion.matches ? -Infinity : began, curves };
    moveDot(performance.now());
  }

  function moveDot(now) {
    const { began, curves } = run;
    const progress = Math.min(curves.length, Math.max(0, (now - began) / 350));
    const which = Math.min(curves.length - 1, Math.floor(progress));
    const [x, y] = pointOf(curves[which], Math.min(1, progress - which));
    dot.setAttribute("cx", x);
    dot.setAttribute("cy", y);
    if (progress < curves.length) dotFrame = requestAnimationFrame(moveDot);
  }

  // ---- The player

  /// Returns a kind in words: "isa changed" for "isaChanged".
  const wordsOf = (kind) => say((kind ?? "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

  function showNarration(step) {
    const place = [index + 1, recording.steps.length];
    byId("count").textContent = say("step {0} of {1}", ...place);
    byId("spoken").textContent = say("Step {0} of {1}.", ...place);
    byId("kind").textContent = wordsOf(step.kind);
    const made = step.classes.some((cls) => cls.isNotifying && step.text.includes(cls.name));
    const isAboutNotifying = step.kind === "isaChanged" || made;
    byId("kind").className = step.kind === "exception" ? "alarm" : isAboutNotifying ? "notifying" : "";
    byId("kind").hidden = !step.kind;
    byId("text").textContent = step.text;
    byId("detail").textContent = step.detail;
    const slider = byId("slider");
    slider.value = index + 1;
    slider.setAttribute("aria-valuetext", say("{0} of {1}: {2}", ...place, step.text));
    const end = recording.steps.length - 1;
    for (const id of ["first", "previous"]) byId(id).setAttribute("aria-disabled", index === 0);
    for (const id of ["next", "last"]) byId(id).setAttribute("aria-disabled", index === end);
  }

  /// The arrows in words, for those who hear the page: isas, and superclasses.
  function showRelations(step) {
    const isas = step.objects.map((object) => {
      const old = isaBefore(object), now = say("isa of {0}: {1}", object.name, object.isa);
      return old && old !== object.isa ? say("{0}, before this step {1}", now, old) : now;
    });
    const superclasses = step.classes.filter((cls) => cls.superclass)
      .map((cls) => say("superclass of {0}: {1}", cls.name, cls.superclass));
    byId("relations").replaceChildren(...[...isas, ...superclasses].map((text) => element("li", "", text)));
  }

  function showStage(step) {
    showRelations(step);
    const families = familiesOf(step);
    sync(byId("families"), families, (family) => family.key, createFamily,
      (made, family) => showFamily(made, family, step));
    drawArrows(true);
  }

  function show(place) {
    index = Math.max(0, Math.min(recording.steps.length - 1, place));
    const step = recording.steps[index];
    showNarration(step);
    showSource(step);
    showVariables(step);
    showStack(step);
    showLog(step);
    showStage(step);
    revealAll();
    rememberPlace();
    if (!byId("share").hidden) showLink();
  }

  // ---- Sharing

  /// The page that plays shared links: this one, unless a server serves it, which only this machine reaches.
  const pageOfLinks = () => document.querySelector("meta[name=shared-at]").content || location.href.replace(/#.*/, "");

  /// Writes the link to the current step.
  function showLink() {
    const link = linkInPlay ?? recording.link;
    byId("address").hidden = !link;
    if (link) byId("address").value = pageOfLinks() + Recordings.fragment(link, index + 1);
  }

  /// Shows the link to the current step, selected, and copies it if the browser allows that.
  async function share() {
    byId("share").hidden = !byId("share").hidden;
    if (byId("share").hidden) return;
    pause();
    showLink();
    if (byId("address").hidden) {
      byId("shared").textContent = say("This recording is too long for a link. Send the page itself: it is one file.");
      return;
    }
    byId("address").focus();
    byId("address").select();
    const copied = await navigator.clipboard?.writeText(byId("address").value).then(() => true, () => false);
    const isPublic = /^https?:/.test(pageOfLinks());
    const place = isPublic ? "" : say("On other machines, it needs a page of the explorer there.");
    byId("shared").textContent = [say(copied ? "The link to this step is copied." : "This is the link to this step."),
      say("It contains the whole recording."), place].filter(Boolean).join(say(" "));
  }

  let remembering;

  /// Writes `step=7` to the address, after a delay: browsers limit how often a page may change its address.
  function rememberPlace() {
    clearTimeout(remembering);
    remembering = setTimeout(() => history.replaceState(null, "", address()), 150);
  }

  const address = () => Recordings.fragment(linkInPlay, index + 1) + (isEmbedded() ? "&embed=1" : "");

  function placeInAddress() {
    const match = /[#&]step=(\d+)/.exec(location.hash);
    return match ? Number(match[1]) - 1 : undefined;
  }

  // ---- The speaker's mode, which is also that of a page in a frame: sentence, objects and classes, two buttons.

  const isEmbedded = () => document.documentElement.hasAttribute("data-embed");

  function toggleEmbedded() {
    document.documentElement.toggleAttribute("data-embed");
    showStage(recording.steps[index]);
    revealStage();
    rememberPlace();
  }

  let playing;

  function pause() {
    clearTimeout(playing);
    playing = undefined;
    document.documentElement.removeAttribute("data-playing");
    byId("play").setAttribute("aria-label", say("Play"));
  }

  /// Steps forward automatically, at reading speed.
  function play() {
    if (index === recording.steps.length - 1) show(0);
    document.documentElement.setAttribute("data-playing", "");
    byId("play").setAttribute("aria-label", say("Pause"));
    const turn = () => {
      const { text, detail } = recording.steps[index];
      const time = 700 + 16 * (text.length + detail.length);
      playing = setTimeout(() => {
        show(index + 1);
        revealStage();
        if (index === recording.steps.length - 1) pause();
        else turn();
      }, Math.max(1200, Math.min(4000, time)));
    };
    turn();
  }

  function go(place) {
    pause();
    show(place);
    revealStage();
  }

  const editor = Editor({ say, program: () => recording.source.join("\n"), line: () => recording.steps[index].line ?? 1,
    take: retake });
  const moves = {
    first: () => go(0), previous: () => go(index - 1), next: () => go(index + 1),
    last: () => go(recording.steps.length - 1), statement: () => goToNext("statement"),
    isa: () => goToNext("isaChanged"), statementBefore: () => goToPrevious("statement"),
    isaBefore: () => goToPrevious("isaChanged"), embed: toggleEmbedded, pin: togglePin,
    change: () => byId("edit").hidden || editor.toggle(),
    play: () => (playing === undefined ? play() : pause()),
  };
  const keys = { ArrowLeft: "previous", ArrowRight: "next", PageUp: "previous", PageDown: "next", Home: "first",
    End: "last", s: "statement", i: "isa", S: "statementBefore", I: "isaBefore", f: "embed", p: "pin", e: "change",
    " ": "play" };

  /// Keys work anywhere on the page, except where the focused control has its own use for them.
  function keyPressed(event) {
    const move = keys[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey && event.key.length > 1) return;
    // The slider moves by arrows, Home and End itself.
    if (event.target.closest("#slider") && event.key.length > 1) return;
    if (event.target.closest("#address, #search, #editor")) return;
    if (event.target.closest("button") && event.key === "Enter") return;
    if (event.key === "/") {
      byId("search").focus();
      event.preventDefault();
      return;
    }
    if (event.target.closest("button") && event.key === " ") return;
    event.preventDefault();
    moves[move]();
  }

  function toggleMetaclasses() {
    const isOn = document.documentElement.toggleAttribute("data-metaclasses");
    byId("metaclasses").setAttribute("aria-pressed", isOn);
    showStage(recording.steps[index]);
    revealStage();
  }

  function toggleTheme() {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    nameTheme();
  }

  function isDark() {
    const theme = document.documentElement.dataset.theme;
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  function nameTheme() {
    byId("theme").textContent = say(isDark() ? "Light" : "Dark");
    byId("theme").setAttribute("aria-label", say(isDark() ? "Light colours" : "Dark colours"));
  }

  // ---- Beginning

  function listen() {
    for (const id of Object.keys(moves)) byId(id)?.addEventListener("click", moves[id]);
    byId("slider").addEventListener("input", (event) => go(Number(event.target.value) - 1));
    byId("theme").addEventListener("click", toggleTheme);
    byId("metaclasses").addEventListener("click", toggleMetaclasses);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", nameTheme);
    document.addEventListener("keydown", keyPressed);
    byId("share-button").addEventListener("click", share);
    byId("search").addEventListener("keydown", searchKeyPressed);
    byId("search").addEventListener("input", () => byId("search").removeAttribute("aria-invalid"));
    const stage = byId("stage");
    stage.addEventListener("pointerover", (event) => relate(event.target.closest(".method")));
    stage.addEventListener("pointerleave", () => relate(document.activeElement?.closest(".method")));
    stage.addEventListener("focusin", (event) => relate(event.target.closest(".method")));
    stage.addEventListener("focusout", () => relate(null));
    new ResizeObserver(() => drawArrows(false)).observe(stage);
    new ResizeObserver(() => {
      document.documentElement.style.setProperty("--player-height", `${byId("player").offsetHeight}px`);
      revealAll();
    }).observe(byId("player"));
    matchMedia("print").addEventListener("change", () => drawArrows(false));
  }

  /// Draws the marks under the slider: statements, changes of isa, notifications and exceptions.
  function drawMarks() {
    byId("marks").replaceChildren();
    const last = Math.max(1, recording.steps.length - 1);
    recording.steps.forEach((step, place) => {
      if (!["statement", "isaChanged", "notification", "exception"].includes(step.kind)) return;
      const tick = element("i", step.kind);
      tick.style.setProperty("--at", place / last);
      tick.title = say("step {0}: {1}", place + 1, step.text);
      tick.addEventListener("click", () => go(place));
      byId("marks").append(tick);
    });
  }

  /// Returns the recording with default values for the members that may be missing.
  function complete(raw) {
    const details = new Map(Object.entries(raw.explanations ?? {}));
    const step = (one) => ({ ...one, text: one.text ?? "", detail: details.get(one.kind) ?? "", stack: one.stack ?? [],
      variables: one.variables ?? [],
      objects: (one.objects ?? []).map((object) => ({ ...object, isa: object.isa ?? "nil" })),
      classes: (one.classes ?? []).map((cls) => ({ ...cls, methods: cls.methods ?? [] })) });
    return { ...raw, source: raw.source ?? [], log: raw.log ?? [], steps: (raw.steps ?? []).map(step) };
  }

  function report(problem) {
    byId("problem").textContent = problem;
    byId("problem").hidden = false;
  }

  /// The recording in the page, with its steps unfolded; empty if the page is damaged.
  function recordingInPage() {
    try {
      const raw = JSON.parse(byId("recording").textContent);
      return { ...raw, steps: Recordings.unfolded(raw.steps ?? []) };
    } catch (error) {
      console.error(error);
      return {};
    }
  }

  /// The list of scenarios, in a page without a recording.
  function showScenarios(scenarios) {
    byId("scenarios").hidden = false;
    byId("scenarios").lastElementChild.append(...scenarios.map(({ title, about, link }) => {
      const item = element("li"), anchor = element("a", "", title);
      anchor.href = Recordings.fragment(link, 1);
      item.append(anchor, element("p", "", about));
      return item;
    }));
  }

  function begin() {
    addEventListener("hashchange", () => {
      // Another recording: begin again. The address of a step of the same one moves there.
      if (Recordings.linkInAddress() !== linkInPlay) location.reload();
      else if (recording.steps.length) go(placeInAddress() ?? index);
    });
    const own = recordingInPage();
    if (linkInPlay) {
      Recordings.open(linkInPlay).then((raw) => start({ ...raw, explanations: own.explanations }, true), (error) => {
        report(say("This link is damaged, or it is no link to a recording: {0}.", error.message));
      });
    } else if (own.scenarios) {
      showScenarios(own.scenarios);
    } else {
      start(own, false);
    }
  }

  /// The title of a recording that came in a link, and where it comes from.
  function introduce({ title, about, language, origin }) {
    document.title = title;
    byId("title").textContent = title;
    byId("about").textContent = about;
    for (const id of ["about", "text"]) byId(id).lang = language;
    byId("origin").textContent = say("Out of a link, not signed. Recorded by: {0}.", origin);
    byId("origin").hidden = false;
  }

  /// Makes the lines of the program, each a link to the step at which it begins.
  function drawProgram() {
    byId("source").replaceChildren(...recording.source.map(sourceLine));
    Array.from(byId("source").children).forEach((line, place) => {
      const first = recording.steps.findIndex((step) => step.kind === "statement" && step.line === place + 1);
      if (first >= 0) linkLine(line, place + 1, first);
    });
  }

  /// Shows the current recording from a step on.
  function present(place) {
    byId("ending").textContent = recording.ending ?? "";
    byId("ending").hidden = !recording.ending;
    byId("note").hidden = Boolean(recording.isProgram);
    document.querySelector(".variables").hidden = recording.steps.every((step) => step.variables.length === 0);
    drawProgram();
    byId("slider").max = recording.steps.length;
    drawMarks();
    show(place);
    revealStage();
  }

  /// Shows the recording of the changed program in place of the current one. The way back leads to that one.
  function retake(raw, problem) {
    if (pinned !== undefined) togglePin();
    pause();
    const { steps, title, link } = raw;
    recording = complete({ ...raw, steps: Recordings.unfolded(steps), ending: problem ?? raw.ending });
    linkInPlay = link;
    document.title = byId("title").textContent = title;
    byId("about").textContent = "";
    byId("origin").hidden = byId("share").hidden = true;
    index = 0;
    history.pushState(null, "", address());
    present(0);
  }

  function start(raw, isOutOfLink) {
    recording = complete(raw);
    if (recording.steps.length === 0) return report(say("There is no recording in this page, or it has no steps."));
    if (isOutOfLink) introduce(recording);
    for (const id of ["player", "main", "theme", "metaclasses", "pin", "share-button", "search-label", "footer"]) {
      byId(id).hidden = false;
    }
    // A program of one's own is recorded again by a server that runs native code.
    byId("edit").hidden = Boolean(recording.isProgram) && !document.querySelector("meta[name=native]").content;
    if (/[#&]embed=1\b/.test(location.hash)) document.documentElement.toggleAttribute("data-embed", true);
    nameTheme();
    present(placeInAddress() ?? 0);
    listen();
  }

  begin();
})();
