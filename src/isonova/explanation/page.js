// What a step waits for and what waits for it, in the drawing; the steps of one goal; dark and light.
const picture = document.querySelector("svg.orders");
const cards = [...document.querySelectorAll(".step")];
const boxes = new Map([...document.querySelectorAll(".box")].map((box) => [box.dataset.step, box]));
const orders = [...document.querySelectorAll(".order")];

function reach(start, from, to) {
  const found = new Set([start]);
  for (const step of found) {
    for (const order of orders) if (order.dataset[from] === step) found.add(order.dataset[to]);
  }
  return found;
}
function light(steps, chosen) {
  picture.classList.toggle("lit", steps !== null);
  for (const [step, box] of boxes) {
    box.classList.toggle("near", steps !== null && steps.some((set) => set.has(step)));
    box.classList.toggle("chosen", step === chosen);
  }
  for (const order of orders) {
    const { from, to } = order.dataset;
    order.classList.toggle("near", steps !== null && steps.some((set) => set.has(from) && set.has(to)));
  }
}
function showGoal() {
  const goal = document.getElementById("goal").value;
  const own = new Set();
  for (const card of cards) {
    const serves = card.dataset.goals.split(" ").some((range) => { // 3, or 5-9
      const [first, last = first] = range.split("-").map(Number);
      return first <= Number(goal) && Number(goal) <= last;
    });
    card.hidden = goal !== "" && !serves;
    if (serves) own.add(card.id.slice("step-".length));
  }
  light(goal === "" ? null : [own], null);
}
if (picture) {
  const select = document.getElementById("goal");
  select.addEventListener("change", showGoal);
  document.getElementById("fit").addEventListener("change", (event) => picture.classList.toggle("fit", event.target.checked));
  for (const [step, box] of boxes) {
    const show = () => light([reach(step, "to", "from"), reach(step, "from", "to")], step);
    box.addEventListener("pointerenter", show);
    box.addEventListener("focus", show);
    box.addEventListener("pointerleave", showGoal);
    box.addEventListener("blur", showGoal);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#step-"]');
    if (!link) return;
    const card = document.querySelector(link.getAttribute("href"));
    if (card.hidden) { // it does not serve the goal that is shown
      select.value = "";
      showGoal();
    }
  });
}
