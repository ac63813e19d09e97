"use strict";
// Comfort only: the page says everything without this.
(() => {
  const page = () => document.getElementById("page");
  const make = (name, set) => Object.assign(document.createElement(name), set);

  // The sheet after any entry. A hand holds it as a row a line, its cells apart by tabs.
  let entry = 0; // the one that is shown; 0 follows the last
  const row = (cells, inHead) => {
    const made = make("tr", {});
    cells.forEach((text, at) => {
      const cell = make(inHead || !at ? "th" : "td", {});
      if (inHead || !at) cell.scope = inHead ? "col" : "row";
      cell.append(make("bdi", { textContent: text }));
      made.append(cell);
    });
    return made;
  };
  const show = (hand) => {
    const [head, ...rows] = hand.dataset.sheet.split("\n").map((line) => line.split("\t"));
    const table = document.getElementById("sheet");
    table.tHead.replaceChildren(row(head, true));
    table.tBodies[0].replaceChildren(...rows.map((cells) => row(cells, false)));
  };
  const slide = () => {
    const hands = [...document.querySelectorAll(".hand")];
    if (hands.length < 2) return;
    const label = make("label", { htmlFor: "slider" });
    const played = make("p", {});
    const input = make("input", { type: "range", id: "slider", min: 1, max: hands.length });
    input.value = Math.min(entry || hands.length, hands.length);
    const turn = () => {
      const at = Number(input.value);
      entry = at === hands.length ? 0 : at;
      label.textContent = page().dataset.after.replace("{n}", at).replace("{all}", hands.length);
      played.textContent = hands[at - 1].querySelector(".played").textContent;
      input.setAttribute("aria-valuetext", `${at}. ${played.textContent}`);
      show(hands[at - 1]);
    };
    input.addEventListener("input", turn);
    const box = make("div", { className: "slide" });
    box.append(label, input, played);
    document.getElementById("after").prepend(box);
    turn();
  };
  slide();

  // Following the game, where the page was sent by `preftally serve`.
  const state = document.getElementById("live");
  if (!state) return;
  const BEAT = 3000; // the server lets hear of itself that often
  const say = (gone) => {
    const text = gone ? state.dataset.gone : state.dataset.live;
    if (state.textContent !== text) state.textContent = text;
    state.classList.toggle("gone", gone);
  };
  const renewed = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const next = fresh.getElementById("page");
    if (!next || next.dataset.version === page().dataset.version) return;
    const open = [...document.querySelectorAll("details[open]")].map((one) => one.id);
    const aside = [...document.querySelectorAll(".wide")].map((one) => one.scrollLeft);
    const marked = document.activeElement && document.activeElement.id;
    const within = document.activeElement && document.activeElement.closest("details");
    // What stands at the top of the window is to stay there.
    const anchor = [...page().querySelectorAll("[id]")]
      .find((one) => one.tagName !== "svg" && one.getBoundingClientRect().bottom > 0 &&
        (one.tagName === "DETAILS" || one.tagName === "H2" || one.id === "after"));
    const top = anchor && scrollY > 0 ? anchor.getBoundingClientRect().top : null;
    page().replaceWith(document.adoptNode(next));
    document.title = fresh.title;
    for (const id of open) {
      const one = document.getElementById(id);
      if (one) one.open = true;
    }
    slide();
    document.querySelectorAll(".wide").forEach((one, at) => { one.scrollLeft = aside[at] || 0; });
    const focus = document.getElementById(marked) ||
      (within && document.getElementById(within.id)?.querySelector("summary"));
    if (focus) focus.focus({ preventScroll: true });
    const there = anchor && document.getElementById(anchor.id);
    if (there && top !== null) scrollBy(0, there.getBoundingClientRect().top - top);
  };
  const fetched = async () => {
    try {
      const answer = await fetch(location.href, {
        cache: "no-store", signal: AbortSignal.timeout(4000),
        headers: { "If-None-Match": `"${page().dataset.version}"` },
      });
      if (answer.ok) renewed(await answer.text());
      say(!(answer.ok || answer.status === 304));
    } catch {
      say(true);
    }
  };
  let heard = 0;
  let source = null;
  const listen = () => {
    if (source) source.close();
    source = new EventSource(location.pathname.replace(/\/?$/, "/events"));
    const hear = () => { heard = Date.now(); say(false); };
    source.addEventListener("beat", hear);
    source.addEventListener("page", (event) => {
      hear();
      if (event.data !== page().dataset.version) fetched();
    });
  };
  listen();
  let turns = 0;
  setInterval(() => {
    if (Date.now() - heard < 2.5 * BEAT) return;
    // Nothing comes that way: ask, and try it again now and then.
    fetched();
    turns += 1;
    if (turns % 5 === 0 || source.readyState === 2) listen();
  }, 1500);
  addEventListener("visibilitychange", () => { if (!document.hidden) fetched(); });
})();
