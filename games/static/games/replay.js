// Leafing through a game: arrow keys between turns, a slider over the timeline. The pages do without.
"use strict";

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable], .map-sheet, .scroll, .letter");
  if (typing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`.steps a[rel="${rel}"]`);
  if (link) link.click();
});

for (const timeline of document.querySelectorAll("[data-replay]")) {
  const turns = [...timeline.querySelectorAll("a")];
  if (turns.length < 2) continue;
  const row = document.createElement("label");
  row.className = "replay";
  const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: turns.length - 1, value: turns.length - 1 });
  const name = document.createElement("span");
  const tell = () => { name.textContent = turns[slider.value].firstElementChild.textContent; };
  slider.addEventListener("input", tell);
  slider.addEventListener("change", () => { window.location = turns[slider.value].href; });
  tell();
  row.append(timeline.dataset.replay, slider, name);
  timeline.after(row);
}
