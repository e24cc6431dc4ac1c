function (id, data) {
  "use strict";
  const root = document.getElementById(id);
  const input = root.querySelector("input");
  const legend = root.querySelector("ul");
  const nodes = [...root.querySelectorAll(".wl-node")];
  const [back, on] = root.querySelectorAll("button");
  let chosen = null;  // the number of the colour that is picked out

  const fill = (number) => data.fills[number - 1] || data.rest;
  const colours = (round) => new Set(data.numbers[round]).size;

  function pick(number) {
    chosen = chosen === number ? null : number;
    show();
  }

  function show() {
    const round = Number(input.value);
    const numbers = data.numbers[round];
    const counts = new Map();
    numbers.forEach((number) => counts.set(number, (counts.get(number) || 0) + 1));
    if (!counts.has(chosen)) chosen = null;
    nodes.forEach((node, i) => {
      node.firstElementChild.setAttribute("fill", fill(numbers[i]));
      node.classList.toggle("wl-faint", chosen !== null && numbers[i] !== chosen);
    });
    const stable = round > 0 && colours(round) === colours(round - 1);
    root.querySelector("output").textContent =
      `Round ${round}: ${counts.size} colours` + (stable ? ", as before: stable" : "");
    const rows = [...counts].sort((a, b) => a[0] - b[0]).map(([number, count]) => {
      const row = document.createElement("li");
      const swatch = document.createElement("i");
      swatch.style.background = fill(number);
      row.append(swatch, `${count} × ${data.words[round][number]}`);
      row.setAttribute("role", "button");
      row.setAttribute("aria-pressed", String(number === chosen));
      row.addEventListener("click", () => pick(number));
      return row;
    });
    legend.replaceChildren(...rows);
    back.disabled = round === 0;
    on.disabled = round === Number(input.max);
  }

  nodes.forEach((node, i) => {
    node.addEventListener("click", () => pick(data.numbers[Number(input.value)][i]));
    node.addEventListener("keydown", (event) => {
      if (event.key === "Enter") node.dispatchEvent(new Event("click"));
    });
  });
  input.addEventListener("input", show);
  for (const [button, step] of [[back, -1], [on, 1]]) {
    button.addEventListener("click", () => { input.value = Number(input.value) + step; show(); });
  }
  show();
  document.documentElement.dataset.ready = "true";
}
