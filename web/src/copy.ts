// Copying to the clipboard. Pages that were opened from disk may not have navigator.clipboard, or may not be allowed to use it: then a
// selected text area and the old command do the same.

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "copy-source";
  area.readOnly = true;
  document.body.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** Buttons with data-copy="NAME" copy what `textOf` gives for the name, and say so for a while. */
export function wireCopyButtons(root: HTMLElement, textOf: (name: string) => string | null): void {
  root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button[data-copy]") : null;
    const text = button === null ? null : textOf(button.dataset.copy ?? "");
    if (button !== null && text !== null) void copyText(text).then((done) => report(button, done));
  });
}

/** In the button for the eye, in the one place for messages for the ear. */
function report(button: HTMLButtonElement, done: boolean): void {
  const places = [button.querySelector(".copy-state"), document.getElementById("said")];
  const say = (words: string): void => places.forEach((place) => place?.replaceChildren(words));
  say(done ? "Copied" : "Could not be copied");
  button.classList.add("said");
  setTimeout(() => {
    button.classList.remove("said");
    say("");
  }, 2500);
}
