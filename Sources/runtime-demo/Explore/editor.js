// editor.js - the program's pane as a text area: the program is changed, recorded again, and shown.
//
// The server of the page records it. A page without a server shows the command that does the same. What is wrong with a
// program is shown at its place.
"use strict";

/// `page` has `say`, which translates; `program` and `line`, which return the program that is shown and its current
/// line; and `take`, which shows another recording.
const Editor = (page) => {
  const byId = (id) => document.getElementById(id);
  const hasServer = typeof Server !== "undefined";
  let isOpen = false, shown;

  /// Shows the text area in place of the lines, or the lines again. The text stays as long as the program is the same.
  function toggle() {
    isOpen = !isOpen;
    byId("editor").hidden = !isOpen;
    for (const id of ["source", "note"]) byId(id).classList.toggle("replaced", isOpen);
    byId("edit").setAttribute("aria-pressed", isOpen);
    if (!isOpen) return byId("edit").focus();
    if (shown !== page.program()) {
      byId("program").value = shown = page.program();
      const caret = startOf(page.line());
      byId("program").setSelectionRange(caret, caret);
    }
    byId("run-line").hidden = !hasServer;
    byId("command-label").hidden = hasServer;
    complain(null);
    showCommand();
    byId("program").focus();
  }

  /// The place of the first character of a line.
  const startOf = (line) =>
    byId("program").value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);

  /// The command that records the program. Its last line is a word that is no line of the program.
  function showCommand() {
    const program = byId("program").value, lines = program.split("\n");
    let end = "END";
    while (lines.includes(end)) end += "_";
    byId("command").value = `runtime-demo explore - --serve <<'${end}'\n${program.replace(/\n?$/, "\n")}${end}`;
  }

  // ---- What is wrong

  /// Shows what is wrong with the program, and selects its place; null removes that.
  function complain(problem) {
    byId("complaint").hidden = byId("wrong").hidden = true;
    byId("program").removeAttribute("aria-invalid");
    if (!problem) return;
    byId("complaint").textContent = describe(problem);
    byId("complaint").hidden = false;
    if (!problem.line) return;
    byId("program").setAttribute("aria-invalid", "true");
    const lines = byId("program").value.split("\n"), line = Math.min(problem.line, lines.length);
    const start = startOf(line);
    // Columns count characters, the text area counts UTF-16 units.
    const column = Array.from(lines[line - 1]).slice(0, problem.column - 1).join("").length;
    byId("wrong").dataset.line = line;
    byId("wrong").hidden = false;
    byId("program").focus();
    byId("program").setSelectionRange(start + column, start + lines[line - 1].length);
    placeMark();
  }

  const describe = ({ line, column, text }) =>
    (line ? page.say("Line {0}, column {1}: {2}", line, column, text) : text);

  /// Moves the mark to its line, which may have been scrolled.
  function placeMark() {
    const mark = byId("wrong"), height = parseFloat(getComputedStyle(byId("program")).lineHeight);
    mark.style.setProperty("--top", `${(mark.dataset.line - 1) * height - byId("program").scrollTop}px`);
  }

  // ---- Running

  async function run() {
    if (!hasServer || byId("run").getAttribute("aria-disabled") === "true") return;
    byId("run").setAttribute("aria-disabled", "true");
    byId("run").textContent = page.say("Recording …");
    const { recording, problem } = await record(byId("program").value);
    byId("run").setAttribute("aria-disabled", "false");
    byId("run").textContent = page.say("Run");
    if (!recording) return complain(problem);
    shown = undefined;
    if (isOpen) toggle();
    page.take(recording, problem && describe(problem));
  }

  /// Returns the answer of the server: a recording, or what is wrong, or both.
  async function record(program) {
    try {
      return await Server.record(program);
    } catch {
      return { problem: { text: page.say("The server of this page does not answer. Has it ended?") } };
    }
  }

  function keyPressed(event) {
    if (event.key === "Escape") toggle();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
    else return;
    event.preventDefault();
  }

  byId("edit").addEventListener("click", toggle);
  byId("run").addEventListener("click", run);
  byId("program").addEventListener("keydown", keyPressed);
  byId("program").addEventListener("scroll", placeMark);
  byId("program").addEventListener("input", () => {
    byId("complaint").hidden = byId("wrong").hidden = true;
    showCommand();
  });
  return { toggle };
};
