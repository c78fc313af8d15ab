// Mouse, touch and keys turn, move and scale the picture. One finger leaves scrolling to the page (touch-action: pan-y); the wheel
// scales only with Ctrl or when the picture has the focus, so that a page can be scrolled past it.
import type { Rig } from "./camera";

interface Finger {
  x: number;
  y: number;
}

const TURN = 0.008; // radians for a pixel
const KEY_TURN = 0.12;
const KEY_PAN = 40;
const KEY_ZOOM = 1.2;

export function bindGestures(view: HTMLElement, rig: Rig, changed: () => void): void {
  bindPointers(view, rig, changed);
  view.addEventListener("wheel", (event) => roll(view, rig, event, changed), { passive: false });
  view.addEventListener("dblclick", () => {
    rig.reset();
    changed();
  });
  view.addEventListener("keydown", (event) => {
    if (event.target !== view || event.ctrlKey || event.metaKey || event.altKey || !press(rig, event)) return;
    event.preventDefault();
    changed();
  });
}

function bindPointers(view: HTMLElement, rig: Rig, changed: () => void): void {
  const fingers = new Map<number, Finger>();
  const lift = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    view.classList.toggle("motion-grabbed", fingers.size > 0);
  };
  view.addEventListener("pointerdown", (event) => {
    view.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    view.classList.add("motion-grabbed");
  });
  view.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined) return;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    drag(view, rig, event, finger, other);
    finger.x = event.clientX;
    finger.y = event.clientY;
    changed();
  });
  view.addEventListener("pointerup", lift);
  view.addEventListener("pointercancel", lift);
  view.addEventListener("contextmenu", (event) => event.preventDefault());
  // Two fingers are for the picture; with one the page can be scrolled.
  view.addEventListener("touchstart", (event) => event.touches.length > 1 && event.preventDefault(), { passive: false });
}

/** The right and the middle button move the picture, and so does Shift. */
function drag(view: HTMLElement, rig: Rig, event: PointerEvent, finger: Finger, other: Finger | undefined): void {
  const dx = event.clientX - finger.x;
  const dy = event.clientY - finger.y;
  if (other !== undefined) pinch(view, rig, finger, other, dx, dy);
  else if (rig.isFlat || event.shiftKey || (event.buttons & 6) !== 0) rig.pan(dx, dy);
  else rig.turn(-dx * TURN, dy * TURN);
}

function roll(view: HTMLElement, rig: Rig, event: WheelEvent, changed: () => void): void {
  if (!event.ctrlKey && document.activeElement !== view) return;
  event.preventDefault();
  const step = event.deltaMode === 0 ? event.deltaY : 30 * event.deltaY;
  const { x, y } = fromMiddle(view, event.clientX, event.clientY);
  // A pinch on a touchpad comes as a wheel with Ctrl and small steps.
  rig.zoom(Math.exp(-Math.max(Math.min(step, 200), -200) * (event.ctrlKey ? 0.006 : 0.002)), x, y);
  changed();
}

/** One of two fingers has moved: half of its way moves the picture, the distance between them scales it. */
function pinch(view: HTMLElement, rig: Rig, finger: Finger, other: Finger, dx: number, dy: number): void {
  const before = Math.hypot(finger.x - other.x, finger.y - other.y);
  const after = Math.hypot(finger.x + dx - other.x, finger.y + dy - other.y);
  const { x, y } = fromMiddle(view, (finger.x + other.x) / 2, (finger.y + other.y) / 2);
  if (before > 0 && after > 0) rig.zoom(after / before, x, y);
  rig.pan(dx / 2, dy / 2);
}

function fromMiddle(view: HTMLElement, clientX: number, clientY: number): Finger {
  const box = view.getBoundingClientRect();
  return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
}

function press(rig: Rig, event: KeyboardEvent): boolean {
  const arrows: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const arrow = arrows[event.key];
  if (arrow !== undefined) {
    if (rig.isFlat || event.shiftKey) rig.pan(-KEY_PAN * arrow[0], -KEY_PAN * arrow[1]);
    else rig.turn(KEY_TURN * arrow[0], -KEY_TURN * arrow[1]);
  } else if (event.key === "+" || event.key === "=") rig.zoom(KEY_ZOOM);
  else if (event.key === "-") rig.zoom(1 / KEY_ZOOM);
  else if (event.key === "0" || event.key === "Home") rig.reset();
  else return false;
  return true;
}
