// The page of positions: a board to draw on, which writes into the text. The text is the truth; the server reads it.
"use strict";

{
  const NAMES = ["Robert", "Drogo", "Hugo", "Odo", "Roger", "William", "Zahir", "Omar", "Yani", "Rashid", "Tariq", "Guy",
    "Ralph", "Walter", "Serlo", "Alboino", "Leo", "Basil", "Nikolaos", "Okeanos", "Geoffrey", "Humphrey", "Arnulf", "Faruk"];
  const AFTER_MEN = /^\s*\[\s*(orders|filed|dice|results|ask|answers|happened|next|exact)\b/i;
  const HEX = /\b([A-Z]?\d{4})(?:-([A-Z]?\d{4}))?/i;
  const MOST = 4000;
  let RADIUS = 24, HIGH = 0;

  const label = (column, row) => String(column).padStart(2, "0") + String(row).padStart(2, "0");
  const placeOf = (hex) => [Number(hex.slice(-4, -2)), Number(hex.slice(-2))];

  // the six neighbours, from the north clockwise: even columns lie half a hex lower
  const around = (column, row) => {
    const low = column % 2 ? 0 : 1;
    return [[column, row - 1], [column + 1, row - 1 + low], [column + 1, row + low], [column, row + 1],
      [column - 1, row + low], [column - 1, row - 1 + low]];
  };

  // What a text says of board and men, with the places of its lines; everything else stays as it is.
  const read = (text) => {
    const lines = text.split("\n");
    const found = { lines, first: lines.length, size: null, columns: 12, rows: 12, fill: ".", cells: [], men: [], other: false };
    let section = "", side = "";
    lines.forEach((raw, at) => {
      const line = raw.trim();
      const heading = line.match(/^\[\s*(\w+)\s*([^\]]*)\]/);
      if (heading) {
        section = heading[1].toLowerCase();
        side = heading[2].trim().toLowerCase().replace(/^(of|the)\s+/, "");
        if (found.first === lines.length) found.first = at;
        if (section === "map") found.other = true;
        return;
      }
      if (!line || line.startsWith("#")) return;
      if (!section) {
        const size = line.match(/^board\s+(\d{1,2})\s*[x×]\s*(\d{1,2})(?:\s+of\s+(\S+))?/i);
        if (size) {
          Object.assign(found, { size: at, columns: Number(size[1]), rows: Number(size[2]), fill: size[3] || "." });
        } else if (/^(board|panel)\b/i.test(line)) found.other = true;
      } else if (section === "board") {
        const words = line.split(/\s+/);
        found.cells.push({ at, row: words.length > 1 ? words : [...words[0]] });
      } else if (section === "men") {
        const said = raw.split("#")[0], place = said.match(HEX);
        const name = (said.includes(",") ? said.split(",")[0] : said.trim().split(/\s+/)[0]).trim();
        if (name) found.men.push({ at, name, side, hex: place ? place[1] : "", rear: place ? place[2] || "" : "", rest: said });
      }
    });
    while (found.first === lines.length && found.first && !lines[found.first - 1].trim()) lines.pop(), found.first -= 1;
    if (found.cells.length) {
      found.rows = found.cells.length;
      found.columns = Math.max(...found.cells.map((cells) => cells.row.length));
    }
    return found;
  };

  const section = document.querySelector("[data-draw]");
  const text = document.querySelector("#position");

  const draw = () => {
    const $ = (name) => section.querySelector(`[data-${name}]`);
    const canvas = $("canvas"), told = $("told"), past = [];
    const colours = new Map([...$("ground").options].map((option) => [option.value, [option.dataset.colour, option.textContent]]));
    let carrying = "", cursor = [1, 1];

    const pen = () => section.querySelector("[name=pen]:checked").value;
    const tell = (which, name = "") => { told.textContent = section.dataset[which].replace("#", name); };
    const cell = (found, column, row) => {
      if (!found.cells.length) return found.fill;
      return (found.cells[row - 1].row[column - 1]) || ".";
    };
    const write = (lines) => {
      past.push(text.value);
      text.value = lines.join("\n");
      $("undo").disabled = false;
      show();
    };

    const svg = (name, attributes, ...inside) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.append(...inside);
      return made;
    };
    const centre = (column, row) => [RADIUS + 2 + (column - 1) * 1.5 * RADIUS,
      HIGH / 2 + 2 + (row - 1) * HIGH + (column % 2 ? 0 : HIGH / 2)];
    const corners = (x, y) => [0, 1, 2, 3, 4, 5].map((n) => {
      const turn = (n * Math.PI) / 3;
      return `${(x + RADIUS * Math.cos(turn)).toFixed(1)},${(y + RADIUS * Math.sin(turn)).toFixed(1)}`;
    }).join(" ");

    const show = () => {
      const found = read(text.value);
      canvas.replaceChildren();
      canvas.hidden = found.other || found.columns * found.rows > MOST;
      if (found.other) return tell("other");
      if (canvas.hidden) return tell("size");
      if (document.activeElement !== $("columns")) $("columns").value = found.columns;
      if (document.activeElement !== $("rows")) $("rows").value = found.rows;
      // as large as there is room for, and never too small for a finger
      RADIUS = Math.min(34, Math.max(22, (canvas.clientWidth - 8) / ((found.columns - 1) * 1.5 + 2)));
      HIGH = Math.sqrt(3) * RADIUS;
      const sides = [...new Set(found.men.map((man) => man.side))];
      const wide = (found.columns - 1) * 1.5 * RADIUS + 2 * RADIUS + 4, high = (found.rows + 0.5) * HIGH + 4;
      const board = svg("svg", { width: wide, height: high, viewBox: `0 0 ${wide} ${high}`, tabindex: 0, role: "application",
        "aria-label": section.querySelector("h2").textContent });
      cursor = [Math.min(cursor[0], found.columns), Math.min(cursor[1], found.rows)];
      for (let column = 1; column <= found.columns; column++) {
        for (let row = 1; row <= found.rows; row++) {
          const said = cell(found, column, row), [x, y] = centre(column, row);
          if (said[0] === "_" && pen() !== "ground") continue;
          const [colour] = colours.get(said[0]) || ["#fffaf0"];
          const group = svg("g", { class: "hex", "data-hex": label(column, row) },
            svg("polygon", { points: corners(x, y), fill: colour, stroke: "#6b5434", "stroke-width": 0.8 }),
            svg("text", { x, y: y - HIGH / 2 + 9, "text-anchor": "middle", "font-size": 8, fill: "#5f523f" }, label(column, row)));
          const ground = said === "." ? "" : said;
          if (ground) group.append(svg("text", { x, y: y + HIGH / 2 - 4, "text-anchor": "middle", "font-size": 10, fill: "#5f523f" }, ground));
          board.append(group);
        }
      }
      for (const man of found.men) {
        if (!man.hex) continue;
        const number = sides.indexOf(man.side) % 4, [x, y] = centre(...placeOf(man.hex));
        const [fill, rim, ink] = [["#27496d", "#14293f", "#fff"], ["#fbf1dc", "#a8481f", "#5c1f0b"],
          ["#2f5a34", "#16301a", "#fff"], ["#efe6f7", "#6a3d9a", "#3a1d5c"]][number];
        if (man.rear) {
          const [rx, ry] = centre(...placeOf(man.rear));
          board.append(svg("line", { x1: x, y1: y, x2: rx, y2: ry, stroke: rim, "stroke-width": 12, "stroke-linecap": "round", "pointer-events": "none" }));
        }
        const chosen = carrying === man.name ? { "stroke-dasharray": "3 2", "stroke-width": 3 } : { "stroke-width": 2 };
        const counter = number % 2
          ? svg("circle", { cx: x, cy: y, r: 12, fill, stroke: rim, ...chosen, "pointer-events": "none" })
          : svg("rect", { x: x - 12, y: y - 11, width: 24, height: 22, rx: 3, fill, stroke: rim, ...chosen, "pointer-events": "none" });
        board.append(counter, svg("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 12, fill: ink }, man.name.slice(0, 2)));
      }
      board.append(svg("g", { class: "cursor", "pointer-events": "none" }));
      canvas.append(board);
      const names = new Set(found.men.map((man) => man.name.toLowerCase()));
      if (!$("name").value || names.has($("name").value.toLowerCase())) {
        $("name").value = NAMES.find((name) => !names.has(name.toLowerCase())) || `Man ${names.size + 1}`;
      }
    };

    const showCursor = (board) => {
      const group = board.querySelector(".cursor");
      group.replaceChildren(svg("polygon", { points: corners(...centre(...cursor)), fill: "none" }));
      const found = read(text.value), hex = label(...cursor);
      const man = found.men.find((one) => one.hex.slice(-4) === hex);
      const ground = (colours.get(cell(found, ...cursor)[0]) || ["", ""])[1];
      told.textContent = [hex, ground, man && man.name].filter(Boolean).join(", ");
    };

    // a board of a size becomes one that is drawn, row by row
    const drawn = (found) => {
      if (found.cells.length) return found;
      const rows = Array.from({ length: found.rows }, () => Array(found.columns).fill(found.fill).join(" "));
      const lines = [...found.lines];
      lines.splice(found.first, 0, "[board]", ...rows);
      if (found.size !== null) lines.splice(found.size, 1);
      return read(lines.join("\n"));
    };

    const setGround = (column, row) => {
      const found = drawn(read(text.value));
      const cells = found.cells[row - 1];
      while (cells.row.length < found.columns) cells.row.push(".");
      cells.row[column - 1] = $("ground").value + cells.row[column - 1].slice(1);
      const lines = [...found.lines];
      lines[cells.at] = cells.row.join(" ");
      write(lines);
    };

    const resize = () => {
      const columns = Math.floor($("columns").value), rows = Math.floor($("rows").value);
      const fits = columns >= 2 && columns <= 99 && rows >= 1 && rows <= 99 && columns * rows <= MOST;
      if (!fits) return tell("size");
      const found = read(text.value);
      if (found.other) return tell("other");
      const lines = [...found.lines];
      if (!found.cells.length) {
        const said = `board ${columns}x${rows}${found.fill === "." ? "" : ` of ${found.fill}`}`;
        if (found.size !== null) lines[found.size] = said;
        else lines.splice(found.first, 0, said);
        return write(lines);
      }
      const made = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (_none, column) => ((found.cells[row] || { row: [] }).row[column]) || ".").join(" "));
      const from = found.cells[0].at, last = found.cells[found.cells.length - 1].at;
      lines.splice(from, last - from + 1, ...made);
      write(lines);
    };

    const manAt = (found, hex) => found.men.find((man) => man.hex.slice(-4) === hex || man.rear.slice(-4) === hex);

    const move = (found, man, column, row) => {
      let place = label(column, row);
      if (man.rear) {
        const [front, rear] = [placeOf(man.hex), placeOf(man.rear)];
        const way = around(...front).findIndex(([c, r]) => c === rear[0] && r === rear[1]);
        place += `-${label(...around(column, row)[Math.max(0, way)])}`;
      }
      const lines = [...found.lines];
      lines[man.at] = man.hex ? lines[man.at].replace(HEX, place) : `${lines[man.at]}, ${place}`;
      write(lines);
    };

    const add = (found, column, row) => {
      const name = $("name").value.replace(/[,#[\]]/g, " ").replace(/\s+/g, " ").trim();
      const side = $("side").value.replace(/[#[\]]/g, " ").trim().toLowerCase() || "normans";
      const facing = $("facing").value ? ` facing ${$("facing").value}` : "";
      const said = [name, $("kind").value, label(column, row) + facing, $("health").value].filter(Boolean).join(", ");
      const lines = [...found.lines];
      const mates = found.men.filter((man) => man.side === side);
      if (mates.length) lines.splice(mates[mates.length - 1].at + 1, 0, said);
      else {
        while (lines.length && !lines[lines.length - 1].trim()) lines.pop();
        const heading = lines.findIndex((line) => new RegExp(`^\\s*\\[\\s*men\\s+${side.replace(/\W/g, ".")}\\s*\\]`, "i").test(line));
        const before = lines.findIndex((line) => AFTER_MEN.test(line));
        if (heading >= 0) lines.splice(heading + 1, 0, said);
        else lines.splice(before >= 0 ? before : lines.length, 0, `[men ${side}]`, said);
      }
      write(lines);
      return name;
    };

    const apply = (column, row) => {
      const found = read(text.value), hex = label(column, row), there = manAt(found, hex);
      if (pen() === "ground") return setGround(column, row);
      if (pen() === "away") {
        if (!there) return tell("nobody");
        write(found.lines.filter((_, at) => at !== there.at));
        return tell("gone", there.name);
      }
      const carried = found.men.find((man) => man.name === carrying);
      if (carried) {
        carrying = "";
        if (there && there !== carried) { show(); return tell("taken"); }
        move(found, carried, column, row);
        return tell("placed", carried.name);
      }
      if (there) {
        carrying = there.name;
        show();
        return tell("carrying", there.name);
      }
      return tell("placed", add(found, column, row));
    };

    canvas.addEventListener("click", (event) => {
      const hex = event.target.closest("[data-hex]");
      if (!hex) return;
      cursor = placeOf(hex.dataset.hex);
      apply(...cursor);
    });
    canvas.addEventListener("keydown", (event) => {
      const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
      if (!way && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      const found = read(text.value);
      if (way) {
        cursor = [Math.min(found.columns, Math.max(1, cursor[0] + way[0])), Math.min(found.rows, Math.max(1, cursor[1] + way[1]))];
        showCursor(canvas.firstChild);
      } else {
        apply(...cursor);
        const said = told.textContent;
        canvas.firstChild.focus();
        showCursor(canvas.firstChild);
        told.textContent = said;
      }
    });
    section.addEventListener("change", (event) => {
      if (event.target.name !== "pen") return;
      carrying = "";
      for (const part of section.querySelectorAll("[data-pen]")) part.hidden = part.dataset.pen !== pen();
      show();
    });
    $("resize").addEventListener("click", resize);
    $("undo").addEventListener("click", () => {
      text.value = past.pop();
      $("undo").disabled = !past.length;
      show();
    });
    let waiting = 0;
    text.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(show, 250);
    });
    section.hidden = false;
    show();
  };

  if (section && text) draw();

  // from the number of a line to the line itself: in the list of lines, and from there in the text
  const choose = (number) => {
    const lines = text.value.split("\n"), from = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(from, from + (lines[number - 1] || "").length);
    text.scrollTop = Math.max(0, (number - 4) * (text.scrollHeight / lines.length));
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.at");
    if (!link) return;
    if (link.dataset.line) {
      event.preventDefault();
      text.scrollIntoView({ block: "center" });
      choose(Number(link.dataset.line));
    } else document.querySelector("details.file").open = true;
  });

  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) text.form.requestSubmit();
  });

  const shared = document.querySelector("[data-link]");
  const copy = document.querySelector("[data-copy]");
  if (shared && navigator.clipboard) {
    copy.textContent = copy.dataset.copy;
    copy.addEventListener("click", async (event) => {
      event.preventDefault();
      shared.select();
      await navigator.clipboard.writeText(shared.value);
      copy.textContent = copy.dataset.copied;
    });
  }
}
