// server.js - sends a program to the server of the page. A page that is a file does not contain this script.
"use strict";

const Server = {
  /// Returns a promise of the server's answer: a recording, or what is wrong, or both.
  async record(program) {
    const response = await fetch("run", { method: "POST", body: program });
    return response.ok ? response.json() : { problem: { text: await response.text() } };
  },
};
