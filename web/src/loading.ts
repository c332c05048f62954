// A bar that shows how much of nazo has come, where it runs in the browser.
import { coming } from "./ask";
import { h } from "./dom";

/** Shows the bar as long as it is of use. */
export function showComing() {
  let bar: HTMLProgressElement | undefined;
  coming.share = (share) => {
    if (share >= 1) { bar?.remove(); bar = undefined; return; }
    bar ??= document.body.insertBefore(h("progress", { id: "coming", max: 1, aria: { label: "The solver is loading" }, title: "The solver is loading. You can begin." }), document.body.firstChild);
    bar.value = share;
  };
}
