// The page's behaviour: tables that sort and filter, plots, domains and runs. All data are in the page.
const data = JSON.parse(document.getElementById("data").textContent);
const { runs, tasks, configurations, statuses } = data;
const count = runs.id.length;
const byId = (id) => document.getElementById(id);
const domainOf = (task) => `${tasks.suite[task]} ${tasks.domain[task]}`;
const nameOf = (task) => `${tasks.folder[task]}/${tasks.problem[task]}`;
const status = (run) => statuses[runs.status[run]];
const solved = (run) => status(run) === "solved";
const words = (text) => text.replaceAll("_", " ");

async function loadModule(id) {
  const url = URL.createObjectURL(new Blob([byId(id).textContent], { type: "text/javascript" }));
  try {
    return (await import(url)).default;
  } finally {
    URL.revokeObjectURL(url);
  }
}
const DataTable = await loadModule("datatables");

const language = { search: "Filter", lengthMenu: "_MENU_ rows", zeroRecords: "Nothing matches", emptyTable: "No rows" };
for (const table of document.querySelectorAll("section table.data[id]:not(#table-runs)")) {
  const paged = table.hasAttribute("data-paged");
  const long = table.tBodies[0].rows.length > 12;
  new DataTable(table, {
    paging: paged, pageLength: 25, info: paged, searching: long, order: [], autoWidth: false, language,
    layout: { topStart: long ? "search" : null, topEnd: null },
  });
}

// Plots. Configurations of one heuristic share a colour, those of one novelty a dash.
const palette = ["#1f77b4", "#e07b00", "#2a9d3a", "#c23b3b", "#8257c2", "#8c5a45", "#d15fa8", "#6b7280", "#9a9a00", "#0099a8"];
const dashes = ["solid", "dash", "dot", "dashdot"];
const heuristics = [...new Set(data.methods.filter(Boolean).map((method) => method[0]))];
const novelties = ["none", "at", "wl", "at+wl"];
function line(configuration) {
  const method = data.methods[configuration];
  if (!method) return { color: palette[configuration % palette.length], dash: dashes[Math.floor(configuration / palette.length) % 4] };
  const dash = dashes[novelties.indexOf(method[1])] ?? "longdash";
  return { color: palette[heuristics.indexOf(method[0]) % palette.length], dash };
}
function layout(more) {
  const ink = getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
  const grid = getComputedStyle(document.documentElement).getPropertyValue("--line").trim();
  const axis = { gridcolor: grid, zerolinecolor: grid, linecolor: grid };
  const narrow = innerWidth < 640;
  return {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { color: ink, size: narrow ? 11 : 13 },
    margin: { l: narrow ? 48 : 64, r: 12, t: 12, b: 48 }, hovermode: "closest",
    legend: narrow ? { orientation: "h", y: -0.22 } : {}, ...more,
    xaxis: { ...axis, ...more.xaxis }, yaxis: { ...axis, ...more.yaxis },
  };
}
const options = { responsive: true, displayModeBar: false };
const least = { cpu_seconds: 0.01, peak_memory_mb: 1, cost: 1, length: 1, expansions: 1, evaluations: 1 };
const label = (select) => select.selectedOptions[0].textContent;

function drawCactus() {
  const measure = byId("cactus-measure"), domain = byId("cactus-domain").value;
  const values = configurations.map(() => []);
  for (let run = 0; run < count; run++) {
    const value = runs[measure.value][run];
    if (solved(run) && value !== null && (!domain || domainOf(runs.task[run]) === domain)) values[runs.configuration[run]].push(value);
  }
  const traces = values.map((list, at) => {
    list.sort((a, b) => a - b);
    const x = list.map((value) => Math.max(value, least[measure.value]));
    const y = list.map((_, index) => index + 1);
    return { x, y, name: configurations[at], mode: "lines", type: "scatter", line: { ...line(at), shape: "hv", width: 1.8 } };
  });
  Plotly.react("cactus", traces, layout({ xaxis: { type: "log", title: { text: label(measure) } }, yaxis: { title: { text: "tasks solved" }, rangemode: "tozero" } }), options);
}

function drawScatter() {
  const [x, y] = ["scatter-x", "scatter-y"].map((id) => Number(byId(id).value));
  const measure = byId("scatter-measure"), domain = byId("scatter-domain").value, low = least[measure.value];
  const pairs = new Map();
  for (let run = 0; run < count; run++) {
    const side = runs.configuration[run] === x ? 0 : runs.configuration[run] === y ? 1 : -1;
    if (side < 0 || (domain && domainOf(runs.task[run]) !== domain)) continue;
    const pair = pairs.get(runs.task[run]) ?? [undefined, undefined];
    pair[side] = solved(run) && runs[measure.value][run] !== null ? Math.max(runs[measure.value][run], low) : null;
    if (x === y) pair[1] = pair[0];
    pairs.set(runs.task[run], pair);
  }
  const points = [...pairs].filter(([, [a, b]]) => a !== undefined && b !== undefined && (a !== null || b !== null));
  const finite = points.flatMap(([, pair]) => pair).filter((value) => value !== null);
  const edge = 2 * Math.max(low, ...finite), start = Math.min(edge / 4, ...finite) / 1.5;
  const suites = [...new Set(points.map(([task]) => tasks.suite[task]))];
  const traces = suites.map((suite, at) => {
    const own = points.filter(([task]) => tasks.suite[task] === suite);
    return {
      x: own.map(([, pair]) => pair[0] ?? edge), y: own.map(([, pair]) => pair[1] ?? edge), text: own.map(([task]) => nameOf(task)),
      name: suite, mode: "markers", type: "scatter", marker: { color: palette[at], symbol: at ? "diamond" : "circle", opacity: 0.6, size: 7 },
      hovertemplate: "%{text}<br>%{x} : %{y}<extra></extra>",
    };
  });
  const dotted = (more) => ({ type: "line", line: { color: "#888", dash: "dot", width: 1 }, ...more });
  const range = [Math.log10(start), Math.log10(edge * 1.3)];
  Plotly.react("scatter", traces, layout({
    xaxis: { type: "log", title: { text: configurations[x] }, range }, yaxis: { type: "log", title: { text: configurations[y] }, range, scaleanchor: "x" },
    shapes: [dotted({ x0: start, y0: start, x1: edge, y1: edge }), dotted({ x0: edge, x1: edge, y0: start, y1: edge }), dotted({ x0: start, x1: edge, y0: edge, y1: edge })],
  }), options);
  const [fewer, more] = [points.filter(([, [a, b]]) => (b ?? Infinity) < (a ?? Infinity)), points.filter(([, [a, b]]) => (b ?? Infinity) > (a ?? Infinity))];
  byId("scatter-note").textContent = `${points.length} tasks that one of both solved: ${configurations[y]} has the lower value on ${fewer.length}, ${configurations[x]} on ${more.length}. Unsolved tasks lie on the dotted lines.`;
}

function fill(select, entries) {
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value)));
}
if (byId("cactus")) {
  const domains = [...new Set(tasks.suite.map((_, task) => domainOf(task)))];
  for (const select of document.querySelectorAll("select.domains")) fill(select, [["", "all"], ...domains.map((name) => [name, name])]);
  for (const select of document.querySelectorAll("select.configurations")) fill(select, configurations.map((name, at) => [at, name]));
  if (data.pair) ["scatter-x", "scatter-y"].forEach((id, at) => { byId(id).value = configurations.indexOf(data.pair[at]); });
  for (const id of ["cactus-measure", "cactus-domain"]) byId(id).addEventListener("change", drawCactus);
  for (const id of ["scatter-x", "scatter-y", "scatter-measure", "scatter-domain"]) byId(id).addEventListener("change", drawScatter);
  drawCactus();
  drawScatter();
}
byId("theme").addEventListener("click", () => {
  document.documentElement.classList.toggle("dark");
  if (byId("cactus")) { drawCactus(); drawScatter(); }
});

// One run with its log.
let logs = null;
async function unpackLogs() {
  const bytes = Uint8Array.from(atob(byId("logs").textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
const figures = {
  status: (run) => words(status(run)) + (runs.killed[run] ? ` (killed: ${runs.killed[run]})` : ""), "exit code": "exit_code", "CPU seconds": "cpu_seconds",
  "wall-clock seconds": "wall_seconds", "peak memory, MB": "peak_memory_mb", expansions: "expansions", evaluations: "evaluations", generated: "generated",
  "evaluations / s": "rate", "initial h": "initial_h", "plan cost": "cost", "plan length": "length", "load before": "load_before", "load after": "load_after",
  "core lost to others": (run) => (runs.others_share[run] === null ? null : `${(100 * runs.others_share[run]).toFixed(1)} %`),
  "context switches": "switches", version: (run) => data.versions[runs.version[run]] ?? null, error: (run) => data.errors[runs.id[run]] ?? null,
};
async function showRun(run) {
  byId("run-title").textContent = `${configurations[runs.configuration[run]]} on ${nameOf(runs.task[run])}`;
  const facts = byId("run-facts");
  facts.replaceChildren();
  for (const [name, source] of Object.entries(figures)) {
    const value = typeof source === "string" ? runs[source][run] : source(run);
    if (value === null || value === undefined) continue;
    const [term, text] = [document.createElement("dt"), document.createElement("dd")];
    term.textContent = name;
    text.textContent = typeof value === "number" ? value.toLocaleString("en") : value;
    const pair = document.createElement("div");
    pair.append(term, text);
    facts.append(pair);
  }
  byId("run-log").textContent = "…";
  byId("run").showModal();
  logs ??= await unpackLogs();
  byId("run-log").textContent = logs[runs.id[run]] || "The run printed nothing besides its report.";
}
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-run]");
  if (button) showRun(Number(button.dataset.run));
});

// Domains: tasks x configurations, made when a domain is opened.
const runsOfTask = new Map();
for (let run = 0; run < count; run++) {
  if (!runsOfTask.has(runs.task[run])) runsOfTask.set(runs.task[run], new Map());
  runsOfTask.get(runs.task[run]).set(runs.configuration[run], run);
}
function element(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}
function taskTable(suite, domain) {
  const table = element("table", "", { className: "data tasks" });
  const head = table.createTHead().insertRow();
  for (const name of ["task", ...configurations]) head.append(element("th", name, { scope: "col" }));
  const body = table.createTBody();
  for (const [task, own] of runsOfTask) {
    if (tasks.suite[task] !== suite || tasks.domain[task] !== domain) continue;
    const row = body.insertRow();
    row.append(element("th", nameOf(task), { scope: "row" }));
    configurations.forEach((_, configuration) => {
      const cell = row.insertCell();
      const run = own.get(configuration);
      if (run === undefined) { cell.textContent = "–"; return; }
      const short = { out_of_time: "time", out_of_memory: "memory", limit_reached: "limit" }[status(run)] ?? words(status(run));
      const button = element("button", solved(run) ? (runs.cpu_seconds[run] ?? 0).toFixed(2) : short, { type: "button" });
      button.dataset.run = run;
      cell.className = solved(run) ? "number solved" : status(run) === "error" ? "error" : "number unsolved";
      cell.append(button);
    });
  }
  return table;
}
for (const details of document.querySelectorAll("details.domain")) {
  details.addEventListener("toggle", () => {
    const place = details.querySelector(".scroll");
    if (details.open && !place.hasChildNodes()) place.append(taskTable(details.dataset.suite, details.dataset.domain));
  });
}
function filterDomains() {
  const wanted = byId("domain-filter").value.trim().toLowerCase();
  const all = [...document.querySelectorAll("details.domain")];
  for (const details of all) details.hidden = !`${details.dataset.suite} ${details.dataset.domain}`.toLowerCase().includes(wanted);
  byId("domain-count").textContent = `${all.filter((details) => !details.hidden).length} of ${all.length} domains`;
}
byId("domain-filter").addEventListener("input", filterDomains);
filterDomains();

// All runs.
const number = (column) => (row, type) => {
  const value = runs[column][row.run];
  if (type === "sort" || type === "type") return value ?? -1;
  return value === null ? "" : value.toLocaleString("en");
};
const columns = [
  { title: "suite", data: (row) => tasks.suite[runs.task[row.run]] },
  { title: "domain", data: (row) => tasks.domain[runs.task[row.run]] },
  { title: "task", data: (row) => nameOf(runs.task[row.run]), render: (text, type, row) => (type === "display" ? Object.assign(element("button", text, { type: "button", className: "link" }), {}).outerHTML.replace("<button", `<button data-run="${row.run}"`) : text) },
  { title: "configuration", data: (row) => configurations[runs.configuration[row.run]] },
  { title: "status", data: (row) => words(status(row.run)) },
  ...[["CPU s", "cpu_seconds"], ["wall s", "wall_seconds"], ["load", "load_before"], ["lost", "others_share"], ["MB", "peak_memory_mb"], ["expansions", "expansions"],
    ["evaluations", "evaluations"], ["evaluations / s", "rate"], ["cost", "cost"], ["length", "length"]].map(([title, column]) => ({ title, data: null, render: (_, type, row) => number(column)(row, type), className: "number", type: "num", orderSequence: ["desc", "asc"] })),
];
const table = new DataTable("#table-runs", {
  data: Array.from({ length: count }, (_, run) => ({ run })), columns, deferRender: true, pageLength: 25, autoWidth: false, order: [], language,
  layout: { topStart: "search", topEnd: "pageLength", bottomStart: "info", bottomEnd: "paging" },
});
for (const select of document.querySelectorAll("#run-filters select")) {
  const column = table.column(Number(select.dataset.column));
  fill(select, [["", "all"], ...[...new Set(column.data().toArray())].sort().map((value) => [value, value])]);
  select.addEventListener("change", () => column.search(select.value, { exact: select.value !== "" }).draw());
}
document.documentElement.dataset.ready = "true";
