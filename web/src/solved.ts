// The index of a published site: a tick on each puzzle that was solved in this browser.
import { recall } from "./solve/progress";

function tick() {
  for (const link of document.querySelectorAll<HTMLElement>("[data-key]")) {
    const solved = recall(link.dataset.key!)?.won === true;
    link.classList.toggle("solved", solved);
    if (solved) link.setAttribute("aria-description", "solved"); else link.removeAttribute("aria-description");
  }
}

tick();
// Browsers may show the page as it was left.
addEventListener("pageshow", tick);
