const SCROLL_DURATION_MS = 500;

/** Moves a scrolled box to the top; a duration of 0 jumps. */
export function scrollToTop(box: HTMLElement, duration = SCROLL_DURATION_MS): void {
  const start = box.scrollTop;
  if (duration <= 0 || start === 0) {
    box.scrollTop = 0;
    return;
  }
  const began = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, (now - began) / duration);
    box.scrollTop = start * (1 - part) ** 3;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
