// The contents next to the text mark the section that is being read: the last one whose heading has passed the upper third of the window.

export function wireContents(root: HTMLElement): void {
  const links = [...root.querySelectorAll<HTMLAnchorElement>(".contents a")];
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
  let waiting = false;
  const mark = (): void => {
    waiting = false;
    const passed = sections.filter((section) => section !== null && section.getBoundingClientRect().top < innerHeight / 3).length;
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2 && scrollY > 0;
    links.forEach((link, i) => {
      if (i === (atEnd ? links.length : passed) - 1) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  const later = (): void => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  };
  addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  mark();
}
