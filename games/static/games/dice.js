// The dice page: rolls its dice again with the browser's own SHA-256. Everything it needs stands in the page.
"use strict";

{
  const bytes = (text) => new TextEncoder().encode(text);
  const fromHex = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const toHex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const hmac = async (key, text) => {
    const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes(text)));
  };

  // A secret, hashed as often as phases were played under a promise, is the promise given before the first of their orders.
  const leadsTo = async (secret, steps, promise) => {
    let link = fromHex(secret);
    for (let step = 0; step < steps; step++) link = await sha256(link);
    return toHex(link) === promise;
  };

  const phaseKey = ({ secret, phase, step, sheets }) => hmac(fromHex(secret), `pbem-phase-1/${phase}/${step}/${sheets}`);

  // The face: a number below the last incomplete round of 2**64, modulo the sides, plus one.
  const roll = async (key, name, sides) => {
    const round = 2n ** 64n, many = BigInt(sides), limit = round - (round % many);
    for (let counter = 0; ; counter++) {
      const digest = await hmac(key, `${name}#${counter}`);
      const number = BigInt(`0x${toHex(digest.slice(0, 8))}`);
      if (number < limit) return Number(number % many) + 1;
    }
  };

  const rollAll = async (roller) => {
    const key = await phaseKey(roller.dataset);
    const kept = await leadsTo(roller.dataset.secret, Number(roller.dataset.steps), roller.dataset.commitment);
    const rows = [...document.querySelectorAll("[data-roll]")];
    let wrong = 0;
    for (const row of rows) {
      const face = await roll(key, row.dataset.roll, row.dataset.sides);
      const agrees = face === Number(row.dataset.face);
      const cell = row.querySelector("[data-here]");
      cell.textContent = face;
      cell.className = agrees ? "n good" : "n bad";
      wrong += agrees ? 0 : 1;
    }
    for (const cell of document.querySelectorAll("[data-here]")) cell.hidden = false;
    const told = roller.querySelector("[data-told]");
    told.className = kept && !wrong ? "good" : "bad";
    const { kept: leads, broken, agree, wrong: some } = roller.dataset;
    told.textContent = `${kept ? leads : broken} ${wrong ? some.replace("#", wrong) : agree}`;
  };

  const rollOne = async (roller) => {
    const name = roller.querySelector("[data-name]").value;
    const sides = Math.floor(Number(roller.querySelector("[data-sides]").value));
    const fair = sides >= 2 && sides <= 1000;
    const face = fair ? await roll(await phaseKey(roller.dataset), name, sides) : "";
    roller.querySelector("[data-face]").textContent = fair ? `${name}: ${face}` : roller.dataset.sidesTold;
  };

  const roller = document.querySelector("[data-roller]");
  if (roller && window.crypto && crypto.subtle) {
    roller.hidden = false;
    roller.querySelector("[data-all]").addEventListener("click", () => rollAll(roller));
    roller.querySelector("[data-one]").addEventListener("click", () => rollOne(roller));
  } else if (roller) {
    document.querySelector("[data-no-roller]").hidden = false;
  }
}
