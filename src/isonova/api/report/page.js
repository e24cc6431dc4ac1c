// What a step of the timeline is, in words, on a desk and on a phone; all of a plan on paper.
const marks = document.querySelector("svg.marks");
if (marks) {
  const show = (event) => {
    const step = event.target.closest("g");
    if (!step) return;
    marks.querySelector("g.chosen")?.classList.remove("chosen");
    step.classList.add("chosen");
    document.getElementById("chosen").textContent = step.querySelector("title").textContent;
  };
  marks.addEventListener("pointerover", show);
  marks.addEventListener("click", show);
}
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
